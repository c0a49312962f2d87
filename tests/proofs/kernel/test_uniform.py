"""Whether every entry of a row is treated alike is read off the text of what runs."""

import linecache
from collections.abc import Callable, Sequence
from itertools import pairwise
from types import FunctionType

import pytest

from ldproof import rounds
from ldproof.numbers import Term, like, term
from ldproof_proofs.kernel.prover import Replaying
from ldproof_proofs.kernel.rows import add_share, multiply_share, unit_products, zero_sums
from ldproof_proofs.kernel.store import load
from ldproof_proofs.kernel.theorem import Strength
from ldproof_proofs.kernel.uniform import alike, apart, start_alike, turn_alike
from ldproof_proofs.reporting.transcript.law import private


def test_what_the_ledger_s_inductions_run() -> None:
    """Sums and products entry by entry have no index that plays a part; transcripts have, by start or by turn."""
    runs: list[tuple[Callable[..., object], Callable[..., object]]] = [
        (rounds.initial_weights, rounds.forward_step),
        (zero_sums, add_share),
        (unit_products, multiply_share),
    ]
    for start, turn in runs:
        assert alike(start, turn)
        assert not alike(turn, start)
    assert apart(zero_sums, add_share)
    assert not apart(unit_products, rounds.forward_step)
    assert not apart(rounds.initial_weights, add_share)
    assert not apart(zero_sums, numbered)


def late(weights: Sequence[Term], silent: Term, spoken: Term) -> list[Term]:
    """Forgets who spoke in rows of more than 13."""
    row = [weights[0] * silent]
    for fewer, stayed in pairwise(weights):
        row.append(stayed * silent + fewer * spoken if len(row) < 13 else stayed * silent)
    return row


def numbered(weights: Sequence[Term], silent: Term, spoken: Term) -> list[Term]:
    """Knows the place of every entry."""
    return [each * silent + place // 20 * spoken for place, each in enumerate(weights)]


def sliced(weights: Sequence[Term], silent: Term, spoken: Term) -> list[Term]:
    """Looks at some only."""
    row = [weights[0] * silent]
    for fewer, stayed in pairwise(weights[:20]):
        row.append(stayed * silent + fewer * spoken)
    return row


def chosen(weights: Sequence[Term], silent: Term, _: Term) -> list[Term]:
    """Leaves some out."""
    return [each * silent for each in weights if each is not weights[-1]]


calls: list[int] = []


def noted(each: Term) -> Term:
    """Counts its calls."""
    calls.append(1)
    return each * (len(calls) % 100)


def counting(weights: Sequence[Term], silent: Term, _: Term) -> list[Term]:
    """Has a memory."""
    return [noted(each) * silent for each in weights]


def remembering(weights: Sequence[Term], silent: Term, spoken: Term) -> list[Term]:
    """Changes a number on its way."""
    row = [weights[0] * silent]
    for silent, stayed in pairwise(weights):  # noqa: PLR1704  (that is what is wrong)
        row.append(stayed * silent + spoken)
    return list(row)


def second(weights: Sequence[Term], silent: Term, _: Term) -> list[Term]:
    """Looks at another entry than the first."""
    return [weights[13] * silent for each in weights]


def test_a_turn_that_may_know_where_it_is() -> None:
    turns: list[Callable[..., object]] = [late, numbered, sliced, chosen, counting, remembering, second, len]
    assert not any(map(turn_alike, [*turns, lambda a, b, c: a]))


def first_two(_: Term, most: int) -> list[Term]:
    """Has a 1 at k = 1."""
    return [term(int(k == 1)) for k in range(most + 1)]


def far(system: Term, most: int) -> list[Term]:
    """Has something far from 0."""
    return [like(system, int(k > 20)) for k in range(most + 1)]


def by_the_same_name(k: int, most: int) -> list[Term]:
    """Calls the index what its system is called: the entries are 0 up to the twelfth."""
    return [term(int(k / 13)) for k in range(most + 1)]


def shorter(_: Term, most: int) -> list[Term]:
    """Is too short."""
    return [term(0)] * (most + 2)


def test_a_start_that_may_know_where_it_is() -> None:
    starts: list[Callable[..., object]] = [first_two, far, by_the_same_name, shorter, list]
    assert not any(map(start_alike, starts))


def test_a_text_that_is_not_what_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other code behind a name, another `pairwise`, another file: nothing is read off."""
    step = rounds.forward_step
    own, other = step.__code__, ["def turn(weights, silent, spoken):\n", "    return weights\n"]
    code = late.__code__.replace(co_filename=own.co_filename)
    replaced: list[tuple[object, str, object]] = [
        (rounds, "pairwise", zip),
        (step, "__code__", code),
        (step, "__code__", code.replace(co_firstlineno=own.co_firstlineno)),
        (linecache, "getlines", lambda *_: other),
    ]
    assert turn_alike(step)
    for owner, name, value in replaced:
        with monkeypatch.context() as patch:
            patch.setattr(owner, name, value)
            assert not turn_alike(step)


def test_what_is_wrong_in_long_rows_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """The steps hold, as they look at k and its neighbours alone; the evidence says how far."""
    assert private(Replaying(load())).evidence.strength is Strength.PROVED
    monkeypatch.setattr(rounds, "forward_step", late)
    evidence = private(Replaying(load())).evidence
    assert (evidence.strength, evidence.scope) == (Strength.TESTED, "rows of up to 12 entries")


def test_other_builtins_are_another_text() -> None:
    """A function looks there for what its module does not have."""
    own = {**vars(rounds), "__builtins__": {"int": lambda _: 7, "range": range}}
    assert start_alike(rounds.initial_weights)
    assert not start_alike(FunctionType(rounds.initial_weights.__code__, own, "initial_weights"))
