"""Bets that a draw is as an earlier one: fair for independent draws from the law, and what the code bets is such."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product as every

import numpy as np

from ldproof.evidence.goodness_of_fit import (
    capital_on_step,
    capital_on_steps,
    count_codes,
    repeated_draws,
    urn_capital,
)
from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.evidence.likelihood_ratio import add, nothing
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.prover import Prover, algebra, at_once, proposition
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem

p, c, n, W, N, D, M, P, s, m, w, rest = map(
    Symbol, ("p", "c", "n", "W", "N", "D", "M", "P", "s", "m", "w", "rest")
)
HALF = Fraction(1, 2)


def outcomes(prover: Prover) -> Theorem:
    """Over any number of outcomes: what a draw is expected to make of 1 by them, some of which is on the law itself."""
    claim = Induction(
        "evidence.again-bet",
        "where P is the probability of t outcomes together and N the number of earlier draws of theirs that are learnt "
        "from, each of which has p and n; M is the sum of what a draw makes of 1 by them, in the mean: p by W parts of D, "
        "which are bet on the law and stay as they are, and by n parts of D, which are paid by c",
        nothing,
        add,
        (Round(term(1), {"M": p * ((W + n / c) / D), "P": p, "N": n}),),
        lambda view: at_most(D * view.rows["M"](0), W * view.rows["P"](0) + view.rows["N"](0)),
        lambda view: at_most(D * view.rows["M"](0), W * view.rows["P"](0)),
        {"p": HALF, "c": HALF, "n": 1, "W": 1, "D": 2},
        {
            "n >= 0": at_most(0, n),
            "D > 0": below(0, D),
            "c > 0": below(0, c),
            "an upper bound": at_most(p, c),
        },
    )
    step = at_once("n p/c <= n", search)
    return prover.theorem(claim, ByInduction(at_once("0 <= 0", algebra), [step], [step]))


def fair(prover: Prover) -> Theorem:
    """All outcomes together have the probability 1: the mean of the factor of a draw is at most 1."""
    at: Point = {"M": 1, "P": 1, "N": 1, "W": 1, "D": 2}
    claim = Implication(
        "evidence.again-is-fair",
        at_most(M, 1),
        {
            "all outcomes": at_most(D * M, W * P + N),
            "a law": equal(P, 1),
            "shares": equal(D, W + N),
            "D > 0": below(0, D),
        },
        witness=at,
        mutant=Mutant(at_most(M, 1 - W / D), at),
        reading="M is the mean of what a draw multiplies the capital by, P the probability of all outcomes, and W and N of "
        "D parts of the capital are on the law and on what N earlier draws were",
    )
    return prover.theorem(claim, at_once("M <= (W + N)/D = 1", search))


def parts(prover: Prover) -> Theorem:
    """What is left for longer steps: 1/s, from which the step s takes its part."""
    left, taken = 1 / s, 1 / (s * (s + 1))
    return proposition(
        prover,
        "evidence.again-parts",
        equal(left - taken, 1 / (s + 1)),
        {"s > 0": below(0, s)},
        {"s": 2},
        reason="the same normal form",
        reading="s is a step",
        short={"unallocated": left, "received": taken},
    )


def counted(prover: Prover) -> Theorem:
    """One step's capital with what is not used is no more than that of all steps together."""
    at: Point = {"w": HALF, "m": 2, "rest": 0, "W": HALF}
    claim = Implication(
        "evidence.again-counted",
        at_most(W + w * m, W + w * m + rest),
        {"rest >= 0": at_most(0, rest)},
        witness=at,
        mutant=Mutant(at_most(W + w * m, W + m / 4 + rest), at),
        reading="W is what no step has used, m is the capital of one of them with the part w, and rest that of the others",
    )
    return prover.theorem(claim, at_once("0 <= rest", search))


FEW = 3
"""Outcomes, and earlier draws."""
CHANCES = tuple(Symbol(f"c_{place}") for place in range(1, FEW + 1))
SCOPE = f"up to {FEW} outcomes with any probabilities, up to {FEW} earlier draws"


def rows(chances: Sequence[Term]) -> Iterator[tuple[int, ...]]:
    """Draws of these outcomes, one at least."""
    for many in range(1, FEW + 1):
        yield from every(range(len(chances)), repeat=many)


def codes(row: Sequence[int]) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    """Draws as the code has them."""
    return np.array(row, dtype=np.intp)


def twice(chances: Sequence[Term], row: Sequence[int]) -> Mapping[int, Term]:
    """The probabilities that the code is told: of what came more than once."""
    return {code: chances[code] for code in {*row} if row.count(code) > 1}


