#include "harness/case/read_along.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tycho::cases {

namespace {

constexpr int kMostEpochs = 1000;
constexpr std::int64_t kMostTimed = 1'000'000;

template <typename Items, typename Item>
bool holds(const Items& items, const Item& item) {
  return std::find(items.begin(), items.end(), item) != items.end();
}

const Variant& named(const strict::JsonView& view, const Case& known) {
  std::vector<std::string_view> names;
  for (const Variant& variant : known.variants) names.push_back(variant.name);
  const std::string name = view.one_of(names);
  return *std::find_if(known.variants.begin(), known.variants.end(),
                       [&](const Variant& variant) { return variant.name == name; });
}

bool is_run_at(const Variant& variant, const SizeSpec& size) {
  return (size.variants.empty() || holds(size.variants, variant.name)) &&
         (variant.only_sizes.empty() || holds(variant.only_sizes, size.particles));
}

/// Whether a variant is timed along another one at a size.
bool is_along(const SizeSpec& size, const Variant& variant) {
  return size.along && holds(size.along->variants, variant.name);
}

/// Why a check cannot be asked of a run; empty: it can.
std::string refusal(const terms::CheckSpec& check, bool along) {
  if (checks::needs_carrier(check.name))
    return along ? "" : "is not timed along another variant, and has no carrier";
  if (!along || checks::looks_at_ends_alone(check.name)) return "";
  return "is timed along another variant: only its particles at both ends can be looked at";
}

}  // namespace

Along read_along(const strict::JsonView& view, const Case& known, const Contract& contract,
                 const SizeSpec& size, std::int64_t steps) {
  if (known.measure != terms::Measure::kInterval)
    view.fail("only an interval is timed along another variant's run");
  if (!contract.traits.begins_anywhere)
    view.fail("the state of " + std::string(contract.name) +
              " is more than its particles: what begins with those of another run would take other "
              "steps than the run itself");
  view.require_keys({"carrier", "variants", "epochs", "steps"});
  Along along;
  const strict::JsonView carrier = view.at("carrier");
  const Variant& carries = named(carrier, known);
  if (!carries.sweep.empty() || !carries.ranks.empty() || carries.code())
    carrier.fail("must be a variant of one run, without sweep, ranks or code of the user's");
  along.carrier = carries.name;
  for (const strict::JsonView& element : view.at("variants").elements()) {
    const Variant& variant = named(element, known);
    if (variant.name == along.carrier)
      element.fail("'" + variant.name + "' is the carrier: no run is timed along itself");
    if (!variant.ranks.empty() || variant.program)
      element.fail("must be a variant without ranks and no program");
    if (!is_run_at(variant, size)) element.fail("'" + variant.name + "' is not run at this size");
    if (holds(along.variants, variant.name)) element.fail("'" + variant.name + "' stands twice");
    along.variants.push_back(variant.name);
  }
  // What lies between two epochs is judged by both.
  along.epochs = static_cast<int>(view.at("epochs").whole(2, kMostEpochs));
  if (const auto timed = view.find("steps")) along.steps = timed->whole(1, kMostTimed);
  if (along.epochs * along.steps > steps)
    view.at("epochs").fail(std::to_string(along.epochs) + " epochs of " +
                           std::to_string(along.steps) + (along.steps == 1 ? " step" : " steps") +
                           " are more than the suite's " + std::to_string(steps) + " steps");
  return along;
}

void require_checks_of_along(const strict::JsonView& list, const Case& read) {
  for (std::size_t c = 0; c < read.checks.size(); ++c)
    for (const auto& [name, suite] : read.suites)
      for (const SizeSpec& size : suite.sizes)
        for (const Variant& variant : read.variants) {
          const terms::CheckSpec& check = read.checks[c];
          if (!is_run_at(variant, size) || !checks::applies(check, variant.name, size.particles))
            continue;
          const std::string why = refusal(check, is_along(size, variant));
          if (!why.empty())
            list.elements()[c].fail("'" + check.name + "' cannot be asked of '" + variant.name +
                                    "' at n = " + std::to_string(size.particles) + ", which " +
                                    why);
        }
}

}  // namespace tycho::cases
