// Traces of people and computers are found wherever they stand, and nothing else is taken for one.
#include "tests/compare/findings.hpp"

namespace tycho::verify {
namespace {

TEST(Verify, TakesNoAddressFromTheCellsOfAPicture) {
  const std::string cells = "::1 ::1 ";  // by chance
  const auto with_picture = [&](const char* key) {
    json root = sound();
    run_of(root)["series"]["pictures"] = {
        {{"t", 0}, {"side", 2}, {key, {{"least", 1}, {"most", 2}, {"cells", cells.substr(0, 4)}}}}};
    return root;
  };
  EXPECT_EQ(listed(findings_of(with_picture("levels"))).find("address"), std::string::npos);
  EXPECT_NE(listed(findings_of(with_picture("elsewhere"))).find("address"), std::string::npos);
}

TEST(Verify, FindsTracesOfPeopleAndComputers) {
  const auto with_reason = [](const std::string& reason) {
    return [reason](json& r) {
      run_of(r).erase("timing");
      run_of(r)["status"] = "failed";
      run_of(r)["reason"] = reason;
    };
  };
  for (const char* reason : {"cannot read /home/alice/case.json",
                             "in '/opt/x/tool'",
                             "C:\\Users\\alice\\x",
                             "~/data/x",
                             "mail alice@example.org",
                             "from 192.168.17.4:80",
                             "on node17.cluster",
                             "at gpu3.lrz.edu.",
                             "on node17.hpc.uni-koeln.de",
                             "on login1.archer2.ac.uk",
                             "on daint.cscs.ch, twice",
                             "on NODE3.BSC.ES",
                             "on vm-4.eu-west.cloud",
                             "on box.local.",
                             "(gpu-a.kyoto-u.ac.jp)",
                             "from fe80::1ff:fe23:4567:890a",
                             "from [2001:db8::ff00:42:8329]:22",
                             "at ::1",
                             "at ::ffff:10.0.0.1",
                             "see file:///home/alice/x",
                             "see file:/data/x",
                             "see ssh://alice-box/run",
                             "http://intranet/x",
                             "C:/Users/alice",
                             "\\\\server\\share",
                             "//server/share",
                             "from //server",
                             "over 00:1b:44:11:3a:b7"})
    expect_found("/runs/0/reason", with_reason(reason));
  expect_found("/context/host_name", [](json& r) { r["context"]["host_name"] = "x"; });
  expect_found("/provenance/build/flags", [](json& r) {
    r["provenance"]["build"]["flags"] = "-O3 -I/usr/local/alice/include";
  });
  // What results do hold is none of these.
  json root = sound();
  with_reason("crashed (SIGSEGV) in stage 'push+deposit' and/or 3 pairs/s at 13.0.88, e.g. 1.5")(
      root);
  EXPECT_EQ(listed(findings_of(root)), "");
  for (const char* reason :
       {"at 04:05:06", "std::bad_alloc", "in Foo::bar", "nvidia-h200.json and two_body.py",
        "i.e. so", "libcuda.so", "p99.9 of 1.5", "theta = 0.5.is it", "2026-11-15T02:00:00Z",
        "read 0.5.no more", "v1.2.rc", "x.y", "ratio 1:2:3", "case.schema", "a/b.de=1",
        "both//either", "a // b"}) {
    root = sound();
    with_reason(reason)(root);
    EXPECT_EQ(listed(findings_of(root)), "");
  }
}

TEST(Verify, LooksIntoTextsOfAnyLength) {
  json root = sound();
  root["runs"][0]["reason"] = std::string(100'000, 'a');
  EXPECT_EQ(listed(findings_of(root)), "");
  root["runs"][0]["reason"] =
      std::string(100'000, 'a') + " in /home/alice/tycho " + std::string(100'000, 'b');
  EXPECT_NE(listed(findings_of(root)).find("an absolute path"), std::string::npos);
}

// Wherever it stands in a long text, what is before it and behind it counts, and nothing else does.
TEST(Verify, LooksIntoTextsWhereverATraceStands) {
  const std::string name(255, 'n');  // of a file, the longest
  const auto findings_behind = [](std::size_t before, const std::string& trace) {
    json root = sound();
    run_of(root)["reason"] = std::string(before, 'a') + trace + "." + std::string(1000, 'b');
    return listed(findings_of(root));
  };
  for (std::size_t before = 0; before < 1500; before += 31) {
    for (const std::string& trace :
         {" /" + name + "/b", " \\\\" + name + "\\b", " a@" + name + ".b"})
      EXPECT_NE(findings_behind(before, trace), "") << trace << " behind " << before;
    // Parts of a relative path, of a version and of a word begin and end at no border of the text.
    for (const char* none : {"/first/second", "x1.2.3.4", "12:34:56:78:9a:bc"})
      EXPECT_EQ(findings_behind(before + 1, none), "") << none << " behind " << before + 1;
  }
}

}  // namespace
}  // namespace tycho::verify
