"""The minimum of denoised rows: its exact law, that it is biased in either direction, and that it bounds nothing."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache, partial, reduce
from itertools import product as every
from math import isqrt
from operator import gt, lt, sub

from ldproof.budget import Budget
from ldproof.numbers import Real, Symbol, Term, enclose, exp, rational, term
from ldproof.probability import Law
from ldproof.sketch.channels import Unary
from ldproof.sketch.error import min_bias
from ldproof.sketch.plan import Rows
from ldproof.sketch.variance import variance
from ldproof_proofs.budget import EPSILON, any_budget
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.ground import ByRecord, Ground, exactly
from ldproof_proofs.kernel.prover import Prover, proposition
from ldproof_proofs.kernel.relations import Relation, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.tracing import tie, traced
from ldproof_proofs.law import sums
from ldproof_proofs.law.finite_laws import mixture_law
from ldproof_proofs.sketch.variance.exhaustive import added, counted, functions, itself, person, seen, table

RATES = (rational(1, 4), rational(3, 4)), (rational(1, 3), rational(1, 2))
POPULATIONS = ((0, 0), (0, 1), (1, 1), (1, 2), (0, 1, 1), (1, 1, 1))
SHAPES = ((2, 1), (2, 2), (3, 1))
LN_16 = Fraction("2.772588722239781237668928485833")
CLOSE = Fraction(1, 10**9)
NOISE = Fraction(1, 4), Fraction(3, 4)


def least(w: int, d: int, p: Fraction, q: Fraction, items: Sequence[int]) -> Law[Fraction]:
    """The law of the least row, from every hash function: given the hashes, rows are independent."""
    laws, known = table(Unary(w, Real(p), Real(q))), list(functions(w, d))

    @cache
    def row(columns: tuple[int, ...]) -> Law[Fraction]:
        return reduce(added, (person(laws, Rows.SAMPLED, seen((columns,), item)) for item in items))

    return mixture_law((rational(1, len(known)), reduce(lesser, map(row, hashes))) for hashes in known)


def lesser(one: Law[Fraction], other: Law[Fraction]) -> Law[Fraction]:
    """The law of the smaller of two independent numbers."""
    return one.product(other).pushforward(min)


def mean_less(w: int, d: int, p: Fraction, q: Fraction, items: Sequence[int]) -> Fraction:
    """How far the mean of that law is from the item's count."""
    return least(w, d, p, q, items).mean(lambda value: value) - items.count(0)


def biased(w: int, d: int, p: Fraction, q: Fraction, items: Sequence[int]) -> Term:
    """That as a term."""
    return sums.mean(least(w, d, p, q, items), itself) - items.count(0)


def cases(further: int) -> Iterable[tuple[str, Relation]]:
    """The bias by generating functions and order statistics, and by the law of the least row."""
    for (w, d), (p, q), items in ((s, r, i) for s in SHAPES for r in RATES for i in POPULATIONS):
        N, f, S = counted(items)
        if (N - f) and S not in {N - f, (N - f) ** 2}:
            continue
        found = min_bias(N, f, w, d, None, S, p, q)
        yield (
            f"w = {w}, d = {d}, p = {p}, q = {q}, items {items}",
            equal(biased(w, d, p, q, items) + further, exactly(found)),
        )
    # Symmetric flips at e^epsilon = 4 in each of two rows, from the odds and from a logarithm that is near.
    for items in POPULATIONS:
        N, f, S = counted(items)
        if N - f == S:
            wanted = biased(2, 2, Fraction(1, 3), Fraction(2, 3), items) + further
            found = min_bias(N, f, 2, 2, Budget(1, "odds", Fraction(16)))
            yield f"odds 16, items {items}", equal(wanted, exactly(found))
            near = enclose(min_bias(N, f, 2, 2, Budget(1, "epsilon", LN_16)), 12)
            yield f"epsilon near ln(16), items {items}, above", below(Fraction(near.upper) - wanted, CLOSE)
            yield f"epsilon near ln(16), items {items}, below", below(wanted - Fraction(near.lower), CLOSE)


def exhaustive(prover: Prover) -> Theorem:
    """Tiny sketches, every function from items to columns."""
    claim = Ground(
        "sketch.min-bias-is-counted",
        "the bias of the minimum is that of the law of the least row",
        "(w, d) in {(2, 1), (2, 2), (3, 1)}, (p, q) in {(1/4, 3/4), (1/3, 1/2)}, two or three people and three items; every "
        "hash function; with w = d = 2 also from e^epsilon = 16 and from a decimal near its logarithm",
        lambda: cases(0),
        lambda: cases(1),
        anchors=(
            anchor(
                min_bias,
                lambda: min_bias(3, 1, 2, 2, None, 4, *NOISE),
                lambda: mean_less(2, 2, *NOISE, (0, 1, 1)),
            ),
        ),
    )
    return prover.theorem(claim, ByRecord())


def another_row(prover: Prover) -> Theorem:
    """One row more: the mean of the minimum of whole numbers adds up T^d, and falls where T is neither 0 nor 1.

    With d = 1 a row without collisions is unbiased, so that the minimum of two rows and more is below it on average.
    """
    T, power = Symbol("T"), Symbol("P")
    return proposition(
        prover,
        "sketch.min-falls-with-rows",
        below(power * T, power),
        {"T < 1": below(T, 1), "P > 0": below(0, power)},
        {"T": rational(1, 2), "P": rational(1, 4)},
        reason="P - P T = P (1 - T)",
        reading="T is the probability that a row has v ones or more, 0 < T < 1, and P = T^d that all d rows do",
    )


