"""A theorem as an object that stands alone: what it says, by which rule, and the certificate."""

import json
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from hashlib import sha256

from ldproof.numbers import Enclosure, Real, Term, term
from ldproof_proofs.book.export.inductions import induction
from ldproof_proofs.book.export.meanings import inherited, meanings, put_in
from ldproof_proofs.book.export.syntax import (
    ANALYSIS,
    Json,
    chain,
    place,
    plain_name,
    relation,
    relations,
    steps,
    tree,
    trees,
)
from ldproof_proofs.kernel.anchors import Anchor
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.failure import Failure
from ldproof_proofs.kernel.finite import Finite
from ldproof_proofs.kernel.ground import Ground
from ldproof_proofs.kernel.implication import Chain, Citation, Implication, Known, Shown
from ldproof_proofs.kernel.induction import Induction
from ldproof_proofs.kernel.instance import Instance
from ldproof_proofs.kernel.privacy import LDP
from ldproof_proofs.kernel.shapes import Shape
from ldproof_proofs.kernel.signs import Signs
from ldproof_proofs.kernel.theorem import Claim, Theorem

FORMAT = "ldproof proof object 3"


class Objects:
    """The objects of theorems and, before each, of the lemmas that it cites by their hashes."""

    def __init__(self) -> None:
        self._made: dict[str, tuple[Theorem, str]] = {}
        """By the theorem's name: the theorem, and the object as text."""

    def add(self, theorems: Iterable[Theorem]) -> Mapping[str, str]:
        """The texts of those theorems' objects, and of all lemmas', that have not been asked for before."""
        before = set(self._made)
        for theorem in theorems:
            self.text(theorem)
        return {name: text for name, text in self.made().items() if name not in before}

    def made(self) -> Mapping[str, str]:
        """All texts, by the theorems' names."""
        return {name: text for name, (_, text) in self._made.items()}

    def text(self, theorem: Theorem) -> str:
        """The object as it stands in its file: a field a line, the fields by their names."""
        if theorem.name not in self._made:
            for lemma in theorem.claim.lemmas:
                self.text(lemma)
            self._made[theorem.name] = theorem, written(self._object(theorem))
        known, text = self._made[theorem.name]
        if known is not theorem:
            raise NotProved(f"two theorems are named {theorem.name}")
        return text

    def _address(self, theorem: Theorem) -> str:
        return address(self.text(theorem))

    def _object(self, theorem: Theorem) -> dict[str, Json]:
        claim = theorem.claim
        found: dict[str, Json] = {
            "format": FORMAT,
            "name": claim.name,
            "anchors": [one for each in claim.anchors for one in anchored(each, claim)],
        }
        certificate = theorem.certificate
        match claim:
            case Implication():
                return found | self._implication(claim, certificate)
            case Induction() if isinstance(certificate, Mapping):
                return found | induction(claim, certificate) | self._known(claim.known)
            case Instance() if isinstance(certificate, tuple):
                return found | self._instance(claim, certificate)
            case LDP() if isinstance(certificate, tuple):
                return found | self._instance(claim.instance, certificate)
            case Failure():
                return found | {
                    "rule": "point",
                    "reading": claim.reading,
                    "printed": relation(claim.printed),
                    "given": relations(claim.given),
                    "point": place(claim.point),
                    "elsewhere": place(claim.elsewhere),
                    "lemmas": self._cited(claim.lemmas),
                }
            case Signs():
                return found | {
                    "rule": "signs",
                    "reading": claim.reading,
                    "expression": tree(claim.expression),
                    "derivative": not claim.of_value,
                    "signs": claim.signs,
                    "lemmas": self._cited(claim.lemmas),
                }
            case Finite():
                return found | {
                    "rule": "enumeration",
                    "says": claim.says,
                    "scope": claim.scope,
                    "cases": theorem.evidence.cases,
                    "lemmas": self._cited(claim.lemmas),
                }
            case Ground():
                record = claim.record()
                if certificate != (len(record.cases), record.digest):
                    raise NotProved(f"{claim.name}: this is not what was recorded")
                return found | {
                    "rule": "ground",
                    "says": claim.says,
                    "scope": claim.scope,
                    "nodes": record.nodes,
                    "cases": record.cases,
                    "lemmas": self._cited(claim.lemmas),
                }
            case _:
                raise NotProved(f"{claim.name}: no object is made of a {type(claim).__name__}")

    def _implication(self, claim: Implication, certificate: object) -> dict[str, Json]:
        """What follows from what, by steps, by a chart, or as others have shown it."""
        axioms: Mapping[str, Known] = {}
        match certificate:
            case Chain():
                axioms = {each.name: each.known for each in certificate.axioms}
                rule, shown = "chain", chain(certificate, claim.goal)
            case Citation():
                rule, shown = "citation", {"reference": certificate.reference}
            case Shape():
                rule, shown = (
                    "shape",
                    {
                        "kind": certificate.kind,
                        "expression": tree(certificate.expression),
                        "inverse": certificate.inverse,
                    },
                )
            case _:
                raise NotProved(f"{claim.name}: no object holds a {type(certificate).__name__}")
        return {
            "rule": rule,
            "reading": reading(claim),
            "given": relations(claim.given),
            "goal": relation(claim.goal),
            "witness": place(claim.witness),
            "certificate": shown,
            **self._known({**claim.known, **axioms}),
            "said": [each.json for each in meanings(claim)],
        }

    def _instance(self, claim: Instance, certificate: Iterable[Shown]) -> dict[str, Json]:
        """An induction's claim for rounds of some kinds; of a private mechanism, `EVENTS` for its outputs."""
        return {
            "rule": "instance",
            "reading": claim.reading,
            "theorem": claim.theorem.name,
            "object": self._address(claim.theorem),
            "kinds": [trees(kind) for kind in claim.kinds],
            "values": trees(claim.values),
            "given": relations(claim.given),
            "witness": place(claim.witness),
            "certificate": steps(certificate),
            **self._known(claim.known),
        }

    def _known(self, known: Mapping[str, Known]) -> dict[str, Json]:
        """Known facts, each after those that it may lean on, and what symbols in them stand for."""
        facts = [[name, self._fact(each, put_in(name, each))] for name, each in known.items()]
        return {"known": facts, "said": [each.json for each in inherited(known)]}

    def _fact(self, known: Known, values: Mapping[str, Term]) -> Json:
        """A theorem's goal, or what always holds, with terms for its symbols."""
        return {
            "theorem": known.source.value if isinstance(known.source, Always) else known.source.name,
            "object": ANALYSIS if isinstance(known.source, Always) else self._address(known.source),
            "values": trees(values),
        }

    def _cited(self, lemmas: Iterable[Theorem]) -> Json:
        return {lemma.name: self._address(lemma) for lemma in lemmas}


