"""Claim 1's other half: from k reporters to one round, and from one round to all of them."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from ldproof.counting.bounds import bernstein_exponent, divergence_loss_sharp, exponent_needed
from ldproof.numbers import Symbol, Term, exp, log, term
from ldproof.probability import binomial_law, union_bound
from ldproof.rounds import contrast, lie, truth
from ldproof_proofs.counting.bounds.symbols import (
    ENOUGH_PEOPLE,
    MANY,
    SURE,
    L_printed,
    alpha,
    beta,
    l_printed,
)
from ldproof_proofs.counting.parameters import BUDGET, PEOPLE, ROUNDS, N, T, k, x
from ldproof_proofs.counting.reporters.chosen import REPORTS, STAYS
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication, Known, axiom, implication, lemma
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.prover import Last, Prover, Step, algebra, at_once, proposition, steps
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal, placed
from ldproof_proofs.kernel.rows import add_share, zero_sums
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.law import sums
from ldproof_proofs.law.union import union as some_event
from ldproof_proofs.reporting.ones import power
from ldproof_proofs.tails.cited import theorem_of_bernstein

P, Q, M, h = map(Symbol, ("P", "Q", "M", "h"))
"""The probability of an error in one round, in some round, the mean of e^(-h k), and the exponent of one report."""
silent = 1 - (1 - exp(-h)) / T
"""E e^(-h [a person reports in this round])."""
mean = exp(N * log(silent))
"""E e^(-h k), k the number of reporters in a round."""
READING = (
    "Q is the probability that in some of T rounds the error reaches alpha or nobody reports, P the largest such "
    "probability of one round, M the mean of e^(-h k), k being the number of reporters among N independent people, each of "
    "whom reports in the round with probability 1/T"
)
AVERAGED = {"average": at_most(P, 2 * M)}
Y = log(4 * T / beta)
kept = 1 + -l_printed
"""1 - l."""
AT: Point = {**MANY, "h": 1}
failure = Symbol("failure")
Z = log(2 * T / failure)
part = exp(-Z / N)
"""(failure/2T)^(1/N)."""
L_sharp = exponent_needed(divergence_loss_sharp(N, T, failure))
kept_sharp = 1 + -divergence_loss_sharp(N, T, failure)
SHARPLY = {
    **PEOPLE,
    **ROUNDS,
    "failure > 0": below(0, failure),
    "T (1 - (failure/2T)^(1/N)) < 1": below(T * (1 - part), 1),
}
AT_SHARP: Point = {"N": 100, "T": 2, "failure": Fraction(1, 2), "h": 1}


def report_tail(prover: Prover) -> Theorem:
    """From k reports the noise is off by alpha with probability 2 e^(-k phi(alpha)) at most."""
    low, high, wide = lie(x), truth(x), contrast(x)
    variance, width = high * low / wide**2, high / wide
    given = {**BUDGET, "k >= 1": at_most(1, k), "alpha > 0": below(0, alpha)}
    at: Point = {"x": 2, "alpha": 1, "k": 1, "P": 0}
    bound = 2 * exp(-k * bernstein_exponent(alpha, x))
    claim = Implication(
        "counting.reports-tail",
        at_most(P, bound),
        given,
        {
            "bernstein": lemma(
                theorem_of_bernstein(prover), count=k, variance=variance, width=width, off=alpha
            ),
        },
        at,
        Mutant(at_most(P, bound / 10), {**at, "P": 1}),
        reading="P = Pr[|mu_hat - mu_tilde| >= alpha] given that k certain people report",
        stands=("P",),
    )
    return prover.theorem(claim, at_once("Bernstein", search))


def a_person(prover: Prover) -> Theorem:
    """1 - 1/T + z/T at z = e^-h: what every person multiplies the mean of z^k by."""
    return proposition(
        prover,
        "counting.mean-of-a-person",
        equal(STAYS + REPORTS * exp(-h), silent),
        ROUNDS,
        {"T": 2, "h": 1},
        rule=algebra,
    )


a, c, j, z = map(Symbol, ("a", "c", "j", "z"))
SOME: Facts = {"a >= 0": at_most(0, a), "j >= 1": at_most(1, j)}
OVER_ALL = (
    "P adds up a c over t numbers j of reporters, a being the probability of j and c that of an error given j, and M adds up "
    "a e^(-h j); without reporters c is 1"
)


def averaged(
    prover: Prover,
    name: str,
    kinds: Iterable[Term],
    most: int,
    exponent: Term,
    given: Facts,
    known: Mapping[str, Known],
    at: Point,
    reading: str,
) -> Theorem:
    """A bound that holds given every number of reporters holds on average: P <= 2 M, or P <= M for one side of it."""
    weight = exp(-j * exponent)
    spoken = [Round(a, {"P": error, "M": weight}) for error in kinds]
    claim = Induction(
        f"counting.averaged-{name}",
        f"where {OVER_ALL}; {reading}",
        zero_sums,
        add_share,
        (Round(a, {"P": term(1), "M": term(1)}), *spoken),
        lambda view: at_most(view.rows["P"](0), most * view.rows["M"](0)),
        lambda view: at_most(view.rows["P"](0), Fraction(most, 2) * view.rows["M"](0)),
        at,
        {**SOME, **given},
        {
            "weight > 0": axiom(Always.POSITIVE, -j * exponent),
            "e^-h > 0": axiom(Always.POSITIVE, -exponent),
            **known,
        },
        base=exp(-exponent),
    )
    step = at_once("one more number of reporters", search)
    each = [step] * len(claim.kinds)
    return prover.theorem(claim, ByInduction(at_once("both sums are 0", algebra), each, each))


def averaged_noise(prover: Prover) -> Theorem:
    """Claim 1's bound over all k: what Bernstein's inequality says given k reporters, on average."""
    return averaged(
        prover,
        "noise",
        [c],
        2,
        bernstein_exponent(alpha, x),
        {**BUDGET, "alpha > 0": below(0, alpha)},
        {"given j": lemma(report_tail(prover), P=c, k=j)},
        {"x": 2, "alpha": Fraction(1, 2), "a": 1, "j": 1, "c": 1},
        "c = Pr[|mu_hat - mu_tilde| >= alpha] given that j certain people report, h the exponent of one of them",
    )


def average_cases(extra: int) -> Iterable[tuple[str, Relation]]:
    """The mean of z^k, k the number of reporters, against the power."""
    for people in range(1, 7):
        for rounds in range(1, 5):
            reporters = binomial_law(people, Fraction(1, rounds))
            found = sums.total(share * z**count for count, share in reporters.probabilities.items())
            closed = (1 - (1 - z) / rounds) ** (people + extra)
            yield f"N = {people}, T = {rounds}", equal(found, closed)


def average(prover: Prover) -> Theorem:
    """The average over the number of reporters."""
    claim = Ground(
        "counting.average-over-reporters",
        "the mean of z^k for k ~ Bin(N, 1/T) is (1 - (1 - z)/T)^N",
        "N <= 6, T <= 4, every z as a symbol",
        lambda: average_cases(0),
        lambda: average_cases(1),
    )
    return prover.theorem(claim, ByRecord())


def silence_facts(exponent: Term = h) -> Mapping[str, Known]:
    """e^-h is positive."""
    return {f"e^-{exponent} > 0": axiom(Always.POSITIVE, -exponent)}


def exponent_known(rest: Term) -> Mapping[str, Known]:
    """e^-h is at most what is kept, 1 - l."""
    return {"monotone": axiom(Always.MONOTONE, -h, log(rest)), "1 - l": axiom(Always.INVERSE, rest)}


def one_round(prover: Prover) -> Theorem:
    """N ln(1 - (1 - e^-h)/T) <= -ln(4T/beta) where h >= -ln(1 - l)."""
    claim = Implication(
        "counting.one-round",
        at_most(N * log(silent), -Y),
        {**ENOUGH_PEOPLE, "enough": at_most(L_printed, h)},
        {
            **silence_facts(),
            **exponent_known(kept),
            "tangent": axiom(Always.TANGENT, log(silent)),
            "V": axiom(Always.INVERSE, silent),
        },
        AT,
        Mutant(at_most(N * log(silent), -100 * Y), AT),
        short={"V": silent, "l": l_printed},
    )
    return prover.theorem(
        claim,
        steps(
            Step("<=", N * (exp(log(silent)) - 1), "e^d >= 1 + d", search),
            Step("=", N * (silent - 1), "e^ln V = V", search),
            Step("<=", -N * (1 - exp(log(kept))) / T, "h >= L", search),
            last=Last("e^-L = 1 - l", search, "="),
        ),
    )


def one_round_sharply(prover: Prover) -> Theorem:
    """N ln(1 - (1 - e^-h)/T) <= -ln(2T/failure) where h >= -ln(1 - l) with the sharper l."""
    change = log(silent) + Z / N
    claim = Implication(
        "counting.one-round-sharply",
        at_most(N * log(silent), -Z),
        {**SHARPLY, "enough": at_most(L_sharp, h)},
        {
            **silence_facts(),
            **exponent_known(kept_sharp),
            "tangent": axiom(Always.TANGENT, change),
            "sum": axiom(Always.SUM, log(silent), Z / N),
            "V": axiom(Always.INVERSE, silent),
            "more": axiom(Always.POSITIVE, Z / N),
        },
        AT_SHARP,
        Mutant(at_most(N * log(silent), -100 * Z), AT_SHARP),
        short={"V": silent, "b": part},
    )
    power = exp(Z / N)
    return prover.theorem(
        claim,
        steps(
            Step("<=", N * (exp(change) - 1) - Z, "e^d >= 1 + d", search),
            Step("=", N * (exp(log(silent)) * power - 1) - Z, "exponents add", search),
            Step("=", N * (silent * power - 1) - Z, "e^ln V = V", search),
            Step("<=", N * ((1 - (1 - exp(log(kept_sharp))) / T) * power - 1) - Z, "h >= L", search),
            last=Last("e^-L = 1 - l", search, "="),
        ),
    )


def all_rounds(prover: Prover, bound: Term, least: Term, enough: Theorem, at: Point, name: str) -> Theorem:
    """A union over T rounds of two tails each."""
    (inside,) = least.arguments
    asked = implication(enough)
    claim = Implication(
        f"counting.{name}",
        at_most(Q, bound),
        {**asked.given, **AVERAGED},
        {
            **asked.known,
            "people": lemma(power(prover), M_k=M, V=silent, t=N),
            "union": lemma(some_event(prover), U_k=Q, t=T),
            "round": lemma(enough),
            "less": axiom(Always.MONOTONE, N * log(silent), -least),
            "inverse": axiom(Always.INVERSE, inside),
        },
        {**at, "M": placed(mean, at)},
        Mutant(at_most(Q, bound / 2), at),
        reading=READING,
        stands=("P", "Q", "M"),
        short=asked.short,
    )
    return prover.theorem(
        claim,
        steps(
            Step("<=", union_bound(T, P), "a union over the rounds", search),
            Step("<=", T * (2 * M), "an average over k", search),
            Step("=", T * (2 * mean), "people are independent", search),
            Step("<=", 2 * T * exp(-least), "h is enough", search),
            last=Last("e^-ln v = 1/v", search, "="),
        ),
    )


def claim_1(prover: Prover) -> Theorem:
    """What has the exponent L = -ln(1 - (T/N) ln(4T/beta)) happens in some round with probability beta/2 at most."""
    at: Point = {**AT, "h": Fraction(3, 50), "P": Fraction(1, 10), "Q": Fraction(1, 5), "M": Fraction(1, 20)}
    return all_rounds(prover, beta / 2, Y, one_round(prover), at, "claim-1")


def claim_1_sharply(prover: Prover) -> Theorem:
    """Errors of exponent -ln(1 - T (1 - (failure/2T)^(1/N))) occur in some round with chance `failure` at most."""
    at: Point = {
        **AT_SHARP,
        "h": Fraction(9, 200),
        "P": Fraction(1, 5),
        "Q": Fraction(2, 5),
        "M": Fraction(1, 10),
    }
    return all_rounds(prover, failure, Z, one_round_sharply(prover), at, "claim-1-sharply")


def sharper(prover: Prover) -> Theorem:
    """The second l is the smaller one, at the same probability of failure."""
    given = {**PEOPLE, **ROUNDS, **SURE}
    other = divergence_loss_sharp(N, T, beta / 2)
    return proposition(
        prover,
        "counting.lost-less",
        at_most(other, l_printed),
        given,
        MANY,
        {"tangent": axiom(Always.TANGENT, -Y / N)},
        reason="e^-d >= 1 - d",
    )
