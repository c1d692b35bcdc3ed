#include <iomanip>
#include <sstream>

#include "harness/probe/probe.hpp"

namespace tycho::probe {

namespace {

using nlohmann::json;

std::string rounded(double value, int digits) {
  std::ostringstream text;
  text << std::setprecision(digits) << value;
  return text.str();
}

std::string time(double seconds) {
  if (seconds < 1e-3) return rounded(seconds * 1e6, 3) + " us";
  if (seconds < 1) return rounded(seconds * 1e3, 3) + " ms";
  return rounded(seconds, 3) + " s";
}

std::string value_of(const json& ceiling) {
  const double value = ceiling.at("value").at("median").get<double>();
  const std::string unit = ceiling.at("unit").get<std::string>();
  if (unit == "s") return time(value);
  std::ostringstream text;
  text << std::fixed << std::setprecision(value < 10 ? 3 : value < 100 ? 1 : 0) << value;
  return text.str() + " " + unit;
}

}  // namespace

void print_probe(std::ostream& out, const json& probe) {
  out << probe.at("provenance").at("machine").get<std::string>() << '\n';
  std::string backend;
  for (const json& ceiling : probe.at("ceilings")) {
    const std::string own = ceiling.at("backend").get<std::string>();
    if (own != backend) out << '\n' << own << '\n';
    backend = own;
    std::string label = ceiling.at("label").get<std::string>();
    if (own == "cpu") {
      const int threads = ceiling.at("threads").get<int>();
      label += ", " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
    }
    const json& value = ceiling.at("value");
    const double median = value.at("median").get<double>();
    out << "  " << std::left << std::setw(52) << label << std::right << std::setw(16)
        << value_of(ceiling) << "  +-" << std::setw(6)
        << rounded(100 * value.at("spread").get<double>() / median, 2) + "%"
        << "  " << std::left << std::setw(10)
        << time(ceiling.at("seconds").at("median").get<double>()) << ' '
        << ceiling.at("size").get<std::string>()
        << (ceiling.at("check").at("pass").get<bool>() ? "" : "  WRONG OUTPUT: no ceiling") << '\n';
  }
  for (const json& skipped : probe.at("skipped"))
    out << "  skipped: " << skipped.at("backend").get<std::string>() << ' '
        << skipped.at("probe").get<std::string>() << ": " << skipped.at("reason").get<std::string>()
        << '\n';
}

}  // namespace tycho::probe
