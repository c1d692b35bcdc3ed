// Owns FFTW plans in either precision.
#pragma once

#include <fftw3.h>

#include <algorithm>
#include <chrono>
#include <complex>
#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "core/cube.hpp"
#include "core/fftw_plans.hpp"
#include "core/fftw_team.hpp"

namespace tycho {

/// FFTW stops measuring after this time and takes the best plan found so far. By how many numbers
/// are transformed: without a counter of cycles FFTW measures a transform of 0.1 ms for seven
/// seconds, and finds what it would have taken unmeasured.
inline double most_planning_seconds(double numbers) { return std::clamp(1e-5 * numbers, 0.1, 1.0); }

/// How a plan is made: by a team of how many threads its transform runs, and whether FFTW measures
/// ways to do it, which takes time and overwrites the arrays. A plan that is measured uses as many
/// threads of the team as are fastest, and is measured once in a process (core/fftw_plans.hpp).
/// Without measuring, the plan uses all of them, and every run gets the same plan and the same
/// bits.
struct FftwPlanning {
  int threads = 1;
  bool measure = false;
  bool anywhere = false;  // for arrays that lie otherwise in memory than those given to the plan
};

/// The numbers of threads among which a measured plan chooses, each once: a small transform is
/// fastest on fewer threads than the team has.
inline std::vector<int> fftw_thread_counts(const FftwPlanning& how) {
  std::vector<int> counts{how.threads};
  if (!how.measure) return counts;
  for (const int fewer : {how.threads / 2, 1})
    if (fewer >= 1 && fewer < counts.back()) counts.push_back(fewer);
  return counts;
}

template <typename Real>
struct FftwApi;

template <>
struct FftwApi<float> {
  using Plan = fftwf_plan;
  using Complex = fftwf_complex;
  static constexpr auto r2c = fftwf_plan_dft_r2c_3d;
  static constexpr auto c2r = fftwf_plan_dft_c2r_3d;
  static constexpr auto c2c = fftwf_plan_dft_3d;
  static constexpr auto r2c_2d = fftwf_plan_dft_r2c_2d;
  static constexpr auto rows_c2r = fftwf_plan_many_dft_c2r;
  static constexpr auto rows_c2c = fftwf_plan_many_dft;
  static constexpr auto many_r2c = fftwf_plan_many_dft_r2c;
  static constexpr auto execute_r2c = fftwf_execute_dft_r2c;
  static constexpr auto execute_c2r = fftwf_execute_dft_c2r;
  static constexpr auto execute_c2c = fftwf_execute_dft;
  static constexpr auto execute = fftwf_execute;
  static constexpr auto destroy = fftwf_destroy_plan;
  static constexpr auto init_threads = fftwf_init_threads;
  static constexpr auto use_threads = fftwf_plan_with_nthreads;
  static constexpr auto limit_planning = fftwf_set_timelimit;
  static constexpr auto wisdom = fftwf_export_wisdom_to_string;
  static constexpr auto recall = fftwf_import_wisdom_from_string;
  static constexpr auto forget = fftwf_forget_wisdom;
};

template <>
struct FftwApi<double> {
  using Plan = fftw_plan;
  using Complex = fftw_complex;
  static constexpr auto r2c = fftw_plan_dft_r2c_3d;
  static constexpr auto c2r = fftw_plan_dft_c2r_3d;
  static constexpr auto c2c = fftw_plan_dft_3d;
  static constexpr auto r2c_2d = fftw_plan_dft_r2c_2d;
  static constexpr auto rows_c2r = fftw_plan_many_dft_c2r;
  static constexpr auto rows_c2c = fftw_plan_many_dft;
  static constexpr auto many_r2c = fftw_plan_many_dft_r2c;
  static constexpr auto execute_r2c = fftw_execute_dft_r2c;
  static constexpr auto execute_c2r = fftw_execute_dft_c2r;
  static constexpr auto execute_c2c = fftw_execute_dft;
  static constexpr auto execute = fftw_execute;
  static constexpr auto destroy = fftw_destroy_plan;
  static constexpr auto init_threads = fftw_init_threads;
  static constexpr auto use_threads = fftw_plan_with_nthreads;
  static constexpr auto limit_planning = fftw_set_timelimit;
  static constexpr auto wisdom = fftw_export_wisdom_to_string;
  static constexpr auto recall = fftw_import_wisdom_from_string;
  static constexpr auto forget = fftw_forget_wisdom;
};

/// Transforms of one dimension and equal length.
struct FftwRows {
  int length, count;
  int stride, distance;  // from element to element, and from row to row: in complex numbers
};

/// A plane of n rows of n reals without gaps; its modes are n rows, `row` complex numbers apart.
struct FftwPlane {
  int n, row;
};

/// A transform of a cube, a plane, a rectangle or many rows, between two arrays that must outlive
/// the plan; the two may be one. A plan that is measured overwrites both.
template <typename Real>
class FftwPlan {
  using Api = FftwApi<Real>;

