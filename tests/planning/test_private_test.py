"""`ldproof test`: what is drawn, how often it is wrong, and that nothing else depends on the tables."""

import json
import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import product
from time import process_time

import numpy as np
import pytest

from ldproof.aes import SeededAesCoins
from ldproof.api.private_tests import test as draw_test
from ldproof.arrays import Int64Array
from ldproof.budget import Budget
from ldproof.chi2.calibration import EveryTable, signed_distances
from ldproof.chi2.law import TITLES
from ldproof.chi2.tables import Rule, from_csv
from ldproof.coins import Coins, SeededCoins
from ldproof.errors import Reason, Refused
from ldproof.planning import private_test
from ldproof.planning.private_test import (
    NAMES,
    PrivateTestResult,
    design_test,
    parse_test,
    run_test,
)
from ldproof.sampling.geometric_draws import draw_two_sided_geometric
from tests.properties.confidence import probability_bounds
from tests.reference.refusals import refused
from tests.tiers import slow

GIVEN: Mapping[str, object] = {"m1": 12, "m2": 12, "epsilon": 2}
GENOTYPES = ["case,x,y\n", *(f"{case},{copies},{copies % 2}\n" for case in (0, 1) for copies in range(3))]


def answers_of(**given: object) -> PrivateTestResult:
    request, found = parse_test(**given)
    return run_test(request, found, SeededCoins(b"1"))


def shown(found: PrivateTestResult) -> tuple[str, ...]:
    """All that a result shows, in each of its forms."""
    return str(found), found.to_json(), found.to_csv(), found._repr_html_(), repr(found.design)


