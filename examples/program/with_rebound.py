#!/usr/bin/env python3
"""REBOUND (https://rebound.readthedocs.io) in tycho's tables: its leapfrog on the particles of a
snapshot in Gadget's HDF5 layout. Needs the packages rebound and h5py.

    tycho run bertinelli2025/fig4 --suite smoke --out DIR \\
        --program 'python3 with_rebound.py {in} {out} {settings}'
"""
import json
import sys

import h5py
import numpy
import rebound


def read(file):
    """The particles, in the order of the file, which `write` keeps."""
    simulation = rebound.Simulation()
    with h5py.File(file, "r") as snapshot:
        header, matter = snapshot["Header"].attrs, snapshot["PartType1"]
        n = header["NumPart_ThisFile"][1]
        masses = matter["Masses"][()] if "Masses" in matter else numpy.full(n, header["MassTable"][1])
        for m, x, v in zip(masses, matter["Coordinates"][()], matter["Velocities"][()]):
            simulation.add(m=m, x=x[0], y=x[1], z=x[2], vx=v[0], vy=v[1], vz=v[2])
        return simulation


def write(file, given_file, simulation):
    """As the given snapshot, with the particles where the simulation has them."""
    with h5py.File(given_file, "r") as given, h5py.File(file, "w") as snapshot:
        for group in ("Header", "Parameters", "PartType1"):
            given.copy(group, snapshot)
        snapshot["PartType1/Coordinates"][...] = [(p.x, p.y, p.z) for p in simulation.particles]
        snapshot["PartType1/Velocities"][...] = [(p.vx, p.vy, p.vz) for p in simulation.particles]


def main():
    given = json.load(open(sys.argv[3]))
    simulation = read(sys.argv[1])
    simulation.integrator = "leapfrog"
    simulation.G = given["gravity"]
    simulation.dt = given["dt"]
    simulation.softening = given["settings"]["softening"]
    every = given["states"]["every"] if "states" in given else given["steps"]
    done = 0
    while done < given["steps"]:
        steps = min(every, given["steps"] - done)
        simulation.steps(steps)
        done += steps
        if done < given["steps"]:
            write(given["states"]["file"].format(step=done), sys.argv[1], simulation)
    write(sys.argv[2], sys.argv[1], simulation)


main()
