// The manual page, made from what `--help` is made from.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace tycho::cli {

/// The manual page, in the macros of man(7).
std::string man_page(const CLI::App& app, const std::string& version);

}  // namespace tycho::cli
