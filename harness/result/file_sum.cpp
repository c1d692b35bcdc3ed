#include "harness/result/file_sum.hpp"

#include <fstream>
#include <vector>

#include "harness/result/checksum.hpp"

namespace tycho::result {

std::string file_sum(const std::filesystem::path& file) {
  std::error_code failed;
  std::ifstream in;
  if (std::filesystem::is_regular_file(file, failed)) in.open(file, std::ios::binary);
  Checksum sum;
  std::vector<char> chunk(1 << 20);
  while (in.is_open() && in.good()) {
    in.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
    sum.add(std::string_view(chunk.data(), static_cast<std::size_t>(in.gcount())));
  }
  return in.eof() ? sum.text() : "unreadable";
}

}  // namespace tycho::result
