"""The closed forms of the source, each tied to the transcript's law or to a definition."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol, Term, enclose, exp, expm1, term
from ldproof.reporting import transcript
from ldproof.reporting.coin import contrast, lie, silent, spoken, truth
from ldproof.shots.formulas import c_star, estimate, figure_of_merit, g, gap, p, q
from ldproof_proofs.kernel.anchors import Anchor, anchor
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.implication import Implication, Mutant, ever, lemma
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import Last, Prover, Step, algebra, at_once, by, steps
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.signs import BySigns, Signs, derivative
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.setting import DUMMY, EXAMPLE, ROUNDS, SETTING, N, T, alpha, epsilon, m, phi, r, x

A, B = Symbol("A"), Symbol("B")
ONE, ANY = term(1), term(1)
"""What silence and a report weigh in a round whose outcome does not matter: all outcomes add up to 1."""


def choices(prover: Prover) -> Theorem:
    """When outcomes do not matter, the weights a are the binomial coefficients: (k + 1) a_{k+1} = (t - k) a_k."""
    claim = Induction(
        "shots.choices",
        "where a_k is the weight of k reports in t rounds of which nothing was seen",
        transcript.start,
        transcript.turn,
        (Round(ONE, {"a": ANY}),),
        lambda view: equal((view.k + 1) * view.rows["a"](1), (view.t - view.k) * view.rows["a"](0)),
        lambda view: equal((view.k + 1) * view.rows["a"](1), (view.t + 1 - view.k) * view.rows["a"](0)),
        {},
        {},
        reach=1,
    )
    both = at_once("Pascal's rule", by(product("invariant at k"), product("invariant at k-1")))
    return prover.theorem(
        claim,
        ByInduction(
            at_once("no round, no choice", algebra), [at_once("no report", by(product("invariant at k")))], [both]
        ),
    )


def marginal(state: int) -> Term:
    """Pr[y_t = 1]: one round seen, after T - 1 of which nothing was; over the number of choices."""
    before = [B, A]
    seen = transcript.turn(before, silent(r, 1), spoken(x, state, 1))[1]
    return seen / transcript.turn(before, ONE, ANY)[1]


def marginals(prover: Prover) -> Iterable[Theorem]:
    """P and q are marginals of the transcript's law."""
    for formula, state, found in (
        (p, 1, anchor(p, lambda: p(m, T, r, x), lambda: marginal(1))),
        (q, 0, anchor(q, lambda: q(m, T, r, x), lambda: marginal(0))),
    ):
        at: Point = {**EXAMPLE, "A": 2, "B": 1}
        claim = Implication(
            f"shots.{formula.__name__}-is-a-marginal",
            equal(found.definition, found.value),
            {
                **SETTING,
                "A >= 0": at_most(0, A),
                "B > 0": below(0, B),
                "choices": equal(m * A, (T - m) * B),
            },
            {},
            at,
            Mutant(equal(found.definition, found.value + 1), at),
            (found,),
            reading="A and B are the weights of m and m - 1 reports in the T - 1 other rounds",
        )
        rate = truth(x) if state else lie(x)
        rule = by(product("choices", scale=(r - rate) / (T * (A + B))))
        yield prover.theorem(claim, at_once("m A = (T - m) B: a share m/T of all choices reports at t", rule))


def difference(prover: Prover) -> Theorem:
    """The gap is p - q."""
    found = anchor(gap, lambda: gap(m, T, x), lambda: p(m, T, r, x) - q(m, T, r, x))
    claim = Implication(
        "shots.gap",
        equal(found.value, found.definition),
        SETTING,
        witness=EXAMPLE,
        mutant=Mutant(equal(found.value, p(m, T, r, x) + q(m, T, r, x)), EXAMPLE),
        anchors=(found,),
    )
    return prover.theorem(claim, at_once("the dummies cancel", algebra))


