#include "app/web/WorkBudget.h"
#include <doctest/doctest.h>

using sg::app::WorkBudget;

TEST_CASE("work takes as long as the rest of a frame, within limits") {
  WorkBudget budget;
  CHECK(budget.begin(1000) == WorkBudget::least); // nothing is known yet
  budget.end(1008, true);
  CHECK(budget.begin(1028) == 20); // the last frame took 20 besides
  budget.end(1048, true);
  CHECK(budget.begin(1053) == WorkBudget::least); // 5 besides
  budget.end(1061, true);
  CHECK(budget.begin(1361) == WorkBudget::most); // 300 besides
}

TEST_CASE("a pause between two frames is no frame's time") {
  WorkBudget budget;
  budget.begin(0);
  budget.end(8, false);
  CHECK(budget.begin(5000) == WorkBudget::least);
}
