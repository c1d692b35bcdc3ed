"""Deposit, Poisson solvers and forces on a mesh against numpy's transforms."""
import math

from .asking import Row, ask, held_against, versions
from .gravity import columns

GRID = 16


def scattered(n, seed):
    import numpy
    random = numpy.random.default_rng(seed)
    return numpy.full(n, 1 / n), random.uniform(0, 1, (n, 3)), random.uniform(-1, 1, (n, 3))


def clouds(x, mass, side):
    """Mass density by cloud in cell, cell centres at (i + 1/2) / side; x fastest in tycho, last here."""
    import numpy
    density = numpy.zeros((side, side, side))
    place = x * side - 0.5
    low = numpy.floor(place).astype(int)
    part = place - low
    for corner in numpy.ndindex(2, 2, 2):
        weight = numpy.prod(numpy.where(numpy.array(corner) == 1, part, 1 - part), axis=1)
        cell = (low + numpy.array(corner)) % side
        numpy.add.at(density, (cell[:, 2], cell[:, 1], cell[:, 0]), weight * mass)
    return density * side ** 3


def interpolated(field, x, side):
    import numpy
    place = x * side - 0.5
    low = numpy.floor(place).astype(int)
    part = place - low
    out = numpy.zeros(len(x))
    for corner in numpy.ndindex(2, 2, 2):
        weight = numpy.prod(numpy.where(numpy.array(corner) == 1, part, 1 - part), axis=1)
        cell = (low + numpy.array(corner)) % side
        out += weight * field[cell[:, 2], cell[:, 1], cell[:, 0]]
    return out


def potential_of(density, side):
    """Of the seven-point Laplacian: 4 pi G (rho - mean) over its eigenvalues."""
    import numpy
    wave = 4 * numpy.sin(math.pi * numpy.arange(side) / side) ** 2 * side ** 2
    eigenvalue = -(wave[:, None, None] + wave[None, :, None] + wave[None, None, :])
    eigenvalue[0, 0, 0] = 1
    modes = numpy.fft.fftn(4 * math.pi * density) / eigenvalue
    modes[0, 0, 0] = 0
    return numpy.fft.ifftn(modes).real


def relative(found, truth):
    import numpy
    return float(numpy.max(numpy.abs(found - truth)) / numpy.max(numpy.abs(truth)))


@held_against("numpy")
def particle_mesh():
    import numpy
    mass, x, v = scattered(3000, 4)
    given = {"mass": mass.tolist()} | dict(zip(("x", "y", "z"), x.T.tolist())) | dict(
        zip(("vx", "vy", "vz"), v.T.tolist()))
    density = clouds(x, mass, GRID)
    potential = potential_of(density, GRID)
    for solver, settings, limit in (("fft", {}, 1e-12), ("multigrid", {"cycles": 40}, 1e-10)):
        after = ask({"ask": "steps", "algorithm": "particle_mesh", "particles": given,
                     "settings": {"grid": GRID, "deposit": "cic", "poisson": solver} | settings,
                     "fields": ["density", "potential"]})
        shape = (GRID, GRID, GRID)
        found = numpy.array(after["fields"]["density"]).reshape(shape)
        if solver == "fft":
            off = relative(found - found.mean(), density - density.mean())
            yield Row("particle_mesh", f"density of 3000 particles on {GRID}^3 cells, cloud in cell", "numpy",
                      f"differs by {off:.1e} of the largest", off, 1e-12, versions("numpy"))
        found = numpy.array(after["fields"]["potential"]).reshape(shape)
        off = relative(found - found.mean(), potential)
        yield Row("particle_mesh", f"potential by {solver}", "numpy's transform over the eigenvalues",
                  f"differs by {off:.1e} of the largest", off, limit, versions("numpy"))
    for axis, name in ((2, "ax"), (1, "ay"), (0, "az")):
        gradient = (numpy.roll(potential, 1, axis) - numpy.roll(potential, -1, axis)) * GRID / 2
        truth = interpolated(gradient, x, GRID)
        found = columns(after["particles"], (name,))[:, 0]
        if numpy.isnan(found).all():
            return  # this algorithm gives no accelerations away
        off = relative(found, truth)
        yield Row("particle_mesh", f"acceleration along {name[1]}", "numpy's central differences",
                  f"differs by {off:.1e} of the largest", off, 1e-10, versions("numpy"))


@held_against("numpy")
def plasma():
    """A whole particle-in-cell code in numpy: twenty steps of the same electrons."""
    import numpy
    nx, ny, dt, size, steps, n = 16, 8, 0.05, 0.9, 20, 2000
    random = numpy.random.default_rng(5)
    x = random.uniform(0, 1, (n, 2)) * [nx, ny]
    v = random.normal(0, 1, (n, 2))
    given = {"mass": [nx * ny / n] * n, "x": x[:, 0].tolist(), "y": x[:, 1].tolist(), "z": [0.0] * n,
             "vx": v[:, 0].tolist(), "vy": v[:, 1].tolist(), "vz": [0.0] * n}
    kx, ky = 2 * math.pi * numpy.fft.fftfreq(nx)[:, None], 2 * math.pi * numpy.fft.fftfreq(ny)[None, :]
    squared = kx ** 2 + ky ** 2
    squared[0, 0] = 1
    green = numpy.exp(-squared * size ** 2) / squared
    green[0, 0] = 0
    green[nx // 2, :] = 0
    green[:, ny // 2] = 0

    def corners():
        low = numpy.floor(x).astype(int)
        part = x - low
        for dx, dy in numpy.ndindex(2, 2):
            weight = (part[:, 0] if dx else 1 - part[:, 0]) * (part[:, 1] if dy else 1 - part[:, 1])
            yield weight, (low[:, 0] + dx) % nx, (low[:, 1] + dy) % ny

    def force():
        charge = numpy.zeros((nx, ny))
        for weight, i, j in corners():
            numpy.add.at(charge, (i, j), -weight * nx * ny / n)
        modes = numpy.fft.fftn(charge) * green
        out = numpy.zeros((n, 2))
        for axis, k in ((0, kx), (1, ky)):
            field = numpy.fft.ifftn(-1j * k * modes).real
            for weight, i, j in corners():
                out[:, axis] -= weight * field[i, j]  # the charge over the mass is -1
        return out
    v = v - dt / 2 * force()
    for _ in range(steps):
        v = v + dt * force()
        x = (x + dt * v) % [nx, ny]
    after = ask({"ask": "steps", "algorithm": "pic", "particles": given, "steps": steps,
                 "settings": {"nx": nx, "ny": ny, "dt": dt, "particle_size": size}})
    found = columns(after["particles"], ("x", "y"))
    apart = numpy.abs(found - x)
    apart = numpy.minimum(apart, [nx, ny] - apart)
    off = float(apart.max())
    yield Row("pic", f"places of {n} electrons after {steps} steps", "a plasma code in numpy",
              f"{off:.1e} cells away at most", off, 1e-9, versions("numpy"))
