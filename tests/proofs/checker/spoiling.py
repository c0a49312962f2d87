"""Objects spoilt at random: each is refused, or says what was said before, or says what our kernel shows as well.

`python -m tests.proofs.checker.spoiling 10000` spoils so many, and tells how they fared.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random

from ldproof.numbers import Term
from ldproof_proofs.book.export.objects import written
from ldproof_proofs.book.export.syntax import Json
from ldproof_proofs.kernel.charts import chart, derivative, value
from ldproof_proofs.kernel.combination import Combination, Product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.failure import Failure
from ldproof_proofs.kernel.ground import holds
from ldproof_proofs.kernel.implication import Chain, Implication, Known, Line
from ldproof_proofs.kernel.induction import Induction, Round
from ldproof_proofs.kernel.instance import Instance
from ldproof_proofs.kernel.relations import Relation
from ldproof_proofs.kernel.rows import View, power_symbol, symbol_row
from ldproof_proofs.kernel.shapes import Kind, shape
from tests.proofs.checker.apart import Object, beside, objects, prover, read

WORDS = {"name", "reading", "code", "says", "scope", "cases"}
"""What an object says in words, or counts: the index, or the list of what is on trust, has it."""
SHOWN = {"certificate", "witness"}
"""What is no part of a statement."""


Holder = dict[str, Json] | list[Json]


def places(found: Json) -> Iterator[tuple[Holder, str | int]]:
    """Every place of an object: what it is in, and where."""
    if isinstance(found, dict):
        for name, each in found.items():
            yield found, name
            yield from places(each)
    elif isinstance(found, list):
        for place, each in enumerate(found):
            yield found, place
            yield from places(each)


def at(holder: Holder, key: str | int) -> Json:
    """What is at a place."""
    return holder[str(key)] if isinstance(holder, dict) else holder[int(key)]


def put(holder: Holder, key: str | int, *values: Json) -> None:
    """Something, or nothing, in the place of what is there."""
    if isinstance(holder, list):
        holder[int(key) : int(key) + 1] = values
    elif values:
        holder[str(key)] = values[0]
    else:
        del holder[str(key)]


def spoil(found: Object, random: Random) -> None:
    """One change at one place: it is left out, changed a little, turned around, or replaced by another place's."""
    everywhere = [*places(found)]
    place = random.choice(everywhere)
    old, new = at(*place), deepcopy(at(*random.choice(everywhere)))
    how = random.randrange(4)
    if how == 0:
        put(*place)
        return
    if how == 1:
        new = nearby(old, random)
    if how == 2 and isinstance(old, list):
        new = old[::-1]
    put(*place, new)


def nearby(old: Json, random: Random) -> Json:
    """What is much like it."""
    match old:
        case bool():
            return not old
        case int():
            return old + random.choice((-2, -1, 1, 2))
        case "=" | "<=" | "<" | "!=":
            return random.choice(("=", "<=", "<", "!="))
        case "+" | "-" | "*" | "/" | "min":
            return random.choice(("+", "-", "*", "/", "min"))
        case str() if old.lstrip("-").replace("/", "").isdigit():
            return str(Fraction(old) + random.choice((-1, 1, Fraction(1, 2))))
        case _:
            return old


def fate(name: str, random: Random) -> str:
    """What becomes of an object after one change."""
    before, found = read(objects()[name]), read(objects()[name])
    spoil(found, random)
    text = written(found)
    if text == objects()[name]:
        return "not changed"
    if isinstance(beside(text), str):
        return "refused"
    words = WORDS - {"cases"} if found["rule"] == "ground" else WORDS
    changed = {key for key in {*found, *before} if found.get(key) != before.get(key)} - words - SHOWN
    if not changed:
        return "says the same"
    if found["rule"] in ("citation", "enumeration"):
        return "on trust"
    try:
        return "our kernel shows it too" if shows(found) else f"not known to our kernel: {text}"
    except NotProved as why:
        return f"refused by our kernel ({why}): {text}"


HARMLESS = {"refused", "says the same", "on trust", "our kernel shows it too"}


def fates(seed: int, count: int) -> Counter[str]:
    """What becomes of so many."""
    random, names, told = Random(seed), sorted(objects()), Counter[str]()
    while told.total() < count:
        what = fate(random.choice(names), random)
        told[what] += what != "not changed"
    return told


