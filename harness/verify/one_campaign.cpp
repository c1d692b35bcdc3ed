#include "harness/verify/one_campaign.hpp"

#include <array>
#include <utility>

namespace tycho::verify {

namespace {

using nlohmann::json;

/// What sittings must agree in, the plainest difference first: another commit is another build.
std::array<std::pair<const char*, json>, 6> terms_of(const result::Result& result) {
  const json made = to_json(result.provenance);
  return {{{"commit", result.provenance.build.commit},
           {"machine", result.provenance.machine},
           {"suite", result.suite},
           {"build", made.at("build")},
           {"gpu", made.at("gpu")},
           {"threads", made.at("threads")}}};
}

}  // namespace

std::string other_campaign(const result::Result& one, const std::string& name,
                           const result::Result& other) {
  const auto first = terms_of(one), second = terms_of(other);
  for (std::size_t k = 0; k < first.size(); ++k)
    if (first[k].second != second[k].second)
      return std::string("its ") + first[k].first + " is " + second[k].second.dump() +
             ", that of " + name + " is " + first[k].second.dump();
  return "";
}

}  // namespace tycho::verify
