"""Section 5.2 and figure 1: for which shares of active people condition (2) holds, and where that ends."""

from fractions import Fraction

from sympy import factor

from ldproof.counting.bounds import boundary_slope
from ldproof.numbers import Symbol, least, term
from ldproof.probability import divergence
from ldproof_proofs.counting.parameters import mu
from ldproof_proofs.kernel.derivations.page import Page
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import axiom, lemma
from ldproof_proofs.kernel.prover import proposition
from ldproof_proofs.kernel.relations import Point, at_most, below, equal

theta, u, c = map(Symbol, ("theta", "u", "c"))
HALF = term(Fraction(1, 2))
SHARES = {
    "mu > 0": below(0, mu),
    "mu <= 1/2": at_most(mu, HALF),
    "theta > 0": below(0, theta),
    "above": below(mu + theta, 1),
}
AT: Point = {
    "mu": Fraction(1, 8),
    "theta": Fraction(1, 4),
    "u": Fraction(1, 4),
    "c": Fraction(1, 2),
}


@leads_to(boundary_slope, "counting.cond-2", "counting.fig-1")
def crossing(page: Page) -> None:
    """Condition (2): it holds for all mu up to one crossing, as D(mu + theta | mu) is the smaller side, and convex in mu."""
    part = {"u > 0": below(0, u), "c > 0": below(0, c), "u c + theta < 1": below(u * c + theta, 1)}
    largest = least(HALF, 1 - theta)
    of_u = {**part, "theta > 0": SHARES["theta > 0"]}
    rest = proposition(page.prover, "counting.beyond-the-share", below(0, 1 - (u * c + theta)), part, AT)
    idle = proposition(page.prover, "counting.idle-share", below(0, 1 - u * c), of_u, AT)
    is_c = {"c": equal(c, largest)}
    some = proposition(page.prover, "counting.largest-share", below(0, largest), {**part, **is_c}, AT)
    whole = proposition(
        page.prover, "counting.largest-share-whole", below(u * largest + theta, 1), {**part, **is_c}, AT
    )
    page.about(
        {
            "mu": "the share of active people: by symmetry at most 1/2",
            "theta": "the error; where mu + theta is 1 or more, D is infinite",
            "c": "the largest such mu, min(1/2, 1 - theta)",
            "u": "mu / c",
        },
        {**SHARES, "mu": equal(mu, u * c), **is_c, **part},
        AT,
        {"s": largest},
        rest=lemma(rest),
        idle=lemma(idle),
        some=lemma(some),
        whole=lemma(whole),
        rest_of_largest=lemma(rest, c=largest),
        idle_of_largest=lemma(idle, c=largest),
    )
    page.start(
        lambda: (mu - theta) * (1 - mu + theta) - (mu + theta) * (1 - mu - theta),
        "t (1 - t), which is 1 over the curvature of D(t | mu), below mu and above it",
    )
    page.equals(factor, "multiplied out")
    page.at_most(
        term(0),
        "D curves less above mu, and both sides begin at 0 without slope: D(mu + theta | mu) is the smaller one",
    )
    page.start(lambda: divergence(mu + theta, mu), "so (2) is about this one")
    page.differentiate(mu, "its slope in mu")
    page.differentiate(mu, "its curvature", factor)
    bent = page.last
    page.start(lambda: -bent, "less the curvature")
    page.below(
        term(0),
        "D is convex, and infinite at mu = 0: it falls to the right side of (2) once, or never, before it is least",
    )
    page.start(lambda: divergence(mu + theta, mu), "the smaller side again")
    page.put({"mu": u * c}, "as a share of the largest mu")
    page.differentiate(u, "its slope in u, which is 0 where (2) is tightest; the crossing is before that")
    page.put({"c": largest}, "the largest mu")
    low, high = u * largest, u * largest + theta
    page.ends(
        boundary_slope,
        lambda: boundary_slope(u, theta),
        "the logarithms of quotients sorted by t: the slope by which the reference encloses the crossing",
        ones=axiom(Always.PRODUCT, high / low, low),
        zeros=axiom(Always.PRODUCT, (1 - high) / (1 - low), 1 - low),
        upper=axiom(Always.PRODUCT, high / (1 - high), 1 - high),
        lower=axiom(Always.PRODUCT, low / (1 - low), 1 - low),
    )
