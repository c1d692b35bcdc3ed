#include "harness/verify/host_names.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

namespace tycho::verify {

namespace {

// Endings without a country: the common ones, and the endings that networks keep for themselves.
bool is_general(const std::string& ending) {
  static const std::set<std::string> kAll{
      "academy",     "aero",       "app",     "arpa",    "biz",        "center",  "cloud",
      "cluster",     "com",        "coop",    "corp",    "dev",        "edu",     "example",
      "gov",         "home",       "hpc",     "info",    "institute",  "int",     "internal",
      "intra",       "intranet",   "invalid", "lab",     "lan",        "loc",     "local",
      "localdomain", "localhost",  "mil",     "museum",  "net",        "network", "onion",
      "online",      "org",        "priv",    "private", "science",    "site",    "systems",
      "tech",        "technology", "test",    "univ",    "university", "xyz"};
  return kAll.count(ending) > 0;
}

// Two letters each, one after the other: ISO 3166, and what is used beside it.
constexpr std::string_view kCountries =
    "acadaeafagaialamaoaqarasatauawaxazbabbbdbebfbgbhbibjblbmbnbobqbrbsbtbvbwbybzcacccdcfcgchci"
    "ckclcmcncocrcucvcwcxcyczdedjdkdmdodzeceeegehereseteufifjfkfmfofrgagbgdgegfggghgiglgmgngpgq"
    "grgsgtgugwgyhkhmhnhrhthuidieiliminioiqirisitjejmjojpkekgkhkikmknkpkrkwkykzlalblclilklrlslt"
    "lulvlymamcmdmemfmgmhmkmlmmmnmompmqmrmsmtmumvmwmxmymznancnenfngninlnonpnrnunzompapepfpgphpk"
    "plpmpnprpsptpwpyqarerorsrurwsasbscsdsesgshsisjskslsmsnsosrssstsusvsxsysztctdtftgthtjtktltm"
    "tntotrtttvtwtzuaugukumusuyuzvavcvevgvivnvuwfwsyeytzazmzw";
// Letters that files end in as well: with these two dots make a host.
constexpr std::string_view kFilesToo = "ccmdmlpsplpyrsshso";

bool among(std::string_view pairs, const std::string& two) {
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
    if (pairs.substr(i, 2) == two) return true;
  return false;
}

// "node17.hpc.example.de": labels of which one has a letter, and an ending that is one.
bool is_host_name(std::string token) {
  while (!token.empty() && token.back() == '.') token.pop_back();  // the end of a sentence
  const std::size_t last = token.rfind('.');
  if (last == std::string::npos || token.front() == '.' || token.front() == '-' ||
      token.find("..") != std::string::npos)
    return false;
  if (token.find_first_not_of("0123456789.") > last) return false;  // "1.2.it": a number and a word
  std::string ending = token.substr(last + 1);
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (is_general(ending)) return true;
  if (ending.size() != 2 || !among(kCountries, ending)) return false;
  // "a.no" is no host, and "main.py" is a file.
  const bool several = token.find('.') != last;
  return several || (last > 2 && !among(kFilesToo, ending));
}

// As the C library reads it. A time, 04:05:06, is none.
bool is_ipv6(std::string token) {
  while (!token.empty() && token.back() == '.') token.pop_back();
  in6_addr address;
  return std::count(token.begin(), token.end(), ':') >= 2 &&
         token.find_first_not_of(':') != std::string::npos &&
         ::inet_pton(AF_INET6, token.c_str(), &address) == 1;
}

// Whether `found` says so of one of the longest pieces that consist of allowed characters.
template <typename Allowed, typename Found>
bool any_piece(const std::string& text, const Allowed& allowed, const Found& found) {
  constexpr std::size_t kLongest = 253;  // of a host's name
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && allowed(text[end])) ++end;
    if (end > at && end - at <= kLongest && found(at, end)) return true;
    at = std::max(end, at + 1);
  }
  return false;
}

bool of_a_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-';
}

}  // namespace

const char* host_in(const std::string& text) {
  const auto before = [&](std::size_t at) { return at == 0 ? ' ' : text[at - 1]; };
  const auto behind = [&](std::size_t end) { return end == text.size() ? ' ' : text[end]; };
  const auto of_name = [](char c) { return of_a_word(c) || c == '.'; };
  if (any_piece(text, of_name, [&](std::size_t at, std::size_t end) {
        // A part of a path is a file, and a part of a run's id a setting: ".../theta.no=1".
        return before(at) != '/' && behind(end) != '=' && is_host_name(text.substr(at, end - at));
      }))
    return "a host name";
  const auto of_ipv6 = [](char c) {
    return std::isxdigit(static_cast<unsigned char>(c)) || c == ':' || c == '.';
  };
  if (any_piece(text, of_ipv6, [&](std::size_t at, std::size_t end) {
        return !of_a_word(before(at)) && !of_a_word(behind(end)) &&
               is_ipv6(text.substr(at, end - at));
      }))
    return "an IP address";
  return nullptr;
}

}  // namespace tycho::verify
