#!/usr/bin/env python3
"""The example that draws a figure from an export, on a recorded result: from comma-separated values, and
the same figure from Parquet where tycho writes it and Python reads it.

Usage: figure.py TYCHO ROOT   (exit code 77: there is no matplotlib)
"""
import pathlib
import re
import subprocess
import sys
import tempfile

tycho, root = sys.argv[1], pathlib.Path(sys.argv[2])
with tempfile.TemporaryDirectory() as folder:
    table, figure = pathlib.Path(folder) / "times.csv", pathlib.Path(folder) / "times.svg"
    export = [tycho, "export", str(root / "results/nvidia-h200/bertinelli2025.json")]
    with open(table, "w") as out:
        subprocess.run([*export, "--csv"], stdout=out, check=True)
    command = [sys.executable, str(root / "examples/figure/step_times.py"), str(table)]
    done = subprocess.run([*command, "force_rate", str(figure)], capture_output=True, text=True)
    if done.returncode == 77:
        print("skipped:", done.stderr)
        sys.exit(77)
    assert done.returncode == 0, done.stderr
    lines, points = map(int, re.search(r"(\d+) lines, (\d+) points", done.stdout).groups())
    assert lines >= 5 and points >= 2 * lines, done.stdout
    assert "<svg" in figure.read_text() and "seconds a step" in figure.read_text()
    none = subprocess.run([*command, "no_such_case", str(figure)], capture_output=True, text=True)
    assert none.returncode == 1 and "no times of a case 'no_such_case'" in none.stderr, none
    typed, again = pathlib.Path(folder) / "times.parquet", pathlib.Path(folder) / "again.svg"
    written = subprocess.run([*export, "--parquet", str(typed)], capture_output=True, text=True)
    assert written.returncode == 0 or (written.returncode == 3 and "no Arrow" in written.stderr), written
    if written.returncode == 0:
        drawn = subprocess.run([*command[:-1], str(typed), "force_rate", str(again)], capture_output=True,
                               text=True)
        if drawn.returncode == 77:
            print("from Parquet not drawn:", drawn.stderr)
        else:
            assert drawn.returncode == 0, drawn.stderr
            assert drawn.stdout.split(":")[1] == done.stdout.split(":")[1], (drawn.stdout, done.stdout)
