#include "harness/terms/program_command.hpp"

#include <utility>

#include "core/error.hpp"
#include "core/joined.hpp"

namespace tycho::terms {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& text, const std::string& what) {
  throw UsageError("program '" + text + "': " + what);
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool begun = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      begun = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      if (begun) words.push_back(std::exchange(word, ""));
      begun = false;
    } else {
      word += c;
      begun = true;
    }
  }
  if (quote != 0) fail(text, "a quote is not closed");
  if (begun) words.push_back(word);
  return words;
}

struct Brace {
  std::string_view name;
  ProgramFile file;
  bool csv = false;
};
constexpr Brace kBraces[] = {{"{in}", ProgramFile::kIn},
                             {"{in.hdf5}", ProgramFile::kIn},
                             {"{in.csv}", ProgramFile::kIn, true},
                             {"{out}", ProgramFile::kOut},
                             {"{out.hdf5}", ProgramFile::kOut},
                             {"{out.csv}", ProgramFile::kOut, true},
                             {"{settings}", ProgramFile::kSettings},
                             {"{times}", ProgramFile::kTimes}};

/// The first brace of a word at or behind `from`, and where it begins; null where there is none.
const Brace* next_brace(const std::string& word, std::size_t& from) {
  const Brace* found = nullptr;
  std::size_t first = std::string::npos;
  for (const Brace& brace : kBraces)
    if (const std::size_t at = word.find(brace.name, from); at < first) {
      first = at;
      found = &brace;
    }
  from = first;
  return found;
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

}  // namespace

ProgramCommand read_program_command(const std::string& text, const fs::path& folder) {
  ProgramCommand command{text, words_of(text)};
  if (command.words.empty()) fail(text, "it names no program");
  int in = 0, out = 0;
  for (std::string& word : command.words) {
    std::string rest = word;
    for (std::size_t at = 0; const Brace* brace = next_brace(rest, at);) {
      rest.erase(at, brace->name.size());
      if (brace->file == ProgramFile::kIn) {
        command.csv_in = brace->csv;
        ++in;
      } else if (brace->file == ProgramFile::kOut) {
        command.csv_out = brace->csv;
        ++out;
      }
    }
    if (rest.find('{') != std::string::npos && rest.find('}') != std::string::npos) {
      std::string known;
      for (const Brace& brace : kBraces) join_to(known, brace.name);
      fail(text, "'" + word + "' has braces that mean nothing; there are " + known);
    }
    const bool program = &word == &command.words.front();
    const bool by_path = word.find('/') != std::string::npos;
    if (fs::path(word).is_relative() && is_file(folder / word) && (!program || by_path))
      word = fs::absolute(folder / word).lexically_normal().string();
  }
  if (in != 1 || out != 1)
    fail(text,
         "it must have {in} and {out} once each: the snapshot to begin with, and the one that "
         "the program writes; {in.csv} and {out.csv} are comma-separated values, else HDF5");
  return command;
}

std::vector<std::string> ProgramCommand::filled(const fs::path& in, const fs::path& out,
                                                const fs::path& settings,
                                                const fs::path& times) const {
  const auto path_of = [&](ProgramFile file) -> const fs::path& {
    return file == ProgramFile::kIn         ? in
           : file == ProgramFile::kOut      ? out
           : file == ProgramFile::kSettings ? settings
                                            : times;
  };
  std::vector<std::string> all = words;
  for (std::string& word : all)
    for (std::size_t at = 0; const Brace* brace = next_brace(word, at);) {
      const std::string path = path_of(brace->file).string();
      word.replace(at, brace->name.size(), path);
      at += path.size();
    }
  return all;
}

fs::path file_of(const ProgramCommand& command) {
  for (auto word = command.words.rbegin(); word != command.words.rend(); ++word)
    if (is_file(*word)) return *word;
  return command.words.front();
}

std::string without_folders(const ProgramCommand& command) {
  std::string all;
  for (const std::string& word : command.words)
    (all += all.empty() ? "" : " ") += word.substr(word.rfind('/') + 1);
  return all;
}

}  // namespace tycho::terms
