"""The floors: import-linter's contracts hold, each is seen broken, and so is what they cannot say."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.project.conftest import Grow
from tests.project.floors import hidden

LINT = "from importlinter.cli import lint_imports_command as lint; lint()"
EDGE = re.compile(r"(\S+) -> (\S+) \(l\.")

BREAKING = [
    ("floors", "ldproof.law.a", "from ldproof.shots.client import x", "ldproof.shots.client"),
    ("floors", "ldproof.law.b", "import ldproof.shots.client", "ldproof.shots.client"),
    ("floors", "ldproof.law.c", "from ldproof import audit", "ldproof.audit"),
    ("floors", "ldproof.law.d", "from ..audit import x", "ldproof.audit"),
    ("floors", "ldproof.law.e", "def f():\n    from ldproof.cli import main", "ldproof.cli.main"),
    (
        "floors",
        "ldproof.law.f",
        "if TYPE_CHECKING:\n    from ldproof.catalogue import C",
        "ldproof.catalogue",
    ),
    ("floors", "ldproof.law.g", "from ldproof.tails import bound", "ldproof.tails"),
    ("floors", "ldproof.exact.deep.digits", "from ...law import Law", "ldproof.law"),
    ("floors", "ldproof.numbers.term", "from ldproof.domains import D", "ldproof.domains"),
    ("floors", "ldproof.rejections.why", "from ldproof.numbers import Term", "ldproof.numbers"),
    ("floors", "ldproof.shots.law", "from ldproof.counting import law", "ldproof.counting"),
    ("floors", "ldproof.sketch.law", "from ..chi2 import law", "ldproof.chi2"),
    ("floors", "ldproof.evidence.bets", "from ldproof.programs import run", "ldproof.programs"),
    ("floors", "ldproof.audit.verdict", "from ldproof.experiments import x", "ldproof.experiments"),
    ("floors", "ldproof.experiments.figure", "from ldproof.cli import main", "ldproof.cli.main"),
    ("proofs", "ldproof_proofs.kernel.claims", "from ldproof_proofs.shots import x", "ldproof_proofs.shots"),
    ("proofs", "ldproof_proofs.kernel.signs", "from ..ledger import x", "ldproof_proofs.ledger"),
    ("proofs", "ldproof_proofs.shots.a", "from ldproof_proofs.chi2 import x", "ldproof_proofs.chi2"),
    ("proofs", "ldproof_proofs.tails.a", "from ldproof_proofs.book import x", "ldproof_proofs.book"),
    ("root", "ldproof", "from ldproof.law import Law", "ldproof.law"),
    ("root", "ldproof.law.h", "import ldproof", "ldproof"),
    ("root", "ldproof.law.i", "from ldproof import *", "ldproof"),
    ("root", "ldproof_proofs.kernel.root", "import ldproof", "ldproof"),
    ("reference", "ldproof.cli.prove", "from ldproof_proofs.ledger import x", "ldproof_proofs.ledger"),
    ("flint", "ldproof.law.j", "from flint import arb", "flint"),
    ("flint", "ldproof_proofs.sketch.a", "def f():\n    import flint", "flint"),
    ("flint", "ldproof_proofs.kernel.field", "from flint import fmpq_mpoly", "flint"),
    ("flint", "ldproof_proofs.book.coq.algebra", "from flint import fmpq_mpoly", "flint"),
    ("ciphers", "ldproof.coins.stream", "import cryptography.hazmat", "cryptography"),
    ("words", "ldproof.audit.table", "import rich.table", "rich"),
    ("words", "ldproof_proofs.ledger.table", "from typer import echo", "typer"),
    ("databases", "ldproof.audit.counts", "import duckdb", "duckdb"),
    ("pictures", "ldproof.audit.pictures", "from matplotlib import pyplot", "matplotlib"),
    ("kernel", "ldproof_proofs.kernel.facts", "from ldproof.law import Law", "ldproof.law"),
    ("shots", "ldproof_proofs.shots.b", "from ldproof.chi2 import x", "ldproof.chi2"),
    ("counting", "ldproof_proofs.counting.b", "from ldproof.shots import x", "ldproof.shots"),
    ("chi2", "ldproof_proofs.chi2.b", "from ldproof.sketch import x", "ldproof.sketch"),
    ("sketch", "ldproof_proofs.sketch.b", "from ldproof.counting import x", "ldproof.counting"),
]
"""A contract, who breaks it, by which line, and what is imported there."""

STANDS = {
    "ldproof": "from ldproof.interface.root import R\nfrom ldproof.rejections import R\n",
    "ldproof.interface.root": "",
    "ldproof_proofs.kernel.claims": "from ldproof import numbers, rejections\nfrom ldproof.numbers import term\n",
    "ldproof.aes.__init__": "from cryptography.hazmat import primitives\n",
    "ldproof.audit.database": "def f():\n    import duckdb\n",
    "ldproof.pictures": "import matplotlib\n",
    "ldproof.__main__": "from ldproof.cli import main\n",
    "ldproof.shots.law": "import math\nimport numpy as np\nfrom ldproof.numbers.term import Term\nfrom ..law import L\n",
    "ldproof.numbers.term": "import flint\nfrom . import other\nfrom ldproof import rejections\n",
    "ldproof.numbers.other": "",
    "ldproof.shots.client": "from ldproof.shots import law\n",
    "ldproof.cli.main": "import rich, typer\nfrom ldproof import catalogue\n",
    "ldproof_proofs.shots.law": "from ldproof.shots.law import L\nfrom ldproof_proofs.kernel import T\n",
    "ldproof_proofs.ledger.all": "from ldproof_proofs import shots, sketch\n",
}


def broken(config: Path, root: Path) -> Mapping[str, set[tuple[str, str]]]:
    """The contracts that import-linter finds broken in a tree, by name, each with the imports that it shows."""
    places = os.pathsep.join(str(root / house) for house in ("reference", "proofs"))
    told = subprocess.run(
        [sys.executable, "-c", LINT, "--no-cache", "--no-logo", "--config", config],
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=root,
        env={**os.environ, "PYTHONPATH": places, "COLUMNS": "200"},
    )
    count = re.search(r"Contracts: (\d+) kept, (\d+) broken\.", told.stdout)
    assert count is not None, told.stdout + told.stderr
    found = {
        name: {*EDGE.findall(text)} for name, text in sections(told.stdout) if name in names(config).values()
    }
    assert (len(found), told.returncode) == (int(count[2]), int(bool(found))), told.stdout
    return found


def sections(text: str) -> list[tuple[str, str]]:
    """The sections of what import-linter prints by their underlined titles."""
    pieces = re.split(r"^(\S.*)\n-+$", text, flags=re.MULTILINE)
    return list(zip(pieces[1::2], pieces[2::2], strict=True))


def names(config: Path) -> Mapping[str, str]:
    """The contracts' names by their identifiers."""
    table = tomllib.loads(config.read_text(encoding="utf-8"))
    return {each["id"]: each["name"] for each in table["tool"]["importlinter"]["contracts"]}


