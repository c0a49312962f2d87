"""Plans for private tests agree with sums over single tables by other code."""

from fractions import Fraction

import pytest

from ldproof.chi2.law import TITLES
from ldproof.planning.association import AssociationPlan, exact_text
from ldproof.planning.plan import make_plan
from tests.drivers.bench.bench_planning import DEPLOYMENTS
from tests.oracle.by_hand import chi2_statistic, flip_probability
from tests.planning.test_plan import TABLE
from tests.tiers import slow


def plan_association(**given: object) -> AssociationPlan:
    found = make_plan("test", **given)
    assert isinstance(found, AssociationPlan)
    return found


NAMES = {
    "M*": "optimal",
    "Algorithm 1, Delta_F": "algorithm_1_f",
    "Algorithm 2, integer": "algorithm_2_integer",
}
"""Of the three tests whose sensitivities are exact maxima."""


def error_probability(name: str, a: int, b: int, m: int, tau: Fraction) -> float:
    """Return the probability that one test of 2 m people at epsilon = 1 changes the decision without noise."""
    return float(
        flip_probability(NAMES[name], {"m1": str(m), "m2": str(m), "tau": str(tau), "epsilon": "1"}, a, b)
    )


@pytest.mark.parametrize("tau", ["3.84", "1"])
def test_expected_false_decisions(tau: str) -> None:
    found = plan_association(m1=10, m2=10, tau=tau, epsilon=13, table=TABLE)
    limit = Fraction(tau)
    cells = [(5, 1, 3), (2, 2, 7), (0, 3, 1), (9, 0, 2)]
    significant = {(a, b): chi2_statistic(a, b, 10, 10) > limit for a, b, _ in cells}
    rows = {row.name: row for row in found.rows}
    for name in NAMES:
        negatives, positives = (
            sum(
                count * error_probability(name, a, b, 10, limit)
                for a, b, count in cells
                if significant[a, b] is kind
            )
            for kind in (True, False)
        )
        assert float(rows[name].negatives) == pytest.approx(negatives, rel=1e-12)
        assert float(rows[name].positives) == pytest.approx(positives, rel=1e-12)
    assert found.significant == sum(count for a, b, count in cells if significant[a, b])
    assert float(found.chosen.wrong_decisions) == min(
        float(row.wrong_decisions) for row in found.rows if not row.notes
    )


def test_numbers_below_what_is_printed_are_said_to_be_below_it() -> None:
    """They are none the less ranked by certified comparisons."""
    found = plan_association(m1=5000, m2=5000, variants=1, epsilon=1)
    assert found.decides.startswith(
        "M*: below 1e-100 of 1 decisions are expected to be wrong, and of Algorithm 2, Delta*, Algorithm 2, integer, "
        "Algorithm 2, Delta_T, too; that M* has no more than these is certified."
    )
    assert [each.is_negligible for each in found.rows].count(True) == 4
    sizes = [float(each.wrong_decisions) for each in found.rows]
    assert sizes == sorted(sizes)


def test_threshold_is_printed_as_a_decimal_that_is_equal() -> None:
    found = plan_association(m1=200, m2=200, variants=1, epsilon=1)
    printed = dict(word.split("=") for word in found.chosen.as_command.split()[1:])
    assert "/" not in printed["tau"]
    assert Fraction(printed["tau"]) == found.asked.tau
    assert found.chosen.parameters["tau"] == found.asked.to_json()["tau"] == str(found.asked.tau)
    assert exact_text(Fraction(1, 3)) == "1/3"
    assert (exact_text(Fraction("3.841")), exact_text(Fraction(100))) == ("3.841", "100")


@slow
def test_chosen_test_errs_least_in_the_simulated_deployment() -> None:
    """The two other tests with tight sensitivities err more, and those with larger sensitivities more still."""
    ((_, given, name),) = (each for each in DEPLOYMENTS if each[0] == "test")
    assert given == {"m1": 50, "m2": 50, "variants": 10, "epsilon": 10}
    found = plan_association(**given)
    cells = [
        (round(50 * (Fraction(1 + j, 100) + Fraction(j % 5 == 0, 10))), round(50 * Fraction(1 + j, 100)))
        for j in range(10)
    ]
    by_hand = {
        test: sum(error_probability(test, a, b, 50, found.asked.tau) for a, b in cells) for test in NAMES
    }
    assert found.chosen.name == name == min(by_hand, key=by_hand.__getitem__)
    for row in found.rows:
        if row.name in by_hand:
            assert float(row.wrong_decisions) == pytest.approx(by_hand[row.name], rel=1e-9)
        else:
            assert float(row.wrong_decisions) > by_hand[name]


