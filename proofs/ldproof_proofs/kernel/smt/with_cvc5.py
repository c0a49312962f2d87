"""cvc5's reply to a script."""

import cvc5

from ldproof_proofs.kernel.smt.limits import LIMITS, NO_UNITS_LEFT
from ldproof_proofs.kernel.smt.protocol import Answer, Reply

ASKED_HERE = frozenset({"check-sat", "get-value"})
"""The commands whose results are asked of the solver as objects, not as text."""


def reply(script: str) -> Reply:
    """Read a script and check it, within limits that cvc5 keeps itself."""
    terms = cvc5.TermManager()
    solver = cvc5.Solver(terms)
    symbols = cvc5.SymbolManager(terms)
    solver.setOption("rlimit-per", str(LIMITS["cvc5"].units))
    try:
        _read(script, solver, symbols)
        found = solver.checkSat()
        if found.isSat():
            return Reply(Answer.SAT, cvc5.__version__, _model(solver, symbols))
        if found.isUnsat():
            return Reply(Answer.UNSAT, cvc5.__version__)
        return Reply(Answer.UNKNOWN, cvc5.__version__, reason=_reason(found.getUnknownExplanation().name))
    except RuntimeError as error:
        return Reply(Answer.UNKNOWN, cvc5.__version__, reason=str(error))


def _reason(said: str) -> str:
    """Why it does not know."""
    return NO_UNITS_LEFT if said == "RESOURCEOUT" else said.lower()


def _read(script: str, solver: cvc5.Solver, symbols: cvc5.SymbolManager) -> None:
    parser = cvc5.InputParser(solver, symbols)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "the script")
    while not (command := parser.nextCommand()).isNull():
        if command.getCommandName() not in ASKED_HERE:
            complaint = command.invoke(solver, symbols)
            if complaint:
                raise RuntimeError(complaint)


def _model(solver: cvc5.Solver, symbols: cvc5.SymbolManager) -> dict[str, str]:
    return {term.getSymbol(): _value(solver.getValue(term)) for term in symbols.getDeclaredTerms()}


def _value(value: cvc5.Term) -> str:
    if value.isRealValue():
        exact = value.getRealValue()
        return f"{exact.numerator}/{exact.denominator}"
    return str(value)