def on_step(step: int, chances: Sequence[Term], row: Sequence[int]) -> Term:
    """What the code makes of 1 by bets on a step."""
    return capital_on_step(
        term(1), twice(chances, row), count_codes(repeated_draws(codes(row), step)), len(row) - step
    )


def on_all(chances: Sequence[Term], row: Sequence[int]) -> Term:
    """What it makes of 1 by bets on all earlier draws, where the law is worth any number W of draws."""
    return urn_capital(W, twice(chances, row), count_codes(codes(row)))


def step_cases(learnt: int) -> Iterator[tuple[str, Relation]]:
    """What one draw more multiplies the code's capitals by, and what they are before the first that counts."""
    for many in range(1, FEW + 1):
        chances = CHANCES[:many]
        for outcome in range(many):
            yield f"one draw of {many}, {outcome}", equal(on_all(chances, [outcome]), 1)
            yield f"one draw of {many}, {outcome}, step 1", equal(on_step(1, chances, [outcome]), 1)
        for row in rows(chances):
            for outcome, chance in enumerate(chances):
                name, after = f"{row} of {many}, then {outcome}", (*row, outcome)
                share = (W * chance + learnt * row.count(outcome)) / (W + len(row))
                yield name, equal(on_all(chances, after), on_all(chances, row) * share / chance)
                for step in range(1, len(row) + 1):
                    share = (chance + learnt * (row[-step] == outcome)) / 2
                    before = on_step(step, chances, row)
                    yield (
                        f"{name}, step {step}",
                        equal(on_step(step, chances, after), before * share / chance),
                    )


DRAWN = (1, 0, 0, 1, 1)


def one_by_one(worth: Term, learnt: Sequence[Sequence[int]]) -> Term:
    """What 1 becomes by these draws, one after another, by whoever learns these earlier ones before each."""
    found = term(1)
    for outcome, known in zip(DRAWN, learnt, strict=True):
        share = (worth * CHANCES[outcome] + known.count(outcome)) / (worth + len(known))
        found = found * share / CHANCES[outcome]
    return found


def earlier(step: int) -> list[Sequence[int]]:
    """What is learnt from before each of the draws: that so many places before; all of them, if this is 0."""
    return [
        DRAWN[max(0, at - step) if step else 0 : max(0, at - step + 1) if step else at]
        for at in range(len(DRAWN))
    ]


def from_counts(step: int) -> Term:
    """What the code makes of 1 by these draws."""
    return on_step(step, CHANCES, DRAWN) if step else on_all(CHANCES, DRAWN)


def steps(prover: Prover) -> Theorem:
    """The capitals that the code computes from counts alone are those of these bets, in whatever order the draws came."""
    claim = Ground(
        "evidence.again-steps",
        "what is bet on a step, and on all earlier draws where the law is worth any number of them, is 1 at the first draw, "
        "and by each later one it is multiplied by the share of the outcome that comes, which has learnt from the draw so "
        "many places before, or from all, over its probability",
        SCOPE,
        lambda: step_cases(1),
        lambda: step_cases(0),
        anchors=(
            anchor(urn_capital, partial(from_counts, 0), partial(one_by_one, W, earlier(0))),
            *(
                anchor(
                    capital_on_step, partial(from_counts, step), partial(one_by_one, term(1), earlier(step))
                )
                for step in (1, 2)
            ),
        ),
    )
    return prover.theorem(claim, ByRecord())


def whole(chances: Sequence[Term], row: Sequence[int]) -> Term:
    """What 1 has become on all steps that so many draws can use, and on those that they cannot."""
    used = range(1, max(len(row), 2))
    return capital_on_steps(term(1), {step: on_step(step, chances, row) for step in used}, len(row))


def kept_cases(once: int) -> Iterator[tuple[str, Relation]]:
    """The mean of what is on all steps after one more draw."""
    for many in range(1, FEW + 1):
        *few, _ = CHANCES[:many]
        chances = (*few, 1 - sum(few, term(0)))
        for outcome in range(many):
            yield f"one draw of {many}, {outcome}", equal(whole(chances, [outcome]), 1)
        for row in rows(chances):
            after = (chance * whole(chances, (*row, each)) for each, chance in enumerate(chances))
            yield f"{row} of {many}", equal(sum(after, term(0)), once * whole(chances, row))


def kept(prover: Prover) -> Theorem:
    """Under the law the mean of what the code has on all steps together after one more draw is what it was."""
    claim = Ground(
        "evidence.again-kept",
        "on all steps together the capital is 1 at the first draw, and under the law the mean of what it is after one more "
        "is what it was",
        SCOPE,
        lambda: kept_cases(1),
        lambda: kept_cases(2),
    )
    return prover.theorem(claim, ByRecord())
