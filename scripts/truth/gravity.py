"""Direct sums, integrators and the tree against numpy, REBOUND and pytreegrav."""
import math

from .asking import Row, ask, held_against, versions

SOFTENING = 0.05


def cluster(n, seed):
    """A Plummer sphere of unequal masses, by numpy's random numbers and not by tycho's."""
    import numpy
    random = numpy.random.default_rng(seed)
    mass = random.uniform(0.2, 1.8, n)
    mass /= mass.sum()
    radius = 1 / numpy.sqrt(random.uniform(0.02, 0.98, n) ** (-2 / 3) - 1)

    def directions():
        way = random.normal(size=(n, 3))
        return way / numpy.linalg.norm(way, axis=1)[:, None]
    x = radius[:, None] * directions()
    v = (0.4 * random.uniform(0, 1, n) * (1 + radius ** 2) ** -0.25)[:, None] * directions()
    return mass, x, v


def as_particles(mass, x, v):
    columns = dict(zip(("x", "y", "z"), x.T.tolist())) | dict(zip(("vx", "vy", "vz"), v.T.tolist()))
    return {"mass": mass.tolist()} | columns


def columns(particles, letters):
    """Of tycho's answer, in the order of the ids."""
    import numpy
    order = numpy.argsort(particles["id"])
    return numpy.array([particles[name] for name in letters]).T[order]


def direct_sum(mass, x, softening):
    import numpy
    out = numpy.zeros_like(x)
    for i in range(len(mass)):
        way = x - x[i]
        distance_sq = (way ** 2).sum(1) + softening ** 2
        distance_sq[i] = 1  # its own way is zero
        out[i] = (mass[:, None] * way / distance_sq[:, None] ** 1.5).sum(0)
    return out


def worst(found, truth):
    import numpy
    return float(numpy.max(numpy.linalg.norm(found - truth, axis=1) / numpy.linalg.norm(truth, axis=1)))


@held_against("numpy")
def forces_of_all_pairs():
    mass, x, v = cluster(500, 1)
    truth = direct_sum(mass, x, SOFTENING)
    for loop in ("plain", "symmetric", "best"):
        after = ask({"ask": "steps", "algorithm": "all_pairs", "particles": as_particles(mass, x, v),
                     "settings": {"softening": SOFTENING, "loop": loop}, "threads": 1})
        off = worst(columns(after["particles"], ("ax", "ay", "az")), truth)
        yield Row("all_pairs", f"acceleration of 500 bodies, loop {loop}", "a direct sum",
                  f"differs by {off:.1e} at most", off, 1e-12, versions("numpy"))


def truth_by_rebound(mass, x, v, end):
    import numpy
    import rebound
    simulation = rebound.Simulation()
    simulation.softening = SOFTENING
    simulation.integrator = "ias15"
    for m, place, velocity in zip(mass, x, v):
        simulation.add(m=m, x=place[0], y=place[1], z=place[2],
                       vx=velocity[0], vy=velocity[1], vz=velocity[2])
    simulation.integrate(end)
    return numpy.array([[p.x, p.y, p.z] for p in simulation.particles])


def order_of(algorithm, settings, expected, finest):
    """By two halvings of the step, REBOUND's IAS15 being exact."""
    import numpy
    mass, x, v = cluster(12, 2)
    end = 1.0
    truth = truth_by_rebound(mass, x, v, end)
    errors = []
    for halvings in (2, 1, 0):
        dt = finest * 2 ** halvings
        after = ask({"ask": "steps", "algorithm": algorithm, "particles": as_particles(mass, x, v),
                     "settings": settings | {"softening": SOFTENING, "dt": dt}, "steps": round(end / dt)})
        places = columns(after["particles"], ("x", "y", "z"))
        errors.append(float(numpy.max(numpy.linalg.norm(places - truth, axis=1))))
    order = math.log2(errors[1] / errors[2])
    return Row(algorithm, f"order of the scheme, 12 bodies over 1 time unit, steps to 1/{round(1 / finest)}",
               f"{expected}, by IAS15", f"{order:.2f} (errors {errors[0]:.1e}, {errors[1]:.1e}, {errors[2]:.1e})",
               abs(order - expected), 0.15, versions("rebound", "numpy"))


@held_against("rebound", "numpy")
def order_of_the_leapfrog():
    yield order_of("all_pairs", {}, 2, 1 / 512)
    yield order_of("barnes_hut", {"theta": 1e-6}, 2, 1 / 512)


