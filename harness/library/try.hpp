// The tests of a contract on a library, before anything is timed. Each runs in a process of its
// own: a library that crashes, hangs or exits fails that test.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/library/given.hpp"

namespace tycho::library {

enum class Verdict { kPasses, kFails, kSkipped };

struct Trial {
  std::string test;  // "sizes"
  Verdict verdict = Verdict::kPasses;
  std::string says;  // why it fails or is skipped; what was looked at where it passes
};

/// All tests on one variant, against the reference among `reference`. Throws UsageError where the
/// contract has no such tests (Traits::trial).
std::vector<Trial> try_variant(const Given& given, std::span<const Implementation> reference);

}  // namespace tycho::library
