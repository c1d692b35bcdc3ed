#include "core/control_group_memory.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

namespace tycho {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

/// What the two versions call the same.
struct Names {
  const char *limit, *used, *dropped;
};
constexpr Names kVersion2{"memory.max", "memory.current", "inactive_file"};
constexpr Names kVersion1{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"};

/// Nothing where there is no such file, or no number in it: "max" where there is no limit.
std::optional<std::int64_t> number_in(const fs::path& file) {
  std::int64_t number = 0;
  if (std::ifstream(file) >> number) return number;
  return std::nullopt;
}

/// Cached files, which the kernel drops before it refuses memory: they count as used.
std::int64_t dropped_in(const fs::path& file, const std::string& wanted) {
  std::ifstream in(file);
  std::int64_t bytes = 0;
  for (std::string name; in >> name >> bytes;)
    if (name == wanted) return bytes;
  return 0;
}

std::int64_t left_in(const fs::path& group, const Names& names) {
  const auto most = number_in(group / names.limit), used = number_in(group / names.used);
  if (!most || !used) return kNoLimit;
  const std::int64_t held = *used - dropped_in(group / "memory.stat", names.dropped);
  return std::max<std::int64_t>(*most - std::max<std::int64_t>(held, 0), 0);
}

/// From the group up to the mount. A container may see its own group as the mount, and be told a
/// path that is not below it: what is not there has no limit.
std::int64_t least_left(const fs::path& mount, const std::string& group, const Names& names) {
  std::int64_t least = left_in(mount, names);
  fs::path folder = mount;
  for (const fs::path& part : fs::path("/" + group).lexically_normal().relative_path())
    least = std::min(least, left_in(folder /= part, names));
  return least;
}

bool has_memory(const std::string& controllers) {
  return ("," + controllers + ",").find(",memory,") != std::string::npos;
}

}  // namespace

std::int64_t left_in_control_groups(const ControlGroups& groups) {
  std::int64_t least = left_in(groups.mounted, kVersion2);
  std::ifstream own(groups.own);
  // "0::/user.slice" of version 2, "4:cpu,memory:/job" of version 1.
  for (std::string id, controllers, group; std::getline(own, id, ':') &&
                                           std::getline(own, controllers, ':') &&
                                           std::getline(own, group);)
    if (controllers.empty())
      least = std::min(least, least_left(groups.mounted, group, kVersion2));
    else if (has_memory(controllers))
      least = std::min(least, least_left(groups.mounted / "memory", group, kVersion1));
  return least;
}

}  // namespace tycho
