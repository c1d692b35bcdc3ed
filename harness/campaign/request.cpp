#include "harness/campaign/request.hpp"

#include "harness/campaign/describe.hpp"
#include "harness/initial/initial.hpp"
#include "harness/result/checksum.hpp"
#include "harness/result/file_sum.hpp"

namespace tycho::campaign {

namespace {

using nlohmann::json;

json run_of(const cases::RunSpec& run) {
  json one = to_json(describe(run));
  const json extent[] = {run.steps, run.repeats, run.seconds, run.lead_in, run.visits};
  static_assert(std::size(extent) == kRunExtent.size());
  for (std::size_t k = 0; k < kRunExtent.size(); ++k) one[kRunExtent[k]] = extent[k];
  return one;
}

json case_of(const cases::Case& origin) {
  json whole = origin.as_read;
  if (const auto file = initial::file_of(origin.initial); !file.empty())
    whole["initial"]["file_sum"] = result::file_sum(file);
  return whole;
}

}  // namespace

json request_of(const std::string& suite, const result::Provenance& provenance,
                std::span<const cases::RunSpec> runs) {
  json list = json::array(), cases = json::object();
  for (const cases::RunSpec& run : runs) {
    list.push_back(run_of(run));
    json& known = cases[run.origin->paper][run.origin->name];
    if (known.is_null()) known = case_of(*run.origin);
  }
  return {{"schema", "tycho-campaign/2"},
          {"suite", suite},
          {"provenance", to_json(provenance)},
          {"cases", std::move(cases)},
          {"runs", std::move(list)}};
}

std::string definition_sum(const json& request, std::size_t run) {
  const json& one = request.at("runs").at(run);
  const json& origin = request.at("cases")
                           .at(one.at("paper").get<std::string>())
                           .at(one.at("case").get<std::string>());
  return result::Checksum().add(one.dump()).add(origin.dump()).text();
}

}  // namespace tycho::campaign
