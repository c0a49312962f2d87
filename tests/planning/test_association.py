"""Plans for private tests, against sums over single tables by other code."""

from fractions import Fraction

import pytest

from ldproof.chi2.law import TITLES
from ldproof.planning.association import AssociationPlan
from ldproof.planning.plan import plan
from tests.drivers.bench.bench_planning import DEPLOYMENTS
from tests.oracle.by_hand import flips, statistic
from tests.planning.test_plan import TABLE
from tests.tiers import slow


def planned(**given: object) -> AssociationPlan:
    found = plan("test", **given)
    assert isinstance(found, AssociationPlan)
    return found


NAMES = {
    "M*": "optimal",
    "Algorithm 1, Delta_F": "algorithm_1_f",
    "Algorithm 2, integer": "algorithm_2_integer",
}
"""Of the three tests whose sensitivities are exact maxima."""


def wrong(name: str, a: int, b: int, m: int, tau: Fraction) -> float:
    """How likely one test of 2 m people at epsilon = 1 decides otherwise than without noise."""
    return float(flips(NAMES[name], {"m1": str(m), "m2": str(m), "tau": str(tau), "epsilon": "1"}, a, b))


@pytest.mark.parametrize("tau", ["3.84", "1"])
def test_expected_false_decisions(tau: str) -> None:
    found = planned(m1=10, m2=10, tau=tau, epsilon=13, table=TABLE)
    limit = Fraction(tau)
    cells = [(5, 1, 3), (2, 2, 7), (0, 3, 1), (9, 0, 2)]
    significant = {(a, b): statistic(a, b, 10, 10) > limit for a, b, _ in cells}
    rows = {row.name: row for row in found.rows}
    for name in NAMES:
        negatives, positives = (
            sum(count * wrong(name, a, b, 10, limit) for a, b, count in cells if significant[a, b] is kind)
            for kind in (True, False)
        )
        assert float(rows[name].negatives) == pytest.approx(negatives, rel=1e-12)
        assert float(rows[name].positives) == pytest.approx(positives, rel=1e-12)
    assert found.significant == sum(count for a, b, count in cells if significant[a, b])
    assert float(found.chosen.all) == min(float(row.all) for row in found.rows if not row.notes)


@slow
def test_the_simulated_deployment() -> None:
    """What is chosen errs less than the two tests whose sensitivities are tight; the others' are larger, and so are their errors."""
    ((_, given, name),) = (each for each in DEPLOYMENTS if each[0] == "test")
    assert given == {"m1": 50, "m2": 50, "variants": 10, "epsilon": 10}
    found = planned(**given)
    cells = [
        (round(50 * (Fraction(1 + j, 100) + Fraction(j % 5 == 0, 10))), round(50 * Fraction(1 + j, 100)))
        for j in range(10)
    ]
    by_hand = {test: sum(wrong(test, a, b, 50, found.asked.tau) for a, b in cells) for test in NAMES}
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
    """A constant test is named last where none beats it, as what it is, and not where one does."""
    poor = planned(m1=200, m2=200, variants=311, epsilon=1)
    assert f"always says no is wrong {poor.significant} times" in poor.decides
    assert poor.decides.startswith(f"{poor.chosen.name}: ")
    assert "finds nothing, so it is no advice" in poor.decides
    assert "better" not in poor.decides
    rich = planned(m1=200, m2=200, variants=311, epsilon=311)
    assert "always says" not in rich.decides
    assert rich.decides.startswith(f"{rich.chosen.name}: ")
    assert {row.name for row in rich.rows} == set(TITLES.values())
    uneven = planned(m1=200, m2=100, variants=9, epsilon=9)
    assert [name for name, _ in uneven.refused] == ["Algorithm 1, Delta_F"]


@pytest.mark.parametrize(
    ("m", "variants", "epsilon", "alike"), [(200, 1, 1, "all variants are"), (20, 12, 9, "no variant is")]
)
def test_no_constant_is_compared_with_on_an_invented_table(
    m: int, variants: int, epsilon: int, alike: str
) -> None:
    """If all or none of the assumed variants are significant, a constant is right on them, whatever the user's are."""
    found = planned(m1=m, m2=m, variants=variants, epsilon=epsilon)
    assert found.significant in {0, variants}
    assert "always says" not in found.decides
    assert f"in the assumed table {alike} significant, which says nothing of yours" in found.decides
    (table,) = {table for table, _ in found.asked.spectrum.tables[:1]}
    given = ["cases,controls,count", f"{Fraction(table.a, m)},{Fraction(table.b, m)},{variants}"]
    assert "always says" in planned(m1=m, m2=m, epsilon=epsilon, table=given).decides


def test_a_built_in_table_is_named() -> None:
    """Of one variant: 22 of 200 cases and 2 of 200 controls, which nobody has given."""
    found = planned(m1=200, m2=200, variants=1, epsilon=1)
    (said,) = found.warnings
    assert said.startswith("no table was given, and a built-in one is assumed")
    assert "1 variant with 22 of 200 cases and 2 of 200 controls" in said
    assert found.without_data is None
    (longer,) = planned(m1=200, m2=200, variants=9, epsilon=9).warnings
    assert longer.endswith("and 6 more")


def test_advice_from_data_is_said_to_be_no_secret() -> None:
    """And beside it is the advice that is the same for every table of these numbers."""
    rare = ["cases,controls,count", "0,1/10,10"]
    one, other = (planned(m1=10, m2=10, epsilon=13, table=table) for table in (TABLE, [*rare, "1/10,0,3"]))
    assert one.asked.spectrum.variants == other.asked.spectrum.variants == 13
    for found in (one, other):
        (said,) = found.warnings
        assert "is not private" in said
        assert found.without_data is not None
    assert one.without_data == other.without_data == planned(m1=10, m2=10, epsilon=13, variants=13)
    assert one.to_json()["without_data"] == {
        "chosen": one.without_data.chosen.name,
        "decides": one.without_data.decides,
    }
