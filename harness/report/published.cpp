#include "harness/report/published.hpp"

#include <algorithm>
#include <fstream>

#include "core/error.hpp"
#include "harness/report/json_object.hpp"
#include "harness/report/published_claims.hpp"
#include "harness/report/published_exhibits.hpp"
#include "harness/report/published_front.hpp"
#include "harness/result/plain_name.hpp"

namespace tycho::report {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr const char* kSchema = "tycho-published/1";

std::optional<double> last_digit_of(Object& object) {
  const auto unit = object.get<double>("last_digit", 0);
  return unit > 0 ? std::optional(unit) : std::nullopt;
}

Paper read_paper(const json& content, const fs::path& file) {
  Object root(content, file.string() + ":");
  Paper paper;
  if (const auto schema = root.get<std::string>("schema"); schema != kSchema)
    throw UsageError(root.at("schema") + ": is '" + schema + "', must be '" + kSchema + "'");
  paper.key = root.get<std::string>("paper");
  if (!result::is_plain_name(paper.key))
    throw UsageError(root.at("paper") + ": must be " + result::kPlainNameInWords);
  if (paper.key != file.stem()) throw UsageError(root.at("paper") + ": must agree with the file");
  paper.title = root.get<std::string>("title");
  paper.author = root.get<std::string>("author");
  paper.venue = root.get<std::string>("venue", "");
  root.get<json>("$schema", json());
  each(root.raw("hardware"), root.at("hardware"), [&](Object& object) {
    paper.hardware.push_back({object.get<std::string>("name"), object.get<std::string>("text"),
                              object.get<std::string>("where")});
  });
  each(root.raw("values"), root.at("values"), [&](Object& object) {
    const auto id = object.get<std::string>("id");
    const bool fresh =
        paper.values
            .emplace(
                id,
                PublishedValue{object.get<double>("value"), object.get<std::string>("unit", ""),
                               object.get<std::string>("text"), object.get<std::string>("where"),
                               object.get<std::string>("exactness"),
                               object.get<std::string>("on", ""), last_digit_of(object)})
            .second;
    if (!fresh) throw UsageError(object.at("id") + ": '" + id + "' stands there twice");
  });
  each(root.raw("exhibits"), root.at("exhibits"),
       [&](Object& object) { paper.exhibits.push_back(read_exhibit(object, paper)); });
  const auto numbers = numbers_of(paper);
  each(root.raw("claims"), root.at("claims"),
       [&](Object& object) { paper.claims.push_back(read_claim(object, numbers)); });
  each(root.raw("audit"), root.at("audit"),
       [&](Object& object) { paper.audits.push_back(read_audit(object, numbers)); });
  paper.symbols = root.get<Symbols>("symbols", {});
  each(root.raw("agreements"), root.at("agreements"),
       [&](Object& object) { paper.agreements.push_back(read_agreement(object)); });
  read_front(root, paper);
  root.finish();
  return paper;
}

/// The cases by name, with their notes. `tycho run` is the judge of cases: one that cannot be read,
/// since somebody is at work on it, costs a report its title and notes and nothing else.
std::vector<CaseNotes> read_notes(const fs::path& folder) {
  std::vector<CaseNotes> cases;
  if (!fs::is_directory(folder)) return cases;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream in(entry.path());
    try {
      const json content = json::parse(in);
      cases.push_back({content.at("name").get<std::string>(),
                       content.at("title").get<std::string>(),
                       content.value("notes", std::vector<std::string>())});
    } catch (const json::exception&) {
      continue;
    }
  }
  std::sort(cases.begin(), cases.end(),
            [](const CaseNotes& a, const CaseNotes& b) { return a.name < b.name; });
  return cases;
}

}  // namespace

std::map<std::string, Paper> read_published(const fs::path& folder) {
  if (!fs::exists(folder)) return {};  // cases of a user's own
  if (!fs::is_directory(folder)) throw UsageError(folder.string() + ": no folder");
  std::map<std::string, Paper> papers;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream in(entry.path());
    json content;
    try {
      content = json::parse(in);
    } catch (const json::exception& error) {
      throw UsageError(entry.path().string() + ": not JSON: " + error.what());
    }
    Paper paper = read_paper(content, entry.path());
    paper.cases = read_notes(folder / ".." / paper.key);
    papers.emplace(paper.key, std::move(paper));
  }
  return papers;
}

}  // namespace tycho::report
