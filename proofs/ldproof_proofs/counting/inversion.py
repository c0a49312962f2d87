"""The exact alpha of one round, by writing down every error and its probability."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product as every
from math import inf

from ldproof.budget import Budget, parse_budget
from ldproof.counting.error import (
    Round,
    alpha_exact,
    borappor_alpha_exact,
    exact_rate,
    ones_rate,
    select_farthest_rate,
)
from ldproof.numbers import Ball, Elementary, Real, Symbol, Term, ball, expm1, like, rational
from ldproof.probability import INFINITE, Infinite, Known
from ldproof.rounds import contrast, lie
from ldproof_proofs.budget import NARROW, any_budget
from ldproof_proofs.counting.joint.everybody import (
    THREE,
    Received,
    Rounds,
    chances,
    constant,
    estimate,
)
from ldproof_proofs.counting.tail import ENCLOSED, EXACT, FILLS, SMALL, everything, reports
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.ground import ByRecord, Ground, exactly
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, below
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.tracing import tie, traced
from ldproof_proofs.law import sums

SHAPES = [(N, M, T) for N in (1, 2, 4, 5) for M in range(N + 1) for T in (1, 2, 3) if N + T < 8]
CLOSE = rational(1, 2**70)
BETAS = (rational(1, 20), rational(1, 3), rational(7, 8))
SCOPE = (
    "N in {1, 2, 4, 5}, T <= 3 (T <= 2 for N = 5), every number of active people, beta in {1/20, 1/3, 7/8}"
)


def errors(
    one_round: Mapping[Received, Known], shape: tuple[int, int, int], fill: Fraction | None, excess: Known
) -> list[tuple[Known | None, Known]]:
    """The errors that occur in one round, none where nobody reports, and how likely each is."""
    N, M, T = shape
    estimated, mu = estimate(N, T, fill, excess), like(excess, rational(M, N))
    found: list[tuple[Known | None, Known]] = []
    for each, chance in one_round.items():
        value = estimated(*each)
        found.append((None if value is None else abs(value - mu), chance))
    return found


def one_round(joint: Mapping[Rounds, Known], system: Known) -> Mapping[Received, Known]:
    """What comes in in the first round."""
    found: defaultdict[Received, Known] = defaultdict(lambda: like(system, 0))
    for rounds, chance in joint.items():
        found[rounds[0]] += chance
    return found


def largest(found: list[tuple[Known | None, Known]], tail: Fraction, system: Known) -> Known | Infinite:
    """The largest error that is reached, together with no estimate, with a probability above `tail`."""
    none = sum((chance for error, chance in found if error is None), like(system, 0))
    bound, reached = like(system, tail), like(system, 0)
    if none > bound:
        return INFINITE
    for error, _ in found:
        if error is not None and error > reached:
            at_least = (chance for other, chance in found if other is not None and not other < error)
            if sum(at_least, none) > bound:
                reached = error
    return reached


def by_force(
    N: int, M: int, T: int, beta: Fraction, fill: Fraction | None = None, rounds: int = 1
) -> Fraction | Infinite:
    """That at E = 3, where beta is for so many times T rounds."""
    here = one_round(everything(N, M, T), THREE)
    return largest(errors(here, (N, M, T), fill, THREE), beta / (T * rounds), THREE)


def reached(
    name: str,
    ours: Real | Infinite,
    shape: tuple[int, int, int],
    fill: Fraction | None,
    tail: Fraction,
) -> Iterator[tuple[str, Relation]]:
    """That this error or no estimate is likelier than `tail` at E = 3, and a larger one or no estimate is not."""
    found = all_errors(shape, fill)
    none = [chance for error, chance in found if error is None]
    if isinstance(ours, Infinite):
        yield f"{name}, no estimate", below(tail, sums.total(none))
        return
    alpha = exactly(ours)
    least = [chance for error, chance in found if error is not None and error >= alpha]
    more = [chance for error, chance in found if error is not None and error > alpha]
    yield f"{name}, as large", below(tail, sums.total((*none, *least)))
    yield f"{name}, larger", at_most(sums.total((*none, *more)), tail)


@cache
def all_errors(shape: tuple[int, int, int], fill: Fraction | None) -> list[tuple[Fraction | None, Fraction]]:
    """The errors that occur in one round at E = 3."""
    return errors(one_round(everything(*shape), THREE), shape, fill, THREE)


def exact_cases(extra: int) -> Iterable[tuple[str, Relation]]:
    """The reference's alpha against it."""
    for (N, M, T), beta, fill in every(SHAPES, BETAS, FILLS):
        ours = alpha_exact(N, T + extra, Fraction(M, N), beta, EXACT, fill)
        name = f"N = {N}, M = {M}, T = {T}, beta = {beta}, fill = {fill}"
        yield from reached(name, ours, (N, M, T), fill, beta / T)


