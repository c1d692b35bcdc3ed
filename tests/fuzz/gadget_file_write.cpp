// The description of a file, as HDF5 writes it.
#include <array>
#include <cstring>

#include "harness/snapshot/hdf5_handle.hpp"
#include "tests/fuzz/gadget_file.hpp"

namespace tycho::fuzz {

namespace {

using snapshot::hdf5::check;
using snapshot::hdf5::Failure;
using snapshot::hdf5::Handle;

/// Elements that are put down. Of larger tables only the shape is; attributes have no more.
constexpr std::uint64_t kMostWritten = 1024;

herr_t keep(hid_t) { return 0; }
Handle builtin(hid_t type) { return {type, keep, "a type"}; }
Handle made(hid_t type) { return {type, H5Tclose, "a type"}; }

Handle text(std::size_t size) {
  Handle type = made(H5Tcopy(H5T_C_S1));
  check(H5Tset_size(type, size), "a text");
  return type;
}

Handle file_type(Type type) {
  const hsize_t three = 3;
  switch (type) {
    case Type::kDouble:
      return builtin(H5T_NATIVE_DOUBLE);
    case Type::kFloat:
      return builtin(H5T_NATIVE_FLOAT);
    case Type::kLongDouble:
      return builtin(H5T_NATIVE_LDOUBLE);
    case Type::kDoubleBig:
      return builtin(H5T_IEEE_F64BE);
    case Type::kInt8:
      return builtin(H5T_NATIVE_INT8);
    case Type::kUint8:
      return builtin(H5T_NATIVE_UINT8);
    case Type::kInt16:
      return builtin(H5T_NATIVE_INT16);
    case Type::kInt32:
      return builtin(H5T_NATIVE_INT32);
    case Type::kUint32:
      return builtin(H5T_NATIVE_UINT32);
    case Type::kInt64:
      return builtin(H5T_NATIVE_INT64);
    case Type::kUint64:
      return builtin(H5T_NATIVE_UINT64);
    case Type::kInt32Big:
      return builtin(H5T_STD_I32BE);
    case Type::kUint64Big:
      return builtin(H5T_STD_U64BE);
    case Type::kText:
      return text(8);
    case Type::kLongText:
      return text(H5T_VARIABLE);
    case Type::kCompound: {
      Handle compound = made(H5Tcreate(H5T_COMPOUND, sizeof(double)));
      check(H5Tinsert(compound, "value", 0, H5T_NATIVE_DOUBLE), "a compound");
      return compound;
    }
    case Type::kEnum: {
      Handle choice = made(H5Tenum_create(H5T_NATIVE_INT32));
      const std::int32_t zero = 0;
      check(H5Tenum_insert(choice, "zero", &zero), "an enum");
      return choice;
    }
    case Type::kOpaque:
      return made(H5Tcreate(H5T_OPAQUE, 8));
    case Type::kArray:
      return made(H5Tarray_create2(H5T_NATIVE_DOUBLE, 1, &three));
    case Type::kBits:
      return builtin(H5T_NATIVE_B64);
    default:
      return builtin(H5T_STD_REF_OBJ);
  }
}

template <typename T>
void append(std::vector<std::uint8_t>& bytes, long double number) {
  const T value = static_cast<T>(number);
  const auto* first = reinterpret_cast<const std::uint8_t*>(&value);
  bytes.insert(bytes.end(), first, first + sizeof value);
}

/// The numbers as they lie in memory; zeros of what is no number.
std::vector<std::uint8_t> bytes_of(const Field& field, std::size_t size) {
  const std::size_t count = field.count();
  std::vector<std::uint8_t> bytes;
  if (!is_number(field.type)) bytes.resize(count * size);
  for (std::size_t i = 0; is_number(field.type) && i < count; ++i) {
    const long double number = field.stored(i);
    switch (field.type) {
      case Type::kLongDouble:
        append<long double>(bytes, number);
        break;
      case Type::kFloat:
        append<float>(bytes, number);
        break;
      case Type::kInt8:
        append<std::int8_t>(bytes, number);
        break;
      case Type::kUint8:
        append<std::uint8_t>(bytes, number);
        break;
      case Type::kInt16:
        append<std::int16_t>(bytes, number);
        break;
      case Type::kInt32:
      case Type::kInt32Big:
        append<std::int32_t>(bytes, number);
        break;
      case Type::kUint32:
        append<std::uint32_t>(bytes, number);
        break;
      case Type::kInt64:
        append<std::int64_t>(bytes, number);
        break;
      case Type::kUint64:
      case Type::kUint64Big:
        append<std::uint64_t>(bytes, number);
        break;
      default:
        append<double>(bytes, number);
    }
  }
  bytes.resize(std::max<std::size_t>(1, bytes.size()));
  return bytes;
}

Handle space_of(const Field& field) {
  if (field.space != Space::kSimple)
    return {H5Screate(field.space == Space::kNull ? H5S_NULL : H5S_SCALAR), H5Sclose, "a space"};
  const std::vector<hsize_t> shape(field.shape.begin(), field.shape.end());
  return {H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), H5Sclose,
          "a space"};
}

Handle storage_of(const Field& field) {
  Handle storage(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "a storage");
  if (field.storage == Storage::kCompact) check(H5Pset_layout(storage, H5D_COMPACT), "compact");
  if (field.storage == Storage::kDeflated) {
    std::vector<hsize_t> chunk(field.shape.begin(), field.shape.end());
    for (hsize_t& extent : chunk) extent = std::min<hsize_t>(extent, 16);
    check(H5Pset_chunk(storage, static_cast<int>(chunk.size()), chunk.data()), "chunks");
    check(H5Pset_deflate(storage, 1), "deflate");
  }
  return storage;
}

void put_attribute(hid_t owner, const Field& field) {
  if (field.count() > kMostWritten) throw Failure(field.name);
  const Handle type = file_type(field.type), space = space_of(field);
  const Handle attribute(
      H5Acreate2(owner, field.name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
      field.name);
  const Handle memory = made(H5Tget_native_type(type, H5T_DIR_ASCEND));
  if (field.space != Space::kNull)
    check(H5Awrite(attribute, memory, bytes_of(field, H5Tget_size(memory)).data()), field.name);
}

void put_table(hid_t owner, Field& field) {
  const Handle type = file_type(field.type), space = space_of(field), storage = storage_of(field);
  const Handle table(
      H5Dcreate2(owner, field.name.c_str(), type, space, H5P_DEFAULT, storage, H5P_DEFAULT),
      H5Dclose, field.name);
  if (field.count() > kMostWritten) field.storage = Storage::kNeverWritten;
  if (field.storage == Storage::kNeverWritten) return;
  const Handle memory = made(H5Tget_native_type(type, H5T_DIR_ASCEND));
  check(H5Dwrite(table, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                 bytes_of(field, H5Tget_size(memory)).data()),
        field.name);
}

/// A group, or what stands in its place; where nothing can be put into it, one of no name.
Handle group(hid_t file, const char* name, Place place) {
  const auto make = [&](const char* called) {
    return Handle(H5Gcreate2(file, called, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose, name);
  };
  const auto link = [&](const char* to) {
    check(H5Lcreate_soft(to, file, name, H5P_DEFAULT, H5P_DEFAULT), name);
  };
  if (place == Place::kThere) return make(name);
  if (place == Place::kElsewhere) {
    const std::string elsewhere = std::string("Real") + name;
    link(("/" + elsewhere).c_str());
    return make(elsewhere.c_str());
  }
  if (place == Place::kDangling) link("/nothing");
  if (place == Place::kCircle) link((std::string("/") + name).c_str());
  if (place == Place::kTable) {
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose, name);
    const Handle table(
        H5Dcreate2(file, name, H5T_NATIVE_INT32, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
        H5Dclose, name);
  }
  return {H5Gcreate_anon(file, H5P_DEFAULT, H5P_DEFAULT), H5Gclose, name};
}

template <typename Put>
void put_all(hid_t owner, std::span<Field> fields, const Put& put) {
  for (Field& field : fields) {
    if (!field.there) continue;
    try {
      put(owner, field);
    } catch (const Failure&) {
      field.there = false;
      // It may have been made and not filled.
      if (H5Aexists(owner, field.name.c_str()) > 0) H5Adelete(owner, field.name.c_str());
      if (H5Lexists(owner, field.name.c_str(), H5P_DEFAULT) > 0)
        H5Ldelete(owner, field.name.c_str(), H5P_DEFAULT);
    }
  }
}

}  // namespace

void GadgetFile::write(const std::filesystem::path& file) {
  const snapshot::hdf5::Quiet quiet;
  const Handle driver(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "a driver");
  check(H5Pset_fapl_core(driver, 1 << 14, 1), "a driver");
  Handle out(H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, driver), H5Fclose, "a file");
  {
    const Handle owner = group(out, "Header", header_place);
    put_all(owner, header, put_attribute);
    const Handle matter = group(out, "PartType1", matter_place);
    put_all(matter, tables, put_table);
  }
  out.close("a file");
}

}  // namespace tycho::fuzz
