"""The public names of `ldproof`, and no others; an import loads nothing until a name is used."""

import subprocess
import sys
from importlib.metadata import version
from inspect import isclass, isfunction, signature
from pkgutil import iter_modules

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


@slow
@pytest.mark.parametrize("before", ["", "from ldproof import *", "import ldproof.cli.main"])
def test_nothing_else_is_seen_whatever_was_imported_before(before: str) -> None:
    assert {*run_code(f"import ldproof\n{before}\n{PUBLIC}").split()} == FUNCTIONS | TYPES


def test_no_module_has_the_name_of_a_function() -> None:
    """So that it takes no function's place when it is imported."""
    modules = {each.name for each in iter_modules(ldproof.__path__)}
    assert "auditor" in modules
    assert modules.isdisjoint(FUNCTIONS | TYPES)


def test_import_of_the_root_imports_nothing() -> None:
    loaded = {*run_code("import sys, ldproof\nprint(*sys.modules)").split()}
    mine = {name for name in loaded if name.partition(".")[0] == "ldproof"}
    assert mine == {"ldproof"}
    assert loaded.isdisjoint({"numpy", "flint", "typing", "dataclasses", "importlib.metadata"})
