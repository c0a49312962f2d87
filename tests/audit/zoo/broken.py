"""Specimens that leak more than they claim, each by one subtle bug."""

from fractions import Fraction
from itertools import product
from math import exp, log, sqrt

from ldproof.coins import Coins, SeededCoins
from ldproof.probability import INFINITE
from tests.audit.zoo.drawing import (
    Cells,
    draw_below,
    draw_float,
    draw_laplace,
    draw_outcome,
    draw_permutation,
    draw_response,
    draw_row,
    draw_true,
    parse_cells,
    rational_root,
    transcript,
    truth_probability,
)
from tests.audit.zoo.specimens import register_broken

NULL = "-"


# m-shot reporting, broken: m reports in random rounds tau, dummies that are 1 with probability r in the others.


@register_broken("shots.report T=3 m=1 r=0 odds=3", INFINITE, 2000, ("100", "000"))
def reports_where_there_is_news(states: str, coins: Coins, T: str, m: str, odds: str) -> str:
    """Tau depends on the data: rounds in state 1 come first."""
    order = sorted(draw_permutation(int(T), coins), key=lambda t: states[t] == "0")
    tau = order[: int(m)]
    return transcript(states, tau, lambda state: draw_response(state, Fraction(odds), coins), lambda _: 0)


@register_broken("shots.report T=2 m=1 r=1/2 odds=3", Fraction(5), 2000)
def dummies_like_the_state(states: str, coins: Coins, T: str, m: str, odds: str) -> str:
    """Dummies depend on the state: 5 of 8 are like it, so that they do not look odd."""
    tau = draw_permutation(int(T), coins)[: int(m)]
    return transcript(
        states,
        tau,
        lambda state: draw_response(state, Fraction(odds), coins),
        lambda state: draw_response(state, Fraction(5, 3), coins),
    )


@register_broken("shots.report T=2 m=2 r=0 report_odds=2", INFINITE, 1000, ("01", "00"))
def one_flip_for_all_reports(states: str, coins: Coins, report_odds: str) -> str:
    """There is memory between rounds: the first report's noise is used for all, and a change of state shows."""
    flip = not draw_true(truth_probability(Fraction(report_odds)), coins)
    return "".join(str(int(state) ^ flip) for state in states)


@register_broken("shots.report T=4 m=2 r=0 odds=4", Fraction(16), 2000)
def all_of_the_budget_each_time(states: str, coins: Coins, T: str, m: str, odds: str) -> str:
    """The budget is spent m times: every report has the odds of all of them."""
    tau = draw_permutation(int(T), coins)[: int(m)]
    return transcript(states, tau, lambda state: draw_response(state, Fraction(odds), coins), lambda _: 0)


@register_broken("shots.report T=4 m=2 r=1/2 report_odds=2", Fraction(8), 4000)
def one_report_too_many(states: str, coins: Coins, T: str, m: str, r: str, report_odds: str) -> str:
    """The reports are numbered from 0 to m, so that there are m + 1, each with a share of one in m."""
    tau = [t for number, t in enumerate(draw_permutation(int(T), coins)) if number <= int(m)]
    return transcript(
        states,
        tau,
        lambda state: draw_response(state, Fraction(report_odds), coins),
        lambda _: int(draw_true(Fraction(r), coins)),
    )


@register_broken("shots.report T=2 m=1 r=0 epsilon=1", Fraction(3), 10000)
def e_is_three(states: str, coins: Coins, T: str, m: str, epsilon: str) -> str:
    """e^epsilon is rounded to a whole number, so that probabilities are short fractions."""
    odds = Fraction(round(exp(Fraction(epsilon))))
    tau = draw_permutation(int(T), coins)[: int(m)]
    return transcript(states, tau, lambda state: draw_response(state, odds, coins), lambda _: 0)


