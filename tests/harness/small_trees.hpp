// Small runs of the two trees, a universe and a galaxy, for tests that keep their states.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string_view>

#include "core/contracts/barnes_hut.hpp"
#include "core/contracts/tree_pm.hpp"
#include "harness/backends/list.hpp"
#include "harness/initial/initial.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho {

/// Of the CPU.
inline const Implementation& implementation_of(const Contract& contract) {
  for (const Implementation& entry : backends::implementations(Backend::kCpu))
    if (entry.contract == &contract) return entry;
  throw std::logic_error("not in the list");
}

/// Bodies with steps of their own, on several rungs.
class SmallTrees : public ::testing::TestWithParam<const char*> {
 protected:
  bool universe() const { return GetParam() == std::string_view("tree_pm"); }
  const Contract& contract() const {
    return universe() ? tree_pm::contract() : barnes_hut::contract();
  }
  Settings settings() const {
    Settings settings(contract(), Backend::kCpu, universe() ? 2 : 1);
    if (universe()) {
      settings.set("box", 130.0);
      settings.set("dt", 0.2);
      settings.set("split", std::string_view("compact"));
    } else {
      settings.set("dt", 0.2);
      settings.set("softening", 0.06);
      settings.set("opening", std::string_view("relative"));
      settings.set("moments", std::string_view("monopole"));
      settings.set("softening_kernel", std::string_view("spline"));
    }
    settings.set("steps", std::string_view("individual"));
    return settings;
  }
  Particles initial() const {
    return universe()
               ? initial::make_initial({{"kind", "cosmology"}, {"seed", 1}}, 4096, settings())
               : initial::make_initial({{"kind", "galaxy"}, {"seed", 1}}, 997, settings());
  }
  std::unique_ptr<Algorithm> make() const { return make(settings()); }
  std::unique_ptr<Algorithm> make(const Settings& settings) const {
    return implementation_of(contract()).make(settings);
  }

  TemporaryFolder folder_;
};

}  // namespace tycho
