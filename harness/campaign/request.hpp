// What a campaign was asked to do, whole: whoever goes on with it holds this against what the
// folder recorded.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "harness/case/plan.hpp"
#include "harness/result/provenance.hpp"

namespace tycho::campaign {

/// The keys that a run has in a request and not in its record.
inline constexpr std::array kRunExtent{"steps", "repeats", "seconds", "lead_in", "visits"};

/// What campaign.json holds: the suite, the provenance, every run with its description and its
/// extent, and by paper and name every case as it was read, with a sum over the file that its
/// initial condition is read from.
nlohmann::json request_of(const std::string& suite, const result::Provenance& provenance,
                          std::span<const cases::RunSpec> runs);

/// A sum over all that a request says of one of its runs. The run's own process compares it with
/// what it reads itself: a file may have changed since the campaign began.
std::string definition_sum(const nlohmann::json& request, std::size_t run);

}  // namespace tycho::campaign