def unbiased(prover: Prover) -> Iterable[Theorem]:
    """Phi is affine in the ones, and at their expectation it is Phi_0: its expectation is Phi_0."""
    list(marginals(prover))
    weight, one, other = map(Symbol, ("weight", "ones_1", "ones_2"))
    setting = {**SETTING, "N >= 1": at_most(1, N)}
    at: Point = {**EXAMPLE, "N": 4, "phi": Fraction(1, 2), "weight": Fraction(1, 2), "ones_1": 1, "ones_2": 3}
    mixed = weight * estimate(one, N, m, T, r, x) + (1 - weight) * estimate(other, N, m, T, r, x)
    affine = Implication(
        "shots.estimate-is-affine",
        equal(estimate(weight * one + (1 - weight) * other, N, m, T, r, x), mixed),
        setting,
        witness=at,
        mutant=Mutant(equal(estimate(weight * one + other, N, m, T, r, x), mixed), at),
    )
    yield prover.theorem(affine, at_once("both are linear in the ones", algebra))
    expected = N * (phi * p(m, T, r, x) + (1 - phi) * q(m, T, r, x))
    found: Anchor[Term] = anchor(estimate, lambda: estimate(expected, N, m, T, r, x), lambda: phi)
    claim = Implication(
        "shots.unbiased",
        equal(found.value, found.definition),
        setting,
        witness=at,
        mutant=Mutant(equal(found.value, 1 - phi), {**at, "phi": 0}),
        anchors=(found,),
        reading="N phi people in state 1 send a 1 with probability p, the others with probability q",
    )
    yield prover.theorem(claim, at_once("(phi p + (1 - phi) q - q) / (p - q) = phi", algebra))


BUDGETED = {"epsilon > 0": below(0, epsilon), **DUMMY, **ROUNDS}
AT_BUDGET: Point = {"epsilon": 1, "r": 0, "m": 1, "T": 2}
u = epsilon / m
GROWS = {"grows": ever(Always.POSITIVE, u), "tangent": ever(Always.TANGENT, u)}


def excess(prover: Prover) -> Theorem:
    """A budget above 0 gives excess odds above 0."""
    share = Implication(
        "shots.share-positive",
        below(0, u),
        {"epsilon > 0": below(0, epsilon), "m >= 1": at_most(1, m)},
        witness={"epsilon": 1, "m": 1},
        mutant=Mutant(below(1, u), {"epsilon": 1, "m": 1}),
    )
    positive = prover.theorem(share, at_once("epsilon and m are positive", positivity))
    claim = Implication(
        "shots.excess-positive",
        below(0, expm1(u)),
        share.given,
        {"share": lemma(positive), "tangent": ever(Always.TANGENT, u)},
        {"epsilon": 1, "m": 1},
        Mutant(below(2, expm1(u)), {"epsilon": 1, "m": 1}),
    )
    return prover.theorem(claim, at_once("e^u - 1 >= u > 0", by(product("tangent"), product("share"))))


def merit(prover: Prover) -> Iterable[Theorem]:
    """The figure of merit is (T/epsilon) (p - q)^2 / p, and the printed fraction."""
    E = exp(u)
    found = anchor(
        figure_of_merit,
        lambda: figure_of_merit(m, T, r, epsilon),
        lambda: T / epsilon * (p(m, T, r, E - 1) - q(m, T, r, E - 1)) ** 2 / p(m, T, r, E - 1),
    )
    printed = m / epsilon * ((E - 1) ** 2 / (E * (E + 1) + (E + 1) ** 2 * (T / m - 1) * r))
    known = {**GROWS, "excess": lemma(excess(prover))}
    for name, other in (("from-p-and-q", found.definition), ("as-printed", printed)):
        claim = Implication(
            f"shots.figure-of-merit-{name}",
            equal(found.value, other),
            BUDGETED,
            known,
            AT_BUDGET,
            Mutant(equal(found.value, other + 1), AT_BUDGET),
            (found,) if other is found.definition else (),
        )
        yield prover.theorem(claim, at_once("multiply out", algebra))


def decreasing(prover: Prover) -> Theorem:
    """The figure of merit falls as dummies get likelier: r* = 0 maximises it."""
    s = Symbol("s")
    setting = {**SETTING, "r <= s": at_most(r, s), "s <= 1": at_most(s, 1), "epsilon > 0": below(0, epsilon)}

    def merit_at(dummy: Term) -> Term:
        return m / epsilon * contrast(x) ** 2 / (truth(x) + (T / m - 1) * dummy)

    at: Point = {**EXAMPLE, "epsilon": 1, "s": Fraction(1, 2)}
    rational = Implication(
        "shots.merit-decreasing-in-odds",
        at_most(merit_at(s), merit_at(r)),
        setting,
        witness=at,
        mutant=Mutant(at_most(merit_at(r), merit_at(s)), at),
    )
    first = prover.theorem(rational, at_once("only the denominator grows", positivity))
    given = {**BUDGETED, "r <= s": setting["r <= s"], "s <= 1": setting["s <= 1"]}
    at = {**AT_BUDGET, "s": Fraction(1, 2)}
    claim = Implication(
        "shots.merit-decreasing",
        at_most(figure_of_merit(m, T, s, epsilon), figure_of_merit(m, T, r, epsilon)),
        given,
        {**GROWS, "excess": lemma(excess(prover)), "rational": lemma(first, x=expm1(u))},
        at,
        Mutant(at_most(figure_of_merit(m, T, r, epsilon), figure_of_merit(m, T, s, epsilon)), at),
    )
    return prover.theorem(claim, at_once("the same with x = e^(epsilon/m) - 1", by(product("rational"))))


