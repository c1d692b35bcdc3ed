#include "g6/configuration.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <initializer_list>

namespace tycho::g6 {

namespace {

using Complaints = std::vector<std::string>;

/// Where a value stands, for messages: "TYCHO_G6_PIPES" or "setup.cfg:3: pipes".
struct Entry {
  std::string place, key, value;
};

void complain(const Entry& entry, const std::string& allowed, Complaints& complaints) {
  complaints.push_back(entry.place + " = '" + entry.value + "' is not allowed and is ignored; " +
                       allowed);
}

void take_word(const Entry& entry, std::initializer_list<const char*> allowed, std::string& word,
               Complaints& complaints) {
  if (std::find(allowed.begin(), allowed.end(), entry.value) != allowed.end()) {
    word = entry.value;
    return;
  }
  std::string listed = "allowed are";
  for (const char* value : allowed) listed += std::string(" ") + value;
  complain(entry, listed, complaints);
}

void take_number(const Entry& entry, int least, int most, int& number, Complaints& complaints) {
  int value = 0;
  const char* const end = entry.value.data() + entry.value.size();
  const auto [stop, code] = std::from_chars(entry.value.data(), end, value);
  if (code == std::errc() && stop == end && value >= least && value <= most)
    number = value;
  else
    complain(entry,
             "a whole number from " + std::to_string(least) + " to " + std::to_string(most) +
                 " is needed",
             complaints);
}

void take(const Entry& entry, Configuration& into, Complaints& complaints) {
  if (entry.key == "engine")
    take_word(entry, {"auto", "cpu", "cuda"}, into.engine, complaints);
  else if (entry.key == "precision")
    take_word(entry, {"fp32", "ds", "fp64"}, into.precision, complaints);
  else if (entry.key == "pipes")
    take_number(entry, 1, kMostPipes, into.pipes, complaints);
  else if (entry.key == "threads")
    take_number(entry, 1, 4096, into.threads, complaints);
  else if (entry.key == "neighbours")
    take_number(entry, 1, 1 << 20, into.neighbours, complaints);
  else if (entry.key == "quiet") {
    std::string word = into.quiet ? "1" : "0";
    take_word(entry, {"0", "1"}, word, complaints);
    into.quiet = word == "1";
  } else {
    complaints.push_back(entry.place + ": no such key; there are engine, precision, pipes, " +
                         "threads, neighbours and quiet");
  }
}

std::string trimmed(const std::string& text) {
  const auto blank = [](unsigned char c) { return std::isspace(c) != 0; };
  const auto first = std::find_if_not(text.begin(), text.end(), blank);
  const auto last = std::find_if_not(text.rbegin(), std::make_reverse_iterator(first), blank);
  return {first, last.base()};
}

/// Lines of `key = value`; '#' starts a comment.
void take_file(const std::string& name, Configuration& into, Complaints& complaints) {
  std::ifstream file(name);
  if (!file) {
    complaints.push_back("TYCHO_G6_CONFIG = '" + name + "' cannot be read and is ignored");
    return;
  }
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    line = trimmed(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    const std::string place = name + ":" + std::to_string(number) + ": ";
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos) {
      complaints.push_back(place + "'" + line + "' is ignored; a line is 'key = value'");
      continue;
    }
    const std::string key = trimmed(line.substr(0, equals));
    take({place + key, key, trimmed(line.substr(equals + 1))}, into, complaints);
  }
}

/// The weakest word on threads is OpenMP's own. Of a list, for nested regions, the first number
/// counts. OpenMP complains itself about what is no number.
void take_open_mp(Configuration& into) {
  const char* const given = std::getenv("OMP_NUM_THREADS");
  if (!given) return;
  const std::string list = given;
  Complaints of_open_mp;
  take({"OMP_NUM_THREADS", "threads", trimmed(list.substr(0, list.find(',')))}, into, of_open_mp);
}

}  // namespace

Configuration read_configuration(Complaints& complaints) {
  Configuration read;
  take_open_mp(read);
  if (const char* file = std::getenv("TYCHO_G6_CONFIG"); file && *file)
    take_file(file, read, complaints);
  constexpr const char* kVariables[][2] = {
      {"TYCHO_G6_ENGINE", "engine"},         {"TYCHO_G6_PRECISION", "precision"},
      {"TYCHO_G6_PIPES", "pipes"},           {"TYCHO_G6_THREADS", "threads"},
      {"TYCHO_G6_NEIGHBOURS", "neighbours"}, {"TYCHO_G6_QUIET", "quiet"}};
  for (const auto& [variable, key] : kVariables)
    if (const char* value = std::getenv(variable); value && *value)
      take({variable, key, value}, read, complaints);
  return read;
}

}  // namespace tycho::g6
