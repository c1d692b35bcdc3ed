"""What every comparison needs: a question put to tycho, and a row of the table that comes of it."""
import dataclasses
import importlib
import importlib.metadata
import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
bin_folder = ROOT / "build/check/bin"
gadget4 = None


def ask(question):
    """tycho's answer to a question (tests/truth/answer.cpp)."""
    done = subprocess.run([str(bin_folder / "answer")], input=json.dumps(question), text=True,
                          capture_output=True)
    if done.returncode != 0:
        raise RuntimeError(f"tycho did not answer: {done.stderr.strip()}")
    return json.loads(done.stdout)


@dataclasses.dataclass
class Row:
    """Passes where `value` is at most `limit`, so that NaN fails."""
    algorithm: str
    claim: str
    independent: str
    tycho: str
    value: float
    limit: float
    package: str

    def held(self):
        return bool(self.value <= self.limit)


class Skipped(Exception):
    """What a comparison lacks."""


@dataclasses.dataclass
class Comparison:
    name: str
    function: object
    packages: tuple
    cheap: bool


comparisons = []


def held_against(*packages, cheap=True):
    """A function that yields rows, and the packages without which it is skipped."""
    def take(function):
        comparisons.append(Comparison(function.__name__, function, packages, cheap))
        return function
    return take


def version(package):
    """'numpy 2.1', or None where it is not to be had."""
    try:
        importlib.import_module(package)
        return f"{package} {importlib.metadata.version(package)}"
    except ImportError:
        return None


def versions(*packages):
    return ", ".join(version(package) for package in packages)
