"""What else is derived of the fourth source: odds, best flips, collisions, and exact variances."""

from collections.abc import Mapping
from fractions import Fraction

from ldproof.numbers import Symbol, log
from ldproof.rounds import contrast
from ldproof.sketch.collector import estimate_holders
from ldproof.sketch.error import chernoff_risk
from ldproof.sketch.formulas import (
    optimal_root,
    optimal_squared,
    oue_probability,
    probability_of_odds,
    row_odds,
)
from ldproof.sketch.hashing import collision_without_constants, modular_collision
from ldproof.sketch.variance import (
    bit_spread,
    mean_of_sampled,
    noise_variance,
    sampled_row_variance,
    shared_collision_variance,
    sign_spread,
)
from ldproof_proofs.chapters.display import Chapter
from ldproof_proofs.kernel.derivations.section import Section, computed_by
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Known, axiom
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Point
from ldproof_proofs.sketch.intervals.few import bernstein_deviation
from ldproof_proofs.sketch.law.row import row_likelihood
from ldproof_proofs.sketch.variance.optimum import spread

E, N, f, S, w, d, p, q, t, c, n, r, P, V, Y = map(
    Symbol, ("E", "N", "f", "S", "w", "d", "p", "q", "t", "c", "n", "r", "P", "V", "Y")
)
shared, triple, gap, own, other, delta = map(Symbol, ("shared", "triple", "gap", "own", "other", "delta"))
FLIPS = "0 < p < q < 1"
AT: Point = {
    "E": 3, "N": 7, "f": 2, "S": 13, "w": 4, "d": 3, "p": Fraction(1, 4), "q": Fraction(3, 4), "t": Fraction(1, 3),
    "c": Fraction(1, 4), "n": 3, "V": 5, "shared": Fraction(1, 4), "triple": Fraction(1, 15), "gap": Fraction(1, 3),
    "own": Fraction(1, 4), "other": Fraction(1, 6), "delta": Fraction(1, 2), "Y": 3,
}  # fmt: skip
NOISE = noise_variance(N, f, shared, gap, own, other)
COLLISIONS = shared_collision_variance(N - f, S, shared, triple)


def falling_power(_: Prover) -> Mapping[str, Known]:
    """A power of delta is at most 1, as its exponent is at most 0."""
    power = 2 * log(delta) / d
    return {"few": axiom(Always.MONOTONE, power, power - power)}


