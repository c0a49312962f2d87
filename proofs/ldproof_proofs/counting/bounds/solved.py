"""The bounds as numbers: each is where the probability that it is made from comes down to its share of beta."""

from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Protocol

from ldproof.budget import parse_budget
from ldproof.counting import bounds
from ldproof.numbers import (
    Ball,
    Elementary,
    Enclosure,
    Real,
    Term,
    ball,
    enclose,
    exp,
    like,
    log,
    rational,
    sign,
    term,
)
from ldproof.probability import bernstein_bound, divergence
from ldproof.rounds import contrast, lie, truth
from ldproof_proofs.kernel.anchors import Anchor, anchor
from ldproof_proofs.kernel.ground import ByRecord, Ground, encloses
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, ball_at, below
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.tails.cited import hoeffding_bound

DIGITS = 20
Case = tuple[int, int, Fraction, Fraction]
Cases = Iterable[tuple[str, Relation]]
CASES: tuple[Case, ...] = (
    (1000, 3, rational(1, 10), rational(3)),
    (100, 2, rational(1, 2), rational(20)),
    (10**6, 50, rational(1, 10**12), rational(11, 10)),
)
"""N, T, beta and e^epsilon."""
SHARES = (rational(0), rational(1, 100), rational(1, 2), rational(9, 10), rational(1))


def cases_text(*cases: Case) -> str:
    """Cases for a reader."""
    return ", ".join(f"({', '.join(map(str, case))})" for case in cases)


SHOWN = cases_text(*CASES)


def solved(failure: Callable[[Ball], Ball], beta: Fraction) -> Fraction:
    """Where a probability that falls with the distance comes down to beta, by halving."""

    def fails(at: Fraction) -> bool:
        return sign(lambda: failure(ball(at)) - ball(beta)) > 0

    low, high = rational(0), rational(1)
    while fails(high):
        low, high = high, 2 * high
    while (high - low) * 10 ** (2 * DIGITS) > low:
        middle = (low + high) / 2
        low, high = (middle, high) if fails(middle) else (low, middle)
    return low


def digits(value: Fraction) -> Enclosure:
    """The digits of a fraction that is as near as halving came."""
    return enclose(lambda: ball(value) + Ball(0, ball(value / 10 ** (2 * DIGITS - 2))), DIGITS)


def noise(at: Elementary, odds: Fraction) -> Elementary:
    """Twice e^-phi: Bernstein's bound for one report."""
    x = like(at, odds - 1)
    return bernstein_bound(like(at, 1), truth(x) * lie(x) / contrast(x) ** 2, truth(x) / contrast(x), at)


def in_some_round(case: Case, each: Elementary) -> Elementary:
    """2T times the mean of each^k, k ~ Bin(N, 1/T), by (1 - y/N)^N <= e^-y."""
    people, rounds, _, _ = case
    return 2 * rounds * exp(-people * (1 - each) / rounds)


def in_some_round_sharply(case: Case, each: Elementary) -> Elementary:
    """2T times the mean of each^k, k ~ Bin(N, 1/T), exactly."""
    people, rounds, _, _ = case
    return 2 * rounds * (1 - (1 - each) / rounds) ** people


def noise_fails(case: Case, at: Elementary) -> Elementary:
    """That the noise of some round is so large."""
    return in_some_round(case, noise(at, case[3]) / 2)


def noise_fails_sharply(case: Case, at: Elementary) -> Elementary:
    """That the noise of some round is so large, by the mean over k itself."""
    return in_some_round_sharply(case, noise(at, case[3]) / 2)


def sampling_fails(case: Case, at: Elementary) -> Elementary:
    """That the sample of some round is so far off."""
    return in_some_round(case, hoeffding_bound(like(at, 1), at) / 2)


class Failing(Protocol):
    """The probability of an error of some size, in any number system."""

    def __call__(self, case: Case, at: Elementary, /) -> Elementary:
        """It."""
        ...


def theta_by(case: Case) -> Fraction:
    """Where the noise's share of beta is used up."""
    return solved(lambda at: noise_fails(case, at), case[2] / 2)


def sampling_by(case: Case) -> Fraction:
    """Where that of sampling is."""
    return solved(lambda at: sampling_fails(case, at), case[2] / 2)


def apart(share: Ball, off: Ball) -> Ball:
    """e^-D(share + off | share), 0 where no rate is so high."""
    if not share + off < 1:
        return Ball(0)
    return exp(-divergence(share + off, share))


def one_step_by(case: Case, mu: Fraction) -> Fraction:
    """Where T times both tails, each that of the side with the smaller D, come down to beta."""

    def failure(at: Ball) -> Ball:
        x = ball(case[3] - 1)
        sides = (apart(lie(x) + contrast(x) * ball(share), contrast(x) * at) for share in (mu, 1 - mu))
        one, other = sides
        return in_some_round_sharply(case, (one + other + abs(one - other)) / 2)

    return solved(failure, case[2])