def shows(found: Object) -> bool:
    """Whether our kernel, given what an object says, believes it too."""
    data: Mapping[str, object] = found
    given = relations(data["given"]) if "given" in data else {}
    match data:
        case {"rule": "point", "printed": printed, "point": dict(point), "elsewhere": dict(elsewhere)}:
            Failure("it", "", related(printed), terms(point), terms(elsewhere), given).check("the point")
            return True
        case {
            "rule": "shape",
            "goal": goal,
            "certificate": {"kind": str(kind), "expression": drawn, "inverse": bool(turned)},
        }:
            shape(Kind(kind), term(drawn), inverse=turned).check(related(goal), given)
            return True
        case {
            "rule": "chain",
            "goal": goal,
            "known": list(known),
            "said": list(said),
            "certificate": shown,
        }:
            claim = Implication(
                "it",
                related(goal),
                given,
                facts(known),
                witness=terms(data["witness"]),
                reading="it",
                stands=tuple(sorted({name for each in said for name in standing(each)})),
            )
            claim.check_witness()
            claim.check_meanings()
            claim.replay(chained(claim, shown))
            return True
        case {
            "rule": "instance",
            "name": str(name),
            "known": list(known),
            "certificate": list(shown),
        }:
            instance = prover().theorems[name].claim
            assert isinstance(instance, Instance)
            kinds = [terms(each) for each in of_list(data["kinds"])]
            values = terms(data["values"])
            claimed = replace(instance, kinds=kinds, values=values, given=given, known=facts(known))
            why = {related(each): combined(because) for _, each, because in shown}
            claimed.check(tuple(why[each] for each in claimed.owed()))
            return True
        case {"rule": "ground", "nodes": list(nodes), "cases": list(cases)}:
            made: list[Json] = []
            for node in nodes:
                made.append(resolved(node, made))
            return all(holds(related([made[left], sign, made[right]])) for _, left, sign, right in cases)
        case {"rule": "signs", "expression": drawn, "derivative": of_slope, "signs": list(signs)}:
            curve = derivative(term(drawn)) if of_slope else value(term(drawn))
            return chart(curve).signs == tuple(signs)
        case {"rule": "induction", "certificate": dict(parts)}:
            general = inductive(data, given)
            general.check_symbols()
            for part in general.parts(general.invariant):
                role = part.name.removeprefix(f"{general.name}: ")
                part.replay(chained(part, renamed(parts[role], data)))
            return True
        case _:
            return False


def inductive(data: Mapping[str, object], given: Mapping[str, Relation]) -> Induction:
    """An induction of an object, of which only the example and the mutant are as they were."""
    match renamed(data, data):
        case {
            "name": str(name),
            "start": start,
            "turn": turn,
            "base": base,
            "kinds": list(kinds),
            "known": list(known),
            "invariant": invariant,
            "entries": dict(entries),
            "nonnegative": bool(nonnegative),
        }:
            (first, later), (turned_first, turned) = terms(start).values(), terms(turn).values()
            before = prover().theorems[name].claim
            assert isinstance(before, Induction)

            def started(_: Term, length: int) -> list[Term]:
                return [first, *[later] * length]

            def turning(row: Sequence[Term], silent: Term, spoken: Term) -> list[Term]:
                numbers = {"silent": silent, "spoken": spoken}
                rest = [turned.substitute(numbers | {"before": x, "entry": y}) for x, y in pairwise(row)]
                return [turned_first.substitute(numbers | {"entry": row[0]}), *rest]

            def said(view: View) -> Relation:
                return related(invariant).substitute({str(power_symbol(0)): view.power(0)})

            return replace(
                before,
                start=started,
                turn=turning,
                base=term(base),
                kinds=tuple(Round(term(kind["silent"]), terms(kind["spoken"])) for kind in kinds),
                known=facts(known),
                invariant=said,
                given=given,
                reach=max(map(len, entries.values())) - 2,
                nonnegative=nonnegative,
            )
        case _:
            raise ValueError(data)


def renamed(part: object, data: Mapping[str, object]) -> object:
    """A part of an induction's object, with our kernel's names for the entries and the power."""
    names: dict[object, str] = {}
    match data:
        case {"entries": dict(rows), "power": power}:
            for row, own in rows.items():
                names |= {name: str(symbol_row(row)(offset)) for offset, name in enumerate(own, -1)}
            names[power] = str(power_symbol(0))
        case _:
            raise ValueError(data)

    def walk(node: object) -> object:
        match node:
            case ["symbol", name]:
                return ["symbol", names.get(name, name)]
            case list():
                return [walk(each) for each in node]
            case dict():
                return {key: walk(each) for key, each in node.items()}
            case _:
                return node

    return walk(part)


