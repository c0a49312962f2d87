"""What is promised at the top: this list, and nothing else; it costs nothing until it is used."""

import subprocess
import sys
from importlib import import_module
from inspect import isclass, isfunction, signature
from types import ModuleType

import pytest

import ldproof

FUNCTIONS = {"audit", "conform", "evaluate", "explain", "law", "mechanism", "plan"}
TYPES = {
    "AuditResult",
    "Certified",
    "ConformResult",
    "Counts",
    "LawResult",
    "Mechanism",
    "PlanResult",
    "Reason",
    "Refused",
    "Tight",
}
PUBLIC = "print(*(name for name in dir(ldproof) if not name.startswith('_')))"


def ran(code: str) -> str:
    """What a process of its own prints."""
    command = [sys.executable, "-W", "error", "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_the_list() -> None:
    assert {*ldproof.__all__} == FUNCTIONS | TYPES | {"__version__"}
    assert len(ldproof.__all__) == len({*ldproof.__all__})
    assert {name for name in dir(ldproof) if not name.startswith("_")} == FUNCTIONS | TYPES


@pytest.mark.parametrize(
    "before", ["", "import ldproof.audit, ldproof.law, ldproof.cli.main", "from ldproof import *"]
)
def test_nothing_else_is_seen(before: str) -> None:
    """Whatever was imported before."""
    assert {*ran(f"import ldproof\n{before}\n{PUBLIC}").split()} == FUNCTIONS | TYPES


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_a_function_is_one(name: str) -> None:
    """It says what it is, and takes what is optional by name alone."""
    found = getattr(ldproof, name)
    assert isfunction(found)
    assert len((found.__doc__ or "").splitlines()) > 1
    optional = [each for each in signature(found).parameters.values() if each.default is not each.empty]
    assert all(each.kind is each.KEYWORD_ONLY for each in optional)


@pytest.mark.parametrize("name", sorted(TYPES))
def test_a_type_is_one(name: str) -> None:
    found = getattr(ldproof, name)
    assert isclass(found)
    assert found.__doc__


@pytest.mark.parametrize("name", ["audit", "law"])
def test_a_module_of_the_same_name_takes_no_functions_place(name: str) -> None:
    code = f"import ldproof.{name}\nprint(type(ldproof.{name}).__name__)"
    assert ran(code) == "function\n"
    assert ran(f"from ldproof import {name}\n{code}\nprint({name} is ldproof.{name})") == "function\nTrue\n"
    assert isinstance(import_module(f"ldproof.{name}"), ModuleType)


def test_other_names_are_none() -> None:
    with pytest.raises(AttributeError, match="no attribute 'plot'"):
        getattr(ldproof, "plot")  # noqa: B009  (a checker knows)
    with pytest.raises(ImportError, match="cannot import name 'plot'"):
        exec("from ldproof import plot")


def test_to_import_it_imports_nothing() -> None:
    loaded = {*ran("import sys, ldproof\nprint(*sys.modules)").split()}
    mine = {name for name in loaded if name.partition(".")[0] == "ldproof"}
    assert mine == {"ldproof", "ldproof.interface", "ldproof.interface.root"}
    assert loaded.isdisjoint({"numpy", "flint", "typing", "dataclasses", "importlib.metadata"})
