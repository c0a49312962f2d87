"""Certificates as data: a JSON file that `prove --check` replays."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from pathlib import Path

from ldproof.numbers import Term
from ldproof_proofs.kernel import shipped
from ldproof_proofs.kernel.charts import Chart
from ldproof_proofs.kernel.combination import Combination, Product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.implication import Axiom, Chain, Citation, Line, Shown
from ldproof_proofs.kernel.relations import Relation
from ldproof_proofs.kernel.shapes import Shape
from ldproof_proofs.kernel.strictly import annotations, flaw

KINDS: Mapping[str, Callable[..., object]] = {
    kind.__name__: kind
    for kind in (Chain, Line, Shown, Axiom, Relation, Combination, Product, Citation, Chart, Shape)
}
FILE = "certificates.json"
FRACTION = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?")


def encode(value: object) -> object:
    """A certificate as JSON: every object a list that begins with its kind."""
    match value:
        case None | bool() | int() | str():
            return value
        case Fraction():
            return ["Fraction", str(value)]
        case Term():
            return ["Term", value.operator, encode(value.head), *map(encode, value.arguments)]
        case tuple():
            return ["tuple", *map(encode, value)]
        case Mapping():
            return {str(name): encode(part) for name, part in value.items()}
        case _ if is_dataclass(value) and type(value).__name__ in KINDS:
            return [type(value).__name__, *(encode(getattr(value, field.name)) for field in fields(value))]
        case _:
            raise TypeError(f"no certificate holds a {type(value).__name__}")


def decode(value: object) -> object:
    """The certificate that was encoded, or NotProved where the data was not written by `encode`."""
    return _decode(value, whole=True)


def _decode(value: object, *, whole: bool) -> object:
    """A certificate, or a part of it, which is checked with the whole."""
    match value:
        case None | bool() | int() | str():
            return value
        case dict():
            return {name: _decode(part, whole=whole) for name, part in value.items()}
        case ["Fraction", str(text)] if FRACTION.fullmatch(text):
            return Fraction(text)
        case ["Term", str(operator), head, *arguments]:
            return _term(
                operator, _decode(head, whole=False), [_decode(each, whole=False) for each in arguments]
            )
        case ["tuple", *parts]:
            return tuple(_decode(part, whole=whole) for part in parts)
        case [str(kind), *parts] if kind in KINDS:
            made = KINDS[kind]
            if len(parts) != len(annotations(made)):
                raise NotProved(f"no {kind}: {len(parts)} fields of {len(annotations(made))}")
            try:
                found = made(*(_decode(part, whole=False) for part in parts))
            except ValueError as refusal:
                raise NotProved(f"no {kind}: {refusal}") from refusal
            if whole and (damage := flaw(found, made)):
                raise NotProved(f"no {kind}: {damage}")
            return found
        case _:
            raise NotProved(f"no certificate: {str(value)[:80]}")


def _term(operator: str, head: object, arguments: list[object]) -> Term:
    parts = [argument for argument in arguments if isinstance(argument, Term)]
    if not isinstance(head, Fraction | str | int) or len(parts) != len(arguments):
        raise NotProved(f"no term: {operator} {head}")
    try:
        return Term(operator, head, tuple(parts))
    except TypeError as refusal:
        raise NotProved(str(refusal)) from refusal


class Stored(Mapping[str, object]):
    """The certificates of a file, each decoded when it is looked up."""

    def __init__(self, written: Mapping[str, object]) -> None:
        self._written = written

    def __getitem__(self, name: str) -> object:
        """A certificate; where it is none, the refusal names the file."""
        try:
            return decode(self._written[name])
        except NotProved as flaw:
            raise shipped.damaged(FILE, f"{name}: {flaw}") from None

    def __contains__(self, name: object) -> bool:
        return name in self._written

    def __iter__(self) -> Iterator[str]:
        """The names of what they certify."""
        return iter(self._written)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._written)


def load(homes: Iterable[shipped.Home] = (shipped.OURS,)) -> Stored:
    """The certificates that ship with the package, or of these folders: what is in several is the first one's."""
    found: dict[str, object] = {}
    for home in homes:
        found = {**shipped.read(FILE, home), **found}
    return Stored(found)


def save(certificates: Mapping[str, object], path: Path) -> None:
    """Write certificates, one to a line, so that a change shows as one."""
    lines = (
        f"{json.dumps(name)}: {json.dumps(encode(value))}" for name, value in sorted(certificates.items())
    )
    shipped.replace_file(path, "{\n" + ",\n".join(lines) + "\n}\n")
