#include "harness/cli/man_page.hpp"

#include <sstream>

#include "core/joined.hpp"

namespace tycho::cli {

namespace {

/// Text as roff shows it: no backslash begins a request, no line begins with a control character,
/// and a hyphen can be copied to a command line.
std::string roff(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool begins = out.empty() || out.back() == '\n';
    if (begins && (c == '.' || c == '\'')) out += "\\&";
    out += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
  }
  return out;
}

std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }
std::string slanted(const std::string& text) { return "\\fI" + roff(text) + "\\fR"; }

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

/// "-o, --out DIR", or the name of what stands at its place.
std::string names_of(const CLI::Option& option) {
  if (option.get_positional()) return slanted(option.get_name(true));
  std::string names;
  for (const std::string& one : option.get_snames()) join_to(names, bold("-" + one));
  for (const std::string& one : option.get_lnames()) join_to(names, bold("--" + one));
  return names + (takes_value(option) ? " " + slanted("VALUE") : "");
}

void put_options(std::ostream& out, const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    out << ".TP\n" << names_of(*option) << '\n' << roff(option->get_description());
    if (!option->get_default_str().empty())
      out << " (default: " << roff(option->get_default_str()) << ')';
    out << '\n';
  }
}

void put_synopsis(std::ostream& out, const CLI::App& command) {
  out << ".br\n" << bold("tycho " + command.get_name());
  for (const CLI::Option* option : command.get_options())
    if (option->get_positional())
      out << ' '
          << slanted(option->get_name(true) + (option->get_items_expected_max() > 1 ? "..." : ""));
  out << " [" << slanted("OPTION") << "]...\n";
}

}  // namespace

std::string man_page(const CLI::App& app, const std::string& version) {
  std::ostringstream out;
  std::vector<const CLI::App*> commands;
  for (const CLI::App* one : app.get_subcommands([](const CLI::App*) { return true; }))
    if (!one->get_group().empty()) commands.push_back(one);
  out << ".TH TYCHO 1 \"\" \"tycho " << roff(version) << "\" \"User Commands\"\n"
      << ".SH NAME\ntycho \\- " << roff(app.get_description()) << "\n.SH SYNOPSIS\n"
      << bold("tycho") << " [" << slanted("OPTION") << "]\n";
  for (const CLI::App* command : commands) put_synopsis(out, *command);
  out << ".SH OPTIONS\n";
  put_options(out, app);
  out << ".SH COMMANDS\n";
  for (const CLI::App* command : commands) {
    out << ".SS " << bold("tycho " + command->get_name()) << '\n'
        << roff(command->get_description()) << '\n';
    put_options(out, *command);
    if (!command->get_footer().empty()) out << ".PP\n" << roff(command->get_footer()) << '\n';
  }
  out << ".SH EXIT STATUS\n" << roff(app.get_footer()) << '\n';
  return out.str();
}

}  // namespace tycho::cli
