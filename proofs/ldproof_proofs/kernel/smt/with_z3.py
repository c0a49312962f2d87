"""z3's reply to a script."""

from collections.abc import Mapping

import z3

from ldproof_proofs.kernel.smt.limits import LIMITS, NO_UNITS_LEFT
from ldproof_proofs.kernel.smt.protocol import Answer, Reply

WAYS: tuple[Mapping[str, int], ...] = (
    {"reorder": False},
    {},
    {"shuffle_vars": True},
    {"variable_ordering_strategy": 4},
)
"""How it orders variables, tried in turn. z3's own choice between ways for QF_NRA goes by the clock."""

FIRST = 16
"""The part of its units with which every way is tried before any gets them all: most answers take little."""


def reply(script: str) -> Reply:
    """What z3 makes of a script in the first way that leads to an answer."""
    units = LIMITS["z3"].units
    attempts = (attempt(script, way, most) for most in (units // FIRST, units) for way in WAYS)
    found = Reply(Answer.UNKNOWN)
    while found.answer is Answer.UNKNOWN and (following := next(attempts, None)) is not None:
        found = following
    return found


def attempt(script: str, way: Mapping[str, int], units: int) -> Reply:
    """Read a script in a context of its own and check it, within limits that z3 keeps itself."""
    version = z3.get_version_string()
    try:
        solver = z3.With(z3.Tactic("qfnra-nlsat", ctx=z3.Context()), **way).solver()
        solver.set("rlimit", units)
        solver.from_string(script)
        found = solver.check()
        if found == z3.sat:
            return Reply(Answer.SAT, version, _model(solver.model()))
        if found == z3.unsat:
            return Reply(Answer.UNSAT, version)
        return Reply(Answer.UNKNOWN, version, reason=_reason(solver.reason_unknown()))
    except z3.Z3Exception as error:
        return Reply(Answer.UNKNOWN, version, reason=str(error))


def _reason(said: str) -> str:
    """Why it does not know."""
    return NO_UNITS_LEFT if said == "canceled" else said


def _model(model: z3.ModelRef) -> dict[str, str]:
    return {declaration.name(): _value(model[declaration]) for declaration in model.decls()}


def _value(value: object) -> str:
    if isinstance(value, z3.RatNumRef):
        return f"{value.numerator_as_long()}/{value.denominator_as_long()}"
    return str(value)
