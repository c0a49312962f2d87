"""What an induction says of its rows, forged: cited of rows that there are not, it is refused, and in Coq says nothing."""

import re
from collections.abc import Mapping, Sequence
from functools import cache

import pytest

from ldproof.numbers import term
from ldproof_proofs.book.coq.folder import contents
from ldproof_proofs.book.export.objects import Objects, address, written
from ldproof_proofs.book.export.syntax import Json
from ldproof_proofs.kernel.relations import at_most
from ldproof_proofs.kernel.theorem import Theorem
from tests.proofs.checker.apart import Object, check, outcome, read, refused
from tests.proofs.checker.coqs import compiled
from tests.proofs.checker.test_forgeries import ONE, TWO, ZERO, X, Y, meaning, product, put, theorem
from tests.proofs.checker.test_forgeries import shown as because
from tests.proofs.kernel.test_rows import adding, b, c, count, late, pascal, twice

N: Json = ["symbol", "n"]
HALF: Json = ["constant", "1/2"]
NONE: Json = ["constant", "-1"]
THREE: Json = ["constant", "3"]
NAMED: Mapping[str, Json] = {"x <= 100": [X, "<=", ["constant", "100"]]}
BOTH: Mapping[str, Json] = {**NAMED, "y <= 100": [Y, "<=", ["constant", "100"]]}


def some() -> Theorem:
    """U <= t b, where each round adds a c between 0 and b."""
    given = {"0 <= c": at_most(0, c), "c <= b": at_most(c, b)}
    return adding("some", c, lambda view: at_most(view.rows["U"](0), view.t * b), given, {"c": 1, "b": 1})


@cache
def rows() -> Mapping[str, str]:
    """Inductions of which something is cited, as objects by their names."""
    return Objects().add([each() for each in (count, twice, late, pascal, some)])


def use(name: str, own: str | None = None, **values: Json) -> Json:
    """One of them with terms in the place of its symbols."""
    return [own or name, {"theorem": name, "object": address(rows()[name]), "values": values}]


WHERE: Mapping[str, Sequence[str]] = {"pascal": ("k", "t"), "some": ("b", "t")}
"""What rows are spoken of at, beside their entries: t alone, where nothing is said."""


def of_rows(used: Json) -> Json:
    """That entries are those of the rows that a use of an induction is about."""
    match used:
        case [str(), {"theorem": str(name), "values": dict(values)}]:
            entries = {"a_k": X, "a_{k+1}": Y} if name == "pascal" else {"U_k": X}
            where = {each: ["symbol", each] for each in WHERE.get(name, ("t",))}
            stands, at = ({own: values.get(own, each[own]) for own in each} for each in (entries, where))
            return meaning(name, stands, "rows", **at)
        case _:
            raise ValueError(used)


def cited(
    goal: tuple[Json, str, Json],
    at: Mapping[str, Json],
    *known: Json,
    given: Mapping[str, Json] = NAMED,
    said: Sequence[Json] | None = None,
    name: str = "forged",
) -> Object:
    """A claim that x is something, as the first known fact says, of rows' entries that all known facts are about."""
    first, rows = known[0], list[Json]()
    assert isinstance(first, list)
    assert isinstance(first[0], str)
    found = theorem(goal, because(product(first[0])), given, known, at=at, name=name, reading="what rows are")
    for each in map(of_rows, known) if said is None else ():
        rows += [each] if each not in rows else []
    return {**found, "said": rows if said is None else list(said)}


WHY: Sequence[str | int] = ["certificate", 0, 2]


def told(found: Object, *others: Object) -> object:
    """What the checker makes of it, beside all inductions and others."""
    return outcome(written(found), *rows().values(), *map(written, others))


def after(rounds: Json, value: Json, **at: Json) -> object:
    """What it makes of it that x is the number of rounds after that many."""
    return told(cited((X, "=", rounds), {"x": value, **at}, use("count", U_k=X, t=rounds)))


def test_after_some_rounds() -> None:
    assert isinstance(after(THREE, THREE), check.Data)
    assert isinstance(after(N, TWO, n=TWO), check.Data)
    assert isinstance(after(["+", N, ONE], THREE, n=TWO), check.Data)


def test_after_no_number_of_rounds() -> None:
    why = "is no number of rounds and no index"
    assert refused(after(NONE, NONE), why)
    assert refused(after(HALF, HALF), why)
    assert refused(after(N, NONE, n=NONE), why)
    assert refused(after(N, HALF, n=HALF), why)
    assert refused(after(["/", N, TWO], HALF, n=ONE), why)
    assert refused(after(["-", N, THREE], NONE, n=TWO), why)
    assert refused(after(["exp", ONE], ["exp", ONE]), why)