CHAPTER = Chapter(
    "further-sketch",
    "Further derivations: the sketch with local privacy",
    """What the fourth source says without a derivation, and the variances that it does not give.""",
    (),
    (
        Section(
            "The odds of a row (section 4.1)",
            """
            Rows of two items differ in two bits: the own one, and the other's. A row that shows the first item's
            column only has for these items the likelihoods {q*(1 - p)} and {p*(1 - q)}, so that the ratio is

                ratio = q*(1 - p)/(p*(1 - q)) = odds

            A single bit tells less.

                q/p <= odds
            """,
            ("sketch.eps", "sketch.rr"),
            given=FLIPS,
            at=AT,
            defined={
                "ratio": row_likelihood((1, 0), 0, p, q) / row_likelihood((1, 0), 1, p, q),
                "odds": computed_by(row_odds, p, q),
            },
        ),
        Section(
            "The best flips",
            """
            Let {t = p/(1 - p)} be the odds of a 1 elsewhere, and {E*t} those in the own column. A row of width {w}
            adds to the variance of an item that nobody holds, per person, {B = M*(1 - M)/(q - p)^2}, with
            {M = p + (q - p)/w}. Its slope is

                slope(t, B) = (E*((w - 1)*E + 1)*t^2 - (w - 1 + E))/(t^2*w*(E - 1)^2)

            which is 0 for

                best^2 = (w - 1 + E)/(E*((w - 1)*E + 1)) = squared

            In wide rows these are the flips of OUE, {t = 1/E}, as the square is near {1/E^2}. Then {p} is {p_best}.

                best^2 - 1/E^2 = (E^2 - 1)/(E^2*((w - 1)*E + 1))

                p_best = 1/(1 + E) = oue
            """,
            ("sketch.optimal",),
            given="E > 1; w >= 2; t > 0",
            at=AT,
            defined={
                "B": spread(t),
                "best": computed_by(optimal_root, w, E),
                "p_best": computed_by(probability_of_odds, 1 / E),
                "oue": computed_by(oue_probability, E),
                "squared": computed_by(optimal_squared, w, E),
            },
        ),
        Section(
            "Collisions of affine hashes",
            """
            Numbers below a prime {P = k*w + r} are taken modulo {w}. Of the columns, {r} have {k + 1} numbers, and
            {w - r} have {k}. So two uniform numbers collide with probability

                (r*(k + 1)^2 + (w - r)*k^2)/P^2 = collision

            which is a little above {1/w}. Of all {P^2} affine maps, {P} are constant and make everything collide.
            Without these it is

                (P^2*c - P)/(P^2 - P) = without
            """,
            ("sketch.hash",),
            given="w >= 1; P > 1",
            at={"w": 3, "r": 2, "P": 5, "c": Fraction(1, 2)},
            defined={
                "k": (P - r) / w,
                "collision": computed_by(modular_collision, w, r, P),
                "without": computed_by(collision_without_constants, c, P),
            },
        ),
        Section(
            "The variance of a bit and of a sign",
            """
            A bit {z} in the own column has {E[z^2] = E[z]}, which is {q}. So its variance is

                q - q^2 = bit

            A Hadamard sign {z}, times its right value, has {z^2 = 1} and the mean

                E/(E + 1) - 1/(E + 1) = mean

            So its variance is

                1 - mean^2 = sign
            """,
            ("sketch.additional-variance", "sketch.hadamard"),
            given=f"{FLIPS}; E > 1",
            at=AT,
            defined={
                "bit": computed_by(bit_spread, q),
                "mean": contrast(E - 1),
                "sign": computed_by(sign_spread, contrast(E - 1)),
            },
        ),
        Section(
            "The variance of a row (section 4.2)",
            """
            Given the hashes, reports are independent. A report about the item varies by {own}, and so does one of a
            colliding item; others vary by {other}. The estimate is linear in the support {Y}, with the slope

                slope(Y, estimate) = 1/(gap*(1 - shared))

            So the noise adds

                (f*own + (N - f)*(shared*own + (1 - shared)*other))/(gap*(1 - shared))^2 = noise

            The number {X} of colliding people varies with the hashes. Of their pairs, {S} hold the same item, so that

                Var[X] = shared*S + triple*((N - f)^2 - S) - (shared*(N - f))^2

            Given the hashes the estimate is {f + (X - E[X])/(1 - shared)} on average, so that collisions add

                Var[X]/(1 - shared)^2 = collisions
            """,
            ("sketch.additional-variance",),
            given="gap > 0; shared < 1",
            at=AT,
            defined={
                "estimate": computed_by(estimate_holders, Y, N, p, p + gap, shared),
                "noise": computed_by(noise_variance, N, f, shared, gap, own, other),
                "Var[X]": shared * S + triple * ((N - f) ** 2 - S) - (shared * (N - f)) ** 2,
                "collisions": computed_by(shared_collision_variance, N - f, S, shared, triple),
            },
        ),
        Section(
            "Sampled rows (section 4.2)",
            """
            Let each report be about one of {d} rows, drawn uniformly, and count {d} times there. Let {y} be what a
            report adds to the estimate of a row. Of who holds another item, {y} has the mean square

                A = (shared*(own/gap^2 + (1 - shared)^2) + (1 - shared)*(other/gap^2 + shared^2))/(1 - shared)^2

            and the product of two such, of the same item, has the mean

                B = (shared - shared^2)/(1 - shared)^2 = shared/(1 - shared)

            With different items it is {C = (triple - shared^2)/(1 - shared)^2}. Holders add 1 on average, others 0.
            So the row has the variance

                row = d*(f*(own/(gap*(1 - shared))^2 + 1) + (N - f)*A) - f + B*(S - (N - f)) + C*((N - f)^2 - S)

            which is {d} times the noise, the collisions, and what the sampling adds.

                row = d*noise + collisions + (d - 1)*(f + B*(N - f))

            The mean of {d} rows has {d} variances and {d*(d - 1)} covariances, each of {-f}: nobody is in two rows.

                (d*V + d*(d - 1)*(-f))/d^2 = mean
            """,
            ("sketch.variances", "sketch.additional-variance"),
            given="d >= 1; gap > 0; shared < 1; f <= N",
            at=AT,
            defined={
                "A": "(shared*(own/gap^2 + (1 - shared)^2) + (1 - shared)*(other/gap^2 + shared^2))/(1 - shared)^2",
                "B": "(shared - shared^2)/(1 - shared)^2",
                "C": "(triple - shared^2)/(1 - shared)^2",
                "noise": NOISE,
                "collisions": COLLISIONS,
                "row": computed_by(sampled_row_variance, N, f, d, shared, NOISE, COLLISIONS),
                "mean": computed_by(mean_of_sampled, V, f, d),
            },
        ),
        Section(
            "The share of colliding rows",
            """
            The share of {n} rows in which a given person collides is a mean of numbers between 0 and 1, of mean {c} and of
            variance {V = c*(1 - c)} at most. Bernstein's exponent {n*x^2/(2*V + 2*x/3)} is {L = ln(2/delta)} for

                x = (L/3 + sqrt((L/3)^2 + 2*n*L*V))/n

                n*x^2 = (2*V + 2*x/3)*L
            """,
            ("sketch.error", "sketch.hash"),
            given="n >= 1; 0 < c < 1; 0 < delta < 1",
            at=AT,
            defined={
                "V": "c*(1 - c)",
                "L": "ln(2/delta)",
                "x": computed_by(bernstein_deviation, n, c, delta),
            },
        ),
        Section(
            "The median of d rows",
            """
            If a row is off with probability {r < 1/2}, then by Chernoff's bound half of {d} rows are off with a
            probability whose logarithm is at most {d/2*ln(4*r*(1 - r))}. This is {ln(delta)} for

                4*r*(1 - r) = exp(2*ln(delta)/d)

                r = (1 - sqrt(1 - exp(2*ln(delta)/d)))/2
            """,
            ("sketch.error",),
            given="d >= 1; 0 < delta < 1",
            at=AT,
            defined={"r": computed_by(chernoff_risk, d, delta)},
            known=falling_power,
        ),
    ),
)
