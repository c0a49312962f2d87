"""Every proof object as a theorem of Coq's, or the reason why there is none."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ldproof_proofs.book.coq import chains, conclusions, instances, points, records
from ldproof_proofs.book.coq.chains import Claim
from ldproof_proofs.book.coq.facts import Statement
from ldproof_proofs.book.coq.inductions import Induction
from ldproof_proofs.book.coq.reading import pairs, record, relation, text
from ldproof_proofs.book.coq.reading import terms as terms_of
from ldproof_proofs.book.coq.writing import identifier
from ldproof_proofs.book.export.syntax import ANALYSIS
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.near_misses import fails, near_misses

LEFT = {
    "enumeration": "it runs the reference's own code",
    "ground": f"a record of what the reference's code gives, not of fractions alone, or of more than {records.MOST} nodes",
    "shape": "where a function rises and falls is not shown in Coq: its statement is an axiom for those that cite it",
    "signs": "where a function is positive is not shown in Coq",
}
"""Rules that have no proof in Coq."""


@dataclass(frozen=True, slots=True)
class Written:
    """A theorem in Coq: its name there, what it is made from, its text, and the axioms that it owns up to."""

    name: str
    rule: str
    needs: tuple[str, ...]
    text: str
    axioms: frozenset[str]
    mutant: str = ""


class Theorems:
    """The theorems of a folder of objects, each written after those that it cites."""

    def __init__(self, objects: Mapping[str, Mapping[str, object]]) -> None:
        self.objects = objects
        self.written: dict[str, Written] = {}
        self.left: dict[str, str] = {}
        self._statements: dict[str, Statement] = {}
        self._rounds: dict[str, Induction] = {}
        names = [identifier(coq_name(name)) for name in objects]
        if len({*names}) < len(names):
            raise NotProved("two theorems have one name in Coq")
        for name in sorted(objects):
            self._write(name)

    def _write(self, name: str) -> None:
        if name in self.written or name in self.left:
            return
        data = self.objects[name]
        cited = [
            text(record(source)["theorem"])
            for _, source in pairs(data.get("known", []))
            if record(source)["object"] != ANALYSIS
        ]
        cited += [text(data["theorem"])] if data["rule"] == "instance" else []
        for each in cited:
            self._write(each)
        own, rule = coq_name(name), text(data["rule"])
        if rule in LEFT and not (rule == "ground" and records.is_short(data)):
            self.left[name] = LEFT[rule]
            if rule != "shape":
                return
        said, mutant = self._said(name, own, rule, data)
        axioms = frozenset().union(*(self.written[each].axioms for each in cited))
        if rule == "shape":
            axioms |= {own}
        if rule == "citation":
            axioms |= {own, *(each.predicate for each in self._statements[name].readings)}
        self.written[name] = Written(own, rule, tuple(cited), said, axioms, mutant)

    def _said(self, name: str, own: str, rule: str, data: Mapping[str, object]) -> tuple[str, str]:
        """The statement with its proof, and a near miss with the same one."""
        match rule:
            case "citation":
                self._statements[name], said = chains.cite(own, data)
                return said, ""
            case "chain" | "shape":
                claim = chains.claim(own, data, self._statements)
                self._statements[name] = claim.statement
                if rule == "shape":
                    return chains.theorem(claim.statement, "Axiom"), ""
                return claim.proof(), near_miss(claim, data)
            case "ground":
                return records.proof(own, data), records.proof(f"{own}_mutant", data, denied=True)
            case "point":
                return points.proof(own, data), points.proof(f"{own}_mutant", data, swapped=True)
            case "induction":
                self._rounds[name] = rounds = Induction(own, data, self._statements)
                said = rounds.proof()
                if (found := conclusions.conclusion(rounds)) is not None:
                    self._statements[name] = found
                    said += f"\n{conclusions.proof(rounds, found)}"
                missed_rounds = rounds.near_miss()
                return said, "" if missed_rounds is None else missed_rounds.proof()
            case "instance":
                general = self._rounds[text(data["theorem"])]
                missed = instances.near_miss(data, general)
                return (
                    instances.proof(own, data, general, self._statements),
                    instances.proof(f"{own}_mutant", data, general, self._statements, missed),
                )
            case _:
                raise NotProved(f"{name}: no rule: {rule}")


def coq_name(name: str) -> str:
    """A theorem's name in Coq."""
    return identifier(name.replace(".", "_").replace("-", "_"))


def near_miss(claim: Claim, data: Mapping[str, object]) -> str:
    """The first slip in the goal that fails at the witness, with the goal's own certificate."""
    return next(near_miss_proofs(claim, data), "")


def near_miss_proofs(claim: Claim, data: Mapping[str, object]) -> Iterator[str]:
    """The near misses that fail at the witness and can be written."""
    witness = terms_of(data["witness"])
    for goal in near_misses(relation(data["goal"])):
        if fails(goal, witness):
            try:
                yield replace(claim, name=f"{claim.name}_mutant", goal=goal).proof()
            except NotProved:
                continue
