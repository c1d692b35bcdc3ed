#include "harness/report/png.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>
#include <vector>

#ifdef TYCHO_HAVE_ZLIB
#include <zlib.h>
#endif

namespace tycho::report {

namespace {

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    unsigned three = 0;
    for (std::size_t k = 0; k < 3; ++k)
      three =
          three << 8U | (at + k < bytes.size() ? static_cast<unsigned char>(bytes[at + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      out += at + k > bytes.size() ? '=' : kDigits[three >> (18U - 6U * k) & 63U];
  }
  return out;
}

#ifdef TYCHO_HAVE_ZLIB

std::string big_endian(std::size_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8)
    bytes += static_cast<char>(number >> static_cast<unsigned>(shift) & 255U);
  return bytes;
}

std::string chunk(const std::string& type, const std::string& content) {
  const std::string body = type + content;
  const auto sum =
      crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
  return big_endian(content.size()) + body + big_endian(sum);
}

/// Red, green and blue of every shade, between those of kShades in equal steps.
std::string palette() {
  std::string bytes;
  for (int step = 0; step <= kShadeSteps; ++step) {
    const double along = (kShades.size() - 1.0) * step / kShadeSteps;
    const auto below = std::min(static_cast<std::size_t>(along), kShades.size() - 2);
    for (std::size_t at = 1; at < 7; at += 2) {
      const auto part = [&](std::size_t stop) {
        return static_cast<double>(
            std::stoi(std::string(kShades[stop]).substr(at, 2), nullptr, 16));
      };
      const double share = along - static_cast<double>(below);
      bytes += static_cast<char>(std::lround((1 - share) * part(below) + share * part(below + 1)));
    }
  }
  return bytes;
}

std::string compressed(const std::string& bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string out(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(out.data()), &size,
                reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uLong>(bytes.size()),
                Z_BEST_COMPRESSION) != Z_OK)
    throw std::runtime_error("zlib could not compress a picture");
  out.resize(size);
  return out;
}

#endif

}  // namespace

#ifdef TYCHO_HAVE_ZLIB

bool have_png() { return true; }

std::string png_of(const Shades& shades) {
  const auto width = static_cast<std::size_t>(shades.width);
  std::string rows;
  // A file begins with the row at the top, and every row with the kind of its filter, 0: none.
  for (auto row = static_cast<std::size_t>(shades.height); row-- > 0;) {
    rows += '\0';
    for (std::size_t column = 0; column < width; ++column)
      rows += static_cast<char>(shades.value.at(row * width + column));
  }
  constexpr char kEightBitsOfAPalette[] = {8, 3, 0, 0, 0};
  return "\x89PNG\r\n\x1a\n" +
         chunk("IHDR", big_endian(width) + big_endian(static_cast<std::size_t>(shades.height)) +
                           std::string(kEightBitsOfAPalette, sizeof kEightBitsOfAPalette)) +
         chunk("PLTE", palette()) + chunk("IDAT", compressed(rows)) + chunk("IEND", "");
}

#else

bool have_png() { return false; }

std::string png_of(const Shades&) {
  throw std::runtime_error("this build writes no PNG of its own, since zlib was not found");
}

#endif

std::string with_own_images(std::string svg, const Drawing& drawing) {
  constexpr std::string_view kBegin = "data:image/png;base64,";
  if (!have_png()) return svg;
  std::vector<const Shades*> shades;
  for (const Frame& frame : drawing.frames)
    if (frame.shades.width > 0) shades.push_back(&frame.shades);
  std::vector<std::size_t> images;
  for (std::size_t at = 0; (at = svg.find(kBegin, at)) != std::string::npos; at += kBegin.size())
    images.push_back(at + kBegin.size());
  if (images.size() != shades.size()) return svg;
  // From the last to the first, so that the places of those before it stay.
  for (std::size_t k = images.size(); k-- > 0;) {
    const std::size_t end = svg.find_first_of("'\"", images[k]);
    if (end != std::string::npos)
      svg.replace(images[k], end - images[k], base64(png_of(*shades[k])));
  }
  return svg;
}

}  // namespace tycho::report
