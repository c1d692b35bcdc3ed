#!/usr/bin/env python3
"""Looks at the pages of report sites with a real browser: of the recorded ones, and of one of two
machines whose names hold markup.

Usage: page.py TYCHO ROOT   (exit code 77: there is no browser here, or nothing that draws)
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import devtools
from looker import Looker, first_screen, opening, searching

HOSTILE = "<script>alert(1)</script>"


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


def look_at_site(browser, site):
    """The faults of every page of a site."""
    faults = []
    for page in sorted(site.glob("*.html")):
        looker = Looker(browser, page)
        looker.look()
        faults += looker.faults
    return faults


def main():
    tycho, root = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    program = devtools.find()
    for what, there in (("browser", program), ("gnuplot", shutil.which("gnuplot"))):
        if not there:
            print(f"skipped: no {what} here (Debian: chromium, gnuplot-nox)")
            return 77
    try:
        browser = devtools.Browser(program)
    except devtools.Unavailable as error:
        print(f"skipped: {error}")
        return 77

    def report(*arguments):
        subprocess.run([tycho, "report", *arguments, "--cases", root / "cases"], check=True,
                       stdout=subprocess.DEVNULL)

    with tempfile.TemporaryDirectory() as scratch, browser:
        folder = pathlib.Path(scratch)
        report(*hostile_results(root, folder), "-o", folder / "hostile")
        faults = look_at_site(browser, folder / "hostile")
        shown = ""
        for page in ("index", "decyk2009", "machines", "appendix", "appendix-decyk2009"):
            browser.open((folder / f"hostile/{page}.html").as_uri())
            shown += browser.ask("document.body.textContent")
        for text in (HOSTILE, "<img src=x onerror=alert(2)>", "\"'><b>other</b>"):
            if text not in shown:
                faults.append(f"the hostile site does not show {text}")
        # What the recorded results give today, and what is committed of them.
        report(root / "results/nvidia-h200", "-o", folder / "recorded")
        for site in (folder / "recorded", *sorted(root.glob("reports/*"))):
            faults += look_at_site(browser, site)
            faults += first_screen(browser, site / "index.html")
            for published in sorted(root.glob("cases/published/*.json")):
                faults += opening(browser, site / f"{published.stem}.html")
            faults += searching(browser, site / "appendix.html")
        report(root / "results/nvidia-h200/decyk2009.json", "-o", folder / "single",
               "--single-file")
        single = Looker(browser, folder / "single/index.html", scripts=0)
        single.look()
        faults += single.faults
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
