// A stage over ranks, cut where ranks wait for each other: its work is timed as the stage, and the
// messages in between as stages of their own.
#pragma once

#include <functional>
#include <vector>

namespace tycho {

template <typename... Given>
struct Turn {
  int stage;
  std::function<void(Given...)> run;
};

template <typename... Given>
using Turns = std::vector<Turn<Given...>>;

}  // namespace tycho
