#include "harness/initial/initial.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "harness/initial/kinds.hpp"
#include "harness/initial/plasma.hpp"

namespace tycho::initial {

std::uint64_t read_seed(const strict::JsonView& spec) {
  return static_cast<std::uint64_t>(spec.at("seed").whole(0, std::int64_t{1} << 53));
}

void centre(Particles& particles) {
  double mass = 0;
  Vec3<double> position, velocity;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    mass += particles.mass[i];
    position += particles.mass[i] * particles.position(i);
    velocity += particles.mass[i] * particles.velocity(i);
  }
  for (std::size_t i = 0; i < particles.size(); ++i) {
    particles.set_position(i, particles.position(i) - (1 / mass) * position);
    particles.set_velocity(i, particles.velocity(i) - (1 / mass) * velocity);
  }
}

namespace {

const std::array<const Kind*, 15>& kinds() {
  static const std::array<const Kind*, 15> all{
      &plummer(),          &uniform_box(), &two_body(),   &lagrange_triangle(), &plummer_box(),
      &exponential_disc(), &uniform(),     &maxwellian(), &langmuir(),          &two_stream(),
      &galaxy(),           &encounter(),   &degenerate(), &cosmology(),         &snapshot()};
  return all;
}

/// The kind of a spec that has no keys but those of the kind.
const Kind& kind_of(const strict::JsonView& spec) {
  if (!spec.json().is_object()) spec.fail("must be an object with a 'kind'");
  const std::string name = spec.at("kind").one_of(initial_kinds());
  for (const Kind* kind : kinds()) {
    if (kind->name != name) continue;
    std::vector<std::string_view> known{"kind"};
    for (const Key& key : kind->keys) known.push_back(key.name);
    spec.require_keys(known);
    return *kind;
  }
  spec.fail("unknown kind");  // not reached: one_of allows the kinds only
}

strict::JsonView view(const nlohmann::json& spec) { return strict::JsonView(spec, "initial"); }

}  // namespace

std::span<const Kind* const> all_kinds() { return kinds(); }

std::span<const std::string_view> initial_kinds() {
  static const auto names = [] {
    std::array<std::string_view, std::tuple_size_v<std::decay_t<decltype(kinds())>>> out;
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = kinds()[k]->name;
    return out;
  }();
  return names;
}

void check_initial(const strict::JsonView& spec) { kind_of(spec).check(spec); }

void check_initial(const nlohmann::json& spec) { check_initial(view(spec)); }

std::int64_t fixed_size(const nlohmann::json& spec) { return kind_of(view(spec)).size; }

namespace {

/// The kind of a spec, checked, for a number of particles it can have.
const Kind& sound_kind(const strict::JsonView& spec, std::int64_t n) {
  const Kind& kind = kind_of(spec);
  kind.check(spec);
  if (n < 1) throw UsageError("initial: n = " + std::to_string(n) + " must be at least 1");
  if (kind.size != 0 && n != kind.size)
    throw UsageError("initial: '" + std::string(kind.name) + "' has " + std::to_string(kind.size) +
                     " particles, not " + std::to_string(n));
  return kind;
}

}  // namespace

Particles make_initial(const nlohmann::json& spec, std::int64_t n) {
  const strict::JsonView viewed = view(spec);
  const Kind& kind = sound_kind(viewed, n);
  if (!kind.make)
    throw UsageError("initial: '" + std::string(kind.name) + "' is made in the grid of a run");
  return kind.make(viewed, n);
}

Particles make_initial(const nlohmann::json& spec, std::int64_t n, const Settings& settings) {
  const strict::JsonView viewed = view(spec);
  const Kind& kind = sound_kind(viewed, n);
  return kind.make_in ? kind.make_in(viewed, n, settings) : kind.make(viewed, n);
}

std::filesystem::path file_of(const nlohmann::json& spec) { return spec.value("file", ""); }

void look_for_file_in(const std::filesystem::path& folder, nlohmann::json& spec) {
  const std::filesystem::path file = file_of(spec);
  if (file.empty() || file.is_absolute()) return;
  std::error_code none;
  const std::filesystem::path beside = (folder / file).lexically_normal();
  if (std::filesystem::is_regular_file(beside, none)) spec["file"] = beside.string();
}

std::optional<std::array<int, 2>> seeded_mode(const nlohmann::json& spec) {
  if (!spec.contains("mode")) return std::nullopt;
  return read_mode(view(spec));
}

}  // namespace tycho::initial
