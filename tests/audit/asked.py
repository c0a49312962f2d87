"""An audit of a function that child processes of the tests start without pytest, to be interrupted."""

from fractions import Fraction

from ldproof.audit import Pair, Plan, parse_claim
from ldproof.audit.draw.sources import Function

SEED = b"a seed"
ANSWERS = "tests.audit.targets.answers"


def make_plan(epsilon: str, most: int = 2000) -> Plan:
    return Plan(parse_claim("black-box", {"epsilon": epsilon}), (Pair(0, 1),), Fraction(1, 20), most)


def make_function(name: str) -> Function:
    return Function(f"{ANSWERS}:{name}", {})
