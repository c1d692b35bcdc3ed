#include "harness/campaign/changes.hpp"

#include "harness/result/one_line.hpp"

namespace tycho::campaign {

namespace {

using nlohmann::json;

std::string shown(const json& value) {
  constexpr std::size_t kMost = 80;
  const std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
  return text.size() <= kMost ? text : text.substr(0, kMost) + "...";
}

}  // namespace

std::string changes(const json& was, const json& is, const std::string& root) {
  constexpr std::size_t kMost = 3;
  const json all = json::diff(was, is);
  std::string said;
  for (std::size_t k = 0; k < std::min(all.size(), kMost); ++k) {
    const json::json_pointer where(all[k].at("path").get<std::string>());
    const bool was_there = was.contains(where), is_there = all[k].contains("value");
    std::string path = root + where.to_string();
    if (path.starts_with('/')) path.erase(0, 1);
    if (!said.empty()) said += "; ";
    said += path + " was " + (was_there ? shown(was.at(where)) : "nothing") + " and is now " +
            (is_there ? shown(all[k].at("value")) : "nothing");
  }
  if (all.size() > kMost) said += "; and " + std::to_string(all.size() - kMost) + " more";
  return result::one_line(said);
}

}  // namespace tycho::campaign
