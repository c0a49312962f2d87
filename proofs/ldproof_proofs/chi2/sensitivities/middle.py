"""Which row has the longest last step: a row is y away from the centre, and a step in it goes from x to x + 1.

By the triangle inequality its length falls as y goes away from 0, where x >= 0; and with one case, whose step is from
-1/2 to 1/2, it grows.
"""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import term
from ldproof_proofs.chi2.accuracy.symbols import N, tau
from ldproof_proofs.chi2.ellipse.conic import C
from ldproof_proofs.chi2.formulas.identity import MEASURED
from ldproof_proofs.chi2.sensitivities.places import NORM, OFF, READING, Place, c, triangle, x, y, z
from ldproof_proofs.kernel.prover import Prover, Used, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.theorem import Theorem

HALF = term(Fraction(1, 2))


def nearer(prover: Prover) -> Iterable[Theorem]:
    """From x >= 0 on, a step in a row that is nearer to the middle is at least as long."""
    for side in (1, -1):
        name = f"nearer-{'above' if side > 0 else 'below'}"
        given = {**NORM, **OFF, "x >= 0": at_most(0, x)}
        at: Point = {"p": 2, "q": 3, "c": -1, "x": HALF, "y": HALF, "z": Fraction(3, 2)}
        before, after = Place(x, side * y), Place(x + 1, side * y)
        before_off, after_off = Place(x, side * z), Place(x + 1, side * z)
        across = (x + 1) * z - x * y
        known: Used = {
            "far": triangle(prover, (across, after_off), (z, after), ((x + 1) * (z - y), before_off)),
            "near": triangle(prover, (across, before), (x * (z - y), after), (y, before_off)),
            "across > 0": below(0, across),
        }
        yield proposition(
            prover,
            f"chi2.{name}",
            at_most(after_off.norm - before_off.norm, after.norm - before.norm),
            given,
            at,
            known,
            reason="the triangle inequality twice",
            reading=READING,
        )


def leaning(prover: Prover) -> Iterable[Theorem]:
    """Of two rows as far from the middle, that one has the longer steps from x >= 0 on to whose side |T| leans."""
    for side in (1, -1):
        name = f"leaning-{'below' if side > 0 else 'above'}"
        given = {**NORM, "y > 0": below(0, y), "x >= 0": at_most(0, x), "lean": below(side * c, 0)}
        at: Point = {"p": 2, "q": 3, "c": -side, "x": HALF, "y": HALF}
        better_before, better_after = Place(x, -side * y), Place(x + 1, -side * y)
        before, after = Place(x, side * y), Place(x + 1, side * y)
        known: Used = {
            "far": triangle(prover, (2 * x, after), (2 * x + 1, before), (term(1), better_before)),
            "near": triangle(prover, (2 * x, better_after), (2 * x + 1, better_before), (term(1), before)),
        }
        yield proposition(
            prover,
            f"chi2.{name}",
            at_most(after.norm - before.norm, better_after.norm - better_before.norm),
            given,
            at,
            known,
            reason="squares of a step's ends differ by 4 c y times x",
            reading=READING,
        )


def single(prover: Prover) -> Iterable[Theorem]:
    """One case's step, from -1/2 to 1/2, is the longer the farther its row is off to the side |T| leans to."""
    for side in (1, -1):
        name = f"single-{'below' if side > 0 else 'above'}"
        given = {**NORM, **OFF, "lean": below(side * c, 0)}
        at: Point = {"p": 2, "q": 3, "c": -side, "y": HALF, "z": Fraction(3, 2)}
        before, after = Place(-HALF, -side * y), Place(HALF, -side * y)
        before_off, after_off = Place(-HALF, -side * z), Place(HALF, -side * z)
        known: Used = {
            "far": triangle(prover, (2 * y, after_off), (y + z, after), (z - y, before)),
            "near": triangle(prover, (2 * y, before_off), (y + z, before), (z - y, after)),
        }
        yield proposition(
            prover,
            f"chi2.{name}",
            at_most(after.norm - before.norm, after_off.norm - before_off.norm),
            given,
            at,
            known,
            reason="squares of a step's ends differ by 2 c times the row",
            reading=READING,
        )


def lean(prover: Prover) -> Iterable[Theorem]:
    """C, the side |T| leans to, is below 0 where tau < N and above it where tau > N."""
    for name, goal, side in (("below", below(C, 0), below(tau, N)), ("above", below(0, C), below(N, tau))):
        yield proposition(
            prover,
            f"chi2.lean-{name}",
            goal,
            {**MEASURED, "side": side},
            {"m1": 2, "m2": 3, "tau": 1 if name == "below" else 9},
            reason="C = m1 m2 (tau - N)",
            mutant=None,
        )
