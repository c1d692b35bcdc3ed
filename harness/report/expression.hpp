// Arithmetic as published data writes it: "20 * n^2 * steps / gpu_total / 1e9".
#pragma once

#include <map>
#include <string>

namespace tycho::report {

/// Numbers, names, + - * / ^, brackets, abs, exp, sqrt and cos. Throws UsageError with the
/// expression and the character.
double evaluate(const std::string& expression, const std::map<std::string, double>& names);

}  // namespace tycho::report
