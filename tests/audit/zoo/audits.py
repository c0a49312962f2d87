"""Audits of specimens, with coins that are the same every time."""

from fractions import Fraction

from ldproof.audit.audit_state import AuditState
from ldproof.audit.claims import claim
from ldproof.audit.draw.sources import Function
from ldproof.audit.pairs import pairs
from ldproof.audit.plan import Plan
from ldproof.audit.running import run
from tests.audit.zoo.specimens import Broken, Right, Specimen

LEVEL, STRICT = Fraction(1, 20), Fraction(1, 10**6)
"""The chance of a wrong verdict that an audit takes with a broken specimen, and with a right one."""
ENOUGH = 2000
"""Pairs of draws from a right one."""


def caught(specimen: Broken) -> AuditState:
    """An audit that should find something within the stated number of pairs."""
    return audit(specimen, specimen.within, LEVEL)


def cleared(specimen: Right) -> AuditState:
    """An audit that should find nothing."""
    return audit(specimen, ENOUGH, STRICT)


def audit(specimen: Specimen, most: int, alpha: Fraction) -> AuditState:
    """An audit by the specimen's own pair of inputs, or else by the one that its mechanism knows of."""
    made = claim(specimen.claims, specimen.parameters)
    plan = Plan(made, pairs(made, specimen.pairs), alpha, most)
    return run(plan, Function(specimen.place, specimen.parameters), seed=specimen.name.encode())
