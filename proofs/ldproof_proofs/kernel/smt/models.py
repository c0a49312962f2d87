"""A solver's model, read as a point and checked exactly: solvers are not believed."""

import re
from collections.abc import Mapping
from fractions import Fraction

from ldproof.errors import Refused
from ldproof_proofs.kernel.relations import Point, Relation
from ldproof_proofs.kernel.smt.protocol import shown

RATIONAL = re.compile(r"-?[0-9]+/[1-9][0-9]*")


class Unchecked(Exception):  # noqa: N818  (it is an answer)
    """Why a model is not seen to be a counterexample."""


def counterexample(
    given: Mapping[str, Relation], goal: Relation, called: Mapping[str, str], model: Mapping[str, str]
) -> Point:
    """The point that a model describes, at which all of `given` holds and the goal fails; or Unchecked."""
    point = {symbol: _value(symbol, model.get(name, "0/1")) for symbol, name in called.items()}
    try:
        if refutes(point, given, goal):
            return point
    except Refused as refusal:
        raise Unchecked(f"at its model a sign is undecided: {refusal.what}") from refusal
    raise Unchecked(f"its model is no counterexample: {shown(point_text(point))}")


def refutes(point: Point, given: Mapping[str, Relation], goal: Relation) -> bool:
    """Whether all of `given` holds at a point and the goal has a value there and fails."""
    return all(relation.holds_at(point) for relation in (*given.values(), goal.negation()))


def point_text(point: Point) -> str:
    """A point in words."""
    return ", ".join(f"{name} = {value}" for name, value in point.items()) or "everywhere"


def _value(symbol: str, text: str) -> Fraction:
    # A symbol without a value may have any. Fraction() itself would also read "1e999999999", digit by digit.
    try:
        if RATIONAL.fullmatch(text):
            return Fraction(text)
    except ValueError:
        pass  # more digits than Python reads
    raise Unchecked(f"in its model {symbol} is no fraction: {shown(text)}")
