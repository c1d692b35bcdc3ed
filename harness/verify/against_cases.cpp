#include "harness/verify/against_cases.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "harness/campaign/describe.hpp"
#include "harness/case/plan.hpp"
#include "harness/checks/check.hpp"
#include "harness/result/build_info.hpp"
#include "harness/result/current_names.hpp"
#include "harness/result/key_of.hpp"
#include "harness/result/one_line.hpp"
#include "harness/result/seven_digits.hpp"
#include "harness/result/where.hpp"
#include "harness/verify/against_contract.hpp"

namespace tycho::verify {

namespace {

using result::CheckRecord;
using result::place;
using result::RunRecord;
using result::Where;

/// One run against one case.
class Held {
 public:
  Held(const ShelvedCase& shelved, const std::string& commit, AgainstCases& out)
      : origin_(*shelved.as_read), as_then_(shelved.as_then), commit_(commit), out_(out) {}

  /// A run of a library of the user's, against the run of the variant that it was held to. Its
  /// settings and its stages are the library's.
  void library_run(const RunRecord& run, const cases::RunSpec& planned, const Where& at) {
    if (run.algorithm != planned.origin->algorithm)
      differ(place(at, run, run.algorithm),
             "is not the case's, '" + planned.origin->algorithm + "'", true);
    if (!run.ok()) return;
    checks(run, planned.variant->name, place(at, run, run.checks), &planned.settings.contract());
    if (run.timing) steps(*run.timing, planned, place(at, run, run.timing));
  }

  void run(const RunRecord& run, const cases::RunSpec& planned, const Where& at) {
    const result::RunDescription wanted = campaign::describe(planned);
    if (run.algorithm != wanted.algorithm)
      differ(place(at, run, run.algorithm), "is not the case's, '" + wanted.algorithm + "'", true);
    if (run.label != wanted.label)
      differ(place(at, run, run.label), "is not the case's, '" + wanted.label + "'", false);
    if (run.backend != wanted.backend)
      differ(place(at, run, run.backend), "is not that of the case's variant", true);
    if (planned.variant->threads > 0 && run.threads != planned.variant->threads)
      differ(place(at, run, run.threads),
             "is " + std::to_string(run.threads) + ", but the case's variant has " +
                 std::to_string(planned.variant->threads),
             true);
    if (run.ranks != wanted.ranks)
      differ(place(at, run, run.ranks), "is not what the case's variant and the id say", true);
    settings(run, planned, wanted.settings, place(at, run, run.settings));
    tuned(run, planned, place(at, run, run.tuned));
    if (!run.ok()) return;
    checks(run, run.variant, place(at, run, run.checks));
    if (!run.timing) return;
    const Where timing = place(at, run, run.timing);
    steps(*run.timing, planned, timing);
    if (run.algorithm == wanted.algorithm)
      check_against_contract(run, settings_of(run, planned), timing, out_.findings, out_.notes);
  }

 private:
  /// A finding where the case is the run's own, or where a verdict hangs on it; else a note.
  void differ(const Where& at, const std::string& what, bool grave) {
    if (as_then_ || grave)
      out_.findings.push_back({at.pointer(), what + (as_then_ ? "" : since())});
    else
      out_.notes.push_back({at.pointer(), what + since()});
  }
  std::string since() const {
    return " (of " + origin_.id() + " as it is today: whether it was another at commit '" +
           result::brief(commit_) + "' is not known here)";
  }

  bool gives(const cases::RunSpec& planned, const std::string& name) const {
    const auto sizes = origin_.suites.at(planned.suite).sizes;
    const bool by_size = std::any_of(sizes.begin(), sizes.end(), [&](const cases::SizeSpec& size) {
      return size.particles == planned.particles && size.settings.count(name);
    });
    return by_size || origin_.settings.count(name) || planned.variant->settings.count(name) ||
           planned.variant->sweep.count(name);
  }

  // What the record lacks was not a setting yet when it was made; what the case lacks is none
  // any more. What the case does not give had the default of the program that ran, which is known
  // of this very program only.
  void settings(const RunRecord& run, const cases::RunSpec& planned,
                const result::SettingValues& wanted, const Where& at) {
    for (const auto& [name, value] : wanted) {
      const auto found = run.settings.find(name);
      if (found == run.settings.end() || found->second == value) continue;
      if (run.tuned && run.tuned->settings.count(name)) continue;
      const std::string is = "is " + shown(found->second) + ", but the ";
      if (gives(planned, name))
        differ({at, name}, is + "case's is " + shown(value), true);
      else if (commit_ == result::build_info().commit)
        differ({at, name}, is + "default is " + shown(value), true);
      else
        out_.notes.push_back(
            {Where(at, name).pointer(), is + "default of today is " + shown(value) +
                                            " and the case gives none: what it was at commit '" +
                                            result::brief(commit_) + "' is not known here"});
    }
  }

