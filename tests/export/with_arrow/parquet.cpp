// `tycho export --parquet`, where tycho was built with Arrow: the file is read back by Arrow and
// must hold what the export as comma-separated values holds.
#include <parquet/column_reader.h>
#include <parquet/file_reader.h>
#include <parquet/schema.h>

#include <charconv>
#include <memory>
#include <string>
#include <vector>

#include "harness/result/result.hpp"
#include "tests/harness/tycho_program.hpp"

namespace tycho {
namespace {

using Table = std::vector<std::vector<std::string>>;  // rows of cells; an empty cell is a null

/// Rows of comma-separated values, quotes taken off.
Table csv_rows(const std::string& text) {
  Table rows;
  std::vector<std::string> row{""};
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' && quoted && text[i + 1] == '"')
      row.back() += text[++i];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      row.emplace_back();
    else if (c == '\n' && !quoted)
      rows.push_back(std::exchange(row, {""}));
    else
      row.back() += c;
  }
  return rows;
}

std::string shown(parquet::ByteArray value) {
  return {reinterpret_cast<const char*>(value.ptr), value.len};
}
template <typename Number>
std::string shown(Number value) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

template <typename Reader, typename Value>
void read_column(parquet::ColumnReader& column, std::int64_t rows, std::size_t place,
                 Table& table) {
  const bool nullable = column.descr()->max_definition_level() > 0;
  auto& reader = static_cast<Reader&>(column);
  for (std::int64_t r = 0; r < rows; ++r) {
    std::int16_t defined = 1;
    std::int64_t values = 0;
    Value value{};
    ASSERT_EQ(reader.ReadBatch(1, nullable ? &defined : nullptr, nullptr, &value, &values), 1);
    table[static_cast<std::size_t>(r)][place] = values ? shown(value) : std::string();
  }
}

/// With a row of the columns' names first, as the other export has it.
Table parquet_rows(const std::string& file) {
  const auto reader = parquet::ParquetFileReader::OpenFile(file);
  const auto& meta = *reader->metadata();
  const auto columns = static_cast<std::size_t>(meta.num_columns());
  Table table(1);
  for (std::size_t c = 0; c < columns; ++c)
    table[0].push_back(meta.schema()->Column(static_cast<int>(c))->name());
  for (int g = 0; g < meta.num_row_groups(); ++g) {
    const auto group = reader->RowGroup(g);
    const std::int64_t rows = group->metadata()->num_rows();
    Table part(static_cast<std::size_t>(rows), std::vector<std::string>(columns));
    for (std::size_t c = 0; c < columns; ++c) {
      const auto column = group->Column(static_cast<int>(c));
      switch (column->type()) {
        case parquet::Type::INT64:
          read_column<parquet::Int64Reader, std::int64_t>(*column, rows, c, part);
          break;
        case parquet::Type::DOUBLE:
          read_column<parquet::DoubleReader, double>(*column, rows, c, part);
          break;
        case parquet::Type::BYTE_ARRAY:
          read_column<parquet::ByteArrayReader, parquet::ByteArray>(*column, rows, c, part);
          break;
        default:
          ADD_FAILURE() << table[0][c] << " is of a type that no column of an export has";
      }
    }
    table.insert(table.end(), part.begin(), part.end());
  }
  return table;
}

class ExportToParquet : public TychoProgram {
 protected:
  void SetUp() override {
    nlohmann::json orbit = TychoProgram::orbit("orbit");
    orbit["variants"][0]["label"] = "CPU, \"plain\"";
    ASSERT_EQ(tycho("run " + write_case(orbit) + " --suite smoke --out campaign").code, 0);
    // Beside it a run that did not come off.
    result::Result both = result::read_result(path("campaign/someone2025.json"));
    result::RunRecord skipped = both.runs.at(0);
    skipped.id += "-not";
    skipped.status = result::Status::kSkipped;
    skipped.reason = "nobody asked";
    skipped.timing.reset();
    both.runs.push_back(skipped);
    result::write_result(path("both.json"), both);
  }

