// Owns one of HDF5's identifiers. Its calls answer a negative number where they fail and print a
// trace unless told not to; here they throw, and the caller says which file it was.
#pragma once

#include <hdf5.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>

#include "harness/result/plain_file.hpp"

namespace tycho::snapshot::hdf5 {

class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Handle(hid_t id, Close closing, const std::string& what) : id_(id), close_(closing) {
    if (id < 0) throw Failure(what);
  }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }

  operator hid_t() const { return id_; }
  /// Closes now: what is written last fails here on a full disk.
  void close(const std::string& what) {
    if (close_(std::exchange(id_, -1)) < 0) throw Failure(what);
  }

 private:
  hid_t id_;
  Close close_;
};

inline void check(herr_t status, const std::string& what) {
  if (status < 0) throw Failure(what);
}

/// For as long as it lives HDF5 prints nothing. To be made before any other call to HDF5.
class Quiet {
 public:
  Quiet() {
    // A file that a full disk kept from being closed would be closed once more when the process
    // ends, which crashes.
    [[maybe_unused]] static const herr_t none_at_exit = H5dont_atexit();
    H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~Quiet() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

/// Has `write` make the file under another name and renames it: the file is whole or not there.
/// Throws WriteError.
template <typename Write>
void write_beside(const std::filesystem::path& file, const Write& write) {
  std::filesystem::path part = file;
  part += ".part";
  result::require_own(part);  // HDF5 would follow a link
  std::error_code error;
  try {
    write(part);
    std::filesystem::rename(part, file, error);
    if (error) throw Failure(error.message());
  } catch (const Failure& failure) {
    std::filesystem::remove(part, error);
    throw result::WriteError(file, failure.what());
  }
}

/// Rows of a table that are read or written at a time: a few MiB, however many there are.
inline constexpr hsize_t kRowsAtOnce = 1 << 17;

/// Calls body(first row, rows, memory space, file space) for stretches of `rows` rows of `columns`
/// columns (1: a list).
template <typename Body>
void in_stretches(hid_t dataset, hsize_t rows, hsize_t columns, const Body& body) {
  const Handle file_space(H5Dget_space(dataset), H5Sclose, "its shape");
  const int rank = columns > 1 ? 2 : 1;
  for (hsize_t first = 0; first < rows; first += kRowsAtOnce) {
    const hsize_t count[2] = {std::min(kRowsAtOnce, rows - first), columns};
    const hsize_t start[2] = {first, 0};
    const Handle memory(H5Screate_simple(rank, count, nullptr), H5Sclose, "a stretch of rows");
    check(H5Sselect_hyperslab(file_space, H5S_SELECT_SET, start, nullptr, count, nullptr),
          "a stretch of rows");
    body(static_cast<std::size_t>(first), static_cast<std::size_t>(count[0]), memory, file_space);
  }
}

}  // namespace tycho::snapshot::hdf5
