"""The catalogue: every formula and every mechanism by its name."""

from ldproof.catalogue.answers import Answer, Assumed, Value, answer, decimal
from ldproof.catalogue.evaluation import bind, evaluate
from ldproof.catalogue.formulas import Formula, formula, formulas
from ldproof.catalogue.laws import Reading, Tight, read
from ldproof.catalogue.mechanisms import MECHANISMS, AnyMechanism, AnyPrivacy, mechanism

__all__ = [
    "MECHANISMS",
    "Answer",
    "AnyMechanism",
    "AnyPrivacy",
    "Assumed",
    "Formula",
    "Reading",
    "Tight",
    "Value",
    "answer",
    "bind",
    "decimal",
    "evaluate",
    "formula",
    "formulas",
    "mechanism",
    "read",
]
