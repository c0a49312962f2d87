"""Claim 2, Theorem 5, Corollary 3 and the bound without a condition: which exponents are enough, and for what."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from ldproof.counting.bounds import bernstein_exponent, claim_2_at
from ldproof.counting.formulas import ones_probability
from ldproof.numbers import Symbol, Term, exp, log, term
from ldproof.probability import divergence
from ldproof.rounds import contrast
from ldproof_proofs.counting.bounds.reporters import (
    P,
    Q,
    averaged,
    averaged_noise,
    c,
    claim_1,
    j,
    kept,
    silence_facts,
)
from ldproof_proofs.counting.bounds.symbols import (
    ENOUGH_PEOPLE,
    MANY,
    L,
    L_printed,
    alpha,
    beta,
    l_printed,
)
from ldproof_proofs.counting.parameters import BUDGET, SHARE, T, k, mu, x
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import Implication, Known, axiom, implication, lemma
from ldproof_proofs.kernel.prover import ByCitation, Prover, algebra, at_once, proposition
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.tails.cited import chernoff_divergence, hoeffding_bound
from ldproof_proofs.tails.logarithm import positive

D, P_1, P_2, Q_1, Q_2, M_1, M_2, h_1, h_2 = map(
    Symbol, ("D", "P_1", "P_2", "Q_1", "Q_2", "M_1", "M_2", "h_1", "h_2")
)
t = Symbol("t")
AT: Point = {**MANY, "x": 2}
HOEFFDING = (
    "Hoeffding, Probability Inequalities for Sums of Bounded Random Variables (1963), Theorems 1, 2 and 4"
)
PARTS = (
    "Q is the probability that in some of T rounds the error of mu_hat reaches the sum of two distances or nobody reports; "
    "Q_1 and Q_2 are those of its parts mu_hat - mu_tilde and mu_tilde - mu, P_1 and P_2 the largest of one round, M_1 and "
    "M_2 the means of e^(-h k) for the exponents h of the parts, k being the number of reporters in a round"
)
AT_IT: Point = {**AT, "L": Fraction(3, 50)}


def surprise(prover: Prover) -> Iterable[Theorem]:
    """L = -ln(1 - l) is at least l, which is positive for beta < 1."""
    yield proposition(
        prover,
        "counting.surprise-at-least",
        at_most(l_printed, L_printed),
        ENOUGH_PEOPLE,
        MANY,
        {"tangent": axiom(Always.TANGENT, log(kept)), "inverse": axiom(Always.INVERSE, kept)},
        reason="ln v <= v - 1",
        mutant=at_most(2 * l_printed, L_printed),
    )
    yield proposition(
        prover,
        "counting.lost-positive",
        below(0, l_printed),
        {**ENOUGH_PEOPLE, "beta < 1": below(beta, 1)},
        MANY,
        {"above 1": below(1, 4 * T / beta), "Y > 0": lemma(positive(prover), v=4 * T / beta)},
        reason="4T/beta > 1",
    )


def claim_2(prover: Prover) -> Theorem:
    """The distance of Claim 2 has Hoeffding's exponent L."""
    exponent = 2 * claim_2_at(L) ** 2
    return proposition(
        prover,
        "counting.claim-2-solves",
        equal(exponent, L),
        {"L > 0": below(0, L)},
        {"L": 1},
        rule=algebra,
        reason="2 (L/2) = L",
        mutant=equal(exponent, 2 * L),
    )


def sample(prover: Prover) -> Theorem:
    """Hoeffding's bound for a sample without replacement."""
    at: Point = {"k": 1, "alpha": 1, "P": 0}
    bound = hoeffding_bound(k, alpha)
    claim = Implication(
        "counting.sample",
        at_most(P, bound),
        {"k >= 1": at_most(1, k), "alpha > 0": below(0, alpha)},
        {},
        at,
        Mutant(at_most(P, bound / 10), {**at, "P": Fraction(1, 4)}),
        reading="P = Pr[|mu_tilde - mu| >= alpha] given that k people report, all sets of k people alike",
        stands=("P",),
    )
    return prover.theorem(claim, ByCitation(HOEFFDING))


s, rate = Symbol("s"), Symbol("rate")
HIGHER = {"s > 0": below(0, s), "s < rate": below(s, rate), "rate < 1": below(rate, 1)}


