#!/usr/bin/env python3
"""The suites of every case against each other and against what the report shows.

- A case has all suites.
- `quick` leaves no table or figure empty that `standard` fills: of the runs that an exhibit selects
  it has at least one, on the CPU where `standard` has one there.
- `quick` runs nothing for longer than `standard` does.

Usage: suites.py ROOT   (exit code 0: all hold; 1: one does not)
"""
import json
import pathlib
import sys

SUITES = ("smoke", "quick", "standard", "full")


def runs(case, suite):
    """(n, variant) of a suite's runs."""
    for size in case["suites"][suite]["sizes"]:
        for variant in case["variants"]:
            named = size.get("variants", [variant["name"]])
            at = variant.get("only_sizes", [size["n"]])
            if variant["name"] in named and size["n"] in at:
                yield size["n"], variant


def takes(selection, key, value):
    wanted = selection.get(key, value)
    return value in (wanted if isinstance(wanted, list) else [wanted])


def selected(cases, suite, selection, backend):
    return [
        (case["name"], n, variant["name"])
        for case in cases
        if takes(selection, "case", case["name"])
        for n, variant in runs(case, suite)
        if variant["backend"] == backend and takes(selection, "variant", variant["name"])
        and takes(selection, "n", n)
    ]


def complaints(root):
    papers = {}
    for file in sorted(root.glob("cases/*/*.json")):
        case = json.loads(file.read_text())
        if "suites" not in case:
            continue
        papers.setdefault(case["paper"], []).append(case)
        missing = [suite for suite in SUITES if suite not in case["suites"]]
        if missing:
            yield f"{file}: there is no suite {', '.join(missing)}"
            return  # nothing to compare
        quick, standard = case["suites"]["quick"], case["suites"]["standard"]
        for key in ("steps", "repeats", "seconds"):
            if key in standard and quick.get(key, 0) > standard[key]:
                yield f"{file}: {key} of quick is larger than that of standard"
    if not papers:
        yield f"{root}: no cases"
    for paper, cases in papers.items():
        published = json.loads((root / "cases" / "published" / f"{paper}.json").read_text())
        for exhibit in published["exhibits"]:
            for backend in ("cpu", "cuda"):
                select = exhibit.get("select", {})
                if selected(cases, "standard", select, backend) and not selected(cases, "quick", select, backend):
                    yield f"{paper}, {exhibit['id']}: standard has runs on {backend} for it, quick has none"


def main(root):
    wrong = list(complaints(root))
    for line in wrong:
        print(line)
    print(f"suites: {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("suites.py: give the project's root")
    sys.exit(main(pathlib.Path(sys.argv[1])))
