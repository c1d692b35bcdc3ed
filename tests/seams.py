#!/usr/bin/env python3
"""Holds the includes of the source tree against the dependency rule (README.md), and looks for folders of
the harness that include each other. The include folders of the CMake targets (cmake/includes.cmake) keep
the rule when something is compiled; this keeps it for what this machine does not compile, and says which
line is wrong.

Usage: seams.py ROOT   (exit code 0: the rule is kept; 1: it is not)
"""
import pathlib
import re
import sys

ENDINGS = (".cpp", ".hpp", ".cu", ".cuh", ".h")
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
LISTS = (
    "reference/implementations.hpp",
    "reference/probe/probes.hpp",
    "gpu/implementations.hpp",
    "gpu/probe/probes.hpp",
    "g6/client/implementations.hpp",
)
ENGINES = ("reference/force_engine.hpp", "gpu/force_engine.hpp", "gpu/devices.hpp")

# What the files of a folder may include, by how the path begins; the first folder that fits a file holds.
RULES = (
    ("core/", ("core/",)),
    ("reference/", ("core/", "reference/")),
    ("gpu/", ("core/", "gpu/")),
    ("g6/client/", ("core/", "g6/client/", "tycho_g6.h")),
    ("g6/hermite_program/", ("core/", "g6/client/", "harness/")),
    ("g6/", ("core/", "g6/", *ENGINES)),
    ("harness/statistics/", ("harness/statistics/",)),
    ("harness/report/", ("core/", "harness/result/", "harness/statistics/", "harness/report/")),
    ("harness/backends/", ("core/", "harness/", *LISTS)),
    ("harness/", ("core/", "harness/", "tycho_build.hpp", "tycho_commit.hpp")),
)


def includes(texts):
    """(file, line, included) of every include of the project's own."""
    for name, text in sorted(texts.items()):
        for match in INCLUDE.finditer(text):
            yield name, text.count("\n", 0, match.start(1)) + 1, match.group(1)


def breaches(texts):
    found = []
    for name, line, included in includes(texts):
        folder, allowed = next(rule for rule in RULES if name.startswith(rule[0]))
        if not included.startswith(allowed):
            found.append(f"{name}:{line} includes {included}; {folder} may include {', '.join(allowed)}")
    return found


def cycles(texts):
    """Folders of the harness that reach each other: for each pair an include of the way there and of the
    way back."""
    edges = {}  # folder -> folder it includes -> the include
    for name, line, included in includes(texts):
        ends = [path.split("/")[1] for path in (name, included) if path.startswith("harness/")]
        if len(ends) == 2 and ends[0] != ends[1]:
            edges.setdefault(ends[0], {}).setdefault(ends[1], f"{name}:{line} includes {included}")

    def way(start, end):
        """The includes from one folder to another, the shortest; None where there is no way."""
        reached, todo = {start: []}, [start]
        for folder in todo:
            for following, include in edges.get(folder, {}).items():
                if following not in reached:
                    reached[following] = reached[folder] + [include]
                    todo.append(following)
        return reached.get(end)

    found = []
    for one, direct in sorted(edges.items()):
        for other, include in sorted(direct.items()):
            back = way(other, one)
            if back and (one < other or len(back) > 1):
                found.append(f"{one} and {other} include each other: {include}; {'; '.join(back)}")
    return found


def self_test():
    sound = {
        "core/vec3.hpp": '#include "core/attributes.hpp"\n',
        "harness/backends/list.cpp": '#include "gpu/implementations.hpp"\n',
        "harness/case/plan.hpp": '#include "harness/tune/tuned.hpp"\n',
        "g6/setup.cpp": '#include "gpu/devices.hpp"\n',
    }
    assert not breaches(sound) and not cycles(sound)
    for name, included in (
        ("reference/pic/push.cpp", "gpu/pic/push.hpp"),
        ("gpu/pic/push.cu", "reference/pic/electrons.hpp"),
        ("core/clock.cpp", "reference/implementations.hpp"),
        ("core/clock.cpp", "harness/result/result.hpp"),
        ("harness/cli/list.cpp", "gpu/implementations.hpp"),
        ("harness/measure/execute.cpp", "reference/hermite/hermite.hpp"),
        ("harness/backends/list.cpp", "gpu/support/memory.hpp"),
        ("harness/report/load.cpp", "harness/backends/list.hpp"),
        ("harness/report/load.cpp", "reference/implementations.hpp"),
        ("g6/cluster.cpp", "harness/case/case.hpp"),
        ("g6/client/grape.cpp", "g6/cluster.hpp"),
    ):
        found = breaches({**sound, name: f'// why\n#include "{included}"\n'})
        assert len(found) == 1 and found[0].startswith(f"{name}:2 includes {included};"), (name, found)
    back = {"harness/tune/choose.cpp": '#include "harness/case/case.hpp"\n'}
    found = cycles({**sound, **back})
    assert len(found) == 1, found
    assert "harness/case/plan.hpp:1" in found[0] and "harness/tune/choose.cpp:1" in found[0], found
    around = {
        "harness/tune/choose.cpp": '#include "harness/probe/probe.hpp"\n',
        "harness/probe/probe.cpp": '#include "harness/case/case.hpp"\n',
    }
    assert cycles({**sound, **around}), "a cycle of three folders was not seen"


def main():
    self_test()
    root = pathlib.Path(sys.argv[1])
    texts = {
        str(file.relative_to(root)): file.read_text()
        for folder in ("core", "reference", "gpu", "g6", "harness")
        for file in sorted((root / folder).rglob("*"))
        if file.suffix in ENDINGS
    }
    if not texts:
        sys.exit(f"seams.py: no source files below {root}")
    found = breaches(texts) + cycles(texts)
    print("\n".join(found + [f"{len(texts)} files: {len(found)} breaches of the dependency rule"]))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
