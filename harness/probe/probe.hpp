// Runs the probes of the backends, for probe.json and for people.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <ostream>
#include <span>
#include <string>

#include "core/probe.hpp"

namespace tycho::probe {

struct ProbedBackend {
  std::string name;  // "cpu" or "cuda"
  std::span<const Probe> probes;
};

/// What is being measured and the fraction done.
using ProbeProgress = std::function<void(const std::string& what, double fraction)>;

/// Runs every probe. The content of probe.json: docs/formats.md. A probe that this machine cannot
/// run is listed under "skipped" with the reason; a probe that fails otherwise throws with its
/// name.
nlohmann::json run_probes(std::span<const ProbedBackend> backends, const ProbeOptions& options,
                          const nlohmann::json& provenance, const ProbeProgress& progress);

/// One ceiling as the file holds it.
nlohmann::json ceiling_record(const Probed& probed, const std::string& backend);

/// Whether the output of every probe was right.
bool all_right(const nlohmann::json& probe);

/// A table for people.
void print_probe(std::ostream& out, const nlohmann::json& probe);

}  // namespace tycho::probe
