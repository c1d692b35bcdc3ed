#!/usr/bin/env python3
"""Looks at report pages with a real browser: the recorded ones, and one of two machines whose names
hold markup.

Usage: page.py TYCHO ROOT   (exit code 77: there is no browser here, or nothing that draws)
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import devtools

MOST_BYTES = 5_000_000
PHONE_PX = 380
HOSTILE = "<script>alert(1)</script>"

# Contrast of two CSS colours, 1 to 21, as WCAG 2 defines it.
CONTRAST = """
const light = colour => {
  const parts = colour.match(/[\\d.]+/g).slice(0, 3).map(c => c / 255);
  const linear = parts.map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
};
const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
const paper = getComputedStyle(document.body).backgroundColor;
"""


def hostile_results(root, folder):
    """Two machines' results, made up from a recorded one."""
    recorded = json.loads((root / "results/nvidia-h200/decyk2009.json").read_text())
    recorded["runs"] = [run for run in recorded["runs"] if run["case"] in ("threads", "table")]
    for run in recorded["runs"]:
        run["label"] = run["label"].replace("GPU, ordered", HOSTILE)
    odd = dict(recorded["runs"][0], case=HOSTILE, id=f"decyk2009/{HOSTILE}/n=1")
    odd["checks"] = [{"check": HOSTILE, "value": 2, "limit": 1, "pass": False, "reason": HOSTILE}]
    failed = dict(recorded["runs"][1], id="decyk2009/failed", status="failed", reason=HOSTILE)
    failed.pop("timing", None)
    recorded["runs"] += [odd, failed]
    for name in ("<img src=x onerror=alert(2)>", "\"'><b>other</b>"):
        recorded["provenance"]["machine"] = name
        place = folder / name.replace("/", "")
        place.mkdir()
        (place / "<script>alert(3).json").write_text(json.dumps(recorded))
        yield place


class Looker:
    def __init__(self, browser, page):
        self.browser, self.page, self.faults = browser, page, []

    def expect(self, holds, what):
        if not holds:
            self.faults.append(f"{self.page}: {what}")

    def look(self):
        self.expect(self.page.stat().st_size < MOST_BYTES,
                    f"has {self.page.stat().st_size} bytes, more than {MOST_BYTES}")
        self.browser.open(self.page.as_uri())
        self.quiet()
        self.figures()
        self.contents()
        self.folding()
        self.phone()
        for scheme in ("light", "dark"):
            self.readable(scheme)

    def quiet(self):
        for event in self.browser.events:
            method, about = event.get("method"), event.get("params", {})
            if method in ("Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown",
                          "Page.javascriptDialogOpening"):
                self.expect(False, f"{method}: {json.dumps(about)[:300]}")
            if method == "Network.requestWillBeSent":
                url = about["request"]["url"]
                self.expect(url == self.page.as_uri() or url.startswith("data:"),
                            f"asks for {url[:200]}")
        self.expect(self.browser.ask("document.scripts.length") == 0, "has a script")
        self.expect(self.browser.ask("document.querySelectorAll('main img, main b b').length") == 0,
                    "a name became markup")

    def figures(self):
        unseen = self.browser.ask("""[...document.querySelectorAll('figure')].filter(figure => {
          const svg = figure.querySelector('svg');
          if (!svg) return true;
          const box = svg.getBoundingClientRect(), drawn = svg.getBBox();
          return !(box.width > 100 && box.height > 100 && drawn.width > 100 && drawn.height > 100);
        }).map(figure => figure.id)""")
        self.expect(unseen == [], f"figures without a visible drawing: {unseen}")
        self.expect(self.browser.ask("document.querySelectorAll('figure').length") > 0,
                    "has no figure")

    def contents(self):
        dead = self.browser.ask("""[...document.querySelectorAll('nav a')]
          .map(link => link.getAttribute('href').slice(1)).filter(id => !document.getElementById(id))""")
        self.expect(dead == [], f"contents lead nowhere: {dead}")
        self.expect(self.browser.ask("document.querySelectorAll('nav a').length") > 3,
                    "has no contents")
        twice = self.browser.ask("""(() => {
          const ids = [...document.querySelectorAll('[id]')].map(element => element.id);
          return ids.filter((id, place) => ids.indexOf(id) !== place);
        })()""")
        self.expect(twice == [], f"ids that stand twice: {twice[:5]}")

    def folding(self):
        closed, opened, shut = self.browser.ask("""(() => {
          const all = [...document.querySelectorAll('details')];
          const seen = () => all.filter(d => d.lastElementChild.checkVisibility()).length;
          const press = () => all.forEach(d => d.querySelector('summary').click());
          const closed = seen(); press();
          const opened = seen(); press();
          return [closed, opened - all.length, seen()];
        })()""")
        self.expect((closed, opened, shut) == (0, 0, 0),
                    f"folding: {closed} open at first, {opened} off when opened, {shut} open again")

    def phone(self):
        self.browser.call("Emulation.setDeviceMetricsOverride", width=PHONE_PX, height=800,
                          deviceScaleFactor=2, mobile=True)
        wide = self.browser.ask("document.documentElement.scrollWidth")
        self.expect(wide <= PHONE_PX, f"is {wide} px wide on a screen of {PHONE_PX} px")
        small = self.browser.ask("parseFloat(getComputedStyle(document.querySelector('p')).fontSize)")
        self.expect(small >= 14, f"text of {small} px on a phone")
        self.browser.call("Emulation.clearDeviceMetricsOverride")

    def readable(self, scheme):
        self.browser.call("Emulation.setEmulatedMedia",
                          features=[{"name": "prefers-color-scheme", "value": scheme}])
        bright = self.browser.ask("(() => {" + CONTRAST + "return light(paper); })()")
        self.expect((bright > 0.5) == (scheme == "light"), f"paper is no {scheme} one")
        # 7 is WCAG's enhanced contrast for text, 4.5 its least.
        text = self.browser.ask("(() => {" + CONTRAST +
                                "return contrast(getComputedStyle(document.body).color, paper); })()")
        self.expect(text >= 7, f"contrast of text is {text:.1f} in {scheme}")
        ink = self.browser.ask("(() => {" + CONTRAST + """
          return Math.min(...[...document.querySelectorAll('figure svg text')].map(text =>
            contrast(getComputedStyle(text).fill, paper))); })()""")
        self.expect(ink >= 4.5, f"least contrast of a figure's text is {ink:.1f} in {scheme}")


def main():
    tycho, root = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    program = devtools.find()
    for what, there in (("browser", program), ("gnuplot", shutil.which("gnuplot"))):
        if not there:
            print(f"skipped: no {what} here (Debian: chromium, gnuplot-nox)")
            return 77
    with tempfile.TemporaryDirectory() as scratch, devtools.Browser(program) as browser:
        folder = pathlib.Path(scratch)
        machines = list(hostile_results(root, folder))
        subprocess.run([tycho, "report", *machines, "-o", folder / "out", "--cases", root / "cases"],
                       check=True, stdout=subprocess.DEVNULL)
        faults = []
        for page in [folder / "out/index.html", *sorted(root.glob("reports/*/index.html"))]:
            looker = Looker(browser, page)
            looker.look()
            faults += looker.faults
            if page.is_relative_to(folder):
                shown = browser.ask("document.body.innerText")
                for text in (HOSTILE, "<img src=x onerror=alert(2)>", "\"'><b>other</b>"):
                    if text not in shown:
                        faults.append(f"{page}: {text} is not shown as text")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except devtools.Unavailable as reason:
        print(f"skipped: {reason}")
        sys.exit(77)