@pytest.mark.parametrize("mechanism", ["noisy_distance", "optimal"])
def test_nothing_but_the_draw_depends_on_the_table(mechanism: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the noisy distance comes out the same, whatever the table, then so does every form of the result."""
    seen = set()
    for a, b in product(range(0, 13, 4), repeat=2):

        def same_statistic(budget: Budget, count: int, coins: Coins, a: int = a, b: int = b) -> Int64Array:
            draw_two_sided_geometric(budget, count, coins)
            tau = design_test(parse_test(a=0, b=0, mechanism=mechanism, **GIVEN)[0]).sized.test.tau
            return np.array([2 - signed_distances(EveryTable(12, 12), tau)[a, b]], np.int64)

        monkeypatch.setattr(private_test, "draw_two_sided_geometric", same_statistic)
        seen.add(shown(answers_of(a=a, b=b, mechanism=mechanism, rates=["1/2", "1/3"], **GIVEN)))
    assert len(seen) == 1


def test_nothing_but_the_decision_depends_on_the_table_of_other_tests() -> None:
    given = {**GIVEN, "mechanism": "algorithm_1_y1", "m2": 9}
    seen = {shown(answers_of(a=a, b=b, **given)) for a, b in product(range(0, 13, 3), range(0, 10, 3))}
    assert len(seen) == 2


DRAWS = 20_000
CHECKED = [(name, None) for name in ("noisy_distance", "optimal", "algorithm_1_f")] + [
    ("algorithm_2", "3.84")
]


@pytest.mark.parametrize(
    ("name", "tau"), [CHECKED[0], *(pytest.param(*each, marks=slow) for each in CHECKED[1:])]
)
def test_drawn_decisions_have_the_size_and_the_power(name: str, tau: str | None) -> None:
    """At the worst rate, and at other rates: each bound misses a right test with probability 10^-10."""
    m1, m2 = 30, 30 if name == "algorithm_1_f" else 20
    given = {"m1": m1, "m2": m2, "epsilon": DRAWS // 2, "mechanism": name, "tau": tau}
    cells = np.random.default_rng(5)
    rate = parse_and_design(**given, a=[0] * DRAWS, b=[0] * DRAWS).sized.size.rate
    for rates in ((rate, rate), (Fraction(3, 4), Fraction(1, 3))):
        a, b = (
            cells.binomial(people, float(share), DRAWS) for people, share in zip((m1, m2), rates, strict=True)
        )
        found = draw_test(**{**given, "a": a, "b": b, "rates": [*rates]}, coins=SeededAesCoins(name.encode()))
        low, high = probability_bounds(sum(each.significant for each in found.answers), DRAWS)
        power = found.design.sized.power(*rates)
        assert low <= float(power.lower) <= float(power.upper) <= high
        if rates[0] == rates[1] and tau is None:
            assert power.upper <= found.size.upper <= Fraction(1, 20)


def test_sizes_in_words_are_no_smaller_than_the_sizes() -> None:
    """With and without noise, though the nearest decimals of five places are smaller."""
    found = parse_and_design(a=0, b=0, m1=13, m2=13, epsilon=2)
    words = next(line for line in private_test.describe_design(found) if line.startswith("size: "))
    sizes = [Decimal(each) for each in re.findall(r"(?:at most|,) (0\.\d+)", words)]
    exact = [Decimal(each.lower) for each in (found.sized.size, found.size_without_noise)]
    for shown, size in zip(sizes, exact, strict=True):
        assert size <= shown < size * Decimal("1.001")
    assert round(exact[0], 5) < exact[0]


def parse_and_design(**given: object) -> private_test.PrivateTestDesign:
    return design_test(parse_test(**given)[0])


def test_p_values_are_at_most_any_level_as_often_as_that() -> None:
    """At an equal rate of all people, the share of p-values of at most u is at most u: a bound each, of 10^-10."""
    cells = np.random.default_rng(6)
    a, b = cells.binomial(30, 0.3, DRAWS), cells.binomial(40, 0.3, DRAWS)
    found = draw_test(a=a, b=b, m1=30, m2=40, epsilon=DRAWS, coins=SeededAesCoins(b"p"))
    values = np.array([float(each.p_value or 0) for each in found.answers])
    for level in (0.01, 0.05, 0.2, 0.5):
        low, _ = probability_bounds(int((values <= level).sum()), DRAWS)
        assert low <= level
    assert [each.significant for each in found.answers] == [value <= 1 / 20 for value in values.tolist()]


@slow
def test_many_variants_take_less_than_a_minute() -> None:
    """As a CSV and back, of processor time; it takes a few seconds."""
    cells = np.random.default_rng(7)
    a, b = cells.binomial(161, 0.4, 100_000), cells.binomial(161, 0.4, 100_000)
    lines = [
        "variant,a,b\n",
        *(f"rs{k},{one},{other}\n" for k, (one, other) in enumerate(zip(a, b, strict=True))),
    ]
    start = process_time()
    found = draw_test(table=lines, m1=161, m2=161, epsilon=100_000)
    assert found.to_csv().count("\n") == 100_001
    assert process_time() - start < 60


def test_default_has_the_larger_mean_power() -> None:
    """At epsilon = 1/2 the calibrated distance gains, at 4 the calibrated threshold."""
    for epsilon, name in (("1/2", "noisy_distance"), ("4", "optimal")):
        found = parse_and_design(a=0, b=0, m1=60, m2=60, epsilon=epsilon)
        assert found.name == name
        means = {
            other: parse_and_design(a=0, b=0, m1=60, m2=60, epsilon=epsilon, mechanism=other).sized.mean_power
            for other in ("noisy_distance", "optimal", "algorithm_1_f", "algorithm_1_y1")
        }
        assert max(means, key=means.__getitem__) == name
        assert found.others[0][0] == ({"noisy_distance", "optimal"} - {name}).pop()


def test_small_budget_is_tested_and_the_power_is_said() -> None:
    """By default, too; the most power is that of the table which is the farthest beyond tau."""
    found = parse_and_design(a=0, b=0, m1=20, m2=200, epsilon="1/20", rates=["1", "0"])
    assert (found.name, found.others[0][0]) == ("noisy_distance", "optimal")
    (note,) = (line for line in private_test.describe_design(found) if line.startswith("note: no table"))
    most = Decimal(note.rpartition(" ")[2])
    assert found.powers is not None
    assert found.powers[0].lower <= most < Decimal("0.14")
    large = parse_and_design(a=0, b=0, m1=20, m2=200, epsilon=1)
    assert "no table" not in " ".join(private_test.describe_design(large))


def test_budget_is_split_evenly() -> None:
    """With rational roots of odds, too; an irrational share is rounded down where it is shown."""
    one = answers_of(a=3, b=3, m1=9, m2=9, odds=16)
    two = answers_of(a=[3, 3], b=[3, 3], m1=9, m2=9, odds=256)
    three = answers_of(a=[3] * 3, b=[3] * 3, m1=9, m2=9, odds=100)
    assert one.design.sized.size == two.design.sized.size
    assert one.design.parameters == two.design.parameters
    assert Fraction(three.design.parameters["odds"]) ** 3 < 100
    assert json.loads(three.to_json())["spent"] == {"odds": "100"}
    assert "split evenly over 3 variants" in str(three)


@pytest.mark.parametrize("rule", Rule)
def test_genotypes_and_counts_give_the_same_answers(rule: Rule) -> None:
    lines = [line.replace("2", "1") for line in GENOTYPES] if rule is Rule.BITS else GENOTYPES
    tables = from_csv(lines, rule).tables
    counts = [
        "a,variant,b",
        *(f"{a},{name},{b}" for name, a, b in zip("xy", tables.a, tables.b, strict=True)),
    ]
    given = {"epsilon": 20, "level": "1/3"}
    one = answers_of(table=lines, rule=rule.value, **given)
    other = answers_of(table=counts, m1=3, m2=3, **given)
    third = answers_of(a=tables.a, b=tables.b.tolist(), m1=3, m2=3, **given)
    assert one.answers == other.answers
    assert [each.name for each in one.answers] == ["x", "y"]
    assert [each.statistic for each in third.answers] == [each.statistic for each in one.answers]
    assert one.to_csv().splitlines()[0] == "variant,significant,statistic,p_value"
    assert len(one.to_csv().splitlines()) == 3


REFUSED: list[tuple[Reason, Mapping[str, object]]] = [
    (Reason.MISSING, {"a": 1, "b": 1, "m1": 9}),
    (Reason.MISSING, {"a": 1, "m1": 9, "m2": 9}),
    (Reason.OUT_OF_RANGE, {"a": 77, "b": 1, "m1": 9, "m2": 9}),
    (Reason.NOT_A_WHOLE_NUMBER, {"a": "7.7", "b": 1, "m1": 9, "m2": 9}),
    (Reason.NOT_EXACT, {"a": 7.7, "b": 1, "m1": 9, "m2": 9}),
    (Reason.TOO_LARGE, {"a": np.array([77]), "b": [1], "m1": 9, "m2": 9}),
    (Reason.WRONG_LENGTH, {"a": [1, 2], "b": [1], "m1": 9, "m2": 9}),
    (Reason.WRONG_LENGTH, {"a": [], "b": [], "m1": 9, "m2": 9}),
    (Reason.REPEATED, {"a": 1, "table": ["a,b", "1,2"], "m1": 9, "m2": 9}),
    (Reason.REPEATED, {"table": ["variant,a,b", "rs1,1,2", "rs1 ,3,4"], "m1": 9, "m2": 9}),
    (Reason.REPEATED, {"table": ["case,rs1,rs1", "1,0,0", "0,1,1"]}),
    (Reason.NOT_A_LIST, {"table": "a,b", "m1": 9, "m2": 9}),
    (Reason.NOT_A_LIST, {"table": [1], "m1": 9, "m2": 9}),
    (Reason.NOT_A_LIST, {"table": ["a,b", '1,"2'], "m1": 9, "m2": 9}),
    (Reason.MISSING, {"table": ["a,b", "1,2"], "m1": 9}),
    (Reason.MISSING, {"table": ["a,c", "1,2"], "m1": 9, "m2": 9}),
    (Reason.MISSING, {"table": ["a,b"], "m1": 9, "m2": 9}),
    (Reason.MISSING, {"table": []}),
    (Reason.MISSING, {"table": ["case", "1", "0"]}),
    (Reason.WRONG_LENGTH, {"table": ["a,b", "1,2,3"], "m1": 9, "m2": 9}),
    (Reason.OUT_OF_RANGE, {"table": ["a,b", "1,77"], "m1": 9, "m2": 9}),
    (Reason.WRONG_COUNT, {"table": GENOTYPES, "rule": "dominant", "m1": 7}),
    (Reason.UNKNOWN_PARAMETER, {"table": ["a,b", "1,2"], "m1": 9, "m2": 9, "rule": "dominant"}),
    (Reason.UNKNOWN_PARAMETER, {"a": 1, "b": 1, "m1": 9, "m2": 9, "rule": "dominant"}),
    (Reason.UNKNOWN_PARAMETER, {"a": 1, "b": 1, "m1": 9, "m2": 9, "rule": "bits"}),
    (Reason.UNKNOWN_PARAMETER, {"table": ["a,b", "1,2"], "m1": 9, "m2": 9, "rule": "bits"}),
    (Reason.UNKNOWN_NAME, {"a": 1, "b": 1, "m1": 9, "m2": 9, "rule": "nonsense"}),
    (Reason.NOT_A_LIST, {"table": ["a" * 140_000, "1"], "m1": 9, "m2": 9}),
    (Reason.NOT_A_LIST, {"table": ["a\rb", "1"], "m1": 9, "m2": 9}),
    (Reason.NOT_A_LIST, {"table": ['"a"c,b', "1,2"], "m1": 9, "m2": 9}),
    (Reason.WRONG_COUNT, {"a": 1, "b": 1, "m1": 9, "m2": 9, "rates": ["1/2"]}),
    (Reason.OUT_OF_RANGE, {"a": 1, "b": 1, "m1": 9, "m2": 9, "rates": ["1/2", "3/2"]}),
    (Reason.UNKNOWN_NAME, {"a": 1, "b": 1, "m1": 9, "m2": 9, "mechanism": "beta_optimal"}),
    (Reason.REPEATED, {"a": 1, "b": 1, "m1": 9, "m2": 9, "mechanism": "optimal", "tau": 1, "level": "1/9"}),
    (Reason.OUT_OF_RANGE, {"a": 1, "b": 1, "m1": 9, "m2": 9, "tau": 18}),
    (Reason.OUT_OF_RANGE, {"a": 1, "b": 1, "m1": 2, "m2": 2, "level": "1/1000"}),
    (Reason.OUT_OF_RANGE, {"a": 1, "b": 1, "m1": 9, "m2": 9, "mechanism": "algorithm_2"}),
]


@pytest.mark.parametrize(("reason", "given"), REFUSED)
def test_what_is_wrong_is_refused_and_no_count_is_quoted(reason: Reason, given: Mapping[str, object]) -> None:
    with pytest.raises(Refused) as refusal:
        answers_of(**given, epsilon=1)
    assert refusal.value.reason is reason
    told: BaseException | None = refusal.value
    while told is not None:
        assert "77" not in f"{told} {told!r}"
        assert "7.7" not in f"{told} {told!r}"
        told = told.__cause__ or told.__context__


@pytest.mark.parametrize(
    ("given", "what"),
    [
        ({"a": 1, "m1": 9}, "b and m2 are missing"),
        ({"a": 1, "m1": 9, "b": 1}, "m2 is missing"),
        ({"table": GENOTYPES, "rule": "dominant", "m1": 7}, "m1 = 7, but the table has 3 cases"),
        ({"table": ["case,x", "1,1", "0,0"], "m1": 1, "m2": 2}, "m2 = 2, but the table has 1 control"),
    ],
)
def test_refusal_names_the_parameters_that_are_wrong(given: Mapping[str, object], what: str) -> None:
    with pytest.raises(Refused, match=what):
        answers_of(**given, epsilon=1)


def test_mechanism_is_named_with_or_without_its_system() -> None:
    given = {"a": 5, "b": 1, "m1": 9, "m2": 9, "epsilon": 1, "mechanism": "optimal"}
    full = {**given, "mechanism": "chi2.optimal"}
    assert parse_test(**full)[0] == parse_test(**given)[0]


def test_several_answers_are_no_single_one() -> None:
    found = answers_of(a=[1, 2], b=[3, 4], **GIVEN)
    with refused(Reason.WRONG_COUNT):
        assert found.significant
    single = answers_of(a=1, b=3, **GIVEN)
    assert (single.significant, single.statistic) == (
        single.answers[0].significant,
        single.answers[0].statistic,
    )
    assert (single.mechanism, single.tau) == (single.design.name, single.design.sized.test.tau)
    assert single.power is None
    assert single.p_value == single.answers[0].p_value


def test_every_name_is_a_test() -> None:
    assert {*NAMES.words} == {"noisy_distance", *(each.value for each in TITLES)}
    given = {"a": 2, "b": 2, "m1": 9, "m2": 9, "epsilon": 3, "tau": 2}
    for name in NAMES.words:
        found = answers_of(**given, mechanism=name)
        assert found.mechanism == name
        assert ("not calibrated" in str(found)) == (name != "noisy_distance")
        assert ("note: only where" in str(found)) == (name == "algorithm_1_y2")
