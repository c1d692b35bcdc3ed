#!/usr/bin/env python3
"""A figure from `tycho export`: the time of a step against the number of bodies, a line for each variant
of a case, with the range of its samples. Needs matplotlib, and pyarrow for an export to Parquet. Meant to
be copied into a notebook.

    tycho export results/nvidia-h200/bertinelli2025.json --csv > times.csv
    python3 step_times.py times.csv force_rate times.svg

    tycho export results/nvidia-h200/bertinelli2025.json --parquet times.parquet
    python3 step_times.py times.parquet force_rate times.svg
"""
import collections
import csv
import statistics
import sys

try:
    import matplotlib
except ImportError:
    print("there is no matplotlib", file=sys.stderr)
    sys.exit(77)
matplotlib.use("svg")
from matplotlib import pyplot  # noqa: E402

source, case, target = sys.argv[1:4]


def rows_of(file):
    """A dictionary a row. Parquet has numbers where comma-separated values have their text."""
    if file.endswith(".parquet"):
        try:
            from pyarrow import parquet
        except ImportError:
            print("there is no pyarrow", file=sys.stderr)
            sys.exit(77)
        yield from parquet.read_table(file).to_pylist()
    else:
        with open(file, newline="") as lines:
            yield from csv.DictReader(lines)


# A row is a sample: of all steps together ("step"), or of a stage. Rows of a run that did not come off
# have no stage.
samples = collections.defaultdict(lambda: collections.defaultdict(list))
for row in rows_of(source):
    if row["case"] == case and row["stage"] == "step":
        samples[row["label"]][int(row["n"])].append(float(row["seconds"]))
if not samples:
    sys.exit(f"{source} has no times of a case '{case}'")

figure, axes = pyplot.subplots(figsize=(7, 4.5), layout="constrained")
for label, by_size in samples.items():
    sizes = sorted(by_size)
    middle = [statistics.median(by_size[n]) for n in sizes]
    below = [m - min(by_size[n]) for n, m in zip(sizes, middle)]
    above = [max(by_size[n]) - m for n, m in zip(sizes, middle)]
    axes.errorbar(sizes, middle, (below, above), marker="o", markersize=3, capsize=2, label=label)
axes.set(xscale="log", yscale="log", xlabel="number of particles", ylabel="seconds a step", title=case)
axes.legend(fontsize="x-small")
figure.savefig(target)
print(f"{target}: {len(samples)} lines, {sum(map(len, samples.values()))} points")
