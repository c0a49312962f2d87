"""Plans for private tests, against sums over single tables by other code."""

from collections.abc import Iterator, Mapping
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product

import pytest

from ldproof.chi2.law import TITLES
from ldproof.planning.association import AssociationPlan
from ldproof.planning.plan import plan
from ldproof.rejections import Reason, Refused
from tests.drivers.bench.bench_planning import DEPLOYMENTS
from tests.reference.refusals import refused


@pytest.fixture(autouse=True)
def forty_digits() -> Iterator[None]:
    with localcontext(prec=40):
        yield


def planned(**given: object) -> AssociationPlan:
    found = plan("test", **given)
    assert isinstance(found, AssociationPlan)
    return found


def chi_squared(a: int, b: int, m1: int, m2: int) -> Fraction:
    N, s = m1 + m2, a + b
    return Fraction(0) if s in (0, N) else Fraction(N * (a * m2 - b * m1) ** 2, m1 * m2 * s * (N - s))


def norm(a: int, b: int, m1: int, m2: int, tau: Fraction) -> Decimal:
    """|T|, from the statistic: |T|^2 = 1 + (chi^2/tau - 1) w."""
    N, s = m1 + m2, a + b
    w = Fraction(4 * s * (N - s), N * N)
    squared = 1 + (chi_squared(a, b, m1, m2) / tau - 1) * w
    return (Decimal(squared.numerator) / squared.denominator).sqrt()


def wrong(name: str, a: int, b: int, m1: int, m2: int, tau: Fraction, epsilon: Decimal) -> Decimal:
    """How likely one test decides otherwise than without noise, from all tables of these people."""
    tables = list(product(range(m1 + 1), range(m2 + 1)))

    def steps(value: Mapping[tuple[int, int], Decimal], *, controls: bool = True) -> Decimal:
        """The largest difference between neighbours."""
        return max(
            abs(value[i, j] - value[k, h])
            for i, j in tables
            for k, h in ((i + 1, j), (i, j + 1))
            if (k, h) in value and (controls or h == j)
        )

    if name == "M*":
        mine = chi_squared(a, b, m1, m2) > tau
        apart = min(
            abs(i - a) + abs(j - b) for i, j in tables if (chi_squared(i, j, m1, m2) > tau) is not mine
        )
        return (-epsilon * (apart - 1)).exp() / (1 + epsilon.exp())
    if name == "Algorithm 1, Delta_F":
        # As published, for m1 = m2: the largest step of the statistic.
        found = {
            (i, j): Decimal(c.numerator) / c.denominator
            for i, j in tables
            for c in [chi_squared(i, j, m1, m2)]
        }
        here = found[a, b] - Decimal(tau.numerator) / tau.denominator
        return (-epsilon * abs(here) / steps(found)).exp() / 2
    assert name == "Algorithm 2, integer"
    found = {(i, j): norm(i, j, m1, m2, tau) for i, j in tables}
    return (-epsilon * abs(found[a, b] - 1) / steps(found)).exp() / 2


TABLE = ["cases,controls,count", "1/2,1/10,3", "1/5,1/5,7", "0,3/10,1", "9/10,0,2"]


@pytest.mark.parametrize(("m1", "m2", "tau"), [(10, 10, "3.84"), (10, 10, "1")])
def test_expected_false_decisions(m1: int, m2: int, tau: str) -> None:
    """Of M*, and of one algorithm of each kind whose sensitivity is an exact maximum: table by table, by hand."""
    found = planned(m1=m1, m2=m2, tau=tau, epsilon=13, table=TABLE)
    limit = Fraction(tau)
    cells = [(5, 1, 3), (2, 2, 7), (0, 3, 1), (9, 0, 2)]
    errors = {row.name: row for row in found.rows}
    for name in ("M*", "Algorithm 1, Delta_F", "Algorithm 2, integer"):
        kinds = {True: Decimal(0), False: Decimal(0)}
        for a, b, count in cells:
            significant = chi_squared(a, b, m1, m2) > limit
            kinds[significant] += count * wrong(name, a, b, m1, m2, limit, Decimal(1))
        assert float(errors[name].negatives) == pytest.approx(float(kinds[True]), rel=1e-12)
        assert float(errors[name].positives) == pytest.approx(float(kinds[False]), rel=1e-12)
    assert found.significant == sum(count for a, b, count in cells if chi_squared(a, b, m1, m2) > limit)
    assert float(found.chosen.all) == min(float(row.all) for row in found.rows if not row.notes)


