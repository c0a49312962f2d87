"""What no epsilon takes away: Glance's error where 0 < mu < 1 and T >= 2."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import product as every

from ldproof.counting.formulas import estimate_reported, glance_variance_at
from ldproof.numbers import Symbol, Term, exp, log, term
from ldproof.rounds import lie, truth
from ldproof_proofs.counting.parameters import BUDGET, PEOPLE, SHARE, N, T, k, mu, x
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import axiom
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.prover import Prover, algebra, at_once, proposition
from ldproof_proofs.kernel.relations import Relation, at_most, below
from ldproof_proofs.kernel.rows import add_share, zero_sums
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums

R, idle = Symbol("R"), Symbol("I")
TWO_ROUNDS = {"T >= 2": at_most(2, T)}


def among_active(prover: Prover) -> Theorem:
    """In a round in which only active people report, and truthfully, mu_hat is off by more than 1 - mu."""
    off = estimate_reported(k, k, x) - mu
    return proposition(
        prover,
        "counting.off-among-active",
        below(1 - mu, off),
        {**BUDGET, **SHARE, "k >= 1": at_most(1, k)},
        {"x": 2, "mu": Fraction(1, 2), "k": 3},
        reason="mu_hat = 1 + 1/(E - 1)",
        mutant=below(3 * (1 - mu), off),
    )


def alone(prover: Prover) -> Iterable[Theorem]:
    """Somebody who is active reports alone, and truthfully, in a given round with a probability that epsilon leaves above 0."""
    power = exp((N - 1) * log(1 - 1 / T))
    given = {**BUDGET, **TWO_ROUNDS, **PEOPLE}
    at = {"x": 2, "T": 2, "N": 3}
    known = {"power": axiom(Always.POSITIVE, (N - 1) * log(1 - 1 / T))}
    least = power / (2 * T)
    yield proposition(
        prover,
        "counting.alone-positive",
        below(0, least),
        {**TWO_ROUNDS, **PEOPLE},
        {"T": 2, "N": 3},
        known,
        reason="(1 - 1/T)^(N-1) > 0",
        mutant=below(1, least),
    )
    yield proposition(
        prover,
        "counting.alone-least",
        at_most(least, truth(x) * power / T),
        given,
        at,
        known,
        reason="p >= 1/2",
        mutant=at_most(least * 100, truth(x) * power / T),
        reading="the right side is the probability that a certain person reports in a round, truthfully, and nobody else does",
    )


def variance(prover: Prover) -> Theorem:
    """Glance's variance never falls below mu (1 - mu) (N R - 1)/(N - 1), which is above 0 where N R > 1."""
    floor = mu * (1 - mu) * (N * R - 1) / (N - 1)
    return proposition(
        prover,
        "counting.glance-variance-floor",
        below(floor, glance_variance_at(N, mu, R, x)),
        {
            **BUDGET,
            "N >= 2": at_most(2, N),
            "mu > 0": below(0, mu),
            "mu < 1": below(mu, 1),
            "N R > 1": below(1, N * R),
        },
        {"x": 2, "N": 2, "mu": Fraction(1, 2), "R": 1},
        reason="c R > 0",
        mutant=below(100 * floor, glance_variance_at(N, mu, R, x)),
    )


def fails(people: int, rounds: int, odds: Fraction, active: int) -> Counter[int]:
    """In how many ways some round is empty, or mu_hat off by 1 - mu or more, by how many people lie."""
    share, found = Fraction(active, people), Counter[int]()

    def misses(sent: list[bool]) -> bool:
        if not sent:
            return True
        return abs(estimate_reported(Fraction(sum(sent)), Fraction(len(sent)), odds - 1) - share) >= 1 - share

    for chosen in every(range(rounds), repeat=people):
        for lies in every((0, 1), repeat=people):
            said = [(n < active) ^ bool(lie) for n, lie in enumerate(lies)]
            if any(
                misses([bit for bit, tau in zip(said, chosen, strict=True) if tau == t])
                for t in range(rounds)
            ):
                found[sum(lies)] += 1
    return found


def off(people: int, rounds: int, odds: Fraction, active: int) -> Term:
    """The exact probability of that."""
    p, q = truth(term(odds - 1)), lie(term(odds - 1))
    ways = sorted(fails(people, rounds, odds, active).items())
    return (
        sums.total(many * q**liars * p ** (people - liars) for liars, many in ways) / term(rounds) ** people
    )


def certain_cases(resting: int) -> Iterable[tuple[str, Relation]]:
    """That probability against 1 less N times that of a lie."""
    for people, rounds in ((2, 2), (3, 2), (4, 2), (3, 3)):
        for odds in (Fraction(9), Fraction(99)):
            chance = off(people, rounds, odds, people - resting)
            least = 1 - people * lie(term(odds - 1))
            yield f"N = {people}, T = {rounds}, E = {odds}", at_most(least, chance)


def certain(prover: Prover) -> Theorem:
    """With fewer idle people than rounds, some round has active reporters only, or none: an error of 1 - mu is certain."""
    claim = Ground(
        "counting.floor-of-the-error",
        "where one person is idle in all rounds, some round has an error of 1 - mu or more, or no estimate, with a "
        "probability of at least 1 - N q",
        "(N, T) in (2, 2), (3, 2), (4, 2), (3, 3), E in {9, 99}",
        lambda: certain_cases(1),
        lambda: certain_cases(2),
    )
    return prover.theorem(claim, ByRecord())


def rounds_without_idle(prover: Prover) -> Iterable[Theorem]:
    """Where every round has an idle reporter, there are as many idle people as rounds: so with fewer some round has none."""
    each, seen, rest = Symbol("i"), Symbol("r"), Symbol("rounds without an idle reporter")
    claim = Induction(
        "counting.idle-per-round",
        "where I adds up the idle reporters i of t rounds, each of whom reports in one round, and W the rounds without one, r "
        "being 1 in such a round and 0 in others; n counts the rounds",
        zero_sums,
        add_share,
        (Round(term(1), {"I": each, "W": seen, "n": term(1)}),),
        lambda view: at_most(view.rows["n"](0), view.rows["I"](0) + view.rows["W"](0)),
        lambda view: at_most(view.rows["n"](0), view.rows["I"](0)),
        {"i": 0, "r": 1},
        {"none or some": at_most(1, each + seen)},
    )
    step = at_once("a round has an idle reporter, or is one without", search)
    yield prover.theorem(claim, ByInduction(at_once("all sums are 0", algebra), [step], [step]))
    yield proposition(
        prover,
        "counting.rounds-without-idle",
        below(0, rest),
        {"one round each": at_most(T - idle, rest), "I < T": below(idle, T)},
        {"T": 50, "I": 5, str(rest): 45},
        reason="each idle person reports in one round",
        mutant=below(50, rest),
    )