  void tuned(const RunRecord& run, const cases::RunSpec& planned, const Where& at) {
    if (!run.tuned) return;
    const auto parameters = planned.settings.contract().parameters;
    for (const auto& [name, value] : run.tuned->settings) {
      const auto own =
          std::find_if(parameters.begin(), parameters.end(),
                       [&, tuned = name](const Parameter& one) { return one.name == tuned; });
      if (own == parameters.end() || own->tuning.values.empty())
        differ({at, name}, "is no setting that can be tuned", true);
      else if (gives(planned, name))
        differ({at, name}, "was tuned, but the case gives it a value", true);
    }
  }

  static std::string shown(const result::SettingValue& value) {
    return std::holds_alternative<double>(value)
               ? result::seven_digits(std::get<double>(value))
               : "'" + result::brief(std::get<std::string>(value)) + "'";
  }

  /// Whether a run may lack a check: it says so, and the code that it was made with shows too
  /// little.
  static bool excused(const RunRecord& run, const std::string& check, const Contract* contract) {
    if (!contract || !run.implementation || !run.implementation->not_asked) return false;
    const std::vector<std::string>& names = *run.implementation->not_asked;
    const checks::Code code =
        run.implementation->command ? checks::Code::kProgram : checks::Code::kLibrary;
    return std::find(names.begin(), names.end(), check) != names.end() &&
           !checks::can_be_asked(check, *contract, code);
  }

  /// With the contract where the run is one of a code of the user's.
  void checks(const RunRecord& run, const std::string& variant, const Where& at,
              const Contract* users = nullptr) {
    const std::vector<CheckRecord> none;
    const std::vector<CheckRecord>& recorded = run.checks ? *run.checks : none;
    std::vector<bool> known(recorded.size(), false);
    std::map<std::string, int> not_judged;  // of each name
    if (run.cut && run.checks_not_judged)
      for (const result::CheckNotJudged& check : *run.checks_not_judged) ++not_judged[check.name];
    for (const terms::CheckSpec& spec : origin_.checks) {
      if (!checks::applies(spec, variant, run.n)) continue;
      if (excused(run, spec.name, users)) continue;
      // Of several checks of one name the first that is left; where some of them were not judged,
      // the first with this limit.
      int& spared = not_judged[spec.name];
      const auto is_of_spec = [&](std::size_t k) {
        return !known[k] && recorded[k].name == spec.name &&
               (spared == 0 || recorded[k].limit == spec.limit);
      };
      std::size_t i = 0;
      while (i < recorded.size() && !is_of_spec(i)) ++i;
      if (i == recorded.size() && spared > 0) {
        --spared;
        continue;
      }
      if (i == recorded.size()) {
        differ(at, "the check '" + spec.name + "' of the case is missing", true);
        continue;
      }
      known[i] = true;
      limit(recorded[i], spec, {at, i});
    }
    for (std::size_t i = 0; i < recorded.size(); ++i)
      if (!known[i])
        differ({at, i}, "the case asks for no further '" + result::brief(recorded[i].name) + "'",
               false);
  }

  void limit(const CheckRecord& check, const terms::CheckSpec& spec, const Where& at) {
    if (check.limit != spec.limit) {
      const bool holds = check.value <= spec.limit;
      differ(place(at, check, check.limit),
             "is " + result::seven_digits(check.limit) + ", but the case's is " +
                 result::seven_digits(spec.limit) +
                 (check.pass && !holds
                      ? ", which the value " + result::seven_digits(check.value) + " is beyond"
                      : ""),
             check.pass && !holds);
    } else if (check.reason != spec.reason) {
      differ(place(at, check, check.reason), "is not the case's", false);
    }
  }

  void steps(const result::TimingRecord& timing, const cases::RunSpec& planned, const Where& at) {
    if (timing.steps_requested != planned.steps)
      differ(place(at, timing, timing.steps_requested),
             "is " + std::to_string(timing.steps_requested) + ", but the case asks for " +
                 std::to_string(planned.steps),
             false);
    along(timing, planned, at);
    if (timing.repeats_requested != planned.repeats)
      differ(place(at, timing, timing.repeats_requested),
             "is " + std::to_string(timing.repeats_requested) + ", but the case asks for " +
                 std::to_string(planned.repeats),
             false);
  }