def house(config: Path) -> dict[str, str]:
    """An empty module for every unit that a contract's layers name, and a few that import what they may."""
    table = tomllib.loads(config.read_text(encoding="utf-8"))
    layers = {
        container: [unit for layer in each["layers"] for unit in layer.split(" | ")]
        for each in table["tool"]["importlinter"]["contracts"]
        if each["type"] == "layers"
        for container in each["containers"]
    }
    modules = dict.fromkeys(layers, "")
    modules |= {
        f"{container}.{unit}.__init__" if unit != "__main__" else f"{container}.__main__": ""
        for container, units in layers.items()
        for unit in units
    }
    return {**modules, **STANDS}


def files(modules: Mapping[str, str]) -> dict[str, str]:
    """The files of modules, and of the packages around them."""
    found: dict[str, str] = {}
    for name, source in modules.items():
        parts = [*name.split("."), "__init__"] if "." not in name else name.split(".")
        root = "reference" if parts[0] == "ldproof" else "proofs"
        for depth in range(1, len(parts)):
            found.setdefault("/".join([root, *parts[:depth], "__init__.py"]), "")
        found["/".join([root, *parts]) + ".py"] = source + "\n"
    return found


@pytest.fixture
def config(checkout: Path) -> Path:
    return checkout / "pyproject.toml"


def test_the_contracts_are_kept(checkout: Path, config: Path) -> None:
    assert broken(config, checkout) == {}


def test_a_house_that_stands_is_left_alone(config: Path, grow: Grow) -> None:
    root = grow(files(house(config)))
    assert broken(config, root) == {}
    assert hidden(root) == []


def test_every_contract_is_seen_broken_and_names_the_line(config: Path, grow: Grow) -> None:
    modules = house(config)
    for _, importer, line, _ in BREAKING:
        modules[importer] = modules.get(importer, "") + line
    found = broken(config, grow(files(modules)))
    assert found.keys() == {*names(config).values()}
    missed = [each for each in BREAKING if (each[1], each[3]) not in found[names(config)[each[0]]]]
    assert missed == []


@pytest.mark.parametrize("module", ["ldproof.helpers", "ldproof.attic.dust", "ldproof_proofs.helpers"])
def test_a_unit_that_no_floor_knows_is_named(config: Path, grow: Grow, module: str) -> None:
    found = broken(config, grow(files(house(config) | {module: ""})))
    assert found.keys() == {names(config)["floors" if module.startswith("ldproof.") else "proofs"]}


@pytest.mark.parametrize(
    ("name", "source", "offence"),
    [
        ("law", "import ldproof.numbers\nldproof.audit.run()", "law.py:2: reaches `ldproof.audit` without"),
        (
            "law",
            "import importlib\nimportlib.import_module('ldproof.audit')",
            "law.py:2: reaches `ldproof.audit`",
        ),
        ("law", "__import__('ldproof.audit')", "reaches `ldproof.audit` without"),
        (
            "audit.verdict",
            "import_module('ldproof_proofs.ledger')",
            "reaches `ldproof_proofs.ledger` without",
        ),
        (
            "law",
            "from importlib import import_module\nimport_module(name)",
            "law.py:2: imports a module whose name",
        ),
        ("law", "import sympy", "law.py:1: `law` does not use `sympy`"),
        ("shots.law", "def f():\n    import z3.z3util", "shots/law.py:2: `shots` does not use `z3.z3util`"),
        ("cli.main", "from cvc5 import Solver", "`cli` does not use `cvc5.Solver`"),
        ("law", "import requests", "`law` does not use `requests`"),
        ("law", "import_module('requests')", "`law` does not use `requests`"),
        ("law", "from tests import reach", "`law` does not use `tests.reach`"),
    ],
)
def test_what_no_contract_sees_is_named(grow: Grow, name: str, source: str, offence: str) -> None:
    (named,) = hidden(grow(files({f"ldproof.{name}": source})))
    assert named.startswith("reference/ldproof/")
    assert offence in named


def test_nothing_is_hidden(checkout: Path) -> None:
    assert hidden(checkout) == []