Definition = Callable[[Case], Fraction]
DISTANCES: dict[str, Definition] = {
    "theta": theta_by,
    "theta_printed": lambda case: 2 * theta_by(case),
    "theta_sharper": lambda case: solved(lambda at: noise_fails_sharply(case, at), case[2] / 2),
    "claim_2": sampling_by,
    "corollary_3": lambda case: theta_by(case) + sampling_by(case),
    "theorem_5": lambda case: 2 * theta_by(case),
    "theorem_5_printed": lambda case: 4 * theta_by(case),
}
FAILURES: dict[str, tuple[Failing, int]] = {
    "theta": (noise_fails, 1),
    "theta_printed": (noise_fails, 2),
    "theta_sharper": (noise_fails_sharply, 1),
    "claim_2": (sampling_fails, 1),
    "theorem_5": (noise_fails, 2),
    "theorem_5_printed": (noise_fails, 4),
}
"""What comes down to beta/2 at each distance, and at which part of it."""


def ours(name: str, case: Case) -> Real:
    """The reference's number."""
    people, rounds, beta, odds = case
    if name == "claim_2":
        return bounds.claim_2(people, rounds, beta)
    found: Real = getattr(bounds, name)(people, rounds, beta, parse_budget(1, odds=odds))
    return found


def shown(quantity: Real) -> Enclosure:
    """Its digits."""
    return enclose(lambda: ball(quantity), DIGITS)


def ends(near: Enclosure, times: int) -> tuple[Term, Term]:
    """The decimals before and behind a number, as so many parts of them."""
    return term(Fraction(near.lower) / times), term(Fraction(near.upper) / times)


def comes_down(name: str, before: Term, behind: Term, share: Fraction) -> Cases:
    """Just before a distance a probability is above its share of beta, and just behind it below."""
    yield f"{name}, before", below(share, before)
    yield f"{name}, behind", below(behind, share)


def distance_cases(factor: int) -> Cases:
    """Every distance against its definition, to 20 digits."""
    for case in CASES:
        for name, (failure, times) in FAILURES.items():
            low, high = ends(shown(ours(name, case)), times * factor)
            failing = failure(case, low), failure(case, high)
            yield from comes_down(f"{name} at {case}", *failing, case[2] / 2)
        people, rounds, beta, odds = case
        L = bounds.exponent_needed(bounds.divergence_loss(term(people), term(rounds), term(beta)))
        parts = bounds.theta_at(L, term(odds - 1)) + bounds.claim_2_at(L)
        yield from encloses(f"corollary_3 at {case}", shown(ours("corollary_3", case)), factor * parts)


def tied(name: str) -> Anchor[Enclosure]:
    """A distance and its definition."""
    return anchor(
        getattr(bounds, name), lambda: shown(ours(name, CASES[0])), lambda: digits(DISTANCES[name](CASES[0]))
    )


def distances(prover: Prover) -> Theorem:
    """The distances of Claims 1 and 2, Corollary 3 and Theorem 5."""
    claim = Ground(
        "counting.distances",
        "theta, theta_sharper and claim_2 are where 2T times the mean of e^(-k D) over the reporters k comes down to "
        "beta/2; theta_printed, theorem_5, theorem_5_printed and corollary_3 are twice, twice and four times theta, and "
        "the sum of theta and claim_2, all to 20 digits",
        f"(N, T, beta, e^epsilon) in {SHOWN}",
        lambda: distance_cases(1),
        lambda: distance_cases(2),
        anchors=tuple(map(tied, DISTANCES)),
    )
    return prover.theorem(claim, ByRecord())


def one_step(case: Case, mu: Fraction) -> Real:
    """The reference's bound without a condition."""
    people, rounds, beta, odds = case
    return bounds.alpha_one_step(people, rounds, mu, beta, parse_budget(1, odds=odds))


FEW: Case = (3, 2, rational(9, 10), rational(50))
"""So few people that D(1 | s) is not enough."""


def one_step_cases(factor: int) -> Cases:
    """The reference's bound: just before it one of the sides is too likely, and just behind it neither is."""
    for case, mu in product((*CASES, FEW), SHARES):
        near, name = shown(one_step(case, mu)), f"{case}, mu = {mu}"
        yield f"{name}, before", max(sides(case, mu, near.lower, factor), key=reached).negation()
        for place, side in enumerate(sides(case, mu, near.upper, factor)):
            yield f"{name}, behind, {place}", side


def sides(case: Case, mu: Fraction, at: Decimal, factor: int) -> list[Relation]:
    """That T times both tails of a side, with D at this distance, are at most beta; no rate is above 1."""
    x, found = term(case[3] - 1), []
    for share in (mu, 1 - mu):
        mean, off = lie(x) + contrast(x) * term(share), contrast(x) * term(factor * Fraction(at))
        if at_most(1, mean + off).holds_at({}):
            found.append(at_most(in_some_round_sharply(case, term(0)), case[2]))
        else:
            found.append(at_most(in_some_round_sharply(case, exp(-divergence(mean + off, mean))), case[2]))
    return found


