// Any bytes are a case that can be planned, or an error that helps.
#include "harness/case/case.hpp"

#include "harness/case/plan.hpp"
#include "tests/fuzz/input_file.hpp"
#include "tests/harness/case_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tycho;
  static const fuzz::InputFile input("someone2025/fig1.json");
  const std::filesystem::path& file = input.write({data, size});
  try {
    const cases::Case read = cases::read_case(file, testing::contracts());
    cases::PlanOptions options;
    for (const std::string_view suite : cases::kSuiteNames) {
      options.suite = suite;
      cases::plan({&read, 1}, testing::contracts(), options);
    }
  } catch (const UsageError& error) {
    fuzz::require_helpful(error.what(), file);
  }
  return 0;
}
