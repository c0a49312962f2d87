"""What an induction says of its rows, in Coq: its invariant, of numbers that are those of some rounds."""

from ldproof.numbers import Symbol
from ldproof_proofs.book.coq.chains import theorem
from ldproof_proofs.book.coq.facts import Reading, Statement
from ldproof_proofs.book.coq.inductions import Induction
from ldproof_proofs.book.coq.writing import conjunction, identifier, owed, sides


def conclusion(rounds: Induction) -> Statement | None:
    """What others may apply; nothing where it is about powers, of which nobody else can speak."""
    about = rounds.invariant.symbols()
    if rounds.power in about:
        return None
    seen = [entries[at] for entries in rounds.entries.values() for at in range(rounds.reach + 1)]
    names = [*rounds.shared, *(each for each in ("t", "k", *seen) if each in about)]
    return Statement(
        f"{rounds.name}_of_rows",
        tuple(names),
        (Reading(f"rows_{rounds.name}", tuple(map(Symbol, names))),),
        tuple(fact for fact in rounds.given.values() if fact.symbols() <= {*rounds.shared}),
        (),
        rounds.invariant,
        tuple(owed(sides([rounds.invariant]))),
    )


def proof(rounds: Induction, found: Statement) -> str:
    """What it is to be those rows' numbers, and the theorem for these."""
    (says,) = found.readings
    own = {"t": "INR (length rounds)", "k": "INR k'"}
    for row, entries in rounds.entries.items():
        for at in range(rounds.reach + 1):
            own[entries[at]] = f"{rounds.row(row)} rounds {'(S ' * at}k'{')' * at}"
    rows = [name for name in found.symbols if name in own]
    bound = "".join(f" ({identifier(each)} : R)" for each in found.symbols)
    changing = [*map(identifier, rounds.changing)]
    facts = [*rounds.presupposed, f"Forall ({rounds.applied(f'{rounds.name}_kind')}) rounds"]
    *shown, valid = [f"fact'{place}" for place, _ in enumerate(facts)]
    same = [f"same'{place}" for place, _ in enumerate(rows)]
    facts += [f"{identifier(name)} = {own[name]}" for name in rows]
    start = f"exists {' '.join(changing)} : R, " if changing else ""
    some = [*changing, "rounds", "k'"]
    opened = "".join(f"[{each} " for each in some)
    pattern = f"{opened}({' & '.join([*shown, valid, *same])}){']' * len(some)}"
    arguments = " ".join([*map(identifier, rounds.shared), *changing, *shown])
    return "\n".join(
        [
            f"Definition {says.predicate}{bound} : Prop :=\n  {start}exists rounds k', {conjunction(facts)}.",
            theorem(found),
            "Proof.",
            f"intros {' '.join(map(identifier, found.symbols))} {pattern}; intros.",
            f"subst {' '.join(map(identifier, rows))}.",
            f"exact ({'' if found.defined else 'proj2 '}({rounds.name} {arguments} rounds {valid} k')).",
            "Qed.",
        ]
    )
