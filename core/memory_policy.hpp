// On which memory nodes (of a machine with several sockets, say) the pages of this process lie.
#pragma once

#include <optional>
#include <string>

namespace tycho {

/// How many nodes this process may take memory from; nothing where the system does not say.
std::optional<int> memory_nodes();

/// From now on pages come from all nodes in turn, for this thread and those it starts. Arrays are
/// filled by one thread and used by all: where they were first touched, one node would serve every
/// socket. Nothing changes on one node, or where a policy was set before (`numactl`).
void interleave_memory();

/// The policy of this thread: "first touch", "interleaved" or "other"; nothing where the system
/// does not say.
std::optional<std::string> memory_policy();

}  // namespace tycho