 public:
  FftwPlan(int n, Real* from, std::complex<Real>* to, const FftwPlanning& how) {
    plan(how, cube(n), named("cube to modes", {n}, from, to),
         [&](unsigned effort) { return Api::r2c(n, n, n, from, raw(to), effort); });
  }
  FftwPlan(int n, std::complex<Real>* from, Real* to, const FftwPlanning& how) {
    plan(how, cube(n), named("modes to cube", {n}, from, to),
         [&](unsigned effort) { return Api::c2r(n, n, n, raw(from), to, effort); });
  }
  FftwPlan(int n, std::complex<Real>* in_place, int sign, const FftwPlanning& how) {
    plan(how, cube(n), named("cube", {n, sign}, in_place, in_place), [&](unsigned effort) {
      return Api::c2c(n, n, n, raw(in_place), raw(in_place), sign, effort);
    });
  }
  /// Transforms ny rows of nx reals, x fastest, to ny rows of nx / 2 + 1 modes.
  FftwPlan(int nx, int ny, Real* from, std::complex<Real>* to, const FftwPlanning& how) {
    plan(how, 1.0 * nx * ny, named("rectangle to modes", {nx, ny}, from, to),
         [&](unsigned effort) { return Api::r2c_2d(ny, nx, from, raw(to), effort); });
  }
  /// Transforms rows of complex numbers, which lie the same in both arrays.
  FftwPlan(const FftwRows& rows, std::complex<Real>* from, std::complex<Real>* to, int sign,
           const FftwPlanning& how) {
    plan(how, 1.0 * rows.length * rows.count, named("rows", rows, sign, from, to),
         [&](unsigned effort) {
           return Api::rows_c2c(1, &rows.length, rows.count, raw(from), nullptr, rows.stride,
                                rows.distance, raw(to), nullptr, rows.stride, rows.distance, sign,
                                effort);
         });
  }
  /// Transforms rows of reals, which lie without gaps, to modes, which lie as `rows` says.
  FftwPlan(const FftwRows& rows, Real* from, std::complex<Real>* to, const FftwPlanning& how) {
    plan(how, 1.0 * rows.length * rows.count, named("rows to modes", rows, 0, from, to),
         [&](unsigned effort) {
           return Api::many_r2c(1, &rows.length, rows.count, from, nullptr, 1, rows.length, raw(to),
                                nullptr, rows.stride, rows.distance, effort);
         });
  }
  /// Transforms modes, which lie as `rows` says, to rows of reals without gaps.
  FftwPlan(const FftwRows& rows, std::complex<Real>* from, Real* to, const FftwPlanning& how) {
    plan(how, 1.0 * rows.length * rows.count, named("modes to rows", rows, 0, from, to),
         [&](unsigned effort) {
           return Api::rows_c2r(1, &rows.length, rows.count, raw(from), nullptr, rows.stride,
                                rows.distance, to, nullptr, 1, rows.length, effort);
         });
  }
  /// Transforms a plane of reals to its modes; the one below, modes to the plane.
  FftwPlan(const FftwPlane& plane, Real* from, std::complex<Real>* to, const FftwPlanning& how) {
    const int sides[] = {plane.n, plane.n}, modes[] = {plane.n, plane.row};
    plan(how, 1.0 * plane.n * plane.n, named("plane to modes", {plane.n, plane.row}, from, to),
         [&](unsigned effort) {
           return Api::many_r2c(2, sides, 1, from, sides, 1, 0, raw(to), modes, 1, 0, effort);
         });
  }
  FftwPlan(const FftwPlane& plane, std::complex<Real>* from, Real* to, const FftwPlanning& how) {
    const int sides[] = {plane.n, plane.n}, modes[] = {plane.n, plane.row};
    plan(how, 1.0 * plane.n * plane.n, named("modes to plane", {plane.n, plane.row}, from, to),
         [&](unsigned effort) {
           return Api::rows_c2r(2, sides, 1, raw(from), modes, 1, 0, to, sides, 1, 0, effort);
         });
  }

  void execute() const { Api::execute(plan_.get()); }
  /// The same transform of other arrays, which lie in memory as those of the plan do, unless it was
  /// planned for arrays anywhere. Threads may do it at the same time.
  void execute(Real* from, std::complex<Real>* to) const {
    Api::execute_r2c(plan_.get(), from, raw(to));
  }
  void execute(std::complex<Real>* from, Real* to) const {
    Api::execute_c2r(plan_.get(), raw(from), to);
  }
  void execute(std::complex<Real>* from, std::complex<Real>* to) const {
    Api::execute_c2c(plan_.get(), raw(from), raw(to));
  }

  /// How many threads of the team the transform uses.
  int threads() const { return threads_; }

