// The job plan: the commands of preparation and execution on the left; on the
// right the binary they move and run as instructions and as words, before and
// after the correction for the launch that is shown.
#pragma once
#include "viz/model/JobPlan.h"
#include "viz/model/Listing.h"
#include "viz/model/Selection.h"
#include "viz/widgets/Style.h"

namespace sg::viz {

class LineList;

class JobPlanView {
public:
  struct Happened {
    /// Clicked: its number over all streams, which is that of its operation in
    /// the stage "spyrebinary".
    std::optional<uint32_t> instruction;
    uint32_t source = 0; ///< of that instruction, as in events; 0 = unknown
  };
  /// Fills what is left of the current window. Instructions that belong to the
  /// selection are marked.
  Happened draw(const Style &theme, const JobModel &model,
                const Relatives &relatives);
  /// For another job, or another launch; keeps what is open.
  void reset() { shown = nullptr; }
  /// Scrolls to the first instruction with a source (as in events).
  void reveal(uint32_t source) { wanted = source; }

private:
  enum class Tab : uint8_t { Instructions, Words, Correction };
  const JobModel *shown = nullptr;
  Tab tab = Tab::Instructions;
  uint32_t command = UINT32_MAX;
  uint32_t binary = 0;
  std::optional<uint32_t> unit; ///< instance whose instructions are shown
  Listing listing;
  char search[128] = "";
  std::vector<uint32_t> hits; ///< rows of the listing
  size_t hit = 0;
  size_t searched = 0; ///< rows, so far
  uint32_t wanted = 0;
  uint64_t wordsAt = 0; ///< offset of the change that was looked at last
  std::optional<uint64_t> wantedOffset; ///< byte to scroll to in the words
  std::optional<size_t> wantedRow;      ///< of the listing

  void update(const JobModel &model);
  void choose(const JobModel &model, uint32_t row);
  void commands(const Style &theme, const JobModel &model);
  void card(const Style &theme, const JobModel &model, uint32_t row);
  void head(const Style &theme, const JobModel &model);
  void tabs(const Style &theme, const JobModel &model);

  // Details (JobPlanDetails.cpp).
  void listingTools(const Style &theme, const JobModel &model);
  void startSearch();
  void searchOn();
  void instructions(const Style &theme, const JobModel &model,
                    const Relatives &relatives, Happened &happened);
  void paintInstruction(const LineList &lines, const JobBinary &image,
                        const ListingRow &row, float y) const;
  void words(const Style &theme, const JobModel &model);
  void paintWords(const LineList &lines, const JobBinary &image,
                  uint64_t offset, uint64_t bytes, float y) const;
  void correction(const Style &theme, const JobModel &model);
};

} // namespace sg::viz
