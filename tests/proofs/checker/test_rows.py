"""Forged citations of an induction's rows: a row that does not exist is refused."""

from collections.abc import Mapping, Sequence
from functools import cache

from ldproof.numbers import term
from ldproof_proofs.book.export.objects import Objects, written
from ldproof_proofs.book.export.syntax import Json
from ldproof_proofs.kernel.relations import at_most
from ldproof_proofs.kernel.theorem import Theorem
from tests.proofs.checker.apart import (
    Object,
    accepted,
    assert_refused,
    citing,
    make_chain,
    meaning,
    outcome,
    product,
    put,
    read,
    refused,
    shown,
    sum_of,
    syntax,
    told,
    trees,
)
from tests.proofs.kernel.test_rows import adding, b, c, count, late, pascal, twice

NO_INDEX = "is no number of rounds and no index"
NAMED = "x <= 100"


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
    return [own or name, citing(rows()[name], **values)]


WHERE: Mapping[str, str] = {"pascal": "kt", "some": "bt"}
"""What rows are spoken of at, beside their entries: t alone, where nothing is said."""


def of_rows(used: Json) -> Json:
    """That entries are those of the rows that a use of an induction is about."""
    match used:
        case [str(), {"theorem": str(name), "values": dict(values)}]:
            entries = {"a_k": "x", "a_{k+1}": "y"} if name == "pascal" else {"U_k": "x"}
            stands = {own: values.get(own, entries[own]) for own in entries}
            return meaning(
                name, stands, "rows", **{each: values.get(each, each) for each in WHERE.get(name, "t")}
            )
        case _:
            raise ValueError(used)


def cited(
    goal: str,
    at: Mapping[str, Json],
    *known: Json,
    given: str = NAMED,
    said: Sequence[Json] | None = None,
    because: "Json | None" = None,
    name: str = "forged",
) -> Object:
    """A claim that x is something, as the first known fact says, of rows' entries that all known facts are about."""
    match known:
        case [[str(first), _], *_]:
            why = because or sum_of(first)
        case _:
            raise ValueError(known)
    rows_of = [each for place, each in enumerate(map(of_rows, known)) if said is None]
    own = [each for place, each in enumerate(rows_of) if each not in rows_of[:place]]
    found = make_chain(goal, why, given, known, at=at, name=name, reading="what rows are")
    return {**found, "said": own if said is None else list(said)}


def check_beside_inductions(found: Object, *others: Object) -> object:
    """Check an object beside all inductions and others."""
    return told(found, *rows().values(), *map(written, others))


def test_rows_are_those_after_some_rounds() -> None:
    def after(rounds: str, value: str, **at: Json) -> object:
        return check_beside_inductions(
            cited(f"x = {rounds}", {"x": value, **at}, use("count", U_k="x", t=rounds))
        )

    assert accepted(after("3", "3"))
    assert accepted(after("n", "2", n="2"))
    assert accepted(after("n + 1", "3", n="2"))
    assert_refused(
        (after("-1", "-1"), NO_INDEX),
        (after("1/2", "1/2"), NO_INDEX),
        (after("n", "-1", n="-1"), NO_INDEX),
        (after("n", "1/2", n="1/2"), NO_INDEX),
        (after("n/2", "1/2", n="1"), NO_INDEX),
        (after("n - 3", "-1", n="2"), NO_INDEX),
        (after("exp(1)", "exp(1)"), NO_INDEX),
    )


def test_entries_are_at_an_index() -> None:
    def at(index: str) -> object:
        values: Mapping[str, Json] = {"a_k": "x", "a_{k+1}": "y", "t": "3", "k": index}
        goal = f"(3 - {index})*x = ({index} + 1)*y"
        given = "x <= 100; y <= 100"
        return check_beside_inductions(
            cited(goal, {"x": "0", "y": "0"}, use("pascal", None, **values), given=given)
        )

    assert_refused((at("(-1)"), NO_INDEX), (at("(1/2)"), NO_INDEX))
    assert accepted(at("2"))


def test_entries_that_are_not_spoken_of() -> None:
    for rounds, at in (("n", "2"), ("n - 3", "5")):
        used = use("late", U_k="x", t=rounds)
        found = cited(f"0 <= {rounds}", {"n": at, "x": "0"}, used, given="")
        assert accepted(check_beside_inductions(found))  # it says of which rows x is an entry
        assert refused(check_beside_inductions({**found, "said": []}), "late may be used only given late(")
    found = cited("0 <= -1", {"x": "0"}, use("late", U_k="x", t="-1"))
    assert refused(check_beside_inductions(found), "at the witness")
    assert accepted(
        check_beside_inductions(cited("0 <= n", {"x": "0", "n": "2"}, use("late", U_k="x", t="n")))
    )


def test_what_is_not_about_rows_is_no_lemma() -> None:
    bare = Objects().add([adding("bare", term(1), lambda view: at_most(0, view.t))])["bare"]
    found = cited("0 <= -1", {"x": "0"}, ["bare", citing(bare, t="-1")], said=[])
    assert accepted(outcome(bare))
    assert refused(outcome(written(found), bare), "bare is no implication")