def reached(side: Relation) -> float:
    """How likely a side is, nearly."""
    return float(ball_at(side.left, {}))


def one_step_solved(prover: Prover) -> Theorem:
    """The bound without a condition."""
    mu = Fraction(1, 100)
    claim = Ground(
        "counting.alpha-one-step",
        "alpha_one_step is where 2T times the mean of e^(-k D), D the smaller of D(s +- (p-q) alpha | s), comes down to "
        "beta, to 20 digits",
        f"(N, T, beta, e^epsilon) in {SHOWN}, {cases_text(FEW)}; mu in {{{', '.join(map(str, SHARES))}}}",
        lambda: one_step_cases(1),
        lambda: one_step_cases(2),
        anchors=(
            anchor(
                bounds.alpha_one_step,
                lambda: shown(one_step(CASES[0], mu)),
                lambda: digits(one_step_by(CASES[0], mu)),
            ),
        ),
    )
    return prover.theorem(claim, ByRecord())


def condition_by(case: Case, mu: Fraction, thetas: int) -> bool:
    """D(mu +- d | mu) at so many thetas d, on both sides; infinite where d leaves the shares, and at mu = 0 and 1."""
    if mu in (0, 1):
        return True
    off = thetas * theta_by(case)
    enough = -log(noise(ball(off), case[3]) / 2)
    return all(
        share + off >= 1 or bool(divergence(ball(share + off), ball(share)) > enough)
        for share in (mu, 1 - mu)
    )


def condition(name: str, case: Case, mu: Fraction) -> bool:
    """The reference's answer."""
    people, rounds, beta, odds = case
    found: bool = getattr(bounds, name)(people, rounds, mu, beta, parse_budget(1, odds=odds))
    return found


CONDITIONS = {"condition_2": 2, "condition_natural": 1}
STATED: dict[Case, tuple[Fraction, ...]] = {
    (10**4, 5, rational(1, 10), rational(50)): tuple(
        rational(k, 200) for k in range(201) if not 10 < k < 190
    ),
    (10**4, 5, rational(1, 10), rational(3000)): tuple(rational(k, 4000) for k in range(17)),
    (10**4, 50, rational(1, 10), rational(17, 2)): SHARES,
    (10**4, 50, rational(1, 10), rational(9)): SHARES,
    CASES[0]: SHARES,
}
"""Shares on both sides of where the conditions begin to fail."""


def condition_cases(odd: int) -> Cases:
    """Both forms of condition (2) as the reference answers them, with as many theta* as its definition says."""
    for (name, thetas), (case, shares) in product(CONDITIONS.items(), STATED.items()):
        people, rounds, beta, odds = case
        L, excess = (
            bounds.exponent_needed(bounds.divergence_loss(term(people), term(rounds), term(beta))),
            term(odds - 1),
        )
        distance = odd * thetas * bounds.theta_at(L, excess)
        for mu in shares:
            found = as_said(
                mu, distance, bounds.bernstein_exponent(distance, excess), said=condition(name, case, mu)
            )
            for place, relation in enumerate(found):
                yield f"{name} at {case}, mu = {mu}, {place}", relation


def as_said(share: Fraction, distance: Term, enough: Term, *, said: bool) -> list[Relation]:
    """What min D(mu +- distance | mu) >= enough says, or its contrary of the side of the smaller D, as relations."""
    found = []
    for side in (share, 1 - share) if said else (min(share, 1 - share),):
        apart = distance + side
        if not said:
            found += [below(apart, 1), below(divergence(apart, term(side)), enough)]
        elif side not in (0, 1) and not at_most(1, apart).holds_at({}):
            found.append(at_most(enough, divergence(apart, term(side))))
        elif side not in (0, 1):
            found.append(at_most(1, apart))
    return found


def condition_tied(name: str) -> Anchor[bool]:
    """A condition and its definition."""
    half = rational(1, 2)
    return anchor(
        getattr(bounds, name),
        lambda: condition(name, CASES[0], half),
        lambda: condition_by(CASES[0], half, CONDITIONS[name]),
    )


def conditions(prover: Prover) -> Theorem:
    """Condition (2) as printed and its natural form."""
    claim = Ground(
        "counting.conditions",
        "condition_2 says whether min D(mu +- theta | mu) >= phi(theta) with the printed theta, condition_natural with "
        "theta*, D infinite as printed",
        f"(N, T, beta, e^epsilon) in {cases_text(*STATED)}, {sum(map(len, STATED.values()))} shares mu in all",
        lambda: condition_cases(1),
        lambda: condition_cases(3),
        anchors=tuple(map(condition_tied, CONDITIONS)),
    )
    return prover.theorem(claim, ByRecord())
