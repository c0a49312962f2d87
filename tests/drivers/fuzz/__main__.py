"""`python -m tests.drivers.fuzz COUNT SEED`: run COUNT cases, half of them invocations, and print flaws by number."""

import os
import resource
import sys
from argparse import ArgumentParser
from tempfile import TemporaryDirectory

from tests.drivers.fuzz.running import run_cases


def run_fuzzing() -> int:
    parser = ArgumentParser(prog="python -m tests.drivers.fuzz")
    parser.add_argument("count", type=int)
    parser.add_argument("seed")
    parser.add_argument("--only", type=int, help="repeat one of them")
    parser.add_argument(
        "--begin", type=int, default=0, help="the number of the first, where several processes share them"
    )
    parser.add_argument(
        "--seconds", type=float, default=10, help="the processor time that an answer may take"
    )
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        found = run_cases(
            asked.count,
            asked.seed,
            asked.seconds,
            begin=asked.begin,
            only=asked.only,
            tell=lambda text: print(text, flush=True),
        )
        os.chdir("/")
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(found.told(), f"{used.ru_utime + used.ru_stime:.0f} s of processor time", sep="\n")
    return int(bool(found.flaws))


if __name__ == "__main__":
    sys.exit(run_fuzzing())
