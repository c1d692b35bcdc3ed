// The pictures inside SVG files: PNG files of a palette.
#include <gtest/gtest.h>

#include "harness/report/draw.hpp"
#include "harness/report/png.hpp"

namespace {

using namespace tycho::report;

std::size_t number_at(const std::string& bytes, std::size_t at) {
  std::size_t number = 0;
  for (std::size_t k = 0; k < 4; ++k)
    number = number * 256 + static_cast<unsigned char>(bytes.at(at + k));
  return number;
}

class Png : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!have_png()) GTEST_SKIP() << "built without zlib";
  }
};

TEST_F(Png, HoldsSizePaletteAndCellsInChunks) {
  const std::string png = png_of({3, 2, {0, 32, 64, 64, 1, 0}});
  ASSERT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
  std::vector<std::string> types;
  std::size_t at = 8;
  while (at < png.size()) {
    const std::size_t length = number_at(png, at);
    const std::string type = png.substr(at + 4, 4), content = png.substr(at + 8, length);
    types.push_back(type);
    if (type == "IHDR") {
      EXPECT_EQ(number_at(content, 0), 3u);
      EXPECT_EQ(number_at(content, 4), 2u);
      EXPECT_EQ(content.substr(8), std::string("\x08\x03\0\0\0", 5));
    }
    if (type == "PLTE") {
      ASSERT_EQ(content.size(), 3u * (kShadeSteps + 1));
      EXPECT_EQ(content.substr(0, 3), std::string("\x00\x00\x04", 3));
      EXPECT_EQ(content.substr(content.size() - 3), "\xFC\xFD\xBF");
    }
    at += 12 + length;
  }
  EXPECT_EQ(at, png.size());
  EXPECT_EQ(types, (std::vector<std::string>{"IHDR", "PLTE", "IDAT", "IEND"}));
}

TEST_F(Png, TakesThePlaceOfEachImageInItsOrder) {
  Drawing drawing;
  drawing.frames.resize(3);
  drawing.frames[0].shades = {2, 2, {0, 1, 2, 3}};
  drawing.frames[2].shades = {2, 2, {3, 2, 1, 0}};
  const std::string image = "<image href='data:image/png;base64,AAAA' width='2'/>";
  const std::string svg = with_own_images("<svg>" + image + "<g/>" + image + "</svg>", drawing);
  EXPECT_EQ(svg.find("AAAA'"), std::string::npos);
  const std::size_t first = svg.find("iVBORw0KGgo"), second = svg.find("iVBORw0KGgo", first + 1);
  ASSERT_NE(second, std::string::npos);
  const auto until_quote = [&](std::size_t at) { return svg.substr(at, svg.find('\'', at) - at); };
  EXPECT_NE(until_quote(first), until_quote(second));
  EXPECT_TRUE(svg.ends_with("' width='2'/></svg>"));
}

// Whatever a drawer wrote instead is better than a picture in the wrong place.
TEST_F(Png, LeavesADrawingWithAnotherNumberOfImagesAsItIs) {
  Drawing drawing;
  drawing.frames.resize(2);
  drawing.frames[0].shades = drawing.frames[1].shades = {2, 2, {0, 1, 2, 3}};
  const std::string svg = "<svg><image href='data:image/png;base64,AAAA'/></svg>";
  EXPECT_EQ(with_own_images(svg, drawing), svg);
}

}  // namespace
