#include "harness/report/verdict.hpp"

#include <algorithm>

#include "harness/report/factor.hpp"
#include "harness/report/noise.hpp"
#include "harness/report/number.hpp"

namespace tycho::report {

namespace {

std::string percent(double part) { return number(100 * part, 2) + "%"; }

std::string whole_range(const std::set<std::int64_t>& values) {
  const std::string from = count_text(*values.begin()), to = count_text(*values.rbegin());
  return from == to ? from : from + " to " + to;
}

std::set<std::int64_t> sizes_in(const nlohmann::json& test) {
  std::set<std::int64_t> sizes;
  const auto of = test.find("of");
  if (of == test.end() || !of->contains("n")) return sizes;
  const auto selector = read_selector(*of);
  for (const auto& n : selector.at("n"))
    if (n.is_number_integer()) sizes.insert(n.get<std::int64_t>());
  return sizes;
}

std::string number_range(const std::vector<Estimate>& values, bool shares) {
  std::vector<double> middles;
  for (const Estimate& value : values) middles.push_back(value.value);
  return shares ? percent_range(middles) : range(middles);
}

std::string factor_range(const std::vector<Estimate>& factors) {
  const auto [least, most] =
      std::minmax_element(factors.begin(), factors.end(),
                          [](const Estimate& a, const Estimate& b) { return a.value < b.value; });
  const std::string from = factor_text({*least}), to = factor_text({*most});
  return from == to ? from : from + " to " + to;
}

}  // namespace

bool is_time(const std::string& quantity) {
  const std::string kind = quantity.substr(0, quantity.find(':'));
  return kind != "counter" && kind != "check" && kind != "setting" && kind != "series";
}

bool is_of_shares(const nlohmann::json& test) {
  return test.value("kind", "") == "value" && test.value("quantity", "").ends_with(".share");
}

std::optional<Measured> measured(const Run& run, const std::string& quantity) {
  const auto estimate = quantity_of(run, quantity);
  if (!estimate) return std::nullopt;
  Measured value{&run, *estimate};
  value.noisy = noisy(*estimate);
  value.untold = is_time(quantity) && threads_untold(run);
  if (run.timing) value.steps = is_time(quantity) ? run.timing->steps_measured : steps_gone(run);
  // What stands between the ends of a quotient of one step's stages is no scatter.
  const bool one_step = run.timing && run.timing->steps_measured == 1;
  if (is_time(quantity) && (one_step || estimate->low == estimate->high)) {
    value.once = true;
    value.value.low *= 1 - kWidestInterval;
    value.value.high *= 1 + kWidestInterval;
  }
  return value;
}

bool any_untold(const std::vector<Measured>& values) {
  return std::any_of(values.begin(), values.end(),
                     [](const Measured& value) { return value.untold; });
}

Answer place(const Estimate& value, const Bounds& bounds) {
  if (!(value.high >= bounds.least && value.low <= bounds.most)) return Answer::kBeyond;
  return bounds.hold(value.low) && bounds.hold(value.high) ? Answer::kWithin : Answer::kNoise;
}

Estimate quotient(const Estimate& over, const Estimate& under) {
  return {over.value / under.value, over.low / under.high,
          under.low > 0 ? over.high / under.low : HUGE_VAL};
}

Trial::Trial(const nlohmann::json& test)
    : bounds_{test.value("least", -HUGE_VAL), test.value("most", HUGE_VAL)},
      wanted_(sizes_in(test)),
      least_n_(test.value("least_n", std::int64_t{0})),
      published_n_(test.value("published_n", std::int64_t{0})),
      shares_(is_of_shares(test)),
      factors_(test.value("kind", "") == "ratio") {}

void Trial::count(Answer answer) {
  ++answers_;
  beyond_ += answer == Answer::kBeyond;
  noise_ += answer == Answer::kNoise;
  untold_ += answer == Answer::kUntold;
}

/// A value, and the times that it follows from, the first of which is of the claim's size.
void Trial::give(const Estimate& value, const std::vector<Measured>& from) {
  for (const Measured& one : from) note(one);
  if (from.front().run->n < least_n_) {
    too_small_.push_back(value);
    return;
  }
  values_.push_back(value);
  count(any_untold(from) ? Answer::kUntold : place(value, bounds_));
}

void Trial::note(const Measured& value) {
  any_untold_ |= value.untold;
  sizes_.insert(value.run->n);
  if (value.steps > 0) (is_interval(*value.run) ? passages_ : steps_).insert(value.steps);
  if (value.once)
    once_ = true;
  else
    widest_ = std::max(widest_, width_of(value.value));
}

void Trial::add(const Measured& value) { give(value.value, {value}); }

void Trial::add_ratio(const Measured& over, const Measured& under) {
  give(quotient(over.value, under.value), {over, under});
}

void Trial::add(Answer answer, const std::vector<Measured>& values) {
  count(answer);
  for (const Measured& value : values) note(value);
}

void Trial::add_not_run(const std::string& where, const Measured& instead) {
  not_run_.push_back(where);
  note(instead);
}

std::string Trial::missing() const {
  std::vector<std::string> sizes;
  for (const std::int64_t n : wanted_)
    if (!sizes_.count(n)) sizes.push_back(count_text(n));
  return listed(sizes);
}

std::string Trial::seen(const std::string& unit) const {
  const std::vector<Estimate>& shown = values_.empty() ? too_small_ : values_;
  std::string text = factors_ ? factor_range(shown) : number_range(shown, shares_);
  if (shown.size() == 1 && shown[0].low < shown[0].high) {
    const auto& [value, low, high] = shown[0];
    const double scale = shares_ ? 100 : 1;
    // What a noisy time allows may have no upper end.
    constexpr double kEndless = 1000;
    text += " (" + number(scale * low, 3) +
            (high > kEndless * value ? " or more" : " to " + number(scale * high, 3)) + ")";
  }
  if (shown.size() > 1 && !unit.empty())
    text += " over " + std::to_string(shown.size()) + " " + unit;
  return text;
}

std::string Trial::basis() const {
  std::string text = "N = " + whole_range(sizes_);
  if (published_n_ > 0 && (sizes_.size() > 1 || *sizes_.begin() != published_n_))
    text += " (published: " + count_text(published_n_) + ")";
  if (!steps_.empty())
    text += ", " + whole_range(steps_) + (*steps_.rbegin() == 1 ? " step" : " steps");
  if (!passages_.empty())
    text += ", " + whole_range(passages_) + (*passages_.rbegin() == 1 ? " passage" : " passages") +
            " of the interval";
  if (widest_ > 0)
    text += ", intervals up to " + (widest_ > 1 ? "more than 100%" : percent(widest_));
  if (any_untold_)
    text +=
        ", with CPU threads that were not bound to cores, whose times can be many times too long";
  if (once_) text += ", \u00b1" + percent(kWidestInterval) + " where a time was measured once";
  return text;
}

std::string Trial::why_undecided() const {
  std::vector<std::string> why;
  if (noise_ > 0)
    why.push_back("noise: " + std::to_string(noise_) + " of " + std::to_string(answers_) +
                  " with an interval that reaches over the bound");
  if (untold_ > 0)
    why.push_back("threads: " + std::to_string(untold_) + " of " + std::to_string(answers_) +
                  " with a CPU time of threads that were not bound");
  if (const std::string sizes = missing(); !sizes.empty())
    why.push_back("size: not run at N = " + sizes);
  if (!not_run_.empty()) why.push_back("not run at " + listed(not_run_));
  if (answers_ == 0 && not_run_.empty())
    why.push_back("size: the claim is of N from " + count_text(least_n_) + " on");
  return listed(why);
}

Finding Trial::finding(const std::string& unit, const std::string& instead) const {
  const std::string observed = (instead.empty() ? seen(unit) : instead) + "; " + basis();
  if (beyond_ > 0) return {Verdict::kDoesNotHold, observed};
  const std::string why = why_undecided();
  if (why.empty()) return {Verdict::kHolds, observed};
  return {Verdict::kUndecided, observed + "; " + why};
}

}  // namespace tycho::report
