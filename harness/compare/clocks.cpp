#include "harness/compare/clocks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>

#include "harness/compare/part.hpp"

namespace tycho::compare {

namespace {

using nlohmann::json;

// No GPU is throttled to less than this part of its clock; one that has nothing to do is.
constexpr double kAtRest = 0.5;

struct Range {
  double slowest, fastest;  // MHz, or the least and the most of something else
};

std::optional<double> clock(const json& device, const std::string& key) {
  const auto found = device.find(key);
  if (found == device.end() || !found->is_number() || !(found->get<double>() > 0))
    return std::nullopt;
  return found->get<double>();
}

std::optional<Range> clocks_of(const json& device, const std::string& prefix) {
  if (const auto mean = clock(device, prefix + "_mean_mhz")) return Range{*mean, *mean};
  const auto before = clock(device, prefix + "_before_mhz");
  const auto after = clock(device, prefix + "_after_mhz");
  if (!before && !after) return std::nullopt;
  const double slowest = after.value_or(*(before ? before : after));
  const double fastest = std::max(slowest, before.value_or(slowest));
  return Range{slowest < kAtRest * fastest ? fastest : slowest, fastest};
}

std::optional<Range> clocks_of(const std::vector<const json*>& runs, const std::string& prefix) {
  std::optional<Range> all;
  for (const json* run : runs) {
    const auto one = clocks_of(part(*run, "device"), prefix);
    if (!one) continue;
    if (!all) all = one;
    all = Range{std::min(all->slowest, one->slowest), std::max(all->fastest, one->fastest)};
  }
  return all;
}

std::string text(const Range& range) {
  const auto whole = [](double mhz) { return std::to_string(std::llround(mhz)); };
  const std::string slowest = whole(range.slowest), fastest = whole(range.fastest);
  return slowest == fastest ? slowest : fastest + " to " + slowest;
}

// The least and the most that others used of the cores.
std::optional<Range> others_of(const std::vector<const json*>& runs) {
  std::optional<Range> all;
  for (const json* run : runs) {
    const json& device = part(*run, "device");
    const auto found = device.find("other_cores");
    if (found == device.end() || !found->is_number()) continue;
    const double used = found->get<double>();
    if (!all) all = Range{used, used};
    all = Range{std::min(all->slowest, used), std::max(all->fastest, used)};
  }
  return all;
}

// What is read from counters of 10 ms in a short run.
constexpr double kLoadNoise = 0.25;

std::string one_digit(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

}  // namespace

ClockShare clock_share(const std::vector<const json*>& base,
                       const std::vector<const json*>& fresh) {
  ClockShare share;
  // A stage is bound by one of the two clocks: the one that accounts for more is given credit.
  for (const auto& [key, name] :
       {std::pair<const char*, const char*>{"clock", "clock"}, {"memory_clock", "memory clock"}}) {
    const auto before = clocks_of(base, key), after = clocks_of(fresh, key);
    if (!before || !after) continue;
    share.least = std::min(share.least, before->slowest / after->fastest);
    share.most = std::max(share.most, before->fastest / after->slowest);
    const bool steady = std::llround(before->slowest) == std::llround(before->fastest);
    if (steady && text(*before) == text(*after)) continue;
    if (!share.words.empty()) share.words += ", ";
    share.words += std::string(name) + " " + text(*before) + " MHz, then " + text(*after) + " MHz";
  }
  return share;
}

std::string load_explains(const std::vector<const json*>& base,
                          const std::vector<const json*>& fresh, int cores, bool slower) {
  const auto before = others_of(base), after = others_of(fresh);
  if (!before || !after || cores < 1) return "";
  const double threads = fresh.front()->value("threads", 1);
  const double crowded = slower ? after->fastest : before->fastest;
  const double other = slower ? before->slowest : after->slowest;
  if (threads + crowded <= cores + kLoadNoise || crowded <= other + kLoadNoise) return "";
  return "other processes used " + one_digit(slower ? before->slowest : before->fastest) +
         " cores, then " + one_digit(slower ? after->fastest : after->slowest) + " of " +
         std::to_string(cores);
}

}  // namespace tycho::compare
