#include "harness/report/headlines.hpp"

#include <algorithm>
#include <cmath>

#include "harness/report/cell_text.hpp"
#include "harness/report/grid.hpp"
#include "harness/report/number.hpp"
#include "harness/report/recorded_numbers.hpp"
#include "harness/report/sections.hpp"
#include "harness/report/select.hpp"

namespace tycho::report {

namespace {

/// The exhibit whose quantity a headline shows, so that speed-ups are had in one way everywhere.
Exhibit as_exhibit(const Headline& headline) {
  Exhibit exhibit;
  exhibit.y_quantity = headline.quantity;
  exhibit.base = headline.base;
  exhibit.against = headline.against;
  return exhibit;
}

std::string headline_text(const Headline& headline, double value, int digits = 3) {
  if (headline.quantity == "total_s" || headline.quantity == "step_s")
    return duration(value, digits);
  return number(value, digits) + (headline.quantity == "ns_each" ? " ns" : "");
}

/// With the digits that the paper prints.
std::string printed_headline(const Headline& headline, const PublishedValue& then) {
  return headline_text(headline, then.value, digits_of(then)) +
         (headline.quantity == "speedup" ? " times its CPU" : "");
}

struct Now {
  const Run* run = nullptr;
  Known value;
  bool untold = false;      // the value rests on threads that nobody bound to cores
  bool of_several = false;  // of that size
};

Now now(const Headline& headline, const Selector& select, const Paper& paper,
        const Evidence& evidence) {
  const std::string time = headline.base.empty() ? headline.quantity : headline.base;
  const Choice choice = answering_run(select, paper.key, time, headline.n, evidence.runs);
  Now found;
  found.run = choice.run;
  found.of_several = has_rivals(choice);
  if (!found.run) return found;
  const Exhibit exhibit = as_exhibit(headline);
  GridCell cell = state_of(*found.run, time);
  cell.value = shown(exhibit, *found.run, evidence);
  if (!cell.value) {
    found.run = nullptr;
    return found;
  }
  if (rests_on_noise(exhibit, *found.run, evidence)) cell.make_noisy();
  found.value = known(exhibit, cell);
  found.untold = rests_on_untold(exhibit, *found.run, evidence);
  return found;
}

/// "from 20 of 5,742 steps" where the total was not run; else nothing.
std::string part_note(const Headline& headline, const Run& run) {
  if (headline.quantity != "total_s" || !run.timing || !run.timing->extrapolated) return "";
  return "from " + count_text(run.timing->steps_measured) + " of " +
         count_text(run.timing->steps_requested) + " steps";
}

/// What a run of a part of the steps has to say of itself.
std::string run_note(const Headline& headline, const Run& run) {
  const std::string part = part_note(headline, run);
  return run.label + (part.empty() ? "" : ", ") + part;
}

std::string size_text(const Headline& headline) {
  return headline.size.empty() ? "N = " + count_text(headline.n) : headline.size;
}

std::string marks_of(const Now& found) {
  return (found.value.noisy ? std::string(" ") + kNoisyMark : "") + untold_mark(found.untold);
}

/// A time with the mark of its noise; of a speed-up that rests on noise what it lies between.
std::string now_text(const Headline& headline, const Now& found) {
  if (headline.quantity != "speedup")
    return headline_text(headline, found.value.value.value) + marks_of(found);
  return factor_text(found.value) + " times one CPU thread" + marks_of(found);
}

Tone headline_tone(const Now& found) { return found.value.noisy ? Tone::kNoisy : Tone::kPlain; }

Cell now_cell(const Headline& headline, const Now& found) {
  if (!found.run) return {"\u2013", "", Tone::kPlain};
  // A run of another size is no answer to the row's: it says so beside its number.
  const Run& run = *found.run;
  return {now_text(headline, found) + (run.n == headline.n ? "" : " at N = " + count_text(run.n)),
          run_note(headline, run), headline_tone(found)};
}

/// How many times better the best of today is, or what that lies between where it rests on noise;
/// nothing where it ran at another size.
std::string factor(const Headline& headline, const PublishedValue& then, const Now& best) {
  if (!best.run) return "";
  const bool each = headline.quantity == "ns_each";
  if (best.run->n != headline.n && !each) return "";
  const Known factor = headline.quantity == "speedup" ? factor_of(best.value, known(then))
                                                      : factor_of(known(then), best.value);
  if (!std::isfinite(factor.value.value)) return "";
  return factor_text(factor) + "\u00d7" + marks_of(best);
}

Cell factor_cell(const Headline& headline, const PublishedValue& then, const Now& best) {
  const std::string text = factor(headline, then, best);
  const bool of_speedups = headline.quantity == "speedup" && !text.empty();
  return {text, of_speedups ? "of the speed-ups" : "",
          text.empty() ? Tone::kPlain : headline_tone(best)};
}

std::string how(const Headline& headline, const Now& best, const Evidence& evidence) {
  if (!best.run || !best.run->timing) return "";
  const Times& timing = *best.run->timing;
  std::string steps = plural(timing.steps_measured, "step") + " timed";
  if (timing.steps_requested == 1)  // a stretch of time, however many steps its bodies take
    steps = timing.steps_measured == 1 ? "timed once"
                                       : "timed " + count_text(timing.steps_measured) + " times";
  if (headline.quantity == "speedup")
    steps +=
        ", over " +
        count_text(
            counterpart_of(as_exhibit(headline), *best.run, evidence)->timing->steps_measured) +
        " on the CPU";
  if (best.run->n != headline.n)
    return "the paper's size was not run; no factor across sizes. " + steps;
  return steps;
}

struct HeadlineOf {
  const Paper* paper;
  const Headline* headline;
};

/// Of one paper all. Times first: a ratio of two speed-ups, each over a CPU of its own, needs more
/// thought.
std::vector<HeadlineOf> headlines_of(const std::vector<const Paper*>& papers) {
  std::vector<HeadlineOf> rows;
  for (const Paper* paper : papers)
    for (const Headline& headline : paper->headlines)
      if (headline.on_front || papers.size() == 1) rows.push_back({paper, &headline});
  std::stable_partition(rows.begin(), rows.end(),
                        [](const HeadlineOf& row) { return row.headline->quantity != "speedup"; });
  return rows;
}

}  // namespace

Choice answering_run(const Selector& select, const std::string& paper, const std::string& quantity,
                     std::int64_t n, const std::vector<Run>& runs) {
  std::vector<const Run*> found;
  for (const Run& run : runs) {
    if (run.paper != paper || run.n > n || !matches(run, select)) continue;
    if (const auto time = quantity_of(run, quantity); time && std::isfinite(time->value))
      found.push_back(&run);
  }
  return choose(found, {select, quantity, true});
}

Table headlines_table(const std::vector<const Paper*>& papers, const Evidence& evidence) {
  Table table;
  table.id = "then-and-now";
  table.caption = "Then and now";
  table.columns = {{"What", "", false},
                   {"Then", "", false},
                   {"Now, the paper's method", "", false},
                   {"Now, the best method", "", false},
                   {"Factor", "", true},
                   {"Size, how measured", "", false}};
  std::vector<std::string> missing;
  std::vector<const Run*> by_method, by_best;  // of the rows
  bool of_several = false, of_speedups = false;
  for (const auto& [paper, asked] : headlines_of(papers)) {
    const Headline& headline = *asked;
    const PublishedValue& then = paper->value(headline.value);
    const Now method = now(headline, headline.method, *paper, evidence);
    const Now best = now(headline, headline.best, *paper, evidence);
    if (!method.run && !best.run) {
      missing.push_back(headline.what + " (" + paper->key + ")");
      continue;
    }
    of_several |= method.of_several || best.of_several;
    of_speedups |= headline.quantity == "speedup";
    by_method.push_back(method.run);
    by_best.push_back(best.run);
    table.rows.push_back({{headline.what, paper->key, Tone::kPlain, paper->key + ".html"},
                          {printed_headline(headline, then), headline.on, Tone::kPlain},
                          now_cell(headline, method),
                          now_cell(headline, best),
                          factor_cell(headline, then, best),
                          {size_text(headline), how(headline, best, evidence), Tone::kPlain}});
  }
  name_recorded(table, 2, by_method);
  name_recorded(table, 3, by_best);
  table.notes.push_back(
      std::string("Factor: the best method of now against then, at the paper's size. A time at "
                  "another N is of the largest that was run.") +
      (of_speedups ? " Where the paper prints speed-ups over its own CPU, it is the ratio of two "
                     "speed-ups, each over a CPU of its time."
                   : "") +
      " " + kFactorDigits);
  if (of_several) table.notes.push_back(kFastestOfSeveral);
  explain_marks(table);
  if (!missing.empty()) table.notes.push_back("Not run here: " + listed(missing) + ".");
  return table;
}

Table brief_headlines_table(const std::vector<const Paper*>& papers, const Evidence& evidence) {
  std::string here;
  const auto machines = machines_of(evidence);
  if (machines.size() == 1) here = machines[0]->gpu.empty() ? machines[0]->name : machines[0]->gpu;
  Table table;
  table.columns = {{"What", "", false},
                   {"Then, as published", "", false},
                   {here.empty() ? "Now" : "Now, " + here, "", false},
                   {"Factor", "", true}};
  for (const auto& [paper, asked] : headlines_of(papers)) {
    const Headline& headline = *asked;
    const Now best = now(headline, headline.best, *paper, evidence);
    if (!best.run || best.run->n != headline.n) continue;
    const PublishedValue& then = paper->value(headline.value);
    table.rows.push_back(
        {{headline.what, size_text(headline), Tone::kPlain},
         {printed_headline(headline, then), headline.on, Tone::kPlain},
         {now_text(headline, best), part_note(headline, *best.run), headline_tone(best)},
         factor_cell(headline, then, best)});
  }
  explain_marks(table);
  return table;
}

}  // namespace tycho::report
