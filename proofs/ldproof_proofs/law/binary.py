"""The binary mechanism is the best: whatever else is as private is drawn from its report."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product as every

from ldproof.numbers import Exact, Symbol, Term, term
from ldproof.probability import Infinite
from ldproof.rounds import report_likelihood
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.prover import Prover, algebra, at_once
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.rows import add_share, zero_sums
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.law.finite_laws import symmetric_odds
from ldproof_proofs.law.pointwise import PARTS, laws

p, q, x, a, b = map(Symbol, ("p", "q", "x", "a", "b"))
BUDGET = {"x > 0": below(0, x)}
AT: Point = {"x": 2, "p": Fraction(1, 2), "q": Fraction(1, 3), "a": Fraction(1, 2), "b": Fraction(1, 3)}
READING = "p and q are the probabilities of one outcome in the states 0 and 1, E = 1 + x"
CHANNEL = "a channel turns the report 0 into an outcome with probability a, and 1 with b; E = 1 + x"


def after(likely: Exact, rare: Exact, excess: Exact) -> Exact:
    """The chance that the channel makes an outcome of a report, from what the reported state and the other give it."""
    return ((1 + excess) * likely - rare) / excess


def outcome(state: int, from_0: Term, from_1: Term) -> Term:
    """The probability of an outcome when a channel comes after the binary mechanism."""
    return report_likelihood(x, state, 0) * from_0 + report_likelihood(x, state, 1) * from_1


def channel(prover: Prover) -> Iterable[Theorem]:
    """After the binary mechanism this channel gives p and q; its numbers are at least 0 if they are E-private."""
    both = after(p, q, x), after(q, p, x)
    for state, probability, other in ((0, p, q), (1, q, p)):
        claim = Implication(
            f"law.channel-gives-{state}",
            equal(outcome(state, *both), probability),
            BUDGET,
            witness=AT,
            mutant=Mutant(equal(outcome(1 - state, *both), probability), AT),
            reading=READING,
        )
        yield prover.theorem(claim, at_once("(E^2 - 1) / (x (2 + x)) = 1", algebra))
        private = Implication(
            f"law.channel-nonnegative-{state}",
            at_most(0, both[state]),
            {**BUDGET, "private": at_most(other, (1 + x) * probability)},
            witness=AT,
            reading=READING,
        )
        yield prover.theorem(
            private, at_once("the other state's probability is at most E times this", search)
        )


def channel_sums(prover: Prover) -> Iterable[Theorem]:
    """Over all outcomes the channel's numbers add up to 1."""
    claim = Induction(
        "law.channel-adds",
        "where P, Q and A add up p, q and (E p - q)/x over t outcomes, E = 1 + x",
        zero_sums,
        add_share,
        (Round(term(1), {"P": p, "Q": q, "A": after(p, q, x)}),),
        lambda view: equal(x * view.rows["A"](0), (1 + x) * view.rows["P"](0) - view.rows["Q"](0)),
        lambda view: equal(x * view.rows["A"](0), view.rows["P"](0) - view.rows["Q"](0)),
        {name: AT[name] for name in ("x", "p", "q")},
        BUDGET,
    )
    step = at_once("both sides grow by E p - q", search)
    yield prover.theorem(claim, ByInduction(at_once("all sums are 0", algebra), [step], [step]))
    P, Q, A = map(Symbol, ("P", "Q", "A"))
    at: Point = {"x": 2, "P": 1, "Q": 1, "A": 1}
    whole = Implication(
        "law.channel-is-a-law",
        equal(A, 1),
        {**BUDGET, "adds": equal(x * A, (1 + x) * P - Q), "P = 1": equal(P, 1), "Q = 1": equal(Q, 1)},
        witness=at,
        reading="P, Q and A are those sums over all outcomes, E = 1 + x",
    )
    yield prover.theorem(whole, at_once("(E - 1) / x = 1", search))


def coin_cases(excess: Fraction, claimed: Fraction) -> Iterator[tuple[str, Relation]]:
    """Every pair of laws that is private enough is the binary mechanism's with the channel after it."""
    for one, other in every(laws(3), repeat=2):
        found = symmetric_odds(one, other)
        if isinstance(found, Infinite) or found > 1 + claimed:
            continue
        name = f"E = {1 + claimed}, {dict(one.probabilities)} and {dict(other.probabilities)}"
        rows = [
            [after(term(here[each]), term(there[each]), term(excess)) for each in range(3)]
            for here, there in ((one, other), (other, one))
        ]
        for bit, row in enumerate(rows):
            yield f"{name}, the channel of {bit}", equal(sum(row, term(0)), 1)
            for each, chance in enumerate(row):
                yield f"{name}, {each} from {bit}", at_most(0, chance)
        for (state, wanted), each in every(enumerate((one, other)), range(3)):
            drawn = (
                report_likelihood(term(excess), state, 0) * rows[0][each]
                + report_likelihood(term(excess), state, 1) * rows[1][each]
            )
            yield f"{name}, {each} in state {state}", equal(drawn, wanted[each])


def exhaustively(prover: Prover) -> Theorem:
    """Two laws are the binary mechanism's with a channel after it: the reference's laws, by enumeration."""
    claim = Ground(
        "law.channel-exhaustive",
        "two laws with odds of at most E both ways are the binary mechanism's with a channel after it",
        f"E in {{2, 3}}, all pairs of laws of 3 outcomes with probabilities in multiples of 1/{PARTS}",
        lambda: (case for excess in (1, 2) for case in coin_cases(Fraction(excess), Fraction(excess))),
        lambda: coin_cases(Fraction(1), Fraction(2)),
    )
    return prover.theorem(claim, ByRecord())
