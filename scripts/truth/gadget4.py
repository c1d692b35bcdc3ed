"""A universe from our own initial state by Gadget-4, where --gadget4 names its program.

The program must be built (its Config.sh) with PERIODIC, SELFGRAVITY, PMGRID=64, NTYPES=2, NSOFTCLASSES=1,
DOUBLEPRECISION=1, RANDOMIZE_DOMAINCENTER and MULTIPOLE_ORDER=4, and nothing of gas; it is started without mpirun,
on one core. The last two are not for looks: without them the errors of its tree add up on the lattice of the
beginning, and its own P(k) is 0.986 to 1.03 of Ewald's; with them 1.001 to 1.007.
"""
import math
import pathlib
import subprocess
import tempfile

from . import asking
from .asking import Row, Skipped, ask, held_against, versions
from .universe import A_BEGIN, BOX, HUBBLE, N_S, OMEGA_B, OMEGA_M, SIGMA_8

SIDE, STEPS = 16, 96
SETTINGS = {"box": BOX, "a_begin": A_BEGIN, "omega_m": OMEGA_M, "omega_lambda": 1 - OMEGA_M, "hubble": HUBBLE,
            "dt": -math.log(A_BEGIN) / STEPS, "steps": "individual"}
SOFTENING = BOX * 1000 * HUBBLE / SIDE / 30  # kpc / h, comoving: tycho's own default


def parameters(folder):
    """Its parameter file. Units: kpc / h, 10^10 suns / h, km/s."""
    values = {
        "InitCondFile": folder / "begin", "OutputDir": folder / "out", "SnapshotFileBase": "end", "ICFormat": 3,
        "SnapFormat": 3, "OutputListOn": 0, "OutputListFilename": "none", "TimeLimitCPU": 36000,
        "CpuTimeBetRestartFile": 36000, "MaxMemSize": 2000, "TimeBegin": repr(A_BEGIN), "TimeMax": 1.0,
        "ComovingIntegrationOn": 1, "Omega0": OMEGA_M, "OmegaLambda": 1 - OMEGA_M, "OmegaBaryon": OMEGA_B,
        "HubbleParam": HUBBLE, "Hubble": 0.1, "BoxSize": BOX * 1000 * HUBBLE, "TimeBetSnapshot": 2.0,
        "TimeOfFirstSnapshot": 1.0, "TimeBetStatistics": 0.5, "NumFilesPerSnapshot": 1, "MaxFilesWithConcurrentIO": 1,
        "ErrTolIntAccuracy": 0.005, "CourantFac": 0.3, "MaxSizeTimestep": 0.005, "MinSizeTimestep": 0,
        "TypeOfOpeningCriterion": 1, "ErrTolTheta": 0.4, "ErrTolThetaMax": 0.8, "ErrTolForceAcc": 0.0005,
        "TopNodeFactor": 3, "ActivePartFracForNewDomainDecomp": 0.01, "DesNumNgb": 64, "MaxNumNgbDeviation": 1,
        "UnitLength_in_cm": "3.085678e21", "UnitMass_in_g": "1.989e43", "UnitVelocity_in_cm_per_s": "1e5",
        "GravityConstantInternal": 0, "InitGasTemp": 0, "MinEgySpec": 0, "ArtBulkViscConst": 1,
        "SofteningComovingClass0": SOFTENING, "SofteningMaxPhysClass0": SOFTENING,
        "SofteningClassOfPartType0": 0, "SofteningClassOfPartType1": 0}
    return "\n".join(f"{name:40} {value}" for name, value in values.items()) + "\n"


def write_begin(file, p):
    """tycho's particles in Gadget's layout: velocities are the peculiar ones over the root of a."""
    import h5py
    import numpy
    n = len(p["mass"])
    x = numpy.array([p["x"], p["y"], p["z"]]).T * 1000 * HUBBLE
    v = numpy.array([p["vx"], p["vy"], p["vz"]]).T / A_BEGIN ** 1.5
    with h5py.File(file, "w") as out:
        header = out.create_group("Header").attrs
        header["NumPart_ThisFile"] = header["NumPart_Total"] = numpy.array([0, n], dtype="u8")
        header["MassTable"] = numpy.array([0, p["mass"][0] * HUBBLE])
        header["Time"], header["Redshift"], header["BoxSize"] = A_BEGIN, 1 / A_BEGIN - 1, BOX * 1000 * HUBBLE
        header["NumFilesPerSnapshot"] = 1
        out["PartType1/Coordinates"], out["PartType1/Velocities"] = x, v
        out["PartType1/ParticleIDs"] = numpy.arange(1, n + 1, dtype="u4")


def spectrum(x):
    """By tycho's own measure, for both."""
    n = len(x)
    return ask({"ask": "structure", "box": BOX, "mesh": 2 * SIDE, "density": 1e3,
                "particles": {"mass": [1.0] * n} | dict(zip(("x", "y", "z"), x.T.tolist()))})["power"]


@held_against("h5py", "numpy", cheap=False)
def universe_of_gadget4():
    import h5py
    import numpy
    if asking.gadget4 is None:
        raise Skipped("no path to Gadget-4 was given (--gadget4)")
    question = {"algorithm": "tree_pm", "settings": SETTINGS, "n": SIDE ** 3,
                "initial": {"kind": "cosmology", "seed": 1, "sigma_8": SIGMA_8, "n_s": N_S, "omega_b": OMEGA_B}}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_begin(folder / "begin.hdf5", ask(question | {"ask": "particles"}))
        (folder / "param.txt").write_text(parameters(folder))
        done = subprocess.run([str(asking.gadget4), str(folder / "param.txt")], cwd=folder, capture_output=True, text=True)
        ends = sorted((folder / "out").rglob("end*.hdf5"))
        if done.returncode != 0 or not ends:
            raise RuntimeError("Gadget-4 left no snapshot: " + " | ".join((done.stdout + done.stderr).splitlines()[-3:]))
        with h5py.File(ends[-1], "r") as opened:
            theirs = opened["PartType1/Coordinates"][:].astype(float) / (1000 * HUBBLE)
    after = ask(question | {"ask": "steps", "steps": STEPS})["particles"]
    ours = numpy.array([after["x"], after["y"], after["z"]]).T
    ratio = numpy.array(spectrum(ours)) / numpy.array(spectrum(theirs))
    off = float(numpy.max(numpy.abs(ratio[:SIDE // 4] - 1)))
    yield Row("tree_pm", f"P(k) at z = 0 of {SIDE}^3 particles over Gadget-4's, modes 1 to {SIDE // 2}", "1 within 0.01 up to mode 4",
              ", ".join(f"{value:.3f}" for value in ratio), off, 0.01, "Gadget-4, " + versions("numpy"))
