#!/usr/bin/env python3
"""Finds lines that stand in two files of reference, gpu and core: a host half of an algorithm that is
written twice drifts apart, and then one row of a table means two things.

Usage: repetition.py ROOT   (exit code 0: no run of LEAST identical lines; 1: there is one)

Includes, blank lines, comments and lone braces are not counted, and no run is ended by one.
"""
import pathlib
import re
import sys

LEAST = 15
FOLDERS = ("reference", "gpu", "core")
ENDINGS = (".cpp", ".hpp", ".cu", ".cuh")
UNCOUNTED = re.compile(r"#\s*include\b.*|[{}();,\s]*")
# A literal is kept, a comment dropped; what looks like one inside the other is neither.
LITERAL_OR_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.S)


def counted_lines(text):
    """The lines that count, each with its number."""

    def without_comment(match):
        found = match.group(0)
        return found if found.startswith('"') else "\n" * found.count("\n")

    lines = LITERAL_OR_COMMENT.sub(without_comment, text).split("\n")
    stripped = ((number, " ".join(line.split())) for number, line in enumerate(lines, 1))
    return [(number, line) for number, line in stripped if not UNCOUNTED.fullmatch(line)]


def repetitions(texts):
    """Every longest run of LEAST lines or more in two files: (file, line, file, line, length)."""
    files = {name: counted_lines(text) for name, text in texts.items()}
    starts = {}  # by the LEAST lines from there on
    for name, lines in files.items():
        for begin in range(len(lines) - LEAST + 1):
            window = tuple(line for _, line in lines[begin : begin + LEAST])
            starts.setdefault(window, []).append((name, begin))
    found = []
    for places in starts.values():
        for i, (one, a) in enumerate(places):
            for other, b in places[i + 1 :]:
                if one == other:
                    continue
                left, right = files[one], files[other]
                if a > 0 and b > 0 and left[a - 1][1] == right[b - 1][1]:
                    continue  # within a run that begins earlier
                length = LEAST
                while (
                    a + length < len(left)
                    and b + length < len(right)
                    and left[a + length][1] == right[b + length][1]
                ):
                    length += 1
                found.append((one, left[a][0], other, right[b][0], length))
    return sorted(found, key=lambda run: -run[4])


def self_test():
    body = [f"  total += weight[{i}] * value[{i}];" for i in range(LEAST)]
    one = "\n".join(['#include "core/a.hpp"', "void f() {", *body, "}"])
    # The same run in other company: spaced otherwise, with comments, blanks and braces in between.
    spread = "\n".join(
        ["// why", "double g(double x) {"] + [f"\n  {line.strip()}  // {i}\n{{" for i, line in enumerate(body)]
    )
    found = repetitions({"one": one, "other": spread})
    assert [run[4] for run in found] == [LEAST], found
    assert found[0][:2] == ("one", 3), found
    # One line fewer, one line changed, a comment that looks like code: none of them is a run.
    shorter = "\n".join(body[:-1])
    changed = "\n".join(body[:7] + ["  total -= 1;"] + body[8:])
    commented = "/*\n" + "\n".join(body) + "\n*/"
    for text in (shorter, changed, commented):
        assert not repetitions({"one": one, "other": text}), text
    assert not repetitions({"one": one + "\n" + one})  # a file with itself is its own business


def main():
    self_test()
    root = pathlib.Path(sys.argv[1])
    texts = {
        str(file.relative_to(root)): file.read_text()
        for folder in FOLDERS
        for file in sorted((root / folder).rglob("*"))
        if file.suffix in ENDINGS
    }
    if not texts:
        sys.exit(f"repetition.py: no source files below {root}")
    found = repetitions(texts)
    for one, a, other, b, length in found:
        print(f"{one}:{a} and {other}:{b}: {length} identical lines; at most {LEAST - 1} may be")
    print(f"{len(texts)} files of {', '.join(FOLDERS)}: {len(found)} runs of {LEAST} lines or more")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
