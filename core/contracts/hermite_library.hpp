// The same integration as `hermite`, by a client of the GRAPE-6 library that knows nothing but its
// symbols: belleman2007, section 4.2.
#pragma once

#include "core/contract.hpp"

namespace tycho::hermite_library {

enum StageId { kSchedule, kPredict, kCall, kCorrect };

const Contract& contract();

}  // namespace tycho::hermite_library
