"""The assertions: they pass on what is right, and say what is wrong with what is not."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import count
from random import Random

import numpy as np
import pytest

from ldproof import AuditResult
from ldproof.api.mechanisms import mechanism
from ldproof.budget import parse_budget
from ldproof.errors import Reason, Refused
from ldproof.oracle.conformance.fit import LawFit
from ldproof.shots.collector import empty_collector
from ldproof.shots.mechanism import report_mechanism
from ldproof.testing import Violated, assert_conforms, assert_law, assert_private, assert_unbiased
from tests.reference.mechanisms.kary import RandomizedResponse
from tests.reference.refusals import refused
from tests.tiers import slow

REPORT = mechanism("shots.report", T=3, m=1, odds=3)
ROWS = mechanism("sketch.kary", w=4, d=1, odds=3)
CHI2 = mechanism("chi2.optimal", m1=4, m2=6, tau=1, odds=3)
FACES = dict.fromkeys(range(1, 7), "1/6")


def rolled(most: int) -> Callable[[], int]:
    die = Random(1)
    return lambda: die.randint(1, most)


def test_privacy() -> None:
    found = assert_private(REPORT.randomize, REPORT, draws=300, seed=1)
    assert (found.violated, found.samples, found.alpha) == (False, 600, Fraction(1, 10**6))
    with pytest.raises(Violated) as failure:
        assert_private(lambda bit: bit, "odds=3", pairs=[(0, 1)])
    said = str(failure.value).splitlines()
    assert said[0].startswith("violated: ")
    assert said[1].startswith("the event output in ")
    assert any("lower bound" in each for each in said)
    assert said[-1].startswith("to repeat: ldproof.audit(")
    assert isinstance(failure.value.result, AuditResult)
    assert failure.value.result.violated


@slow
def test_conformance() -> None:
    """Nothing that can be tested is no conformance."""
    assert assert_conforms(REPORT.randomize, REPORT, draws=200).conforms
    with pytest.raises(Violated, match=r"differs: .*\n(.*\n)*to repeat: ldproof.conform"):
        assert_conforms(lambda bits: bits, REPORT)
    silent = mechanism("shots.report", T=60, m=1, odds=3)
    with pytest.raises(Violated, match=r"nothing could be tested|differs"):
        assert_conforms(lambda bits: "", silent)


def test_stated_law() -> None:
    found = assert_law(rolled(6), FACES, draws=1000)
    assert (found.different, found.draws) == (False, 1000)
    with pytest.raises(Violated, match=r"the output is 6 in 0 of"):
        assert_law(rolled(5), FACES, draws=2000)
    with pytest.raises(Violated, match=r"an output that cannot come, .7., came"):
        assert_law(rolled(7), FACES)
    first = "the first draw contradicts the exact law: an output that cannot come, .7., came"
    with pytest.raises(Violated, match=rf"^the law\n{first}"):
        assert_law(lambda: 7, FACES)
    lots = Random(1)
    words: dict[object, Fraction | str | int] = {
        ("a", 1): Fraction(1, 2),
        ("b", None): "0.25",
        "c": Fraction(1, 4),
        "never": 0,
    }
    choices = [("a", 1), ["a", 1], ("b", None), "c"]
    assert_law(lambda: lots.choice(choices), words, draws=500)
    assert_law(lambda: np.int64(lots.randrange(2)), {0: "1/2", 1: "1/2"}, draws=500)


def test_draws_that_cannot_show_anything_are_no_law() -> None:
    with pytest.raises(Violated, match=r"1 draws cannot show .*; --draws \d+, or more, can") as failure:
        assert_law(rolled(6), FACES, draws=1)
    found = failure.value.result
    assert isinstance(found, LawFit)
    assert not assert_law(rolled(6), FACES, draws=found.needed).different


@slow
def test_law_of_a_mechanism() -> None:
    """Of ours, or of one's own: as it is, or as a `mechanism`."""
    assert_law(REPORT.randomize, REPORT, draws=300)
    with pytest.raises(Violated, match=r"shots.report\n.* draws contradict the exact law"):
        assert_law(mechanism("shots.report", T=3, m=1, odds=9).randomize, REPORT)
    own = RandomizedResponse(3, parse_budget(odds=3))
    for stated in (own, mechanism(own)):
        assert not assert_law(own.randomize, stated, draws=100).different
    with pytest.raises(Violated, match=r"^RandomizedResponse\n"):
        assert_law(lambda given: given, own, draws=300)


def estimates(reports: Sequence[str], N: str) -> list[object]:
    """The reference's own collector."""
    fresh = empty_collector(report_mechanism(3, 1, odds=3), N, 1)
    for t, row in enumerate(reports, start=1):
        fresh.receive(t, [int(each) for each in row])
    return [fresh.estimate(t) for t, _ in enumerate(reports, start=1)]


