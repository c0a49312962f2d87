"""Equation (1): Bernstein's exponent, its root, and that the source prints twice the root."""

from collections.abc import Iterable, Mapping

from ldproof.counting.bounds import bernstein_exponent, theta_at, theta_printed_at
from ldproof.numbers import Symbol, exp, sqrt
from ldproof.probability import bernstein_bound
from ldproof.rounds import contrast, lie, truth
from ldproof_proofs.counting.bounds.symbols import SURPRISED, L, alpha
from ldproof_proofs.counting.parameters import BUDGET, k, x
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Implication, Known, axiom, lemma
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import Prover, algebra, at_once, proposition
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem

AT: Point = {"x": 2, "L": 1}
INSIDE = ("inside", "inside the printed")
"""What both roots are of is positive."""
OFF = {"alpha > 0": below(0, alpha)}
odds = 1 + x
under = (odds * L / 3) ** 2 + 2 * odds * L
"""What is under the root of theta*."""
ninth = 2 * odds / 9 * L
under_printed = ninth**2 + 4 * ninth
"""What is under the root of equation (1)."""
root, root_printed = sqrt(under), sqrt(under_printed)
theta, printed = theta_at(L, x), theta_printed_at(L, x)


def exponent(prover: Prover) -> Theorem:
    """phi is Bernstein's exponent for k reports: each has variance p q/(p-q)^2 and size at most p/(p-q)."""
    low, high, wide = lie(x), truth(x), contrast(x)
    found = anchor(
        bernstein_exponent,
        lambda: 2 * exp(-k * bernstein_exponent(alpha, x)),
        lambda: bernstein_bound(k, high * low / wide**2, high / wide, alpha),
    )
    at: Point = {"x": 2, "alpha": 1, "k": 1}
    claim = Implication(
        "counting.bernstein-exponent",
        equal(found.value, found.definition),
        {**BUDGET, **OFF, "k >= 1": at_most(1, k)},
        {},
        at,
        Mutant(equal(found.value, bernstein_bound(k, high * low / wide**2, 2 * high / wide, alpha)), at),
        (found,),
        reading="k people report; (z - q)/(p - q) less its mean, z a report, has this variance and is p/(p - q) at most",
    )
    return prover.theorem(claim, at_once("multiply by (p - q)^2", algebra))


def sizes(prover: Prover) -> Iterable[Theorem]:
    """The variance and the size of one report that Bernstein's bound is given."""
    low, high, wide = lie(x), truth(x), contrast(x)
    for name, state in (("active", 1), ("idle", 0)):
        mean = high if state else low
        moment = mean * ((1 - mean) / wide) ** 2 + (1 - mean) * (mean / wide) ** 2
        yield proposition(
            prover,
            f"counting.report-variance-{name}",
            equal(moment, high * low / wide**2),
            BUDGET,
            {"x": 2},
            rule=algebra,
            reason="its two values, with their probabilities",
        )
        for sent in (0, 1):
            off = (sent - mean) / wide
            yield proposition(
                prover,
                f"counting.report-size-{name}-{sent}",
                at_most(off**2, (high / wide) ** 2),
                BUDGET,
                {"x": 2},
                reason="p is the larger of p and q",
                mutant=at_most((high / wide) ** 2 * 10, off**2),
            )


def roots(prover: Prover) -> Mapping[str, Known]:
    """Both roots are positive."""
    u = Symbol("u")
    anything = proposition(
        prover,
        "counting.root-positive",
        below(0, sqrt(u)),
        {"u > 0": below(0, u)},
        {"u": 1},
        {"root": axiom(Always.ROOT, u)},
        reason="(1 + root) root = root + u",
    )
    inside = proposition(prover, "counting.under-root", below(0, under), SURPRISED, AT)
    inside_printed = proposition(
        prover, "counting.under-printed-root", below(0, under_printed), SURPRISED, AT
    )
    return {
        "inside": lemma(inside),
        "inside the printed": lemma(inside_printed),
        "root > 0": lemma(anything, u=under),
        "printed root > 0": lemma(anything, u=under_printed),
    }


def twice(prover: Prover) -> Theorem:
    """Equation (1) as printed is twice theta*."""
    known = roots(prover)
    same = Implication(
        "counting.printed-root",
        equal(3 * root_printed, 2 * root),
        SURPRISED,
        known,
        AT,
        Mutant(equal(3 * root_printed, root), AT),
    )
    first = prover.theorem(same, at_once("both are positive, and (3 w)^2 = (2 v)^2", search))
    claim = Implication(
        "counting.printed-is-twice",
        equal(printed, 2 * theta),
        SURPRISED,
        {**some(known, *INSIDE), "roots": lemma(first)},
        AT,
        Mutant(equal(printed, theta), AT),
        short={"v": root, "w": root_printed},
    )
    return prover.theorem(claim, at_once("3 w = 2 v", search))


