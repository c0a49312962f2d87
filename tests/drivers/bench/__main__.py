"""Run every `bench_<name>` function of every module `bench_<topic>` here, and print its rows; then every `table_`."""

from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import getmembers, isfunction
from pkgutil import iter_modules

from tests.drivers import bench


def run_benchmarks() -> None:
    """Run all races and tables, and print each line when it is done."""
    print(f"{'this':44}{'M/s':>9}   {'beside':34}{'M/s':>9}{'ratio':>9}")
    for run in functions_with_prefix("bench_"):
        for row in run():
            print(row, flush=True)
    for tell in functions_with_prefix("table_"):
        print()
        for line in tell():
            print(line, flush=True)


def functions_with_prefix(prefix: str) -> Iterator[Callable[[], Iterator[object]]]:
    """Return the functions whose names have this prefix."""
    for module in sorted(found.name for found in iter_modules(bench.__path__, f"{bench.__name__}.")):
        if module.startswith(f"{bench.__name__}.bench_"):
            for name, function in getmembers(import_module(module), isfunction):
                if name.startswith(prefix):
                    yield function


if __name__ == "__main__":
    run_benchmarks()
