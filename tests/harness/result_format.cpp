// The format of a result, as this program reads it, against its JSON Schema, against the recorded
// results, and against what must be refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "core/error.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/result.hpp"
#include "tests/harness/format_of_results.hpp"
#include "tests/recorded_results.hpp"

namespace tycho::result {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

// The part of a JSON Schema that says which values are allowed, with every reference resolved.
json resolved(const json& schema, const json& root) {
  if (schema.is_array()) {
    json list = json::array();
    for (const json& item : schema) list.push_back(resolved(item, root));
    return list;
  }
  if (!schema.is_object()) return schema;
  if (const auto reference = schema.find("$ref"); reference != schema.end())
    return resolved(root.at(json::json_pointer(reference->get<std::string>().substr(1))), root);
  json said = json::object();
  for (const char* key : {"type", "const", "enum", "minimum", "exclusiveMinimum", "minLength",
                          "pattern", "minItems", "maxItems"})
    if (schema.contains(key)) said[key] = schema.at(key);
  for (const char* key : {"items", "additionalProperties"})
    if (schema.contains(key)) said[key] = resolved(schema.at(key), root);
  if (const auto properties = schema.find("properties"); properties != schema.end()) {
    said["properties"] = json::object();
    for (const auto& [name, value] : properties->items())
      said["properties"][name] = resolved(value, root);
  }
  if (schema.contains("required")) {
    auto keys = schema.at("required").get<std::vector<std::string>>();
    std::sort(keys.begin(), keys.end());
    said["required"] = keys;
  }
  return said;
}

TEST(ResultFormat, IsThatOfTheJsonSchema) {
  const json schema = json::parse(read_text(TYCHO_SOURCE_DIR "/cases/result.schema.json"));
  const json told = resolved(schema, schema), read = resolved(format_of_results(), json());
  const json differences = json::diff(told, read);
  EXPECT_TRUE(differences.empty())
      << "cases/result.schema.json and harness/result/fields.hpp differ; what would make the first "
         "the second: "
      << differences.dump(1);
}

// The text as today's format has it: its number, and the suite that was called quick.
std::string of_today(std::string text) {
  const auto replace_all = [&](const std::string& was, const std::string& is) {
    for (std::size_t at = 0; (at = text.find(was, at)) != std::string::npos; at += is.size())
      text.replace(at, was.size(), is);
  };
  if (text.find("\"schema\": \"tycho-result/1\"") == std::string::npos) return text;
  replace_all("\"schema\": \"tycho-result/1\"", "\"schema\": \"tycho-result/2\"");
  for (const std::string key : {"\"suite\":", "\"suite\": "})
    replace_all(key + "\"quick\"", key + "\"standard\"");
  return text;
}

// Every key and every number, the ones that only some files have, too: to the byte.
TEST(ResultFormat, EveryRecordedResultIsWrittenAsItWasRead) {
  const std::vector<fs::path> files = test::recorded_results();
  ASSERT_GE(files.size(), 25u);
  for (const fs::path& file : files) {
    const std::string text = read_text(file);
    Findings findings;
    const auto read = read_result(json::parse(text), findings);
    ASSERT_TRUE(read) << file << findings.front().at << ": " << findings.front().what;
    EXPECT_TRUE(to_text(*read) == of_today(text)) << file;
  }
}

const json& a_recorded_result() {
  static const json content =
      json::parse(read_text(TYCHO_SOURCE_DIR "/results/neoverse-v1/bertinelli2025.json"));
  return content;
}

// What is said of a recorded result after a change.
std::string said_of(const std::function<void(json&)>& change) {
  json content = a_recorded_result();
  change(content);
  try {
    read_result(content, "someone.json");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

json& run_of(json& content) { return content.at("runs").at(0); }

TEST(ResultFormat, SaysWhatIsAllowed) {
  EXPECT_EQ(said_of([](json&) {}), "");
  EXPECT_EQ(said_of([](json& r) { run_of(r)["status"] = "fine"; }),
            "someone.json, /runs/0/status: must be ok or failed or skipped, not \"fine\"");
  EXPECT_EQ(said_of([](json& r) { run_of(r)["threads"] = 0.5; }),
            "someone.json, /runs/0/threads: must be a whole number of at least 1, not 0.5");
  EXPECT_EQ(said_of([](json& r) { run_of(r)["timing"]["total_s"]["most"] = 1; }),
            "someone.json, /runs/0/timing/total_s/most: no such key is known here; allowed are "
            "value, low, high");
  EXPECT_EQ(said_of([](json& r) { r["provenance"]["processor"].erase("cores"); }),
            "someone.json, /provenance/processor: the key 'cores' is missing");
}

// Each at its place, whatever the program would do with it.
TEST(ResultFormat, RefusesWhatContradictsItself) {
  const auto refused = [](const char* at, const std::function<void(json&)>& change) {
    const std::string said = said_of(change);
    EXPECT_EQ(said.rfind("someone.json, " + std::string(at) + ": ", 0), 0u) << at << ": " << said;
  };
  refused("/runs/0/timing/stages", [](json& r) { run_of(r)["timing"]["stages"] = nullptr; });
  refused("/runs/0/timing/step_s/samples",
          [](json& r) { run_of(r)["timing"]["step_s"]["samples"] = json::array(); });
  refused("/runs/0/timing/step_s/samples/1", [](json& r) {
    run_of(r)["timing"]["step_s"]["samples"] = json::array({1, -1});
  });
  refused("/runs/0/timing/step_s/median", [](json& r) {
    run_of(r)["timing"]["step_s"]["median"] = std::numeric_limits<double>::infinity();
  });
  refused("/runs/0/checks/0/limit", [](json& r) { run_of(r)["checks"][0]["limit"] = nullptr; });
  refused("/runs/0/n", [](json& r) { run_of(r)["n"] = -5; });
  refused("/runs/0/n", [](json& r) { run_of(r)["n"] = 1e300; });
  const auto picture = [](json side, std::size_t values) {
    return [=](json& r) {
      run_of(r)["series"]["pictures"] = {
          {{"t", 0}, {"side", side}, {"value", std::vector<double>(values, 1)}}};
    };
  };
  EXPECT_EQ(said_of(picture(3, 9)), "");
  refused("/runs/0/series/pictures/0/value", picture(3, 8));
  refused("/runs/0/series/pictures/0/side", picture(0, 1));
  refused("/runs/0/series/pictures/0/side", picture(-3, 9));
  const auto levels = [](std::string cells, json least = 0.5, json most = 2) {
    return [=](json& r) {
      run_of(r)["series"]["pictures"] = {
          {{"t", 0},
           {"side", 2},
           {"levels", {{"least", least}, {"most", most}, {"cells", cells}}}}};
    };
  };
  EXPECT_EQ(said_of(levels("! }~")), "");
  refused("/runs/0/series/pictures/0/levels/cells", levels("! }"));
  refused("/runs/0/series/pictures/0/levels/cells", levels("! }\""));
  refused("/runs/0/series/pictures/0/levels/cells", levels("! }\n"));
  refused("/runs/0/series/pictures/0/levels/least", levels("! }~", 0));
  refused("/runs/0/series/pictures/0/levels/least", levels("! }~", 3));
  refused("/runs/0/series/pictures/0/levels/most", levels("! }~", 1, nullptr));
  refused("/runs/0/series/pictures/0", [](json& r) {
    run_of(r)["series"]["pictures"] = {{{"t", 0}, {"side", 1}}};
  });
  refused("/runs/0/series/pictures/0", [&](json& r) {
    levels("! }~")(r);
    run_of(r)["series"]["pictures"][0]["value"] = {1, 2, 3, 4};
  });
  refused("/runs/0/series/pictures",
          [](json& r) { run_of(r)["series"]["pictures"] = json::array(); });
  const auto orbits = [](json z) {
    return [z](json& r) {
      run_of(r)["series"]["orbits"] = {
          {"t", {0, 1}}, {"x", {{1, 2}, {3, 4}}}, {"y", {{1, 2}, {3, 4}}}, {"z", z}};
    };
  };
  EXPECT_EQ(said_of(orbits({{0, 0}, {0, nullptr}})), "");
  refused("/runs/0/series/orbits/z/1", orbits({{0, 0}, {0}}));
  refused("/runs/0/series/orbits/z", orbits({{0, 0}}));
  refused("/runs/0/series/energy_error/value", [](json& r) {
    run_of(r)["series"]["energy_error"] = {{"t", {0, 1}}, {"value", {1}}};
  });
  refused("/runs/0/reason", [](json& r) {
    run_of(r).erase("timing");
    run_of(r)["status"] = "failed";
  });
}

// Something absent stays absent, and is no 0.
TEST(ResultFormat, KeepsWhatAnOlderResultHasNotGot) {
  json content = a_recorded_result();
  content["provenance"]["build"].erase("best_flags");
  for (json& run : content["runs"]) {
    for (const char* key : {"checks", "counters", "device", "series"}) run.erase(key);
    for (const char* key : {"instrumented_step_s", "disturbance", "unattributed_s", "mark_cost_s",
                            "host_waits", "throughput"})
      run["timing"].erase(key);
    for (json& stage : run["timing"]["stages"])
      for (const char* key : {"calls", "flops", "bytes", "issue_slots", "gflops", "gbytes"})
        stage.erase(key);
  }
  Findings findings;
  const auto read = read_result(content, findings);
  ASSERT_TRUE(read) << findings.front().at << ": " << findings.front().what;
  EXPECT_TRUE(json::parse(to_text(*read)) == json::parse(of_today(content.dump(1))));
}

}  // namespace
}  // namespace tycho::result
