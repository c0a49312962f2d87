"""Run every `bench_<name>` function of every module `bench_<topic>` here, and print its rows."""

from importlib import import_module
from inspect import getmembers, isfunction
from pkgutil import iter_modules

from tests import bench
from tests.bench.race import Row


def main() -> None:
    """Print a line per race, as it is decided."""
    print(f"{'this':44}{'M/s':>9}   {'beside':34}{'M/s':>9}{'ratio':>9}")
    for module in sorted(found.name for found in iter_modules(bench.__path__, f"{bench.__name__}.")):
        if not module.startswith(f"{bench.__name__}.bench_"):
            continue
        for name, run in getmembers(import_module(module), isfunction):
            if name.startswith("bench_"):
                for row in run():
                    _print(row)


def _print(row: Row) -> None:
    rates = [f"{rate / 1e6:9.3g}" for rate in (row.rate, row.other_rate)]
    print(f"{row.what:44}{rates[0]}   {row.beside:34}{rates[1]}{row.ratio:9.3g}", flush=True)


if __name__ == "__main__":
    main()
