// A variant of a library as an algorithm of the harness. What the library may touch lies in guarded
// memory, and what comes back is looked over: whole, with all particles, and of numbers.
//
// In verification, where every stage is waited for, the memory is closed when a step has returned
// and stays closed for a moment, and what is stored is stored twice: a library of which something
// still runs is found. Timed steps are left alone.
#pragma once

#include <memory>

#include "harness/library/given.hpp"

namespace tycho::library {

/// Throws Unavailable where the library says that this machine cannot.
std::unique_ptr<Algorithm> make_algorithm(const Given& given, const Settings& settings);

}  // namespace tycho::library
