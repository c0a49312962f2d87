"""A theorem as an object that stands alone: what it says, by which rule, and the certificate."""

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256

from ldproof.numbers import Term
from ldproof_proofs.book.export.inductions import induction
from ldproof_proofs.book.export.syntax import (
    Json,
    chain,
    defined,
    place,
    relation,
    relations,
    tree,
    trees,
)
from ldproof_proofs.kernel.anchors import Anchor
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.failure import Failure
from ldproof_proofs.kernel.finite import Finite
from ldproof_proofs.kernel.ground import Ground
from ldproof_proofs.kernel.implication import Chain, Citation, Implication, Known
from ldproof_proofs.kernel.induction import Induction
from ldproof_proofs.kernel.instance import Instance
from ldproof_proofs.kernel.shapes import Shape
from ldproof_proofs.kernel.signs import Signs
from ldproof_proofs.kernel.theorem import Theorem

FORMAT = "ldproof proof object 2"


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
            "anchors": [anchored(each) for each in claim.anchors],
        }
        certificate = theorem.certificate
        match claim:
            case Implication():
                return found | self._implication(claim, certificate)
            case Induction() if isinstance(certificate, Mapping):
                return found | induction(claim, certificate) | {"known": self._known(claim.known)}
            case Instance() if isinstance(certificate, tuple):
                return found | {
                    "rule": "instance",
                    "reading": claim.reading,
                    "theorem": claim.theorem.name,
                    "object": self._address(claim.theorem),
                    "kinds": [trees(kind) for kind in claim.kinds],
                    "values": trees(claim.values),
                    "given": relations(claim.given),
                    "known": self._known(claim.known),
                    "witness": place(claim.witness),
                    "certificate": {"defined": defined(claim.owed(), certificate)},
                }
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
                    "of": "value" if claim.of_value else "derivative",
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
        match certificate:
            case Chain():
                owed = claim.owed(
                    part for line in certificate.lines for part in (line.to, *line.because.multipliers())
                )
                rule, shown = "chain", chain(certificate, owed)
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
            "reading": claim.reading,
            "stands": claim.stands,
            "given": relations(claim.given),
            "known": self._known(claim.known),
            "goal": relation(claim.goal),
            "witness": place(claim.witness),
            "certificate": shown,
        }

    def _known(self, known: Mapping[str, Known]) -> Json:
        """Known facts, each after those that it may lean on: a theorem's goal, or what always holds."""
        return [[name, self._fact(each)] for name, each in known.items()]

    def _fact(self, known: Known) -> Json:
        if isinstance(known.source, Always):
            return {"fact": known.source.value, "of": [tree(each) for each in known.arguments]}
        return {
            "theorem": known.source.name,
            "object": self._address(known.source),
            "values": trees(known.values),
        }

    def _cited(self, lemmas: Iterable[Theorem]) -> Json:
        return {lemma.name: self._address(lemma) for lemma in lemmas}


def anchored(anchor: Anchor[object]) -> Json:
    """A formula's value beside its definition's: terms, or numbers as they are printed."""
    sides = {"value": anchor.value, "definition": anchor.definition}
    return {
        "formula": anchor.formula,
        **{side: tree(each) if isinstance(each, Term) else printed(each) for side, each in sides.items()},
    }


def printed(value: object) -> str:
    """A value that is no term: a number says the same whatever it is held in, and so do several."""
    return f"({', '.join(map(printed, value))})" if isinstance(value, tuple) else str(value)


def written(found: Mapping[str, Json]) -> str:
    """An object as text: the same for the same object, wherever and whenever it is made."""
    lines = (
        f"{json.dumps(name)}: {json.dumps(value, sort_keys=True)}" for name, value in sorted(found.items())
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


def address(text: str) -> str:
    """The name under which an object is kept and cited: SHA-256 of its bytes."""
    return sha256(text.encode()).hexdigest()
