"""Formulas as they stand in a text: those of `parsing`, and names that no program has, such as E[Y] and C(T, m)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.kernel.derivations.calculus import derivative
from ldproof_proofs.kernel.formulas import packed
from ldproof_proofs.kernel.parsing import NoFormula, parsed
from ldproof_proofs.kernel.relations import Relation, Sign
from ldproof_proofs.kernel.writing import number_last

NAMES = re.compile(r"\b(?:E|Var|Pr|norm)\[[^\]]*\]|\b[Cfg]\([^()]*\)")
"""Means, variances, probabilities, lengths and binomial coefficients: each is one symbol."""
SIGN = re.compile(r" (=|<=|>=|<|>) ")
TURNED: Mapping[str, str] = {">=": "<=", ">": "<", "<=": ">=", "<": ">"}
Chained: TypeAlias = tuple[Term, tuple[tuple[str, Term], ...]]
"""Terms and the signs between them, as an author writes them."""
CHOICES = re.compile(r"C\(.*\)")
"""A binomial coefficient."""
SLOPE = "d/d"
"""How the symbol begins that stands before what is differentiated."""


def read_term(text: str) -> Term:
    """The term that a text says, its long names as symbols."""
    first, steps = read_chain(text)
    if steps:
        raise NoFormula(f"{text!r} is a relation, and no term")
    return first


def read_chain(text: str) -> Chained:
    """The first term of a chain such as a = b <= c, and its steps, each with its sign."""
    long: dict[str, Term] = {}

    def placeholder(found: re.Match[str]) -> str:
        name = f"name_{len(long)}"
        long[name] = Symbol(found[0])
        return name

    first, *rest = SIGN.split(NAMES.sub(placeholder, " ".join(text.split())))
    steps = zip(rest[::2], rest[1::2], strict=True)
    return _term(first).substitute(long), tuple((sign, _term(to).substitute(long)) for sign, to in steps)


def upward(chain: Chained) -> tuple[Term, tuple[tuple[Sign, Term], ...]]:
    """The chain with its signs to the right, from the other end if they point to the left."""
    first, steps = chain
    terms, signs = [first, *(to for _, to in steps)], [sign for sign, _ in steps]
    if {*signs} & {">=", ">"}:
        terms, signs = terms[::-1], [TURNED.get(each, each) for each in reversed(signs)]
    if {*signs} & {">=", ">"}:
        raise NoFormula(f"{terms[0]} ... {terms[-1]} goes up and down")
    return terms[0], tuple((_sign(each), to) for each, to in zip(signs, terms[1:], strict=True))


def _term(text: str) -> Term:
    found = parsed(text)
    if not isinstance(found, Term):
        raise NoFormula(f"{text!r} is a relation without room around its sign")
    return found


def _sign(text: str) -> Sign:
    return "=" if text == "=" else "<=" if text == "<=" else "<"


def read_relations(text: str) -> dict[str, Relation]:
    """The relations of a list such as `0 <= r <= 1; m < T`, each under its own text."""
    found: dict[str, Relation] = {}
    for each in filter(None, (part.strip() for part in text.split(";"))):
        before, steps = upward(read_chain(each))
        for sign, to in steps:
            found[f"{before} {sign} {to}"] = Relation(before, sign, to)
            before = to
    return found


def meant(shown: Term, defined: Mapping[str, Term]) -> Term:
    """What an author's term comes to: definitions in the place of names, and slopes taken."""

    def operate(node: Term, arguments: tuple[Term, ...]) -> Term:
        if node.operator == "*" and str(arguments[0]).startswith(SLOPE):
            return derivative(arguments[1], str(arguments[0]).removeprefix(SLOPE))
        return Term(node.operator, node.head, arguments)

    return shown.substitute(dict(defined)).fold(term, Symbol, operate)


def given_in_words(text: str) -> str:
    """What is given, its formulas as data: the binomial coefficients by their name, and not by the facts that are used."""
    relations = read_relations(text).values()
    named = [each for each in relations if any(map(CHOICES.fullmatch, each.symbols()))]
    said = [*together(each for each in relations if each not in named)]
    return ", ".join([*said, f"{packed(Symbol('C(n, k)'))} is the binomial coefficient"] if named else said)


def together(relations: Iterable[Relation]) -> Iterator[str]:
    """Relations, those that go on where another ended as one: `0 <= r <= 1`; what exceeds a number stands before it."""
    waiting = [*relations]
    while waiting:
        first = waiting.pop(0)
        chain: list[Term | Sign] = [first.left, first.sign, first.right]
        while following := next((each for each in waiting if _goes_on(chain[-2], chain[-1], each)), None):
            waiting.remove(following)
            chain += [following.sign, following.right]
        alone = len(chain) == len((first.left, first.sign, first.right))
        yield packed(*(number_last(first.left, first.sign, first.right) if alone else chain))


def _goes_on(sign: Term | Sign, end: Term | Sign, relation: Relation) -> bool:
    """Whether an order goes on where one ended, which it does not beyond a number."""
    same = relation.left is end and bool(relation.left.symbols())
    return same and {sign, relation.sign} <= {"<", "<="}
