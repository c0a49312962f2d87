"""Mutants: a source with one operator, one constant or one condition changed."""

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass

SWAPS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
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
    """A changed source, and what was changed."""

    line: int
    change: str
    source: str


def mutants(source: str) -> Iterator[Mutated]:
    """Every single change of an operator, a number, a comparison or a conditional in a module's functions."""
    tree = ast.parse(source)
    inside = {
        node for function in tree.body if isinstance(function, ast.FunctionDef) for node in ast.walk(function)
    }
    for index, node in enumerate(ast.walk(tree)):
        if node not in inside:
            continue
        for change, variant in enumerate(_variants(node)):
            changed = deepcopy(tree)
            twin = list(ast.walk(changed))[index]
            before = ast.unparse(node)
            _variants(twin)[change][1]()
            after = ast.unparse(twin)
            if after != before:
                yield Mutated(variant[0], f"{before}  ->  {after}", ast.unparse(changed))


def _variants(node: ast.AST) -> list[tuple[int, Callable[[], None]]]:
    match node:
        case ast.BinOp(op=op) if type(op) in SWAPS:
            return [(node.lineno, lambda: setattr(node, "op", SWAPS[type(op)]()))]
        case ast.BinOp(op=ast.Pow()):
            return [(node.lineno, lambda: setattr(node, "op", ast.Mult()))]
        case ast.Compare(ops=[op]) if type(op) in COMPARISONS:
            return [(node.lineno, lambda: setattr(node, "ops", [COMPARISONS[type(op)]()]))]
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