def one_variable(prover: Prover) -> Theorem:
    """F(m, 0) is g at m/epsilon."""
    found = anchor(g, lambda: g(m / epsilon), lambda: figure_of_merit(m, T, term(0), epsilon))
    claim = Implication(
        "shots.g",
        equal(found.value, found.definition),
        {name: BUDGETED[name] for name in ("epsilon > 0", "m >= 1")},
        GROWS,
        {"epsilon": 1, "m": 1},
        Mutant(equal(found.value, 2 * found.definition), {"epsilon": 1, "m": 1, "T": 1}),
        (found,),
    )
    return prover.theorem(claim, at_once("the dummies' term is 0", algebra))


def one_peak(prover: Prover) -> Theorem:
    """Fig. 1: g rises to one extremum, a maximum, and falls from there (u = 1/x turns the order round)."""
    u = Symbol("u")
    claim = Signs(
        "shots.g-one-peak",
        "g has one extremum, a maximum, as u = 1/x",
        g(1 / u),
        (1, -1),
        g(1 / u) * u,
    )
    return prover.theorem(claim, BySigns())


def peak_cases(digits: int, shift: Fraction) -> Iterable[tuple[str, bool]]:
    """Whether the derivative of g(1/u) changes its sign within the enclosure of 1/c*."""
    u = Symbol("u")
    slope = derivative(g(1 / u))
    found = enclose(c_star, digits)
    lower, upper = 1 / (Fraction(found.upper) + shift), 1 / (Fraction(found.lower) + shift)
    yield f"before {lower.limit_denominator(1000)}", slope.sign(lower) == 1
    yield f"after {upper.limit_denominator(1000)}", slope.sign(upper) == -1


def peak(prover: Prover) -> Iterable[Theorem]:
    """C* is where g peaks, to 50 digits."""
    only = one_peak(prover)
    yield only
    claim = Finite(
        "shots.c-star-digits",
        f"c* = {enclose(c_star, 50).lower}...: the derivative of g changes its sign within the enclosure",
        "both ends of an enclosure of relative width 10^-50",
        lambda: peak_cases(50, Fraction(0)),
        lambda: peak_cases(50, Fraction(1, 10**49)),
        anchors=(anchor(c_star, c_star, lambda: derivative(g(1 / Symbol("u")))),),
        lemmas=(only,),
        proved=True,
    )
    yield prover.theorem(claim, ByEnumeration())


def not_a_minimum(prover: Prover) -> Theorem:
    """The print says argmin."""
    peak_at, elsewhere = Symbol("c"), Symbol("y")
    claim = Failure(
        "shots.c-star-is-no-argmin",
        "c* = argmin g would make g(c) <= g(y) for every y > 0, where c = c* to five digits",
        at_most(g(peak_at), g(elsewhere)),
        {"c": Fraction(57432, 10**5), "y": 1},
        {"c": 1, "y": Fraction(57432, 10**5)},
    )
    return prover.theorem(claim, ByPoint())


def infimum(prover: Prover) -> Iterable[Theorem]:
    """Inf g = 0, and it is not attained: 0 < g(y) <= y."""
    y = Symbol("y")
    given = {"y > 0": below(0, y)}
    share = Implication(
        "shots.inverse-positive", below(0, 1 / y), given, witness={"y": 1}, mutant=Mutant(below(2, 1 / y), {"y": 1})
    )
    known = {
        "inverse": lemma(prover.theorem(share, at_once("1 over a positive number", positivity))),
        "grows": ever(Always.POSITIVE, 1 / y),
        "tangent": ever(Always.TANGENT, 1 / y),
    }
    excess_claim = Implication(
        "shots.inverse-excess", below(0, expm1(1 / y)), given, known, {"y": 1}, Mutant(below(2, expm1(1 / y)), {"y": 1})
    )
    above = prover.theorem(
        excess_claim, at_once("e^(1/y) - 1 >= 1/y > 0", by(product("tangent"), product("inverse")))
    )
    known["excess"] = lemma(above)
    positive = Implication(
        "shots.g-positive", below(0, g(y)), given, known, {"y": 1}, Mutant(below(1, g(y)), {"y": 1})
    )
    yield prover.theorem(positive, at_once("every factor is positive", positivity))
    small = Implication(
        "shots.g-below-x", at_most(g(y), y), given, known, {"y": 1}, Mutant(at_most(g(y), y / 10), {"y": 1})
    )
    yield prover.theorem(small, at_once("(E - 1)^2 <= E (E + 1)", positivity))
