"""Specimens that keep their claims, each implemented unlike the reference."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import accumulate, product
from math import comb, hypot, log, sqrt

from ldproof.coins import Coins
from tests.audit.zoo.drawing import (
    Cells,
    draw_below,
    draw_laplace,
    draw_ones,
    draw_outcome,
    draw_permutation,
    draw_response,
    draw_row,
    draw_true,
    parse_cells,
    rational_root,
    truth_probability,
)
from tests.audit.zoo.specimens import register_right

NULL = "-"


# m-shot reporting in other ways: m reports in random rounds, dummies that are 1 with probability r in the others.


@register_right("shots.report T=4 m=2 r=1/4 report_odds=3")
def chosen_round_by_round(states: str, coins: Coins, T: str, m: str, r: str, report_odds: str) -> str:
    """No rounds are chosen beforehand: with k reports left in n rounds, one is made now with probability k/n."""
    left, said = int(m), []
    for t, state in enumerate(states):
        now = draw_true(Fraction(left, int(T) - t), coins)
        said.append(
            draw_response(int(state), Fraction(report_odds), coins)
            if now
            else int(draw_true(Fraction(r), coins))
        )
        left -= now
    return "".join(map(str, said))


@register_right("shots.report T=3 m=1 r=1/3 odds=2")
def dummies_by_their_gaps(states: str, coins: Coins, T: str, m: str, r: str, odds: str) -> str:
    """Dummies are drawn for all rounds, by how many zeros lie between the ones, and some then are replaced."""
    ones = draw_ones(int(T), Fraction(r), coins)
    reports = {
        t: draw_response(int(states[t]), Fraction(odds), coins)
        for t in draw_permutation(int(T), coins)[-int(m) :]
    }
    return "".join(str(reports.get(t, int(t in ones))) for t in range(int(T)))


# Locally private continual counting in other ways: one report in a random round, or one in every round.


def alias_table(weights: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return the alias table of the weights: for each column its outcome, its threshold, and the outcome above."""
    whole, heights, table = sum(weights), {i: len(weights) * w for i, w in enumerate(weights)}, []
    while heights:
        low, high = min(heights, key=heights.__getitem__), max(heights, key=heights.__getitem__)
        table.append((low, heights[low], high))
        heights[high] -= whole - heights[low]
        del heights[low]
    return table


@register_right("counting.glance T=3 odds=3")
def from_an_alias_table(states: str, coins: Coins, T: str, odds: str) -> str:
    """Round and report together are drawn from an alias table of all that may be sent."""
    E = Fraction(odds)
    sendings = [(t, bit) for t in range(int(T)) for bit in (0, 1)]
    weights = [E.numerator if bit == int(states[t]) else E.denominator for t, bit in sendings]
    column, height = draw_below(len(weights), coins), draw_below(sum(weights), coins)
    one, reached, other = alias_table(weights)[column]
    chosen, said = sendings[one if height < reached else other]
    return "".join(str(said) if t == chosen else NULL for t in range(int(T)))


@register_right("counting.borappor T=4 odds=16")
def number_of_lies_first(states: str, coins: Coins, T: str, odds: str) -> str:
    """How many rounds are lied in is drawn first, from the Binomial law, and in which ones then."""
    rounds, lie = int(T), 1 - truth_probability(rational_root(Fraction(odds), int(T)))
    law = [comb(rounds, lies) * lie**lies * (1 - lie) ** (rounds - lies) for lies in range(rounds + 1)]
    lies = draw_permutation(rounds, coins)[: draw_outcome(law, coins)]
    return "".join(str(int(state) ^ (t in lies)) for t, state in enumerate(states))


