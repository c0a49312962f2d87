"""`python -m tests.drivers.public_calls COUNT SEED`: make COUNT odd calls and print flaws; exit with 1 if any."""

import os
import resource
import sys
import warnings
from argparse import ArgumentParser
from tempfile import TemporaryDirectory

from tests.drivers.public_calls.calls import flaws_of_calls, random_calls


def run_calls() -> int:
    parser = ArgumentParser(prog="python -m tests.drivers.public_calls")
    parser.add_argument("count", type=int)
    parser.add_argument("seed")
    asked = parser.parse_args()
    warnings.simplefilter("ignore")  # of NumPy, about odd comparisons
    found = 0
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        for each in flaws_of_calls(random_calls(asked.count, asked.seed)):
            print(each, flush=True)
            found += 1
        os.chdir("/")
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(f"{asked.count:,} calls, {found} flaws, {used.ru_utime + used.ru_stime:.0f} s of processor time")
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(run_calls())
