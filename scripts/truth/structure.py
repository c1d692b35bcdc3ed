"""What is found in a box: power spectrum and groups against numpy and scipy; snapshots against their readers."""
import math
import subprocess
import sys

from . import asking
from .asking import Row, ask, held_against, versions
from .mesh import clouds, relative


def lumpy(n, box, seed):
    """Half of the particles anywhere, half in lumps."""
    import numpy
    random = numpy.random.default_rng(seed)
    centres = random.uniform(0, box, (40, 3))
    lumps = centres[random.integers(0, 40, n // 2)] + random.normal(0, box / 300, (n // 2, 3))
    return numpy.concatenate([random.uniform(0, box, (n - n // 2, 3)), lumps]) % box


def asked(x, box, mesh):
    n = len(x)
    return ask({"ask": "structure", "box": box, "mesh": mesh, "density": 200 * n / box ** 3,
                "particles": {"mass": [1.0] * n} | dict(zip(("x", "y", "z"), x.T.tolist()))})


@held_against("numpy")
def power_spectrum():
    import numpy
    box, side, n = 50.0, 32, 5000
    x = lumpy(n, box, 7)
    ours = asked(x, box, side)
    modes = numpy.fft.fftn(clouds(x / box, numpy.full(n, 1 / n), side)) / side ** 3
    index = side * numpy.fft.fftfreq(side)
    window = numpy.sinc(index / side) ** 2
    modes /= window[:, None, None] * window[None, :, None] * window[None, None, :]
    length = numpy.sqrt(index[:, None, None] ** 2 + index[None, :, None] ** 2 + index[None, None, :] ** 2)
    bins = numpy.rint(length).astype(int)
    truth = numpy.array([box ** 3 * numpy.mean(numpy.abs(modes[bins == b]) ** 2) for b in range(1, side // 4 + 1)])
    off = relative(numpy.array(ours["power"]), truth)
    yield Row("power spectrum", f"of {n} lumpy particles, shot noise {ours['shot_noise']:.1f} included", "numpy's transform",
              f"differs by {off:.1e} of the largest", off, 1e-10, versions("numpy"))


@held_against("scipy", "numpy")
def friends_of_friends():
    import numpy
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components
    from scipy.spatial import cKDTree
    box, n = 50.0, 5000
    x = lumpy(n, box, 8)
    ours = asked(x, box, 32)
    pairs = cKDTree(x, boxsize=box).query_pairs(0.2 * box / n ** (1 / 3), output_type="ndarray")
    graph = coo_matrix((numpy.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(n, n))
    _, label = connected_components(graph, directed=False)
    theirs = sorted(numpy.bincount(label).tolist(), reverse=True)
    wrong = sum(a != b for a, b in zip(ours["groups"], theirs)) + abs(len(theirs) - len(ours["groups"]))
    yield Row("haloes", f"sizes of the {len(theirs)} groups of {n} particles", "scipy's tree and components",
              "the same" if wrong == 0 else f"{wrong} differ", wrong, 0, versions("scipy"))
    few = sum(halo["particles"] < 20 for halo in ours["haloes"])
    yield Row("haloes", "haloes of fewer than 20 particles", "0", str(few), few, 0, versions("scipy"))


@held_against("h5py", "yt", "pynbody", "numpy", cheap=False)
def snapshots():
    done = subprocess.run([sys.executable, str(asking.ROOT / "scripts/snapshot_readers"), "--build",
                           str(asking.bin_folder.parent), "--suite", "smoke"], capture_output=True, text=True)
    lines = done.stdout.splitlines()
    same, differ = sum("same:" in line for line in lines), sum("DIFFERS" in line for line in lines)
    bad = differ if done.returncode == 0 or differ else math.inf
    yield Row("snapshots", "what three readers see of a snapshot", "the run's own record",
              f"{same} quantities the same, {differ} differ", bad, 0, versions("h5py", "yt", "pynbody"))
