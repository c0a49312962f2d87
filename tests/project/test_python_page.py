"""docs/python.md: its examples run, and it lists every public name."""

import doctest
import re
from doctest import ELLIPSIS, DocTestParser, DocTestRunner
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import ldproof
from ldproof import api
from tests.tiers import slow

PAGE = (Path(__file__).parents[2] / "docs/python.md").read_text(encoding="utf-8")


def count_failures(text: str, names: dict[str, object]) -> tuple[int, int]:
    """Return the numbers of failing examples and of all examples of a text."""
    found = DocTestRunner(optionflags=ELLIPSIS, verbose=False).run(
        DocTestParser().get_doctest(text, names, "page", "page", 0)
    )
    return found.failed, found.attempted


@pytest.mark.parametrize(
    ("first", "behind"),
    [
        (">>> import ldproof", ">>> import numpy"),
        (">>> report = ", ">>> def device"),
        pytest.param("#", "~~", marks=slow),
    ],
)
def test_examples_of_the_page_run(first: str, behind: str) -> None:
    """The default tier runs two parts, without the slow audits and conformance tests between and after them."""
    part = "".join(PAGE.partition(first)[1:]).partition(behind)[0]
    failed, attempted = count_failures(part, {"ldproof": ldproof})
    assert (failed, attempted > 4) == (0, True)


def test_page_lists_every_public_name() -> None:
    assert sorted(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)) == sorted(ldproof.__all__)


PACKAGES = {"chi2": 15, "mechanisms": 8, "planning": 2, "sketch": 10}
"""Packages with examples in the docstring, and a number that there are more of."""


@pytest.mark.parametrize(
    "name", ["ldproof", *(f"ldproof.api.{each.name}" for each in iter_modules(api.__path__))]
)
def test_docstrings_run(name: str) -> None:
    module = import_module(name)
    found = [each for each in vars(module).values() if callable(each)]
    for each in (module, *(each for each in found if getattr(each, "__module__", "") == name)):
        assert count_failures(each.__doc__ or "", {**vars(module)})[0] == 0, (name, each)


@pytest.mark.parametrize(("package", "least"), PACKAGES.items())
def test_docstrings_of_packages_run(package: str, least: int) -> None:
    outcome = doctest.testmod(import_module(f"ldproof.{package}"))
    assert (outcome.failed, outcome.attempted > least) == (0, True)
