"""A second reading of SMT-LIB, in fractions: whether a point satisfies all that a script asserts."""

import re
from collections.abc import Mapping
from fractions import Fraction
from math import prod
from typing import TypeAlias

Expression: TypeAlias = "str | list[Expression]"


def satisfied(script: str, point: Mapping[str, Fraction]) -> bool:
    """Whether every assertion is true; x / 0 is 0, as a solver may decide."""
    values = dict(point)
    for command in read(script):
        match command:
            case ["define-fun", str(name), [], "Real", body]:
                values[name] = number(body, values)
            case ["assert", formula] if not truth(formula, values):
                return False
            case _:
                pass
    return True


def read(script: str) -> list[Expression]:
    """The script's commands."""
    stack: list[list[Expression]] = [[]]
    for token in re.findall(r"[()]|[^()\s]+", re.sub(r"^;.*$", "", script, flags=re.MULTILINE)):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    [commands] = stack
    return commands


def truth(formula: Expression, values: Mapping[str, Fraction]) -> bool:
    """Whether a formula is true."""
    match formula:
        case ["not", inner]:
            return not truth(inner, values)
        case ["=" | "<=" | "<" as sign, left, right]:
            a, b = number(left, values), number(right, values)
            return {"=": a == b, "<=": a <= b, "<": a < b}[str(sign)]
        case _:
            raise ValueError(formula)


def number(expression: Expression, values: Mapping[str, Fraction]) -> Fraction:
    """The value of an expression."""
    match expression:
        case str(name):
            return values[name] if name in values else Fraction(name)
        case ["ite", condition, then, otherwise]:
            return number(then if truth(condition, values) else otherwise, values)
        case [str(operator), *arguments]:
            return _value(operator, [number(argument, values) for argument in arguments])
        case _:
            raise ValueError(expression)


def _value(operator: str, arguments: list[Fraction]) -> Fraction:
    match operator, arguments:
        case "+", [a, b]:
            return a + b
        case "-", [a]:
            return -a
        case "-", [a, b]:
            return a - b
        case "*", factors:
            return prod(factors, start=Fraction(1))
        case "/", [a, b]:
            return a / b if b else Fraction(0)
        case _:
            raise ValueError(operator)
