// The pictures of the front: of which run, at which times, and where they stand.
#include "harness/report/vistas.hpp"

#include <gtest/gtest.h>

#include "harness/report/site.hpp"
#include "tests/report/synthetic.hpp"

namespace {

using namespace tycho;
using namespace tycho::report;

class VistasTest : public ::testing::Test {
 protected:
  /// A run of `side` squared cells at three times.
  static result::RunRecord pictured(const std::string& name, int side, bool expanding = false) {
    result::RunRecord run = synthetic::run("gpu", "cuda", 8, 1e-3);
    run.case_name = name;
    run.id = "synthetic/" + name + "/n=8/gpu";
    auto& pictures = run.series.emplace().pictures.emplace();
    for (const double t : {0.0, 0.5, 1.0}) {
      std::vector<double> cells(static_cast<std::size_t>(side) * side, 1 + t);
      for (std::size_t i = 0; i < cells.size(); ++i) cells[i] += static_cast<double>(i);
      pictures.push_back(
          synthetic::picture(t, cells, expanding ? std::optional<double>(1 - t) : std::nullopt));
    }
    return run;
  }
  Site site(bool along, bool expanding = false) {
    nlohmann::json paper = synthetic::published();
    paper["headlines"] = nlohmann::json::parse(R"json([
      {"what": "A made-up way", "value": "total", "on": "A card, 1999", "quantity": "total_s",
       "method": {"variant": "gpu"}, "best": {"variant": "gpu"}, "n": 8}])json");
    paper["pictures"] = {{{"text", "Small"}, {"select", {{"case", "small"}}}, {"along", along}},
                         {{"text", "Large"}, {"select", {{"case", "large"}}}, {"along", along}}};
    folder_.write("published/synthetic.json", paper.dump());
    const auto file =
        folder_.write("here/synthetic.json",
                      synthetic::result("Synthetic machine",
                                        {pictured("small", 4, expanding), pictured("large", 8)}));
    std::vector<Figure> figures;
    std::vector<Table> files;
    return make_site(gather(load_results({file}, false), {}),
                     read_published(folder_.path() / "published"), "", {}, figures, files);
  }
  template <typename T>
  static std::vector<const T*> all(const Site& site) {
    std::vector<const T*> found;
    for (const Block& block : site.pages.front().blocks)
      if (const T* one = std::get_if<T>(&block)) found.push_back(one);
    return found;
  }

  synthetic::Folder folder_;
};

TEST_F(VistasTest, ARunAlongItsWayHasItsEarlierTimesBelowTheLastOrInARow) {
  const Site made = site(true);
  const Hero& hero = *all<Hero>(made).at(0);
  EXPECT_NE(hero.picture.caption.find("Large"), std::string::npos) << hero.picture.caption;
  EXPECT_NE(hero.picture.caption.find("Here at t = 1"), std::string::npos) << hero.picture.caption;
  ASSERT_EQ(hero.earlier.pictures.size(), 2u);
  EXPECT_EQ(hero.earlier.pictures[0].caption, "t = 0");
  EXPECT_EQ(hero.earlier.pictures[1].title, "Large, t = 0.500");
  const auto strips = all<Strip>(made);
  ASSERT_EQ(strips.size(), 1u);
  EXPECT_TRUE(strips[0]->of_times);
  EXPECT_EQ(strips[0]->pictures.size(), 3u);
}

TEST_F(VistasTest, AStripSaysWhetherItsPicturesHaveOneScaleOfColours) {
  const Site stars = site(true), universe = site(true, true), alone = site(false);
  EXPECT_EQ(all<Hero>(stars).at(0)->earlier.note, "All on one colour scale.");
  EXPECT_EQ(all<Strip>(stars).at(0)->note, "All on one colour scale.");
  EXPECT_EQ(all<Strip>(universe).at(0)->note, "Each picture is on its own colour scale.");
  EXPECT_NE(html(universe.pages.front(), universe).find("its own colour scale.</p>"),
            std::string::npos);
  EXPECT_EQ(all<Strip>(alone).at(0)->note, "") << "one picture";
}

TEST_F(VistasTest, ElseTheLastPictureStandsAlone) {
  const Site made = site(false);
  EXPECT_TRUE(all<Hero>(made).at(0)->earlier.pictures.empty());
  const auto strips = all<Strip>(made);
  ASSERT_EQ(strips.size(), 1u);
  ASSERT_EQ(strips[0]->pictures.size(), 1u);
  EXPECT_EQ(strips[0]->pictures[0].caption.find("Small"), 0u);
}

}  // namespace
