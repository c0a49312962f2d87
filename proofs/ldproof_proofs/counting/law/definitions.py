"""Definition 1 and section 3.2 as printed: constants, an error that is exactly alpha, and whose problem this is."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product as every

from ldproof.counting.law import transcripts, transcripts_every_round
from ldproof.law import INFINITE, Law, hockey_stick, law, most, symmetric_odds, tight_odds
from ldproof_proofs.counting.joint.everybody import THREE, constant, received, share
from ldproof_proofs.counting.parameters import BITS
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem

OUTCOMES = range(3)


def certain(outcome: int) -> Law[int]:
    """The law of an output without noise."""
    return law([(outcome, Fraction(1))])


def deterministic_cases(constants: int) -> Iterable[tuple[str, bool]]:
    """The largest odds of every function of three data with three outputs."""
    for outputs in every(OUTCOMES, repeat=3):
        largest = most(tight_odds(certain(one), certain(other)) for one, other in every(outputs, repeat=2))
        private = len(set(outputs)) == 1 and bool(constants)
        yield f"{outputs}", largest == (1 if private else INFINITE)


def deterministic(prover: Prover) -> Theorem:
    """A constant is private at every epsilon, any other function at none."""
    claim = Finite(
        "counting.deterministic",
        "a function of three data with three outputs has the odds 1 if it is constant, and infinite odds otherwise",
        "all 27 functions: all there is",
        lambda: deterministic_cases(1),
        lambda: deterministic_cases(0),
        proved=True,
    )
    return prover.theorem(claim, ByEnumeration())


def error_cases(larger: Fraction) -> Iterable[tuple[str, bool]]:
    """The error of one person's estimate in one round, mu = 1 and E = 3."""
    found = received(constant(1, 1, 1), THREE).pushforward(
        lambda rounds: abs((share(*rounds[0], THREE) or Fraction(0)) - 1)
    )
    yield "both errors", set(found) == {Fraction(1, 2), Fraction(3, 2)}
    yield "the smaller one", found[Fraction(1, 2)] == Fraction(3, 4)
    yield "no alpha has 9/10", all(found[error] != Fraction(9, 10) for error in found)
    yield "up to the larger one", found.of(lambda error: error <= larger) >= Fraction(9, 10)


def exactly_alpha(prover: Prover) -> Theorem:
    """An error that equals alpha with a given probability need not be; one that does not exceed it always is."""
    claim = Finite(
        "counting.error-defined",
        "for N = T = 1, mu = 1 and E = 3 the error is 1/2 with probability 3/4 and 3/2 with 1/4: it is alpha with "
        "probability 9/10 for no alpha, and at most 3/2 with probability 9/10 or more",
        "both reports: all there is",
        lambda: error_cases(Fraction(3, 2)),
        lambda: error_cases(Fraction(1, 2)),
        proved=True,
    )
    return prover.theorem(claim, ByEnumeration())


def item_cases(differing: int) -> Iterable[tuple[str, bool]]:
    """What people reveal who hold one item each, and who hold any set of items, T = 3 and E = 3 per report."""
    people = list(every(BITS, repeat=3))
    single = [states for states in people if sum(states) == 1]
    reported = {states: transcripts_every_round(states, THREE) for states in people}
    drawn = {states: transcripts(states, THREE) for states in people}
    for name, among, rounds in (("one item", single, differing), ("a set", people, 3)):
        pairs = [(one, other) for one, other in every(among, repeat=2) if one != other]
        every_round = most(symmetric_odds(reported[one], reported[other]) for one, other in pairs)
        yield f"BORAPPOR, {name}", every_round == (1 + THREE) ** rounds
        once = most(symmetric_odds(drawn[one], drawn[other]) for one, other in pairs)
        yield f"Glance, {name}", once == 1 + THREE
        deltas = (hockey_stick(drawn[one], drawn[other], Fraction(2)) for one, other in pairs)
        yield f"Glance's delta, {name}", max(deltas) == Fraction(rounds, 3) * Fraction(1, 4)


def items(prover: Prover) -> Theorem:
    """People with one item each differ in two rounds only."""
    claim = Finite(
        "counting.one-item",
        "for T = 3 and E = 3 per report the tight odds in BORAPPOR are 9 between people who hold one item each and 27 "
        "between any people; in Glance they are 3 for both, and the least delta at odds 2 is 1/6 and 1/4",
        "all pairs of people and all transcripts: all there is",
        lambda: item_cases(2),
        lambda: item_cases(3),
        proved=True,
    )
    return prover.theorem(claim, ByEnumeration())


def running_cases(stream: tuple[int, ...]) -> Iterable[tuple[str, bool]]:
    """One stream's running counts, and its shares round by round."""
    running = [sum(stream[: t + 1]) for t in range(len(stream))]
    yield "running counts", running == [1, 1, 2]
    yield "shares", [Fraction(state) for state in stream] == [1, 0, 1]


def running(prover: Prover) -> Theorem:
    """What continual observation releases is another number."""
    claim = Finite(
        "counting.running-counts",
        "of the one stream 1, 0, 1 the running counts are 1, 1, 2 and the shares of active people 1, 0, 1",
        "three rounds: all there is",
        lambda: running_cases((1, 0, 1)),
        lambda: running_cases((1, 1, 1)),
        proved=True,
    )
    return prover.theorem(claim, ByEnumeration())