def theta_positive(prover: Prover) -> Theorem:
    """theta* is positive."""
    claim = Implication(
        "counting.theta-positive",
        below(0, theta),
        SURPRISED,
        some(roots(prover), "inside", "root > 0"),
        AT,
    )
    return prover.theorem(claim, at_once("both summands are", search))


def solves(prover: Prover) -> Theorem:
    """phi(theta*) = L: theta* is the positive root."""
    known = some(roots(prover), "inside", "root > 0")
    claim = Implication(
        "counting.theta-solves",
        equal(bernstein_exponent(theta, x), L),
        SURPRISED,
        known,
        AT,
        Mutant(equal(bernstein_exponent(theta, x), 2 * L), AT),
        short={"theta": theta},
    )
    return prover.theorem(claim, at_once("(x theta)^2 - 2 E L x theta/3 - 2 E L = 0", algebra))


def increases(prover: Prover) -> Theorem:
    """phi increases with the distance."""
    d, e = Symbol("d"), Symbol("e")
    claim = Implication(
        "counting.exponent-increases",
        at_most(bernstein_exponent(d, x), bernstein_exponent(e, x)),
        {**BUDGET, "d > 0": below(0, d), "d <= e": at_most(d, e)},
        {},
        {"x": 2, "d": 1, "e": 2},
    )
    return prover.theorem(claim, at_once("e^2 (1 + x d/3) >= d^2 (1 + x e/3)", positivity))


def doubles(prover: Prover) -> Mapping[str, Theorem]:
    """At twice the distance the exponent is two to four times as large."""
    t = Symbol("t")
    given = {**BUDGET, "t > 0": below(0, t)}
    at: Point = {"x": 2, "t": 1}
    once, again = bernstein_exponent(t, x), bernstein_exponent(2 * t, x)
    least = Implication(
        "counting.exponent-doubles",
        at_most(2 * once, again),
        given,
        {},
        at,
        Mutant(at_most(4 * once, again), at),
    )
    most = Implication(
        "counting.exponent-quadruples",
        at_most(again, 4 * once),
        given,
        {},
        at,
        Mutant(at_most(again, 2 * once), at),
    )
    return {
        "doubles": prover.theorem(least, at_once("4 (1 + y) >= 2 (1 + 2 y)", positivity)),
        "quadruples": prover.theorem(most, at_once("1 + 2 y >= 1 + y", positivity)),
    }


def some(known: Mapping[str, Known], *names: str) -> Mapping[str, Known]:
    """A few known facts: what a lemma does not use need not be replayed with it."""
    return {name: known[name] for name in names}


def thetas(prover: Prover) -> Mapping[str, Known]:
    """Both thetas are defined and positive, and the printed one is twice the other."""
    known = {**roots(prover), "theta > 0": lemma(theta_positive(prover)), "twice": lemma(twice(prover))}
    used = some(known, *INSIDE, "root > 0", "printed root > 0", "theta > 0", "twice")
    above = proposition(
        prover, "counting.printed-positive", below(0, printed), SURPRISED, AT, used, reason="theta* > 0"
    )
    return {**used, "printed > 0": lemma(above)}


def printed_exponent(prover: Prover) -> Iterable[Theorem]:
    """With theta as printed the exponent is at least 2 L, and at most 4 L: right side of condition (2)."""
    known = dict(thetas(prover))
    used = some(known, *INSIDE, "twice")
    for name, goal in (
        ("at least", at_most(2 * theta, printed)),
        ("at most", at_most(printed, 2 * theta)),
    ):
        far = Relation(goal.left * 2, "<=", goal.right)
        claim = f"printed-{name.replace(' ', '-')}-twice"
        known |= {
            name: lemma(
                proposition(
                    prover, f"counting.{claim}", goal, SURPRISED, AT, used, reason="w = 2 theta*", mutant=far
                )
            )
        }
    used = some(known, "inside", "theta > 0")
    doubled = proposition(prover, "counting.twice-theta-positive", below(0, 2 * theta), SURPRISED, AT, used)
    known |= {"2 theta > 0": lemma(doubled), "solves": lemma(solves(prover))}
    known |= {name: lemma(theorem, t=theta) for name, theorem in doubles(prover).items()}
    known |= {
        "up": lemma(increases(prover), d=2 * theta, e=printed),
        "down": lemma(increases(prover), d=printed, e=2 * theta),
    }
    at_printed = bernstein_exponent(printed, x)
    always = (*INSIDE, "root > 0", "printed root > 0", "theta > 0", "printed > 0", "2 theta > 0", "solves")
    for name, goal, way, mutant in (
        ("least", at_most(2 * L, at_printed), ("at least", "doubles", "up"), at_most(4 * L, at_printed)),
        (
            "most",
            at_most(at_printed, 4 * L),
            ("at most", "quadruples", "down"),
            at_most(at_printed, 2 * L),
        ),
    ):
        claim, used = f"printed-exponent-{name}", some(known, *always, *way)
        yield proposition(
            prover,
            f"counting.{claim}",
            goal,
            SURPRISED,
            AT,
            used,
            reason="phi(theta*) = L, and phi increases",
            mutant=mutant,
        )
