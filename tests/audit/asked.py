"""An audit of a function that child processes of the tests start without pytest, to be interrupted."""

from fractions import Fraction

from ldproof.auditor import AuditPlan, Pair, parse_claim
from ldproof.auditor.draw.sources import FunctionSource

SEED = b"a seed"
ANSWERS = "tests.audit.targets.answers"


def make_plan(epsilon: str, most: int = 2000) -> AuditPlan:
    return AuditPlan(parse_claim("black-box", {"epsilon": epsilon}), (Pair(0, 1),), Fraction(1, 20), most)


def make_function(name: str) -> FunctionSource:
    return FunctionSource(f"{ANSWERS}:{name}", {})
