"""Every line of every derivation holds, no near miss of one is believed, and each ends in the reference's own function."""

import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from typing import get_args

import pytest

from ldproof_proofs.book.derivations import ROOMS, derivations, derivations_of, written
from ldproof_proofs.kernel.derivations.lines import BEGIN, Derivation
from ldproof_proofs.kernel.derivations.written import Written
from ldproof_proofs.kernel.failure import Failure
from ldproof_proofs.kernel.implication import Chain, Implication, accepts
from ldproof_proofs.kernel.near_misses import fails, near_misses
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.typesetting import Style
from ldproof_proofs.kernel.writing import typeset
from ldproof_proofs.ledger import CLAIMS

ALL: tuple[Written, ...] = tuple(each for system in ROOMS for each in written(system))
STYLES: tuple[Style, ...] = get_args(Style)
RANGE = re.compile(r", (above|below|at least|at most|fewer than|(strictly )?between) |<=")
"""Where a symbol ranges is said once, with what is given."""
SOME_NEAR_MISSES = 12
"""How many false neighbours of every line are tried."""


def found(each: Written) -> Derivation:
    return next(other for other in derivations(each.name.partition(".")[0]) if other.name == each.name)


def theorems(derivation: Derivation) -> Iterator[Theorem]:
    for line in derivation.lines:
        yield from line.theorems
    yield from (beside.theorem for beside in derivation.beside)


@pytest.mark.parametrize("each", ALL, ids=lambda each: each.name)
def test_every_line_is_certified_anew(each: Written) -> None:
    derivation = found(each)
    for line in derivation.lines:
        assert bool(line.theorems) == (line.move is not BEGIN), line
    for theorem in theorems(derivation):
        theorem.replay()


@pytest.mark.parametrize("each", ALL, ids=lambda each: each.name)
def test_no_false_neighbour_of_a_line_is_believed(each: Written) -> None:
    """By the line's own certificate, sent to another goal; at least one neighbour of every line is false."""
    for line in found(each).lines:
        for theorem in line.theorems:
            claim, chain = theorem.claim, theorem.certificate
            assert isinstance(claim, Implication)
            assert isinstance(chain, Chain)
            false = (goal for goal in near_misses(claim.goal) if fails(goal, claim.witness))
            tried = list(islice(false, SOME_NEAR_MISSES))
            assert tried, theorem.name
            for goal in tried:
                assert not accepts(chain, goal, claim.facts), goal


@pytest.mark.parametrize("each", ALL, ids=lambda each: each.name)
def test_it_ends_in_the_references_own_function(each: Written) -> None:
    """The last line names the function, whose code has run for its expression and for no beginning: see `Page.ends`."""
    derivation = found(each)
    assert [line.formula for line in derivation.lines[:-1]] == [""] * (len(derivation.lines) - 1)
    assert derivation.lines[-1].formula == derivation.formula
    assert sys.modules[each.formula.__module__].__dict__[each.formula.__name__] is each.formula


@pytest.mark.parametrize("each", ALL, ids=lambda each: each.name)
def test_something_of_it_is_found(each: Written) -> None:
    assert any(line.found for line in found(each).lines)


@pytest.mark.parametrize("each", ALL, ids=lambda each: each.name)
def test_every_symbol_has_a_meaning_and_every_line_a_reason(each: Written) -> None:
    derivation = found(each)
    known = {*derivation.symbols} | {*derivation.short}
    for line in derivation.lines:
        assert line.expression.symbols() <= known, line.expression.symbols() - known
        assert line.why
    for relation in derivation.given.values():
        assert relation.symbols() <= known, relation
    assert all(beside.words for beside in derivation.beside)
    assert not [means for means in derivation.symbols.values() if RANGE.search(means)]
    besides = [beside.relation for beside in derivation.beside if beside.relation is not None]
    for relation in besides:
        assert relation.symbols() <= known, relation
    used = {name for line in derivation.lines for name in line.expression.symbols()}
    used |= {name for relation in (*derivation.given.values(), *besides) for name in relation.symbols()}
    assert {*derivation.symbols} <= used, {*derivation.symbols} - used


@pytest.mark.parametrize("each", ALL, ids=lambda each: each.name)
def test_it_belongs_to_entries_of_the_ledger(each: Written) -> None:
    assert all(name in CLAIMS for name in each.entries)
    assert found(each) in derivations_of(each.entries[0])


@pytest.mark.parametrize("each", ALL, ids=lambda each: each.name)
def test_it_is_typeset(each: Written) -> None:
    derivation = found(each)
    kept = "\n".join([*derivation.about(), *derivation.main(), *map(derivation.said, derivation.beside)])
    for style in STYLES:
        text = typeset(kept, style)
        assert text.count("{") == text.count("}")
    assert len(derivation.main()) == len(derivation.lines)


def test_a_line_of_the_source_that_fails_says_where() -> None:
    (condition,) = (each for each in derivations_of("shots.thm-5") if each.name == "shots.condition")
    (beside,) = condition.beside
    assert isinstance(beside.theorem.claim, Failure)
    assert "the left side of x/(1 + (x + 2)*(T/m - 1)*r) < 1 is 2" in typeset(condition.said(beside), "text")


def test_names_are_used_once() -> None:
    assert len({each.name for each in ALL}) == len(ALL)
    titles = [each.title for each in ALL]
    assert len({*titles}) == len(titles)


def test_what_is_no_system_has_none() -> None:
    assert derivations_of("law.composition") == []


def test_neither_the_ledger_nor_its_check_imports_sympy() -> None:
    """What `prove --check` needs, and the list of rooms, take no second to import."""
    code = "import sys, ldproof_proofs.ledger, ldproof_proofs.book.derivations; print('sympy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
