#!/usr/bin/env python3
"""A program that tycho can run beside its own codes: gravity between all pairs, kick-drift-kick
leapfrog, in plain Python without any package. Replace `accelerations` and `main`'s loop by your own.

    tycho run bertinelli2025/two_body --suite smoke --out DIR \\
        --program 'python3 leapfrog.py {in.csv} {out.csv} {settings}'
"""
import csv
import json
import sys
import time

COLUMNS = ("mass", "x", "y", "z", "vx", "vy", "vz")


def read(file):
    with open(file, newline="") as lines:
        return [(int(row["id"]), *(float(row[name]) for name in COLUMNS)) for row in csv.DictReader(lines)]


def write(file, ids, masses, places, velocities):
    with open(file, "w", newline="") as lines:
        table = csv.writer(lines)
        table.writerow(("id", *COLUMNS))
        for row in zip(ids, masses, places, velocities):
            table.writerow((row[0], row[1], *map(repr, row[2] + row[3])))


def accelerations(masses, places, softening_sq):
    out = [[0.0, 0.0, 0.0] for _ in places]
    for i, at in enumerate(places):
        for j, other in enumerate(places):
            if i == j:
                continue
            r = [b - a for a, b in zip(at, other)]
            factor = masses[j] / (sum(x * x for x in r) + softening_sq) ** 1.5
            for c in range(3):
                out[i][c] += factor * r[c]
    return out


def main():
    given = json.load(open(sys.argv[3]))
    dt, softening_sq = given["dt"], given["settings"]["softening"] ** 2
    rows = read(sys.argv[1])
    ids, masses = [row[0] for row in rows], [row[1] for row in rows]
    places, velocities = [list(row[2:5]) for row in rows], [list(row[5:8]) for row in rows]
    seconds = dict.fromkeys(("kick", "drift", "force"), 0.0)
    pull = accelerations(masses, places, softening_sq)
    clock = time.perf_counter
    for step in range(1, given["steps"] + 1):
        began = clock()
        for v, a in zip(velocities, pull):
            v[:] = [one + 0.5 * dt * more for one, more in zip(v, a)]
        kicked = clock()
        for x, v in zip(places, velocities):
            x[:] = [one + dt * more for one, more in zip(x, v)]
        drifted = clock()
        pull = accelerations(masses, places, softening_sq)
        pulled = clock()
        for v, a in zip(velocities, pull):
            v[:] = [one + 0.5 * dt * more for one, more in zip(v, a)]
        seconds["kick"] += kicked - began + clock() - pulled
        seconds["drift"] += drifted - kicked
        seconds["force"] += pulled - drifted
        # States on the way are asked for where a case looks at its way: their energy is checked.
        if "states" in given and step % given["states"]["every"] == 0 and step < given["steps"]:
            write(given["states"]["file"].format(step=step), ids, masses, places, velocities)
    write(sys.argv[2], ids, masses, places, velocities)
    if given["algorithm"] == "all_pairs":  # whose stages are called so
        json.dump({"stages": seconds}, open(given["times"], "w"))


main()
