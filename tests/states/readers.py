#!/usr/bin/env python3
"""States that tycho wrote, read by packages of others and held against what h5py sees.

Usage: readers.py yt FILE | openpmd FOLDER   (exit code 77: the packages are not there)
"""
import sys


def same(what, seen, wanted):
    import numpy
    seen, wanted = numpy.asarray(seen), numpy.asarray(wanted)
    assert seen.shape == wanted.shape and numpy.allclose(seen, wanted, rtol=1e-12, atol=0), what


def by_yt(file):
    try:
        import h5py
        import yt
    except ImportError:
        sys.exit(77)
    yt.set_log_level("error")
    # An open box has no side: yt is told how far to look.
    seen = yt.load(file, bounding_box=[[-1e3, 1e3]] * 3)
    data = seen.all_data()
    with h5py.File(file, "r") as held:
        assert held["Header"].attrs["Omega0"] == 0
        same("time", float(seen.current_time.to("code_time")), held["Header"].attrs["Time"])
        for kind in ("PartType1", "PartType2", "PartType3"):
            order = data[kind, "ParticleIDs"].argsort()
            wanted = held[kind]["ParticleIDs"][()].argsort()
            same("ids", data[kind, "ParticleIDs"][order], held[kind]["ParticleIDs"][()][wanted])
            same("places", data[kind, "particle_position"].to("code_length").v[order],
                 held[kind]["Coordinates"][()][wanted])
            same("velocities", data[kind, "particle_velocity"].to("code_velocity").v[order],
                 held[kind]["Velocities"][()][wanted])
            mass = held["Header"].attrs["MassTable"][int(kind[-1])]
            assert mass > 0
            same("masses", data[kind, "particle_mass"].to("code_mass").v, [mass] * len(order))


def by_openpmd(folder):
    try:
        import h5py
        from openpmd_viewer import OpenPMDTimeSeries
    except ImportError:
        sys.exit(77)
    series = OpenPMDTimeSeries(folder, check_all_files=True, backend="h5py")
    assert list(series.iterations) == [0, 40, 80, 100], series.iterations
    light = 299792458.0  # the viewer gives momenta over mass and the speed of light
    for step in series.iterations:
        x, y, ux, uy, weight, number = series.get_particle(["x", "y", "ux", "uy", "w", "id"],
                                                          species="electrons", iteration=step)
        with h5py.File(f"{folder}/step_{step:010d}.h5", "r") as held:
            state = held[f"data/{step}"]
            same("time", series.current_t, state.attrs["time"])
            electrons = state["particles/electrons"]
            same("x", x, electrons["position/x"][()])
            same("y", y, electrons["position/y"][()])
            same("vx", ux * light, electrons["momentum/x"][()] / electrons["mass"][()])
            same("vy", uy * light, electrons["momentum/y"][()] / electrons["mass"][()])
            same("weights", weight, [1.0] * len(x))
            same("ids", number, electrons["id"][()])
            assert x.min() >= 0 and x.max() < 32 and y.max() < 64 and len(x) == 8192


{"yt": by_yt, "openpmd": by_openpmd}[sys.argv[1]](sys.argv[2])
