#include "harness/verify/judged.hpp"

#include "harness/result/key_of.hpp"

namespace tycho::verify {

namespace {

using nlohmann::json;
using result::place;
using result::Where;

void check_cut(const result::RunRecord& run, const Where& at, Findings& findings) {
  const auto add = [&](const Where& where, const std::string& what) {
    findings.push_back({where.pointer(), what});
  };
  if (run.checks_not_judged && !run.cut)
    add(place(at, run, run.checks_not_judged), "checks were not judged, but the run was not cut");
  if (!run.cut || !run.timing) return;
  const Where here = place(at, run, run.cut);
  if (run.cut->step >= run.cut->of)
    add(place(here, *run.cut, run.cut->step), "is not before the end of the way");
  if (run.cut->of != run.timing->steps_requested)
    add(place(here, *run.cut, run.cut->of), "is not the timing's steps_requested");
}

}  // namespace

void check_judged(const result::RunRecord& run, const Where& at, Findings& findings) {
  check_cut(run, at, findings);
  if (!run.checks) return;
  const Where all = place(at, run, run.checks);
  for (std::size_t i = 0; i < run.checks->size(); ++i) {
    const result::CheckRecord& check = (*run.checks)[i];
    const bool holds = check.value <= check.limit;
    if (check.pass == holds) continue;
    const Where here(all, i);
    findings.push_back({place(here, check, check.pass).pointer(),
                        std::string("says ") + (holds ? "false" : "true") + ", but the value " +
                            json(check.value).dump() + (holds ? " is" : " is not") +
                            " within the limit " + json(check.limit).dump()});
  }
}

}  // namespace tycho::verify
