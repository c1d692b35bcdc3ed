#include "harness/export/rows.hpp"

#include <array>

namespace tycho::exports {

namespace {

using result::RunRecord;

template <auto kMember>
Cell text_of_run(const Row& row) {
  return std::string_view(row.run.*kMember);
}

template <auto kMember>
Cell whole_of_run(const Row& row) {
  return std::int64_t{row.run.*kMember};
}

template <typename Value, auto kMember>
Cell of_sample(const Row& row) {
  if (!row.sample) return {};
  return Value{(*row.sample).*kMember};
}

constexpr std::array<Column, 18> kColumns{
    {{"run", Type::kText, false, text_of_run<&RunRecord::id>},
     {"paper", Type::kText, false, text_of_run<&RunRecord::paper>},
     {"case", Type::kText, false, text_of_run<&RunRecord::case_name>},
     {"suite", Type::kText, false, text_of_run<&RunRecord::suite>},
     {"algorithm", Type::kText, false, text_of_run<&RunRecord::algorithm>},
     {"variant", Type::kText, false, text_of_run<&RunRecord::variant>},
     {"label", Type::kText, false, text_of_run<&RunRecord::label>},
     {"backend", Type::kText, false, text_of_run<&RunRecord::backend>},
     {"threads", Type::kWhole, false, whole_of_run<&RunRecord::threads>},
     {"n", Type::kWhole, false, whole_of_run<&RunRecord::n>},
     {"status", Type::kText, false, [](const Row& row) -> Cell { return name(row.run.status); }},
     {"machine", Type::kText, false,
      [](const Row& row) -> Cell { return std::string_view(row.from.machine); }},
     {"commit", Type::kText, false,
      [](const Row& row) -> Cell { return std::string_view(row.from.build.commit); }},
     {"started", Type::kText, false, text_of_run<&RunRecord::started>},
     {"stage", Type::kText, true, of_sample<std::string_view, &Sample::stage>},
     {"method", Type::kText, true, of_sample<std::string_view, &Sample::method>},
     {"sample", Type::kWhole, true, of_sample<std::int64_t, &Sample::place>},
     {"seconds", Type::kNumber, true, of_sample<double, &Sample::seconds>}}};

void rows_of_times(Row row, std::string_view stage, std::string_view method,
                   const std::vector<double>& samples,
                   const std::function<void(const Row&)>& take) {
  for (std::size_t s = 0; s < samples.size(); ++s) {
    row.sample = Sample{stage, method, static_cast<std::int64_t>(s), samples[s]};
    take(row);
  }
}

}  // namespace

std::span<const Column> columns() { return kColumns; }

void for_each_row(std::span<const result::Result> results,
                  const std::function<void(const Row&)>& take) {
  for (const result::Result& result : results)
    for (const RunRecord& run : result.runs) {
      const Row row{result.provenance, run, std::nullopt};
      if (!run.timing) {
        take(row);
        continue;
      }
      rows_of_times(row, "step", "window", run.timing->step_s.samples, take);
      for (const auto& [stage, times] : run.timing->stages)
        rows_of_times(row, stage, times.method, times.step_s.samples, take);
    }
}

}  // namespace tycho::exports
