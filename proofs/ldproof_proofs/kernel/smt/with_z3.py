"""z3's reply to a script."""

import z3

from ldproof_proofs.kernel.smt.protocol import Answer, Reply

UNITS = 1_000_000
"""Resource units for each second: about half of what z3 uses, so that units decide before a clock does."""


def reply(script: str, seconds: float) -> Reply:
    """Read a script and check it, within limits that z3 keeps itself."""
    version = z3.get_version_string()
    solver = z3.Solver()
    solver.set("rlimit", int(UNITS * seconds))
    solver.set("timeout", int(1000 * seconds))
    try:
        solver.from_string(script)
        found = solver.check()
        if found == z3.sat:
            return Reply(Answer.SAT, version, _model(solver.model()))
        if found == z3.unsat:
            return Reply(Answer.UNSAT, version)
        return Reply(Answer.UNKNOWN, version, reason=solver.reason_unknown())
    except z3.Z3Exception as error:
        return Reply(Answer.UNKNOWN, version, reason=str(error))


def _model(model: z3.ModelRef) -> dict[str, str]:
    return {declaration.name(): _value(model[declaration]) for declaration in model.decls()}


def _value(value: object) -> str:
    if isinstance(value, z3.RatNumRef):
        return f"{value.numerator_as_long()}/{value.denominator_as_long()}"
    return str(value)