def in_floats(reports: Sequence[str], T: str, odds: str) -> list[float]:
    """As somebody would write it."""
    rounds, lie = int(T), 1 / (float(odds) + 1)
    p, q = (1 - lie) / rounds, lie / rounds
    return [(row.count("1") / len(row) - q) / (p - q) for row in reports]


def counted(reports: list[str], columns: list[str], w: str, odds: str) -> list[Fraction]:
    """An estimator of a count-min row, which is given columns."""
    truth, lie = Fraction(3, 6), Fraction(1, 6)
    hits = sum(each.partition(":")[2] == columns[0] for each in reports)
    return [(hits - len(reports) * lie) / (truth - lie)]


def test_unbiased_estimators() -> None:
    assert len(assert_unbiased(estimates, REPORT)) == 12
    assert len(assert_unbiased(in_floats, REPORT)) == 12
    assert assert_unbiased(counted, ROWS)


@pytest.mark.parametrize(
    "biased",
    [
        lambda reports: [float(each) / 3 for each in reports],
        lambda reports, T, odds: [each * 1.001 for each in in_floats(reports, T, odds)],
        lambda reports, T, odds: [max(each, 0) for each in in_floats(reports, T, odds)],
        lambda reports, T, odds: np.array(in_floats(reports, T, odds)) + 1e-6,
    ],
)
def test_biased_estimators(biased: Callable[..., list[float]]) -> None:
    with pytest.raises(Violated, match=r"it estimates .* on average at place 1, and the truth is"):
        assert_unbiased(biased, REPORT)
    with pytest.raises(Violated):
        assert_unbiased(
            lambda reports, columns: [1 + each for each in counted(reports, columns, "", "")], ROWS
        )


def falls(reports: list[str]) -> list[float]:
    """Raise an error of its own."""
    raise ZeroDivisionError("mine")


def test_error_of_an_estimator_is_its_own_and_endless_estimates_are_too_many() -> None:
    with pytest.raises(ZeroDivisionError, match=r"mine"):
        assert_unbiased(falls, REPORT)
    with pytest.raises(Refused, match="more than 3 estimates"):
        assert_unbiased(lambda reports: count(), REPORT)


async def awaited(given: object) -> object:
    """Whoever calls it has nothing yet."""
    return given


LARGE = mechanism("shots.report", T=900, m=1, odds=3)
REFUSED: Mapping[Reason, list[tuple[Callable[..., object], object, object]]] = {
    Reason.NOT_A_VALUE: [
        *((call, 7, REPORT) for call in (assert_law, assert_unbiased, assert_conforms)),
        (assert_law, rolled(6), {object(): 1}),
        (assert_unbiased, estimates, "shots.report"),
    ],
    Reason.NOT_A_LAW: [(assert_law, rolled(6), law) for law in ({}, 7, {1: "1/2"})],
    Reason.NOT_EXACT: [(assert_law, rolled(6), {1: 0.5, 2: 0.5})],
    Reason.OUT_OF_RANGE: [(assert_law, rolled(6), {1: 2, 2: -1})],
    Reason.PROGRAM_REFUSED: [(assert_law, object, FACES)],
    Reason.MISSING: [(assert_private, 7, 1)],
    Reason.WRONG_COUNT: [(assert_unbiased, lambda reports, N: estimates(reports, N)[:1], REPORT)],
    Reason.NOT_AN_ANSWER: [
        (assert_unbiased, lambda reports: 7, REPORT),
        (assert_unbiased, lambda reports: "011", REPORT),
        (assert_unbiased, lambda reports: [True], REPORT),
        (assert_unbiased, lambda reports: [float("nan")] * 3, REPORT),
    ],
    Reason.UNSUPPORTED: [
        (assert_unbiased, lambda reports: [None] * len(reports), REPORT),
        *((assert_unbiased, estimates, each) for each in (LARGE, CHI2)),
    ],
    Reason.NO_SUCH_PROGRAM: [
        *((call, awaited, REPORT) for call in (assert_unbiased, assert_private, assert_conforms)),
        (assert_law, awaited, FACES),
    ],
}


def test_wrong_calls_are_refused() -> None:
    for reason, cases in REFUSED.items():
        for call, first, second in cases:
            with refused(reason):
                call(first, second)
    for kind in ("m8[ns]", "M8[ns]"):
        with refused(Reason.NOT_AN_ANSWER) as refusal:
            assert_unbiased(
                lambda reports, kind=kind: [*np.array([int(each) for each in reports]).astype(kind)], REPORT
            )
        assert np.dtype(kind).type.__name__ in refusal.value.what
