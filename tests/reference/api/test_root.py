"""The public names of `ldproof`, and no others; an import loads nothing until a name is used."""

import subprocess
import sys
from importlib import import_module
from importlib.metadata import version
from inspect import isclass, isfunction, signature
from types import ModuleType

import pytest

import ldproof
from tests.tiers import slow

FUNCTIONS = {
    "audit",
    "conform",
    "evaluate",
    "explain",
    "law",
    "mechanism",
    "plan",
    "prefix_sketch",
    "private_sketch",
    "test",
}
TYPES = {
    *(
        "AuditResult",
        "Certified",
        "ConformResult",
        "Counts",
        "LawResult",
        "Mechanism",
        "PlanResult",
        "PrivateTestResult",
        "Reason",
    ),
    *("PrefixCounts", "PrefixSketch", "PrivateSketch", "Refused", "SketchCounts", "SketchResult", "Tight"),
}
PUBLIC = "print(*(name for name in dir(ldproof) if not name.startswith('_')))"


def run_code(code: str) -> str:
    """Return the output of code in a process of its own."""
    command = [sys.executable, "-W", "error", "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_public_names_are_listed() -> None:
    """Each says what it is; a function takes what is optional by name alone."""
    assert {*ldproof.__all__} == FUNCTIONS | TYPES | {"__version__"}
    assert len(ldproof.__all__) == len({*ldproof.__all__})
    assert {name for name in dir(ldproof) if not name.startswith("_")} == FUNCTIONS | TYPES
    assert ldproof.__version__ == version("ldproof")
    for name in FUNCTIONS:
        found = getattr(ldproof, name)
        assert isfunction(found)
        assert len((found.__doc__ or "").splitlines()) > 1
        optional = [each for each in signature(found).parameters.values() if each.default is not each.empty]
        assert all(each.kind is each.KEYWORD_ONLY for each in optional)
    for name in TYPES:
        assert isclass(getattr(ldproof, name))
        assert getattr(ldproof, name).__doc__
    with pytest.raises(AttributeError, match="no attribute 'plot'"):
        getattr(ldproof, "plot")  # noqa: B009  (a checker knows)
    with pytest.raises(ImportError, match="cannot import name 'plot'"):
        exec("from ldproof import plot")


@pytest.mark.parametrize(
    "before",
    [
        "import ldproof.audit",
        pytest.param("import ldproof.audit, ldproof.cli.main", marks=slow),
        *(pytest.param(each, marks=slow) for each in ("", "from ldproof import *")),
    ],
)
def test_nothing_else_is_seen_whatever_was_imported_before(before: str) -> None:
    """And a module of the same name takes no function's place."""
    kinds = "print(type(ldproof.audit).__name__, type(ldproof.law).__name__)"
    names, types = run_code(f"import ldproof\n{before}\n{PUBLIC}\n{kinds}").splitlines()
    assert {*names.split()} == FUNCTIONS | TYPES
    assert types == "function function"


@slow
@pytest.mark.parametrize("name", ["audit"])
def test_function_stays_in_its_place_when_the_module_is_imported_first(name: str) -> None:
    code = f"import ldproof.{name}\nprint(type(ldproof.{name}).__name__)"
    assert run_code(code) == "function\n"
    assert (
        run_code(f"from ldproof import {name}\n{code}\nprint({name} is ldproof.{name})") == "function\nTrue\n"
    )
    assert isinstance(import_module(f"ldproof.{name}"), ModuleType)


def test_import_of_the_root_imports_nothing() -> None:
    loaded = {*run_code("import sys, ldproof\nprint(*sys.modules)").split()}
    mine = {name for name in loaded if name.partition(".")[0] == "ldproof"}
    assert mine == {"ldproof"}
    assert loaded.isdisjoint({"numpy", "flint", "typing", "dataclasses", "importlib.metadata"})