def sample_by_divergence(prover: Prover) -> Theorem:
    """Chernoff's bound for a sample without replacement, and for what such a sample reports."""
    at: Point = {"k": 1, "s": Fraction(1, 2), "rate": Fraction(3, 4), "P": Fraction(1, 2)}
    bound = chernoff_divergence(k, rate, s)
    claim = Implication(
        "counting.sample-by-divergence",
        at_most(P, bound),
        {"k >= 1": at_most(1, k), **HIGHER},
        {},
        at,
        Mutant(at_most(P, bound / 2), at),
        reading="P = Pr[X >= rate k], X the number of active people, or of ones, among k reporters, all sets of k people "
        "alike, and s k its mean",
        stands=("P",),
    )
    return prover.theorem(claim, ByCitation(HOEFFDING))


def sample_exponent(prover: Prover) -> Theorem:
    """Claim 2's exponent, 2 alpha^2."""
    at: Point = {"k": 1, "alpha": 1, "P": Fraction(1, 4)}
    bound = 2 * exp(-k * (2 * alpha**2))
    claim = Implication(
        "counting.sample-exponent",
        at_most(P, bound),
        {"k >= 1": at_most(1, k), "alpha > 0": below(0, alpha)},
        {"hoeffding": lemma(sample(prover))},
        at,
        Mutant(at_most(P, bound / 10), at),
        reading="P = Pr[|mu_tilde - mu| >= alpha] given that k people report",
        stands=("P",),
    )
    return prover.theorem(claim, at_once("Hoeffding", search))


def averaged_sample(prover: Prover) -> Theorem:
    """Claim 2's bound over all k: what Hoeffding's says given k reporters, on average."""
    return averaged(
        prover,
        "sample",
        [c],
        2,
        2 * alpha**2,
        {"alpha > 0": below(0, alpha)},
        {"given j": lemma(sample_exponent(prover), P=c, k=j)},
        {"alpha": Fraction(1, 2), "a": 1, "j": 1, "c": 1},
        "c = Pr[|mu_tilde - mu| >= alpha] given that j people report, all sets of j people alike, h the exponent of one",
    )


def averaged_sides(prover: Prover) -> Theorem:
    """It with a relative entropy as exponent: given j reporters e^(-D j) on either side of mu that is possible."""
    sides = (
        {"s": s, "rate": rate, "P": c},
        {"s": Symbol("s_2"), "rate": Symbol("rate_2"), "P": Symbol("c_2")},
    )
    at: Point = {"D": Fraction(1, 10), "a": 1, "j": 1}
    given, known = dict[str, Relation](), dict[str, Known]()
    for side, values in zip(("above", "below"), sides, strict=True):
        entropy = divergence(values["rate"], values["s"])
        here = {f"{name} {side}": fact.substitute(values) for name, fact in HIGHER.items()}
        here[f"D {side}"] = at_most(D, entropy)
        places = zip(("s", "rate", "P"), (Fraction(1, 2), Fraction(3, 4), Fraction(1, 2)), strict=True)
        at = {**at, **{str(values[name]): value for name, value in places}}
        given |= here
        known |= {
            f"{side} given j": lemma(sample_by_divergence(prover), **values, k=j),
            f"increases {side}": axiom(Always.MONOTONE, -j * entropy, -j * D),
        }
    above, under = (values["P"] for values in sides)
    return averaged(
        prover,
        "sides",
        [above + under, above, under, term(0)],
        2,
        D,
        given,
        known,
        at,
        "of j reporters, all sets of j people alike, X active ones and j - X idle ones: c adds up c = Pr[X >= rate j] and c_2 = "
        "Pr[j - X >= rate_2 j], either of which is 0 where no sample is so, rate and rate_2 being by t above the means s = mu and "
        "s_2 = 1 - mu; D is at most both relative entropies, and h = D",
    )


def one_side(prover: Prover) -> Theorem:
    """The exponent D(s + (p - q) alpha | s) of a rate that is off by (p - q) alpha."""
    mean = ones_probability(mu, x)
    off = mean + contrast(x) * alpha
    at: Point = {"k": 1, "x": 2, "mu": Fraction(1, 2), "alpha": Fraction(1, 2), "P": Fraction(1, 2)}
    given = {
        **BUDGET,
        **SHARE,
        "k >= 1": at_most(1, k),
        "alpha > 0": below(0, alpha),
        "possible": below(off, 1),
    }
    bound = exp(-k * divergence(off, mean))
    claim = Implication(
        "counting.one-side",
        at_most(P, bound),
        given,
        {
            "chernoff": lemma(sample_by_divergence(prover), s=mean, rate=off),
        },
        at,
        Mutant(at_most(P, bound / 2), at),
        reading="P = Pr[mu_hat - mu >= alpha] given that k people report",
        stands=("P",),
        short={"s": mean},
    )
    return prover.theorem(claim, at_once("Hoeffding", search))