@held_against("rebound", "numpy")
def order_of_hermite():
    yield order_of("hermite", {"steps": "shared"}, 4, 1 / 256)
    yield order_of("hermite_library", {"steps": "shared"}, 4, 1 / 256)


@held_against("rebound", "numpy")
def hermite_with_block_steps():
    import numpy
    mass, x, v = cluster(12, 2)
    truth = truth_by_rebound(mass, x, v, 1.0)
    for algorithm in ("hermite", "hermite_library"):
        after = ask({"ask": "steps", "algorithm": algorithm, "particles": as_particles(mass, x, v),
                     "settings": {"softening": SOFTENING, "dt": 0.25, "accuracy": 0.02}, "steps": 4})
        off = float(numpy.max(numpy.abs(columns(after["particles"], ("x", "y", "z")) - truth)))
        yield Row(algorithm, "places of 12 bodies after 1 time unit, block steps, a = 0.02", "IAS15",
                  f"{off:.1e} away at most", off, 1e-7, versions("rebound", "numpy"))


@held_against("pytreegrav", "numpy", cheap=False)
def forces_of_the_tree():
    import numpy
    import pytreegrav
    mass, x, v = cluster(2000, 3)
    gadget_radius = 2.8 * SOFTENING  # where the spline ends; pytreegrav's softening is this radius
    truth = pytreegrav.Accel(x, mass, numpy.full(len(mass), gadget_radius), method="bruteforce")
    theirs = pytreegrav.Accel(x, mass, numpy.full(len(mass), gadget_radius), method="tree", theta=0.5)

    def errors(theta):
        after = ask({"ask": "steps", "algorithm": "barnes_hut", "particles": as_particles(mass, x, v),
                     "settings": {"softening": SOFTENING, "softening_kernel": "spline", "theta": theta}})
        found = columns(after["particles"], ("ax", "ay", "az"))
        return numpy.linalg.norm(found - truth, axis=1) / numpy.linalg.norm(truth, axis=1)
    off = float(errors(1e-6).max())
    yield Row("barnes_hut", "acceleration of 2000 bodies, every cell opened, spline softening",
              "pytreegrav's brute force", f"differs by {off:.1e} at most", off, 1e-9,
              versions("pytreegrav", "numpy"))
    ours = errors(0.5)
    other = numpy.linalg.norm(theirs - truth, axis=1) / numpy.linalg.norm(truth, axis=1)
    yield Row("barnes_hut", "error of the force at theta = 0.5, median and 99th percentile",
              f"pytreegrav's own tree at 0.5: {numpy.median(other):.1e}, {numpy.percentile(other, 99):.1e}",
              f"quadrupoles: {numpy.median(ours):.1e}, {numpy.percentile(ours, 99):.1e}",
              float(numpy.median(ours)), 1e-3, versions("pytreegrav", "numpy"))


@held_against("scipy", "numpy")
def plummer_sphere():
    import numpy
    from scipy import stats
    n = 20000
    p = ask({"ask": "particles", "algorithm": "hermite", "initial": {"kind": "plummer", "seed": 1}, "n": n})
    x = numpy.array([p["x"], p["y"], p["z"]]).T
    v = numpy.array([p["vx"], p["vy"], p["vz"]]).T
    scale = 3 * math.pi / 16
    radius = numpy.linalg.norm(x, axis=1)
    share = stats.kstest(radius, lambda r: (r / numpy.hypot(r, scale)) ** 3)
    yield Row("initial: plummer", f"distribution of {n} radii, Kolmogorov and Smirnov's p",
              "Plummer's M(r): p above 0.001", f"p = {share.pvalue:.2f}", -share.pvalue, -1e-3,
              versions("scipy"))
    escape = numpy.sqrt(2 / numpy.hypot(radius, scale))
    # The distribution of v over the velocity of escape is q^2 (1 - q^2)^(7/2) (Aarseth et al. 1974).
    q = numpy.linalg.norm(v, axis=1) / escape
    law = stats.beta(1.5, 4.5)  # of q squared
    p_value = stats.kstest(q ** 2, law.cdf).pvalue
    yield Row("initial: plummer", "distribution of the speeds over that of escape", "q^2 (1 - q^2)^(7/2): p above 0.001",
              f"p = {p_value:.2f}", -p_value, -1e-3, versions("scipy"))
