"""Private sketches by name: plans, laws and tight odds over everything that can be sent, and clients' reports."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import exp, prod, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ldproof.budget import parse_budget
from ldproof.coins import CountingCoins, SeededCoins
from ldproof.errors import Reason
from ldproof.mechanisms import law_of
from ldproof.numbers import Real, ball, computed_real, precision
from ldproof.parameters import Words, parameter_domain
from ldproof.probability import Law, law_of_shares
from ldproof.registry import make_mechanism
from ldproof.rows import MOST_LISTED, check_listable, parse_numbers
from ldproof.sketch import formulas
from ldproof.sketch.channels import Hadamard, Kary, Unary
from ldproof.sketch.formulas import flip_probabilities, oue_probability
from ldproof.sketch.hashing import Affine, Key
from ldproof.sketch.mechanism import (
    MECHANISMS,
    VERSION,
    InputColumns,
    Report,
    Reporting,
    Reports,
    randomize_item,
)
from ldproof.sketch.plan import FIRST_PLACE, TAKES_RATES, Rows, channel_and_budget, draw_plan
from ldproof_proofs.law.finite_laws import symmetric_odds
from ldproof_proofs.sketch.law.row import noisy_row_law, row_likelihood
from ldproof_proofs.sketch.law.rows import all_rows_odds, most_differing, sampled_row_odds
from tests.reference.refusals import refused
from tests.reference.sketch.small import (
    BITS,
    HALF,
    QUARTERS,
    TWO,
    Blocks,
    P,
    Q,
    T,
    exact,
    number,
    planned,
    promised,
)

RATIONAL: dict[str, dict[str, object]] = {
    "cms": {"odds": 9},
    **{word: {"p": "1/4", "q": "1/2"} for word in TAKES_RATES},
    "oue": {"odds": 3},
    "hcms": {"odds": 3},
    "hcms_plus": {"odds": 3},
    "count_sketch": {"odds": 3},
    "kary": {"odds": 3},
    "per_user": {"odds": 9},
    "local_hash": {"odds": 3},
    "all_rows": {"odds": 81},
}
EACH = pytest.mark.parametrize("word", RATIONAL)
COINS = SeededCoins(b"plan")


def made(word: str, w: int = 2, d: int = 2, **noise: object) -> Reporting:
    """A small one."""
    return MECHANISMS[word](
        **({"w": w} if word in ("per_user", "local_hash") else {"w": w, "d": d}), **noise or RATIONAL[word]
    )


def odds_between(one: Law[T], other: Law[T]) -> Fraction:
    return Fraction(str(symmetric_odds(one, other)))


@EACH
def test_texts_of_inputs_and_outputs(word: str) -> None:
    asked = made(word, 4)
    written = [asked.outputs.write(output) for output in asked.outputs]
    assert len(written) == len(set(written))
    assert [asked.outputs.read(text) for text in written] == list(asked.outputs)
    for secret in product(range(4), repeat=asked.d):
        assert asked.secrets.read(",".join(map(str, secret))) == secret
    assert asked.randomize((1,) * asked.d, SeededCoins(b"sketch")) in set(asked.outputs)


@pytest.mark.parametrize("word", [*RATIONAL, "optimal"])
def test_irrational_budgets(word: str) -> None:
    """The likelihoods add up to 1, and the largest ratio to the odds, within balls."""
    asked = made(word, 4, 1, **(RATIONAL[word] if word in TAKES_RATES else {"epsilon": "7/5"}))
    one, other = (
        [number(asked.likelihood(secret, each)) for each in asked.outputs] for secret in ((0,), (1,))
    )
    assert sum(one) == pytest.approx(1)
    ratio = max(a / b for a, b in zip(one, other, strict=True))
    assert ratio == pytest.approx(number(asked.privacy("user").odds))


def test_by_name_with_text() -> None:
    asked = make_mechanism("sketch.hcms_plus", {"w": "4", "d": "2", "odds": "3"})
    for text, share in (("1:1,1", Fraction(3, 4)), ("1:3,1", Fraction(1, 4))):
        assert asked.likelihood(asked.secrets.read("0,3"), asked.outputs.read(text)) == HALF / 3 * share
    words = parameter_domain("mechanism", "sketch")
    assert isinstance(words, Words)
    assert set(MECHANISMS) == set(words.words) == {*RATIONAL, "optimal"}


def test_columns_that_there_are_not_are_refused() -> None:
    """Column 9 of a width of 4 was sent."""
    wrong: list[tuple[Any, Reason]] = [((0,), Reason.WRONG_LENGTH), ("01", Reason.NOT_A_LIST)]
    wrong += [(each, Reason.OUT_OF_RANGE) for each in ((9, 0), (0, -1), (0, True), (0, 1.0))]
    for word, (secret, reason) in product(("cms", "hcms", "kary", "all_rows"), wrong):
        asked = made(word, 4)
        asks: list[tuple[Callable[..., object], tuple[object, ...]]] = [
            (asked.likelihood, (secret, next(iter(asked.outputs)))),
            (asked.randomize, (secret, COINS)),
            (law_of, (asked, secret)),
            (asked.neighbours, ("user", (0, 1), secret)),
            (asked.secrets.write, (secret,)),
        ]
        for ask, given_ in asks:
            with refused(reason) as refusal:
                ask(*given_)
            assert "9" not in str(refusal.value)


def test_spaces_list_and_write_columns_and_reports() -> None:
    secrets = InputColumns(3, 2)
    assert [*secrets] == [*product(range(3), repeat=2)]
    assert (secrets.write((2, 0)), secrets.read("2,0")) == ("2,0", (2, 0))
    for rows, text, said, count in (
        (Rows.SAMPLED, "1:2", (1, ((2,),)), 6),
        (Rows.ALL, "2;0", (None, ((2,), (0,))), 9),
    ):
        reports = Reports(rows, 2, Kary(3, TWO))
        assert (reports.read(text), reports.write(said)) == (said, text)
        assert said in [*reports]
        assert len([*reports]) == count
    assert parse_numbers("12,0") == (12, 0)
    check_listable(2, 16, 1, "what")
    check_listable(MOST_LISTED, 1, 1, "what")


# plans


@pytest.mark.parametrize(
    ("words", "rows", "kind", "bits"),
    [
        ("cms oue optimal", Rows.SAMPLED, Unary, 4 + 64),
        ("hcms hcms_plus", Rows.SAMPLED, Hadamard, 4 + 7),
        ("count_sketch", Rows.SAMPLED, Hadamard, 4 + 6),
        ("kary", Rows.SAMPLED, Kary, 4 + 6),
        ("per_user", Rows.OWN, Unary, 3 * 64 + 64),
        ("local_hash", Rows.OWN, Kary, 3 * 64 + 6),
        ("all_rows", Rows.ALL, Unary, 10 * 64),
    ],
)
def test_plans_and_the_sizes_of_their_reports(words: str, rows: Rows, kind: type, bits: int) -> None:
    """Of 10 rows of width 64; of the coins, as many are read for every item."""
    for word, seed in product(words.split(), range(5)):
        asked = draw_plan(word, 64, 10, COINS, epsilon=2)
        assert (asked.rows, asked.bits, asked.d) == (rows, bits, 0 if rows is Rows.OWN else 10)
        assert isinstance(asked.channel, kind)
        assert asked.budget.epsilon() == 2
        taken, places = set(), set()
        for item in ("emoji", b"bytes", 7, ""):
            coins = CountingCoins(SeededCoins(bytes([seed])))
            said = randomize_item(asked, item, coins)
            taken.add(coins.taken)
            places.add(said.place)
            assert said.version == VERSION
        assert len(taken) == len(places) == 1


def test_channels_of_rational_budgets() -> None:
    """At width 2, where the optimum is symmetric; and the first place is left out by one of the Hadamard plans."""
    for word, rows, total, p, q in (
        ("cms", 1, 9, P, Q),
        ("oue", 1, 9, Fraction(1, 10), HALF),
        ("all_rows", 2, 81, P, Q),
        ("optimal", 1, 9, P, Q),
    ):
        said, spent = channel_and_budget(word, 2, rows, odds=total)
        assert (said.low, said.high) == (Real(p), Real(q))
        assert promised(said) ** rows == total == spent.odds()
    assert oue_probability(Fraction(3)) == P
    assert flip_probabilities("cms", 8, parse_budget(1, odds=3))[0].exact is None
    assert [channel_and_budget(word, 8, 1, odds=3)[0] for word in FIRST_PLACE] == [
        Hadamard(8, skip, TWO) for skip in (0, 1, 4)
    ]
    unary = draw_plan("unary", 8, 5, COINS, p="1/4", q="3/4")
    assert unary.channel == Unary(8, Real(P), Real(Q))
    assert unary.budget.odds() == promised(unary.channel) == 9
    assert unary.text()["p"] == "1/4"
    assert draw_plan("unary_all_rows", 8, 5, COINS, p="1/4", q="3/4").budget.odds() == 9**5


def test_hashes_are_fresh_and_of_the_family() -> None:
    fresh = draw_plan("kary", 8, 5, COINS, family="affine", P=97, odds=3)
    assert len(set(fresh.keys)) == 5
    assert all(0 <= number < 97 for key in fresh.keys for number in key)
    assert fresh.columns((3, 50)).tolist() == [[(a * x + b) % 97 % 8 for x in (3, 50)] for a, b in fresh.keys]
    assert exact(fresh.channel.high) == Fraction(3, 10)
    assert draw_plan("per_user", 8, None, COINS, odds=3).keys == ()


# one client: the law of its report by all coins

KEYS: tuple[Key, ...] = ((1, 0), (2, 1))
"""x mod 3 mod 2, and 2 x + 1 mod 3 mod 2."""


@pytest.mark.parametrize("item", [0, 1, 2])
@pytest.mark.parametrize(
    ("rows", "hashes"),
    [
        (Rows.SAMPLED, {(row,): (key,) for row, key in enumerate(KEYS)}),
        (Rows.ALL, {(): KEYS}),
        (Rows.OWN, {key: (key,) for key in product(range(3), repeat=2)}),
    ],
)
def test_reports_over_all_coins(rows: Rows, hashes: dict[Key, tuple[Key, ...]], item: int) -> None:
    """All rows, or all keys, are alike; and then contents are as of the item's columns there."""
    asked = planned(rows, Affine(2, 3), BITS, () if rows is Rows.OWN else KEYS)
    said = Counter(
        randomize_item(asked, item, Blocks([*place, *coins]))
        for place, keys in hashes.items()
        for coins in product(product(QUARTERS, repeat=2), repeat=len(keys))
    )
    for place, keys in hashes.items():
        for contents in product(BITS.list_contents(), repeat=len(keys)):
            columns = [(a * item + b) % 3 % 2 for a, b in keys]
            shares = (exact(BITS.likelihood(*each)) for each in zip(columns, contents, strict=True))
            assert Fraction(said[Report(place, contents)], 16 ** len(keys)) == prod(shares)


