"""Basic One-time RAPPOR: a report in every round, private by composition, and exactly so."""

from collections.abc import Iterable
from itertools import product as every
from math import prod

from ldproof import rounds as transcript
from ldproof.counting.mechanism import transcript_likelihood
from ldproof.numbers import Symbol, Term, expm1, log, term
from ldproof.rounds import lie, report_likelihood, truth
from ldproof_proofs.counting.law import glance
from ldproof_proofs.counting.parameters import BITS, BUDGET, ROUNDS, T, x
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication, axiom, by_name, lemma
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.instance import ByInstance, Instance
from ldproof_proofs.kernel.prover import Prover, algebra, at_once
from ldproof_proofs.kernel.relations import Relation, at_most, equal
from ldproof_proofs.kernel.rows import multiply_share, unit_products
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.reporting import coin, privacy
from ldproof_proofs.reporting.transcript import law as proved

A, o, w, p, q, e = map(Symbol, ("A", "o", "w", "p", "q", "e"))
AT = {"x": 2}
MOST = 4
SILENT = {0: term(1), 1: term(0)}
"""What would be seen in a round without a report, which there is none of."""


def step(prover: Prover) -> Theorem:
    """Whoever has reported in every round so far, and reports now, multiplies: silence plays no part."""
    at = {"A": 2, "o": 3, "w": 5}
    found = transcript.forward_step([A, term(0)], o, w)[1]
    claim = Implication(
        "counting.every-round-step",
        equal(found, A * w),
        witness=at,
        mutant=Mutant(equal(found, A * o), at),
        reading="A is the weight of a report in every round so far, o and w are the probabilities of what was seen in "
        "silence and in a report",
    )
    return prover.theorem(claim, at_once("no report more than rounds so far", algebra))


def weights(prover: Prover) -> Theorem:
    """Any two people, whatever is seen: the weights of k reports differ by E^k at most; in silence 0 is sent."""
    claim = Instance(
        "counting.every-round-weights",
        "where c and d are the weights that one transcript has under the states of any two people, G = E^(k-1)",
        proved.private(prover),
        [
            {
                "o": SILENT[seen],
                "w": report_likelihood(x, state, seen),
                "v": report_likelihood(x, other, seen),
            }
            for seen, state, other in every(BITS, repeat=3)
        ],
        {"o": SILENT[0], "w": truth(x), "v": lie(x) / 2},
        BUDGET,
        {
            **by_name(glance.null_facts(prover)),
            **by_name(coin.private(prover)),
            **by_name(coin.nonnegative(prover)),
        },
        witness=AT,
    )
    return prover.theorem(claim, ByInstance())


def private(prover: Prover) -> Theorem:
    """Basic One-time RAPPOR is epsilon-LDP: T reports among T rounds, with a share of epsilon each."""
    itself = Implication(
        "counting.every-round-reports",
        at_most(T, T),
        witness={"T": 1},
        mutant=Mutant(at_most(T + 1, T), {"T": 1}),
    )
    return privacy.private(
        prover,
        "counting.borappor-ldp",
        "Basic One-time RAPPOR over T rounds, between any two people's states",
        weights(prover),
        {str(seen): SILENT[seen] for seen in BITS},
        {
            str(state): {str(seen): report_likelihood(privacy.excess(T), state, seen) for seen in BITS}
            for state in BITS
        },
        T,
        ROUNDS,
        {"epsilon": 2, "T": 2},
        (("1", "1", "0"), ("0", "0", "1")),
        {"T reports": lemma(prover.theorem(itself, at_once("as many", algebra)))},
    )


def revealing(prover: Prover) -> Theorem:
    """Reports that are exactly e times likelier, or as likely: all of them together are by the product."""
    claim = Induction(
        "counting.reports-multiply",
        "where c and d are the probabilities of t independent reports under two people's states, each p = e q, and odds is "
        "the product of the e",
        unit_products,
        multiply_share,
        (Round(term(1), {"c": p, "d": q, "odds": e}),),
        lambda view: equal(view.rows["c"](0), view.rows["odds"](0) * view.rows["d"](0)),
        lambda view: equal(view.rows["c"](0), view.rows["d"](0)),
        {"p": 3, "q": 1, "e": 3},
        {"p = e q": equal(p, e * q)},
    )
    turn = at_once("both factors", search)
    return prover.theorem(claim, ByInduction(at_once("1 = 1", algebra), [turn], [turn]))


def attained(prover: Prover) -> Theorem:
    """Where the states differ and one person's are seen: E for every round that differs, 1 for every other."""
    same = Implication(
        "counting.same-state",
        equal(w, 1 * w),
        witness={"w": 1},
        mutant=Mutant(equal(w, 2 * w), {"w": 1}),
    )
    alike = prover.theorem(same, at_once("the same state", algebra))
    claim = Instance(
        "counting.every-round-attained",
        "where c and d are the probabilities of t reports, seen are the states of the person with c, and odds is the "
        "product of E = 1 + x over the rounds in which the other's state is the opposite",
        revealing(prover),
        [
            {"p": report_likelihood(x, bit, bit), "q": report_likelihood(x, 1 - bit, bit), "e": 1 + x}
            for bit in BITS
        ]
        + [{"p": truth(x), "q": truth(x), "e": term(1)}],
        {"p": lie(x), "q": truth(x), "e": 1 + x},
        BUDGET,
        {**by_name([coin.ratio(prover)]), "alike": lemma(alike, w=truth(x))},
        witness=AT,
    )
    return prover.theorem(claim, ByInstance())


def whole_budget(prover: Prover) -> Theorem:
    """T reports with odds e^(epsilon/T) each cost epsilon together, for every T."""
    epsilon = Symbol("epsilon")
    claim = Implication(
        "counting.every-round-budget",
        equal(T * log(1 + expm1(epsilon / T)), epsilon),
        ROUNDS,
        {"undone": axiom(Always.UNDONE, epsilon / T), "positive": axiom(Always.POSITIVE, epsilon / T)},
        {"T": 2, "epsilon": 1},
        reading="the left side is the logarithm of the product of T odds v = 1 + (v - 1), each e^(epsilon/T)",
    )
    return prover.theorem(claim, at_once("ln e^u = u", search))


def law_cases(more: int) -> Iterable[tuple[str, Relation]]:
    """The reference's likelihood against the product of the reports, and by how much one's own states are likelier."""
    for rounds in range(1, MOST + 1):
        people = list(every(BITS, repeat=rounds))
        likely = {
            (states, seen): transcript_likelihood(states, seen, x, reports=rounds)
            for states, seen in every(people, repeat=2)
        }
        for (states, seen), found in likely.items():
            path: Term = prod(map(report_likelihood, [x] * rounds, states, seen), start=term(1))
            yield f"{seen} from {states}", equal(found, path)
        for one, other in every(people, repeat=2):
            differing = sum(map(int.__ne__, one, other))
            ratio = likely[one, one] / likely[other, one]
            yield f"{one} and {other}", equal(ratio, (1 + x) ** (differing + more))


def exhaustively(prover: Prover) -> Theorem:
    """A transcript's likelihood, and the odds by how many rounds differ, by enumeration."""
    claim = Ground(
        "counting.every-round-exhaustive",
        "a transcript's likelihood is the product of its reports', and under the states that it shows it is E^d times what "
        "it is under others, d of which differ",
        f"T <= {MOST}, every transcript and pair of people, every E as a symbol",
        lambda: law_cases(0),
        lambda: law_cases(1),
    )
    return prover.theorem(claim, ByRecord())
