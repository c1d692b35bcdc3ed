#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <regex>
#include <set>

#include "harness/verify/host_names.hpp"
#include "harness/verify/verify.hpp"

namespace tycho::verify {

namespace {

using nlohmann::json;

// std::regex calls itself for every character: a longer text is looked at in pieces. They overlap
// by more than the longest name of a file or a host (255 characters) with what a pattern wants
// around it, so that each trace lies whole in one of them.
constexpr std::size_t kPiece = 700, kOverlap = 300;

/// The border of a piece is no border of the text: neither ^ nor $ stands there.
bool holds(const std::string& text, const std::regex& pattern) {
  using namespace std::regex_constants;
  for (std::size_t at = 0;; at += kPiece - kOverlap) {
    const std::size_t end = std::min(at + kPiece, text.size());
    const auto flags = (at > 0 ? match_not_bol : match_default) |
                       (end < text.size() ? match_not_eol : match_default);
    const char* const begin = text.data();
    if (std::regex_search(begin + at, begin + end, pattern, flags)) return true;
    if (end == text.size()) return false;
  }
}

struct Trace {
  const char* what;
  std::regex pattern;
};

const std::vector<Trace>& traces() {
  using std::regex;
  static const std::vector<Trace> all{
      {"an absolute path", regex(R"((^|[\s"'=:,;(\[]|-[IL])(~|/[\w.+@-]+)(/[\w.+@-]+)+)")},
      {"an absolute path",
       regex(R"((^|[\s"'=:,;(\[])/(home|root|Users|tmp|scratch|lustre|gpfs|mnt|work)(\W|$))")},
      {"an absolute path", regex(R"((^|\W)[A-Za-z]:[\\/]\w)")},
      {"a mail address", regex(R"([\w.+-]@[\w-]+\.[\w.])")},
      {"an IP address",
       regex(
           R"((^|[^\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)($|[^\w.]))")},
      {"an address", regex(R"((^|\W)[A-Za-z][A-Za-z0-9+.-]{1,20}:/{1,3}[\w.~%-])")},
      {"an address", regex(R"(\\\\[\w.-]+\\\w)")},                    // \\server\share
      {"an address", regex(R"((^|[\s"'=:,;(\[]|-[IL])//+[\w.~-])")},  // //server
      {"a hardware address", regex(R"((^|[^\w:])([0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2}($|[^\w:]))")},
  };
  return all;
}

// Names by which this machine and its user are known: a contributor verifies where it was measured.
std::vector<Trace> own_names() {
  std::vector<Trace> names;
  const auto add = [&](const char* what, const std::string& name) {
    static const std::set<std::string> kCommon{"root",  "user",  "localhost", "ubuntu", "debian",
                                               "admin", "tycho", "build",     "runner"};
    const bool plain = name.find_first_not_of(
                           "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                           "0123456789_-") == std::string::npos;
    if (name.size() >= 3 && plain && !kCommon.count(name))
      names.push_back({what, std::regex("(^|[^\\w-])" + name + "($|[^\\w-])", std::regex::icase)});
  };
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) == 0) {
    const std::string whole = host.data();
    add("this machine's name", whole.substr(0, whole.find('.')));
  }
  for (const char* key : {"USER", "LOGNAME"})
    if (const char* user = std::getenv(key)) add("this user's name", user);
  return names;
}

bool names_someone(const std::string& key) {
  static const std::set<std::string> kKeys{"host",     "hostname", "host_name", "node",
                                           "nodename", "user",     "username",  "user_name",
                                           "login",    "home",     "cwd",       "email"};
  return kKeys.count(key) > 0;
}

/// The cells of a picture are characters in any order, an address among them by chance. What else
/// they may be the reader of results says.
bool is_drawing(const std::string& place) {
  static const std::regex kCells("/runs/\\d+/series/pictures/\\d+/levels/cells");
  return std::regex_match(place, kCells);
}

class Search {
 public:
  explicit Search(Findings& findings) : findings_(findings), own_(own_names()) {}

  void look(const json& value, const std::string& at) {
    if (value.is_string()) look_at_text(value.get_ref<const std::string&>(), at);
    if (value.is_object())
      for (const auto& [key, inner] : value.items()) {
        const std::string place = result::below(at, key);
        if (names_someone(key)) findings_.push_back({place, "the key names a host or a user"});
        look_at_text(key, place);
        if (!is_drawing(place)) look(inner, place);
      }
    if (value.is_array())
      for (std::size_t i = 0; i < value.size(); ++i)
        if (!value[i].is_number()) look(value[i], at + "/" + std::to_string(i));
  }

 private:
  void look_at_text(const std::string& text, const std::string& at) {
    if (!seen_.insert(text).second) return;
    if (const char* what = host_in(text)) return add(at, what, text);
    for (const auto* list : {&traces(), static_cast<const std::vector<Trace>*>(&own_)})
      for (const Trace& trace : *list)
        if (holds(text, trace.pattern)) return add(at, trace.what, text);
  }
  void add(const std::string& at, const char* what, const std::string& text) {
    const std::string shown = text.size() > 60 ? text.substr(0, 57) + "..." : text;
    findings_.push_back({at, std::string("holds ") + what + ": '" + shown + "'"});
  }

  Findings& findings_;
  std::vector<Trace> own_;
  std::set<std::string> seen_;  // ids stand in many places: each text is told of once
};

}  // namespace

Findings check_privacy(const json& content) {
  Findings findings;
  Search(findings).look(content, "");
  return findings;
}

}  // namespace tycho::verify
