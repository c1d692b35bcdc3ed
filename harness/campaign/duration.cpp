#include "harness/campaign/duration.hpp"

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "core/error.hpp"

namespace tycho::campaign {

namespace {

double seconds_in(char unit) {
  switch (unit) {
    case 's':
      return 1;
    case 'm':
      return 60;
    case 'h':
      return 3600;
    case 'd':
      return 86400;
  }
  return 0;
}

}  // namespace

Seconds parse_duration(std::string_view text) {
  const std::string whole(text);
  const auto reject = [&]() -> UsageError {
    return UsageError("'" + whole + "' is no duration; write 90s, 10m or 1h30m");
  };
  double total = 0;
  const char* at = whole.c_str();
  while (*at != '\0') {
    // Digits and a point: strtod would take a sign, an exponent, "0x10", "inf" and "nan" too.
    const std::string number(at, std::strspn(at, "0123456789."));
    if (!std::isdigit(static_cast<unsigned char>(*at))) throw reject();
    char* ends = nullptr;
    const double value = std::strtod(number.c_str(), &ends);
    if (*ends != '\0') throw reject();
    const char* const end = at + number.size();
    const double unit = *end == '\0' ? 1 : seconds_in(*end);
    if (unit == 0) throw reject();
    total += value * unit;
    at = *end == '\0' ? end : end + 1;
  }
  if (!(total > 0) || !std::isfinite(total)) throw reject();
  return Seconds(total);
}

std::string in_words(Seconds duration) {
  std::ostringstream out;
  const double seconds = duration.count();
  if (seconds < 60) {
    out.precision(seconds < 9.95 ? 2 : 3);
    out << seconds << " s";
    return out.str();
  }
  const long whole = std::lround(seconds);
  if (whole < 3600) {
    out << whole / 60 << " min";
    if (whole % 60 != 0) out << ' ' << whole % 60 << " s";
  } else {
    out << whole / 3600 << " h";
    if (whole % 3600 / 60 != 0) out << ' ' << whole % 3600 / 60 << " min";
  }
  return out.str();
}

}  // namespace tycho::campaign
