"""The expanding box: background, spectrum, initial conditions and forces against colossus, CAMB, scipy and numpy."""
import math

from .asking import Row, ask, held_against, versions
from .gravity import columns
from .mesh import relative

OMEGA_M, HUBBLE, OMEGA_B, N_S, SIGMA_8 = 0.25, 0.7, 0.045, 0.96, 0.8
SPECTRUM = {"omega_b": OMEGA_B, "n_s": N_S, "sigma_8": SIGMA_8}
BOX, A_BEGIN = 65.0, 1 / 127
WAVES = [0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0]  # 1 / Mpc


def colossus_universe():
    from colossus.cosmology import cosmology
    return cosmology.setCosmology("here", params={
        "flat": True, "H0": 100 * HUBBLE, "Om0": OMEGA_M, "Ob0": OMEGA_B, "sigma8": SIGMA_8, "ns": N_S,
        "relspecies": False, "Tcmb0": 2.7255, "persistence": ""})


@held_against("colossus", "numpy")
def background():
    import numpy
    from colossus.halo import mass_so
    universe = colossus_universe()
    scale = numpy.array([1 / 127, 0.05, 1 / 6, 0.5, 0.8, 1.0])
    ours = ask({"ask": "cosmology", "omega_m": OMEGA_M, "hubble": HUBBLE, "a": scale.tolist()})
    package = versions("colossus")
    off = relative(numpy.array(ours["growth"]) / ours["growth"][-1], universe.growthFactor(1 / scale - 1))
    yield Row("tree_pm", "linear growth D(a) / D(1) at six times from z = 126", "colossus",
              f"differs by {off:.1e}", off, 1e-4, package)
    off = relative(numpy.array(ours["expansion"]), universe.Ez(1 / scale - 1))
    yield Row("tree_pm", "H(a) / H0 at the same times", "colossus", f"differs by {off:.1e}", off, 1e-12, package)
    off = relative(numpy.array(ours["virial_overdensity"]), mass_so.deltaVir(1 / scale - 1))
    yield Row("haloes", "virial overdensity at the same times", "colossus", f"differs by {off:.1e}", off, 1e-10, package)


@held_against("colossus", "numpy")
def linear_spectrum():
    import numpy
    universe = colossus_universe()
    k = numpy.array(WAVES)
    ours = ask({"ask": "cosmology", "omega_m": OMEGA_M, "hubble": HUBBLE, "k": WAVES, "spectrum": SPECTRUM})
    theirs = universe.matterPowerSpectrum(k / HUBBLE, model="eisenstein98") / HUBBLE ** 3
    off = float(numpy.max(numpy.abs(numpy.array(ours["power"]) / theirs - 1)))
    yield Row("initial: cosmology", "linear spectrum of Eisenstein & Hu, k = 0.02 to 5 / Mpc", "colossus",
              f"differs by {off:.1e} at most", off, 2e-3, versions("colossus"))


@held_against("camb", "numpy")
def spectrum_of_boltzmann():
    import camb
    import numpy
    parameters = camb.CAMBparams()
    parameters.set_cosmology(H0=100 * HUBBLE, ombh2=OMEGA_B * HUBBLE ** 2,
                             omch2=(OMEGA_M - OMEGA_B) * HUBBLE ** 2, mnu=0, omk=0, TCMB=2.7255)
    parameters.InitPower.set_params(ns=N_S)
    parameters.set_matter_power(redshifts=[0], kmax=10)
    results = camb.get_results(parameters)
    scale = (SIGMA_8 / results.get_sigma8_0()) ** 2
    power = results.get_matter_power_interpolator(nonlinear=False, hubble_units=False, k_hunit=False)
    k = numpy.array(WAVES)
    ours = ask({"ask": "cosmology", "omega_m": OMEGA_M, "hubble": HUBBLE, "k": WAVES, "spectrum": SPECTRUM})
    ratio = numpy.array(ours["power"]) / (scale * power.P(0, k))
    off = float(numpy.max(numpy.abs(ratio - 1)))
    yield Row("initial: cosmology", "the same against the solution of Boltzmann's equation", "CAMB",
              f"a fit: {ratio.min():.3f} to {ratio.max():.3f} of it", off, 0.06, versions("camb"))