# the law of a row of bits

RATES = [(P, Q), (Fraction(1, 10), HALF), (HALF, Fraction(9, 10)), (Fraction(1, 3), Fraction(3, 7))]


@pytest.mark.parametrize(("p", "q"), RATES)
def test_the_odds_of_a_row_and_of_a_bit_are_those_of_its_law(p: Fraction, q: Fraction) -> None:
    for w in (2, 3, 4):
        laws, bits = (
            [noisy_row_law(w, column, p, q) for column in range(w)],
            Unary(w, Real(p), Real(q)),
        )
        for one, other in product(laws, repeat=2):
            assert symmetric_odds(one, other) == (formulas.row_odds(p, q) if one != other else 1)
        for column, seen in product(range(w), bits.list_contents()):
            share = bits.likelihood(column, seen)
            assert laws[column][seen] == row_likelihood(seen, column, p, q) == share
    own, apart = (noisy_row_law(2, column, p, q).pushforward(lambda seen: seen[0]) for column in (0, 1))
    assert own == law_of_shares([(1, q), (0, 1 - q)])
    assert symmetric_odds(own, apart) == formulas.bit_odds(p, q) < formulas.row_odds(p, q)


def test_the_epsilons_are_logarithms() -> None:
    """For 1/4 and 3/4 the row costs ln 9 and a bit ln 3, so that what section 4.1 says of a bit is the row's."""
    assert ball(formulas.row_epsilon(P, Q)).overlaps(ball(9).log())
    assert ball(formulas.bit_epsilon(P, Q)).overlaps(ball(3).log())


