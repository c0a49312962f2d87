"""Bets on how often outcomes of a known law come: fair whatever is bet, in both directions, and what the code bets is such."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial, reduce
from itertools import product as every
from operator import mul

from ldproof.evidence.goodness_of_fit import PRIORS, mean_prior_wealth, prior_wealth, shared_capital
from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.evidence.likelihood_ratio import add, nothing
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.prover import Prover, algebra, at_once, proposition
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem

p, c, a, n, D, M, A, N = map(Symbol, ("p", "c", "a", "n", "D", "M", "A", "N"))
s, u, e, m, others, total, k = map(Symbol, ("s", "u", "e", "m", "others", "total", "k"))
HALF = Fraction(1, 2)


def outcomes(prover: Prover) -> Theorem:
    """Over any number of outcomes: what a draw is expected to make of 1 by them is at most what is bet on them."""
    claim = Induction(
        "evidence.fit-bet",
        "where A and N are the weights and the numbers of earlier draws of t outcomes together, each of which has a and n; "
        "M is the sum of what a draw makes of 1 by them, in the mean: p, the probability of an outcome, by the share "
        "(a + n)/D of the capital that is on it, over c, by which it is paid",
        nothing,
        add,
        (Round(term(1), {"M": p * ((a + n) / D) / c, "A": a, "N": n}),),
        lambda view: at_most(D * view.rows["M"](0), view.rows["A"](0) + view.rows["N"](0)),
        lambda view: at_most(D * view.rows["M"](0), view.rows["A"](0)),
        {"p": HALF, "c": HALF, "a": HALF, "n": 1, "D": 2},
        {
            "a >= 0": at_most(0, a),
            "n >= 0": at_most(0, n),
            "D > 0": below(0, D),
            "c > 0": below(0, c),
            "an upper bound": at_most(p, c),
        },
    )
    step = at_once("p/c <= 1", search)
    return prover.theorem(claim, ByInduction(at_once("0 <= 0", algebra), [step], [step]))


def fair(prover: Prover) -> Theorem:
    """All outcomes together have the whole capital: the mean of the factor of a draw is at most 1."""
    at: Point = {"M": 1, "A": 1, "N": 1, "D": 2}
    claim = Implication(
        "evidence.fit-bet-is-fair",
        at_most(M, 1),
        {"all outcomes": at_most(D * M, A + N), "shares": equal(D, A + N), "D > 0": below(0, D)},
        witness=at,
        mutant=Mutant(at_most(M, 1 - A / D), at),
        reading="M is the mean of what a draw multiplies the capital by, A and N are all outcomes' weights and the number of "
        "earlier draws, and an outcome's share of the capital is its weight and its earlier draws over D",
    )
    return prover.theorem(claim, at_once("M <= (A + N)/D = 1", search))


OFF: Term = u * s / c + (1 - u) * (1 - s) / (1 - c)
"""The mean where the outcome has another probability than it is paid by."""
SIDES: Facts = {"c > 0": below(0, c), "c < 1": below(c, 1)}


def two_sided(prover: Prover) -> Iterable[Theorem]:
    """A bet above the law wins against whoever is above it, and one below it against whoever is below it."""
    reading = (
        "s of the capital is on an outcome that is paid by c and comes with u, and the rest on its opposite"
    )
    at: Point = {"u": Fraction(3, 4), "s": Fraction(2, 3), "c": HALF}
    claim = Implication(
        "evidence.fit-bet-grows",
        equal(OFF, 1 + (u - c) * (s - c) / (c * (1 - c))),
        SIDES,
        witness=at,
        reading=reading,
    )
    yield prover.theorem(claim, at_once("the same normal form", algebra))
    low: Point = {"u": Fraction(1, 4), "s": Fraction(1, 3), "c": HALF}
    for way, point, further in (
        ("above", at, {"u above": below(c, u), "s above": below(c, s)}),
        ("below", low, {"u below": below(u, c), "s below": below(s, c)}),
    ):
        yield proposition(
            prover,
            f"evidence.fit-bet-{way}",
            below(1, OFF),
            {**SIDES, **further},
            point,
            reason="(u - c)(s - c) is above 0",
            reading=reading,
        )


def worth(own: Term, product: Term, summed: Term, many: Term) -> Term:
    """What is bet on so many inputs, by one's capital, and by the product and the sum of the others'."""
    return (own * product + (own + summed) / many) / 2


def inputs(prover: Prover) -> Theorem:
    """What is bet on several inputs, all at once and each alone, is not expected to grow by a draw with one of them."""
    at: Point = {"m": 1, "e": 1, "others": 1, "total": 1, "k": 2}
    before = worth(m, others, total, k)
    claim = Implication(
        "evidence.fit-inputs",
        at_most(worth(m * e, others, total, k), before),
        {
            "e <= 1": at_most(e, 1),
            "m >= 0": at_most(0, m),
            "others >= 0": at_most(0, others),
            "k > 0": below(0, k),
        },
        witness=at,
        mutant=Mutant(at_most(worth(m * e, others, total, k), before - m), at),
        reading="m is the capital of one of k inputs, `others` the product of the others' capitals and `total` their sum, and e "
        "the mean of what a draw multiplies m by",
    )
    return prover.theorem(claim, at_once("m e <= m, in the product and in the sum", search))


FEW = 3
"""Outcomes, and earlier draws."""
CHANCES, CAPITALS = (tuple(Symbol(f"{name}_{place}") for place in range(1, FEW + 1)) for name in "cm")


SCOPE = f"every prior, up to {FEW} outcomes with any probabilities, up to {FEW} earlier draws"


def tables() -> Iterator[tuple[str, Mapping[str, Term], Mapping[str, int]]]:
    """Laws of a few outcomes, and how often each came."""
    for many in range(1, FEW + 1):
        chances = {f"{place}": chance for place, chance in enumerate(CHANCES[:many], start=1)}
        for counts in every(range(FEW + 1), repeat=many):
            if sum(counts) <= FEW:
                yield f"{counts} draws", chances, dict(zip(chances, counts, strict=True))


def followed(counts: Mapping[str, int], outcome: str) -> Mapping[str, int]:
    """The counts after one more draw."""
    return {**counts, outcome: counts[outcome] + 1}


def weighed(number: int, chance: Term) -> Term:
    """A prior's weight of an outcome: one half, or its probability as often as the prior is worth draws."""
    return (term(HALF), 16 * chance, 256 * chance)[number]