@register_broken("shots.report T=4 m=3 r=0 report_odds=3/2", Fraction(19, 11) ** 3, 5000)
def debiased_by_the_client(states: str, coins: Coins, T: str, m: str, report_odds: str) -> str:
    """The collector's factor T/m, which makes up for dummies, is put into the client's probability."""
    contrast = (2 * truth_probability(Fraction(report_odds)) - 1) * int(T) / int(m)
    odds = (1 + contrast) / (1 - contrast)
    tau = draw_permutation(int(T), coins)[: int(m)]
    return transcript(states, tau, lambda state: draw_response(state, odds, coins), lambda _: 0)


@register_broken("shots.report T=8 m=4 r=1/2 report_odds=3", INFINITE, 2000)
def seeded_with_the_states(states: str, coins: Coins, T: str, m: str, r: str, report_odds: str) -> str:
    """A seed depends on the input: the coins are a hash of the states, and who guesses these can check."""
    coins = SeededCoins(states.encode())
    tau = draw_permutation(int(T), coins)[: int(m)]
    return transcript(
        states,
        tau,
        lambda state: draw_response(state, Fraction(report_odds), coins),
        lambda _: int(draw_true(Fraction(r), coins)),
    )


@register_broken("shots.report T=1 m=1 r=0 odds=255", INFINITE, 20000)
def stops_at_the_first_byte_that_differs(states: str, coins: Coins, odds: str) -> str:
    """How many bytes it reads depends on the state: a second one only if the first ties with its probability."""
    one = truth_probability(Fraction(odds)) if states == "1" else 1 - truth_probability(Fraction(odds))
    digits = int(one * 256**2).to_bytes(2)
    byte = coins.read(1)
    if byte == digits[:1]:
        byte += coins.read(1)
    return str(int(byte < digits))


# Locally private continual counting, broken: one report in a random round, or a report in every round.


@register_broken("counting.glance T=2 odds=3", INFINITE, 1000)
def silent_when_idle(states: str, coins: Coins, T: str, odds: str) -> str:
    """NULL leaks: nothing is sent where there is nothing to report, to save a message."""
    tau = [draw_below(int(T), coins)]
    return transcript(
        states,
        tau,
        lambda state: draw_response(state, Fraction(odds), coins) if state else NULL,
        lambda _: NULL,
    )


@register_broken("counting.glance T=3 odds=3", Fraction(9), 2000)
def reports_in_the_next_round_too(states: str, coins: Coins, T: str, odds: str) -> str:
    """Off by one: the round's number is compared with <= on both sides, and two rounds are reported."""
    first = draw_below(int(T), coins)
    tau = [t for t in range(int(T)) if first <= t <= first + 1]
    return transcript(states, tau, lambda state: draw_response(state, Fraction(odds), coins), lambda _: NULL)


@register_broken("counting.glance T=2 epsilon=5.2", Fraction(255), 40000)
def probability_in_a_byte(states: str, coins: Coins, T: str, epsilon: str) -> str:
    """The probability of a true report is rounded to a multiple of 1/256, so that one byte decides."""
    odds = exp(Fraction(epsilon))
    true = round(256 * odds / (1 + odds))
    tau = [draw_below(int(T), coins)]
    return transcript(
        states, tau, lambda state: state if coins.read(1)[0] < true else 1 - state, lambda _: NULL
    )


@register_broken("counting.harmony_published T=4 odds=2", INFINITE, 2000, ("0010", "0000"))
def waits_for_the_first_one(states: str, coins: Coins, T: str, odds: str) -> str:
    """Tau depends on the data: it is the first round in state 1 from a random round on, or the last one."""
    tau = [f"{states[:-1]}1".index("1", draw_below(int(T), coins))]
    return transcript(states, tau, lambda state: draw_response(state, Fraction(odds), coins), lambda _: NULL)


@register_broken("counting.harmony T=3 odds=3", INFINITE, 2000)
def fills_like_the_state(states: str, coins: Coins, T: str, odds: str) -> str:
    """Harmony's filling is tied to the state: it is 0, but 1 in one of 16 rounds in state 1."""
    tau = [draw_below(int(T), coins)]
    return transcript(
        states,
        tau,
        lambda state: draw_response(state, Fraction(odds), coins),
        lambda state: int(state and not draw_below(16, coins)),
    )