  void along(const result::TimingRecord& timing, const cases::RunSpec& planned, const Where& at) {
    const auto& recorded = timing.along;
    if (!recorded && !planned.along) return;
    const Where here = place(at, timing, recorded);
    if (!recorded || !planned.along)
      return differ(here,
                    recorded ? "the case asks for a run of its own"
                             : "is missing: the case asks for a run that is timed along " +
                                   planned.along->carrier,
                    true);
    if (recorded->carrier != planned.along->carrier)
      differ(place(here, *recorded, recorded->carrier),
             "is '" + result::brief(recorded->carrier) + "', but the case's is '" +
                 planned.along->carrier + "'",
             true);
    if (static_cast<std::int64_t>(recorded->epochs.size()) != planned.along->epochs)
      differ(place(here, *recorded, recorded->epochs),
             "are " + std::to_string(recorded->epochs.size()) + ", but the case asks for " +
                 std::to_string(planned.along->epochs),
             false);
  }

  /// The settings of the run as far as they are known today: those of the case, the tuned ones, and
  /// what was a default when it ran.
  Settings settings_of(const RunRecord& run, const cases::RunSpec& planned) const {
    Settings settings = planned.settings;
    const auto take = [&](const std::string& name, const result::SettingValue& value) {
      try {
        if (const double* number = std::get_if<double>(&value))
          settings.set(name, *number);
        else
          settings.set(name, std::string_view(std::get<std::string>(value)));
      } catch (const std::exception&) {
        // Out of its range: told of elsewhere, or not allowed any more.
      }
    };
    for (const auto& [name, value] : run.settings)
      if (!gives(planned, name)) take(name, value);
    if (run.tuned)
      for (const auto& [name, value] : run.tuned->settings) take(name, value);
    return settings;
  }

  const cases::Case& origin_;
  bool as_then_;
  const std::string& commit_;
  AgainstCases& out_;
};

/// A case of before has three suites; what it calls `quick` is called `standard` today.
std::string suite_in(const cases::Case& origin, const std::string& suite) {
  return suite == "standard" && !origin.suites.count(suite) ? "quick" : suite;
}

/// The runs that a case gives in a suite, by their ids.
std::map<std::string, cases::RunSpec> planned(const cases::Case& origin, const std::string& suite,
                                              const CaseShelf& shelf) {
  std::map<std::string, cases::RunSpec> runs;
  cases::PlanOptions options;
  options.suite = suite_in(origin, suite);
  for (cases::RunSpec& run : cases::plan({&origin, 1}, shelf.contracts(), options))
    runs.emplace(run.id, std::move(run));
  return runs;
}

}  // namespace

AgainstCases check_against_cases(const result::Result& result, CaseShelf& shelf) {
  AgainstCases out;
  const std::string& commit = result.provenance.build.commit;
  std::map<std::string, std::map<std::string, cases::RunSpec>> plans;  // by case
  std::set<std::string> without_case;
  const Where top, runs(top, "runs");
  for (std::size_t i = 0; i < result.runs.size(); ++i) {
    const Where at(runs, i);
    RunRecord run = result.runs[i];
    result::use_current_names(run);
    const ShelvedCase& shelved = shelf.find(run.paper, run.case_name, commit);
    const std::string id = result::brief(run.paper + "/" + run.case_name);
    if (!shelved.as_read) {
      if (without_case.insert(id).second)
        out.notes.push_back({at.pointer(), "there is no case " + id +
                                               " here that this program reads: its runs were held "
                                               "against none"});
      continue;
    }
    const auto [plan, fresh] = plans.try_emplace(id);
    if (fresh) plan->second = planned(*shelved.as_read, result.suite, shelf);
    if (run.implementation) {
      const auto& library = *run.implementation;
      out.notes.push_back({place(at, run, run.implementation).pointer(),
                           std::string("was measured with the ") +
                               (library.command ? "program " : "library ") +
                               result::brief(library.name) + " (" + result::brief(library.file) +
                               "): what that computes is not known here"});
      const auto held_to =
          plan->second.find(id + "/n=" + std::to_string(run.n) + "/" + library.held_to);
      if (held_to != plan->second.end())
        Held(shelved, commit, out).library_run(run, held_to->second, at);
      continue;
    }
    const auto found = plan->second.find(run.id);
    if (found == plan->second.end()) {
      const std::string what =
          "the case " + id + " has no such run in the suite '" + result::brief(result.suite) + "'";
      (shelved.as_then ? out.findings : out.notes)
          .push_back({place(at, run, run.id).pointer(), what});
      continue;
    }
    Held(shelved, commit, out).run(run, found->second, at);
  }
  return out;
}

}  // namespace tycho::verify
