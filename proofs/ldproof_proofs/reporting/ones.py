"""How many ones independent people send: from the law of one report to the law, mean and variance of their number.

That people are independent is said here, once, for all systems: what several send has the product of their
probabilities, so that with one person more the weights of the numbers of ones are turned by `forward_step`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product as every
from math import prod

from ldproof import rounds
from ldproof.numbers import Symbol, Term, exp, log, term
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import axiom, by_name
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.instance import ByInstance, Instance
from ldproof_proofs.kernel.prover import Prover, algebra, at_once, proposition
from ldproof_proofs.kernel.relations import Relation, below, equal
from ldproof_proofs.kernel.rows import COUNT, View, add_share, multiply_share, unit_products, zero_sums
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums
from ldproof_proofs.reporting.transcript import law as proved

p, q, o, w, u, z, g, j, V = map(Symbol, ("p", "q", "o", "w", "u", "z", "g", "j", "V"))
FEW = 5
"""The most people of whom all outcomes are written down."""


def outcomes(people: int, more: int) -> Iterator[tuple[str, Relation]]:
    """Each person's law is multiplied by the others': the number of ones by all that they may send."""
    chances = [Symbol(f"p_{person}") for person in range(people)]
    weights = rounds.report_count_weights([(1 - chance, chance) for chance in chances], people)
    for ones in range(people + 1 - more):
        sent = [
            prod(
                (chance if bit else 1 - chance for bit, chance in zip(bits, chances, strict=True)),
                start=term(1),
            )
            for bits in every((0, 1), repeat=people)
            if sum(bits) == ones + more
        ]
        yield f"{ones} ones of {people} people", equal(weights[ones], sums.total(sent))


def independent(prover: Prover) -> Theorem:
    """The fold over people is the law of the number of ones, for every person's own probability."""
    claim = Ground(
        "reporting.ones-independent",
        "the weight of k ones after a fold over people who send a one with probabilities of their own, and else a zero, is "
        "the sum of the products of their probabilities over all that they may send with k ones",
        f"up to {FEW} people, symbols for their probabilities",
        lambda: (case for people in range(1, FEW + 1) for case in outcomes(people, 0)),
        lambda: (case for people in range(1, FEW + 1) for case in outcomes(people, 1)),
    )
    return prover.theorem(claim, ByRecord())


def binomial(prover: Prover) -> Theorem:
    """If everybody sends a one with probability p, their number is binomial: (n - k) p a_k = (k + 1) (1 - p) a_{k+1}."""
    given = {"p > 0": below(0, p), "p < 1": below(p, 1)}
    odds = (1 - p) / p
    alike = proposition(
        prover,
        "reporting.ones-odds",
        equal(1 - p, odds * p),
        given,
        {"p": Fraction(1, 3)},
        rule=algebra,
        mutant=equal(1 - p, odds),
    )
    claim = Instance(
        "reporting.ones-binomial",
        "where a_k is the probability that k of t independent people send a one, each with probability p",
        proved.hiding_most(prover),
        [{"o": 1 - p, "w": p}],
        {"o": 1 - p, "w": 1 - p},
        given,
        by_name([alike]),
        {"rho": odds},
        witness={"p": Fraction(1, 3)},
    )
    return prover.theorem(claim, ByInstance())


MOVED = rounds.forward_step([term(0), u, term(0)], o, w)[1:]
"""What a weight of j ones becomes with a person more: the weights of j and of j + 1."""
WEIGHT, MEAN, SQUARE, POWER = u, u * j, u * j**2, u * g
"""What is added up over j: its probability u, with j, with the square of j, and with g = z^j."""


def with_one_more(
    prover: Prover,
    name: str,
    new: Term,
    sums_: Mapping[str, Term],
    said: Callable[[Mapping[str, Term]], Term],
    given: Facts,
    reading: str,
) -> Theorem:
    """What an average over the number of ones becomes with one person more, by the averages before."""
    chance = Fraction(1, 3)

    def entries(view: View) -> Mapping[str, Term]:
        return {row: entry(0) for row, entry in view.rows.items()}

    claim = Induction(
        f"reporting.ones-{name}-with-one-more",
        f"where {reading} over t numbers j of ones among some people, u being the probability of j, and new is what becomes "
        "of old with one person more, who sends a one with probability w and none with o",
        zero_sums,
        add_share,
        (Round(term(1), {"new": new, **sums_}),),
        lambda view: equal(view.rows["new"](0), said(entries(view))),
        lambda view: equal(view.rows["new"](0), w + said(entries(view))),
        {"u": 1, "j": 2, "g": 4, "z": 2, "o": 1 - chance, "w": chance},
        given,
    )
    step = at_once("one more number of ones", search)
    return prover.theorem(claim, ByInduction(at_once("all sums are 0", algebra), [step], [step]))