def initial_state(sigma_8, side, seed=1):
    import numpy
    p = ask({"ask": "particles", "algorithm": "tree_pm", "n": side ** 3,
             "settings": {"box": BOX, "a_begin": A_BEGIN, "omega_m": OMEGA_M, "hubble": HUBBLE},
             "initial": {"kind": "cosmology", "seed": seed, "sigma_8": sigma_8, "n_s": N_S, "omega_b": OMEGA_B}})
    x = numpy.array([p["x"], p["y"], p["z"]]).T
    lattice = (numpy.indices((side,) * 3)[::-1].reshape(3, -1).T + 0.5) * BOX / side
    moved = (x - lattice + BOX / 2) % BOX - BOX / 2
    return p, moved, numpy.array([p["vx"], p["vy"], p["vz"]]).T


@held_against("numpy", "colossus")
def second_order_displacements():
    """A field of twice the amplitude has twice the first order and four times the second, which tells them apart."""
    import numpy
    side = 16
    _, once, speed_once = initial_state(0.8, side)
    _, twice, speed_twice = initial_state(1.6, side)
    second = (twice - 2 * once) / 2
    first = once - second
    wave = 2 * math.pi / BOX * side * numpy.fft.fftfreq(side)
    k = [wave[None, None, :], wave[None, :, None], wave[:, None, None]]  # x is the last index
    k_sq = k[0] ** 2 + k[1] ** 2 + k[2] ** 2
    k_sq[0, 0, 0] = 1
    modes = [numpy.fft.fftn(first[:, axis].reshape((side,) * 3)) for axis in range(3)]
    delta = -1j * sum(k[axis] * modes[axis] for axis in range(3))

    def strain(a, b):
        return numpy.fft.ifftn(k[a] * k[b] / k_sq * delta).real
    source = sum(strain(a, a) * strain(b, b) - strain(a, b) ** 2 for a, b in ((0, 1), (0, 2), (1, 2)))
    of_source = numpy.fft.fftn(source)
    of_source[0, 0, 0] = 0
    matter = OMEGA_M / (OMEGA_M + (1 - OMEGA_M) * A_BEGIN ** 3)
    factor = 3 / 7 * matter ** (-1 / 143)
    slopes = []
    for axis in range(3):
        slope = numpy.where(numpy.abs(k[axis]) > wave.max() * (1 + 1e-9), 0, k[axis])  # none of a wave of two cells
        truth = factor * numpy.fft.ifftn(1j * slope / k_sq * of_source).real.ravel()
        slopes.append(float(second[:, axis] @ truth / (truth @ truth)))
    off = max(abs(slope - 1) for slope in slopes)
    yield Row("initial: cosmology", "second-order displacements of 16^3 particles, slope on the expected", "1, by numpy's transforms",
              f"1 within {off:.1e}", off, 1e-6, versions("numpy"))
    universe = colossus_universe()
    z, h = 1 / A_BEGIN - 1, 1e-3
    rate = -(math.log(universe.growthFactor(z + h)) - math.log(universe.growthFactor(z - h))) / (2 * h) * (1 + z)
    expected = A_BEGIN ** 2 * 100 * HUBBLE * universe.Ez(z) * rate
    of_first = 2 * speed_once - speed_twice / 2
    slope = float(of_first.ravel() @ first.ravel() / (first.ravel() @ first.ravel()))
    yield Row("initial: cosmology", "velocities of the first order over a^2 H f times the displacements", "1, f by colossus",
              f"{slope / expected:.6f}", abs(slope / expected - 1), 2e-4, versions("numpy", "colossus"))