def enclosed_cases(extra: int) -> Iterable[tuple[str, bool]]:
    """The reference's alpha at irrational odds, against every error and a ball around its probability."""
    excess = Ball(1).expm1()
    for N, M, T in SHAPES:
        here = one_round(chances(constant(N, M, T), excess), excess)
        for fill, beta in every(FILLS, BETAS):
            found = errors(here, (N, M, T), fill, excess)
            ours = alpha_exact(N, T + extra, rational(M, N), beta, ENCLOSED, fill)
            name = f"N = {N}, M = {M}, T = {T}, beta = {beta}, fill = {fill}"
            yield name, same(ours, largest(found, beta / T, excess))


def same(ours: Real | Infinite, theirs: Ball | Infinite) -> bool:
    """Whether two numbers may be one, which is known well."""
    if isinstance(ours, Infinite) or isinstance(theirs, Infinite):
        return ours is theirs
    return ball(ours).overlaps(theirs) and bool(ball(ours).rad() < SMALL)


def every_round_cases(extra: int) -> Iterable[tuple[str, Relation]]:
    """BORAPPOR: everybody reports, and beta is for all T rounds."""
    for N, M, beta, T in every((1, 2, 4), range(5), BETAS, (1, 2, 3)):
        if M <= N:
            odds = parse_budget(odds=(1 + THREE) ** (T + extra))
            ours = borappor_alpha_exact(N, T, Fraction(M, N), beta, odds)
            name = f"N = {N}, M = {M}, T = {T}, beta = {beta}"
            yield from reached(name, ours, (N, M, 1), None, beta / T)


def beside(chance: Fraction) -> list[Fraction]:
    """A probability and its neighbours that floats do not tell from it; neither 0 nor 1."""
    return [chance * (1 + side) for side in (-CLOSE, 0, CLOSE)] if 0 < chance < 1 else []


def tied_cases(extra: int) -> Iterable[tuple[str, Relation]]:
    """Where the probability of no estimate, or of that and an error or a larger one, is beta/T exactly: not above it."""
    for (N, M, T), fill in every(SHAPES, FILLS):
        found = all_errors((N, M, T), fill)
        for error in sorted({error for error, _ in found if error}):
            less = sum(
                (chance for other, chance in found if other is not None and other < error), rational(0)
            )
            for tail in beside(1 - less):
                ours = alpha_exact(N, T + extra, rational(M, N), T * tail, EXACT, fill)
                name = f"N = {N}, M = {M}, T = {T}, fill = {fill}, error = {error}, beta = {T * tail}"
                yield from reached(name, ours, (N, M, T), fill, tail)
        none = sum((chance for error, chance in found if error is None), rational(0))
        for tail in beside(none):
            ours = alpha_exact(N, T + extra, rational(M, N), T * tail, EXACT, fill)
            name = f"N = {N}, M = {M}, T = {T}, no estimate, beta = {T * tail}"
            yield from reached(name, ours, (N, M, T), fill, tail)


def chosen(bound: Budget, system: Known, extra: int) -> Iterable[tuple[str, bool]]:
    """The farthest rate by certified tails alone, among all that there are."""
    for N, M, T in SHAPES:
        here = one_round(chances(constant(N, M, T), system), system)
        mean = ones_rate(rational(M, N), bound.report_excess())
        for fill in FILLS:
            around = Round(N, T, M, mean, mean, bound.report_excess(), fill)
            found = errors(here, (N, M, T), fill, system)
            shown = {exact_rate(around, *each) for each in here if each[0] or fill is not None}
            for beta in BETAS:
                wanted = largest(found, beta / T, system)
                if not isinstance(wanted, Infinite):
                    reached = like(system, select_farthest_rate(around, shown, beta / (T + extra)))
                    error = abs((reached - lie(system)) / contrast(system) - like(system, rational(M, N)))
                    name = f"N = {N}, M = {M}, T = {T}, beta = {beta}, fill = {fill}, {bound.given}"
                    yield name, not (error > wanted or error < wanted)


def chosen_cases(extra: int) -> Iterable[tuple[str, bool]]:
    """Exactly, and in balls."""
    yield from chosen(EXACT, THREE, extra)
    yield from chosen(ENCLOSED, Ball(1).expm1(), extra)


