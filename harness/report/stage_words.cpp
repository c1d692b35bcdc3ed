#include "harness/report/stage_words.hpp"

#include <algorithm>

#include "core/known_contracts.hpp"
#include "harness/report/number.hpp"

namespace tycho::report {

std::string stage_words(const std::string& algorithm, const std::string& id) {
  if (const Contract* contract = find_contract(algorithm)) {
    const auto& stages = contract->stages;
    const auto found = std::find_if(stages.begin(), stages.end(),
                                    [&](const Stage& stage) { return stage.id == id; });
    if (found != stages.end()) return std::string(found->label);
  }
  std::string words = words_of(id);
  for (std::size_t at = 0; (at = words.find('+', at)) != std::string::npos; at += 3)
    words.replace(at, 1, " + ");
  return words;
}

std::string stage_in_sentence(const std::string& algorithm, const std::string& id) {
  const std::string words = stage_words(algorithm, id);
  return words.starts_with("Poisson") ? words : lowered(words);
}

Cell stage_cell(const std::string& algorithm, const std::string& id) {
  return {stage_words(algorithm, id), "", Tone::kPlain, "", id};
}

std::string algorithm_words(const std::string& algorithm) {
  const Contract* contract = find_contract(algorithm);
  if (!contract) return words_of(algorithm);
  return std::string(contract->summary.substr(0, contract->summary.find_first_of(",:(")));
}

}  // namespace tycho::report
