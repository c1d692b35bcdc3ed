// The same integration as `hermite`, by a client of the GRAPE-6 library that knows nothing but its
// symbols: belleman2007, section 4.2.
#pragma once

#include "core/contracts/hermite.hpp"

namespace tycho::hermite_library {

enum StageId { kSchedule, kPredict, kCall, kCorrect };

const Contract& contract();

struct Options : hermite::StepOptions {
  hermite::Precision precision = hermite::Precision::kFp64;  // of the library's engine
  int threads = 1;
};
Options options(const Settings& settings);

}  // namespace tycho::hermite_library
