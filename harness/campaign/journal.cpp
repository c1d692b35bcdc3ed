#include "harness/campaign/journal.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>

#include "core/error.hpp"
#include "harness/result/parse_json.hpp"
#include "harness/result/plain_file.hpp"

namespace tycho::campaign {

namespace {

// Nothing where the line is no JSON.
std::optional<nlohmann::json> json_of(std::string_view line) {
  try {
    return result::parse_json(line);
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

}  // namespace

Journal::Journal(const std::filesystem::path& file) : file_(file) {
  fd_ = result::open_own(file, O_RDWR | O_APPEND);
  const std::string text = result::read_text(file);
  std::size_t begin = 0;
  int number = 1;
  for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    auto record = json_of(std::string_view(text).substr(begin, end - begin));
    // A power cut may leave a last line of zeros with its newline; elsewhere, and where the line is
    // JSON of another kind, which no cut leaves, it is damage.
    const bool last = end + 1 == text.size();
    if (!record && last) break;
    if (!record || !record->is_object())
      throw UsageError(file.string() + ", line " + std::to_string(number) +
                       ": not a JSON object; the journal is damaged: remove the line, and its run "
                       "is run again");
    found_.push_back(std::move(*record));
    ++number;
  }
  if (begin == text.size()) return;

  notice_ = file.filename().string() + ": dropped an incomplete last line (" +
            std::to_string(text.size() - begin) + " bytes); that run is run again";
  if (::ftruncate(fd_.get(), static_cast<off_t>(begin)) != 0 || ::fsync(fd_.get()) != 0)
    throw result::WriteError(file, std::strerror(errno));
}

void Journal::append(const nlohmann::json& record) {
  // A child's last words may be any bytes: what is not UTF-8 is replaced, not refused.
  const std::string line =
      record.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
  struct stat before {};
  if (::fstat(fd_.get(), &before) != 0) throw result::WriteError(file_, std::strerror(errno));
  const ssize_t written = ::write(fd_.get(), line.data(), line.size());
  const bool whole = written == static_cast<ssize_t>(line.size());
  if (whole && ::fsync(fd_.get()) == 0) return;
  // A short write is a full disk or a quota: a second write would have failed with the reason.
  const std::string why = written >= 0 && !whole ? std::strerror(ENOSPC) : std::strerror(errno);
  if (::ftruncate(fd_.get(), before.st_size) == 0) ::fsync(fd_.get());
  throw result::WriteError(file_, why);
}

}  // namespace tycho::campaign
