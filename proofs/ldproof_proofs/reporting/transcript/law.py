"""The transcript's law: its fold is the average over all choices of rounds, and private round by round."""

from collections.abc import Iterable
from itertools import combinations
from math import comb

from ldproof import rounds as transcript
from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication, Known, lemma
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.prover import Prover, algebra, at_once
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem

MOST = 5
"""The most rounds for which the fold is compared with sums over choices, and over groups of rounds."""


def average(rounds: list[tuple[Term, Term]], m: int) -> Term:
    """The law by its definition: choose m rounds, all choices alike; be silent in the others."""
    total = term(0)
    for chosen in combinations(range(len(rounds)), m):
        path = term(1)
        for t, (silent, spoken) in enumerate(rounds):
            path = path * (spoken if t in chosen else silent)
        total = total + path
    return total / comb(len(rounds), m)


def agrees(mutated: int) -> Iterable[tuple[str, Relation]]:
    """Fold and average for all T up to MOST, with symbols for all that is seen."""
    for T in range(1, MOST + 1):
        rounds = [(Symbol(f"o_{t}"), Symbol(f"w_{t}")) for t in range(T)]
        for m in range(T + 1 - mutated):
            yield (
                f"T = {T}, m = {m}",
                equal(transcript.likelihood_of_rounds(rounds, m), average(rounds, m + mutated)),
            )


def fold_is_average(prover: Prover) -> Theorem:
    """The fold of the step is the law that Algorithm 1 describes."""
    claim = Ground(
        "reporting.transcript-fold",
        "the fold of the one-round step is the average over all choices of m rounds, as polynomials",
        f"T <= {MOST}, every m, symbols for what is seen",
        lambda: agrees(0),
        lambda: agrees(1),
    )
    return prover.theorem(claim, ByRecord())


def linear(prover: Prover) -> Iterable[Theorem]:
    """Adding up over what may be seen in a round adds up its two probabilities: unseen rounds weigh 1 and 1."""
    row = [Symbol("B"), Symbol("A")]
    one, other = (tuple(map(Symbol, names)) for names in (("o_0", "w_0"), ("o_1", "w_1")))
    at = {"A": 1, "B": 2, "o_0": 1, "w_0": 2, "o_1": 3, "w_1": 4}
    for k in (0, 1):
        apart = transcript.forward_step(row, *one)[k] + transcript.forward_step(row, *other)[k]
        claim = Implication(
            f"reporting.transcript-linear-{k}",
            equal(apart, transcript.forward_step(row, one[0] + other[0], one[1] + other[1])[k]),
            witness=at,
            mutant=Mutant(equal(apart, transcript.forward_step(row, one[0], one[1] + other[1])[k]), at),
        )
        yield prover.theorem(
            claim, at_once("a round multiplies each weight by one of its two numbers", algebra)
        )


o, w, v, x, rho = map(Symbol, ("o", "w", "v", "x", "rho"))
ROUND = {"o >= 0": at_most(0, o), "w >= 0": at_most(0, w)}
"""What was seen has some probability o in silence, and w or, under other states, v in a report."""


def split_cases(extra: int) -> Iterable[tuple[str, Relation]]:
    """All rounds at once, and two groups of rounds: as polynomials."""
    for T in range(1, MOST + 1):
        rounds = [(Symbol(f"o_{t}"), Symbol(f"w_{t}")) for t in range(T)]
        for first in range(1, T):
            for reports in range(T + 1):
                here, there = (
                    transcript.report_count_weights(part, T + 1) for part in (rounds[:first], rounds[first:])
                )
                parts: Term = sum((here[k] * there[reports + extra - k] for k in range(reports + 1)), term(0))
                yield (
                    f"{first} of {T} rounds, m = {reports}",
                    equal(transcript.report_count_weights(rounds, T)[reports], parts),
                )


def split(prover: Prover) -> Theorem:
    """The likelihood as a sum over the number of reports in some of the rounds."""
    claim = Ground(
        "reporting.split",
        "the weight of m reports is the sum over j of the weight of j reports in some rounds times that of m - j "
        "reports in the others",
        f"T <= {MOST}, every m and every first group of rounds; symbols for what is seen",
        lambda: split_cases(0),
        lambda: split_cases(1),
    )
    return prover.theorem(claim, ByRecord())


def after_a_round(why: str = "") -> ByInduction:
    """How k reports come about: silent with k before and, where k is not 0, also spoken with k - 1 before."""
    return ByInduction(
        at_once("both sides are equal at the start", algebra),
        [at_once(f"silent{why}", search)],
        [at_once(f"silent after k reports, or spoken after k - 1{why}", search)],
    )


