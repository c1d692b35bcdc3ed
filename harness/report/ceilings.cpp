#include "harness/report/ceilings.hpp"

#include <algorithm>
#include <cmath>

#include "core/known_contracts.hpp"
#include "core/ranks/communicates.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/number.hpp"
#include "harness/report/sections.hpp"
#include "harness/report/select.hpp"
#include "harness/result/parse_json.hpp"
#include "harness/result/result_files.hpp"

namespace tycho::report {

namespace {

namespace fs = std::filesystem;

/// Whether the bytes are too many for the caches of the cores, but not for the one behind these.
bool in_last_cache(double bytes, const std::string& side, int threads,
                   const result::ProbeFile& probe) {
  return side == "cpu" && probe.core_cache_bytes > 0 && bytes > threads * probe.core_cache_bytes &&
         bytes <= probe.cache_bytes;
}

double cache_bytes(const result::ProbeFile& probe, const std::string& backend) {
  return backend == "cuda" ? probe.l2_bytes : probe.cache_bytes;
}

/// Older results hold the GPU's count for the CPU too; those that name the width of their vectors,
/// the CPU's.
bool counts_cpu_slots(const Run& run) {
  return run.backend == "cpu" && run.machine->provenance.build.simd_bits.has_value();
}

}  // namespace

double memory_bandwidth(const result::ProbeFile& probe, const std::string& backend, int threads) {
  double best = 0;
  for (const char* id : {"copy_memcpy", "copy_kernel", "read", "write", "copy", "triad"})
    if (const result::Ceiling* found = probe.find(backend, id, threads))
      best = std::max(best, found->value);
  return best;
}

double cache_bandwidth(const result::ProbeFile& probe, const std::string& backend, int threads) {
  const result::Ceiling* found =
      probe.find(backend, backend == "cuda" ? "copy_cache" : "triad_cache", threads);
  return found ? found->value : 0;
}

bool by_host(const Run& run, const std::string& stage) {
  const Contract* contract = run.on_gpu() ? find_contract(run.algorithm) : nullptr;
  if (!contract) return false;
  const auto& all = contract->traits.on_host;
  return std::any_of(all.begin(), all.end(), [&](const HostStages& some) {
    const auto chosen = run.settings.find(std::string(some.choice));
    return (some.choice.empty() ||
            (chosen != run.settings.end() &&
             chosen->second == result::SettingValue(std::string(some.value)))) &&
           std::find(some.stages.begin(), some.stages.end(), stage) != some.stages.end();
  });
}

std::string precision_of(const Run& run) {
  const Contract* contract = find_contract(run.algorithm);
  const auto found =
      contract ? run.settings.find(std::string(contract->traits.precision)) : run.settings.end();
  if (found == run.settings.end()) return run.backend == "cuda" ? "fp32" : "fp64";
  return found->second == result::SettingValue("fp64") ? "fp64" : "fp32";
}

std::map<std::string, result::ProbeFile> load_probes(const std::vector<fs::path>& paths) {
  std::map<std::string, result::ProbeFile> probes;
  for (const fs::path& path : paths) {
    for (const fs::path& file : result::files_named(result::kProbeFile, path)) {
      result::ProbeFile probe = result::read_probe(result::parse_json_file(file), file);
      const auto [at, fresh] = probes.try_emplace(probe.machine, probe);
      if (!fresh && at->second.date < probe.date) at->second = std::move(probe);
    }
  }
  return probes;
}

const result::ProbeFile* probe_of(const Run& run, const Evidence& evidence) {
  const auto found = evidence.probes.find(run.machine->name);
  return found == evidence.probes.end() ? nullptr : &found->second;
}

namespace {

/// What the busiest rank received, at the latency and bandwidth between ranks. Which of several
/// stages that communicate received it is not known.
std::optional<Floor> transport_floor(const Run& run, const result::ProbeFile& probe) {
  const auto& stages = run.timing->stages;
  const auto communicating = std::count_if(stages.begin(), stages.end(), [](const auto& stage) {
    return is_communication(stage.first);
  });
  const result::Ceiling* latency = probe.find("cpu", "rank_latency");
  const result::Ceiling* bandwidth = probe.find("cpu", "rank_bandwidth");
  if (communicating != 1 || !latency || !bandwidth || !(bandwidth->value > 0)) return std::nullopt;
  const double seconds =
      run.on_ranks.messages * latency->value + run.on_ranks.bytes / (1e9 * bandwidth->value);
  return seconds > 0 ? std::optional(Floor{"transport", seconds}) : std::nullopt;
}

/// The fastest copy there is between host and GPU; nothing of a stage that copies nothing.
const result::Ceiling* transfer(const Run& run, const std::string& name,
                                const result::ProbeFile& probe) {
  if (!run.on_gpu()) return nullptr;
  if (name == "upload") return probe.find("cuda", "to_device_pinned");
  return name == "download" ? probe.find("cuda", "to_host_pinned") : nullptr;
}

}  // namespace

std::optional<Floor> binding_floor(const Run& run, const std::string& name, const StageTime& stage,
                                   const result::ProbeFile& probe) {
  if (run.ranks && is_communication(name)) return transport_floor(run, probe);
  const bool host = by_host(run, name);
  const std::string side = host ? "cpu" : run.backend;
  Floor binding;
  // A probe is of one node, and of one GPU.
  const int places = side == "cuda" ? run.on_ranks.devices : run.on_ranks.nodes;
  const int threads = run.threads * (run.ranks.value_or(1) + places - 1) / places;
  const auto consider = [&](const std::string& ceiling, double seconds) {
    if (seconds / places > binding.seconds)
      binding = {(host ? "host " : "") + ceiling, seconds / places};
  };
  const double memory = memory_bandwidth(probe, side, threads);
  const double cache = cache_bandwidth(probe, side, threads);
  const double each = stage.bytes / std::max(stage.calls, 1.0);
  const result::Ceiling* last = probe.find(side, "triad_last_cache", threads);
  if (const result::Ceiling* copy = transfer(run, name, probe); copy && copy->value > 0)
    consider("transfer", stage.bytes / (1e9 * copy->value));
  else if (last && last->value > 0 && in_last_cache(each, side, threads, probe))
    consider("last cache", stage.bytes / (1e9 * last->value));
  else if (cache > 0 && each <= cache_bytes(probe, side))
    consider("cache", stage.bytes / (1e9 * cache));
  else if (memory > 0)
    consider("memory", stage.bytes / (1e9 * memory));
  const std::string precision = host ? "fp64" : precision_of(run);
  const result::Ceiling* fma = probe.find(side, "fma_" + precision, threads);
  // Where instructions are counted they are the limit: a multiply-add is one of them, while flops
  // are a convention, which may have more of them than all instructions together can do.
  const bool counted = name == run.timing->rate_stage;
  const bool multiplies = fma && fma->value > 0;
  if (const auto limit = issue_limit(run, stage); limit && counted)
    consider("issue slots", run.timing->count / *limit);
  else if (counts_cpu_slots(run) && counted && stage.issue_slots > 0 && multiplies)
    consider("issue slots", run.timing->count * stage.issue_slots / (0.5e9 * fma->value));
  else if (multiplies)
    consider("fma " + precision, stage.flops / (1e9 * fma->value));
  if (const result::Ceiling* launch = probe.find(side, "launch_graph"))
    if (binding.seconds > 0) consider("launch", places * stage.calls * launch->value);
  if (!(binding.seconds > 0)) return std::nullopt;
  return binding;
}

std::vector<Block> ceilings_section(const Evidence& evidence) {
  std::vector<Block> blocks;
  const auto machines = machines_of(evidence);
  for (const auto& machine : machines) {
    const auto found = evidence.probes.find(machine->name);
    if (found == evidence.probes.end()) continue;
    const result::ProbeFile& probe = found->second;
    if (blocks.empty()) {
      blocks.push_back(Heading{2, "Ceilings", "ceilings"});
      blocks.push_back(Paragraph{
          "What each machine can do at most, measured by tycho probe: medians with their 95% "
          "intervals. The output of every probe was checked; one that was wrong is no ceiling."});
    }
    Table table;
    table.id = machines.size() == 1 ? "ceilings" : slug("ceilings-" + machine->name);
    table.searched = true;
    table.caption = machine->name + ", " + probe.date.substr(0, 10);
    table.columns = {{"Where", "", false}, {"What", "", false},        {"On", "", false},
                     {"Median", "", true}, {"95% interval", "", true}, {"Time", "", true},
                     {"Output", "", false}};
    for (const result::Ceiling& c : probe.ceilings) {
      const auto shown = [&](double value) {
        return c.unit == "s" ? duration(value) : number(value) + " " + c.unit;
      };
      const std::string where = c.backend == "cuda" ? "GPU"
                                                    : std::to_string(c.threads) +
                                                          (c.threads == 1 ? " thread" : " threads");
      table.rows.push_back({{where, "", Tone::kPlain},
                            {c.label, "", Tone::kPlain},
                            {c.size, "", Tone::kPlain},
                            {shown(c.value), "", Tone::kPlain},
                            {shown(c.low) + " to " + shown(c.high), "", Tone::kPlain},
                            {duration(c.seconds), "", Tone::kPlain},
                            {c.pass ? "right" : "wrong", "", c.pass ? Tone::kGood : Tone::kBad}});
    }
    table.folded = true;
    blocks.push_back(std::move(table));
  }
  return blocks;
}

}  // namespace tycho::report
