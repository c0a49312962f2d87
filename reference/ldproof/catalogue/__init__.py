"""The catalogue: every formula and every mechanism by its name."""

from ldproof.catalogue.answers import Answer, Assumed, Value, answer, as_json, decimal, members
from ldproof.catalogue.collectors import DECISIONS, ESTIMATES, decisions, estimates
from ldproof.catalogue.evaluation import bind, evaluate
from ldproof.catalogue.formulas import Formula, formula, formulas
from ldproof.catalogue.laws import Reading, Tight, as_object, read
from ldproof.catalogue.mechanisms import MECHANISMS, AnyMechanism, AnyPrivacy, mechanism

__all__ = [
    "DECISIONS",
    "ESTIMATES",
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
    "as_json",
    "as_object",
    "bind",
    "decimal",
    "decisions",
    "estimates",
    "evaluate",
    "formula",
    "formulas",
    "mechanism",
    "members",
    "read",
]
