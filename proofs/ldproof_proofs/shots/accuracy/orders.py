"""Theorem 9: the three errors when the budget grows."""

from fractions import Fraction

from ldproof_proofs.kernel.finder import Local
from ldproof_proofs.kernel.implication import lemma
from ldproof_proofs.kernel.prover import Prover, proposition
from ldproof_proofs.kernel.relations import at_most, below
from ldproof_proofs.kernel.search import using
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.accuracy import best_shot, one_shot, t_shot
from ldproof_proofs.shots.accuracy.accurate import ONE, READING, STANDS, SURE, L, beta, promised
from ldproof_proofs.shots.accuracy.growth import AT, GROWTH, NEEDED, B, high, k
from ldproof_proofs.shots.accuracy.theorem_5 import Q
from ldproof_proofs.shots.formulas.merit import excess
from ldproof_proofs.shots.formulas.points import grows, merit, named
from ldproof_proofs.shots.parameters import N, T, alpha, epsilon

BUDGET = f"B = T^b for a b from 0 to 1, or any other B from 1 to T; {READING}"
WRONG = {"P": Fraction(1, 10), "Q": Fraction(1, 10)}


def one(prover: Prover) -> Theorem:
    """(8): for one report, alpha^2 = 3 K(k) T ln(2T/beta) / N."""
    here = {"gamma": k}
    return proposition(
        prover,
        "shots.thm-9-one-shot",
        at_most(Q, beta),
        {**GROWTH, **SURE, **promised(ONE), "alpha": one_shot.LARGE.substitute(here)},
        {**AT, **WRONG, "alpha": Fraction(1, 60), "N": 10**6},
        {
            **NEEDED,
            "above k": at_most(k, epsilon),
            "merit": lemma(merit(prover), x=k),
            "excess": lemma(excess(prover), m=1),
            "thm-6": lemma(one_shot.theorem_6(prover), gamma=k),
            **grows(1 / k),
        },
        reason="Theorem 6 with gamma = k",
        mutant=at_most(Q, beta / 10),
        reading=f"r = 0, {BUDGET}",
        stands=STANDS,
        short={"K(k)": one_shot.K.substitute(here), "L": L},
    )


def best(prover: Prover) -> Theorem:
    """(9): for m* reports, alpha^2 = 3 / (y k) (T/B) ln(2T/beta) / N."""
    M, y = best_shot.M, best_shot.y
    rule = using("alpha", "B >= 1", "k B <= epsilon", "y > 0", "N >= 1", squares=(alpha,))
    points = (*best_shot.POINTS, M / epsilon)
    return proposition(
        prover,
        "shots.thm-9-best-shot",
        at_most(Q, beta),
        {
            **GROWTH,
            **best_shot.RANGE,
            **best_shot.ENDS,
            **best_shot.BEST,
            "y > 0": below(0, y),
            **SURE,
            **promised(M),
            "alpha": at_most(3 * (T / B) * L, y * k * N * alpha**2),
        },
        {**AT, **best_shot.AT, **WRONG, "N": 10**4, "alpha": Fraction(3, 20)},
        {
            **NEEDED,
            "excess": lemma(excess(prover), m=M),
            "enough": Local(best_shot.LARGE, rule),
            "thm-8": lemma(best_shot.theorem_8(prover)),
            **grows(*points),
        },
        reason="Theorem 8 with epsilon >= k B",
        mutant=at_most(Q, beta / 10),
        reading=f"M is m*, r = 0, gamma <= k, gamma <= a/2, l <= a, m is the least whole number with epsilon <= m a, "
        f"{BUDGET}",
        stands=STANDS,
        short={**named(*points), "L": L},
    )


def every_round(prover: Prover) -> Theorem:
    """(10): for a report in every round, alpha^2 = 3 l^2 K(l) / k^2 (T/B)^2 ln(2T/beta) / N."""
    here = {"k": high}
    level, large = t_shot.LEVEL.substitute(here), t_shot.LARGE.substitute(here)
    alpha_is = at_most(3 * level * (T / B) ** 2 * L, k**2 * N * alpha**2)
    rule = using("alpha", "B >= 1", "k B <= epsilon", "k > 0", "N >= 1", squares=(alpha,))
    return proposition(
        prover,
        "shots.thm-9-t-shot",
        at_most(Q, beta),
        {**GROWTH, **SURE, **promised(T), "alpha": alpha_is},
        {**AT, **WRONG, "alpha": Fraction(1, 3)},
        {
            **NEEDED,
            "merit": lemma(merit(prover), x=high),
            **grows(1 / high),
            "within": at_most(epsilon, high * T),
            "excess": lemma(excess(prover), m=T),
            "enough": Local(large, rule),
            "thm-7": lemma(t_shot.theorem_7(prover), k=high),
        },
        reason="Theorem 7 with l for k, and epsilon >= k B",
        mutant=at_most(Q, beta / 10),
        reading=f"m = T, {BUDGET}",
        stands=STANDS,
        short={"l^2 K(l)": level, "L": L},
    )