@pytest.mark.parametrize("index", [NONE, HALF])
def test_at_no_index(index: Json) -> None:
    values: Mapping[str, Json] = {"a_k": X, "a_{k+1}": Y, "t": THREE, "k": index}
    left: Json = ["*", ["-", THREE, index], X]
    goal: tuple[Json, str, Json] = (left, "=", ["*", ["+", index, ONE], Y])
    at = {"x": ZERO, "y": ZERO}
    found = cited(goal, at, use("pascal", None, **values), given=BOTH)
    assert refused(told(found), "is no number of rounds and no index")
    put(["known", 0, 1, "values", "k"], TWO)(found)
    put(["said", 0, "where", "k"], TWO)(found)
    put(["goal"], [["*", ["-", THREE, TWO], X], "=", ["*", ["+", TWO, ONE], Y]])(found)
    put(["certificate", 0, 1], found["goal"])(found)
    assert isinstance(told(found), check.Data)


def test_entries_that_are_not_spoken_of() -> None:
    for rounds, at in ((N, "2"), (["-", N, THREE], "5")):
        found = cited(
            (ZERO, "<=", rounds), {"n": ["constant", at], "x": ZERO}, use("late", U_k=X, t=rounds), given={}
        )
        assert isinstance(told(found), check.Data)  # it says of which rows x is an entry
        put(["said"], [])(found)
        assert refused(told(found), "late may be used only given late(")
    found = cited((ZERO, "<=", NONE), {"x": ZERO}, use("late", U_k=X, t=NONE))
    assert refused(told(found), "at the witness")
    found = cited((ZERO, "<=", N), {"x": ZERO, "n": TWO}, use("late", U_k=X, t=N))
    assert isinstance(told(found), check.Data)


def test_what_is_not_about_rows_is_no_lemma() -> None:
    bare = Objects().add([adding("bare", term(1), lambda view: at_most(0, view.t))])["bare"]
    known: Json = ["bare", {"theorem": "bare", "object": address(bare), "values": {"t": NONE}}]
    found = cited((ZERO, "<=", NONE), {"x": ZERO}, known, said=[])
    assert isinstance(outcome(bare), check.Data)
    assert refused(outcome(written(found), bare), "bare is no implication")


def test_heirs_owe_the_same() -> None:
    heir = cited((X, "<=", N), {"x": TWO, "n": TWO}, use("count", U_k=X, t=N), name="heir", given={})
    assert isinstance(told(heir), check.Data)

    def again(
        goal: tuple[Json, str, Json], at: Mapping[str, Json], values: Mapping[str, Json], *said: Json
    ) -> object:
        lemma: Json = ["heir", {"theorem": "heir", "object": address(written(heir)), "values": dict(values)}]
        return told(cited(goal, at, lemma, said=said), heir)

    def after(rounds: Json, entry: Json = X) -> Json:
        return meaning("count", {"U_k": entry}, "rows", t=rounds)

    only = "heir may be used only given count("
    assert isinstance(again((X, "<=", THREE), {"x": ONE}, {"n": THREE}, after(THREE)), check.Data)
    assert refused(again((X, "<=", THREE), {"x": ONE, "n": TWO}, {"n": THREE}, after(N)), only)
    assert refused(
        again((X, "<=", NONE), {"x": NONE}, {"n": NONE}, after(NONE)), "is no number of rounds and no index"
    )
    assert refused(again((X, "<=", NONE), {"x": ZERO}, {"n": NONE}, after(NONE)), "at the witness")
    assert refused(again((TWO, "<=", N), {"n": TWO, "x": ONE}, {"x": TWO}, after(N, TWO)), "or are none")
    assert refused(again((TWO, "<=", N), {"n": TWO, "x": ONE}, {"x": TWO}, after(N)), only)
    assert refused(again((X, "<=", N), {"n": TWO, "x": ONE}, {}), only)
    assert refused(
        again((X, "<=", THREE), {"x": TWO}, {"n": THREE}, after(THREE), after(TWO)), "different places"
    )


def test_one_entry_in_the_place_of_another() -> None:
    one = use("pascal", "1", a_k=X, t=THREE, k=ZERO, **{"a_{k+1}": X})
    assert refused(told(cited((X, "=", X), {"x": ZERO}, one)), "symbols for different things become one")
    two = [use("pascal", str(at), a_k=X, t=THREE, k=["constant", str(at)], **{"a_{k+1}": Y}) for at in (0, 1)]
    found = cited((X, "=", ZERO), {"x": ZERO, "y": ZERO}, *two, given=BOTH)
    assert refused(told(found), "at different places")
    five: Json = ["constant", "5"]
    both = use("count", U_k=X, t=five), use("twice", U_k=X, t=five)
    for value in ("5", "10"):
        found = cited((five, "=", ["constant", "10"]), {"x": ["constant", value]}, *both)
        put(WHY, because(product("twice"), product("count", factor="-1")))(found)
        assert refused(told(found), "at the witness there are no rows as")


