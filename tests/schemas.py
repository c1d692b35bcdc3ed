#!/usr/bin/env python3
"""Checks every JSON file that claims one of tycho's schemas against that schema.

Usage: schemas.py ROOT   (exit code 0: all obey; 1: one does not; 2: the check could not be made)
"""
import json
import os
import pathlib
import sys

SCHEMAS = {
    "tycho-case/1": "cases/case.schema.json",
    "tycho-result/1": "cases/result.schema.json",
    "tycho-result/2": "cases/result.schema.json",
    "tycho-published/1": "cases/published.schema.json",
    "tycho-probe/1": "cases/probe.schema.json",
    "tycho-counters/1": "cases/counters.schema.json",
    "tycho-tuned/1": "cases/tuned.schema.json",
}
FOLDERS = ("cases", "results", "tuned")


def cannot(reason):
    print(f"schemas.py: {reason}", file=sys.stderr)
    sys.exit(2)


try:
    import jsonschema
except ImportError:
    # Another python3 may come first on PATH than the one that the system's packages belong to.
    system = "/usr/bin/python3"
    if os.path.exists(system) and os.path.realpath(sys.executable) != os.path.realpath(system):
        os.execv(system, [system, *sys.argv])
    # Passing without having looked would be worse than failing.
    cannot("the Python module jsonschema is missing: install python3-jsonschema")
if not hasattr(jsonschema, "Draft202012Validator"):
    cannot("the Python module jsonschema is too old for draft 2020-12: 4.0 or newer is needed")


def validators(root):
    found = {}
    for claim, path in SCHEMAS.items():
        file = root / path
        if file.exists():
            schema = json.loads(file.read_text())
            jsonschema.Draft202012Validator.check_schema(schema)
            found[claim] = jsonschema.Draft202012Validator(schema)
    return found


def complaints(file, known):
    """What is wrong with one file; None where it claims no schema."""
    try:
        document = json.loads(file.read_text())
    except ValueError as error:
        return [f"not JSON: {error}"]
    claim = document.get("schema") if isinstance(document, dict) else None
    if claim is None:
        return None
    if claim not in SCHEMAS:
        return [f"/schema: unknown schema '{claim}'; there are {', '.join(SCHEMAS)}"]
    if claim not in known:
        return [f"/schema: {SCHEMAS[claim]} does not exist"]
    return [
        "/" + "/".join(map(str, error.absolute_path)) + f": {error.message[:300]}"
        for error in known[claim].iter_errors(document)
    ]


def main(root):
    known = validators(root)
    checked, failed = 0, 0
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*.json")):
            if file.name.endswith(".schema.json"):
                continue
            wrong = complaints(file, known)
            # Whatever lies in cases/ must say what it is; results/ may hold files of other tools.
            if wrong is None and folder == "cases":
                wrong = ["the key 'schema' is missing"]
            if wrong is None:
                continue
            checked += 1
            failed += bool(wrong)
            for line in wrong:
                print(f"{file.relative_to(root)}: {line}")
    print(f"{checked} files checked, {failed} wrong")
    if checked == 0:
        cannot("no file claims a schema: is this the project's root?")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        cannot("give the project's root")
    sys.exit(main(pathlib.Path(sys.argv[1])))
