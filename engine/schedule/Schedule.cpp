#include "engine/schedule/Schedule.h"
#include <array>
#include <charconv>

namespace sg {

std::vector<std::array<std::string, 3>> ScheduleOptions::describe() {
  return {
      {"double-buffering", "on|off",
       "two buffers for every block, so that transfers overlap computation "
       "(default on)"},
      {"corelets", "N", "corelets to use per core (default: all)"},
      {"tile-rows", "N",
       "block size of the outermost dimension (default: by cost)"},
      {"tile-columns", "N",
       "block size of the innermost dimension (default: by cost)"},
      {"vector-lanes", "N",
       "elements per vector at most (default: the vector unit's lanes)"},
  };
}

static Result<int64_t> positive(std::string_view name, std::string_view value) {
  int64_t number = 0;
  auto [end, error] =
      std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size() ||
      number < 1 || number > (int64_t(1) << 40))
    return Error{"option " + std::string(name) +
                     " needs a positive whole number, not '" +
                     std::string(value) + "'",
                 ""};
  return number;
}

Result<void> ScheduleOptions::set(std::string_view name,
                                  std::string_view value) {
  if (name == "double-buffering") {
    bool on = value == "on" || value == "true" || value == "1";
    if (!on && value != "off" && value != "false" && value != "0")
      return Error{"option double-buffering is on or off, not '" +
                       std::string(value) + "'",
                   ""};
    doubleBuffering = on;
    return {};
  }
  for (auto [option, target] : {std::pair{"corelets", &corelets},
                                {"tile-rows", &tileRows},
                                {"tile-columns", &tileColumns},
                                {"vector-lanes", &vectorLanes}}) {
    if (name != option)
      continue;
    Result<int64_t> number = positive(name, value);
    if (!number)
      return number.error();
    *target = *number;
    return {};
  }
  std::string known;
  for (const auto &option : describe())
    known += (known.empty() ? "" : ", ") + option[0];
  return Error{
      "there is no option '" + std::string(name) + "'; there are " + known, ""};
}

} // namespace sg