def private(prover: Prover) -> Theorem:
    """If no report is more than E times likelier under one person's states, k reports are E^k times at most."""
    claim = Induction(
        "reporting.private",
        "where c and d are the weights of one transcript under two people's states, E = 1 + x",
        transcript.initial_weights,
        transcript.forward_step,
        (Round(o, {"c": w, "d": v}),),
        lambda view: at_most(view.rows["c"](0), view.power(0) * view.rows["d"](0)),
        lambda view: at_most(view.rows["c"](0), view.power(-1) * view.rows["d"](0)),
        {"o": 1, "w": 3, "v": 1, "x": 2},
        {**ROUND, "v >= 0": at_most(0, v), "w <= E v": at_most(w, (1 + x) * v), "x > 0": below(0, x)},
        base=1 + x,
        nonnegative=True,
    )
    return prover.theorem(claim, after_a_round())


def revealing(prover: Prover) -> Theorem:
    """If every report is exactly E times likelier under one person's states, k reports are E^k times."""
    claim = Induction(
        "reporting.revealing",
        "where c and d are the weights of one transcript under two people's states, E = 1 + x",
        transcript.initial_weights,
        transcript.forward_step,
        (Round(o, {"c": w, "d": v}),),
        lambda view: equal(view.rows["c"](0), view.power(0) * view.rows["d"](0)),
        lambda view: equal(view.rows["c"](0), view.power(1) * view.rows["d"](0)),
        {"o": 1, "w": 3, "v": 1, "x": 2},
        {"w = E v": equal(w, (1 + x) * v), "x > 0": below(0, x)},
        base=1 + x,
    )
    return prover.theorem(claim, after_a_round())


def hiding(prover: Prover) -> Theorem:
    """If silence is at most rho times likelier than a report, so much likelier are fewer reports than more."""
    claim = Induction(
        "reporting.hiding",
        "where a are the weights of a transcript",
        transcript.initial_weights,
        transcript.forward_step,
        (Round(o, {"a": w}),),
        lambda view: at_most((view.t - view.k) * view.rows["a"](0), (view.k + 1) * rho * view.rows["a"](1)),
        lambda view: at_most((view.t - view.k) * view.rows["a"](0), view.k * rho * view.rows["a"](1)),
        {"o": 1, "w": 3, "rho": 2},
        {**ROUND, "o <= rho w": at_most(o, rho * w)},
        reach=1,
        nonnegative=True,
    )
    return prover.theorem(claim, after_a_round(", and silence is not louder than rho reports"))


def hiding_most(prover: Prover) -> Theorem:
    """If silence is exactly rho times likelier than a report: the proportion of fewer to more reports."""
    claim = Induction(
        "reporting.hiding-most",
        "where a are the weights of a transcript",
        transcript.initial_weights,
        transcript.forward_step,
        (Round(o, {"a": w}),),
        lambda view: equal((view.t - view.k) * view.rows["a"](0), (view.k + 1) * rho * view.rows["a"](1)),
        lambda view: equal((view.t - view.k) * view.rows["a"](0), view.k * rho * view.rows["a"](1)),
        {"o": 6, "w": 3, "rho": 2},
        {"o = rho w": equal(o, rho * w)},
        reach=1,
    )
    return prover.theorem(claim, after_a_round(", and silence is as loud as rho reports"))


def choices(prover: Prover, among: Term, k: Term, a: Term, b: Term) -> Known:
    """Of rounds that are all alike, or of people, a choices of k and b of k + 1: (t - k) a = (k + 1) b among t."""
    return lemma(hiding_most(prover), t=among, k=k, rho=1, **{"a_k": a, "a_{k+1}": b})


def showing(prover: Prover) -> Theorem:
    """If silence is at least rho times likelier than a report, so much likelier are fewer reports than more."""
    claim = Induction(
        "reporting.showing",
        "where a are the weights of a transcript",
        transcript.initial_weights,
        transcript.forward_step,
        (Round(o, {"a": w}),),
        lambda view: at_most((view.k + 1) * rho * view.rows["a"](1), (view.t - view.k) * view.rows["a"](0)),
        lambda view: at_most((view.k + 2) * rho * view.rows["a"](1), (view.t - view.k) * view.rows["a"](0)),
        {"o": 6, "w": 3, "rho": 2},
        {**ROUND, "rho w <= o": at_most(rho * w, o)},
        reach=1,
        nonnegative=True,
    )
    return prover.theorem(claim, after_a_round(", and rho reports are not louder than silence"))


def monotone(prover: Prover) -> Theorem:
    """If reports are at least as likely in every round, so are transcripts."""
    claim = Induction(
        "reporting.monotone",
        "where c and d are the weights of one transcript",
        transcript.initial_weights,
        transcript.forward_step,
        (Round(o, {"c": w, "d": v}),),
        lambda view: at_most(view.rows["c"](0), view.rows["d"](0)),
        lambda view: at_most(view.rows["d"](0), view.rows["c"](0)),
        {"o": 1, "w": 1, "v": 3},
        {**ROUND, "w <= v": at_most(w, v)},
        nonnegative=True,
    )
    return prover.theorem(claim, after_a_round())
