// The format of a probe's file as far as a report needs it, read as a result is (fields.hpp): what
// is asked for must be there and of its kind, and other keys may stand beside it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/result/fields.hpp"

namespace tycho::result {

struct CeilingValue {
  double median = 0, low = 0, high = 0;
};
struct CeilingSeconds {
  double median = 0;
};
struct CeilingCheck {
  bool pass = false;
};
struct CeilingRecord {
  std::string backend, id, label, unit;
  std::optional<std::string> size;
  std::optional<int> threads;
  CeilingValue value;
  CeilingSeconds seconds;
  CeilingCheck check;
};
struct ProbedGpu {
  std::optional<double> l2_bytes;
};
struct ProbeProvenance {
  std::string machine;
  std::optional<std::string> date;
  std::optional<ProbedGpu> gpu;
};
struct ProbeRecord {
  std::string schema;
  ProbeProvenance provenance;
  std::optional<double> cache_bytes, core_cache_bytes;
  std::vector<CeilingRecord> ceilings;
};

template <typename Visitor, Is<CeilingValue> T>
void fields(Visitor& visit, T& value) {
  visit("median", value.median, kNotNegative);
  visit("low", value.low, kNotNegative);
  visit("high", value.high, kNotNegative);
  visit.open();
}

template <typename Visitor, Is<CeilingSeconds> T>
void fields(Visitor& visit, T& seconds) {
  visit("median", seconds.median, kNotNegative);
  visit.open();
}

template <typename Visitor, Is<CeilingCheck> T>
void fields(Visitor& visit, T& check) {
  visit("pass", check.pass);
  visit.open();
}

template <typename Visitor, Is<CeilingRecord> T>
void fields(Visitor& visit, T& ceiling) {
  visit("backend", ceiling.backend, one_of(kBackends));
  visit("id", ceiling.id, kFilled);
  visit("label", ceiling.label);
  visit("unit", ceiling.unit);
  visit("size", ceiling.size);
  visit("threads", ceiling.threads, at_least(1));
  visit("value", ceiling.value);
  visit("seconds", ceiling.seconds);
  visit("check", ceiling.check);
  visit.open();
}

template <typename Visitor, Is<ProbedGpu> T>
void fields(Visitor& visit, T& gpu) {
  visit("l2_bytes", gpu.l2_bytes, kNotNegative);
  visit.open();
}

template <typename Visitor, Is<ProbeProvenance> T>
void fields(Visitor& visit, T& provenance) {
  visit("machine", provenance.machine, kFilled);
  visit("date", provenance.date, kTime);
  visit.null_too("gpu", provenance.gpu);
  visit.open();
}

template <typename Visitor, Is<ProbeRecord> T>
void fields(Visitor& visit, T& probe) {
  visit("schema", probe.schema);
  visit("provenance", probe.provenance);
  visit("cache_bytes", probe.cache_bytes, kNotNegative);
  visit("core_cache_bytes", probe.core_cache_bytes, kNotNegative);
  visit("ceilings", probe.ceilings);
  visit.open();
}

}  // namespace tycho::result
