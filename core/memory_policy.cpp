#include "core/memory_policy.hpp"

#include <linux/mempolicy.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <bitset>
#include <climits>

namespace tycho {

namespace {

// The kernel's own bound on the number of nodes (MAX_NUMNODES) is 1024.
constexpr std::size_t kMostNodes = 1024, kBits = sizeof(unsigned long) * CHAR_BIT;

struct Nodes {
  unsigned long mask[kMostNodes / kBits] = {};

  int count() const {
    std::size_t found = 0;
    for (const unsigned long word : mask) found += std::bitset<kBits>(word).count();
    return static_cast<int>(found);
  }
};

std::optional<Nodes> nodes_allowed() {
  Nodes nodes;
  if (syscall(SYS_get_mempolicy, nullptr, nodes.mask, kMostNodes, nullptr, MPOL_F_MEMS_ALLOWED) !=
      0)
    return {};
  return nodes;
}

std::optional<int> mode() {
  int mode = 0;
  if (syscall(SYS_get_mempolicy, &mode, nullptr, 0, nullptr, 0) != 0) return {};
  return mode;
}

}  // namespace

std::optional<int> memory_nodes() {
  const auto nodes = nodes_allowed();
  if (!nodes) return {};
  return nodes->count();
}

void interleave_memory() {
  const auto nodes = nodes_allowed();
  if (!nodes || nodes->count() < 2 || mode() != MPOL_DEFAULT) return;
  syscall(SYS_set_mempolicy, MPOL_INTERLEAVE, nodes->mask, kMostNodes);
}

std::optional<std::string> memory_policy() {
  const auto found = mode();
  if (!found) return {};
  if (*found == MPOL_DEFAULT || *found == MPOL_LOCAL) return "first touch";
  return *found == MPOL_INTERLEAVE ? "interleaved" : "other";
}

}  // namespace tycho
