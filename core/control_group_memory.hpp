// What Linux's control groups leave to a process of its memory.
#pragma once

#include <cstdint>
#include <filesystem>

namespace tycho {

/// Where a process's groups are listed, and where the groups are mounted.
struct ControlGroups {
  std::filesystem::path own = "/proc/self/cgroup", mounted = "/sys/fs/cgroup";
};

/// The bytes that are left where least is left, of the process's own group and all groups that
/// hold it: a limit is as often that of a slice or of a job as the group's own. Version 2 and
/// version 1; the largest number where no group has a limit.
std::int64_t left_in_control_groups(const ControlGroups& groups = {});

}  // namespace tycho