def test_the_simulated_deployment() -> None:
    """What is chosen errs less than the two tests whose sensitivities are tight; the others' are larger, and so are their errors."""
    ((_, given, name),) = (each for each in DEPLOYMENTS if each[0] == "test")
    assert given == {"m1": 50, "m2": 50, "variants": 10, "epsilon": 10}
    found = planned(**given)
    shares = [Fraction(1 + j, 100) for j in range(10)]
    cells = [
        (round(50 * (share + Fraction(j % 5 == 0, 10))), round(50 * share)) for j, share in enumerate(shares)
    ]
    by_hand = {
        test: float(sum(wrong(test, a, b, 50, 50, found.asked.tau, Decimal(1)) for a, b in cells))
        for test in ("M*", "Algorithm 1, Delta_F", "Algorithm 2, integer")
    }
    assert found.chosen.name == name == min(by_hand, key=by_hand.__getitem__)
    for row in found.rows:
        if row.name in by_hand:
            assert float(row.all) == pytest.approx(by_hand[row.name], rel=1e-9)
        else:
            assert float(row.all) > by_hand[name]


def test_the_budget_is_split() -> None:
    """A hundred variants at epsilon = 100 err a hundred times as often as one at 1."""
    one = planned(m1=20, m2=20, variants=1, epsilon=1)
    many = planned(m1=20, m2=20, epsilon=100, table=["cases,controls,count", "11/100,1/100,100"])
    assert [float(row.all) for row in many.rows] == pytest.approx([100 * float(row.all) for row in one.rows])
    assert many.asked.each.report_epsilon() == 1


def test_genotypes_and_frequencies_are_the_same_tables() -> None:
    genotypes = ["case,x,y", "1,1,0", "1,1,1", "0,0,1", "0,1,0"]
    shares = ["cases,controls", "1,.5", "50%,1/2"]
    one = planned(epsilon=2, tau=1, table=genotypes)
    other = planned(m1=2, m2=2, epsilon=2, tau=1, table=shares)
    assert [row.all for row in one.rows] == [row.all for row in other.rows]


def test_what_decides_is_computed() -> None:
    """A test that always says no is named where it is better, and is not where it is not."""
    poor = planned(m1=200, m2=200, variants=311, epsilon=1)
    assert f"always says no is wrong {poor.significant} times" in poor.decides
    rich = planned(m1=200, m2=200, variants=311, epsilon=311)
    assert "always says" not in rich.decides
    assert rich.decides.startswith(f"{rich.chosen.name}: ")
    assert {row.name for row in rich.rows} == set(TITLES.values())
    uneven = planned(m1=200, m2=100, variants=9, epsilon=9)
    assert [name for name, _ in uneven.refused] == ["Algorithm 1, Delta_F"]


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"epsilon": 1}, Reason.MISSING),
        ({"m1": 5, "m2": 5, "variants": 3}, Reason.BUDGET_NOT_UNIQUE),
        ({"m1": 5, "m2": 5, "variants": 0, "epsilon": 1}, Reason.OUT_OF_RANGE),
        ({"m1": 5, "m2": 5, "variants": 3, "epsilon": 1, "tau": 1, "level": "1/2"}, Reason.REPEATED),
        ({"m1": 1, "m2": 1, "variants": 3, "epsilon": 1}, Reason.OUT_OF_RANGE),
        ({"m1": 5, "m2": 5, "table": "text", "epsilon": 1}, Reason.NOT_A_LIST),
        ({"m1": 5, "m2": 5, "table": [], "epsilon": 1}, Reason.MISSING),
        ({"m1": 5, "m2": 5, "table": TABLE[:1], "epsilon": 1}, Reason.MISSING),
        ({"m1": 5, "m2": 5, "table": [*TABLE, "1"], "epsilon": 1}, Reason.WRONG_LENGTH),
        ({"m1": 5, "m2": 5, "table": [*TABLE, "2,0,1"], "epsilon": 1}, Reason.OUT_OF_RANGE),
        ({"m1": 5, "m2": 5, "table": [*TABLE, "1,0,x"], "epsilon": 1}, Reason.NOT_A_NUMBER),
        ({"table": TABLE, "epsilon": 1}, Reason.MISSING),
        ({"m1": 5, "m2": 5, "table": TABLE, "variants": 3, "epsilon": 1}, Reason.UNKNOWN_PARAMETER),
        ({"m1": 3, "m2": 2, "table": ["case,x", "1,1", "0,0"], "epsilon": 1}, Reason.WRONG_COUNT),
        ({"m1": 5, "m2": 5, "variants": 3, "report_odds": 2}, Reason.UNKNOWN_PARAMETER),
    ],
)
def test_what_is_refused(given: Mapping[str, object], reason: Reason) -> None:
    with refused(reason):
        plan("test", **given)


def test_a_slip_in_a_table_is_placed() -> None:
    with pytest.raises(Refused, match=r"controls of line 6 = 'x'"):
        planned(m1=5, m2=5, table=[*TABLE, "1,x,1"], epsilon=1)
