"""Definition 1 and section 3.2 as printed: constants, an error that is exactly alpha, and whose problem this is."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product as every
from typing import TypeVar

from ldproof.counting.formulas import estimate_reported
from ldproof.counting.mechanism import Sent, transcript_law
from ldproof.numbers import Symbol, Term, term
from ldproof.probability import Law
from ldproof.rounds import truth
from ldproof_proofs.counting.joint.everybody import THREE, chances, constant
from ldproof_proofs.counting.law.hidden import positive
from ldproof_proofs.counting.parameters import BITS
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover, proposition
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums

States = tuple[int, ...]
Seen = TypeVar("Seen", bound=tuple[Sent, ...])
E = Symbol("E")


def deterministic(prover: Prover) -> Iterable[Theorem]:
    """A constant is private at every epsilon, any other function at none: what it gives is certain here, never there."""
    at: Point = {"E": 3}
    yield proposition(
        prover,
        "counting.deterministic",
        below(E * 0, 1),
        {},
        at,
        mutant=below(E, 1),
        reason="E times 0 is 0",
        reading="1 and 0 are the probabilities of what a function gives for some data, under these and under data for which "
        "it gives something else; E are any odds",
    )
    yield proposition(
        prover,
        "counting.constant",
        at_most(1, 1 * E),
        {"E >= 1": at_most(1, E)},
        at,
        mutant=at_most(E, 1),
        reading="1 and 1 are the probabilities of what a constant gives, under any data; E are any odds of at least 1",
    )


def error_cases(larger: Fraction) -> Iterable[tuple[str, Relation]]:
    """The error of one person's estimate in one round, mu = 1 and E = 3."""
    sent = chances(constant(1, 1, 1), term(THREE))
    most = Fraction(9, 10)
    errors = {
        ones: (sent[((1, ones),)], estimate_reported(term(ones), term(1), term(THREE)) - 1) for ones in BITS
    }
    for ones, size in ((1, Fraction(1, 2)), (0, Fraction(3, 2))):
        chance, error = errors[ones]
        yield f"the error of {ones}", equal(error**2, size**2)
        yield f"the chance of {ones} is not 9/10", Relation(chance, "!=", term(most))
    yield "the smaller one", equal(errors[1][0], Fraction(3, 4))
    reached = sums.total(chance for chance, error in errors.values() if sums.value(error**2) <= larger**2)
    yield "up to the larger one", at_most(most, reached)


def exactly_alpha(prover: Prover) -> Theorem:
    """An error that equals alpha with a given probability need not be; one that does not exceed it always is."""
    claim = Ground(
        "counting.error-defined",
        "for N = T = 1, mu = 1 and E = 3 the error is 1/2 with probability 3/4 and 3/2 with 1/4: it is alpha with "
        "probability 9/10 for no alpha, and at most 3/2 with probability 9/10 or more",
        "both reports",
        lambda: error_cases(Fraction(3, 2)),
        lambda: error_cases(Fraction(1, 2)),
        values=lambda: {
            "N": Fraction(1),
            "T": Fraction(1),
            "mu": Fraction(1),
            "E": 1 + THREE,
            "smaller": Fraction(1, 2),
            "chance": truth(THREE),
            "largest": abs(1 - estimate_reported(Fraction(0), Fraction(1), THREE)),
            "confidence": Fraction(9, 10),
        },
    )
    return prover.theorem(claim, ByRecord())


def item_cases(differing: int) -> Iterable[tuple[str, Relation]]:
    """What people reveal who hold one item each, and who hold any set of items, T = 3 and E = 3 per report."""
    people = list(every(BITS, repeat=3))
    single = [states for states in people if sum(states) == 1]
    reported = {states: transcript_law(states, THREE, reports=3) for states in people}
    drawn = {states: transcript_law(states, THREE) for states in people}

    def ratios(laws: Mapping[States, Law[Seen]], pairs: Iterable[tuple[States, States]]) -> list[Term]:
        return [sums.ratio(laws[one][seen], laws[other][seen]) for one, other in pairs for seen in laws[one]]

    for name, among, rounds in (("one item", single, differing), ("a set", people, 3)):
        pairs = [(one, other) for one, other in every(among, repeat=2) if one != other]
        yield from sums.largest(f"BORAPPOR, {name}", ratios(reported, pairs), (1 + THREE) ** rounds)
        yield from sums.largest(f"Glance, {name}", ratios(drawn, pairs), 1 + THREE)
        deltas = [
            sums.total(positive(drawn[one][seen] - 2 * drawn[other][seen]) for seen in drawn[one])
            for one, other in pairs
        ]
        yield from sums.largest(f"Glance's delta, {name}", deltas, Fraction(rounds, 3) * Fraction(1, 4))


def items(prover: Prover) -> Theorem:
    """People with one item each differ in two rounds only."""
    claim = Ground(
        "counting.one-item",
        "for T = 3 and E = 3 per report the tight odds in BORAPPOR are 9 between people who hold one item each and 27 "
        "between any people; in Glance they are 3 for both, and the least delta at odds 2 is 1/6 and 1/4",
        "all pairs of people and all transcripts",
        lambda: item_cases(2),
        lambda: item_cases(3),
        values=lambda: {
            "T": Fraction(3),
            "E": 1 + THREE,
            "one item": Fraction(9),
            "sets": Fraction(27),
            "odds": Fraction(2),
            "one item's delta": Fraction(1, 6),
            "sets' delta": Fraction(1, 4),
        },
    )
    return prover.theorem(claim, ByRecord())


STREAM, RUNNING = (1, 0, 1), (1, 1, 2)


def running_cases(stream: tuple[int, ...]) -> Iterable[tuple[str, Relation]]:
    """One stream's running counts, and its shares round by round."""
    for t, (running, share) in enumerate(zip(RUNNING, STREAM, strict=True)):
        yield f"running count {t + 1}", equal(sums.total(map(term, stream[: t + 1])), running)
        yield f"share {t + 1}", equal(term(stream[t]) / 1, share)


def running(prover: Prover) -> Theorem:
    """What continual observation releases is another number."""
    claim = Ground(
        "counting.running-counts",
        "of the one stream 1, 0, 1 the running counts are 1, 1, 2 and the shares of active people 1, 0, 1",
        "all three rounds",
        lambda: running_cases(STREAM),
        lambda: running_cases((1, 1, 1)),
        values=lambda: {
            f"{part} {t}": Fraction(number)
            for part, numbers in (("state", STREAM), ("running", RUNNING))
            for t, number in enumerate(numbers, 1)
        },
    )
    return prover.theorem(claim, ByRecord())
