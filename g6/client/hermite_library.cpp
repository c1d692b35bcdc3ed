#include "g6/client/hermite_library.hpp"

#include "g6/client/integrator.hpp"

namespace tycho::g6::client {

std::unique_ptr<Algorithm> make_hermite(const Settings& settings) {
  const hermite_library::Options options = hermite_library::options(settings);
  const auto precision = hermite::kPrecisionNames[static_cast<std::size_t>(options.precision)];
  return make_hermite(
      options, {std::string(name(settings.backend())), std::string(precision), options.threads});
}

std::unique_ptr<Algorithm> make_hermite(const hermite::StepOptions& options, const Engine& engine) {
  hermite::require_sound_steps(options);
  return hermite::make_step(options, std::make_unique<Integrator>(options, engine));
}

}  // namespace tycho::g6::client
