#include "harness/report/published_front.hpp"

namespace tycho::report {

namespace {

using nlohmann::json;

Headline read_headline(Object& object, const Paper& paper) {
  Headline headline;
  headline.what = object.get<std::string>("what");
  headline.value = object.get<std::string>("value");
  if (!paper.values.count(headline.value))
    throw UsageError(object.at("value") + ": no published value has the id '" + headline.value +
                     "'");
  headline.on = object.get<std::string>("on");
  headline.quantity = object.get<std::string>("quantity");
  headline.base = object.get<std::string>("of", "");
  headline.against = selector(object, "against");
  headline.method = selector(object, "method");
  headline.best = selector(object, "best");
  headline.n = object.get<std::int64_t>("n");
  headline.size = object.get<std::string>("size", "");
  headline.on_front = object.get<bool>("front", true);
  if ((headline.quantity == "speedup") == headline.base.empty())
    throw UsageError(object.at("of") + ": stands with the quantity speedup, and with no other");
  return headline;
}

TimeFormula read_estimate(Object& object) {
  return {.of = selector(object, "of"),
          .least_n = object.get<std::int64_t>("least_n", 0),
          .stages_of = selector(object, "stages_of"),
          .counters_of = selector(object, "counters_of"),
          .total_s = object.get<std::string>("total_s"),
          .text = object.get<std::string>("text")};
}

}  // namespace

Contest read_contest(Object& object) {
  return {object.get<std::string>("algorithm"),
          object.get<std::string>("quantity", "step_s"),
          selector(object, "best"),
          selector(object, "one_thread"),
          selector(object, "all_threads"),
          selector(object, "simd"),
          object.get<std::string>("way", "")};
}

void read_front(Object& root, Paper& paper) {
  paper.topic = root.get<std::string>("topic", "");
  paper.about = root.get<std::string>("about", "");
  paper.labels = root.get<std::map<std::string, std::string>>("labels", {});
  each(root.raw("headlines"), root.at("headlines"),
       [&](Object& object) { paper.headlines.push_back(read_headline(object, paper)); });
  each(root.raw("findings"), root.at("findings"), [&](Object& object) {
    paper.findings.push_back({object.get<std::string>("id"), object.get<std::string>("sentence"),
                              object.get<std::string>("known"), object.get<std::string>("check"),
                              selector(object, "select")});
  });
  each(root.raw("estimates"), root.at("estimates"),
       [&](Object& object) { paper.estimates.push_back(read_estimate(object)); });
  each(root.raw("contests"), root.at("contests"),
       [&](Object& object) { paper.contests.push_back(read_contest(object)); });
  each(root.raw("pictures"), root.at("pictures"), [&](Object& object) {
    paper.vistas.push_back({object.get<std::string>("text"), selector(object, "select"),
                            object.get<bool>("along", false)});
  });
}

}  // namespace tycho::report
