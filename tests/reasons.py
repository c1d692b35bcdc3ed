#!/usr/bin/env python3
"""The reasons of limits.

- A reason stands alone: a report shows it in a row beside other rows, or by itself.
- What docs/limits.md quotes is the reason of a check with this limit.

Usage: reasons.py ROOT   (exit code 0: all hold; 1: one does not)
"""
import json
import pathlib
import re
import sys

LEANS = re.compile(r"^(the same|likewise|as (in|at|with)|a count$)\b|\b(as|bounds?|limits?) above\b", re.IGNORECASE)
QUOTE = re.compile(r'`(\w+)` ([\d.e+-]+): "([^"]+)"')


def complaints(root):
    checks = []
    for file in sorted(root.glob("cases/*/*.json")):
        for check in json.loads(file.read_text()).get("checks", []):
            checks.append(check)
            if LEANS.search(check["reason"]):
                yield f"{file}: the reason of {check['check']} leans on another: {check['reason']}"
    if not checks:
        yield f"{root}: no checks"
    for name, limit, quoted in QUOTE.findall((root / "docs" / "limits.md").read_text().replace(r"\|", "|")):
        if not any(
            check["check"] == name and check["limit"] == float(limit)
            and all(part in check["reason"] for part in quoted.split("..."))
            for check in checks
        ):
            yield f"docs/limits.md: no check {name} with the limit {limit} has the reason \"{quoted}\""


def main(root):
    wrong = list(complaints(root))
    for line in wrong:
        print(line)
    print(f"reasons: {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("reasons.py: give the project's root")
    sys.exit(main(pathlib.Path(sys.argv[1])))
