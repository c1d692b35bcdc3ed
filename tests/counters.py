#!/usr/bin/env python3
"""scripts/counters on what Nsight Compute prints: counters by the time of each launch, or the reason for none.

Usage: counters.py ROOT
"""
import importlib.machinery
import importlib.util
import json
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)) if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("counters", str(ROOT / "scripts" / "counters"))
taken = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
loader.exec_module(taken)

HEAD = ('"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size",'
        '"Device","CC","gpu__time_duration.sum","l1tex__t_sector_hit_rate.pct","lts__t_sector_hit_rate.pct",'
        '"sm__maximum_warps_per_active_cycle_pct","sm__warps_active.avg.pct_of_peak_sustained_active",'
        '"smsp__sass_average_branch_targets_threads_uniform.pct",'
        '"smsp__thread_inst_executed_per_inst_executed.ratio"')
UNITS = '"","","","","","","","","","","","ns","%","%","%","%","%",""'


def row(launch, duration, l1, uniform):
    return (f'"{launch}","7","tycho","somewhere","walk<double, true>(A, B)","1","7","(64, 1, 1)","(1024, 1, 1)",'
            f'"0","9.0","{duration}","{l1}","99.5","25","20","{uniform}","8"')


TABLE = "\n".join(["==PROF== Connected to process 7 (/home/somebody/tycho)", HEAD, UNITS,
                   row(0, "1,000", "70", "90"), row(1, "3,000", "90", "86"),
                   "==PROF== Disconnected from process 7"])
FORBIDDEN = """==PROF== Connected to process 7 (/home/somebody/tycho)
==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance Counters on the
"""
COMMAND = ("ncu --set full --nvtx --nvtx-include walk/ --launch-count 4 --export out/name "
           "/somewhere/tycho child --case c.json --run 'a/b/n=1/v'")


class Counters(unittest.TestCase):
    def test_are_means_over_the_launches_by_their_time(self):
        counters = taken.means(taken.launches_of(TABLE))
        self.assertAlmostEqual(counters["l1_hit"], (0.7 * 1 + 0.9 * 3) / 4)
        self.assertAlmostEqual(counters["branches_diverge"], (0.1 * 1 + 0.14 * 3) / 4)
        self.assertAlmostEqual(counters["occupancy_possible"], 0.25)
        self.assertAlmostEqual(counters["occupancy"], 0.2)
        self.assertAlmostEqual(counters["threads_at_work"], 0.25)

    def test_a_counter_that_ncu_does_not_have_is_left_out(self):
        without = TABLE.replace('"99.5"', '"n/a"')
        self.assertNotIn("l2_hit", taken.means(taken.launches_of(without)))
        self.assertIn("l1_hit", taken.means(taken.launches_of(without)))

    def test_no_permission_is_a_reason(self):
        with self.assertRaisesRegex(taken.Untaken, "may not read the GPU's counters.*ERR_NVGPUCTRPERM"):
            taken.launches_of(FORBIDDEN)

    def test_a_reason_names_no_path(self):
        with self.assertRaises(taken.Untaken) as why:
            taken.launches_of("==ERROR== cannot open /home/somebody/secret here")
        self.assertEqual(str(why.exception), "ncu: cannot open ... here")

    def test_no_kernel_is_a_reason(self):
        with self.assertRaisesRegex(taken.Untaken, "no kernel"):
            taken.launches_of("\n".join([HEAD, UNITS]))

    def test_asks_ncu_for_these_counters_of_this_stage(self):
        command = taken.ncu_command(COMMAND, 8, 300, "log")
        self.assertEqual(command[:4], ["ncu", "--nvtx", "--nvtx-include", "walk/"])
        self.assertEqual(command[-6:], ["/somewhere/tycho", "child", "--case", "c.json", "--run", "a/b/n=1/v"])
        self.assertEqual(command[command.index("--launch-skip") + 1], "300")
        self.assertEqual(command[command.index("--launch-count") + 1], "8")
        self.assertNotIn("--set", command)
        self.assertNotIn("--export", command)

    def test_a_file_keeps_the_counters_of_other_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "counters.json"
            taken.put(file, "M", "c1", [{"run": "a", "stage": "walk", "counters": {"l1_hit": 0.5}}])
            taken.put(file, "M", "c2", [{"run": "b", "stage": "walk", "reason": "no"}])
            taken.put(file, "M", "c3", [{"run": "a", "stage": "walk", "counters": {"l1_hit": 0.6}}])
            content = json.loads(file.read_text())
            self.assertEqual([(run["run"], run["commit"]) for run in content["runs"]], [("b", "c2"), ("a", "c3")])


if __name__ == "__main__":
    unittest.main()