@register_right("counting.harmony T=1 epsilon=1", reads=6)
def digits_of_e(states: str, coins: Coins, epsilon: str) -> str:
    """An irrational probability: a decimal number of 50 digits, the exponential series, is compared with 6 bytes."""
    with localcontext(prec=50):
        terms = accumulate(range(1, 50), lambda term, n: term * Decimal(epsilon) / n, initial=Decimal(1))
        lie = 1 / (1 + sum(terms))
        return str(int(states) ^ (int.from_bytes(coins.read(6)) < lie * 256**6))


# The private chi-squared test in other ways: is the statistic of the table a, b above tau?


def pearson_statistic(a: int, b: int, m1: int, m2: int) -> Fraction:
    """Return Pearson's sum of (observed - expected)^2 / expected over four cells; 0 for 0/0."""
    total = Fraction(0)
    for group, has in ((m1, a), (m2, b)):
        for margin, seen in ((a + b, has), (m1 + m2 - a - b, group - has)):
            expected = Fraction(group * margin, m1 + m2)
            total += (seen - expected) ** 2 / expected if expected else 0
    return total


@cache
def significant_tables(m1: int, m2: int, tau: str) -> Mapping[Cells, bool]:
    """Return for every table whether the statistic exceeds tau."""
    return {each: pearson_statistic(*each, m1, m2) > Fraction(tau) for each in all_tables(m1, m2)}


def all_tables(m1: int, m2: int) -> Iterator[Cells]:
    """Return all tables."""
    return product(range(m1 + 1), range(m2 + 1))


def longest_step(values: Mapping[Cells, float]) -> float:
    """Return the largest difference of a value between two neighbours."""
    steps = ((a, b, *near) for a, b in values for near in ((a + 1, b), (a, b + 1)) if near in values)
    return max(abs(values[c, d] - values[a, b]) for a, b, c, d in steps)


@cache
def statistics_and_step(m1: int, m2: int) -> tuple[Mapping[Cells, float], float]:
    """Return the statistic of every table, and its largest difference between neighbours."""
    values = {each: float(pearson_statistic(*each, m1, m2)) for each in all_tables(m1, m2)}
    return values, longest_step(values)


@cache
def norms_and_step(m1: int, m2: int, tau: int) -> tuple[Mapping[Cells, float], float]:
    """Return each table's distance from the centre where the ellipse is a circle, and the largest difference."""
    N, width = m1 + m2, sqrt(tau * m1 * m2 * (m1 + m2))
    values = {
        (a, b): hypot((2 * (a + b) - N) / N, 2 * (a * m2 - b * m1) / width) for a, b in all_tables(m1, m2)
    }
    return values, longest_step(values)


@register_right("chi2.algorithm_1_f m1=5 m2=5 tau=3 odds=2", reads=6)
def noise_on_the_statistic(table: str, coins: Coins, m1: str, m2: str, tau: str, odds: str) -> str:
    """Noise is really added to the statistic; its scale is found by trying all neighbours."""
    values, step = statistics_and_step(int(m1), int(m2))
    noise = draw_laplace(step / log(Fraction(odds)), coins)
    return str(int(values[parse_cells(table)] + noise > float(tau)))


@register_right("chi2.algorithm_2_integer m1=6 m2=4 tau=3 odds=2", reads=6)
def noise_on_the_norm(table: str, coins: Coins, m1: str, m2: str, tau: str, odds: str) -> str:
    """The table is mapped to where the ellipse is a circle, and noise is added to its distance from the centre."""
    values, step = norms_and_step(int(m1), int(m2), int(tau))
    noise = draw_laplace(step / log(Fraction(odds)), coins)
    return str(int(values[parse_cells(table)] + noise > 1))


@cache
def draw_geometric(falls: Fraction, end: int) -> tuple[Fraction, ...]:
    """Draw two-sided geometric noise from -end to end, with the tails added to the ends."""
    tail = falls**end / (1 + falls)
    middle = ((1 - falls) / (1 + falls) * falls ** abs(step) for step in range(1 - end, end))
    return (tail, *middle, tail)


