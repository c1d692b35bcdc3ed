// A variant of a library as an implementation of this process: its contract is the algorithm's,
// with the stages as the library has them.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/algorithm.hpp"
#include "core/stream_clock.hpp"
#include "harness/library/description.hpp"

namespace tycho::library {

/// Makes a clock that marks a stream of CUDA's, handed over as a plain pointer. Throws Unavailable
/// in a build without CUDA.
using MakeStreamClock = std::unique_ptr<StreamClock> (*)(void* stream);

struct Given {
  std::filesystem::path file;
  std::string library, version;
  VariantDescription variant;
  int number = 0;  // of the variant in the library
  const Contract* base = nullptr;
  std::vector<std::vector<int>> parts;  // of each stage: the contract's
  Contract contract;                    // whose address finds this again
  MakeStreamClock clock = nullptr;

  std::vector<std::string> ids, labels;  // what the stages' names point into
  std::vector<Stage> stages;
};

/// The variants of a library from now on, one contract each; they stay until the process ends.
/// Throws UsageError where no contract has the name, or the contract no such stage.
std::vector<const Given*> give(const std::filesystem::path& file, const Description& description,
                               MakeStreamClock clock);

/// Null where the contract is tycho's own.
const Given* given_by(const Contract& contract);

/// One more implementation, found by its contract as those of libraries are.
void also(const Implementation& implementation);

/// What implements them all: it finds the variant by the contract of the settings. The library is
/// loaded when the first algorithm is made.
std::span<const Implementation> implementations();

}  // namespace tycho::library
