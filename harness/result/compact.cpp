#include <cmath>
#include <cstdlib>

#include "harness/result/run_record.hpp"
#include "harness/result/seven_digits.hpp"

namespace tycho::result {

namespace {

double trimmed(double value) {
  return std::isfinite(value) ? std::strtod(seven_digits(value).c_str(), nullptr) : value;
}

void trim_digits(std::vector<double>& values) {
  for (double& value : values) value = trimmed(value);
}

void compact_samples(Statistics& times) {
  times.samples = thinned(times.samples, kMostSamples);
  trim_digits(times.samples);
  for (auto* medians : {&times.visits, &times.left_out})
    if (*medians) trim_digits(**medians);
}

void compact_series(SeriesRecord& series) {
  for (auto& [name, curve] : series.curves) {
    trim_digits(curve.t);
    trim_digits(curve.value);
  }
  if (series.orbits) {
    trim_digits(series.orbits->t);
    for (auto* along : {&series.orbits->x, &series.orbits->y, &series.orbits->z})
      for (std::vector<double>& path : *along) trim_digits(path);
  }
  if (!series.pictures) return;
  for (PictureRecord& picture : *series.pictures) {
    picture.t = trimmed(picture.t);
    if (picture.value) trim_digits(*picture.value);
    if (picture.levels) {
      picture.levels->least = trimmed(picture.levels->least);
      picture.levels->most = trimmed(picture.levels->most);
    }
    if (picture.redshift) picture.redshift = trimmed(*picture.redshift);
  }
}

}  // namespace

std::vector<double> thinned(const std::vector<double>& samples, std::size_t most) {
  const std::size_t n = samples.size();
  if (n <= most) return samples;
  if (most < 2) return {samples[n / 2]};
  std::vector<double> kept;
  for (std::size_t k = 0; k < most; ++k) kept.push_back(samples[k * (n - 1) / (most - 1)]);
  return kept;
}

RunRecord compact(RunRecord run) {
  if (run.timing) {
    compact_samples(run.timing->step_s);
    for (auto& [name, stage] : run.timing->stages) {
      compact_samples(stage.step_s);
      if (stage.cold_step_s) compact_samples(*stage.cold_step_s);
    }
  }
  if (run.series) compact_series(*run.series);
  return run;
}

}  // namespace tycho::result