def reading(claim: Implication) -> str:
    """What its symbols stand for, with the names that they have in objects."""
    found = claim.reading
    for name in claim.stands:
        found = found.replace(name, plain_name(name))
    return found


def anchored(anchor: Anchor[object], claim: Claim) -> Iterator[Json]:
    """A formula's value beside its definition's, number by number; and a point near which all that is given holds."""
    near = claim.room() if isinstance(claim, Implication) else None
    for value, definition in zip(numbers(anchor.value), numbers(anchor.definition), strict=True):
        yield {
            "formula": anchor.formula,
            "near": place(near or {}),
            "value": tree(value),
            "definition": tree(definition),
        }


def numbers(value: object) -> Iterator[Term]:
    """The numbers in a value, whatever they are held in: the ends of an enclosure, and 1 for what is so."""
    match value:
        case Term():
            yield value
        case tuple() | list():
            for each in value:
                yield from numbers(each)
        case Enclosure():
            yield from (term(Fraction(value.lower)), term(Fraction(value.upper)))
        case Real() if value.exact is not None:
            yield term(value.exact)
        case bool() | int() | Fraction() | Decimal() | str():
            yield term(Fraction(value))
        case _:
            raise NotProved(f"no object holds the number {value}")


def written(found: Mapping[str, Json]) -> str:
    """An object as text: the same for the same object, wherever and whenever it is made."""
    lines = (
        f"{json.dumps(name)}: {json.dumps(value, sort_keys=True)}" for name, value in sorted(found.items())
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


def address(text: str) -> str:
    """The name under which an object is kept and cited: SHA-256 of its bytes."""
    return sha256(text.encode()).hexdigest()