@register_broken("counting.borappor T=3 odds=3", Fraction(27), 2000)
def the_whole_budget_every_round(states: str, coins: Coins, odds: str) -> str:
    """The budget is spent T times: every round's report has the odds of all of them."""
    return "".join(str(draw_response(int(state), Fraction(odds), coins)) for state in states)


@register_broken("counting.borappor T=4 odds=16", Fraction(49, 19) ** 4, 10000, ("0101", "1010"))
def memoised_until_it_changes(states: str, coins: Coins, odds: str) -> str:
    """Each memoised value has the whole budget, however often the state changes and a new value is memoised."""
    memos = [draw_response(int(state), Fraction(odds), coins) for state in states]
    memo, reports = memos[0], []
    for t, state in enumerate(states):
        memo = memos[t] if state != states[max(t - 1, 0)] else memo
        reports.append(draw_response(memo, Fraction(3), coins))
    return "".join(map(str, reports))


@register_broken("counting.borappor T=4 odds=16", INFINITE, 1000)
def the_same_coins_for_everybody(states: str, coins: Coins, T: str, odds: str) -> str:
    """A seed is reused across users: everybody's generator starts with the same constant."""
    coins = SeededCoins(b"counting")
    return "".join(
        str(draw_response(int(state), rational_root(Fraction(odds), int(T)), coins)) for state in states
    )


@register_broken("counting.borappor T=3 odds=27", INFINITE, 2000)
def stops_after_the_last_lie(states: str, coins: Coins, T: str, odds: str) -> str:
    """How many bytes it reads depends on the lies: it draws their gaps, until these have come past the last round."""
    lie = 1 - truth_probability(rational_root(Fraction(odds), int(T)))
    lies, t = [], 0
    while t < int(T):
        gap = [(1 - lie) ** zeros * lie for zeros in range(int(T) - t)]
        t += draw_outcome([*gap, 1 - sum(gap, Fraction(0))], coins)
        lies.append(t)
        t += 1
    return "".join(str(int(state) ^ (t in lies)) for t, state in enumerate(states))


# The private chi-squared test, broken: is the statistic of the table a, b of m1 cases and m2 controls above tau?


def short_cut_statistic(a: int, b: int, m1: int, m2: int) -> float:
    """Return the statistic by the short-cut formula, in floats; 0 for 0/0."""
    margin = (a + b) * (m1 + m2 - a - b)
    return (a * m2 - b * m1) ** 2 * (m1 + m2) / (margin * m1 * m2) if margin else 0.0


@register_broken("chi2.algorithm_1_f m1=5 m2=5 tau=3 odds=2", 4.0, 5000, reads=6)
def half_the_sensitivity(table: str, coins: Coins, m1: str, m2: str, tau: str, odds: str) -> str:
    """Delta_F is too small: 2N/(N + 2) in the place of 4N/(N + 2)."""
    N = int(m1) + int(m2)
    value = short_cut_statistic(*parse_cells(table), int(m1), int(m2))
    flip = exp(-log(Fraction(odds)) * abs(value - int(tau)) / (2 * N / (N + 2))) / 2
    return str(int(draw_float(coins) < (1 - flip if value > int(tau) else flip)))


@register_broken("chi2.algorithm_2_integer m1=6 m2=4 tau=3 odds=2", 4.0, 5000, reads=6)
def half_the_scale(table: str, coins: Coins, m1: str, m2: str, tau: str, odds: str) -> str:
    """The Laplace noise on the norm of T has half the scale that it should have."""

    def norm(a: int, b: int) -> float:
        middle, slant = (2 * (a + b) - N) / N, a * int(m2) - b * int(m1)
        return sqrt(middle**2 + 4 * slant**2 / (int(tau) * int(m1) * int(m2) * N))

    N = int(m1) + int(m2)
    in_a = (norm(a + 1, b) - norm(a, b) for a, b in product(range(int(m1)), range(int(m2) + 1)))
    in_b = (norm(a, b + 1) - norm(a, b) for a, b in product(range(int(m1) + 1), range(int(m2))))
    sensitivity = max(map(abs, (*in_a, *in_b)))
    return str(
        int(norm(*parse_cells(table)) + draw_laplace(sensitivity / (2 * log(Fraction(odds))), coins) > 1)
    )


