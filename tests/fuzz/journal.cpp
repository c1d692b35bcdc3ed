// Any bytes are a journal that can be gone on with, or an error that helps. A journal that opened
// once opens again with the same records, and without a notice: what was cut off is gone.
#include "harness/campaign/journal.hpp"

#include "tests/fuzz/input_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tycho;
  static const fuzz::InputFile input("journal.jsonl");
  const std::filesystem::path& file = input.write({data, size});
  try {
    const campaign::Journal first(file);
    const campaign::Journal second(file);
    if (first.found() != second.found() || !second.notice().empty())
      fuzz::broken("opens differently the second time");
  } catch (const std::runtime_error& error) {
    fuzz::require_helpful(error.what(), file);
  }
  return 0;
}
