"""The catalogue: every formula and every mechanism by its name."""

from ldproof.catalogue.answers import Answer, Assumed, Value, answer, decimal
from ldproof.catalogue.evaluation import bind, evaluate
from ldproof.catalogue.formulas import Formula, formula, formulas
from ldproof.catalogue.laws import Privacy, Reading, read
from ldproof.catalogue.mechanisms import MECHANISMS, Mechanism, mechanism

__all__ = [
    "MECHANISMS",
    "Answer",
    "Assumed",
    "Formula",
    "Mechanism",
    "Privacy",
    "Reading",
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
