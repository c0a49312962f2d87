"""An instance of an induction in Coq: rounds of some kinds have what it presupposes, and so what it claims."""

from collections.abc import Mapping

from ldproof.numbers import Symbol, Term
from ldproof_proofs.book.coq.chains import Replay, quantified
from ldproof_proofs.book.coq.facts import Statement, known
from ldproof_proofs.book.coq.inductions import Induction
from ldproof_proofs.book.coq.reading import items, relations, shown, terms
from ldproof_proofs.book.coq.writing import conjunction, identifier, owed, related, sides, written
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.near_misses import fails, slips


def near_miss(data: Mapping[str, object], rounds: Induction) -> list[dict[str, Term]]:
    """The kinds of rounds with the first slip by which one of them lacks, at the witness, what is presupposed."""
    values, witness = terms(data["values"]), terms(data["witness"])
    kinds = [terms(kind) for kind in items(data["kinds"])]
    for place, kind in enumerate(kinds):
        for name, value in kind.items():
            for slip in slips(value, sorted(value.symbols())):
                missed = values | kind | {name: slip}
                if any(fails(fact.substitute(missed), witness) for fact in rounds.given.values()):
                    return [*kinds[:place], {**kind, name: slip}, *kinds[place + 1 :]]
    raise NotProved("no near miss fails")


def proof(
    name: str,
    data: Mapping[str, object],
    rounds: Induction,
    statements: Mapping[str, Statement],
    missed: list[dict[str, Term]] | None = None,
) -> str:
    """The kinds of rounds, and the theorem for every list of such rounds and every k.

    A near miss has other kinds, and the certificate of those in the object.
    """
    values, given = terms(data["values"]), relations(data["given"])
    used, kinds = known(data["known"], statements), [terms(kind) for kind in items(data["kinds"])]
    certificate = shown(data["certificate"])
    stated = sides(given.values())
    proved = [values | kind for kind in kinds]
    both = [values | kind for kind in missed or kinds]
    rows = list(rounds.entries)
    shared = [values.get(each, Symbol(each)) for each in rounds.shared]
    changing = [[each.get(symbol, Symbol(symbol)) for symbol in rounds.changing] for each in both]
    put_in = [*shared, *(each for kind in changing for each in kind)]
    symbols = sorted({symbol for part in (*stated, *put_in) for symbol in part.symbols()})
    bound = "".join(f" ({identifier(each)} : R)" for each in symbols)
    applied = " ".join([f"{name}_kind", *map(identifier, symbols)])
    lines = [f"Inductive {name}_kind{bound} : {rounds.name}_round -> Prop :="]
    for place, kind in enumerate(both):
        for number, (silent, spoken) in enumerate(rounds.kinds):
            numbers = " ".join(
                written(each.substitute(kind)) for each in (silent, *(spoken[row] for row in rows))
            )
            lines.append(f"| {name}_kind_{place}_{number} : {applied} ({rounds.name}_made {numbers})")
    lines[-1] += "."
    owes = owed([*stated, *put_in])
    hypotheses = "".join(f"\n  {related(each)} ->" for each in given.values())
    says = " ".join([f"{rounds.name}_says", *(written(each) for each in shared)])
    lines += [
        f"Theorem {name} : {quantified(symbols)}{hypotheses}",
        f"  ({conjunction(map(related, owes))}) /\\",
        f"  forall rounds, Forall ({applied}) rounds -> forall k', {says} rounds k'.",
        "Proof.",
    ]
    facts = {fact: (f"given'{place}", each) for place, (fact, each) in enumerate(given.items(), 1)}
    roots = [*stated, *put_in, *sides(each.relation for each in used.values())]
    roots += sides(premise for each in used.values() for premise in each.premises)
    for each in certificate:
        roots += [*sides([each.relation]), *each.why.multipliers()]
    replay = Replay(facts, used, {}, roots)
    replay.replay(certificate)
    introduced = [*map(identifier, symbols), *(each for each, _ in facts.values())]
    others = {symbol for root in roots for symbol in root.symbols()} - {*symbols}
    lines += [f"intros {' '.join(introduced)}."] if introduced else []
    lines += [f"destruct (generator 0) as [{identifier(each)} _]." for each in sorted(others)]

    def needed(place: int) -> list[str]:
        proofs = list[str]()
        for fact in rounds.given.values():
            proof = replay.shown(fact.substitute(proved[place]))
            if proof is None:
                raise NotProved(f"{name}: nothing shows {fact} for a kind of round")
            proofs.append(proof)
        return [*map(written, shared), *map(written, changing[place]), *proofs]

    lines += [*replay.lines, "split; [all_of |].", "intros rounds valid."]
    lines.append(f"apply ({' '.join([rounds.name, *needed(0)])}).")
    lines.append("revert valid; apply Forall_impl; intros round' kind'; destruct kind'.")
    for place, _ in enumerate(kinds):
        for number, _ in enumerate(rounds.kinds):
            # A kind's symbols come after what all rounds share, as in the theorem.
            lines.append(f"- exact ({' '.join([f'{rounds.name}_kind_{number}', *needed(place)])}).")
    return "\n".join([*lines, "Qed."])
