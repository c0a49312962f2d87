"""The inverse questions: the answer satisfies the plan, and the next number does not."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from ldproof.errors import Reason
from ldproof.numbers import Real
from ldproof.planning.count import CountPlan
from ldproof.planning.deployment import as_float, is_surely_smaller
from ldproof.planning.plan import make_plan
from ldproof.planning.requirement import Requirement
from tests.planning import by_hand
from tests.reference.refusals import refused
from tests.tiers import some

ASKED: list[tuple[str, Mapping[str, object]]] = [
    ("N", {"T": 3, "odds": 729, "mu": "1/4", "alpha": "1/8"}),
    ("N", {"T": 1, "epsilon": 3, "alpha": "1/3"}),
    ("N", {"T": 4, "epsilon": 8, "mu": "1/2", "alpha": "1/5", "rounds": "all"}),
    ("T", {"N": 60, "epsilon": 4, "mu": "1/3", "alpha": "1/4"}),
    ("epsilon", {"N": 40, "T": 3, "mu": "1/4", "alpha": "2/5"}),
    ("epsilon", {"N": 8, "T": 2, "alpha": "1/2", "rounds": "all"}),
    ("N", {"T": 6, "epsilon": 4, "alpha": "1/2", "mechanism": "future_rand", "changes": 2}),
    ("T", {"N": 2000, "epsilon": 4, "alpha": "1/4", "mechanism": "future_rand", "changes": 1}),
    ("epsilon", {"N": 400, "T": 40, "alpha": 1, "changes": 1, "mu": "1/4"}),
]


def find_requirement(given: Mapping[str, object]) -> Requirement:
    found = make_plan("count", **given)
    assert isinstance(found, Requirement)
    return found


def planned_error(given: Mapping[str, object], name: str, value: object) -> Real:
    """Return the error that a plan promises there."""
    found = make_plan(
        "count", **{each: what for each, what in given.items() if each != "alpha"}, **{name: value}
    )
    assert isinstance(found, CountPlan)
    assert isinstance(found.alpha, Real)
    return found.alpha


@pytest.mark.parametrize(("name", "given"), [ASKED[0], *some(ASKED[1:], 0)])
def test_answer_satisfies_the_plan_and_the_next_one_does_not(name: str, given: Mapping[str, object]) -> None:
    found = find_requirement(given)
    alpha = Fraction(str(given["alpha"]))
    assert found.unknown == name
    assert planned_error(given, name, found.answer) <= alpha
    people = Fraction(str(given.get("mu", 1))).denominator
    steps = {"N": Fraction(-people), "T": Fraction(1), "epsilon": Fraction(-1, 1000)}
    assert found.missed[0][0] == str(Fraction(found.answer) + steps[name])
    for at, least in found.missed:
        assert not is_surely_smaller(least, Real(alpha))
        assert planned_error(given, name, at) > alpha
        assert as_float(planned_error(given, name, at)) == pytest.approx(as_float(least), rel=1e-12)


def test_least_number_of_people_agrees_with_enumeration() -> None:
    """Each smaller number of people fails, by the search over all m, r and mechanisms."""
    found = find_requirement({"T": 2, "odds": 81, "mu": "1/2", "alpha": "1/5"})
    answer = int(found.answer)
    least = {
        N: by_hand.smallest_error(N, 2, 81, Fraction(1, 20), "first", Fraction(1, 2))[0]
        for N in range(2, answer + 1, 2)
    }
    assert answer > 6
    assert least[answer] <= Fraction(1, 5) < least[answer - 2]
    beside = [each for each in (answer - 2, answer - 4) if least[each] > Fraction(1, 5)]
    assert [at for at, _ in found.missed] == [str(each) for each in beside]
    assert [error for _, error in found.missed] == [least[each] for each in beside]
    assert found.monotony.startswith(
        "checked with r = 0, 1/2 or 1: " if len(beside) == 2 else "not monotone: "
    )


def test_unreachable_requirement_names_the_least_error() -> None:
    given = {"N": 4, "epsilon": 1, "alpha": "1/1000"}
    with refused(Reason.OUT_OF_RANGE) as why:
        make_plan("count", **given)
    assert why.value.accepted.endswith("which T = 1 reaches")
    least = Fraction(why.value.accepted.split()[0])
    assert planned_error({**given, "alpha": least}, "T", 1) <= least
