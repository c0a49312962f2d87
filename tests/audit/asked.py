"""An audit of a function, as those are asked for that are interrupted: without pytest, for whoever is started for it."""

from fractions import Fraction

from ldproof.audit import Pair, Plan, parse_claim
from ldproof.audit.draw.sources import Function

SEED = b"a seed"
ANSWERS = "tests.audit.targets.answers"


def plan(epsilon: str, most: int = 2000) -> Plan:
    return Plan(parse_claim("black-box", {"epsilon": epsilon}), (Pair(0, 1),), Fraction(1, 20), most)


def function(name: str) -> Function:
    return Function(f"{ANSWERS}:{name}", {})
