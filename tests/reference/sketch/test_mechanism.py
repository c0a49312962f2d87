"""Private sketches by name: laws and tight odds, over everything that can be sent."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import log

import pytest

from ldproof.catalogue.mechanisms import mechanism as by_name
from ldproof.coins import SeededCoins
from ldproof.domains import DOMAINS, Words
from ldproof.law import Infinite, symmetric_odds
from ldproof.mechanisms import law_of
from ldproof.numbers import Real, ball
from ldproof.rejections import Reason
from ldproof.sketch.mechanism import MECHANISMS, Reporting, reporting
from ldproof.sketch.plan import Rows
from ldproof.sketch.spaces import Columns, Said
from tests.reference.refusals import refused
from tests.reference.sketch.blocks import QUARTERS, Blocks

RATIONAL: dict[str, dict[str, object]] = {
    "cms": {"odds": 9},
    "unary": {"p": "1/4", "q": "1/2"},
    "oue": {"odds": 3},
    "hcms": {"odds": 3},
    "hcms_plus": {"odds": 3},
    "kary": {"odds": 3},
    "per_user": {"odds": 9},
    "all_rows": {"odds": 81},
}
ODDS = {name: Fraction(3 if name == "unary" else int(str(noise["odds"]))) for name, noise in RATIONAL.items()}
EACH = pytest.mark.parametrize("word", RATIONAL)


def made(word: str, w: int = 2, d: int = 2) -> Reporting:
    """A small one."""
    return MECHANISMS[word](**({"w": w} if word == "per_user" else {"w": w, "d": d}), **RATIONAL[word])


def secrets(asked: Reporting) -> list[Columns]:
    """All columns."""
    return list(product(range(asked.channel.width), repeat=asked.d))


def number(quantity: Real | Infinite) -> float:
    assert isinstance(quantity, Real)
    return float(ball(quantity))


def test_they_have_the_words_of_the_domain() -> None:
    words = DOMAINS["sketch.mechanism"]
    assert isinstance(words, Words)
    assert set(MECHANISMS) == set(words.words) == {*RATIONAL, "optimal"}


@EACH
@pytest.mark.parametrize("w", [2, 4])
def test_the_tight_odds_over_everything_that_can_be_sent(word: str, w: int) -> None:
    asked = made(word, w)
    laws = {secret: law_of(asked, secret) for secret in secrets(asked)}
    assert asked.privacy("user").odds == asked.privacy("event").odds == ODDS[word]
    odds = [symmetric_odds(laws[one], laws[other]) for one, other in product(laws, repeat=2)]
    assert max(Fraction(str(each)) for each in odds) == ODDS[word]
    assert number(asked.privacy("user").epsilon) == pytest.approx(log(ODDS[word]))


@EACH
def test_the_odds_are_those_of_the_rows_that_differ(word: str) -> None:
    """Of a sampled row, as soon as one differs; of all rows, the odds of each."""
    asked = made(word)
    laws = {secret: law_of(asked, secret) for secret in secrets(asked)}
    for one, other in product(laws, repeat=2):
        differing = sum(a != b for a, b in zip(one, other, strict=True))
        expected = {
            Rows.SAMPLED: ODDS[word] if differing else 1,
            Rows.OWN: ODDS[word] if differing else 1,
            Rows.ALL: 9**differing,
        }
        assert symmetric_odds(laws[one], laws[other]) == expected[asked.rows]


@EACH
def test_the_worst_event_has_these_odds(word: str) -> None:
    asked = made(word)
    worst = asked.privacy("user")
    likely, unlikely = (law_of(asked, each).of(worst.event) for each in (worst.likely, worst.unlikely))
    assert likely / unlikely == ODDS[word]


@EACH
def test_text(word: str) -> None:
    asked = made(word, 4)
    written = [asked.outputs.write(output) for output in asked.outputs]
    assert len(written) == len(set(written))
    assert [asked.outputs.read(text) for text in written] == list(asked.outputs)
    for secret in secrets(asked):
        assert asked.secrets.read(",".join(map(str, secret))) == secret


@EACH
def test_what_is_drawn_can_be_said(word: str) -> None:
    asked = made(word)
    said = asked.randomize((1,) * asked.d, SeededCoins(b"sketch"))
    assert said in set(asked.outputs)


def test_a_draw_by_all_its_coins() -> None:
    """A row, then a block for each bit; p = 1/4 and q = 3/4 at odds 9."""
    asked = made("cms")
    drawn = Counter(
        asked.randomize((0, 1), Blocks([row, coins]))
        for row in (0, 1)
        for coins in product(QUARTERS, repeat=2)
    )
    assert {output: Fraction(times, 32) for output, times in drawn.items()} == law_of(
        asked, (0, 1)
    ).probabilities
    together = made("all_rows")
    drawn = Counter(
        together.randomize((0, 1), Blocks([coins[:2], coins[2:]])) for coins in product(QUARTERS, repeat=4)
    )
    assert {output: Fraction(n, 256) for output, n in drawn.items()} == law_of(together, (0, 1)).probabilities


@pytest.mark.parametrize("word", [*RATIONAL, "optimal"])
def test_irrational_budgets(word: str) -> None:
    """The likelihoods add up to 1, and the largest ratio to the odds, within balls."""
    noise: dict[str, object] = RATIONAL[word] if word == "unary" else {"epsilon": "7/5"}
    asked = MECHANISMS[word](**({"w": 4} if word == "per_user" else {"w": 4, "d": 1}), **noise)
    one, other = (
        [number(asked.likelihood(secret, each)) for each in asked.outputs] for secret in ((0,), (1,))
    )
    assert sum(one) == pytest.approx(1)
    ratio = max(a / b for a, b in zip(one, other, strict=True))
    assert ratio == pytest.approx(number(asked.privacy("user").odds))


def test_by_name_with_text() -> None:
    asked = by_name("sketch.hcms_plus", {"w": "4", "d": "2", "odds": "3"})
    assert asked.likelihood(asked.secrets.read("0,3"), asked.outputs.read("1:1,1")) == Fraction(
        1, 2
    ) / 3 * Fraction(3, 4)
    assert asked.likelihood(asked.secrets.read("0,3"), asked.outputs.read("1:3,1")) == Fraction(
        1, 2
    ) / 3 * Fraction(1, 4)


@pytest.mark.parametrize(
    ("word", "text", "reason"),
    [
        ("cms", "0,1", Reason.OUT_OF_RANGE),
        ("cms", "2:0,1", Reason.OUT_OF_RANGE),
        ("cms", "0:0,1;0,1", Reason.WRONG_LENGTH),
        ("cms", "0:0,1,1", Reason.WRONG_LENGTH),
        ("cms", "0:0,2", Reason.NOT_A_REPORT),
        ("cms", "0:0,x", Reason.NOT_A_NUMBER),
        ("cms", "0:0,-1", Reason.NOT_A_NUMBER),
        ("cms", "0:", Reason.NOT_A_NUMBER),
        ("all_rows", "0,1", Reason.WRONG_LENGTH),
        ("all_rows", "0:0,1;0,1", Reason.NOT_A_NUMBER),
        ("kary", "0:2", Reason.NOT_A_REPORT),
        ("hcms_plus", "0:0,1", Reason.NOT_A_REPORT),
    ],
)
def test_outputs_that_are_refused(word: str, text: str, reason: Reason) -> None:
    with refused(reason):
        made(word).outputs.read(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [("0", Reason.WRONG_LENGTH), ("0,2", Reason.OUT_OF_RANGE), ("0,a", Reason.NOT_A_NUMBER)],
)
def test_secrets_that_are_refused(text: str, reason: Reason) -> None:
    with refused(reason):
        made("cms").secrets.read(text)


@pytest.mark.parametrize(
    ("word", "given", "reason"),
    [
        ("unary", {"w": 4, "d": 2, "p": "1/2", "q": "1/2"}, Reason.OUT_OF_RANGE),
        ("unary", {"w": 4, "d": 2, "p": "1/2", "q": "1"}, Reason.OUT_OF_RANGE),
        ("unary", {"w": 4, "d": 2, "p": "1/2"}, Reason.MISSING),
        ("hcms", {"w": 6, "d": 2, "odds": 3}, Reason.OUT_OF_RANGE),
        ("cms", {"w": 1, "d": 2, "odds": 3}, Reason.OUT_OF_RANGE),
        ("cms", {"w": 4, "d": 0, "odds": 3}, Reason.OUT_OF_RANGE),
        ("per_user", {"w": 4, "d": 2, "odds": 3}, Reason.UNKNOWN_PARAMETER),
        ("cms", {"w": 4, "d": 2}, Reason.BUDGET_NOT_UNIQUE),
    ],
)
def test_parameters_that_are_refused(word: str, given: dict[str, object], reason: Reason) -> None:
    with refused(reason):
        by_name(f"sketch.{word}", given)


@pytest.mark.parametrize(
    ("word", "w", "d"),
    [("cms", 1024, 3), ("all_rows", 16, 5), ("all_rows", 1 << 20, 10**6), ("kary", 1 << 20, 1)],
)
def test_too_many_outputs(word: str, w: int, d: int) -> None:
    with refused(Reason.TOO_MANY_OUTCOMES):
        iter(reporting(word, w, d, odds=3).outputs)


def test_an_irrational_law_is_not_listed() -> None:
    with refused(Reason.IRRATIONAL):
        law_of(reporting("cms", 2, 2, odds=3), (0, 0))


@pytest.mark.parametrize("word", ["cms", "hcms", "kary", "all_rows"])
@pytest.mark.parametrize(
    ("secret", "reason"),
    [
        ((9, 0), Reason.OUT_OF_RANGE),
        ((0, -1), Reason.OUT_OF_RANGE),
        ((0, True), Reason.OUT_OF_RANGE),
        ((0, 1.0), Reason.OUT_OF_RANGE),
        ((0,), Reason.WRONG_LENGTH),
        ("01", Reason.NOT_A_LIST),
    ],
)
def test_columns_that_there_are_not_are_refused(word: str, secret: tuple[int, ...], reason: Reason) -> None:
    """Column 9 of a width of 4 was sent."""
    asked = MECHANISMS[word](4, 2, odds=4)
    output = next(iter(asked.outputs))
    for ask in (
        lambda: asked.likelihood(secret, output),
        lambda: asked.randomize(secret, SeededCoins(b"columns")),
        lambda: law_of(asked, secret),
        lambda: asked.neighbours("user", (0, 1), secret),
        lambda: asked.secrets.write(secret),
    ):
        with refused(reason) as refusal:
            ask()
        assert "9" not in str(refusal.value)


@pytest.mark.parametrize(
    ("word", "output", "reason"),
    [
        ("kary", (None, ((1,),)), Reason.OUT_OF_RANGE),
        ("kary", (2, ((1,),)), Reason.OUT_OF_RANGE),
        ("kary", (0, ((1,), (1,))), Reason.WRONG_LENGTH),
        ("kary", (0, ([1],)), Reason.NOT_A_REPORT),
        ("kary", (0, ((4,),)), Reason.NOT_A_REPORT),
        ("kary", [0, ((1,),)], Reason.NOT_A_REPORT),
        ("all_rows", (0, ((1, 0, 0, 0), (0, 0, 0, 0))), Reason.OUT_OF_RANGE),
        ("all_rows", (None, ((1, 0, 0, 0),)), Reason.WRONG_LENGTH),
    ],
)
def test_outputs_that_there_are_not_are_refused(word: str, output: Said, reason: Reason) -> None:
    """A row that was not said counted as the first, and a list of numbers as another column."""
    with refused(reason):
        MECHANISMS[word](4, 2, odds=4).likelihood((0, 1), output)
