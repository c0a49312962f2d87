"""The floors: an import that climbs fails."""

from pathlib import Path

import pytest

from tests.project.conftest import Grow
from tests.project.floors import climbing

STANDS = {
    "reference/ldproof/__init__.py": '"""The root."""\n',
    "reference/ldproof/__main__.py": "from ldproof.cli.main import main\n",
    "reference/ldproof/numbers/__init__.py": "from ldproof.numbers.term import Term\n",
    "reference/ldproof/numbers/term.py": "import flint\nfrom . import other\nfrom ldproof import rejections\n",
    "reference/ldproof/law.py": "import math\nimport numpy as np\nfrom ldproof.numbers import Term\n",
    "reference/ldproof/shots/client.py": "from ldproof.shots.parameters import P\nfrom ..law import Law\n",
    "reference/ldproof/programs.py": "import importlib\nimportlib.import_module(name)\n",
    "reference/ldproof/cli/main.py": "import typer\nfrom importlib import import_module\nimport_module(name)\n",
    "proofs/ldproof_proofs/kernel/claims.py": "import sympy\nfrom ldproof.numbers import Term\nfrom . import rules\n",
    "proofs/ldproof_proofs/shots/law.py": "from ldproof.shots.law import L\nfrom ldproof_proofs.kernel import T\n",
    "proofs/ldproof_proofs/ledger.py": "from ldproof_proofs import shots, sketch\n",
}

CLIMBS = [
    ("law.py", "from ldproof.shots.client import x", "law.py:1: `law` on floor 1 imports `shots` on floor 2"),
    ("law.py", "import ldproof.shots.client", "`law` on floor 1 imports `shots`"),
    ("law.py", "from ldproof import audit", "`law` on floor 1 imports `audit` on floor 4"),
    ("law.py", "from .audit import x", "`law` on floor 1 imports `audit`"),
    ("law.py", "from . import cli", "`law` on floor 1 imports `cli`"),
    ("law.py", "def f():\n    from ldproof.cli import main", "law.py:2: `law` on floor 1 imports `cli`"),
    ("law.py", "if TYPE_CHECKING:\n    from ldproof.oracle import O", "`law` on floor 1 imports `oracle`"),
    ("law.py", "from ldproof.tails import bound", "`law` on floor 1 imports `tails` on floor 1"),
    ("exact/digits.py", "from ldproof.law import Law", "`exact` on floor 1 imports `law` on floor 1"),
    ("exact/deep/digits.py", "from ...law import Law", "`exact` on floor 1 imports `law` on floor 1"),
    ("numbers/term.py", "from ldproof.domains import D", "`numbers` on floor 0 imports `domains` on floor 0"),
    ("rejections.py", "from ldproof.numbers import Term", "`rejections` on floor 0 imports `numbers`"),
    (
        "shots/law.py",
        "from ldproof.counting.law import x",
        "`shots` on floor 2 imports `counting` on floor 2",
    ),
    ("shots/law.py", "from ..counting import law", "`shots` on floor 2 imports `counting` on floor 2"),
    (
        "evidence.py",
        "from ldproof.programs import run",
        "`evidence` on floor 3 imports `programs` on floor 3",
    ),
    ("audit/verdict.py", "from ldproof.oracle import x", "`audit` on floor 4 imports `oracle` on floor 4"),
    ("oracle/serve.py", "from ldproof.cli import main", "`oracle` on floor 4 imports `cli` on floor 5"),
    ("law.py", "import importlib\nimportlib.import_module('ldproof.audit')", "imports `audit` on floor 4"),
    ("law.py", "__import__('ldproof.audit')", "imports `audit` on floor 4"),
    (
        "law.py",
        "from importlib import import_module\nimport_module(name)",
        "law.py:2: imports a module whose name",
    ),
    ("law.py", "import ldproof", "imports the whole house"),
    ("law.py", "import ldproof.numbers\nldproof.audit.run()", "law.py:2: `law` on floor 1 imports `audit`"),
    ("law.py", "from ldproof import *", "no floor knows `*`"),
    ("law.py", "from ldproof.helpers import x", "no floor knows `helpers`"),
    ("helpers.py", "", "helpers.py: no floor knows `helpers`"),
    ("attic/dust.py", "", "attic/dust.py: no floor knows `attic`"),
    ("__init__.py", "from ldproof.law import Law", "the root imports nothing"),
    ("law.py", "import sympy", "`law` does not use `sympy`"),
    ("shots/law.py", "def f():\n    import z3.z3util", "shots/law.py:2: `shots` does not use `z3.z3util`"),
    ("cli/main.py", "from cvc5 import Solver", "`cli` does not use `cvc5.Solver`"),
    ("law.py", "from flint import arb", "`law` does not use `flint.arb`"),
    ("audit/verdict.py", "import rich.table", "`audit` does not use `rich.table`"),
    ("law.py", "import flint", "`law` does not use `flint`"),
    ("law.py", "import requests", "`law` does not use `requests`"),
    ("law.py", "from tests import reach", "`law` does not use `tests.reach`"),
    ("cli/main.py", "from ldproof_proofs.ledger import x", "names nothing of `ldproof_proofs`"),
    ("cli/main.py", "import_module('ldproof_proofs.ledger')", "names nothing of `ldproof_proofs`"),
    ("audit/verdict.py", "import_module('ldproof_proofs.ledger')", "names nothing of `ldproof_proofs`"),
]

PROOFS_CLIMB = [
    ("kernel/claims.py", "from ldproof.law import Law", "the kernel knows nothing of `ldproof.law`"),
    ("kernel/claims.py", "import ldproof", "the kernel knows nothing of `ldproof.`"),
    ("kernel/claims.py", "from ldproof_proofs.shots import x", "knows nothing of `ldproof_proofs.shots`"),
    ("kernel/rules/signs.py", "from ...ledger import x", "knows nothing of `ldproof_proofs.ledger`"),
    ("shots/law.py", "from ldproof_proofs.chi2 import x", "the proofs of `shots` import the system `chi2`"),
    ("shots/law.py", "from ldproof.chi2 import x", "the proofs of `shots` import the system `chi2`"),
    ("shots/law.py", "from flint import fmpq, arb", "the proofs of `shots` do not use `flint.arb`"),
]


def test_nothing_climbs(checkout: Path) -> None:
    assert climbing(checkout) == []


def test_a_house_that_stands_is_left_alone(grow: Grow) -> None:
    assert climbing(grow(STANDS)) == []


@pytest.mark.parametrize(
    ("name", "source", "offence"),
    [(f"reference/ldproof/{name}", source, offence) for name, source, offence in CLIMBS]
    + [(f"proofs/ldproof_proofs/{name}", source, offence) for name, source, offence in PROOFS_CLIMB],
)
def test_an_import_that_climbs_is_named(grow: Grow, name: str, source: str, offence: str) -> None:
    (named,) = climbing(grow({**STANDS, name: source}))
    assert named.startswith(name)
    assert offence in named
