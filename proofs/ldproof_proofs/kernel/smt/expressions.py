"""Terms as SMT-LIB: what is mentioned twice gets a name, and what gives a term its value is asserted."""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from ldproof.errors import Reason, Refused
from ldproof.numbers import Term

MENTIONS = {"/": (1, 2), "min": (2, 2)}
"""How often the text of an operator, with its side conditions, mentions each argument, where that is not once."""


class Expressions:
    """Writes the terms of one script, and collects the lines that must stand before them."""

    def __init__(self, terms: Iterable[Term], symbols: Mapping[str, str]) -> None:
        self.lines: list[str] = []
        self._symbols = symbols
        self._shared = shared(terms)
        self._texts: dict[Term, str] = {}
        self._names: Counter[str] = Counter()

    def text(self, term: Term) -> str:
        """A term as an expression over the script's names."""
        return term.fold(number, self._symbols.__getitem__, self._compound)

    def _compound(self, node: Term, arguments: tuple[str, ...]) -> str:
        if node not in self._texts:
            text = self._operate(node, arguments)
            if node in self._shared and text.startswith("("):
                name = self._name("shared")
                self.lines.append(f"(define-fun {name} () Real {text})")
                text = name
            self._texts[node] = text
        return self._texts[node]

    def _operate(self, node: Term, arguments: tuple[str, ...]) -> str:
        match node.operator, arguments:
            case "+" | "-" | "*" as operator, (left, right):
                return f"({operator} {left} {right})"
            case "/", (left, right):
                self._divisor(node.arguments[1], right)
                return f"(/ {left} {right})"
            case "negative", (only,):
                return f"(- {only})"
            case "^", (only,):
                return self._power(node, only)
            case "min", (left, right):
                return f"(ite (<= {left} {right}) {left} {right})"
            case "exp" | "log" | "sqrt" as function, (only,):
                return self._stand_in(function, only)
            case operator, _:
                raise Refused(Reason.UNKNOWN_NAME, f"{operator} in SMT-LIB", "+ - * / ^ min exp log sqrt")

    def _power(self, node: Term, base: str) -> str:
        exponent = _exponent(node)
        if exponent < 0:
            self._divisor(node.arguments[0], base)
        match abs(exponent):
            case 0:
                return "1.0"
            case 1:
                product = base
            case times:
                product = f"(* {' '.join([base] * times)})"
        return product if exponent > 0 else f"(/ 1.0 {product})"

    def _divisor(self, term: Term, text: str) -> None:
        if term.operator != "constant" or not term.head:
            self.lines.append(f"(assert (not (= {text} 0.0)))")

    def _stand_in(self, function: str, argument: str) -> str:
        name = self._name(function)
        self.lines += [f"; {name} is {function} of {argument}", f"(declare-const {name} Real)"]
        self.lines += [f"(assert {fact})" for fact in _facts(function, name, argument)]
        return name

    def _name(self, kind: str) -> str:
        self._names[kind] += 1
        return f"{kind}!{self._names[kind]}"


def number(value: Fraction) -> str:
    """A fraction; with decimal points, because only they make a number real in every logic."""
    size = f"{abs(value.numerator)}.0"
    text = size if value.denominator == 1 else f"(/ {size} {value.denominator}.0)"
    return text if value >= 0 else f"(- {text})"


def shared(terms: Iterable[Term]) -> frozenset[Term]:
    """The terms that a text without names would mention more than once."""
    mentions: Counter[Term] = Counter()
    seen: set[Term] = set()

    def count(node: Term, _: tuple[None, ...]) -> None:
        if node not in seen:
            seen.add(node)
            for argument, times in zip(node.arguments, _mentions(node), strict=True):
                mentions[argument] += times

    for term in terms:
        mentions[term] += 1
        term.fold(lambda _: None, lambda _: None, count)
    return frozenset(term for term, times in mentions.items() if times > 1)


def _mentions(node: Term) -> tuple[int, ...]:
    if node.operator == "^":
        return (abs(_exponent(node)) + (_exponent(node) < 0),)
    return MENTIONS.get(node.operator, (1,) * len(node.arguments))


def _exponent(node: Term) -> int:
    if not isinstance(node.head, int):
        raise Refused(Reason.NOT_A_WHOLE_NUMBER, f"the exponent {node.head!r}", "a whole number")
    return node.head


def _facts(function: str, name: str, argument: str) -> tuple[str, ...]:
    """What is true of every value of a function, whatever the argument: solvers know no more about it."""
    match function:
        case "exp":
            return (f"(> {name} 0.0)",)
        case "sqrt":
            return f"(>= {name} 0.0)", f"(= (* {name} {name}) {argument})"
        case _:
            return (f"(> {argument} 0.0)",)