def exact(prover: Prover) -> Iterable[Theorem]:
    """The reference's alpha is the largest error that is reached with more than beta / T."""
    third = rational(1, 3)
    yield prover.theorem(
        Ground(
            "counting.alpha-exact",
            "alpha_exact is the largest error that is reached, or left without an estimate, in a round with a probability "
            "above beta/T, and infinite if an empty round alone has more",
            f"{SCOPE}, fill in {{0, 1/2}}, E = 3",
            lambda: exact_cases(0),
            lambda: exact_cases(1),
            anchors=(
                anchor(
                    alpha_exact,
                    lambda: alpha_exact(4, 2, rational(1, 4), third, EXACT),
                    lambda: by_force(4, 1, 2, third),
                ),
            ),
        ),
        ByRecord(),
    )
    yield prover.theorem(
        Finite(
            "counting.alpha-enclosed",
            "the same in balls",
            f"{SCOPE}, fill in {{0, 1/2}}, epsilon = 1",
            lambda: enclosed_cases(0),
            lambda: enclosed_cases(1),
        ),
        ByEnumeration(),
    )
    yield prover.theorem(
        Ground(
            "counting.alpha-every-round",
            "the same of BORAPPOR, whose reports have odds of 3",
            "N in {1, 2, 4}, T <= 3, every number of active people, beta in {1/20, 1/3, 7/8}",
            lambda: every_round_cases(0),
            lambda: every_round_cases(1),
            anchors=(
                anchor(
                    borappor_alpha_exact,
                    lambda: borappor_alpha_exact(4, 2, rational(1, 4), third, parse_budget(odds=9)),
                    lambda: by_force(4, 1, 1, third, None, 2),
                ),
            ),
        ),
        ByRecord(),
    )
    yield prover.theorem(
        Ground(
            "counting.alpha-tied",
            "an error that is reached, or left without an estimate, with a probability of beta/T exactly is not alpha_exact, "
            "which is the next one that is smaller; nor is it infinite where an empty round has that probability; and floats "
            "that do not tell such a probability from beta/T do not decide it",
            "N in {1, 2, 4, 5}, T <= 3 (T <= 2 for N = 5), every number of active people, every error above the least, fill in "
            "{0, 1/2}, E = 3; beta/T, and 2^-70 of it above and below",
            lambda: tied_cases(0),
            lambda: tied_cases(1),
        ),
        ByRecord(),
    )
    yield prover.theorem(
        Finite(
            "counting.alpha-chosen",
            "certified tails alone choose it among all errors",
            f"{SCOPE}, fill in {{0, 1/2}}, E = 3, and epsilon = 1 in balls",
            lambda: chosen_cases(0),
            lambda: chosen_cases(1),
        ),
        ByEnumeration(),
    )


ENDS = (1.0, 1.01)
"""Between these are the budgets of a range."""


def error(k: int, ones: int, share: Fraction, epsilon: Elementary) -> Elementary:
    """The estimate of k reports with so many ones, less what it is an estimate of."""
    x = expm1(epsilon)
    return (like(x, Fraction(ones, k)) - lie(x)) / contrast(x) - like(x, share)


def reached_at(shape: tuple[int, int, int], tail: Fraction, epsilon: Term) -> Term:
    """The error that is reached with more than `tail`, and no larger one is, at both ends of a few budgets."""
    share = Fraction(shape[1], shape[0])
    found = set()
    for end in ENDS:
        chances = [
            (abs(error(k, ones, share, end)) if k else inf, (k, ones), chance)
            for k, ones, chance in reports(shape, end)
        ]
        found.add(
            max(
                (off, which)
                for off, which, _ in chances
                if sum(chance for other, _, chance in chances if other >= off) > tail
            )[1]
        )
    if len(found) > 1:
        raise NotProved(f"the errors {found} are reached at some of these budgets")
    k, ones = found.pop()
    above = error(k, ones, share, ENDS[0]) > 0
    return error(k, ones, share, epsilon) if above else -error(k, ones, share, epsilon)


def in_symbols(prover: Prover) -> Iterable[Theorem]:
    """The errors that four people reach, one of whom is active, at every budget of a range."""
    epsilon, beta, share = Symbol("epsilon"), Fraction(1, 3), Fraction(1, 4)
    yield tie(
        prover,
        alpha_exact,
        lambda: traced(alpha_exact, 4, 2, share, beta, any_budget(1, NARROW)),
        lambda: reached_at((4, 1, 2), beta / 2, epsilon),
        NARROW,
    )
    yield tie(
        prover,
        borappor_alpha_exact,
        lambda: traced(borappor_alpha_exact, 4, 2, share, beta, any_budget(1, 2 * NARROW)),
        lambda: reached_at((4, 1, 1), beta / 2, epsilon),
        NARROW,
    )
