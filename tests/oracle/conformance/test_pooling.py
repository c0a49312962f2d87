"""Broken clients whose mistake shows with no input alone, in so many draws: bets on all inputs together find it."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from random import Random

import pytest

from ldproof import Mechanism, conform, mechanism
from ldproof.cli.conform import conformance_as_junit
from ldproof.evidence.goodness_of_fit import BITS
from ldproof.numbers import ball, precision
from ldproof.oracle.conformance import ConformanceVerdict
from ldproof.oracle.conformance.fit import PooledDraws, pool_draws
from ldproof.oracle.conformance.observations import Observation, listed_law, product_law
from ldproof.oracle.conformance.pooling import (
    ROW_STEP,
    AloneObservation,
    CellObservation,
    pooled_observations,
)
from ldproof.oracle.conformance.report import finding_sentences
from ldproof.oracle.operations import answer_request
from ldproof.programs.program import Message
from ldproof.registry import make_mechanism
from tests.oracle.conformance.programs import conformance_of_answer
from tests.tiers import slow

Report = Callable[[str], str]
Coin = Callable[[Random], int]
Flip = Callable[[Random, int, int], bool]

ODDS = 3


def below(count: int) -> Coin:
    """Return a uniform number."""
    return lambda random: random.randrange(count)


def byte_below_100(random: Random) -> int:
    """Return `byte % 100`: 0 to 55 come three times in 256, and 56 to 99 twice."""
    return random.randrange(256) % 100


def near_the_last(count: int) -> Coin:
    """Return uniform numbers of which each is one of the 10 after the one before."""
    steps = [0]

    def draw(random: Random) -> int:
        steps.append((steps[-1] + random.randrange(10)) % count)
        return steps[-1]

    return draw


def kary_client(
    random: Random, row: Coin, column: Coin, width: int, odds: int, read: Callable[[int], int] = int
) -> Report:
    """Client of kary that keeps its column, as it reads it, or else draws one of all."""

    def report(columns: str) -> str:
        chosen = row(random)
        own = read(int(columns.split(",")[chosen]))
        kept = random.random() < (odds - 1) / (odds - 1 + width)
        return f"{chosen}:{own if kept else column(random)}"

    return report


def own_flip(random: Random, _row: int, _place: int) -> bool:
    """Return secret noise."""
    return random.random() < 1 / (1 + ODDS)


@cache
def public_flip(_random: object, row: int, place: int) -> bool:
    """Return noise that everybody can compute."""
    return Random(f"{row},{place}").random() < 1 / (1 + ODDS)


def hadamard_client(random: Random, row: Coin, place: Coin, flip: Flip = own_flip) -> Report:
    """Client of hcms."""

    def report(columns: str) -> str:
        chosen, at = row(random), place(random)
        sign = (at & int(columns.split(",")[chosen])).bit_count() % 2
        return f"{chosen}:{at},{sign ^ flip(random, chosen, at)}"

    return report


def kary(w: int, d: int, odds: int = ODDS) -> Mechanism:
    return mechanism("sketch.kary", w=w, d=d, odds=odds)


def hcms(w: int, d: int) -> Mechanism:
    return mechanism("sketch.hcms", w=w, d=d, odds=ODDS)


ONE_ROW = partial(kary_client, row=below(1), column=below(256), width=256, odds=9)
WIDE = partial(kary_client, row=below(16), column=below(1024), width=1024, odds=9)
HUNDRED = partial(kary_client, row=below(4), column=below(100), width=100, odds=ODDS)
ROWS = partial(kary_client, row=below(100), column=below(64), width=64, odds=ODDS)
HADAMARD_ROWS = partial(hadamard_client, row=below(100), place=below(64))
HADAMARD = partial(hadamard_client, row=below(16), place=below(1024))

BROKEN = [
    (kary(256, 1), partial(ONE_ROW, odds=ODDS, read=lambda _: 0), 12_000, "column", True),
    (kary(1024, 16, 9), partial(WIDE, read=lambda column: column % 256), 12_000, "column", True),
    (kary(100, 4), partial(HUNDRED, column=byte_below_100), 4000, "another column", True),
    (kary(64, 100), partial(ROWS, row=byte_below_100), 2000, "the row", True),
    (kary(64, 100), partial(ROWS, row=near_the_last(100)), 2000, ROW_STEP, False),
    (hcms(64, 100), partial(HADAMARD_ROWS, row=byte_below_100), 4000, "the row", True),
    (hcms(1024, 16), partial(HADAMARD, flip=public_flip), 2000, "the sign by row and place", False),
    (
        hcms(1024, 16),
        partial(HADAMARD, place=lambda random: random.randrange(1, 1024)),
        60_000,
        "the place, each alone is 0 in 0 of",
        True,
    ),
]


@pytest.mark.parametrize(
    ("meant", "report", "draws", "words"),
    [pytest.param(*each, marks=slow if is_slow else ()) for *each, is_slow in BROKEN],
)
def test_wrong_client_differs(
    meant: Mechanism, report: Callable[[Random], Report], draws: int, words: str
) -> None:
    found = conform(report(Random(1)), meant, draws=draws)
    assert not found.conforms
    assert words in str(found)


@pytest.mark.parametrize(
    ("meant", "report"),
    [
        (kary(256, 1, 9), ONE_ROW),
        pytest.param(kary(1024, 16, 9), WIDE, marks=slow),
        pytest.param(kary(100, 4), HUNDRED, marks=slow),
        pytest.param(kary(64, 100), ROWS, marks=slow),
        pytest.param(hcms(64, 100), HADAMARD_ROWS, marks=slow),
        pytest.param(hcms(1024, 16), HADAMARD, marks=slow),
    ],
)
def test_right_client_conforms(meant: Mechanism, report: Callable[[Random], Report]) -> None:
    assert conform(report(Random(1)), meant, draws=600).conforms


@pytest.mark.parametrize(
    ("name", "parameters", "secrets"),
    [
        ("sketch.kary", {"w": "10", "d": "3", "odds": "3"}, ("2,4,9", "9,0,0")),
        ("sketch.hcms", {"w": "8", "d": "2", "odds": "3"}, ("2,7", "0,5")),
        ("sketch.kary", {"w": "3", "d": "9", "odds": "3"}, ("0,1,2,0,1,2,0,1,2", "2,2,2,2,2,2,2,2,2")),
    ],
)
def test_law_of_a_draw_that_is_bet_on_is_the_same_for_all_inputs(
    name: str, parameters: dict[str, str], secrets: tuple[str, str]
) -> None:
    """By the whole law: given the cell, or that a draw is bet on at all, the outcome has the stated law."""
    known = make_mechanism(name, parameters)
    first, second = ([*pooled_observations(known, each)] for each in secrets)
    assert [(each.name, each.chances) for each in first] == [(each.name, each.chances) for each in second]
    assert len(first) >= 5
    for secret, observed in zip(secrets, (first, second), strict=True):
        law = listed_law(known, secret)
        pairs = product_law([law, law], "\n")
        for each in observed:
            cells: dict[str, dict[str, Fraction]] = {}
            for output, chance in (pairs if each.twice else law).items():
                if value := each.statistic(output):
                    cell = value.partition(" ")[0] if isinstance(each, CellObservation) else ""
                    seen = cells.setdefault(cell, {})
                    outcome = each.outcome_of(value)
                    seen[outcome] = seen.get(outcome, Fraction(0)) + chance
            for seen in cells.values():
                whole = sum(seen.values())
                assert {outcome: chance / whole for outcome, chance in seen.items()} == each.chances


def test_what_few_draws_cannot_show_is_said() -> None:
    found = conform(ONE_ROW(Random(1)), kary(256, 1, 9), draws=300)
    assert found.conforms
    # A column that is drawn as its own only is no rank that never comes, so that no number of draws is promised.
    assert "never comes" not in str(found)
    assert "whether a report is about its own column more often than about others" in str(found)
    found = conform(HADAMARD_ROWS(Random(1)), hcms(64, 100), draws=300)
    assert "whether one of 64 values of the place never comes; --draws" in str(found)


def test_bets_on_cells_and_on_values_alone_are_fair() -> None:
    """The mean of the capital after two draws is 1 under the law."""
    chances = {"right": Fraction(3, 4), "wrong": Fraction(1, 4)}
    cells = CellObservation("a sign", str, chances)
    alone = AloneObservation("a row", str, {str(each): Fraction(1, 3) for each in range(3)})
    with precision(BITS):
        for first, second in (("a", "a"), ("a", "b")):
            mean = ball(0)
            for one, chance in chances.items():
                for other, another in chances.items():
                    values = [f"{first} {one}", f"{second} {other}"]
                    found = cells.capital({each: values.count(each) for each in values})
                    assert found is not None
                    mean += found * ball(chance * another)
            assert float(mean) == pytest.approx(1, rel=1e-15)
        mean = ball(0)
        for one in alone.chances:
            for other in alone.chances:
                found = alone.capital({each: [one, other].count(each) for each in (one, other)})
                assert found is not None
                mean += found * ball(Fraction(1, 9))
        assert float(mean) == pytest.approx(1, rel=1e-15)


def test_draws_are_pooled_by_their_law() -> None:
    """Those of two inputs with one law count together, and those of a third with another law alone."""
    even, odd = ({"0": Fraction(1, 2), "1": Fraction(1, 2)}, {"0": Fraction(1, 3), "1": Fraction(2, 3)})
    pooled: list[PooledDraws] = []
    for law, ones in ((even, 3), (odd, 5), (even, 4)):
        tally = Counter({"1": ones})
        observation = Observation("a bit", str, law)
        wealth = observation.capital(tally)
        assert wealth is not None
        pool_draws(pooled, observation, tally, wealth)
    assert [(each.inputs, each.tally["1"]) for each in pooled] == [(2, 7), (1, 5)]
    together = Observation("a bit", str, even).capital({"1": 7})
    assert together is not None
    assert float(pooled[0].evidence().wealth) == pytest.approx(float(together))


def refusing(widest: int) -> Callable[[Message], Message]:
    """Answer draws up to a width only."""

    def answer(request: Message) -> Message:
        parameters = request.get("parameters")
        if request["op"] == "randomize" and isinstance(parameters, dict) and int(parameters["w"]) > widest:
            return {"unsupported": f"w > {widest}"}
        return answer_request(request)

    return answer


def test_refused_draws_are_named_first() -> None:
    """Without parameters: refused at the largest of those that are shipped."""
    found = conformance_of_answer("sketch.kary", refusing(64), "randomize", draws=400)
    assert found.verdict is ConformanceVerdict.CONFORMS
    assert found.refused == {"sketch.kary": ["w=1024 d=16 odds=9"]}
    _, second, *_ = finding_sentences(found)
    words = "the draws of sketch.kary were not tested where the program refuses them: w=1024 d=16 odds=9"
    assert second == words
    report = conformance_as_junit(found)
    assert f'<skipped message="{words}"' in report
    assert f'name="{found.program.name}: sketch.kary"' in report


def test_draws_that_are_always_refused_are_untested() -> None:
    found = conformance_of_answer("sketch.kary", refusing(1), "randomize", "law")
    assert found.verdict is ConformanceVerdict.UNTESTED
    assert len(found.refused["sketch.kary"]) == 8


def test_a_program_that_supports_all_shipped_draws_refuses_nothing() -> None:
    assert conformance_of_answer("sketch.kary", refusing(1024), "randomize", draws=400).refused == {}
