// The variant of a case that a code of the user's is held to.
#pragma once

#include "harness/case/case.hpp"

namespace tycho::library {

/// The case's own variant with the precision that `own` settings give on `backend`, and on that
/// backend where there is one: the code is asked for its checks and run at its sizes.
const cases::Variant& held_to(const cases::Case& origin, const Contract& contract, Backend backend,
                              const terms::SettingValues& own);

}  // namespace tycho::library