@pytest.mark.parametrize("items", [1, 2, 3])
def test_the_odds_of_all_rows_and_of_a_sampled_one(items: int) -> None:
    """For every two rows of hashes of so many items, collisions included."""
    p, q = Fraction(1, 3), Q
    rho, differing = formulas.row_odds(p, q), set()
    bits = [noisy_row_law(2, column, p, q) for column in (0, 1)]
    for hashes in product(product((0, 1), repeat=items), repeat=2):
        columns = np.array(hashes, np.int64)
        pairs = [*product(zip(*hashes, strict=True), repeat=2)]
        both = {each: bits[each[0]].product(bits[each[1]]) for each in product((0, 1), repeat=2)}
        place = law_of_shares([(0, HALF), (1, HALF)])
        one_of = {each: place.then([bits[column] for column in each].__getitem__) for each in both}
        assert max(odds_between(both[a], both[b]) for a, b in pairs) == all_rows_odds(rho, columns)
        assert max(odds_between(one_of[a], one_of[b]) for a, b in pairs) == sampled_row_odds(rho, columns)
        differing.add(most_differing(columns))
    assert differing == ({0} if items == 1 else {0, 1, 2})


def test_the_rows_need_not_differ_for_one_pair() -> None:
    """Each of three rows tells two of the three items apart, and no pair differs in all: not the third power."""
    columns = np.array([[0, 0, 1], [0, 1, 0], [1, 0, 0]], np.int64)
    assert most_differing(columns) == 2
    assert all_rows_odds(Fraction(6), columns) == 36
    assert most_differing(np.zeros((2, 0), np.int64)) == 0


