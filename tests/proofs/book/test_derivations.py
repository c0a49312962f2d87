"""Every line of every derivation is certified, no near miss is believed, and each ends in the reference's own function."""

import re
import subprocess
import sys
from functools import cache
from itertools import islice
from typing import get_args

import pytest

from ldproof_proofs.book.derivations import ROOMS, derivations, derivations_of, written
from ldproof_proofs.kernel.derivations.lines import BEGIN, Derivation
from ldproof_proofs.kernel.derivations.written import Written
from ldproof_proofs.kernel.failure import Failure
from ldproof_proofs.kernel.implication import Chain, Implication, accepts
from ldproof_proofs.kernel.near_misses import fails, near_misses
from ldproof_proofs.kernel.typesetting import Style
from ldproof_proofs.kernel.writing import typeset
from ldproof_proofs.ledger import CLAIMS
from tests.tiers import slow

ALL: dict[str, Written] = {each.name: each for system in ROOMS for each in written(system)}
SOME = [
    name for name in [*ALL][::5] if name not in {"shots.one-report", "shots.every-round", "counting.crossing"}
]
"""Those that the default tier looks at."""
EACH = [pytest.param(name, marks=[slow] * (name not in SOME)) for name in ALL]
RANGE = re.compile(r", (above|below|at least|at most|fewer than|(strictly )?between) |<=")
"""Where a symbol ranges is said once, with what is given."""
NEAR_MISSES = 12
"""How many false neighbours of every line are tried."""


@cache
def derived(name: str) -> Derivation:
    return ALL[name].derived()


@pytest.mark.parametrize("name", EACH)
def test_derivation_is_certified_and_complete(name: str) -> None:
    """Symbols have meanings and uses, lines have reasons, and the last line is the named function."""
    written_as, derivation = ALL[name], derived(name)
    lines, besides = derivation.lines, derivation.beside
    assert [bool(line.theorems) for line in lines] == [line.move is not BEGIN for line in lines]
    assert all(line.why for line in lines)
    assert any(line.found for line in lines)
    assert [line.formula for line in lines] == [""] * (len(lines) - 1) + [derivation.formula]
    formula = written_as.formula
    assert sys.modules[formula.__module__].__dict__[formula.__name__] is formula
    assert {*written_as.entries} <= CLAIMS.keys()

    stated = [*derivation.given.values(), *(each.relation for each in besides if each.relation is not None)]
    used = {symbol for line in lines for symbol in line.expression.symbols()}
    used |= {symbol for relation in stated for symbol in relation.symbols()}
    assert {*derivation.symbols} <= used <= {*derivation.symbols, *derivation.short}
    assert all(beside.words for beside in besides)
    assert not [means for means in derivation.symbols.values() if RANGE.search(means)]

    kept = "\n".join([*derivation.about(), *derivation.main(), *map(derivation.said, besides)])
    for style in get_args(Style):
        text = typeset(kept, style)
        assert text.count("{") == text.count("}")
    assert len(derivation.main()) == len(lines)


@pytest.mark.parametrize("name", EACH)
def test_certificates_replay_and_none_proves_a_false_neighbour(name: str) -> None:
    """At least one neighbour of every line is false."""
    derivation = derived(name)
    for beside in derivation.beside:
        beside.theorem.replay()
    for theorem in (theorem for line in derivation.lines for theorem in line.theorems):
        theorem.replay()
        claim, chain = theorem.claim, theorem.certificate
        assert isinstance(claim, Implication)
        assert isinstance(chain, Chain)
        false = (goal for goal in near_misses(claim.goal) if fails(goal, claim.witness))
        tried = [accepts(chain, goal, claim.facts) for goal in islice(false, NEAR_MISSES)]
        assert {*tried} == {False}, theorem.name


def test_a_line_of_the_source_that_fails_says_where() -> None:
    (beside,) = derived("shots.condition").beside
    assert isinstance(beside.theorem.claim, Failure)
    said = typeset(derived("shots.condition").said(beside), "text")
    assert "the left side of x/(1 + (x + 2)*(T/m - 1)*r) < 1 is 2" in said


def test_names_and_titles_are_used_once() -> None:
    assert len(ALL) == sum(len(written(system)) for system in ROOMS)
    assert len({each.title for each in ALL.values()}) == len(ALL)


def test_derivations_are_found_by_entry_and_by_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    few = written("sketch")[:2]
    monkeypatch.setattr("ldproof_proofs.book.derivations.written", {"sketch": few, "law": ()}.__getitem__)
    derivations.cache_clear()
    for each in few:
        assert each.name in [found.name for found in derivations_of(each.entries[0])]
        assert each.name in [found.name for found in derivations_of(derived(each.name).formula)]
    assert derivations_of("sketch.nothing") == derivations_of("law.composition") == []
    derivations.cache_clear()


def test_neither_the_ledger_nor_its_check_imports_sympy() -> None:
    """So `prove --check` and the list of derivations start in less than a second."""
    code = "import sys, ldproof_proofs.ledger, ldproof_proofs.book.derivations; print('sympy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
