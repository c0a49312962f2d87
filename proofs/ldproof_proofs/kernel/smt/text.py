"""A question in SMT-LIB 2: can the hypotheses hold and the goal fail, where every term has a value?"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from ldproof_proofs.kernel.relations import Relation
from ldproof_proofs.kernel.smt.expressions import Expressions
from ldproof_proofs.kernel.smt.names import called, quoted
from ldproof_proofs.kernel.smt.protocol import shown

HEADER = (
    "; unsat: the goal holds wherever the hypotheses hold and every term has a value.",
    "; Divisors are asserted not to be 0, arguments of log to be positive: that they are is not asked here.",
    "(set-option :produce-models true)",
    "(set-logic QF_NRA)",
)

LONGEST = 100
"""The most characters of a goal's name that are kept in the name of a file."""


@dataclass(frozen=True, slots=True)
class Script:
    """A text for solvers, and what each symbol is called in it."""

    text: str
    called: Mapping[str, str]


def script(given: Mapping[str, Relation], goal: Relation) -> Script:
    """The hypotheses and the goal's negation, about the points at which all their terms have values and no others.

    So `m/m = 1` is unsat even if m may be 0: that it is not is an obligation of the kernel. What stands in for an
    exp or a log has few of its properties, so `unsat` is true of the functions too, and `sat` suggests a point.
    """
    relations = [*given.values(), goal]
    names = called(sorted(frozenset[str]().union(*(relation.symbols() for relation in relations))))
    symbols = {name: quoted(called) for name, called in names.items()}
    expressions = Expressions([side for each in relations for side in (each.left, each.right)], symbols)
    lines = expressions.lines
    lines += [*HEADER, *(f"(declare-const {symbol} Real)" for symbol in symbols.values())]
    for name, relation in given.items():
        lines.append(f"; given: {shown(name)}")
        lines.append(f"(assert {_formula(relation, expressions)})")
    lines.append("; and yet not the goal")
    lines.append(f"(assert (not {_formula(goal, expressions)}))")
    lines.append("(check-sat)")
    if symbols:
        lines.append(f"(get-value ({' '.join(symbols.values())}))")
    return Script("\n".join(lines) + "\n", names)


def write_smt2(directory: Path, name: str, script: Script) -> Path:
    """Write a script where other solvers can read it; a name that no file should have is changed and numbered."""
    kept = re.sub(r"[^A-Za-z0-9_.-]+", "-", name).lstrip("_.-")[:LONGEST] or "goal"
    if kept != name:
        kept += f"-{sha256(name.encode()).hexdigest()[:8]}"
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{kept}.smt2"
    path.write_text(script.text, encoding="utf-8")
    return path


def _formula(relation: Relation, expressions: Expressions) -> str:
    left, right = expressions.text(relation.left), expressions.text(relation.right)
    if relation.sign == "!=":
        return f"(not (= {left} {right}))"
    return f"({relation.sign} {left} {right})"
