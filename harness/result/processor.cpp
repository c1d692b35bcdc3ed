#include "harness/result/processor.hpp"

#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "core/available_threads.hpp"
#include "core/joined.hpp"
#include "core/memory_policy.hpp"
#include "harness/result/clock_rate.hpp"
#include "harness/result/topology.hpp"

namespace tycho::result {

namespace {

struct ArmPart {
  std::string_view implementer, part, model;
};

constexpr std::array<ArmPart, 14> kArmParts{{
    {"0x41", "0xd07", "Cortex-A57"},
    {"0x41", "0xd08", "Cortex-A72"},
    {"0x41", "0xd0b", "Cortex-A76"},
    {"0x41", "0xd0c", "Neoverse-N1"},
    {"0x41", "0xd40", "Neoverse-V1"},
    {"0x41", "0xd41", "Cortex-A78"},
    {"0x41", "0xd42", "Cortex-A78AE"},
    {"0x41", "0xd49", "Neoverse-N2"},
    {"0x41", "0xd4f", "Neoverse-V2"},
    {"0x41", "0xd84", "Neoverse-V3"},
    {"0x41", "0xd8e", "Neoverse-N3"},
    {"0x46", "0x001", "A64FX"},
    {"0x48", "0xd01", "Kunpeng-920"},
    {"0xc0", "0xac3", "Ampere-1"},
}};

std::string trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())))
    text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())))
    text.remove_suffix(1);
  return std::string(text);
}

// The first "<key> : <value>" of a cpuinfo or meminfo text.
std::string value_of(std::string_view text, std::string_view key) {
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(':');
    if (colon != std::string::npos && trimmed(line.substr(0, colon)) == key)
      return trimmed(line.substr(colon + 1));
  }
  return {};
}

// "Intel(R) Xeon(R) Platinum 8480C CPU @ 2.00GHz" -> "Intel Xeon Platinum 8480C"
std::string plain(std::string model) {
  for (const std::string_view noise : {"(R)", "(TM)", "(r)", "(tm)", " CPU", " Processor"})
    for (std::size_t at; (at = model.find(noise)) != std::string::npos;)
      model.erase(at, noise.size());
  return trimmed(model.substr(0, model.find('@')));
}

std::string text_of(const char* path) {
  std::ifstream in(path);
  std::ostringstream out;
  out << in.rdbuf();
  return std::move(out).str();
}

// Not /proc/cpuinfo's "cpu MHz", which changes all the time: one machine would look like two.
double highest_clock_mhz() {
  return std::atof(text_of("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq").c_str()) / 1e3;
}

// Whether a hypervisor announces itself.
std::optional<bool> in_virtual_machine(std::string_view cpuinfo) {
  const std::string flags = value_of(cpuinfo, "flags");
  if (!flags.empty()) return (' ' + flags + ' ').find(" hypervisor ") != std::string::npos;
  const std::string type = trimmed(text_of("/sys/hypervisor/type"));
  if (!type.empty()) return true;
  return std::nullopt;
}

std::int64_t usable_memory() {
  std::int64_t bytes = static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
  for (const char* limit :
       {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    const std::int64_t most = std::atoll(text_of(limit).c_str());  // "max" reads as 0
    if (most > 0) bytes = std::min(bytes, most);
  }
  return bytes;
}

}  // namespace

std::string processor_model(std::string_view cpuinfo, std::string_view architecture) {
  if (const std::string model = value_of(cpuinfo, "model name"); !model.empty())
    return plain(model);
  const std::string implementer = value_of(cpuinfo, "CPU implementer");
  const std::string part = value_of(cpuinfo, "CPU part");
  for (const ArmPart& known : kArmParts)
    if (known.implementer == implementer && known.part == part) return std::string(known.model);
  if (!part.empty()) return std::string(architecture) + " part " + implementer + ":" + part;
  return std::string(architecture);
}

std::string processor_identity(std::string_view cpuinfo) {
  constexpr std::array<std::array<std::string_view, 2>, 7> kNumbers{
      {{"vendor_id", ""},
       {"cpu family", "family "},
       {"model", "model "},
       {"stepping", "stepping "},
       {"CPU implementer", "implementer "},
       {"CPU part", "part "},
       {"CPU variant", "variant "}}};
  std::string identity;
  for (const auto& [key, word] : kNumbers) {
    const std::string value = value_of(cpuinfo, key);
    if (!value.empty()) join_to(identity, std::string(word) + value);
  }
  return identity;
}

Processor this_processor() {
  const std::string cpuinfo = text_of("/proc/cpuinfo");
  Processor processor;
  utsname system{};
  if (uname(&system) == 0) processor.architecture = system.machine;
  processor.model = processor_model(cpuinfo, processor.architecture);
  if (const std::string identity = processor_identity(cpuinfo); !identity.empty())
    processor.identity = identity;
  processor.virtual_machine = in_virtual_machine(cpuinfo);
  processor.cores = available_threads();
  const Topology topology = this_topology();
  processor.sockets = topology.sockets;
  processor.physical_cores = topology.cores;
  processor.threads_per_core = topology.threads_per_core;
  processor.memory_nodes = memory_nodes();
  processor.clock_mhz = highest_clock_mhz();
  processor.clock_source = "cpufreq";
  if (!(processor.clock_mhz > 0)) {
    processor.clock_mhz = measured_clock_mhz();
    processor.clock_source = "measured";
  }
  if (!(processor.clock_mhz > 0)) processor.clock_source.reset();
  processor.memory_bytes = usable_memory();
  return processor;
}

}  // namespace tycho::result