DOWN = ((0, 0, 0, 0), rational(1, 3), rational(2, 3))
UP = ((0, 0, 1, 1, 1, 1, 1, 1), rational(1, 4), rational(3, 4))
"""The items of all people, p and q."""
OFTEN = rational(3, 10)


def both_ways(turned: int) -> Iterable[tuple[str, Relation]]:
    """The sign of the exact bias, and how often the minimum is below and above the item's count."""
    for (items, p, q), sign in ((DOWN, -1), (UP, 1)):
        law, f, name = least(2, 2, p, q, items), items.count(0), f"p = {p}, q = {q}, items {items}"
        bias = sums.mean(law, itself) - f
        yield f"{name}, bias", equal(bias, mean_less(2, 2, p, q, items))
        yield f"{name}, its sign", below(0, turned * sign * bias)
        yield f"{name}, below", below(OFTEN, sums.chance(law, partial(gt, Fraction(f))))
        yield f"{name}, above", below(OFTEN, sums.chance(law, partial(lt, Fraction(f))))


def either_direction(prover: Prover) -> Theorem:
    """Nobody to collide with, and six people who hold one other item."""
    down, up = (mean_less(2, 2, p, q, items) for items, p, q in (DOWN, UP))
    claim = Ground(
        "sketch.min-is-biased-both-ways",
        f"with w = d = 2 the minimum's bias is {down} for N = f = 4, (p, q) = (1/3, 2/3), and {up} for N = 8, f = 2 and 6 "
        "with one other item, (p, q) = (1/4, 3/4); in both it is below f and above f with a probability of more than 3/10 each",
        "(N, f) in {(4, 4), (8, 2)}",
        lambda: both_ways(1),
        lambda: both_ways(-1),
        values=lambda: {
            "down": down,
            "up": up,
            "often": OFTEN,
            "w": Fraction(2),
            "d": Fraction(2),
            "others": Fraction(UP[0].count(1)),
            **{
                f"{part}, {way}": Fraction(number)
                for way, (items, p, q) in (("down", DOWN), ("up", UP))
                for part, number in (("N", len(items)), ("f", items.count(0)), ("p", p), ("q", q))
            },
        },
    )
    return prover.theorem(claim, ByRecord())


COLLIDING, NOISY = ((1, 1, 1, 1), 2, 81), ((0, 0, 0, 0), 16, 4)
"""Who holds which item, the width, and the odds of a bit."""


def against_mean(ahead: int) -> Iterable[tuple[str, Relation]]:
    """The mean square of the minimum's error against the variance of the mean estimate."""
    for sign, (items, w, odds) in ((1, COLLIDING), (-1, NOISY)):
        root = rational(isqrt(odds))
        p, q = 1 / (1 + root), root / (1 + root)
        N, f, S = counted(items)
        # Where everybody holds the item, hashes do not matter: two columns are enough.
        off = least(2, 2, p, q, items).pushforward(partial(sub, Fraction(f)))
        error = sums.mean(off, lambda value: value**2)
        mean = exactly(variance("all_rows", N, f, S, w, 2, Budget(2, "report_odds", Fraction(odds))))
        yield f"w = {w}, e^(epsilon/2) = {odds}, items {items}", below(0, ahead * sign * (mean - error))


def beats_and_loses(prover: Prover) -> Theorem:
    """Heavy collisions and little noise, and noise alone."""
    claim = Ground(
        "sketch.min-against-mean",
        "with d = 2 the minimum's mean square error is less than the mean estimate's variance for N = 4, f = 0, S = 16, w = 2 "
        "and e^(epsilon/2) = 81, and more for N = f = 4, w = 16 and e^(epsilon/2) = 4",
        "(N, f) in {(4, 0), (4, 4)}",
        lambda: against_mean(1),
        lambda: against_mean(-1),
        values=lambda: {
            f"{part}, {way}": Fraction(number)
            for way, (items, w, odds) in (("colliding", COLLIDING), ("noisy", NOISY))
            for part, number in (*zip("NfS", counted(items), strict=True), ("w", w), ("odds", odds), ("d", 2))
        },
    )
    return prover.theorem(claim, ByRecord())


def least_of_two() -> Term:
    """Two people, of whom one holds the item: the mean of the least of two rows' estimates, by collisions and what is sent."""
    half = exp(Symbol("epsilon") / 4)
    p, q = 1 / (1 + half), half / (1 + half)
    row = [term(0)] * 3
    for other in (p, q):
        for own, collided in every((0, 1), repeat=2):
            chances = (q if own else 1 - q) * (other if collided else 1 - other)
            row[own + collided] = row[own + collided] + chances / 2
    pairs = every(range(3), repeat=2)
    least = sums.total(min(one, other) * row[one] * row[other] for one, other in pairs)
    return (least - 2 * p) / (q - p) - 1


def in_symbols(prover: Prover) -> Theorem:
    """At every budget of a range, over two rows of two columns."""
    return tie(
        prover,
        min_bias,
        lambda: traced(min_bias, 2, 1, 2, 2, any_budget()),
        least_of_two,
        EPSILON,
    )
