"""The exact alpha of one round, by writing down every error and its probability."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product as every
from math import inf

from ldproof.budget import parse_budget
from ldproof.counting.error import (
    alpha_exact,
    borappor_alpha_exact,
)
from ldproof.numbers import Elementary, Real, Symbol, Term, expm1, like, rational
from ldproof.probability import INFINITE, Infinite, Known
from ldproof.rounds import contrast, lie
from ldproof_proofs.budget import NARROW, any_budget
from ldproof_proofs.counting.joint.everybody import (
    THREE,
    Received,
    Rounds,
    estimate,
)
from ldproof_proofs.counting.tail import EXACT, FILLS, everything, reports
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.ground import ByRecord, Ground, exactly
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, below
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.tracing import tie, traced
from ldproof_proofs.law import sums

SHAPES = [(N, M, T) for N in (1, 2, 4, 5) for M in range(N + 1) for T in (1, 2, 3) if N + T < 8]
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


def every_round_cases(extra: int) -> Iterable[tuple[str, Relation]]:
    """BORAPPOR: everybody reports, and beta is for all T rounds."""
    for N, M, beta, T in every((1, 2, 4), range(5), BETAS, (1, 2, 3)):
        if M <= N:
            odds = parse_budget(odds=(1 + THREE) ** (T + extra))
            ours = borappor_alpha_exact(N, T, Fraction(M, N), beta, odds)
            name = f"N = {N}, M = {M}, T = {T}, beta = {beta}"
            yield from reached(name, ours, (N, M, 1), None, beta / T)


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
