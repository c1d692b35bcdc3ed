// Any bytes are a result that can be verified, held against the repository's cases, written and
// read back, or an error that helps.
#include "harness/result/result.hpp"

#include "core/error.hpp"
#include "core/known_contracts.hpp"
#include "harness/verify/case_shelf.hpp"
#include "harness/verify/verify.hpp"
#include "tests/fuzz/input_file.hpp"

namespace {

void read_back(const tycho::result::Result& read) {
  static const tycho::fuzz::InputFile again("again.json");
  const std::string text = to_text(read);
  const tycho::result::Result second = tycho::result::read_result(
      again.write({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}));
  if (to_text(second) != text) tycho::fuzz::broken("does not read back as it was written");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tycho;
  static const fuzz::InputFile input("someone2025.json");
  const std::filesystem::path& file = input.write({data, size});
  static std::optional<verify::CaseShelf> shelf;
  // It keeps what it was asked for, and a fuzzer makes up names without end.
  static int asked = 0;
  if (asked++ % 1000 == 0)
    shelf.emplace(TYCHO_SOURCE_DIR "/cases",
                  std::vector<const Contract*>(known_contracts().begin(), known_contracts().end()),
                  verify::CaseShelf::History::kLeftAlone);
  const bool sound = verify::verify(file, &*shelf).findings.empty();
  try {
    const result::Result read = result::read_result(file);
    if (sound) read_back(read);
  } catch (const UsageError& error) {
    fuzz::require_helpful(error.what(), file);
  }
  return 0;
}