  void expect_the_same_rows(const std::string& result) const {
    const Said csv = tycho("export " + result + " --csv");
    const Said parquet = tycho("export " + result + " --parquet rows.parquet");
    ASSERT_EQ(csv.code, 0) << csv.err;
    ASSERT_EQ(parquet.code, 0) << parquet.err;
    EXPECT_EQ(parquet.out, "");
    const Table expected = csv_rows(csv.out), read = parquet_rows(path("rows.parquet"));
    ASSERT_GT(expected.size(), 2U);
    ASSERT_EQ(read.size(), expected.size());
    for (std::size_t r = 0; r < read.size(); ++r) ASSERT_EQ(read[r], expected[r]) << "row " << r;
  }
};

TEST_F(ExportToParquet, HoldsTheRowsOfTheCsv) {
  expect_the_same_rows("both.json");
  const Table rows = parquet_rows(path("rows.parquet"));
  const result::Result both = result::read_result(path("both.json"));
  EXPECT_EQ(rows[1][6], "CPU, \"plain\"");
  EXPECT_EQ(rows.back(),
            (std::vector<std::string>{
                "someone2025/orbit/n=2/cpu-not", "someone2025", "orbit", "smoke", "all_pairs",
                "cpu", "CPU, \"plain\"", "cpu", "1", "2", "skipped", both.provenance.machine,
                both.provenance.build.commit, both.runs.at(1).started, "", "", "", ""}));
}

TEST_F(ExportToParquet, HoldsTheRowsOfRecordedResults) {
  const std::string results = TYCHO_SOURCE_DIR "/results/nvidia-h200/";
  expect_the_same_rows(results + "bertinelli2025.json " + results + "decyk2009.json");
}

TEST_F(ExportToParquet, HasTypedColumnsOfWhichTheSamplesMayBeNull) {
  ASSERT_EQ(tycho("export both.json --parquet rows.parquet").code, 0);
  const auto reader = parquet::ParquetFileReader::OpenFile(path("rows.parquet"));
  const parquet::SchemaDescriptor& schema = *reader->metadata()->schema();
  for (int c = 0; c < schema.num_columns(); ++c) {
    const parquet::ColumnDescriptor& column = *schema.Column(c);
    const std::string& name = column.name();
    const bool whole = name == "threads" || name == "n" || name == "sample";
    EXPECT_EQ(column.physical_type(), whole               ? parquet::Type::INT64
                                      : name == "seconds" ? parquet::Type::DOUBLE
                                                          : parquet::Type::BYTE_ARRAY)
        << name;
    if (column.physical_type() == parquet::Type::BYTE_ARRAY) {
      EXPECT_TRUE(column.logical_type()->is_string()) << name;
    }
    const bool of_sample =
        name == "stage" || name == "method" || name == "sample" || name == "seconds";
    EXPECT_EQ(column.max_definition_level(), of_sample ? 1 : 0) << name;
  }
}

TEST_F(ExportToParquet, WritesOverNoResultAndLeavesNothingWhereItCannotWrite) {
  const std::string before = result::read_text(path("both.json"));
  const Said over = tycho("export both.json --parquet ./both.json");
  EXPECT_EQ(over.code, 2);
  EXPECT_NE(over.err.find("written over"), std::string::npos) << over.err;
  EXPECT_EQ(result::read_text(path("both.json")), before);
  const Said nowhere = tycho("export both.json --parquet no/such/folder/rows.parquet");
  EXPECT_EQ(nowhere.code, 4);
  EXPECT_NE(nowhere.err.find("no/such/folder/rows.parquet"), std::string::npos) << nowhere.err;
  std::ofstream(path("other.json")) << "{}";
  EXPECT_EQ(tycho("export both.json other.json --parquet rows.parquet").code, 2);
  EXPECT_FALSE(std::filesystem::exists(path("rows.parquet")));
}

}  // namespace
}  // namespace tycho
