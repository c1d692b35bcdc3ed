// A fuzz target without a fuzzer: every file of a corpus, then as many mutations of them as asked
// for, the same ones each time. For compilers that have no libFuzzer, and for continuous
// integration.
//
// Usage: fuzz_<reader> CORPUS [EXECUTIONS] [SEED]
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Bytes = std::string;

constexpr std::size_t kLongest = 1 << 16;
// What JSON breaks on: structure, limits of numbers, escapes, bytes that are no UTF-8.
constexpr std::array<std::string_view, 20> kPieces{
    "{",        "}",     "[",       "]",       ",",
    ":",        "\"",    "\\u0000", "\\ud800", "null",
    "-1",       "1e308", "1e999",   "1e-400",  "\xff\xfe",
    "\"n\":0,", "true",  "[[[[",    "{\"\":{", "18446744073709551616"};

class Mutator {
 public:
  Mutator(const std::vector<Bytes>& corpus, std::uint64_t seed) : corpus_(corpus), random_(seed) {}

  Bytes next() {
    Bytes bytes = corpus_[below(corpus_.size())];
    for (std::size_t left = 1 + below(4); left > 0; --left) change(bytes);
    bytes.resize(std::min(bytes.size(), kLongest));
    return bytes;
  }

 private:
  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : random_() % bound; }
  std::string_view piece() { return kPieces[below(kPieces.size())]; }
  Bytes part(const Bytes& bytes) {
    const std::size_t at = below(bytes.size());
    return bytes.substr(at, 1 + below(std::min<std::size_t>(64, bytes.size() - at)));
  }

  void change(Bytes& bytes) {
    const std::size_t at = below(bytes.size() + 1);
    switch (below(6)) {
      case 0:
        if (at < bytes.size()) bytes[at] = static_cast<char>(random_());
        break;
      case 1:
        bytes.erase(at, 1 + below(32));
        break;
      case 2:
        bytes.insert(at, piece());
        break;
      case 3:
        bytes.replace(at, std::min<std::size_t>(1 + below(8), bytes.size() - at), piece());
        break;
      case 4:
        bytes.insert(at, part(bytes));
        break;
      default:
        bytes.insert(at, part(corpus_[below(corpus_.size())]));
    }
  }

  const std::vector<Bytes>& corpus_;
  std::mt19937_64 random_;
};

std::vector<Bytes> read_corpus(const char* folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<Bytes> corpus;
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    corpus.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return corpus;
}

void run(const Bytes& bytes) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<Bytes> corpus = argc > 1 ? read_corpus(argv[1]) : std::vector<Bytes>();
  if (corpus.empty()) {
    std::fprintf(stderr, "usage: %s CORPUS [EXECUTIONS] [SEED]; CORPUS holds a file or more\n",
                 argv[0]);
    return 2;
  }
  const long executions = argc > 2 ? std::atol(argv[2]) : 0;
  Mutator mutator(corpus, argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1);
  for (const Bytes& bytes : corpus) run(bytes);
  for (long i = 0; i < executions; ++i) run(mutator.next());
  std::printf("%zu files and %ld mutations of them\n", corpus.size(), executions);
}
