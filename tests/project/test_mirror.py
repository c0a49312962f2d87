"""The mirror: the same systems and the same topics in the reference, the proofs and the tests.

1. A system (shots, counting, chi2, sketch) is in all of `reference/ldproof`, `proofs/ldproof_proofs` and
   `tests/reference`, or in none.
2. A proof's module, outside `kernel/`, `ledger`, `book/` and a system's `derivations/`, names a module of the reference:
   the same path.
3. `tests/reference/a/test_b.py` names `reference/ldproof/a/b.py`; `tests/proofs/a/test_b.py` names
   `proofs/ldproof_proofs/a/b.py`.
4. A module of the reference on floors 0 to 3 that defines a function or a method has its test module.
5. An `__init__` of the reference defines no function, so that nothing hides from rule 4.
"""

from pathlib import Path

import pytest

from tests.project.conftest import Grow
from tests.project.mirror import crooked

FUNCTION = "def f(): ...\n"

STRAIGHT = {
    "reference/ldproof/__init__.py": "",
    "reference/ldproof/law.py": FUNCTION,
    "reference/ldproof/rejections.py": "REASONS = ()\n",
    "reference/ldproof/numbers/term.py": "class Term:\n    def f(self): ...\n",
    "reference/ldproof/shots/law.py": FUNCTION,
    "reference/ldproof/audit/verdict.py": FUNCTION,
    "proofs/ldproof_proofs/law.py": FUNCTION,
    "proofs/ldproof_proofs/ledger.py": FUNCTION,
    "proofs/ldproof_proofs/kernel/rules/signs.py": FUNCTION,
    "proofs/ldproof_proofs/shots/law.py": FUNCTION,
    "proofs/ldproof_proofs/shots/derivations/section_4.py": FUNCTION,
    "tests/reference/test_law.py": FUNCTION,
    "tests/reference/numbers/test_term.py": FUNCTION,
    "tests/reference/shots/test_law.py": FUNCTION,
    "tests/reference/shots/strategies.py": FUNCTION,
    "tests/proofs/kernel/rules/test_signs.py": FUNCTION,
    "tests/proofs/shots/test_law.py": FUNCTION,
}

LAW = "reference/ldproof/shots/law.py"


def test_the_mirror_is_straight(checkout: Path) -> None:
    assert crooked(checkout) == []


def test_a_straight_mirror_is_left_alone(grow: Grow) -> None:
    assert crooked(grow(STRAIGHT)) == []


@pytest.mark.parametrize(
    ("extra", "offence"),
    [
        ("proofs/ldproof_proofs/shots/client.py", f"has no {LAW.replace('law', 'client')}"),
        ("proofs/ldproof_proofs/tails/derivations/chernoff.py", "tails/derivations/chernoff.py has no"),
        (
            "proofs/ldproof_proofs/tails.py",
            "proofs/ldproof_proofs/tails.py has no reference/ldproof/tails.py",
        ),
        ("tests/reference/shots/test_tables.py", "tests/reference tests `shots/tables`, and there is no"),
        ("tests/reference/test_coins.py", "tests/reference tests `coins`, and there is no"),
        ("tests/proofs/shots/test_client.py", "tests/proofs tests `shots/client`, and there is no"),
        ("tests/proofs/kernel/test_forgery.py", "tests/proofs tests `kernel/forgery`, and there is no"),
        (LAW.replace("law", "client"), "shots/client.py has no tests/reference/shots/test_client.py"),
        ("reference/ldproof/coins.py", "reference/ldproof/coins.py has no tests/reference/test_coins.py"),
        ("reference/ldproof/programs/run.py", "programs/run.py has no tests/reference/programs/test_run.py"),
        ("reference/ldproof/shots/__init__.py", "shots/__init__.py defines a function"),
        ("reference/ldproof/cli/__init__.py", "cli/__init__.py defines a function"),
    ],
)
def test_a_topic_that_is_missing_somewhere_is_named(grow: Grow, extra: str, offence: str) -> None:
    (named,) = crooked(grow({**STRAIGHT, extra: FUNCTION}))
    assert offence in named


@pytest.mark.parametrize(
    ("folder", "missing"),
    [
        ("reference/ldproof", ["proofs", "tests"]),
        ("proofs/ldproof_proofs", ["reference", "tests"]),
        ("tests/reference", ["proofs", "reference"]),
    ],
)
def test_a_system_that_is_in_one_place_only_is_named(grow: Grow, folder: str, missing: list[str]) -> None:
    tree = grow({**STRAIGHT, f"{folder}/sketch/__init__.py": ""})
    assert crooked(tree) == [f"the system `sketch` is not in {name}" for name in missing]
