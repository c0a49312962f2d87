"""Experiments 1 and 2 of section 6: what is printed against exact means, and what is expected of them."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import pairwise
from itertools import product as every

from ldproof.budget import parse_budget
from ldproof.numbers import Real, ball, enclose, least, precision, rational, term
from ldproof.shots.detection import F_MEASURE, detection_probability, expected_score
from ldproof.shots.mechanism import Shots
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, below
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.accuracy.adaptive import merit_of

THETA = rational(4, 5)
FEW, MANY = 10_000, 100_000
"""The people of experiment 1 and of experiment 2."""
RUNS = 100
ASSUMED = "where m < T, rounds are taken for independent"
DIGITS = 12

Between = tuple[Fraction, Fraction]
"""Two fractions with a number between them."""


def expected_power(N: int, m: int, T: int, epsilon: int, r: int, power: int) -> Real:
    """The mean of a power of F."""
    return expected_score(
        Shots(T, m, rational(r), parse_budget(m, epsilon=epsilon)), N, THETA, F_MEASURE**power
    )


@cache
def closely(m: int, epsilon: int, power: int) -> Between:
    """The mean of a power of F in experiment 1 with r = 0, to so many digits that what is printed is told from it."""
    return enclosing(expected_power(FEW, m, 100, epsilon, 0, power))


@cache
def mean(N: int, m: int, T: int, epsilon: int, r: int = 0) -> Between:
    """E[F] to 8 places: enough to compare it with another, in half the bits."""
    found = expected_power(N, m, T, epsilon, r, 1)
    with precision(64):
        low, high = (each * 10**8 for each in (ball(found).lower(), ball(found).upper()))
        return rational(int(low.floor().fmpz()), 10**8), rational(int(high.ceil().fmpz()), 10**8)


def enclosing(value: Real) -> Between:
    """Decimals around a number."""
    found = enclose(lambda: ball(value), DIGITS)
    return rational(found.lower), rational(found.upper)


def above(one: Between, other: Between) -> Relation:
    """A number is certainly larger than another."""
    return below(other[1], one[0])


PRINTED = ((1, 1, rational(71, 100)), (6, 10, rational(91, 100)), (100, 200, rational(99, 100)))
"""The m and epsilon at which experiment 1 prints an F."""


def printed_cases(shift: Fraction) -> Iterator[tuple[str, Relation]]:
    """Whether what rounds to the printed F is at most one standard deviation of a mean of 100 runs from E[F]."""
    for m, epsilon, printed in PRINTED:
        low, high = closely(m, epsilon, 1)
        least_square, _ = closely(m, epsilon, 2)
        for side, away in (("above", printed + shift - term(low)), ("below", term(high) - printed - shift)):
            beyond = -least(Fraction(1, 200) - away, term(0))
            name = f"F = {printed} at epsilon = {epsilon}, {side} E[F]"
            yield name, at_most(beyond**2 * RUNS, least_square - term(high) ** 2)


def printed_values() -> Mapping[str, Fraction]:
    """The setting, the three numbers as printed, and decimals around E[F]."""
    found = {"N": Fraction(FEW), "T": Fraction(100), "theta": THETA}
    for name, (m, epsilon, rounded) in zip(("small", "middle", "large"), PRINTED, strict=True):
        low, high = closely(m, epsilon, 1)
        found |= {f"{name} m": Fraction(m), f"{name} epsilon": Fraction(epsilon)}
        found |= {f"{name} F": rounded, f"{name} low": low, f"{name} high": high}
    return found


def printed(prover: Prover) -> Theorem:
    """The three numbers of experiment 1."""
    claim = Ground(
        "shots.experiment-1-printed",
        "in experiment 1, N = 10000, T = 100, theta = 4/5, r = 0: a number that rounds to the printed mean (0.71 at "
        "m = 1 and epsilon = 1, 0.91 at 6 and 10, 0.99 at 100 and 200) is at most one standard deviation of a mean of "
        f"100 runs away from E[F]; {ASSUMED}",
        "(epsilon, m) in {(1, 1), (10, 6), (200, 100)}",
        lambda: printed_cases(rational(0)),
        lambda: printed_cases(rational(1, 20)),
        values=printed_values,
    )
    return prover.theorem(claim, ByRecord())


LARGEST = {"small": (1, 1), "middle": (10, 6), "large": (200, 100), "linear": (100, 100)}
"""Budgets and the best m for them."""


def largest_cases(found: Mapping[str, tuple[int, int]]) -> Iterator[tuple[str, Relation]]:
    """Whether an m is better than all others."""
    for epsilon, best in found.values():
        top = mean(FEW, best, 100, epsilon)
        for m in range(1, 101):
            if m != best:
                yield f"epsilon = {epsilon}, m = {best} against {m}", above(top, mean(FEW, m, 100, epsilon))


def largest_values() -> Mapping[str, Fraction]:
    """The budgets, and the best m."""
    found: dict[str, Fraction] = {}
    for name, (epsilon, best) in LARGEST.items():
        found |= {f"{name} epsilon": Fraction(epsilon), f"{name} m": Fraction(best)}
    return found


def largest(prover: Prover) -> Theorem:
    """The m at which E[F] is largest in experiment 1, and at epsilon = T, where m* is not T."""
    listed = ", ".join(f"{best} at epsilon = {epsilon}" for epsilon, best in LARGEST.values())
    claim = Ground(
        "shots.experiment-1-largest",
        f"in experiment 1 with r = 0, E[F] is larger than at every other m at m = {listed}; {ASSUMED}",
        "every m",
        lambda: largest_cases(LARGEST),
        lambda: largest_cases({"linear": (100, 57)}),
        values=largest_values,
    )
    return prover.theorem(claim, ByRecord())


BEST = {"small": (1, 1), "middle": (10, 3)}
"""Budgets, and the best m where r may be chosen, which then is 1."""


def chosen_cases(loud: int) -> Iterator[tuple[str, Relation]]:
    """Whether an m is better than all others, with dummies of 0 or of 1."""
    for epsilon, best in BEST.values():
        top = mean(FEW, best, 100, epsilon, loud)
        for m, r in every(range(1, 101), (0, 1)):
            if (m, r) != (best, loud):
                yield (
                    f"epsilon = {epsilon}, m = {best} against {m}, r = {r}",
                    above(top, mean(FEW, m, 100, epsilon, r)),
                )


def chosen(prover: Prover) -> Theorem:
    """The best m and r of experiment 1."""
    listed = " and ".join(f"m = {best} and r = 1 for epsilon = {epsilon}" for epsilon, best in BEST.values())
    claim = Ground(
        "shots.experiment-1-best",
        f"in experiment 1 E[F] is larger than at every other m with r = 0 or 1 at {listed}; {ASSUMED}",
        "every m, r in {0, 1}",
        lambda: chosen_cases(1),
        lambda: chosen_cases(0),
        values=lambda: {
            f"{name} {what}": value
            for name, (epsilon, best) in BEST.items()
            for what, value in (
                ("epsilon", Fraction(epsilon)),
                ("m", Fraction(best)),
                ("F", mean(FEW, best, 100, epsilon, 1)[0]),
            )
        },
    )
    return prover.theorem(claim, ByRecord())


EVEN = Fraction(49, 100), Fraction(51, 100)
"""Between what the probability lies that the round with exactly theta is detected."""


def coin_cases(share: Fraction) -> Iterator[tuple[str, Relation]]:
    """Whether a round is detected about every other time."""
    for m, epsilon, _ in PRINTED:
        spent = parse_budget(m, epsilon=epsilon)
        low, high = enclosing(detection_probability(FEW, m, 100, Fraction(0), share, THETA, spent))
        yield f"epsilon = {epsilon}, from below", below(EVEN[0], low)
        yield f"epsilon = {epsilon}, from above", below(high, EVEN[1])


def coin_flip(prover: Prover) -> Theorem:
    """The round with exactly theta."""
    claim = Ground(
        "shots.experiment-1-coin",
        "in experiment 1 the round t = 80, in which Phi_0 = theta, is detected with a probability between 0.49 and "
        "0.51 at each of the three printed m",
        "(epsilon, m) in {(1, 1), (10, 6), (200, 100)}",
        lambda: coin_cases(THETA),
        lambda: coin_cases(rational(81, 100)),
        values=lambda: {"t": THETA * 100, "low": EVEN[0], "high": EVEN[1]},
    )
    return prover.theorem(claim, ByRecord())


def not_every_round(prover: Prover) -> Theorem:
    """At epsilon = 200, m* is not T."""
    claim = Failure(
        "shots.experiment-2-best",
        "if m* were T at epsilon = 200, as experiment 2 has it, T reports would be at least as good as 115 by the "
        "source's own bound",
        at_most(merit_of(115), merit_of(200)),
        {"epsilon": 200, "T": 200},
        {"epsilon": 400, "T": 200},
    )
    return prover.theorem(claim, ByPoint())


APART = {200: (1, Fraction(1, 1000)), 1000: (-1, Fraction(1, 90))}
"""At epsilon = 200: whether T reports or m* have the larger E[F], and what the difference is below."""


def close_cases(sign: int) -> Iterator[tuple[str, Relation]]:
    """T reports against m* = 115 at epsilon = 200."""
    for T, (ahead, most) in APART.items():
        pair = mean(MANY, T, T, 200), mean(MANY, 115, T, 200)
        better, worse = pair[:: ahead * sign]
        yield f"ahead at T = {T}", above(better, worse)
        yield f"close at T = {T}", below(term(better[1]) - worse[0], most)


def close(prover: Prover) -> Theorem:
    """Figure 2(f): T reports are ahead of m* at first, and behind at last, by little."""
    claim = Ground(
        "shots.experiment-2-close",
        "in experiment 2 at epsilon = 200, where m* = 115, E[F] is larger with T reports at T = 200, by less than 1/1000, "
        f"and smaller at T = 1000, by less than 1/90; {ASSUMED}",
        "T = 200 and 1000",
        lambda: close_cases(1),
        lambda: close_cases(-1),
        values=lambda: {
            "epsilon": Fraction(200),
            **{f"{name} T": Fraction(T) for name, T in zip(("first", "last"), APART, strict=True)},
            **{f"{name} gap": gap for name, (_, gap) in zip(("first", "last"), APART.values(), strict=True)},
        },
    )
    return prover.theorem(claim, ByRecord())


LENGTHS = range(100, 1001, 100)
"""The T of experiment 2."""
FAR = Fraction(33, 100)
"""How far T reports are behind one at epsilon = 1."""


def far_cases(least: Fraction) -> Iterator[tuple[str, Relation]]:
    """T reports against one at epsilon = 1."""
    for T in LENGTHS:
        yield f"T = {T}", below(least, term(mean(MANY, 1, T, 1)[0]) - mean(MANY, T, T, 1)[1])


def far(prover: Prover) -> Theorem:
    """Figure 2(d): T reports are far behind."""
    claim = Ground(
        "shots.experiment-2-far",
        "in experiment 2 at epsilon = 1, where m* = 1, E[F] with T reports is more than 0.33 below that with one; "
        f"N t/T is rounded down; {ASSUMED}",
        "T = 100, 200, ..., 1000",
        lambda: far_cases(FAR),
        lambda: far_cases(FAR + Fraction(1, 100)),
        values=lambda: {"epsilon": Fraction(1), "far": FAR},
    )
    return prover.theorem(claim, ByRecord())


SHORT, LARGE, EXTREME, NEAR = 100, 20, 60, Fraction(1, 100)
"""T; an epsilon at which T reports are less than NEAR behind m*, and one at which they are ahead; NEAR."""


def hardly_behind_cases(at_large: int, at_extreme: int) -> Iterator[tuple[str, Relation]]:
    """T reports against m and m + 1, one of which is m*: m is `at_large` at the smaller epsilon, then `at_extreme`."""
    for m in (at_large, at_large + 1):
        best, every = mean(MANY, m, SHORT, LARGE), mean(MANY, SHORT, SHORT, LARGE)
        yield f"behind {m} at epsilon = {LARGE}", above(best, every)
        yield f"near {m} at epsilon = {LARGE}", below(term(best[1]) - every[0], NEAR)
    for m in (at_extreme, at_extreme + 1):
        best, every = mean(MANY, m, SHORT, EXTREME), mean(MANY, SHORT, SHORT, EXTREME)
        yield f"ahead of {m} at epsilon = {EXTREME}", above(every, best)


def hardly_behind(prover: Prover) -> Theorem:
    """At larger budgets than that of figure 2(e) T reports are hardly behind m*, and then ahead."""
    claim = Ground(
        "shots.experiment-2-nearer",
        f"with the people and the threshold of experiment 2, and T = {SHORT}, E[F] with T reports is below that with 11 or 12 at "
        f"epsilon = {LARGE}, by less than {NEAR}, and above that with 34 or 35 at epsilon = {EXTREME}; the source does not run "
        f"these; {ASSUMED}",
        f"T = {SHORT}, epsilon = {LARGE} and {EXTREME}",
        lambda: hardly_behind_cases(11, 34),
        lambda: hardly_behind_cases(1, 1),
        values=lambda: {
            "T": Fraction(SHORT),
            "large": Fraction(LARGE),
            "extreme": Fraction(EXTREME),
            "close": NEAR,
        },
    )
    return prover.theorem(claim, ByRecord())


LEAST_GAPS = {100: Fraction(3, 100), 1000: Fraction(34, 100)}
"""Lower bounds on what E[F] of T reports is below that of m* at epsilon = 10, by T."""


def slower_cases(epsilon: int, m: int) -> Iterator[tuple[str, Relation]]:
    """What is lost from each T to the next, with m and with T reports."""
    every, best = (mean(MANY, reports or LENGTHS[0], LENGTHS[0], epsilon) for reports in (0, m))
    yield f"behind at T = {LENGTHS[0]}", below(LEAST_GAPS[LENGTHS[0]], term(best[0]) - every[1])
    for T, longer in pairwise(LENGTHS):
        every_later, later = (mean(MANY, reports or longer, longer, epsilon) for reports in (0, m))
        lost, all_lost = term(best[1]) - later[0], term(every[0]) - every_later[1]
        yield (
            f"behind at T = {longer}",
            below(LEAST_GAPS.get(longer, term(0)), term(later[0]) - every_later[1]),
        )
        yield f"loses more from T = {T} to {longer}", below(lost, all_lost)
        every, best = every_later, later


def slower(prover: Prover) -> Theorem:
    """Figure 2(e): T reports are behind, and lose more with every step."""
    claim = Ground(
        "shots.experiment-2-slower",
        "in experiment 2 at epsilon = 10, where m* = 6, E[F] with T reports is below that with 6, by more than 0.03 at "
        f"T = 100 and 0.34 at T = 1000, and loses more from each T to the next; N t/T is rounded down; {ASSUMED}",
        "T = 100, 200, ..., 1000",
        lambda: slower_cases(10, 6),
        lambda: slower_cases(1, 1),
        values=lambda: {
            "epsilon": Fraction(10),
            "m": Fraction(6),
            **{f"{name} T": Fraction(T) for name, T in zip(("first", "last"), LEAST_GAPS, strict=True)},
            **{f"{name} gap": gap for name, gap in zip(("first", "last"), LEAST_GAPS.values(), strict=True)},
        },
    )
    return prover.theorem(claim, ByRecord())


def fall_cases(more: bool) -> Iterator[tuple[str, Relation]]:
    """How much E[F] loses from T = 300 to T = 400 at epsilon = 1, with one report and with T."""
    (best, later), (every, every_later) = ([mean(MANY, m or T, T, 1) for T in (300, 400)] for m in (1, 0))
    yield "behind at T = 300", above(best, every)
    yield "behind at T = 400", above(later, every_later)
    lost = [term(one) - other for one, other in zip(best, later[::-1], strict=True)]
    all_lost = [term(one) - other for one, other in zip(every, every_later[::-1], strict=True)]
    yield "loses", below(lost[1], all_lost[0]) if more else below(all_lost[1], lost[0])


def falls(prover: Prover) -> Theorem:
    """Figure 2(d): T reports are behind, but what they lose as T grows is less."""
    claim = Ground(
        "shots.experiment-2-falls",
        "in experiment 2 at epsilon = 1, where m* = 1, E[F] with T reports is below that with one at T = 300 and 400, "
        f"but loses less from 300 to 400; N t/T is rounded down at T = 300; {ASSUMED}",
        "T = 300 and 400",
        lambda: fall_cases(more=False),
        lambda: fall_cases(more=True),
        values=lambda: {"epsilon": Fraction(1), "from": Fraction(300), "to": Fraction(400)},
    )
    return prover.theorem(claim, ByRecord())
