#include "harness/campaign/powercap.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace tycho::campaign {

namespace fs = std::filesystem;

namespace {

std::optional<std::uint64_t> number_in(const fs::path& file) {
  std::ifstream in(file);
  std::uint64_t value = 0;
  if (in >> value) return value;
  return std::nullopt;
}

std::string word_in(const fs::path& file) {
  std::ifstream in(file);
  std::string word;
  in >> word;
  return word;
}

// "intel-rapl:0" and its parts "intel-rapl:0:1", on processors by AMD too. The same counters may
// stand there once more under other names ("intel-rapl-mmio:0"), which would count them twice.
bool is_zone(const std::string& name) { return name.starts_with("intel-rapl:"); }

}  // namespace

Powercap::Powercap(const fs::path& root) {
  find(root);
  if (!why_not_.empty()) {
    counters_.clear();
    return;
  }
  const bool packages = std::any_of(counters_.begin(), counters_.end(),
                                    [](const Counter& counter) { return !counter.memory; });
  if (!packages) why_not_ = "the system shows no energy counter of a processor";
}

void Powercap::find(const fs::path& root) {
  std::error_code none;
  std::vector<fs::path> zones;
  for (fs::directory_iterator entry(root, none), end; !none && entry != end; entry.increment(none))
    if (is_zone(entry->path().filename().string())) zones.push_back(entry->path());
  std::sort(zones.begin(), zones.end());
  for (const fs::path& zone : zones) {
    const std::string name = word_in(zone / "name");
    const bool memory = name == "dram";
    // Others are parts of a package (core, uncore) or hold the packages (psys).
    if (!memory && !name.starts_with("package")) continue;
    Counter counter{zone / "energy_uj", 0, 0, 0, memory};
    errno = 0;
    const auto now = number_in(counter.file);
    const int why = errno;
    const auto range = number_in(zone / "max_energy_range_uj");
    if (!now || !range || *range == 0) {
      why_not_ = zone.filename().string() + (now ? "/max_energy_range_uj" : "/energy_uj") +
                 " cannot be read";
      if (!now && why != 0) why_not_ += std::string(": ") + std::strerror(why);
      return;
    }
    counter.range_uj = *range;
    counter.last_uj = *now;
    counters_.push_back(std::move(counter));
  }
}

std::optional<ProcessorEnergy> Powercap::read() {
  if (!available()) return std::nullopt;
  ProcessorEnergy energy;
  for (Counter& counter : counters_) {
    const auto now = number_in(counter.file);
    if (!now) return std::nullopt;
    counter.passed_uj += *now >= counter.last_uj ? *now - counter.last_uj
                                                 : counter.range_uj - counter.last_uj + *now;
    counter.last_uj = *now;
    const double joules = 1e-6 * static_cast<double>(counter.passed_uj);
    if (counter.memory)
      energy.memory_j = energy.memory_j.value_or(0) + joules;
    else
      energy.packages_j += joules;
  }
  return energy;
}

}  // namespace tycho::campaign
