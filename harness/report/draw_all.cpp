#include "harness/report/draw_all.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

#include "core/available_threads.hpp"
#include "harness/report/draw.hpp"

namespace tycho::report {

namespace {

Picture make_picture(const Figure& figure, const std::filesystem::path& folder,
                     const std::string& unavailable) {
  Picture picture{figure.id, figure.title, figure.caption, "", unavailable};
  if (!unavailable.empty()) return picture;
  try {
    draw(figure, folder);
    picture.svg = inline_svg(folder / (figure.id + ".svg"), figure);
  } catch (const std::exception& error) {
    picture.absent = error.what();
  }
  return picture;
}

}  // namespace

std::vector<Picture> draw_all(const std::vector<Figure>& figures,
                              const std::filesystem::path& folder) {
  const std::string unavailable = drawing_unavailable();
  std::vector<Picture> pictures(figures.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < figures.size(); i = next++)
      pictures[i] = make_picture(figures[i], folder, unavailable);
  };
  const auto most = static_cast<std::size_t>(available_threads());
  std::vector<std::jthread> others;
  for (std::size_t k = 1; k < std::min(most, figures.size()); ++k) others.emplace_back(work);
  work();
  others.clear();  // waits for them
  return pictures;
}

}  // namespace tycho::report
