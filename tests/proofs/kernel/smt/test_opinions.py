"""Solvers agree, do not know, or are caught."""

from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ldproof.numbers import Symbol, exp, sqrt
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.smt import opinions as judging
from ldproof_proofs.kernel.smt.models import refutes
from ldproof_proofs.kernel.smt.opinions import Disagreement
from ldproof_proofs.kernel.smt.protocol import Answer
from ldproof_proofs.kernel.smt.solvers import SOLVERS, Solver
from tests.proofs.kernel.smt.fakes import PATIENCE, REPLYING, SILENT, fake, saying

Claim = tuple[dict[str, Relation], Relation]

second_opinion = partial(judging.second_opinion, seconds=PATIENCE)
refutation = partial(judging.refutation, seconds=PATIENCE)
search = partial(judging.search, seconds=PATIENCE)

x, y, m, E = (Symbol(name) for name in ("x", "y", "m", "E"))
POSITIVE = {"x": below(0, x), "y": below(0, y)}
TRUE: dict[str, Claim] = {
    "a sum of squares": ({}, at_most(2 * x * y, x**2 + y**2)),
    "a product and a quotient": (POSITIVE, at_most(2, x / y + y / x)),
    "a root": (POSITIVE, at_most(sqrt(x * y), (x + y) / 2)),
    "an exponential": ({}, below(0, exp(x) * exp(y))),
    "a quotient where it has a value": ({"m": at_most(0, m)}, equal(m / m, 1)),
    "odds": (
        {"E": below(1, E), "x": below(0, x), "x <= 1": at_most(x, 1)},
        at_most((1 + x * (E - 1)) / E, 1),
    ),
}
FALSE: dict[str, Claim] = {
    "a square": ({}, below(0, x**2)),
    "a product and a quotient": (POSITIVE, at_most(3, x / y + y / x)),
    "a root": (POSITIVE, at_most((x + y) / 2, sqrt(x * y))),
    "odds": ({"E": below(1, E)}, at_most(E, 1000)),
    "nothing": ({}, below(1, 0)),
}
CLAIM: Claim = ({"x": at_most(1, x)}, at_most(0, x))
MUTANT: Claim = ({"x": at_most(0, x)}, at_most(1, x))
POINT = {"x": Fraction(1, 2)}

truthful = saying(Answer.UNSAT, name="truthful")
liar = saying(Answer.UNSAT, name="liar")
lost = saying(Answer.UNKNOWN, name="lost", reason="timeout")


def pointing(value: str, name: str = "pointing") -> Solver:
    """A solver that says that the claim fails where x has this value."""
    return saying(Answer.SAT, {"x": value}, name)


def test_what_is_true_has_two_opinions() -> None:
    for claim in TRUE.values():
        opinions = second_opinion(*claim)
        assert opinions.summary == "z3 and cvc5 agree"
        assert opinions.point is None


def test_what_is_false_fails_at_a_point() -> None:
    for claim in FALSE.values():
        opinions = refutation(*claim)
        assert opinions.summary == "z3 and cvc5 agree"
        assert opinions.point is not None
        assert refutes(opinions.point, *claim)
        with pytest.raises(Disagreement) as found:
            second_opinion(*claim)
        assert found.value.point == opinions.point


@settings(max_examples=12)
@given(*[st.integers(-4, 4)] * 3)
def test_quadratics_are_judged_by_their_discriminants(a: int, b: int, c: int) -> None:
    claim: Claim = ({}, at_most(0, a * x**2 + b * x + c))
    if b * b <= 4 * a * c and a + c >= 0:
        assert second_opinion(*claim).summary == "z3 and cvc5 agree"
    else:
        assert refutation(*claim).point is not None


def test_what_is_said_about_a_solver() -> None:
    [opinion] = refutation(*MUTANT, [pointing("1/2")]).each
    assert (opinion.solver, opinion.version, opinion.answer) == ("pointing", "0", Answer.SAT)
    assert (opinion.point, opinion.reason) == (POINT, "")
    assert opinion.seconds > 0


def test_one_beside_an_unknown_is_one() -> None:
    assert second_opinion(*CLAIM, [truthful]).summary == "truthful alone"
    assert second_opinion(*CLAIM, [truthful, lost]).summary == "truthful alone (lost: unknown, timeout)"
    assert second_opinion(*CLAIM, [lost, truthful]).summary == "truthful alone (lost: unknown, timeout)"
    assert second_opinion(*CLAIM, [lost, lost]).summary == (
        "no opinion (lost: unknown, timeout; lost: unknown, timeout)"
    )
    assert second_opinion(*CLAIM, []).summary == "no opinion"


