#!/usr/bin/env python3
"""scripts/test_summary on what ctest and GoogleTest print: nothing is counted that did not happen.

Usage: test_summary.py ROOT
"""
import importlib.machinery
import importlib.util
import pathlib
import sys
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)) if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent
loader = importlib.machinery.SourceFileLoader("test_summary", str(ROOT / "scripts" / "test_summary"))
told = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
sys.dont_write_bytecode = True
loader.exec_module(told)

OUTPUT = """
      Start 1: pairs.0
1/4 Test #1: pairs.0 ..........................   {0}  1.20 sec
2/4 Test #2: pairs.1 ..........................   Passed    0.90 sec
3/4 Test #3: seams ............................   Passed    0.10 sec
4/4 Test #4: browser ..........................***Skipped   0.02 sec
"""
SOUND = """
2/4 Testing: pairs.1
Output:
----------------------------------------------------------
[==========] Running 2 tests from 1 test suite.
[ RUN      ] Pairs/A.Holds/cpu
a line that was not ended[       OK ] Pairs/A.Holds/cpu (3 ms)
[ RUN      ] Pairs/A.Holds/cuda
/x/y.cpp:3: Skipped
no CUDA device

[  SKIPPED ] Pairs/A.Holds/cuda (0 ms)
[----------] Global test environment tear-down
[  PASSED  ] 1 test.
[  SKIPPED ] 1 test, listed below:
[  SKIPPED ] Pairs/A.Holds/cuda
3/4 Testing: seams
0 breaches
4/4 Testing: browser
no browser
"""
FIRST = """
1/4 Testing: pairs.0
[==========] Running 3 tests from 1 test suite.
[ RUN      ] B.One
[       OK ] B.One (1 ms)
"""
ALL = FIRST + """[ RUN      ] B.Two
[       OK ] B.Two (1 ms)
[ RUN      ] B.Three
[       OK ] B.Three (1 ms)
"""
FAILS = FIRST + """[ RUN      ] B.Two
wrong
[  FAILED  ] B.Two, where GetParam() = {1, 2} (1 ms)
[ RUN      ] B.Three
[       OK ] B.Three (1 ms)
[  FAILED  ] 1 test, listed below:
[  FAILED  ] B.Two, where GetParam() = {1, 2}
"""
DIES = FIRST + "[ RUN      ] B.Two\nterminate called\n"


def summary(first, state="Passed   "):
    lines, well = told.summary(OUTPUT.format(state), first + SOUND)
    return "\n".join(lines), well


class Summary(unittest.TestCase):
    def test_counts_tests_and_not_entries(self):
        text, well = summary(ALL)
        self.assertTrue(well, text)
        self.assertIn("Tests: 5 passed, 0 failed, 2 skipped, 0 never run", text)
        self.assertIn("1 no CUDA device", text)
        self.assertIn("in 4 entries", text)

    def test_names_the_failed_test_once(self):
        text, well = summary(FAILS, "***Failed   ")
        self.assertFalse(well)
        self.assertEqual(text.count("FAILED: B.Two (pairs.0)"), 1, text)
        self.assertIn("4 passed, 1 failed", text)

    def test_names_the_test_that_a_process_died_in_and_counts_those_after_it(self):
        text, well = summary(DIES, "***Exception: SegFault ")
        self.assertFalse(well)
        self.assertIn("FAILED: B.Two (pairs.0): its process ended in it", text)
        self.assertIn("3 passed, 1 failed, 2 skipped, 1 never run", text)

    def test_an_entry_that_failed_beside_its_tests_is_not_lost(self):
        text, well = summary(ALL, "***Timeout  ")
        self.assertFalse(well)
        self.assertIn("pairs.0: Timeout", text)

    def test_an_entry_without_tests_of_googletest_is_one_test(self):
        output = OUTPUT.replace("seams ............................   Passed ",
                                "seams ............................***Failed ")
        lines, well = told.summary(output.format("Passed   "), ALL + SOUND)
        self.assertFalse(well)
        self.assertIn("FAILED: seams: Failed", "\n".join(lines))


if __name__ == "__main__":
    unittest.main()