@register_right("chi2.optimal m1=5 m2=5 tau=2 odds=3")
def geometric_noise_on_the_distance(table: str, coins: Coins, m1: str, m2: str, tau: str, odds: str) -> str:
    """Two-sided geometric noise, cut off where it no longer matters, on how many people are missing."""
    above = significant_tables(int(m1), int(m2), tau)
    a, b = parse_cells(table)
    missing = min(abs(a - c) + abs(b - d) for (c, d), other in above.items() if other != above[a, b])
    end = int(m1) + int(m2) + 1
    noise = draw_outcome(draw_geometric(1 / Fraction(odds), end), coins) - end
    return str(int(above[a, b] != (noise >= missing)))


# The Count-Min Sketch with local privacy in other ways: a row is sampled, and one's column there said with noise.


@register_right("sketch.kary w=4 d=2 odds=7/2")
def one_number_and_a_shift(columns: str, coins: Coins, w: str, odds: str) -> str:
    """One number among E + w - 1 shares: the first E are no shift, each further one is a shift of its own."""
    (row, own), width, E = draw_row(columns, coins), int(w), Fraction(odds)
    number = draw_below(E.numerator + (width - 1) * E.denominator, coins)
    shift = max(0, 1 + (number - E.numerator) // E.denominator)
    return f"{row}:{(own + shift) % width}"


@register_right("sketch.hcms w=8 d=2 odds=3")
def sylvesters_matrix(columns: str, coins: Coins, w: str, odds: str) -> str:
    """The Hadamard matrix is written out by doubling, and a sign of it is multiplied by -1 or not."""
    matrix = [[1]]
    while len(matrix) < int(w):
        matrix = [line + line for line in matrix] + [line + [-sign for sign in line] for line in matrix]
    kept, place = draw_true(truth_probability(Fraction(odds)), coins), draw_below(int(w), coins)
    row, own = draw_row(columns, coins)
    sign = matrix[place][own] * (1 if kept else -1)
    return f"{row}:{place},{(1 - sign) // 2}"


@register_right("sketch.unary w=4 d=2 p=1/4 q=3/5")
def ones_are_added(columns: str, coins: Coins, w: str, p: str, q: str) -> str:
    """All bits are 1 with probability p; to one's own, a second chance is added that makes up for the rest of q."""
    width, low, high = int(w), Fraction(p), Fraction(q)
    first = [draw_true(low, coins) for _ in range(width)]
    second = draw_true((high - low) / (1 - low), coins)
    row, own = draw_row(columns, coins)
    return f"{row}:{','.join(str(int(bit or (second and c == own))) for c, bit in enumerate(first))}"


@register_right("sketch.unary_all_rows w=2 d=2 p=1/4 q=1/2")
def cells_by_halves(columns: str, coins: Coins, w: str, p: str, q: str) -> str:
    """Two fair coins a cell: both have to be heads in another column, and the first in one's own."""
    rows = []
    for own in map(int, columns.split(",")):
        pairs = [(draw_below(2, coins), draw_below(2, coins)) for _ in range(int(w))]
        rows.append(",".join(str(one if c == own else one & other) for c, (one, other) in enumerate(pairs)))
    return ";".join(rows)


@register_right("sketch.local_hash w=4 odds=3")
def one_draw_among_weights(column: str, coins: Coins, w: str, odds: str) -> str:
    """One's own column has as many of the equally likely numbers as the odds say, and each other one has one."""
    E, width, own = int(odds), int(w), int(column)
    number = draw_below(E + width - 1, coins)
    return str(own if number < E else [c for c in range(width) if c != own][number - E])


@register_right("sketch.per_user w=4 odds=9")
def flips_by_their_gaps(column: str, coins: Coins, w: str, odds: str) -> str:
    """How many bits lie between those that are flipped."""
    flipped = draw_ones(int(w), 1 - truth_probability(rational_root(Fraction(odds), 2)), coins)
    return ",".join(str(int((place == int(column)) != (place in flipped))) for place in range(int(w)))