@register_broken("chi2.algorithm_1_y1 m1=4 m2=2 tau=2 odds=4", 4 ** (52 / 45), 10000, reads=6)
def controls_are_no_secret(table: str, coins: Coins, m1: str, m2: str, tau: str, odds: str) -> str:
    """The sensitivity is (16), for controls whose variants are public, and they are not."""
    cases, controls = int(m1), int(m2)
    a, b = parse_cells(table)
    most = max(b, controls - b)
    sensitivity = (cases + controls) ** 2 / (cases * controls) * most / (most + 1)
    noise = draw_laplace(sensitivity / log(Fraction(odds)), coins)
    return str(int(short_cut_statistic(a, b, cases, controls) + noise > int(tau)))


def steps_to_other_decision(table: Cells, m1: int, m2: int, tau: float) -> int:
    """Return the number of people who must change until the short-cut formula gives the other decision."""
    above = short_cut_statistic(*table, m1, m2) > tau
    return min(
        abs(a - table[0]) + abs(b - table[1])
        for a, b in product(range(m1 + 1), range(m2 + 1))
        if (short_cut_statistic(a, b, m1, m2) > tau) != above
    )


@register_broken("chi2.optimal m1=6 m2=4 tau=5/3 odds=3", 9.0, 2000, ("4,4", "4,3"), reads=6)
def two_formulas_for_one_statistic(table: str, coins: Coins, m1: str, m2: str, tau: str, odds: str) -> str:
    """A tie in floats: the textbook's sum exceeds tau where the short cut does not, and both are used."""
    a, b = parse_cells(table)
    cases, controls, threshold, E = int(m1), int(m2), float(Fraction(tau)), float(odds)
    seen = (a, cases - a), (b, controls - b)
    margins = (a + b, cases + controls - a - b)
    expected = [[group * margin / (cases + controls) for margin in margins] for group in (cases, controls)]
    total = 0.0
    for row, means in zip(seen, expected, strict=True):
        for one, other in zip(
            row, means, strict=True
        ):  # from Python 3.12 on, `sum` makes up for what it rounds
            total += (one - other) ** 2 / other if other else 0.0
    flip = E ** (1 - steps_to_other_decision((a, b), cases, controls, threshold)) / (1 + E)
    return str(int(draw_float(coins) < (1 - flip if total > threshold else flip)))


@register_broken("chi2.optimal m1=5 m2=5 tau=2 odds=2", 4.0, 2000, ("0,1", "0,2"), reads=6)
def best_of_two(table: str, coins: Coins, m1: str, m2: str, tau: str, odds: str) -> str:
    """The budget is spent twice: the test is repeated, and significant if either answer is."""
    here, E = parse_cells(table), float(odds)
    flip = E ** (1 - steps_to_other_decision(here, int(m1), int(m2), float(tau))) / (1 + E)
    once = 1 - flip if short_cut_statistic(*here, int(m1), int(m2)) > float(tau) else flip
    return str(int(draw_float(coins) < 1 - (1 - once) ** 2))


# The Count-Min Sketch with local privacy, broken: a row is sampled, and a person's column there said with noise.


@register_broken("sketch.kary w=4 d=2 odds=3", Fraction(9, 2), 5000)
def one_column_too_few(columns: str, coins: Coins, w: str, odds: str) -> str:
    """k-ary randomized response divides by E + w - 2, as if there were one column less."""
    (row, own), width, E = draw_row(columns, coins), int(w), Fraction(odds)
    truthful, shift = draw_true(E / (E + width - 2), coins), 1 + draw_below(width - 1, coins)
    return f"{row}:{own if truthful else (own + shift) % width}"


@register_broken("sketch.kary w=4 d=2 odds=3", INFINITE, 2000)
def saves_coins_when_it_tells_the_truth(columns: str, coins: Coins, w: str, odds: str) -> str:
    """How many bytes it reads depends on the secret: another column is drawn only if it is to be said."""
    (row, own), width, E = draw_row(columns, coins), int(w), Fraction(odds)
    truthful = draw_true((E - 1) / (E - 1 + width), coins)
    return f"{row}:{own if truthful else draw_below(width, coins)}"


