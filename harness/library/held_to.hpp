// The variant of a case that a code of the user's is held to.
#pragma once

#include "harness/case/case.hpp"

namespace tycho::library {

/// The case's own variant with the precision that `own` settings give on `backend`, and on that
/// backend where there is one: the code is asked for its checks and run at its sizes.
const cases::Variant& held_to(const cases::Case& origin, const Contract& contract, Backend backend,
                              const terms::SettingValues& own);

/// Of a variant's own settings those that say what is computed (a softening, an opening, a solver),
/// not how or how exactly: they have a meaning on every backend, are not tuned, and are not the
/// precision. Whoever is held to the variant computes by them, too.
terms::SettingValues method_of(const cases::Variant& variant, const Contract& contract);

}  // namespace tycho::library