CERTAIN: Facts = {"o + w = 1": equal(o + w, 1)}


def one_more(prover: Prover) -> Iterable[Theorem]:
    """The mean of z^j is (o + w z) times what it was, the mean is w more, and the mean square 2 w mean + w."""
    stays, moves = MOVED
    yield with_one_more(
        prover,
        "power",
        stays * g + moves * (g * z),
        {"old": POWER},
        lambda rows: (o + w * z) * rows["old"],
        {},
        "old adds up u z^j, g being z^j,",
    )
    yield with_one_more(
        prover,
        "mean",
        stays * j + moves * (j + 1),
        {"old": MEAN, "all": WEIGHT},
        lambda rows: rows["old"] + w * rows["all"],
        CERTAIN,
        "old adds up u j, and all u,",
    )
    yield with_one_more(
        prover,
        "square",
        stays * j**2 + moves * (j + 1) ** 2,
        {"old": SQUARE, "less": MEAN, "all": WEIGHT},
        lambda rows: rows["old"] + w * (2 * rows["less"] + rows["all"]),
        CERTAIN,
        "old adds up u j^2, less u j, and all u,",
    )


def spread(prover: Prover) -> Theorem:
    """So a person who sends a one with probability w makes the variance larger by w (1 - w), whoever the others are."""
    mean, square = Symbol("mean"), Symbol("square")
    after = square + w * (2 * mean + 1) - (mean + w) ** 2
    return proposition(
        prover,
        "reporting.ones-variance-with-one-more",
        equal(after, square - mean**2 + w * (1 - w)),
        {},
        {"mean": 1, "square": 2, "w": Fraction(1, 3)},
        rule=algebra,
        reason="the mean is w more, and the mean square 2 w mean + w",
        mutant=equal(after, square - mean**2 + w),
        reading="mean and square are those of a number of ones and of its square",
    )


def mean(prover: Prover) -> Theorem:
    """Where a of n people send a one with probability p, and the others with q: the mean number of ones."""
    return added_up(prover, "mean", "S", {1: p, 0: q})


def variance(prover: Prover) -> Theorem:
    """And its variance, as every person adds their own."""
    return added_up(prover, "variance", "V", {1: p * (1 - p), 0: q * (1 - q)})


def added_up(prover: Prover, name: str, row: str, parts: Mapping[int, Term]) -> Theorem:
    """What people of two kinds add, one after the other."""
    claim = Induction(
        f"reporting.ones-{name}",
        f"where {row} is the {name} of the number of ones that t independent people send, a of whom are in state 1 and send a one "
        "with probability p, and the others with probability q, n being t",
        zero_sums,
        add_share,
        tuple(Round(term(1), {row: part, "a": term(state), "n": term(1)}) for state, part in parts.items()),
        lambda view: equal(view.rows[row](0), total(view, parts)),
        lambda view: equal(view.rows[row](0), total(view, {1: parts[1], 0: parts[1]})),
        {"p": Fraction(1, 2), "q": Fraction(1, 3)},
        {},
    )
    step = at_once("one more person", search)
    return prover.theorem(claim, ByInduction(at_once("all sums are 0", algebra), [step, step], [step, step]))


def total(view: View, parts: Mapping[int, Term]) -> Term:
    """What a people of one kind and n - a of the other add."""
    active, everybody = view.rows["a"](0), view.rows["n"](0)
    return active * parts[1] + (everybody - active) * parts[0]


def power(prover: Prover) -> Theorem:
    """If all send a one with the same probability w, the mean of z^j among t people is V^t, V = 1 - w + w z."""
    claim = Induction(
        "reporting.ones-power",
        "where M is the mean of z^j, j being the number of ones that t independent people send, each of whom multiplies it by "
        "V = o + w z",
        unit_products,
        multiply_share,
        (Round(term(1), {"M": V}),),
        lambda view: equal(view.rows["M"](0), exp(view.t * log(V))),
        lambda view: equal(view.rows["M"](0), 2 * exp(view.t * log(V))),
        {"V": 1},
        {"V > 0": below(0, V)},
        {
            "one more": axiom(Always.SUM, COUNT * log(V), log(V)),
            "inverse": axiom(Always.INVERSE, V),
        },
        base=V,
    )
    step = at_once("V^(t+1) = V^t V", search)
    return prover.theorem(claim, ByInduction(at_once("V^0 = 1", algebra), [step], [step]))
