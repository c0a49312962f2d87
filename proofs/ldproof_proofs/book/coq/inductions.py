"""An induction in Coq: the parts of its proof, glued over every list of rounds and every k."""

from collections.abc import Mapping

from ldproof_proofs.book.coq.chains import Claim
from ldproof_proofs.book.coq.recurrences import Recurrence
from ldproof_proofs.book.coq.rounds import PLACES, Place
from ldproof_proofs.book.coq.writing import identifier, written


class Induction(Recurrence):
    """A recurrence of which something is proved in Coq."""

    def instance(
        self, part: Claim, place: Place, values: Mapping[str, str], proofs: Mapping[str, str]
    ) -> str:
        """A part's goal for some values of its symbols, from proofs of what is given in it."""
        found = part.statement
        names = {"t": "(INR (length rounds))", "k": "(INR (S j'))", "G": f"({written(self.base)} ^ j')"}
        for row, entries in self.entries.items():
            for offset, symbol in entries.items():
                if offset + place.later >= 0:
                    names[symbol] = f"({self.row(row)} rounds {place.entry(offset)})"
        own = {**names, **values}
        arguments = [own.get(symbol, identifier(symbol)) for symbol in found.symbols]
        shown = [*map(str, found.readings), *part.given]
        return " ".join([found.name, *arguments, *(proofs[name] for name in shown)])

    def proof(self) -> str:
        """Everything: definitions, parts, and the theorem for every list of rounds and every k."""
        parts = self.parts()
        lines = [*self.definitions(), *(part.proof() for part in parts.values())]
        symbols = [*self.shared, *self.changing]
        given = {str(each): f"reading'{place}" for place, each in enumerate(self.readings, 1)}
        given |= {name: f"given'{place}" for place, name in enumerate(self.given, 1)}
        always = given | {
            "t >= 0": "(pos_INR (length rounds))",
            "k >= 1": "(at_least_1 j')",
            "G > 0": "(pow_lt _ j' base)",
        }
        stated = "".join(f"\n  {each} ->" for each in self.presupposed)
        start = f"forall {' '.join(map(identifier, symbols))} : R, " if symbols else ""
        rounds = f"forall rounds, Forall ({self.applied(f'{self.name}_kind')}) rounds -> forall k',"
        introduced = " ".join([*map(identifier, symbols), *given.values()])
        opening = [
            "Proof.",
            f"intros {introduced}." if introduced else "",
            f"assert (base : 0 < {written(self.base)}) by exact ({goal(parts['powers'])}({self.instance(parts['powers'], PLACES[0], {}, always)})).",
            "intros rounds valid; induction valid as [| round' rounds kind' valid known]; intro k'.",
        ]
        renamed = " | ".join(
            " ".join(
                [
                    *(f"{identifier(each)}_own" for each in self.changing),
                    *(f"{each}_own" for each in given.values()),
                ]
            )
            for _ in self.kinds
        )
        split = f"- destruct kind' as [{renamed}]; destruct k' as [| j']."
        own = {symbol: f"{identifier(symbol)}_own" for symbol in self.changing}
        turn = always | {name: f"{proof}_own" for name, proof in given.items()}
        signs = (
            {row: f"{self.name}_nonnegative_{identifier(row)}" for row in self.entries}
            if self.nonnegative
            else {}
        )
        for row, name in signs.items():
            lines += [f"Lemma {name} : {start}{stated}\n  {rounds} 0 <= {self.row(row)} rounds k'.", *opening]
            lines += ["- destruct k'; simpl; evident.", split]
            for number, _ in enumerate(self.kinds):
                for place in PLACES:
                    part = parts[f"sign {number} of {row} at {place.label}"]
                    proofs = turn | {
                        each: f"(known {place.entry(at)})" for at, each in self.above_names(row, place)
                    }
                    lines.append(f"  + exact ({goal(part)}({self.instance(part, place, own, proofs)})).")
            lines.append("Qed.")
        lines += [
            f"Theorem {self.name} : {start}{stated}\n  {rounds} {self.applied(f'{self.name}_says')} rounds k'.",
            *opening,
        ]
        lines.append("- destruct k' as [| j'].")
        for place in PLACES:
            part = parts[f"base at {place.label}"]
            first = {"t": "(INR 0)"}
            lines.append(
                f"  + {self.concluded(part, place, self.instance(part, place, first, always | {'t >= 0': '(pos_INR 0)'}))}"
            )
        lines.append(split)
        for number, _ in enumerate(self.kinds):
            for place in PLACES:
                part = parts[f"step {number} at {place.label}"]
                proofs = turn | {
                    "invariant at k": self.known_at(place),
                    "invariant at k-1": self.known_at(place, 1),
                }
                for row, name in signs.items():
                    shown = " ".join([name, *map(identifier, symbols), *given.values(), "rounds valid"])
                    proofs |= {
                        each: f"({shown} {place.entry(at)})" for at, each in self.above_names(row, place)
                    }
                lines.append(f"  + {self.concluded(part, place, self.instance(part, place, own, proofs))}")
        return "\n".join([*(line for line in lines if line), "Qed."])

    def above_names(self, row: str, place: Place) -> list[tuple[int, str]]:
        """The names of the facts that entries are not below 0."""
        seen = range(-1 if place.later else 0, self.reach + 1)
        return [(at, f"{self.symbol(row, at)} >= 0") for at in seen]

    def next_power(self, lemma: str) -> str:
        """A lemma about the next power, where the invariant is about powers."""
        return f"({lemma} {written(self.base)} j')" if self.power in self.invariant.symbols() else ""

    def known_at(self, place: Place, back: int = 0) -> str:
        """The invariant before the round, as the parts write it."""
        lemma = self.next_power("power_same" if back else "power_next") if place.later else ""
        power = f"rewrite <- {lemma}; " if lemma else ""
        k = "rewrite ?k_before; " if back else ""
        return f"ltac:({k}{power}exact (proj2 (known {place.entry(-1 if back else 0)})))"

    def concluded(self, part: Claim, place: Place, instance: str) -> str:
        """What is claimed, from the part that says so."""
        lemma = self.next_power("power_next") if place.later else ""
        power = f"rewrite {lemma}; " if lemma else ""
        first = "destruct shown as [defined shown]; " if part.statement.defined else ""
        return (
            f"pose proof ({instance}) as shown; {first}unfold {self.name}_says; "
            f"split; [all_of |]; rewrite ?length_next; {power}exact shown."
        )


def goal(part: Claim) -> str:
    """What takes a part's goal from it."""
    return "proj2 " if part.statement.defined else ""