def resolved(node: Json, made: Sequence[Json]) -> Json:
    """A term of a record without places."""
    match node:
        case int():
            return made[node]
        case ["constant" | "symbol", _]:
            return node
        case ["^", base, times]:
            return ["^", resolved(base, made), times]
        case [operator, *parts]:
            return [operator, *(resolved(each, made) for each in parts)]
        case _:
            raise ValueError(node)


def chained(claim: Implication, data: object) -> Chain:
    """A chain of an object, its obligations in our kernel's order."""
    match data:
        case [*entries]:
            shown = [(related(what), combined(because)) for _, what, because in map(of_list, entries)]
            lines = [Line(what.sign, what.right, "", because) for what, because in steps(claim.goal, shown)]
            why = dict(shown)
            owed = claim.owed(part for each in lines for part in (each.to, *each.because.multipliers()))
            return Chain(tuple(lines), tuple(why[each] for each in owed))
        case _:
            raise ValueError(data)


def steps(
    goal: Relation, shown: Sequence[tuple[Relation, Combination]]
) -> Sequence[tuple[Relation, Combination]]:
    """Those before the goal that lead from its left side to its right, or else the goal itself."""
    *before, last = shown
    found, right = list[tuple[Relation, Combination]](), goal.right
    for each in reversed(before):
        if each[0].right is right:
            found, right = [each, *found], each[0].left
        if found and right is goal.left:
            return found
    return [last]


def standing(data: object) -> Sequence[str]:
    """The symbols that stand for something."""
    match data:
        case {"stands": dict(stands)}:
            return [name for _, name in stands.values()]
        case _:
            raise ValueError(data)


def of_list(data: object) -> list[object]:
    """A list of an object."""
    assert isinstance(data, list)
    return data


def terms(data: object) -> dict[str, Term]:
    """Terms of an object."""
    assert isinstance(data, dict)
    return {name: term(each) for name, each in data.items()}


def facts(data: Iterable[tuple[str, object]]) -> dict[str, Known]:
    """Known facts of an object."""
    return {name: fact(each) for name, each in data}


def term(data: object) -> Term:
    """A term of an object."""
    match data:
        case ["constant", str(value)]:
            return Term("constant", Fraction(value))
        case ["symbol", str(name)]:
            return Term("symbol", name)
        case ["^", base, int(exponent)]:
            return term(base) ** exponent
        case [str(operator), *arguments]:
            return Term(operator, "", tuple(map(term, arguments)))
        case _:
            raise ValueError(data)


def related(data: object) -> Relation:
    """A relation of an object."""
    match data:
        case [left, ("=" | "<=" | "<" | "!=") as sign, right]:
            return Relation(term(left), sign, term(right))
        case _:
            raise ValueError(data)


def relations(data: object) -> dict[str, Relation]:
    """Relations of an object."""
    assert isinstance(data, dict)
    return {name: related(each) for name, each in data.items()}


def fact(data: object) -> Known:
    """A known fact of an object."""
    match data:
        case {"theorem": str(kind), "object": "analysis", "values": dict(values)}:
            return Known(Always(kind), tuple(term(values[each]) for each in "uv" if each in values))
        case {"theorem": str(name), "values": dict(values)}:
            return Known(prover().theorems[name], (), {each: term(value) for each, value in values.items()})
        case _:
            raise ValueError(data)


def combined(data: object) -> Combination:
    """A combination of an object."""
    match data:
        case {"products": list(products), "times": list(times), "negated": bool(negated)}:
            return Combination(tuple(map(multiplied, products)), tuple(map(multiplied, times)), negated)
        case _:
            raise ValueError(data)


def multiplied(data: object) -> Product:
    """A product of an object."""
    match data:
        case {"facts": list(facts), "factor": str(factor), "squares": list(squares), "scale": scale}:
            return Product(tuple(facts), Fraction(factor), tuple(map(term, squares)), term(scale))
        case _:
            raise ValueError(data)


if __name__ == "__main__":
    told = fates(int(sys.argv[2]) if len(sys.argv) > 2 else 2026, int(sys.argv[1]))
    print("\n".join(f"{count:6} {what}" for what, count in told.most_common()))
    sys.exit(bool({*+told} - HARMLESS))
