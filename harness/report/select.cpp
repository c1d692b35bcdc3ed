#include "harness/report/select.hpp"
#include "harness/result/plural.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>
#include <sstream>

#include "core/error.hpp"
#include "harness/report/number.hpp"
#include "harness/result/gpu_lanes.hpp"

namespace tycho::report {

namespace {

using nlohmann::json;

Estimate scaled_inverse(const Estimate& time, double amount) {
  return {amount / time.value, amount / time.high, amount / time.low};
}

const StageTime* find_stage(const Times& timing, const std::string& name) {
  for (const auto& [id, stage] : timing.stages) {
    if (id == name) return &stage;
  }
  return nullptr;
}

std::vector<std::string> parts_of(const std::string& joined, char by) {
  std::vector<std::string> parts;
  std::stringstream stream(joined);
  for (std::string part; std::getline(stream, part, by);) parts.push_back(part);
  return parts;
}

bool contains(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

/// The sum of the stages of a list, "deposit|guard_add", as far as the run has them; a fused stage
/// counts where all it does is in the list. Nothing where the first of the list is not among them.
std::optional<StageTime> summed_stages(const Times& timing, const std::string& list) {
  if (const StageTime* one = find_stage(timing, list)) return *one;
  const auto wanted = parts_of(list, '|');
  StageTime sum;
  bool first = false;
  for (const auto& [id, stage] : timing.stages) {
    const auto parts = parts_of(id, '+');
    if (!std::all_of(parts.begin(), parts.end(),
                     [&](const std::string& part) { return contains(wanted, part); }))
      continue;
    first |= contains(parts, wanted.front());
    sum.step_s.value += stage.step_s.value;
    sum.step_s.low += stage.step_s.low;
    sum.step_s.high += stage.step_s.high;
    sum.flops += stage.flops;
    sum.bytes += stage.bytes;
  }
  return first ? std::optional(sum) : std::nullopt;
}

constexpr double kNanoseconds = 1e9;

Estimate scaled(const Estimate& value, double factor) {
  return {value.value * factor, value.low * factor, value.high * factor};
}

/// NaN where a number was counted that is none: a claim about it does not hold.
std::optional<double> counter(const Run& run, const std::string& name) {
  const auto found = run.counters.find(name);
  if (found == run.counters.end()) return std::nullopt;
  return found->second.value();
}

/// A setting that is a number.
std::optional<double> setting(const Run& run, const std::string& name) {
  const auto found = run.settings.find(name);
  const double* value = found == run.settings.end() ? nullptr : std::get_if<double>(&found->second);
  return value ? std::optional(*value) : std::nullopt;
}

/// Of a stage: what tells how well ranks share the work, and nothing where they shared a GPU.
bool is_of_sharing(const std::string& field) {
  return field == "share" || field == "amdahl" || field == "imbalance";
}

/// What a step could gain if a part of it took no time. The rest is at least what the other stages
/// take: where the part is nearly all, the step less the part is noise.
std::optional<Estimate> amdahl(const Times& timing, const Estimate& part) {
  Estimate others{-part.value, -part.low, -part.high};
  for (const auto& [id, stage] : timing.stages) {
    others.value += stage.step_s.value;
    others.low += stage.step_s.low;
    others.high += stage.step_s.high;
  }
  const double rest = std::max(timing.clean_step_s.value - part.value, others.value);
  if (!(rest > 0)) return std::nullopt;
  return Estimate{1 + part.value / rest, 1 + part.low / std::max(rest, others.high),
                  1 + part.high / (others.low > 0 ? std::min(rest, others.low) : rest)};
}

std::optional<Estimate> stage_quantity(const Run& run, const std::string& stage_id,
                                       const std::string& field) {
  if (run.on_ranks.shared_device && is_of_sharing(field)) return std::nullopt;
  const auto stage = run.timing ? summed_stages(*run.timing, stage_id) : std::nullopt;
  if (!stage) return std::nullopt;
  if (field == "step_s") return stage->step_s;
  if (field == "ns_each" && run.timing->count > 0)
    return scaled(stage->step_s, kNanoseconds / run.timing->count);
  if (field == "share") {
    const Estimate& step = run.timing->clean_step_s;
    return Estimate{stage->step_s.value / step.value, stage->step_s.low / step.high,
                    std::min(1.0, stage->step_s.high / step.low)};
  }
  if (field == "amdahl") return amdahl(*run.timing, stage->step_s);
  if (field == "imbalance" && stage->imbalance)
    return Estimate{*stage->imbalance, *stage->imbalance, *stage->imbalance};
  if (field == "gflops" && stage->flops > 0)
    return scaled_inverse(stage->step_s, stage->flops * 1e-9);
  if (field == "gbytes" && stage->bytes > 0)
    return scaled_inverse(stage->step_s, stage->bytes * 1e-9);
  if (field == "of_copy" && stage->bytes > 0) {
    const double copy = counter(run, "copy_gbytes").value_or(0);
    if (copy > 0) return scaled_inverse(stage->step_s, stage->bytes * 1e-9 / copy);
  }
  // Where no stage is known to do what is counted, the exhibit that names one says so.
  const bool counted = stage_id == run.timing->rate_stage || run.timing->rate_stage.empty();
  if (field == "per_s" && counted) return scaled_inverse(stage->step_s, run.timing->count);
  if (field == "giga_per_s" && counted)
    return scaled_inverse(stage->step_s, run.timing->count * 1e-9);
  if (field == "fraction" && stage_id == run.timing->rate_stage) {
    if (const auto limit = issue_limit(run, *stage))
      return scaled_inverse(stage->step_s, run.timing->count / *limit);
  }
  return std::nullopt;
}

std::optional<Estimate> series_quantity(const Run& run, const std::string& series,
                                        const std::string& field) {
  const result::Curve* curve = run.series.find(series);
  if (!curve || curve->value.empty()) return std::nullopt;
  double result = std::fabs(curve->value.back());
  if (field == "max_abs") {
    // Written so that a NaN anywhere in the series stays.
    for (const double value : curve->value) {
      if (const double size = std::fabs(value); !(size <= result)) result = size;
      if (std::isnan(result)) break;
    }
  } else if (field != "end_abs") {
    return std::nullopt;
  }
  return Estimate{result, result, result};
}

std::optional<double> detail_of(const Check& check, const std::string& name) {
  const auto number = [&](const std::string& of) -> std::optional<double> {
    if (!check.details) return std::nullopt;
    const auto found = check.details->find(of);
    if (found == check.details->end() || std::isnan(found->second)) return std::nullopt;
    return found->second;
  };
  if (name != "change") return number(name);
  const auto initial = number("initial"), final = number("final");
  if (!initial || !final || *initial == 0) return std::nullopt;
  return (*final - *initial) / std::abs(*initial);
}

}  // namespace

Selector read_selector(const json& from) {
  Selector selector;
  for (const auto& [name, value] : from.items()) {
    selector[name] = value.is_array() ? value.get<std::vector<json>>() : std::vector<json>{value};
  }
  return selector;
}

json to_json(const result::SettingValue& value) {
  return std::visit([](const auto& held) { return json(held); }, value);
}

json property(const Run& run, const std::string& name) {
  if (name == "case") return run.case_name;
  if (name == "backend") return run.backend;
  if (name == "variant") return run.variant;
  if (name == "label") return run.label;
  if (name == "threads") return run.threads;
  if (name == "n") return run.n;
  if (name == "ranks") return run.ranks ? json(*run.ranks) : json();
  const auto found = run.settings.find(name);
  return found == run.settings.end() ? json() : to_json(found->second);
}

bool matches(const Run& run, const Selector& selector) {
  return std::all_of(selector.begin(), selector.end(), [&](const auto& condition) {
    const json value = property(run, condition.first);
    return std::find(condition.second.begin(), condition.second.end(), value) !=
           condition.second.end();
  });
}

bool threads_untold(const Run& run) {
  return !run.on_gpu() && run.timing && run.threads > 1 && !run.cores.wait;
}

bool is_interval(const Run& run) {
  if (!run.timing || run.timing->steps_requested != 1) return false;
  const json steps = property(run, "steps");
  return steps == "block" || steps == "individual";
}

std::string steps_text(const Run& run, std::int64_t count) {
  return is_interval(run) ? result::plural(count, "passage") + " of the interval"
                          : result::plural(count, "step");
}

std::string few_steps(const Run& run) {
  constexpr std::int64_t kFewest = 3;
  if (!run.timing || run.timing->steps_measured >= kFewest) return "";
  return steps_text(run, run.timing->steps_measured);
}

std::int64_t steps_gone(const Run& run) {
  std::int64_t steps = run.timing ? run.timing->steps_measured : 0;
  if (const result::Curve* along = run.series.find("difference"); along && !along->t.empty())
    steps = std::max(steps, static_cast<std::int64_t>(along->t.back()));
  return steps;
}

std::string text_of(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return exact(value.get<double>());
  return value.is_null() ? "" : value.dump();  // a count with all its digits
}

std::optional<int> lanes_of(const Run& run) {
  if (run.backend != "cuda" || !run.machine->provenance.gpu) return std::nullopt;
  return result::single_lanes(run.machine->provenance.gpu->compute_capability);
}

std::optional<double> peak_gflops(const Run& run) {
  const Machine& machine = *run.machine;
  const auto lanes = lanes_of(run);
  if (!lanes || machine.sms <= 0 || !(machine.clock_mhz > 0)) return std::nullopt;
  return *lanes * machine.sms * machine.clock_mhz * 1e-3;
}

std::optional<double> issue_limit(const Run& run, const StageTime& stage) {
  const double clock = run.clock_mhz > 0 ? run.clock_mhz : run.machine->clock_mhz;
  const auto lanes = lanes_of(run);
  if (!lanes || !(stage.issue_slots > 0) || !(clock > 0) || run.machine->sms <= 0)
    return std::nullopt;
  return 1e6 * *lanes * run.machine->sms * clock / stage.issue_slots;
}

std::string why_missing(const Run& run, const std::string& name) {
  for (const auto& [stage, why] : run.untaken)
    if (name.starts_with("counter:" + stage + "_")) return why;
  const bool of_sharing =
      name.starts_with("rank_") ||
      (name.starts_with("stage:") && is_of_sharing(name.substr(name.rfind('.') + 1)));
  if (run.on_ranks.shared_device && of_sharing)
    return "its ranks shared a GPU: its times are not to be judged by";
  return run.timing ? "this run has no such number" : "this run was not timed";
}

std::optional<Estimate> quantity_of(const Run& run, const std::string& name) {
  if (!run.ok()) return std::nullopt;
  if (const std::size_t star = name.find('*'); star != std::string::npos) {
    const auto once = quantity_of(run, name.substr(star + 1));
    const double factor = std::strtod(name.c_str(), nullptr);
    if (!(factor > 0)) throw UsageError("unknown quantity '" + name + "': '*' needs a number");
    return once ? std::optional(scaled(*once, factor)) : std::nullopt;
  }
  const std::size_t colon = name.find(':');
  if (colon != std::string::npos) {
    const std::string kind = name.substr(0, colon), rest = name.substr(colon + 1);
    const std::size_t dot = rest.rfind('.');
    const std::string head = rest.substr(0, dot);
    const std::string tail = dot == std::string::npos ? "" : rest.substr(dot + 1);
    if (kind == "stage") return stage_quantity(run, head, tail);
    if (kind == "series") return series_quantity(run, head, tail);
    if (kind == "counter" || kind == "setting") {
      const auto value = kind == "counter" ? counter(run, rest) : setting(run, rest);
      if (!value) return std::nullopt;
      return Estimate{*value, *value, *value};
    }
    if (kind == "check") {
      const std::string check_name = rest.substr(0, rest.find('.'));
      for (const Check& check : run.checks) {
        if (check.name != check_name) continue;
        if (check_name == rest) return Estimate{check.value, check.value, check.value};
        // Percentiles have a dot in their name: "p99.9".
        const auto value = detail_of(check, rest.substr(check_name.size() + 1));
        if (value) return Estimate{*value, *value, *value};
      }
      return std::nullopt;
    }
    throw UsageError("unknown quantity '" + name +
                     "': a kind is stage, series, counter, setting "
                     "or check");
  }
  static const std::set<std::string> kKnown{"step_s",      "total_s",      "gflops",
                                            "of_peak",     "per_s",        "ns_each",
                                            "rank_step_s", "rank_seconds", "moved"};
  if (!kKnown.count(name))
    throw UsageError("unknown quantity '" + name +
                     "': known are step_s, total_s, gflops, of_peak, per_s, ns_each, rank_step_s, "
                     "rank_seconds, moved");
  if (name == "moved") {
    const auto steps = counter(run, "particle_steps"), points = counter(run, "substeps");
    if (!steps || !points || !(*points > 0)) return std::nullopt;
    const double part = *steps / (static_cast<double>(run.n) * *points);
    return Estimate{part, part, part};
  }
  if (!run.timing) return std::nullopt;
  const Times& timing = *run.timing;
  if (name == "rank_step_s" || name == "rank_seconds") {
    if (!run.ranks || run.on_ranks.shared_device) return std::nullopt;
    return name == "rank_step_s" ? timing.step_s : scaled(timing.step_s, *run.ranks);
  }
  if (name == "step_s") return timing.step_s;
  if (name == "total_s") return timing.total_s;
  if (name == "ns_each" && timing.count > 0)
    return scaled(timing.step_s, kNanoseconds / timing.count);
  if (name == "per_s" && timing.count > 0) return scaled_inverse(timing.step_s, timing.count);
  if (name == "of_peak") {
    const auto rate = quantity_of(run, "gflops");
    const auto peak = peak_gflops(run);
    return rate && peak ? std::optional(scaled(*rate, 1 / *peak)) : std::nullopt;
  }
  if (name == "gflops") {
    const StageTime* stage = find_stage(timing, timing.rate_stage);
    if (stage && stage->flops > 0) return scaled_inverse(timing.step_s, stage->flops * 1e-9);
  }
  return std::nullopt;
}

Processes processes_of(const Run& run, const std::string& name) {
  if (!run.timing) return {};
  if (name == "step_s") return run.timing->processes;
  const std::string kind = "stage:", field = ".step_s";
  if (!name.starts_with(kind) || !name.ends_with(field)) return {};
  const StageTime* stage =
      find_stage(*run.timing, name.substr(kind.size(), name.size() - kind.size() - field.size()));
  return stage ? stage->processes : Processes{};
}

std::vector<double> levels_of(const std::vector<double>& times) {
  std::vector<double> levels;
  for (const double time : times) levels.push_back(std::log(time));
  return levels;
}

std::vector<double> levels_of_all(const Processes& processes) {
  std::vector<double> all = processes.counted;
  all.insert(all.end(), processes.left_out.begin(), processes.left_out.end());
  return levels_of(all);
}

std::string fused_stage(const Run& run, const std::string& list) {
  const auto wanted = parts_of(list, '|');
  if (!run.timing || wanted.empty()) return "";
  for (const auto& [id, stage] : run.timing->stages) {
    const auto parts = parts_of(id, '+');
    if (parts.size() > 1 && contains(parts, wanted.front())) return id;
  }
  return "";
}

}  // namespace tycho::report
