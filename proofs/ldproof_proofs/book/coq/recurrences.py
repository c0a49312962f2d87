"""A recurrence in Coq: rounds as a list, rows made by the turn, and what is claimed of them."""

from ldproof_proofs.book.coq.chains import quantified
from ldproof_proofs.book.coq.rounds import Rounds
from ldproof_proofs.book.coq.writing import conjunction, identifier, owed, related, sides, written
from ldproof_proofs.kernel.errors import NotProved


class Recurrence(Rounds):
    """Rounds whose kinds, start, turn and rows are defined in Coq."""

    def row(self, row: str) -> str:
        """The function that gives a row's entries after some rounds."""
        return f"{self.name}_row_{identifier(row)}"

    def definitions(self) -> list[str]:
        """Rounds, their kinds, the start, the turn, the rows, and what is claimed of them."""
        name, rows = self.name, list(self.entries)
        fields = [f"{name}_silent : R", *(f"{name}_spoken_{identifier(row)} : R" for row in rows)]
        lines = [f"Record {name}_round := {name}_made {{ {'; '.join(fields)} }}."]
        shared = "".join(f" ({identifier(each)} : R)" for each in self.shared)
        given = "".join(f"{each} -> " for each in self.presupposed)
        lines.append(f"Inductive {name}_kind{shared} : {name}_round -> Prop :=")
        for number, (silent, spoken) in enumerate(self.kinds):
            numbers = " ".join(written(each) for each in (silent, *(spoken[row] for row in rows)))
            own = self.applied(f"{name}_kind")
            lines.append(
                f"| {name}_kind_{number} : {quantified(self.changing)}{given}\n    {own} ({name}_made {numbers})"
            )
        lines[-1] += "."
        (start, start_later), (turn, turn_later) = self.recurrence("start"), self.recurrence("turn")
        if start.symbols() | start_later.symbols():
            raise NotProved(f"{name}: its start is about symbols")
        lines.append(
            f"Definition {name}_start (k : nat) : R :=\n  match k with O => {written(start)} | S _ => {written(start_later)} end."
        )
        lines.append(
            f"Definition {name}_turn (silent spoken : R) (row : nat -> R) (k : nat) : R :=\n  match k with\n"
            f"  | O => let entry := row O in {written(turn)}\n"
            f"  | S j' => let before := row j' in let entry := row (S j') in {written(turn_later)}\n  end."
        )
        for row in rows:
            turned = f"{name}_turn ({name}_silent round') ({name}_spoken_{identifier(row)} round') ({self.row(row)} rounds)"
            lines.append(
                f"Fixpoint {self.row(row)} (rounds : list {name}_round) : nat -> R :=\n"
                f"  match rounds with [] => {name}_start | round' :: rounds => {turned} end."
            )
        lines.append(
            f"Definition {name}_says{shared} (rounds : list {name}_round) (k' : nat) : Prop :=\n  {self.claimed()}."
        )
        return lines

    def claimed(self) -> str:
        """The invariant in Coq's words, and that it is defined."""
        names = {"t": "INR (length rounds)", "k": "INR k'", self.power: f"{written(self.base)} ^ k'"}
        for row, entries in self.entries.items():
            for offset in range(self.reach + 1):
                names[entries[offset]] = f"{self.row(row)} rounds {'(S ' * offset}k'{')' * offset}"
        if self.invariant.symbols() - {*names} & self.own:
            raise NotProved(f"{self.name}: its invariant looks at k - 1")

        def named(symbol: str) -> str:
            return f"({names[symbol]})" if symbol in names else identifier(symbol)

        defined = conjunction(related(each, named) for each in owed(sides([self.invariant])))
        return f"({defined}) /\\ {related(self.invariant, named)}"

    def applied(self, function: str) -> str:
        """A function of what all rounds share."""
        return " ".join([function, *map(identifier, self.shared)])
