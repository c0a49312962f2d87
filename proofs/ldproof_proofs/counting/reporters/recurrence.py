"""E[1/k; k >= 1] for all N: a recurrence in N, and bounds that make it T/N to the first order."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof import rounds
from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.counting.parameters import N, T, k
from ldproof_proofs.counting.reporters.chosen import REPORTS, STAYS
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import Last, Prover, Step, algebra, at_once, steps
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.rows import add_share, zero_sums
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem

A, B, S, W, empty = map(Symbol, ("A", "B", "S", "W", "P0"))
h, g, w, m = map(Symbol, ("h", "g", "w", "m"))
SHAPE = {"T >= 1": at_most(1, T), "N >= 1": at_most(1, N), "k >= 1": at_most(1, k)}


def one_more() -> Term:
    """The probability of k reporters when one more person is there."""
    return rounds.forward_step([B, A], STAYS, REPORTS)[1]


def summand(prover: Prover) -> Theorem:
    """The part of k: its probability over k, among N people."""
    at: Point = {"T": 2, "N": 3, "k": 1, "A": 2, "B": 1}
    claim = Implication(
        "counting.inverse-count-summand",
        equal(one_more() / k, STAYS * (A / k) + one_more() / N),
        {**SHAPE, "binomial": equal((N - k) * B, k * (T - 1) * A)},
        witness=at,
        mutant=Mutant(equal(one_more() / k, STAYS * (A / k) + one_more()), at),
        reading="A and B are the probabilities of k and of k - 1 reporters among N - 1 people",
    )
    return prover.theorem(
        claim, at_once("k of N people: a share k/N of the choices has the last one", search)
    )


def recurrence(prover: Prover) -> Iterable[Theorem]:
    """And their sum: S_N = (1 - 1/T) S_{N-1} + (1 - (1 - 1/T)^N) / N."""
    claim = Induction(
        "counting.inverse-count-adds",
        "where S and s add up h and g, the probabilities of j reporters over j among N and among N - 1 people, for t "
        "numbers j >= 1, W adds up the probabilities w among N people",
        zero_sums,
        add_share,
        (Round(term(1), {"S": h, "s": g, "W": w}),),
        lambda view: equal(view.rows["S"](0), STAYS * view.rows["s"](0) + view.rows["W"](0) / N),
        lambda view: equal(view.rows["S"](0), view.rows["s"](0) + view.rows["W"](0) / N),
        {"T": 2, "N": 2, "g": 1, "w": 1, "h": 1},
        {
            "T >= 1": at_most(1, T),
            "N >= 1": at_most(1, N),
            "summand": equal(h, STAYS * g + w / N),
        },
    )
    step = at_once("one more number", search)
    yield prover.theorem(claim, ByInduction(at_once("all sums are 0", algebra), [step], [step]))
    before = Symbol("s")
    at: Point = {
        "T": 2,
        "N": 2,
        "s": Fraction(1, 2),
        "S": Fraction(5, 8),
        "W": Fraction(3, 4),
        "P0": Fraction(1, 4),
    }
    whole = Implication(
        "counting.inverse-count-recurrence",
        equal(S, STAYS * before + (1 - empty) / N),
        {
            "T >= 1": at_most(1, T),
            "N >= 1": at_most(1, N),
            "adds": equal(S, STAYS * before + W / N),
            "whole": equal(W, 1 - empty),
        },
        witness=at,
        mutant=Mutant(equal(S, STAYS * before + 1 / N), at),
        reading="S = S_N and s = S_{N-1} are E[1/k; k >= 1] among N and N - 1 people, W is the probability that somebody "
        "reports, P0 = (1 - 1/T)^N that nobody does",
    )
    yield prover.theorem(whole, at_once("all probabilities but that of 0", search))


def from_below(prover: Prover) -> Theorem:
    """1/k lies above its tangent at any m > 0; at m = E[k | k >= 1] = N / (T (1 - P0)) that says R >= 1/m."""
    at: Point = {"k": 1, "m": 2}
    claim = Implication(
        "counting.inverse-count-tangent",
        at_most(2 / m - k / m**2, 1 / k),
        {"k >= 1": at_most(1, k), "m > 0": below(0, m)},
        witness=at,
        mutant=Mutant(at_most(2 / m, 1 / k), {"k": 3, "m": 2}),
    )
    return prover.theorem(claim, at_once("(m - k)^2 >= 0", search))


def from_above(prover: Prover) -> Iterable[Theorem]:
    """1/k <= 1/(k + 1) + 3/((k + 1) (k + 2)), and the means of both are at most T/(N + 1) and T^2/((N + 1) (N + 2))."""
    at: Point = {"k": 2, "T": 2, "N": 3, "A": 1, "B": 2}
    over = 1 / (k + 1) + 3 / ((k + 1) * (k + 2))
    claim = Implication(
        "counting.inverse-count-above",
        at_most(1 / k, over),
        {"k >= 1": at_most(1, k)},
        witness=at,
        mutant=Mutant(at_most(1 / k, 1 / (k + 1)), at),
    )
    yield prover.theorem(claim, at_once("(k + 1) (k + 2) <= k (k + 5)", positivity))
    found = rounds.forward_step([B, A], STAYS, REPORTS)[1]
    shifted = Implication(
        "counting.inverse-count-shifted",
        equal(B / k, found * T / N),
        {**SHAPE, "binomial": equal((N - k) * B, k * (T - 1) * A)},
        witness=at,
        mutant=Mutant(equal(B / k, found / N), at),
        reading="A and B are the probabilities of k and of k - 1 reporters among N - 1 people: so the probability of j "
        "over j + 1 is that of j + 1 among one person more, times T/N",
    )
    yield prover.theorem(
        shifted, at_once("of the choices of k of N people a share k/N has the last one", search)
    )


def from_above_everywhere(prover: Prover) -> Iterable[Theorem]:
    """N S_N <= (2T - 1)(1 - P0) for all N, so that N R <= 2T - 1: by induction over N, which needs P0 among N - 1 people."""
    n, before, stay = map(Symbol, ("n", "s", "U"))
    floor = at_most(2 * T - 1 - n, (2 * T - 1 + n) * stay)
    at: Point = {"T": 2, "n": 1, "U": Fraction(1, 2)}
    claim = Implication(
        "counting.nobody-floor",
        at_most(2 * T - 2 - n, (2 * T + n) * STAYS * stay),
        {"T >= 1": at_most(1, T), "n >= 0": at_most(0, n), "before": floor},
        witness=at,
        mutant=Mutant(at_most(2 * T - 1 - n, (2 * T + n) * STAYS * stay), at),
        reading="U = (1 - 1/T)^n",
    )
    yield prover.theorem(claim, at_once("what is left over is 2 n (n + 1) over the denominators", search))
    at = {"T": 2, "N": 2, "U": Fraction(1, 2), "s": Fraction(3, 2), "S": Fraction(9, 8)}
    step = Implication(
        "counting.inverse-count-most",
        at_most(N * S, (2 * T - 1) * (1 - STAYS * stay)),
        {
            "T >= 1": at_most(1, T),
            "N >= 2": at_most(2, N),
            "recurrence": equal(S, STAYS * before + (1 - STAYS * stay) / N),
            "floor": floor.substitute({"n": N - 1}),
            "before": at_most((N - 1) * before, (2 * T - 1) * (1 - stay)),
        },
        witness=at,
        mutant=Mutant(at_most(N * S, (2 * T - 2) * (1 - STAYS * stay)), at),
        reading="S and s are E[1/k; k >= 1] among N and N - 1 people, U = (1 - 1/T)^(N - 1)",
    )
    none = 1 - STAYS * stay
    yield prover.theorem(
        step,
        steps(
            Step("=", STAYS * N * before + none, "the recurrence", search),
            Step(
                "<=",
                STAYS * N / (N - 1) * (2 * T - 1) * (1 - stay) + none,
                "N/(N - 1) times the bound before",
                search,
            ),
            last=Last("what is left is the floor", search),
        ),
    )