@held_against("colossus", "numpy")
def spectrum_of_the_initial_state():
    """The mean over seeds of the power of the displacements' divergence, in units of the expected."""
    import numpy
    universe, side, seeds = colossus_universe(), 16, 12
    growth = float(universe.growthFactor(1 / A_BEGIN - 1))
    wave = 2 * math.pi / BOX * side * numpy.fft.fftfreq(side)
    k = [wave[None, None, :], wave[None, :, None], wave[:, None, None]]
    length = numpy.sqrt(k[0] ** 2 + k[1] ** 2 + k[2] ** 2)
    inside = (length > 0) & (length < 0.9 * wave.max())
    expected = universe.matterPowerSpectrum(length[inside] / HUBBLE, model="eisenstein98") / HUBBLE ** 3 * growth ** 2
    ratios = []
    for seed in range(1, seeds + 1):
        _, moved, _ = initial_state(SIGMA_8, side, seed)
        modes = [numpy.fft.fftn(moved[:, axis].reshape((side,) * 3)) / side ** 3 for axis in range(3)]
        delta = -1j * sum(k[axis] * modes[axis] for axis in range(3))
        ratios.append(float(numpy.mean(BOX ** 3 * numpy.abs(delta[inside]) ** 2 / expected)))
    mean = float(numpy.mean(ratios))
    scatter = 1 / math.sqrt(inside.sum() / 2 * seeds)
    yield Row("initial: cosmology", f"power of the initial field over the linear spectrum, mean of {seeds} seeds",
              f"1 within {4 * scatter + 2e-3:.3f} (four deviations of the mean), by colossus", f"{mean:.3f}",
              abs(mean - 1), 4 * scatter + 2e-3,
              versions("colossus", "numpy"))


@held_against("scipy", "numpy")
def forces_of_ewald():
    """Ewald's sum, written here: 64 particles further apart than the softening reaches."""
    import itertools

    import numpy
    from scipy.special import erfc
    side, box = 4, 10.0
    random = numpy.random.default_rng(6)
    x = ((numpy.indices((side,) * 3).reshape(3, -1).T + 0.5 + random.uniform(-0.35, 0.35, (side ** 3, 3))) * box / side)
    n = len(x)
    ours = ask({"ask": "cosmology", "omega_m": OMEGA_M, "hubble": HUBBLE, "a": [1.0]})
    mass = numpy.full(n, OMEGA_M * ours["critical_density"] * box ** 3 / n)
    alpha = 2.5 / box * 2
    truth = numpy.zeros((n, 3))
    pair = x[None, :, :] - x[:, None, :]
    for image in itertools.product(range(-3, 4), repeat=3):
        way = pair + box * numpy.array(image)
        r = numpy.sqrt((way ** 2).sum(2))
        itself = r < 1e-9
        r[itself] = 1
        factor = (erfc(alpha * r) + 2 * alpha * r / math.sqrt(math.pi) * numpy.exp(-(alpha * r) ** 2)) / r ** 3
        factor[itself] = 0
        truth += (mass[None, :, None] * factor[:, :, None] * way).sum(1)
    for wave in itertools.product(range(-12, 13), repeat=3):
        k = 2 * math.pi / box * numpy.array(wave)
        k_sq = float(k @ k)
        if k_sq == 0:
            continue
        phase = numpy.exp(1j * (x @ k))
        pulls = (numpy.conj(phase) * (mass * phase).sum()).imag  # sum of m sin(k (x_j - x_i))
        truth += 4 * math.pi / box ** 3 * math.exp(-k_sq / (4 * alpha ** 2)) / k_sq * pulls[:, None] * k
    truth *= ours["gravity"]
    given = {"mass": mass.tolist()} | dict(zip(("x", "y", "z"), x.T.tolist())) | {"vx": [0.0] * n, "vy": [0.0] * n, "vz": [0.0] * n}
    for force, limit in (("ewald", 1e-8), ("split", 0.05)):
        after = ask({"ask": "steps", "algorithm": "tree_pm", "particles": given,
                     "settings": {"box": box, "force": force, "omega_m": OMEGA_M, "hubble": HUBBLE, "omega_lambda": 1 - OMEGA_M,
                                  "softening": 0.01, "a_begin": 1.0} | ({"split": "accurate", "grid": 24} if force == "split" else {})})
        found = columns(after["particles"], ("ax", "ay", "az"))
        size = math.sqrt((truth ** 2).sum(1).mean())
        off = float(numpy.max(numpy.linalg.norm(found - truth, axis=1)) / size)
        if force == "split":
            yield Row("tree_pm", "force of mesh and tree, split = accurate, 64 particles", "Ewald's sum in numpy and scipy",
                      f"differs by {off:.1e} of the mean size at most", off, limit, versions("scipy", "numpy"))
        else:
            yield Row("tree_pm", "force = ewald, 64 particles", "Ewald's sum in numpy and scipy",
                      f"differs by {off:.1e} of the mean size at most", off, limit, versions("scipy", "numpy"))