def test_rows_of_one_name() -> None:
    """A folder's index has one object of a name: another one is refused by `main`, and here by what it says."""
    other = read(rows()["twice"])
    put(["name"], "count")(other)
    second: Json = [
        "2",
        {"theorem": "count", "object": address(written(other)), "values": {"U_k": X, "t": N}},
    ]
    found = cited((N, "=", ZERO), {"x": ZERO, "n": ZERO}, use("count", U_k=X, t=N), second)
    put(WHY, because(product("count"), product("2", factor="-1")))(found)
    assert refused(told(found, other), "two objects are named count")


def test_what_is_given_of_rows() -> None:
    given: Mapping[str, Json] = {"more": [X, "=", ["constant", "4"]]}
    for value in ("3", "4"):
        at: Mapping[str, Json] = {"x": ["constant", value]}
        found = cited((THREE, "=", ["constant", "4"]), at, use("count", U_k=X, t=THREE), given=given)
        put(WHY, because(product("more"), product("count", factor="-1")))(found)
        assert refused(told(found), "at the witness")
    own = read(rows()["count"])
    put(["given"], {"U": [ZERO, "<=", ["symbol", "U_k"]]})(own)
    put(["witness"], {"U_k": ONE})(own)
    assert refused(told(own), "something is given of its own symbols")


def test_what_all_rounds_share_stands_for_the_same_where_they_are_cited() -> None:
    """An induction whose reading says what b is: it is nothing else for those who speak of its rows."""
    b: Json = ["symbol", "b"]
    words: Json = meaning("some", {"b": b})
    own = read(rows()["some"])
    put(["said"], [words])(own)
    known: Json = [
        "some",
        {"theorem": "some", "object": address(written(own)), "values": {"U_k": X, "t": THREE}},
    ]
    rows_of: Json = meaning("some", {"U_k": X}, "rows", b=b, t=THREE)
    goal: tuple[Json, str, Json] = (X, "<=", ["*", THREE, b])

    def citing(*said: Json) -> object:
        return told(cited(goal, {"x": ONE, "b": ONE}, known, said=said), own)

    assert isinstance(citing(words, rows_of), check.Data)
    assert refused(citing(rows_of), "some may be used only given some(")
    assert refused(citing(meaning("another", {"b": b}), rows_of), "some may be used only given some(")


def test_before_the_first_round() -> None:
    """0 <= b is so where there was a round with 0 <= c <= b; before the first one there is none."""
    forged = read(rows()["some"])
    right: Json = ["*", ["+", ["symbol", "t"], ONE], ["symbol", "b"]]
    put(["invariant"], [["symbol", "U_k"], "<=", right])(forged)
    certificate = forged["certificate"]
    assert isinstance(certificate, dict)
    for role in certificate:
        if role != "powers":
            before: Json = ["+", ["symbol", "t"], ONE] if role.startswith("step") else ZERO
            to: Json = ["*", ["+", before, ONE], ["symbol", "b"]]
            first = "invariant at k" if role.startswith("step") else "0 <= c"
            goal: Json = [["symbol", "U_k"], "<=", to]
            certificate[role] = [["the goal", goal, because(product(first), product("c <= b"))]]
    assert refused(told(forged), "base at k = 0: no fact that may be used is named 0 <= c")


def test_an_induction_does_not_rest_on_others_rows() -> None:
    found = read(rows()["some"])
    put(["known"], [use("count", U_k=["symbol", "c"], t=THREE)])(found)
    put(["witness"], {"b": THREE, "c": THREE})(found)
    assert refused(told(found), "count may be used only given count(")


@pytest.mark.usefixtures("coq")
def test_in_coq_it_is_said_of_rows_and_there_are_none() -> None:
    """0 <= -1 of all rows after -1 rounds says nothing: the hypothesis is there, and Coq shows that nothing has it."""
    forged = cited((ZERO, "<=", NONE), {"x": ZERO}, use("late", U_k=X, t=NONE), given={})
    files = contents({"late": rows()["late"], "forged": written(forged)})
    text = "\n".join(files[each] for each in sorted(files) if each.startswith("Chunk_"))
    said = re.search(r"Theorem forged :(.*?)\nProof\.", text, re.DOTALL)
    assert said is not None
    assert "rows_late" in said[1]
    nothing = (
        "Lemma forged_of_nothing : forall x, ~ rows_late (-1) x.\nProof.\nintros x rows; unfold rows_late in rows; "
        "decompose [ex and] rows;\nmatch goal with same : -1 = INR ?n |- _ => pose proof (pos_INR n); lra end.\nQed.\n"
    )
    last = max(each for each in files if each.startswith("Chunk_"))
    assert compiled({**files, last: files[last] + nothing}) == ""
    assert compiled({**files, last: files[last] + nothing.replace("(-1)", "1").replace("-1 =", "1 =")}) != ""