def step_cases(learnt: int) -> Iterator[tuple[str, Relation]]:
    """What one draw more multiplies the code's wealth by, and what it is before the first."""
    for name, chances, counts in tables():
        for number, prior in enumerate(PRIORS):
            before = prior_wealth(prior, chances, counts)
            if not any(counts.values()):
                yield f"prior {number}, {name}", equal(before, 1)
            whole = sum((weighed(number, chance) for chance in chances.values()), term(sum(counts.values())))
            for outcome, chance in chances.items():
                share = (weighed(number, chance) + learnt * counts[outcome]) / whole
                yield (
                    f"prior {number}, {name}, then outcome {outcome}",
                    equal(prior_wealth(prior, chances, followed(counts, outcome)), before * share / chance),
                )


TWO = {"1": Symbol("c_1"), "2": Symbol("c_2")}
"""Two outcomes with any probabilities."""


def drawn(prior: int, sequence: str) -> Term:
    """What 1 becomes by two outcomes in a row, draw by draw."""
    found = term(1)
    for place, outcome in enumerate(sequence):
        weights = {name: weighed(prior, chance) for name, chance in TWO.items()}
        whole = sum(weights.values(), term(place))
        found = found * (weights[outcome] + sequence[:place].count(outcome)) / whole / TWO[outcome]
    return found


def at_once_computed(prior: int, sequence: str) -> Term:
    """What 1 becomes by these outcomes according to the code, from the counts alone."""
    counts = {outcome: sequence.count(outcome) for outcome in "12"}
    return prior_wealth(PRIORS[prior], TWO, counts)


def steps(prover: Prover) -> Theorem:
    """The wealth that the code computes from counts alone is that of these bets, in whatever order the draws came."""
    claim = Ground(
        "evidence.fit-steps",
        "a prior's wealth is 1 before the first draw, and by each draw it is multiplied by the share of the outcome that "
        "comes, which has learnt from the earlier draws, over its probability",
        SCOPE,
        lambda: step_cases(1),
        lambda: step_cases(0),
        anchors=tuple(
            anchor(prior_wealth, partial(at_once_computed, prior, "21122"), partial(drawn, prior, "21122"))
            for prior in range(len(PRIORS))
        ),
    )
    return prover.theorem(claim, ByRecord())


def kept_cases(once: int) -> Iterator[tuple[str, Relation]]:
    """The mean of the code's capital after one more draw."""
    for name, chances, counts in tables():
        after = (
            chance * mean_prior_wealth(chances, followed(counts, each)) for each, chance in chances.items()
        )
        yield name, equal(sum(after, term(0)), once * mean_prior_wealth(chances, counts))
        if not any(counts.values()):
            yield f"{name}, at first", equal(mean_prior_wealth(chances, counts), 1)


def kept(prover: Prover) -> Theorem:
    """Under the law the mean of what the code computes after one more draw is what it was."""
    claim = Ground(
        "evidence.fit-kept",
        "the capital is 1 before the first draw, and under the law the mean of what it is after one more is what it was",
        SCOPE,
        lambda: kept_cases(1),
        lambda: kept_cases(2),
    )
    return prover.theorem(claim, ByRecord())


def shared_cases(most: int) -> Iterator[tuple[str, Relation]]:
    """What the code makes of the capitals of inputs, looked at from each of them, and what it is at first."""
    for many in range(1, FEW + 1):
        capitals = CAPITALS[:many]
        for place, own in enumerate(capitals):
            rest = [*capitals[:place], *capitals[place + 1 :]]
            product, summed = reduce(mul, rest, term(1)), sum(rest, term(0))
            wanted = worth(own, product, summed, term(min(many, most)))
            yield f"input {place + 1} of {many}", equal(shared_capital(capitals), wanted)
        yield f"{many} inputs, at first", equal(shared_capital([term(1)] * many), 1)


def of_inputs(prover: Prover) -> Theorem:
    """The code shares the capital so."""
    claim = Ground(
        "evidence.fit-shared",
        "what is bet on several inputs is half of the product of their capitals and half of their average: 1 at first",
        f"up to {FEW} inputs with any capitals",
        lambda: shared_cases(FEW),
        lambda: shared_cases(1),
        anchors=(
            anchor(
                shared_capital,
                lambda: shared_capital(CAPITALS[:3]),
                lambda: reduce(mul, CAPITALS[:3]) / 2 + sum(CAPITALS[:3], term(0)) / 6,
            ),
        ),
    )
    return prover.theorem(claim, ByRecord())
