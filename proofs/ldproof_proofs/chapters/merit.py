"""f(m, r) and Theorem 5: the bound on the error of m-shot reporting, and what is best for it."""

from collections.abc import Mapping
from fractions import Fraction

from ldproof.numbers import Symbol, exp
from ldproof.shots.error import alpha_paper
from ldproof.shots.formulas import figure_of_merit, g, largest_alpha, p, q, slope_sign
from ldproof_proofs.chapters.display import Chapter
from ldproof_proofs.kernel.derivations.section import Coded, Defined, Section, computed_by
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Known, axiom, lemma
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Point, Relation
from ldproof_proofs.shots.accuracy.chernoff import TRIALS, at_odds, deviation, rate
from ldproof_proofs.shots.accuracy.theorem_5 import theorem_5
from ldproof_proofs.shots.alphas.settled import logarithm
from ldproof_proofs.shots.formulas.merit import excess
from ldproof_proofs.tails.cited import theorem_10

E, N, T, m, r, epsilon, beta, u = map(Symbol, ("E", "N", "T", "m", "r", "epsilon", "beta", "u"))
BUDGET = "epsilon > 0; 0 <= r <= 1; 1 <= m <= T"
REPORTS = "E > 1; 0 <= r <= 1; 1 <= m <= T"
PEOPLE = "N >= 1; 0 <= phi <= 1; alpha > 0"
RATES: Mapping[str, Coded] = {"p": computed_by(p, m, T, r, E - 1), "q": computed_by(q, m, T, r, E - 1)}
MEAN, OFF = (each.substitute({"x": E - 1}) for each in (N * rate, deviation))
DEVIATION: Defined = {"mu": MEAN, "delta": OFF}
"""The mean number of ones, and by which share of it they are off where the estimate is by alpha."""
SPENT = exp(epsilon / m)
AT: Point = {
    "E": 3,
    "epsilon": 1,
    "r": Fraction(1, 7),
    "m": 1,
    "T": 3,
    "N": 9,
    "phi": Fraction(1, 2),
    "alpha": Fraction(1, 9),
}
ONE_ROUND, ANY_ROUND = Symbol("Pr[|Y - mu| >= delta*mu]"), Symbol("Pr[|Phi - phi| >= alpha in some round]")


def chernoff_tail(prover: Prover) -> Mapping[str, Known | Relation]:
    """Theorem 10 of the ones of a round."""
    return {
        **at_odds(TRIALS, E - 1),
        "chernoff": lemma(theorem_10(prover), P=ONE_ROUND, mean=MEAN, delta=OFF),
    }


def union_bound(prover: Prover) -> Mapping[str, Known]:
    """Theorem 5 of the ledger, by the name that the error has here."""
    return {"excess": lemma(excess(prover)), "theorem 5": lemma(theorem_5(prover), Q=ANY_ROUND)}


def odds_above_1(prover: Prover) -> Mapping[str, Known]:
    """A positive budget makes the odds larger than 1."""
    return {"excess": lemma(excess(prover)), "tangent": axiom(Always.TANGENT, epsilon / m)}


def positive_root(prover: Prover) -> Mapping[str, Known | Relation]:
    """f and the logarithm are positive."""
    return {"excess": lemma(excess(prover)), **logarithm(prover)}


ROUND = Section(
    "The tail of one round (appendix 1)",
    """
    The people are independent, and {Y} is a sum of trials with the mean {mu}. So Theorem 10, Chernoff's bound, gives
    for {0 < delta < 1}

        Pr[|Y - mu| >= delta*mu] <= 2*exp(-mu*delta^2/3)

    The exponent is smallest where the mean is largest, which is {N*p}, with everybody active. So for every
    share {phi}

        mu*delta^2/3 = N*(p - q)^2*alpha^2/(3*(q + (p - q)*phi)) >= N*(p - q)^2*alpha^2/(3*p)

    These are (A-5) and (A-6).
    """,
    ("shots.thm-5", "shots.thm-10"),
    given=f"{REPORTS}; {PEOPLE}; delta < 1",
    at={**AT, str(ONE_ROUND): 0},
    defined={
        **RATES,
        **DEVIATION,
    },
    known=chernoff_tail,
    reading="Pr[|Y - mu| >= delta*mu] is about the number Y of ones in a round, a sum of independent trials of mean mu",
    stands=(str(ONE_ROUND),),
)