def test_heirs_owe_the_same() -> None:
    heir = cited("x <= n", {"x": "2", "n": "2"}, use("count", U_k="x", t="n"), name="heir", given="")
    assert accepted(check_beside_inductions(heir))

    def again(goal: str, at: Mapping[str, Json], values: Mapping[str, Json], *said: Json) -> object:
        lemma: Json = ["heir", citing(written(heir), **values)]
        return check_beside_inductions(cited(goal, at, lemma, said=said), heir)

    def after(rounds: str, entry: str = "x") -> Json:
        return meaning("count", {"U_k": entry}, "rows", t=rounds)

    only = "heir may be used only given count("
    assert accepted(again("x <= 3", {"x": "1"}, {"n": "3"}, after("3")))
    assert_refused(
        (again("x <= 3", {"x": "1", "n": "2"}, {"n": "3"}, after("n")), only),
        (again("x <= -1", {"x": "-1"}, {"n": "-1"}, after("-1")), NO_INDEX),
        (again("x <= -1", {"x": "0"}, {"n": "-1"}, after("-1")), "at the witness"),
        (again("2 <= n", {"n": "2", "x": "1"}, {"x": "2"}, after("n", "2")), "or are none"),
        (again("2 <= n", {"n": "2", "x": "1"}, {"x": "2"}, after("n")), only),
        (again("x <= n", {"n": "2", "x": "1"}, {}), only),
        (again("x <= 3", {"x": "2"}, {"n": "3"}, after("3"), after("2")), "different places"),
    )


def test_one_entry_in_the_place_of_another() -> None:
    one, *two = (
        use("pascal", str(at), a_k="x", t="3", k=str(at), **{"a_{k+1}": entry})
        for at, entry in ((0, "x"), (0, "y"), (1, "y"))
    )
    found = cited("x = 0", {"x": "0", "y": "0"}, *two, given="x <= 100; y <= 100")
    assert_refused(
        (check_beside_inductions(cited("x = x", {"x": "0"}, one)), "symbols for different things become one"),
        (check_beside_inductions(found), "at different places"),
    )
    both = use("count", U_k="x", t="5"), use("twice", U_k="x", t="5")
    why = shown(product("twice"), product("count", factor="-1"))
    for value in ("5", "10"):
        found = cited("5 = 10", {"x": value}, *both, because=why)
        assert refused(check_beside_inductions(found), "at the witness there are no rows as")


def test_rows_have_a_name_of_their_own() -> None:
    """A folder's index has one object of a name: another one is refused by `main`, and here by what it says."""
    other = {**read(rows()["twice"]), "name": "count"}
    second: Json = ["2", citing(written(other), U_k="x", t="n")]
    why = shown(product("count"), product("2", factor="-1"))
    found = cited("n = 0", {"x": "0", "n": "0"}, use("count", U_k="x", t="n"), second, because=why)
    assert refused(check_beside_inductions(found, other), "two objects are named count")


def test_what_is_given_of_rows() -> None:
    why = shown(product("x = 4"), product("count", factor="-1"))
    for value in "34":
        found = cited("3 = 4", {"x": value}, use("count", U_k="x", t="3"), given="x = 4", because=why)
        assert refused(check_beside_inductions(found), "at the witness")
    own = {**read(rows()["count"]), "given": {"U": syntax("0 <= U_k")}, "witness": trees({"U_k": "1"})}
    assert refused(check_beside_inductions(own), "something is given of its own symbols")


def test_what_all_rounds_share_stands_for_the_same_where_they_are_cited() -> None:
    """An induction whose reading says what b is: it is nothing else for those who speak of its rows."""
    words: Json = meaning("some", {"b": "b"})
    own = {**read(rows()["some"]), "said": [words]}
    rows_of: Json = meaning("some", {"U_k": "x"}, "rows", b="b", t="3")

    def speaking(*said: Json) -> object:
        known: Json = ["some", citing(written(own), U_k="x", t="3")]
        return check_beside_inductions(cited("x <= 3*b", {"x": "1", "b": "1"}, known, said=said), own)

    only = "some may be used only given some("
    assert accepted(speaking(words, rows_of))
    assert_refused((speaking(rows_of), only), (speaking(meaning("another", {"b": "b"}), rows_of), only))


def test_before_the_first_round_nothing_is_known_of_one() -> None:
    """0 <= b is so where there was a round with 0 <= c <= b; before the first one there is none."""
    forged = read(rows()["some"])
    certificate = forged["certificate"]
    assert isinstance(certificate, dict)
    for role in certificate.keys() - {"powers"}:
        before, first = ("(t + 1)", "invariant at k") if role.startswith("step") else ("0", "0 <= c")
        certificate[role] = [["the goal", syntax(f"U_k <= ({before} + 1)*b"), sum_of(first, "c <= b")]]
    put("invariant", to=syntax("U_k <= (t + 1)*b"))(forged)
    assert refused(check_beside_inductions(forged), "base at k = 0: no fact that may be used is named 0 <= c")


def test_an_induction_does_not_rest_on_others_rows() -> None:
    known: Json = [use("count", U_k="c", t="3")]
    found = {**read(rows()["some"]), "known": known, "witness": trees({"b": "3", "c": "3"})}
    assert refused(check_beside_inductions(found), "count may be used only given count(")