def two_causes(prover: Prover) -> Theorem:
    """Where both causes of an error have an exponent of L or more, an error has probability beta at most."""
    one = {"P": P_1, "Q": Q_1, "M": M_1, "h": h_1}
    other = {"P": P_2, "Q": Q_2, "M": M_2, "h": h_2}
    asked = implication(claim_1(prover)).given
    own = {name: relation for name, relation in asked.items() if name not in ENOUGH_PEOPLE}
    share = Fraction(1, 10)
    at: Point = {
        **MANY, "h_1": Fraction(3, 50), "h_2": Fraction(3, 50),
        "P_1": share, "P_2": share, "M_1": share, "M_2": share, "Q_1": 2 * share, "Q_2": 2 * share, "Q": 4 * share,
    }  # fmt: skip
    claim = Implication(
        "counting.two-causes",
        at_most(Q, beta),
        {
            **ENOUGH_PEOPLE,
            **{
                f"{name} {number}": relation.substitute(values)
                for number, values in ((1, one), (2, other))
                for name, relation in own.items()
            },
            "either": at_most(Q, Q_1 + Q_2),
        },
        {
            **silence_facts(h_1),
            **silence_facts(h_2),
            **{
                f"cause {number}": lemma(claim_1(prover), **values)
                for number, values in ((1, one), (2, other))
            },
        },
        at,
        Mutant(at_most(Q, beta / 2), at),
        reading="Q_1 and Q_2 are such probabilities of two causes, P_1 and P_2 the largest of one round, M_1 and M_2 the means of "
        "e^(-h k) for their exponents h, and Q that of an error, which takes one of the causes",
        stands=("Q", "Q_1", "Q_2", "P_1", "P_2", "M_1", "M_2"),
        short={"L": L_printed},
    )
    return prover.theorem(claim, at_once("beta/2 + beta/2", search))


NOISE = bernstein_exponent(t, x)
SIDES = "D is the smaller of D(mu - t | mu) and D(mu + t | mu)"
CASES: Mapping[str, tuple[Facts, Term, str]] = {
    "thm-5": (
        {"exponent": at_most(2 * L, NOISE), "(2)": at_most(NOISE, D)},
        D,
        f"t is theta as printed, for which phi(t) >= 2 L, and {SIDES}",
    ),
    "thm-5-natural": (
        {"exponent": at_most(L, NOISE), "natural": at_most(L, D)},
        D,
        f"t is theta*, for which phi(t) = L, and {SIDES}",
    ),
    "cor-3": (
        {"exponent": at_most(L, NOISE), "alpha": at_most(L, 2 * alpha**2)},
        2 * alpha**2,
        "t is theta*, for which phi(t) = L, and alpha = sqrt(L/2), that of Claim 2",
    ),
}
"""What is asked, the exponent of sampling, and a reading; each for an error of t plus the distance of sampling."""


def by_causes(prover: Prover) -> Iterable[Theorem]:
    """Theorem 5 under condition (2), the same with theta* under its natural form, and Corollary 3 without any."""
    general = two_causes(prover)
    for name, (asked, sampling, reading) in CASES.items():
        values = {"h_1": NOISE, "h_2": sampling}
        given = {**BUDGET, "t > 0": below(0, t), "L > 0": below(0, L), "L": at_most(L_printed, L), **asked}
        at: Point = {**AT_IT, "t": Fraction(1, 2), "D": Fraction(1, 4), "alpha": Fraction(1, 4)}
        often, seldom = Fraction(1, 250), Fraction(1, 10**5)
        rare: Point = {
            "P_1": often, "M_1": often, "Q_1": 2 * often, "Q": 2 * often,
            "P_2": seldom, "M_2": seldom, "Q_2": 2 * seldom,
        }  # fmt: skip
        far: Facts = {"alpha > 0": below(0, alpha)} if name == "cor-3" else {}
        rows = {f"{each} >= 0": at_most(0, each) for each in (P_1, P_2, M_1, M_2)}
        carried = {
            each: relation.substitute(values)
            for each, relation in implication(general).given.items()
            if not each.startswith(("enough", "average"))
        }
        claim = Implication(
            f"counting.{name}",
            at_most(Q, beta),
            {**carried, **given, **far, **rows},
            {
                "noise": lemma(averaged_noise(prover), P_k=P_1, M_k=M_1, alpha=t),
                "sampling": lemma((averaged_sample if far else averaged_sides)(prover), P_k=P_2, M_k=M_2),
                **silence_facts(NOISE),
                **silence_facts(sampling),
                "two causes": lemma(general, **values),
            },
            {**at, **rare},
            Mutant(at_most(Q, beta / 100), {**at, **rare}),
            reading=f"{PARTS}; {reading}",
            stands=implication(general).stands,
            short={"L_0": L_printed},
        )
        yield prover.theorem(claim, at_once("both exponents are enough", search))