def test_a_broken_solver_is_no_opinion() -> None:
    broken = [
        fake(source, name="broken")
        for source in ("", "print('unsat')", "while True: print('x' * 65536, end='')")
    ]
    for solver in broken:
        assert second_opinion(*CLAIM, [truthful, solver]).summary.startswith(
            "truthful alone (broken: unknown, "
        )


def test_a_hanging_solver_is_no_opinion(tmp_path: Path) -> None:
    hanging = fake(SILENT, str(tmp_path / "lock"), name="hanging")
    assert second_opinion(*CLAIM, [hanging], seconds=1).summary == "no opinion (hanging: unknown, timeout)"


def test_a_model_that_does_not_check_is_no_opinion() -> None:
    for value, why in (
        ("3/2", "it says sat, but its model is no counterexample: x = 3/2"),
        ("1.41421?", "it says sat, but in its model x is no fraction: 1.41421?"),
    ):
        for ask in (second_opinion, refutation):
            opinions = ask(*MUTANT, [pointing(value), lost])
            assert opinions.point is None
            assert opinions.summary == f"no opinion (pointing: unknown, {why}; lost: unknown, timeout)"


def test_a_stand_in_s_model_is_no_opinion() -> None:
    """Solvers do not know that exp(x) is at least 1 + x."""
    opinions = second_opinion({}, at_most(1 + x, exp(x)))
    assert opinions.summary.count("it says sat, but its model is no counterexample") == 2


def test_a_point_at_which_a_proved_claim_fails_is_a_disagreement() -> None:
    with pytest.raises(Disagreement, match=r"pointing finds that 1 <= x fails \(at x = 1/2\)") as found:
        second_opinion(*MUTANT, [lost, pointing("1/2")])
    assert found.value.point == POINT


def test_unsat_beside_sat_is_a_disagreement_whatever_was_expected() -> None:
    for ask in (second_opinion, refutation):
        with pytest.raises(Disagreement, match="truthful says unsat and pointing says sat") as found:
            ask(*MUTANT, [pointing("1/2"), truthful])
        assert found.value.point == POINT


def test_unsat_beside_an_unchecked_sat_is_a_disagreement_too() -> None:
    """Both read the same text: one of them is wrong, wherever the model is."""
    with pytest.raises(Disagreement, match="to the same text") as found:
        second_opinion(*CLAIM, [truthful, pointing("1.41421?")])
    assert found.value.point is None


def test_a_solver_that_says_unsat_to_everything_is_caught_by_a_mutant() -> None:
    with pytest.raises(Disagreement, match=r"liar says that 1 <= x cannot fail \(at x = 1/2\)"):
        refutation(*MUTANT, [liar], point=POINT)
    with pytest.raises(Disagreement, match="cannot fail"):
        refutation(*MUTANT, [liar])
    with pytest.raises(Disagreement, match="liar says unsat and z3 says sat"):
        refutation(*MUTANT, [liar, SOLVERS[0]])


def test_a_point_that_refutes_nothing_catches_nobody() -> None:
    with pytest.raises(ValueError, match=r"1 <= x does not fail \(at x = 2\)"):
        refutation(*MUTANT, [liar], point={"x": 2})


def test_the_first_point_that_checks_is_found() -> None:
    assert search(*MUTANT) is not None
    assert search(*MUTANT, [lost, truthful, pointing("2/1"), pointing("1/2"), pointing("1/3")]) == POINT
    assert search(*MUTANT, [lost, truthful, pointing("2/1")]) is None
    assert search(*CLAIM) is None


MEETING = f"""
import pathlib, sys, time
said, ours, theirs = sys.argv[1:]
pathlib.Path(ours).touch()
while not pathlib.Path(theirs).exists():
    time.sleep(0.01)
{REPLYING}
"""


def test_solvers_are_asked_at_the_same_time_and_heard_in_order(tmp_path: Path) -> None:
    left, right = str(tmp_path / "left"), str(tmp_path / "right")
    said = truthful.command[-1]
    solvers = [fake(MEETING, said, left, right, name="l"), fake(MEETING, said, right, left, name="r")]
    assert [each.solver for each in second_opinion(*CLAIM, solvers).each] == ["l", "r"]
