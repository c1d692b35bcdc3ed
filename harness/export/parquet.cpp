#include "harness/export/parquet.hpp"

#include <arrow/api.h>
#include <arrow/io/memory.h>
#include <parquet/arrow/writer.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/export/rows.hpp"
#include "harness/result/durable_file.hpp"

namespace tycho::exports {

namespace {

void require(const arrow::Status& status) {
  if (!status.ok()) throw std::runtime_error("Arrow: " + status.ToString());
}

template <typename Value>
Value required(arrow::Result<Value> result) {
  require(result.status());
  return std::move(result).ValueUnsafe();
}

std::shared_ptr<arrow::DataType> arrow_type(Type type) {
  return type == Type::kText    ? arrow::utf8()
         : type == Type::kWhole ? arrow::int64()
                                : arrow::float64();
}

/// A cell goes to the end of its column, whose builder is of the column's type.
struct Append {
  arrow::ArrayBuilder& column;

  arrow::Status operator()(std::monostate) const { return column.AppendNull(); }
  arrow::Status operator()(std::string_view text) const {
    return static_cast<arrow::StringBuilder&>(column).Append(text.data(),
                                                             static_cast<int>(text.size()));
  }
  arrow::Status operator()(std::int64_t value) const {
    return static_cast<arrow::Int64Builder&>(column).Append(value);
  }
  arrow::Status operator()(double value) const {
    return static_cast<arrow::DoubleBuilder&>(column).Append(value);
  }
};

std::shared_ptr<arrow::Table> table_of(std::span<const result::Result> results) {
  arrow::FieldVector fields;
  std::vector<std::unique_ptr<arrow::ArrayBuilder>> builders;
  for (const Column& column : columns()) {
    const auto type = arrow_type(column.type);
    fields.push_back(arrow::field(std::string(column.name), type, column.may_be_empty));
    builders.push_back(required(arrow::MakeBuilder(type)));
  }
  for_each_row(results, [&](const Row& row) {
    for (std::size_t c = 0; c < builders.size(); ++c)
      require(std::visit(Append{*builders[c]}, columns()[c].cell(row)));
  });
  arrow::ArrayVector arrays;
  for (const auto& builder : builders) arrays.push_back(required(builder->Finish()));
  return arrow::Table::Make(arrow::schema(std::move(fields)), std::move(arrays));
}

}  // namespace

void require_parquet() {}

void write_parquet(const std::filesystem::path& file, std::span<const result::Result> results) {
  // Snappy is what readers expect, and not part of every Arrow.
  parquet::WriterProperties::Builder properties;
  if (arrow::util::Codec::IsAvailable(arrow::Compression::SNAPPY))
    properties.compression(arrow::Compression::SNAPPY);
  // In memory first: some megabytes, and the file is then whole or not there.
  const auto sink = required(arrow::io::BufferOutputStream::Create());
  require(parquet::arrow::WriteTable(*table_of(results), arrow::default_memory_pool(), sink,
                                     parquet::DEFAULT_MAX_ROW_GROUP_LENGTH, properties.build()));
  const std::shared_ptr<arrow::Buffer> bytes = required(sink->Finish());
  result::write_durably(file, std::string_view(*bytes));
}

}  // namespace tycho::exports