CHAPTER = Chapter(
    "merit",
    "The figure of merit f(m, r) and Theorem 5",
    """The first source bounds the error of every round at once, and chooses the number m of reports and the dummy's
    probability r so that the bound is least. The bound depends on m and r only through one number, f(m, r).
    Symbols are those of the chapter on unbiasedness, but for the share, which is phi here; mu is the mean of Y.""",
    ("shots.thm-5", "shots.c-star"),
    (
        Section(
            "Condition (1)",
            """
            Let {phi} be the share of active people in a round, and {Y} the number of ones. Its mean is
            {mu = N*(q + (p - q)*phi)}. The estimate is off by {alpha} or more where {Y} is off by {delta*mu} or
            more, with

                delta*mu = alpha*N*(p - q)

            Chernoff's bound is for {delta < 1}. Whatever {phi} is, {delta} is largest where nobody is active.

                delta <= alpha*(p - q)/q

            So {delta < 1} for every {phi} if {alpha} is below {q/(p - q)}, which is the right side of (1).

                q/(p - q) = (1 + (E + 1)*(T/m - 1)*r)/(E - 1) = alpha_1

            (Appendix 1 infers {(E - 1)/(1 + (E + 1)*(T/m - 1)*r) < 1} before (A-4), where the factor {alpha} on the
            left is missing, at least in our copy.)
            """,
            ("shots.thm-5",),
            given=f"{REPORTS}; {PEOPLE}",
            at=AT,
            defined={
                **RATES,
                **DEVIATION,
                "alpha_1": computed_by(largest_alpha, m, T, r, E - 1),
            },
        ),
        ROUND,
        Section(
            "f(m, r) in two lines (Theorem 5)",
            """
            Define {f} so that {(p - q)^2/p} is {f*epsilon/T}. The two probabilities are

                p - q = m/T*((E - 1)/(E + 1))

                p = m/T*((E + (E + 1)*(T/m - 1)*r)/(E + 1))

            The square of the first, divided by the second, keeps one factor {m/T}. So

                f = T/epsilon*((p - q)^2/p) = m/epsilon*((E - 1)^2/(E*(E + 1) + (E + 1)^2*(T/m - 1)*r))

            This is {f} as Theorem 5 prints it, and what the reference computes.
            """,
            ("shots.thm-5", "shots.eq-3"),
            given=BUDGET,
            at=AT,
            defined={
                "E": SPENT,
                "p": computed_by(p, m, T, r, SPENT - 1),
                "q": computed_by(q, m, T, r, SPENT - 1),
                "f": computed_by(figure_of_merit, m, T, r, epsilon),
            },
            known=odds_above_1,
        ),
        Section(
            "The bound (2)",
            """
            By the definition of {f} the exponent of a round is

                N*(p - q)^2*alpha^2/(3*p) = f*epsilon*N*alpha^2/(3*T)

            The probability that some round is off by {alpha} or more is at most the sum over all {T} rounds.
            Under (1) this is Theorem 5.

                Pr[|Phi - phi| >= alpha in some round] <= 2*T*exp(-f*epsilon*N*alpha^2/(3*T))
            """,
            ("shots.thm-5",),
            given=f"{BUDGET}; {PEOPLE}; alpha < alpha_1",
            at={**AT, str(ANY_ROUND): 0},
            defined={
                "E": SPENT,
                "p": computed_by(p, m, T, r, SPENT - 1),
                "q": computed_by(q, m, T, r, SPENT - 1),
                "f": computed_by(figure_of_merit, m, T, r, epsilon),
                "alpha_1": computed_by(largest_alpha, m, T, r, SPENT - 1),
            },
            known=union_bound,
            reading="Pr[|Phi - phi| >= alpha in some round] is about T rounds, in the likeliest of which a share phi of people is active",
            stands=(str(ANY_ROUND),),
        ),
        Section(
            "The best dummy and the best m (equations (3) and (4))",
            """
            The bound is least where {f} is largest. The factor {f} falls in {r}, as {m <= T}, and does not depend on it for
            {m = T}.

                slope(r, f) = -(m/epsilon)*((E - 1)^2*(E + 1)^2*(T/m - 1)/(E*(E + 1) + (E + 1)^2*(T/m - 1)*r)^2) <= 0

            So {r = 0} is best. Then {f} depends on {u = epsilon/m} alone, and is

                h = (E_u - 1)^2/(u*E_u*(E_u + 1))

            where {E_u = exp(u)}; the source writes {g(x)} for it, with {x = 1/u}. Its slope has the opposite sign of
            {W = E_u^2 - 1 - u*(3*E_u + 1)}.

                slope(u, h) = -(E_u - 1)*W/(u^2*E_u*(E_u + 1)^2)

            The function {W} is 0 at {u = 0}, first falls and then rises: it has exactly one root above 0, which
            is 1/c* (`shots.c-star`). So {f} rises in {m} up to {c_star*epsilon} and falls beyond.
            """,
            ("shots.eq-3", "shots.eq-4", "shots.g"),
            given=f"{REPORTS}; epsilon > 0; u > 0",
            at={**AT, "u": 1},
            defined={
                "f": "m/epsilon*(E - 1)^2/(E*(E + 1) + (E + 1)^2*(T/m - 1)*r)",
                "E_u": exp(u),
                "h": computed_by(g, 1 / u),
                "W": computed_by(slope_sign, u),
            },
            known=lambda _: {"tangent": axiom(Always.TANGENT, u)},
        ),
        Section(
            "The error at a given beta",
            """
            Allow some round to be off with probability {beta}, and let {L = ln(2*T/beta)}. The right side of
            (2) is {beta} where its exponent is {L}. This is an equation of degree 2 in the error, with the
            positive root

                alpha = sqrt(3*T*L/(f*epsilon*N))

            for which indeed

                f*epsilon*N*alpha^2/(3*T) = L

            So the error grows like the root of {T}, and falls like the root of {epsilon*N}, as long as {f} does
            not change. The claims `shots.thm-6`, `shots.thm-7` and `shots.thm-8` follow from this and bounds on
            {f}.
            """,
            ("shots.alphas", "shots.thm-5"),
            given=f"{BUDGET}; N >= 1; 0 < beta < 1; T >= 1",
            at={**AT, "beta": Fraction(1, 2)},
            defined={
                "f": computed_by(figure_of_merit, m, T, r, epsilon),
                "L": "ln(2*T/beta)",
                "alpha": computed_by(alpha_paper, beta, N, m, T, r, epsilon),
            },
            known=positive_root,
        ),
    ),
)
