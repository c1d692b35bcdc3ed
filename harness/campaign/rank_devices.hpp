// Which ranks of a run share a GPU.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/ranks/ranks.hpp"
#include "harness/result/processes_record.hpp"

namespace tycho::campaign {

/// What tells a GPU from the others of its node: where it sits on PCI. Its index does not: a
/// launcher may show each process one GPU, which is number 0 to all of them. Slices of a GPU have
/// one place on PCI, and names of their own in CUDA_VISIBLE_DEVICES ("MIG-..."), `visible`.
std::string device_id(const std::string& bus_id, std::string_view visible);

/// A line of every rank, in the order of the ranks. All ranks call it.
std::vector<std::string> of_all(Ranks& ranks, const std::string& mine);

/// Numbers the GPUs in the order in which ranks have them, and says whether any is shared. `ids`
/// has the device_id() of every rank; where one of them is empty, nothing is known of devices.
void number_devices(result::ProcessesRecord& processes, const std::vector<std::string>& ids);

}  // namespace tycho::campaign
