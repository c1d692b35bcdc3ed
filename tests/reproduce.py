#!/usr/bin/env python3
"""./reproduce with everything that it calls made up: what it builds, runs and says, and in which order.

Usage: reproduce.py ROOT
"""
import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)) if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent


def program(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("#!/bin/bash\n" + text)
    file.chmod(file.stat().st_mode | stat.S_IXUSR)


class Reproduce(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tycho-test-"))
        self.addCleanup(shutil.rmtree, self.folder)
        shutil.copy(ROOT / "reproduce", self.folder)
        (self.folder / "scripts").mkdir()
        shutil.copy(ROOT / "scripts" / "setup.sh", self.folder / "scripts")
        for name in ("g++", "ninja", "gnuplot"):
            program(self.folder / "bin" / name, "exit 0\n")
        program(self.folder / "bin" / "cmake", 'echo "cmake $*" >>"$CALLS"\n')
        for preset in ("release", "cpu-only"):
            program(self.folder / "build" / preset / "bin" / "tycho",
                    f'echo "{preset} tycho $*" >>"$CALLS"\nexit ${{TYCHO_ENDS:-0}}\n')

    def reproduce(self, *options, gpu=False, ends=0):
        program(self.folder / "bin" / "nvidia-smi", f"exit {0 if gpu else 9}\n")
        calls = self.folder / "calls"
        environment = dict(os.environ, CALLS=str(calls), TYCHO_ENDS=str(ends),
                           PATH=f"{self.folder / 'bin'}:{os.environ['PATH']}")
        done = subprocess.run([str(self.folder / "reproduce"), *options], env=environment,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, ends, done.stderr)
        return done.stdout.splitlines(), calls.read_text().splitlines()

    def test_without_a_gpu_builds_no_cuda_says_so_and_runs_quick(self):
        said, calls = self.reproduce()
        self.assertTrue(any("no GPU answers" in line and "--with-cuda" in line for line in said), said)
        self.assertIn("cmake --preset cpu-only", calls)
        self.assertIn("cpu-only tycho run all --suite quick", calls[-1])

    def test_with_a_gpu_builds_cuda_and_runs_the_published_sizes(self):
        said, calls = self.reproduce(gpu=True)
        self.assertFalse(any("no GPU answers" in line for line in said), said)
        self.assertIn("cmake --preset release", calls)
        self.assertIn("release tycho run all --suite standard", calls[-1])

    def test_builds_cuda_without_a_gpu_where_it_is_told_to(self):
        said, calls = self.reproduce("--with-cuda", "--budget", "1m")
        self.assertFalse(any("no GPU answers" in line for line in said), said)
        self.assertIn("cmake --preset release", calls)
        self.assertIn("release tycho run all --suite quick --budget 1m --out", calls[-1])

    def test_says_where_the_page_will_be_before_it_builds(self):
        said, calls = self.reproduce()
        path = next(i for i, line in enumerate(said) if line.endswith("/report/index.html"))
        built = next(i for i, line in enumerate(said) if "tycho: building (" in line)
        self.assertLess(path, built)
        campaign = said[path].split()[-1].removesuffix("/report/index.html")
        self.assertTrue(calls[-1].endswith(f"/report") and "--report" in calls[-1], calls[-1])
        self.assertIn(os.path.relpath(campaign, os.path.realpath(self.folder)), calls[-1])

    def test_ends_with_the_code_of_the_campaign(self):
        self.reproduce(ends=1)


if __name__ == "__main__":
    unittest.main()
