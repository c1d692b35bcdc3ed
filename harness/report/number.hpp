// Numbers as people read them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tycho::report {

/// To this many significant digits: 26,630, 4090, 0.0123, 1.20e-09; "not a number" where it is not
/// one.
std::string number(double value, int digits = 4);

/// "1.6 to 11.5", or one number where they are all alike.
std::string range(const std::vector<double>& values);

/// The same of parts of a whole: "35.2 to 46.9%".
std::string percent_range(std::vector<double> parts);

/// The first few, "a; b; c and 4 more".
std::string listed(const std::vector<std::string>& parts);

/// A duration in the unit that suits it: "12.3 µs", "21.0 s", "2.94 min", "4.97 h".
std::string duration(double seconds, int digits = 3);

/// A quantity with its unit; seconds are given as a duration.
std::string quantity(double value, const std::string& unit, int digits = 4);

/// A whole number with its thousands apart: "1,048,576".
std::string count_text(std::int64_t count);

/// Of particles that began on a lattice, or of cells of a mesh: "128^3"; a number that is no cube
/// as count_text.
std::string cube_text(std::int64_t count);

/// A name of the program in words: "particle mesh" of particle_mesh.
std::string words_of(std::string name);

/// The first letter small where a sentence goes on with the words, unless they begin with more
/// capitals, or with a letter alone: "tree walk", "FFT of the charge", "N".
std::string lowered(std::string words);

/// "1 check", "9 checks".
std::string plural(std::int64_t count, const std::string& thing);

/// A limit as it was written: 0.001, not 0.001000; a limit that was computed to four digits.
std::string limit_text(double limit);

/// A number of a paper with all the digits it printed, the thousands of a long one apart, a small
/// one as a power of ten beside the measured: 1.8e-04.
std::string printed_text(double value);

/// Every digit, for CSV files.
std::string exact(double value);

}  // namespace tycho::report
