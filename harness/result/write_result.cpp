#include <sstream>

#include "harness/result/durable_file.hpp"
#include "harness/result/fields.hpp"
#include "harness/result/kinds.hpp"
#include "harness/result/result.hpp"

namespace tycho::result {

namespace {

using nlohmann::json;

template <typename T>
json value_of(const T& member);

/// Visits one record: puts every key that has something to say.
class Writer {
 public:
  template <typename T>
  void operator()(const char* key, const T& member, const Rule& = {}) {
    if constexpr (kIsOptional<T>) {
      if (member) object[key] = value_of(*member);
    } else {
      object[key] = value_of(member);
    }
  }
  template <typename T>
  void or_null(const char* key, const std::optional<T>& member) {
    object[key] = member ? value_of(*member) : json();
  }
  template <typename T>
  void others(const std::map<std::string, T>& members) {
    for (const auto& [key, member] : members) object[key] = value_of(member);
  }
  void former(const char*) {}

  json object = json::object();
};

template <typename T>
json value_of(const T& member) {
  if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
    return member;
  } else if constexpr (std::is_same_v<T, Status>) {
    return name(member);
  } else if constexpr (std::is_same_v<T, Number>) {
    return std::visit([](const auto& held) { return json(held); }, member.spelling());
  } else if constexpr (std::is_same_v<T, SettingValue>) {
    return std::visit([](const auto& held) { return json(held); }, member);
  } else if constexpr (kIsList<T>) {
    json list = json::array();
    list.get_ref<json::array_t&>().reserve(member.size());
    for (const auto& item : member) list.push_back(value_of(item));
    return list;
  } else if constexpr (kIsMap<T>) {
    json map = json::object();
    for (const auto& [key, item] : member) map[key] = value_of(item);
    return map;
  } else {
    Writer writer;
    fields(writer, member);
    return std::move(writer.object);
  }
}

std::string line_of(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

const json& json_of(const json& item) { return item; }
template <typename T>
json json_of(const T& item) {
  return value_of(item);
}

/// The file as it is laid out.
template <typename Run>
std::string laid_out(const json& schema, const json& paper, const json& suite,
                     const json& provenance, const std::vector<Run>& runs) {
  std::ostringstream out;
  out << "{\n \"schema\": " << line_of(schema) << ",\n \"paper\": " << line_of(paper)
      << ",\n \"suite\": " << line_of(suite) << ",\n \"provenance\": " << line_of(provenance)
      << ",\n \"runs\": [";
  for (std::size_t i = 0; i < runs.size(); ++i)
    out << (i == 0 ? "\n" : ",\n") << "  " << line_of(json_of(runs[i]));
  out << (runs.empty() ? "]" : "\n ]") << "\n}\n";
  return std::move(out).str();
}

}  // namespace

std::string_view name(Status status) { return kStatus[static_cast<int>(status)]; }

json to_json(const RunDescription& description) { return value_of(description); }
json to_json(const RunRecord& run) { return value_of(run); }
json to_json(const Provenance& provenance) { return value_of(provenance); }

std::string to_text(const Result& result) {
  return laid_out(kResultSchema, result.paper, result.suite, to_json(result.provenance),
                  result.runs);
}

std::string text_without(const json& content, const std::set<std::string>& ids) {
  std::vector<json> lines = content.at("runs");
  std::erase_if(lines, [&](const json& run) { return ids.count(run.at("id")) > 0; });
  return laid_out(content.at("schema"), content.at("paper"), content.at("suite"),
                  content.at("provenance"), lines);
}

void write_result(const std::filesystem::path& file, const Result& result) {
  write_durably(file, to_text(result));
}

}  // namespace tycho::result
