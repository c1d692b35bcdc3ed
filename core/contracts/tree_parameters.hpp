// What the contracts that have a tree take alike.
#pragma once

#include <array>

#include "core/contract.hpp"

namespace tycho::tree {

inline constexpr std::array<double, 6> kThreadsPerBlock{32, 64, 128, 256, 512, 1024};

// What tuning tries. Leaves decide what is summed directly and what by its moments: larger ones are
// no less exact, and the checks of a case hold for them all.
inline constexpr std::array<double, 4> kTriedLeaves{8, 16, 32, 64};
inline constexpr std::array<double, 4> kTriedThreads{32, 64, 128, 256};
inline constexpr std::array<double, 3> kTriedBlocks{512, 1024, 4096};

inline constexpr Parameter kAlphaParameter{
    "alpha",
    "",
    "opening = relative: the part of a body's acceleration that one cell may be wrong by",
    0.005,
    1e-12,
    1,
    false,
    {},
    Scope::kBoth};

constexpr Parameter leaf_parameter(double fallback) {
  return {"leaf", "bodies",     "in a leaf at most",   fallback, 1, 256, true,
          {},     Scope::kBoth, {kTriedLeaves, "", ""}};
}

inline constexpr Parameter kRungsParameter{
    "rungs",
    "",
    "steps = individual: the shortest step is dt / 2^rungs; steps that wanted less are counted",
    10,
    0,
    30,
    true,
    {},
    Scope::kBoth};

inline constexpr Parameter kThreadsPerBlockParameter{
    "threads_per_block", "threads",    "scheme = particle: threads of a block", 64, 32, 1024, true,
    kThreadsPerBlock,    Scope::kCuda, {kTriedThreads, "scheme", "particle"}};

inline constexpr Parameter kBlocksParameter{
    "blocks",
    "",
    "scheme = particle: blocks of the walk, each taking its share of the bodies",
    1024,
    1,
    1 << 20,
    true,
    {},
    Scope::kCuda,
    {kTriedBlocks, "scheme", "particle"}};

inline constexpr std::array<std::string_view, 2> kSteps{"shared", "individual"};
inline constexpr Choice kStepsChoice{
    "steps", "shared: dt for all; individual: dt / 2^k, each body its own", kSteps, Scope::kBoth};

}  // namespace tycho::tree