@register_broken("sketch.cms w=4 d=2 odds=4", Fraction(16), 2000)
def the_whole_budget_for_each_bit(columns: str, coins: Coins, w: str, odds: str) -> str:
    """epsilon in the place of epsilon/2: two bits differ between items, and each has the odds of both."""
    row, own = draw_row(columns, coins)
    bits = (draw_response(int(column == own), Fraction(odds), coins) for column in range(int(w)))
    return f"{row}:{','.join(map(str, bits))}"


@register_broken("sketch.oue w=4 d=2 odds=3", Fraction(9), 2000)
def keeps_the_one(columns: str, coins: Coins, w: str, odds: str) -> str:
    """Unary encoding with OUE's p = 1/(E + 1) for the others, but E/(E + 1) for one's own bit in the place of 1/2."""
    (row, own), p = draw_row(columns, coins), 1 - truth_probability(Fraction(odds))
    bits = (int(draw_true(1 - p if column == own else p, coins)) for column in range(int(w)))
    return f"{row}:{','.join(map(str, bits))}"


@register_broken("sketch.cms w=4 d=2 odds=9", INFINITE, 2000)
def one_number_for_the_whole_row(columns: str, coins: Coins, w: str, odds: str) -> str:
    """All bits of a row are compared with the same random number: a single 1 is one's own."""
    (row, own), p = draw_row(columns, coins), 1 - truth_probability(rational_root(Fraction(odds), 2))
    number = draw_below(16, coins)
    bits = (int(number < 16 * (1 - p if column == own else p)) for column in range(int(w)))
    return f"{row}:{','.join(map(str, bits))}"


@register_broken("sketch.hcms w=4 d=2 odds=3", INFINITE, 1000)
def nothing_to_hide_in_column_0(columns: str, coins: Coins, w: str, odds: str) -> str:
    """The sign leaks: column 0 of the Hadamard matrix has no -1, and so its signs are not flipped."""
    (row, own), place = draw_row(columns, coins), draw_below(int(w), coins)
    lie = not draw_true(truth_probability(Fraction(odds)), coins)
    return f"{row}:{place},{(place & own).bit_count() % 2 ^ (lie and own > 0)}"


@register_broken("sketch.hcms_plus w=4 d=1 odds=3", Fraction(12), 2000, ("1", "2"))
def likes_places_with_a_minus(columns: str, coins: Coins, w: str, odds: str) -> str:
    """The place depends on the item: one with a -1 in its column is taken if either of two draws gives one."""
    row, own = draw_row(columns, coins)
    places = [1 + draw_below(int(w) - 1, coins) for _ in range(2)]
    place, sign = max(((place, (place & own).bit_count() % 2) for place in places), key=lambda each: each[1])
    return f"{row}:{place},{draw_response(sign, Fraction(odds), coins)}"


@register_broken("sketch.kary w=4 d=2 odds=3", INFINITE, 1000)
def row_of_the_item(columns: str, coins: Coins, w: str, d: str, odds: str) -> str:
    """The row depends on the item: it is found by a hash of the item, so that equal items load one row."""
    told, width, E = [int(column) for column in columns.split(",")], int(w), Fraction(odds)
    row = sum(told) // int(d) % int(d)
    anything = draw_below(width, coins)
    return f"{row}:{told[row] if draw_true((E - 1) / (E - 1 + width), coins) else anything}"


@register_broken("sketch.all_rows w=2 d=2 odds=9", Fraction(81), 2000)
def the_whole_budget_for_each_row(columns: str, coins: Coins, w: str, odds: str) -> str:
    """All rows are told of, and the noise is not rescaled: each of d rows has the whole budget."""
    half = rational_root(Fraction(odds), 2)
    rows = (
        ",".join(str(draw_response(int(column == int(own)), half, coins)) for column in range(int(w)))
        for own in columns.split(",")
    )
    return ";".join(rows)