# flips


@pytest.mark.parametrize("word", ["cms", "oue", "optimal", "per_user", "all_rows"])
@pytest.mark.parametrize("given", [{"odds": 9}, {"odds": 7}, {"epsilon": "3/2"}], ids=str)
def test_a_row_has_the_odds_of_its_share(word: str, given: dict[str, object]) -> None:
    for w, rows in product((2, 16, 1024), (1, 2)):
        p, q = (number(each) for each in flip_probabilities(word, w, parse_budget(rows, **given)))
        share = (float(str(given["odds"])) if "odds" in given else exp(1.5)) ** (1 / rows)
        assert 0 < p < q < 1
        assert q * (1 - p) / (p * (1 - q)) == pytest.approx(share)
        if word == "oue":
            assert [p, q] == pytest.approx([1 / (1 + share), 0.5])
        elif word != "optimal":
            assert [p, 1 - q] == pytest.approx([1 / (1 + sqrt(share))] * 2)


def variance(w: int, E: Fraction, t: Fraction) -> Fraction:
    """Of one report's score for an item that is nobody's, at flips of odds E: mu (1 - mu) / (q - p)^2."""
    p, q = t / (1 + t), E * t / (1 + E * t)
    mu = p + (q - p) / w
    return mu * (1 - mu) / (q - p) ** 2


@given(
    st.integers(2, 40) | st.just(1024),
    st.fractions(Fraction(11, 10), 50, max_denominator=100),
    st.fractions(Fraction(1, 100), 3, max_denominator=1000),
)
def test_no_other_flips_vary_less(w: int, E: Fraction, t: Fraction) -> None:
    with precision(200):
        best = ball(formulas.optimal_odds(w, parse_budget(odds=E)))
        assume(abs(best - ball(t)) > 1e-9)
        near = Fraction(int((best * (1 << 100)).mid().floor().fmpz()), 1 << 100)
    assert number(flip_probabilities("optimal", w, parse_budget(odds=E))[0]) == pytest.approx(
        float(near / (1 + near))
    )
    assert variance(w, E, near) < min(variance(w, E, other) for other in (t, near * HALF, near * 99 / 100))


def test_the_optimum_is_symmetric_at_width_2_and_oue_in_the_limit() -> None:
    assert formulas.optimal_odds(2, parse_budget(odds=9)) == Fraction(1, 3)
    assert not isinstance(formulas.optimal_odds(2, parse_budget(odds=3)), Fraction)
    with precision(128):
        assert abs(formulas.optimal_root(ball(10**30), ball(5)) - ball(Fraction(1, 5))) < 1e-20


@pytest.mark.parametrize("bits", [8, 16, 60])
def test_rounded_rates_cost_no_more(bits: int) -> None:
    for p, q in ((Fraction(1, 3), Fraction(6, 7)), (Fraction(1, 5), Fraction(5, 7))):
        for rates in (
            (Real(p), Real(q)),
            (computed_real(lambda p=p: ball(p)), computed_real(lambda q=q: ball(q))),
        ):
            low, high = formulas.private_rates(*rates, bits)
            assert 0 <= low - p < Fraction(1, 1 << bits)
            assert 0 <= q - high < Fraction(1, 1 << bits)
            assert formulas.row_odds(low, high) < formulas.row_odds(p, q)
            assert (low * (1 << bits)).denominator == (high * (1 << bits)).denominator == 1
    assert formulas.private_rates(Real(P), Real(Q), 2) == (P, Q)
