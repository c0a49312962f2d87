"""Mutants: a source with one operator, one constant or one condition changed."""

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import partial

SWAPS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mod,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
}
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}


@dataclass(frozen=True, slots=True)
class Mutated:
    """A change in a source."""

    line: int
    text: str
    """The line as it was."""
    change: str
    whole: ast.Module
    place: int
    """Which of the nodes is changed, as they are walked through."""
    variant: int
    """Which of its changes this is."""

    @property
    def source(self) -> str:
        changed = deepcopy(self.whole)
        _changed(list(ast.walk(changed))[self.place], self.variant)
        return ast.unparse(changed)


def all_mutants(source: str) -> Iterator[Mutated]:
    """Every single change of an operator, a number, a comparison or a conditional in a module's functions.

    What is refused is no formula: where nothing is done but to raise, nothing is changed.
    """
    tree = ast.parse(source)
    lines, every = source.splitlines(), [*ast.walk(tree)]
    inside = {each for node in every if isinstance(node, ast.FunctionDef) for each in ast.walk(node)}
    for node in every:
        if isinstance(node, ast.If) and isinstance(node.body[0], ast.Raise):
            inside -= {each for part in (node.test, *node.body) for each in ast.walk(part)}
    for place, node in enumerate(every):
        if node not in inside:
            continue
        before = ast.unparse(node)
        for variant, (line, _) in enumerate(_variants(node)):
            after = ast.unparse(_changed(deepcopy(node), variant))
            if after != before:
                yield Mutated(line, lines[line - 1].strip(), f"{before}  ->  {after}", tree, place, variant)


def all_functions(source: str) -> Iterator[ast.FunctionDef]:
    """All functions of a module, those that are not in others first."""
    return (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef))


def line_range(node: ast.FunctionDef) -> range:
    """Return the lines of a function, its decorators included."""
    first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
    return range(first, (node.end_lineno or node.lineno) + 1)


def _changed(node: ast.AST, variant: int) -> ast.AST:
    _variants(node)[variant][1]()
    return node


def _variants(node: ast.AST) -> list[tuple[int, Callable[[], None]]]:
    match node:
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in SWAPS:
            return [(node.lineno, lambda: setattr(node, "op", SWAPS[type(op)]()))]
        case ast.Compare(ops=ops):
            return [
                (node.lineno, partial(ops.__setitem__, place, COMPARISONS[type(op)]()))
                for place, op in enumerate(ops)
                if type(op) in COMPARISONS
            ]
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            return [
                (node.lineno, lambda: setattr(node, "value", value + 1)),
                (node.lineno, lambda: setattr(node, "value", value - 1)),
            ]
        case ast.IfExp():
            return [(node.lineno, lambda: _exchange(node))]
        case ast.UnaryOp(op=ast.USub()):
            return [(node.lineno, lambda: setattr(node, "op", ast.UAdd()))]
        case _:
            return []


def _exchange(node: ast.IfExp) -> None:
    node.body, node.orelse = node.orelse, node.body
