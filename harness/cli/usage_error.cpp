#include "harness/cli/usage_error.hpp"

#include <algorithm>
#include <cctype>

#include "core/joined.hpp"
#include "harness/result/one_line.hpp"
#include "harness/strict/nearest.hpp"

namespace tycho::cli {

namespace {

/// The subcommands that people are shown.
std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  std::vector<const CLI::App*> shown;
  for (const CLI::App* one : app.get_subcommands([](const CLI::App*) { return true; }))
    if (!one->get_group().empty()) shown.push_back(one);
  return shown;
}

std::string nearest_of(const std::string& wanted, const std::vector<std::string>& names) {
  // Beyond this length nothing was misspelled.
  if (wanted.size() > 60) return "";
  return strict::did_you_mean(wanted, std::vector<std::string_view>(names.begin(), names.end()));
}

std::string no_command(const CLI::App& app, const std::string& wanted) {
  std::vector<std::string> names;
  for (const CLI::App* one : commands_of(app)) names.push_back(one->get_name());
  const std::string all = joined(names);
  if (wanted.empty()) return "a command is needed: " + all;
  return "no command '" + wanted + "'" + nearest_of(wanted, names) + "; there are " + all;
}

std::string no_option(const CLI::App& command, const std::string& given) {
  const std::string name = given.substr(0, given.find('='));
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& one : option->get_lnames()) names.push_back("--" + one);
  return "no option '" + name + "'" + nearest_of(name, names);
}

/// A word that no option and no name took: perhaps the second value of an option that takes one.
std::string no_place(const std::string& extra, const std::vector<std::string>& words) {
  const auto at = std::find(words.begin(), words.end(), extra);
  if (at - words.begin() >= 3 && at != words.end() && (at - 2)->starts_with("--") &&
      !(at - 1)->starts_with("-"))
    return "'" + extra + "' was not expected; " + *(at - 2) +
           " takes one value, and is given again " + "for the next: " + *(at - 2) + " " +
           *(at - 1) + " " + *(at - 2) + " " + extra;
  return "'" + extra + "' was not expected";
}

/// An option that has too few values, or is given too often, in words. CLI11's own begin with the
/// option: "--suite: At Most 1 required but received 2".
std::string in_words(const CLI::ArgumentMismatch& error) {
  const std::string what = error.what(), option = what.substr(0, what.find(':'));
  if (what.find("At Most 1 required") != std::string::npos)
    return option + " is given more than once, and takes one value";
  if (what.find("1 required") != std::string::npos && what.ends_with("missing"))
    return option + " needs a value";
  return what;
}

}  // namespace

std::string usage_error(const CLI::App& app, const CLI::ParseError& error,
                        const std::vector<std::string>& words) {
  const CLI::App* command = nullptr;
  std::string first;  // word that is no option: the command
  for (std::size_t i = 1; i < words.size() && first.empty(); ++i)
    if (!words[i].starts_with("-")) first = words[i];
  for (const CLI::App* one : commands_of(app))
    if (one->get_name() == first) command = one;
  const std::string help = "; see tycho " + (command ? first + " " : std::string()) + "--help";
  const bool extra = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  const std::vector<std::string> left = app.remaining(true);
  if (!left.empty() && left.front().starts_with("-"))
    return no_option(command ? *command : app, left.front()) + help;
  if (!command) return no_command(app, first) + help;
  if (extra && !left.empty()) return no_place(left.front(), words) + help;
  if (const auto* mismatch = dynamic_cast<const CLI::ArgumentMismatch*>(&error))
    return in_words(*mismatch) + help;
  return error.what() + help;
}

void refuse_empty_values(CLI::App& app) {
  const auto refuse = [](const std::string& value) {
    return std::string(value.empty() ? "the value is empty; leave the option out, or give one"
                                     : "");
  };
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_group().empty()) continue;  // what tycho calls itself
    for (CLI::Option* option : command->get_options())
      if (option->get_expected_max() > 0) option->check(refuse, "", "");
  }
}

std::string in_words(const std::filesystem::filesystem_error& error) {
  const std::string path = error.path1().string();
  return (path.empty() ? "the current folder" : path) + ": " + error.code().message();
}

bool is_bad_path(const std::filesystem::filesystem_error& error) {
  return error.code() == std::errc::too_many_symbolic_link_levels ||
         error.code() == std::errc::filename_too_long ||
         error.code() == std::errc::no_such_file_or_directory;
}

std::string with_brief_words(std::string message, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word.size() <= result::kMostEchoed) continue;
    const std::string brief = result::brief(word);
    for (std::size_t at = 0; (at = message.find(word, at)) != std::string::npos; at += brief.size())
      message.replace(at, word.size(), brief);
  }
  // A part of a word, or of a file: as long as no space divides it.
  for (std::size_t at = 0; at < message.size();) {
    std::size_t end = at;
    while (end < message.size() && !std::isspace(static_cast<unsigned char>(message[end]))) ++end;
    const std::string piece = result::brief(message.substr(at, end - at));
    message.replace(at, end - at, piece);
    at += piece.size() + 1;
  }
  return message;
}

}  // namespace tycho::cli
