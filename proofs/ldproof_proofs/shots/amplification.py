"""What dummies hide beyond epsilon, by brute force over the laws of two people who differ in one round."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product as every

from ldproof.budget import parse_budget
from ldproof.numbers import Symbol, Term, ball, enclose, expm1, rational, term
from ldproof.probability import Law
from ldproof.rounds import report_likelihood
from ldproof.shots.privacy import event_delta, transcript_law, transcript_likelihood
from ldproof_proofs.budget import NARROW, any_budget
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.ground import ByRecord, Ground, encloses, exactly
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.tracing import between, tie, traced
from ldproof_proofs.law.finite_laws import hockey_stick
from ldproof_proofs.shots.parameters import BITS

DUMMIES = (rational(0), rational(1, 3), rational(1, 2), rational(3, 4), rational(1))
EPSILON, DIGITS = Fraction(1), 20
TARGETS = (rational(1), rational(5, 4), rational(2), rational(4))


Pairs = list[tuple[Law[tuple[int, ...]], Law[tuple[int, ...]]]]


def neighbours(T: int, m: int, r: Fraction, excess: Fraction) -> Pairs:
    """The laws of all people, each with that of whoever differs in one round."""
    laws = {states: transcript_law(states, m, r, excess) for states in every(BITS, repeat=T)}
    return [
        (law, laws[(*states[:t], 1 - states[t], *states[t + 1 :])])
        for states, law in laws.items()
        for t in range(T)
    ]


def by_force(pairs: Pairs, target: Fraction) -> Fraction:
    """The largest hockey-stick divergence over all people and all changes of one round."""
    return max(hockey_stick(one, other, target) for one, other in pairs)


def attained(pairs: Pairs, target: Fraction) -> Term:
    """The divergence of the pair for which it is largest, over the transcripts that count."""
    one, other = max(pairs, key=lambda pair: hockey_stick(pair[0], pair[1], target))
    gaps = (term(one[seen]) - target * term(other[seen]) for seen in one if one[seen] > target * other[seen])
    return sum(gaps, term(0))


def cases(extra: Fraction) -> Iterable[tuple[str, Relation]]:
    """The reference's delta against it; E = 3."""
    for T in range(1, 4):
        for m, r in every(range(1, T + 1), DUMMIES):
            pairs = neighbours(T, m, r, Fraction(2))
            for target in TARGETS:
                ours = exactly(event_delta(T, m, r, target, parse_budget(m, report_odds=3)))
                name = f"T = {T}, m = {m}, r = {r}, at {target}"
                yield f"{name}, attained", equal(ours, attained(pairs, target + extra))
                for place, (one, other) in enumerate(pairs):
                    yield f"{name}, pair {place}", at_most(hockey_stick(one, other, target + extra), ours)


def irrational_cases(extra: Fraction) -> Iterable[tuple[str, Relation]]:
    """The reference's delta at irrational odds; which transcripts count is seen at rational ones equal to 60 digits."""
    excess = Fraction(enclose(lambda: expm1(ball(EPSILON)), 60).lower)
    for T in range(1, 4):
        people = [*every(BITS, repeat=T)]
        for m, r in every(range(1, T + 1), DUMMIES):
            pairs, shape = neighbours(T, m, r, excess), (term(r), expm1(term(EPSILON)))
            exact = {
                (states, seen): transcript_likelihood(states, seen, m, *shape)
                for states, seen in every(people, repeat=2)
            }
            who = [
                (states, (*states[:t], 1 - states[t], *states[t + 1 :]))
                for states in people
                for t in range(T)
            ]
            for target in TARGETS:
                name, at = f"T = {T}, m = {m}, r = {r}, at {target}", target + extra
                ours = event_delta(T, m, r, target, parse_budget(m, epsilon=m * EPSILON))
                place = max(range(len(pairs)), key=lambda place: hockey_stick(*pairs[place], at))
                (one, other), (states, others) = pairs[place], who[place]
                gaps = {seen: exact[states, seen] - at * exact[others, seen] for seen in people}
                counted = [gaps[seen] for seen in people if one[seen] > at * other[seen]]
                for seen, gap in gaps.items():
                    if one[seen] < at * other[seen]:
                        yield f"{name}, {seen}", below(gap, 0)
                if counted:
                    yield from encloses(name, enclose(ours, DIGITS), sum(counted, term(0)))
                else:
                    yield f"{name}, nothing", equal(exactly(ours), 0)


def length_cases(more: int) -> Iterable[tuple[str, bool]]:
    """Whether delta is a fraction where T^3 parameters have at most 2^18 bits together."""
    for T, bits in ((2, 32768), (2, 32769), (3, 9000), (3, 10000)):
        # 2 and 2 have 3 bits each with their denominators, and the dummy has its own and 1.
        dummy = Fraction(1, 2 ** (bits - 8))
        ours = event_delta(T, 1, dummy, Fraction(2), parse_budget(1, report_odds=3))
        yield f"T = {T}, {bits} bits", (ours.exact is not None) == (T**3 * bits <= 2**18 + more)


def deltas(prover: Prover) -> Iterable[Theorem]:
    """The reference's delta is the largest divergence."""
    sample = (3, 1, Fraction(1, 2), Fraction(5, 4))
    claim = Ground(
        "shots.event-delta",
        "event_delta is the largest hockey-stick divergence over all people and all changes of one round",
        "T <= 3, every m, r in {0, 1/3, 1/2, 3/4, 1}, E = 3, odds in {1, 5/4, 2, 4}",
        lambda: cases(Fraction(0)),
        lambda: cases(Fraction(1, 2)),
        anchors=(
            anchor(
                event_delta,
                lambda: event_delta(*sample, parse_budget(1, report_odds=3)),
                lambda: by_force(neighbours(*sample[:3], Fraction(2)), sample[3]),
            ),
        ),
    )
    yield prover.theorem(claim, ByRecord())
    yield prover.theorem(
        Ground(
            "shots.event-delta-enclosed",
            f"at an irrational E too, to {DIGITS} digits; where it is 0, exactly",
            f"T <= 3, every m, r in {{0, 1/3, 1/2, 3/4, 1}}, epsilon = {EPSILON} m, odds in {{1, 5/4, 2, 4}}",
            lambda: irrational_cases(Fraction(0)),
            lambda: irrational_cases(Fraction(1, 2)),
        ),
        ByRecord(),
    )
    yield prover.theorem(
        Finite(
            "shots.event-delta-exact",
            "at a rational E event_delta is a fraction where T^3 parameters have at most 2^18 bits together",
            "T = 2 with 2^15 bits and one more, T = 3 with 9000 and 10000 bits",
            lambda: length_cases(0),
            lambda: length_cases(2**18),
        ),
        ByEnumeration(),
    )


LESS = between("s", Fraction(6, 5), Fraction(61, 50))
"""Odds that one report in one round exceeds at all of these budgets."""


def revealed() -> Term:
    """By how much a report is likelier than these odds allow where it is the truth."""
    x = expm1(Symbol("epsilon"))
    return report_likelihood(x, 1, 1) - Symbol("s") * report_likelihood(x, 0, 1)


def in_symbols(prover: Prover) -> Theorem:
    """Of one report in one round, at all budgets and odds of a range."""
    return tie(
        prover,
        event_delta,
        lambda: traced(event_delta, 1, 1, Fraction(0), LESS, any_budget(1, NARROW)),
        revealed,
        LESS,
        NARROW,
    )
