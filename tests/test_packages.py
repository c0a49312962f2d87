"""The two installed packages: they are complete and typed, and the reference works without the provers."""

import importlib
import subprocess
import sys
from importlib.metadata import version
from importlib.resources import files

import pytest

import ldproof
from tests.tiers import slow

IMPORT_ALL = """
import importlib, pkgutil, sys
for absent in sys.argv[2:]:
    sys.modules[absent] = None
package = importlib.import_module(sys.argv[1])
without = (".__main__", *([".pictures"] if "matplotlib" in sys.argv[2:] else []))
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    if not module.name.endswith(without):
        importlib.import_module(module.name)
"""


ABSENT = ("ldproof_proofs", "sympy", "z3", "cvc5", "highspy", "matplotlib")


@pytest.mark.parametrize(
    ("package", "absent"),
    [
        ("ldproof.counting", ABSENT),
        pytest.param("ldproof", ABSENT, marks=slow),
        pytest.param("ldproof", (), marks=slow),
        pytest.param("ldproof_proofs", (), marks=slow),
    ],
)
def test_every_module_imports(package: str, absent: tuple[str, ...]) -> None:
    """The reference imports without the provers, and without matplotlib except for the module that draws."""
    command = [sys.executable, "-W", "error", "-c", IMPORT_ALL, package, *absent]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.parametrize("package", ["ldproof", "ldproof_proofs"])
def test_types_are_shipped(package: str) -> None:
    assert files(importlib.import_module(package)).joinpath("py.typed").is_file()


def test_imported_package_is_the_installed_one() -> None:
    assert version("ldproof") == "0.1.0"
    assert ldproof.__doc__
