// Steps in parts, for the algorithms whose bodies have steps of their own: what must hold of every
// backend and variant.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/algorithm.hpp"
#include "tests/same_bits.hpp"

namespace tycho {

/// By bits: what a GPU keeps in single precision lies in a double as two numbers.
inline bool same_numbers(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

/// Stopped between two parts of its second step and gone on with by another algorithm, a run of
/// three steps ends with the bits of an unbroken one. So does one that takes its second step in
/// parts and gives a checkpoint between any two.
inline void expect_goes_on_between_rungs(const std::function<std::unique_ptr<Algorithm>()>& make,
                                         const Contract& contract, const Particles& bodies) {
  SilentTimer silent(contract.stages);
  const auto stored = [&](Algorithm& algorithm) {
    Particles p(bodies.size());
    algorithm.store(p);
    return p;
  };
  const auto unbroken = make();
  unbroken->load(bodies);
  for (int step = 0; step < 3; ++step) unbroken->advance(silent);
  const Particles straight = stored(*unbroken);

  const auto in_parts = make();
  in_parts->load(bodies);
  in_parts->advance(silent);
  std::vector<std::vector<double>> between;
  while (!in_parts->advance_part(silent)) between.push_back(in_parts->checkpoint());
  ASSERT_GE(between.size(), 3U) << "all bodies are on one rung, or nearly";
  in_parts->advance(silent);
  {
    SCOPED_TRACE("in parts");
    expect_same_bits(stored(*in_parts), straight);
  }
  for (const std::size_t part : {std::size_t{0}, between.size() / 2, between.size() - 1}) {
    SCOPED_TRACE("gone on with behind part " + std::to_string(part));
    const auto other = make();
    other->restore(bodies, between[part]);
    EXPECT_TRUE(same_numbers(other->checkpoint(), between[part]));
    for (int step = 1; step < 3; ++step) other->advance(silent);
    expect_same_bits(stored(*other), straight);
  }
}

}  // namespace tycho