def test_budget_is_split_over_variants() -> None:
    """A hundred variants at epsilon = 100 err a hundred times as often as one at 1."""
    one = plan_association(m1=20, m2=20, variants=1, epsilon=1)
    many = plan_association(m1=20, m2=20, epsilon=100, table=["cases,controls,count", "11/100,1/100,100"])
    assert [float(row.wrong_decisions) for row in many.rows] == pytest.approx(
        [100 * float(row.wrong_decisions) for row in one.rows]
    )
    assert many.asked.test_budget.report_epsilon() == 1


def test_genotypes_and_frequencies_give_the_same_plan() -> None:
    genotypes = ["case,x,y", "1,1,0", "1,1,1", "0,0,1", "0,1,0"]
    shares = ["cases,controls", "1,.5", "50%,1/2"]
    one = plan_association(epsilon=2, tau=1, table=genotypes)
    other = plan_association(m1=2, m2=2, epsilon=2, tau=1, table=shares)
    assert [row.wrong_decisions for row in one.rows] == [row.wrong_decisions for row in other.rows]


def test_stated_reason_is_computed() -> None:
    """A constant test is named last, as constant, if no other test beats it."""
    poor = plan_association(m1=200, m2=200, variants=311, epsilon=1)
    assert f"always says no is wrong {poor.significant} times" in poor.decides
    assert poor.decides.startswith(f"{poor.chosen.name}: ")
    assert "finds nothing, so it is no advice" in poor.decides
    assert "better" not in poor.decides
    rich = plan_association(m1=200, m2=200, variants=311, epsilon=311)
    assert "always says" not in rich.decides
    assert rich.decides.startswith(f"{rich.chosen.name}: ")
    assert {row.name for row in rich.rows} == set(TITLES.values())
    uneven = plan_association(m1=200, m2=100, variants=9, epsilon=9)
    assert [name for name, _ in uneven.refused] == ["Algorithm 1, Delta_F"]


@pytest.mark.parametrize(
    ("m", "variants", "epsilon", "alike"), [(200, 1, 1, "all variants are"), (20, 12, 9, "no variant is")]
)
def test_invented_table_is_compared_with_no_constant(m: int, variants: int, epsilon: int, alike: str) -> None:
    """If all or none of the assumed variants are significant, a constant is right on them, whatever the user's are."""
    found = plan_association(m1=m, m2=m, variants=variants, epsilon=epsilon)
    assert found.significant in {0, variants}
    assert "always says" not in found.decides
    assert f"in the assumed table {alike} significant, which says nothing of yours" in found.decides
    (table,) = {table for table, _ in found.asked.spectrum.tables[:1]}
    given = ["cases,controls,count", f"{Fraction(table.a, m)},{Fraction(table.b, m)},{variants}"]
    assert "always says" in plan_association(m1=m, m2=m, epsilon=epsilon, table=given).decides


def test_built_in_table_is_named() -> None:
    """One variant, with 22 of 200 cases and 2 of 200 controls, is used if no table is given."""
    found = plan_association(m1=200, m2=200, variants=1, epsilon=1)
    (said,) = found.warnings
    assert said.startswith("no table was given, and a built-in one is assumed")
    assert "1 variant with 22 of 200 cases and 2 of 200 controls" in said
    assert found.without_data is None
    (longer,) = plan_association(m1=200, m2=200, variants=9, epsilon=9).warnings
    assert longer.endswith("and 6 more")


def test_advice_from_data_is_marked_as_not_private() -> None:
    """Beside it is the advice that is the same for every table with these sizes."""
    rare = ["cases,controls,count", "0,1/10,10"]
    one, other = (
        plan_association(m1=10, m2=10, epsilon=13, table=table) for table in (TABLE, [*rare, "1/10,0,3"])
    )
    assert one.asked.spectrum.variant_count == other.asked.spectrum.variant_count == 13
    for found in (one, other):
        (said,) = found.warnings
        assert "is not private" in said
        assert found.without_data is not None
    assert one.without_data == other.without_data == plan_association(m1=10, m2=10, epsilon=13, variants=13)
    assert one.to_json()["without_data"] == {
        "chosen": one.without_data.chosen.name,
        "decides": one.without_data.decides,
    }
