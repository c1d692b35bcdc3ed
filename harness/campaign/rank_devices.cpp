#include "harness/campaign/rank_devices.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

namespace tycho::campaign {

std::string device_id(const std::string& bus_id, std::string_view visible) {
  return !bus_id.empty() && visible.starts_with("MIG-") ? std::string(visible) : bus_id;
}

std::vector<std::string> of_all(Ranks& ranks, const std::string& mine) {
  const std::string line = mine + '\n';
  const std::vector<char> all = ranks.all_gather(std::span<const char>(line));
  std::istringstream lines(std::string(all.begin(), all.end()));
  std::vector<std::string> found;
  for (std::string one; std::getline(lines, one);) found.push_back(one);
  return found;
}

void number_devices(result::ProcessesRecord& processes, const std::vector<std::string>& ids) {
  processes.devices.reset();
  processes.shared_device.reset();
  if (std::find(ids.begin(), ids.end(), "") != ids.end()) return;
  std::map<std::pair<std::int64_t, std::string>, std::int64_t> number;
  processes.devices.emplace();
  for (std::size_t r = 0; r < ids.size(); ++r) {
    const auto next = static_cast<std::int64_t>(number.size());
    const std::pair device{processes.nodes.at(r), ids[r]};
    processes.devices->push_back(number.emplace(device, next).first->second);
  }
  processes.shared_device = number.size() < ids.size();
}

}  // namespace tycho::campaign
