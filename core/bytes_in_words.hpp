// Amounts of memory as people read them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iomanip>
#include <sstream>
#include <string>

namespace tycho {

/// "214.6 GiB", "8 GiB", "1.5 KiB", "12 bytes": at most four digits where there is a unit for it.
inline std::string bytes_in_words(std::int64_t bytes) {
  constexpr std::array<const char*, 4> kUnits{"bytes", "KiB", "MiB", "GiB"};
  double amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; amount >= 1024 && unit + 1 < kUnits.size(); ++unit) amount /= 1024;
  std::ostringstream out;
  if (amount >= 1e3)
    out << std::fixed << std::setprecision(0);
  else
    out << std::setprecision(4);
  out << amount << ' ' << (bytes == 1 ? "byte" : kUnits[unit]);
  return out.str();
}

}  // namespace tycho