 private:
  struct Destroy {
    void operator()(typename Api::Plan plan) const {
      const std::lock_guard one_at_a_time(fftw_planner());
      Api::destroy(plan);
    }
  };
  using Owner = std::unique_ptr<std::remove_pointer_t<typename Api::Plan>, Destroy>;

  /// What a plan is of, in words: two plans of the same words do the same on arrays that lie alike.
  static std::string named(const char* what, std::initializer_list<int> numbers, const void* from,
                           const void* to) {
    std::string name = std::string(what) + (from == to ? " in place" : "");
    for (const int number : numbers) name += ' ' + std::to_string(number);
    return name;
  }
  static std::string named(const char* what, const FftwRows& rows, int sign, const void* from,
                           const void* to) {
    return named(what, {rows.length, rows.count, rows.stride, rows.distance, sign}, from, to);
  }

  template <typename Make>
  void plan(const FftwPlanning& how, double numbers, const std::string& what, const Make& make) {
    if (!how.measure) {
      plan_ = planned(how.threads, how, numbers, [&] { return make(FFTW_ESTIMATE | where(how)); });
      threads_ = how.threads;
    } else {
      measured(how, numbers, make,
               what + (sizeof(Real) == 4 ? ", single" : ", double") +
                   (how.anywhere ? ", anywhere, " : ", ") + std::to_string(how.threads) +
                   " threads");
    }
    if (!plan_) throw std::runtime_error("FFTW made no plan");
  }

  /// The plan that was found before, or of those for each number of threads the one whose transform
  /// is fastest.
  template <typename Make>
  void measured(const FftwPlanning& how, double numbers, const Make& make,
                const std::string& transform) {
    FftwPlans& plans = FftwPlans::of_process();
    if (const auto found = plans.find(transform)) {
      plan_ = again(how, numbers, make, *found);
      threads_ = found->threads;
      if (plan_) return;  // not where FFTW is another one, or arrays lie otherwise in memory
    }
    const std::vector<int> counts = fftw_thread_counts(how);
    double least = 0;
    std::string wisdom;
    for (const int threads : counts) {
      std::string own;
      Owner made = planned(threads, how, numbers, [&] {
        const auto plan = make(FFTW_MEASURE | where(how));
        own = wisdom_of(make, how);
        return plan;
      });
      if (!made) continue;
      const double seconds = counts.size() > 1 ? fastest_transform(made) : 0;
      if (plan_ && !(seconds < least)) continue;
      plan_ = std::move(made);
      least = seconds;
      threads_ = threads;
      wisdom = std::move(own);
    }
    plans.add(transform, {threads_, wisdom});
  }

  template <typename Make>
  static Owner again(const FftwPlanning& how, double numbers, const Make& make,
                     const FftwFound& found) {
    return planned(found.threads, how, numbers, [&] {
      if (found.wisdom.empty()) return make(FFTW_ESTIMATE | where(how));
      Api::recall(found.wisdom.c_str());
      return make(FFTW_MEASURE | FFTW_WISDOM_ONLY | where(how));
    });
  }

  /// Of the plan that was just measured; empty where FFTW ran out of time, and took one that it did
  /// not measure.
  template <typename Make>
  static std::string wisdom_of(const Make& make, const FftwPlanning& how) {
    const auto known = make(FFTW_MEASURE | FFTW_WISDOM_ONLY | where(how));
    if (!known) return {};
    Api::destroy(known);
    const std::unique_ptr<char, decltype(&std::free)> text(Api::wisdom(), &std::free);
    return text.get();
  }

  /// One at a time, and each without what FFTW knows of plans before it: a plan that is not
  /// measured would otherwise be one that was.
  template <typename Make>
  static Owner planned(int threads, const FftwPlanning& how, double numbers, const Make& make) {
    const std::lock_guard one_at_a_time(fftw_planner());
    static const int ready = Api::init_threads();
    if (!ready) throw std::runtime_error("FFTW cannot start its threads");
    run_fftw_on_team(how.threads);
    Api::limit_planning(most_planning_seconds(numbers));
    Api::use_threads(threads);
    Owner made(make());
    Api::forget();
    return made;
  }
  /// Seconds; the first transform, which finds the caches cold, does not count.
  static double fastest_transform(const Owner& plan) {
    using Time = std::chrono::steady_clock;
    double least = 0;
    for (int turn = 0; turn < 4; ++turn) {
      const auto start = Time::now();
      Api::execute(plan.get());
      const double seconds = std::chrono::duration<double>(Time::now() - start).count();
      if (turn == 1 || (turn > 1 && seconds < least)) least = seconds;
    }
    return least;
  }
  static unsigned where(const FftwPlanning& how) { return how.anywhere ? FFTW_UNALIGNED : 0u; }
  static typename Api::Complex* raw(std::complex<Real>* values) {
    return reinterpret_cast<typename Api::Complex*>(values);
  }

  Owner plan_;
  int threads_ = 1;
};

}  // namespace tycho
