"""What an induction says of its rows is cited of rows that there are: after a whole number of rounds, at a whole index."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from ldproof.numbers import Symbol, Term, term
from ldproof.reporting import transcript
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Implication, Known, implication, lemma
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.prover import at_once
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.rows import Invariant
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem, prove
from ldproof_proofs.law.pointwise import collect, nothing
from tests.proofs.kernel.making import FALSE, claimed, shown

b, c, n, x, y, z = map(Symbol, "bcnxyz")
HALF = Fraction(1, 2)
STEP = at_once("one more", search)
BY = ByInduction(at_once("no round", search), [STEP], [STEP])
ANY: Facts = {"x <= 100": at_most(x, 100)}
"""It only names x."""


def adding(
    name: str, part: Term, says: Invariant, given: Facts | None = None, at: Point | None = None
) -> Theorem:
    """Of what adds up the same in each round."""
    claim = Induction(
        name,
        "where U adds up",
        nothing,
        collect,
        (Round(term(1), {"U": part}),),
        says,
        lambda view: equal(view.rows["U"](0), view.t + 1),
        at or {},
        given or {},
    )
    return prove(claim, BY.certificate(claim))


def count() -> Theorem:
    """U is t after t rounds."""
    return adding("count", term(1), lambda view: equal(view.rows["U"](0), view.t))


def twice(name: str = "twice") -> Theorem:
    """Another U is 2 t."""
    return adding(name, term(2), lambda view: equal(view.rows["U"](0), 2 * view.t))


def late() -> Theorem:
    """0 <= t, in words that name U."""
    return adding("late", term(1), lambda view: at_most(view.rows["U"](0), view.rows["U"](0) + view.t))


def pascal() -> Theorem:
    """The neighbours a_k and a_{k+1} in the t-th row of Pascal's triangle."""
    claim = Induction(
        "pascal",
        "where a counts choices",
        transcript.start,
        transcript.forward_step,
        (Round(term(1), {"a": term(1)}),),
        lambda view: equal((view.t - view.k) * view.rows["a"](0), (view.k + 1) * view.rows["a"](1)),
        lambda view: equal(view.rows["a"](0), view.rows["a"](1)),
        {},
        {},
        reach=1,
    )
    return prove(claim, BY.certificate(claim))


def citing(
    goal: Relation,
    given: Facts,
    known: Mapping[str, Known],
    at: Point,
    stands: tuple[str, ...] = ("x",),
    name: str = "citing",
) -> Theorem:
    """A claim of whatever stands for entries."""
    claim = claimed(goal, dict(given), known, at=at, mutant=Mutant(FALSE, at), name=name)
    return shown(replace(claim, reading="what rows are", stands=stands), search)


def of_count(**values: Term | int | Fraction) -> Mapping[str, Known]:
    """It, of x."""
    put_in = {name: term(value) for name, value in ({"U_k": x} | values).items()}
    return {"count": lemma(count(), **put_in)}


def of_pascal(**values: Term | int | Fraction) -> Mapping[str, Known]:
    """The other, of x and y."""
    put_in = {"a_k": x, "a_{k+1}": y} | {name: term(value) for name, value in values.items()}
    return {"pascal": lemma(pascal(), **put_in)}


BOTH: Facts = {**ANY, "y <= 100": at_most(y, 100)}


def test_after_some_rounds() -> None:
    """After n, n + 1 and 5 rounds x is n, n + 1 and 5: also where n is the number of all rounds of something else."""
    for rounds, at in ((n, 3), (n + 1, 4), (term(5), 5)):
        found = citing(equal(x, rounds), ANY, of_count(t=rounds), {"x": at, "n": 3})
        assert found.evidence.text() == "proved"
    beyond = citing(
        equal(-x, (n + 2) * y), BOTH, of_pascal(t=n, k=n + 1), {"x": 0, "y": 0, "n": 3}, ("x", "y")
    )
    assert beyond.evidence.text() == "proved"  # a row goes on with zeros


@pytest.mark.parametrize(
    ("rounds", "at"),
    [
        (term(-1), {"x": -1}),
        (term(HALF), {"x": HALF}),
        (-n, {"x": -3, "n": 3}),
        (n - 4, {"x": -1, "n": 3}),
        (n / 2, {"x": Fraction(3, 2), "n": 3}),
        (n, {"x": HALF, "n": HALF}),
        (n, {"x": -2, "n": -2}),
    ],
)
def test_after_no_number_of_rounds(rounds: Term, at: Point) -> None:
    """After -1 rounds, or 1/2, nothing is so."""
    with pytest.raises(NotProved, match="is no number of rounds and no index"):
        citing(equal(x, rounds), ANY, of_count(t=rounds), at)


@pytest.mark.parametrize("given", [below(n, 0), equal(n, -1), equal(2 * n, 1), at_most(3 * n, -1)])
def test_a_hypothesis_that_no_number_of_rounds_has(given: Relation) -> None:
    """Whatever is presupposed is so for some number of rounds."""
    point: Point = {"n": HALF if given.sign == "=" and given.right is term(1) else -1}
    with pytest.raises(NotProved, match="is no number of rounds and no index"):
        citing(equal(x, n), {**ANY, "n": given}, of_count(t=n), {**point, "x": point["n"]})


@pytest.mark.parametrize("index", [-1, HALF, -2])
def test_at_no_index(index: Fraction | int) -> None:
    """At k = -1 the next entry would be free, and the one there 0."""
    with pytest.raises(NotProved, match="is no number of rounds and no index"):
        citing(
            equal((3 - index) * x, (index + 1) * y),
            BOTH,
            of_pascal(t=3, k=index),
            {"x": 0, "y": 0},
            ("x", "y"),
        )


def test_entries_that_are_not_spoken_of() -> None:
    """After n rounds there is a row, which shows 0 <= n: after n - 4 there may be none, which shows nothing."""
    for rounds in (n, n - 4, term(-1)):
        known = {"late": lemma(late(), U_k=x, t=rounds)}
        with pytest.raises(NotProved, match="x is an entry of rows in late, and is not spoken of here"):
            citing(at_most(0, rounds), {}, known, {"n": 5, "x": 5})


def test_what_is_not_about_rows_is_no_lemma() -> None:
    """Its number of rounds would be any number."""
    theorem = adding("bare", term(1), lambda view: at_most(0, view.t))
    with pytest.raises(NotProved, match="what is not about its rows is no lemma"):
        implication(theorem)


def test_heirs_owe_the_same() -> None:
    """Whoever cites a claim of rows speaks of them too, and of rows that there are."""
    heir = citing(at_most(x, n), {}, of_count(t=n), {"x": 3, "n": 3}, name="heir")
    again = {"heir": lemma(heir, n=n + 2)}
    citing(at_most(x, n + 2), {}, again, {"x": 3, "n": 1})
    with pytest.raises(NotProved, match="is no number of rounds and no index"):
        citing(at_most(x, -1), {}, {"heir": lemma(heir, n=-1)}, {"x": -1})
    with pytest.raises(NotProved, match="x is an entry of rows in heir, and is not spoken of here"):
        citing(
            at_most(0, n),
            {},
            {"heir": lemma(heir), "late": lemma(late(), U_k=y, t=n)},
            {"x": 3, "n": 3, "y": 3},
        )
    with pytest.raises(NotProved, match="x stands for something, and not for 7"):
        citing(at_most(7, n), {}, {"heir": lemma(heir, x=7)}, {"n": 9})
    with pytest.raises(NotProved, match="x stands for something in heir, and for nothing here"):
        citing(at_most(x, n), {}, {"heir": lemma(heir)}, {"x": 3, "n": 3}, ())


def test_one_entry_in_the_place_of_another() -> None:
    """Two neighbours are not one, and an entry of these rows is none of others'."""
    at: Point = {"x": 1, "y": 1, "n": 1}
    with pytest.raises(NotProved, match="two symbols that stand for different things become one"):
        citing(
            equal((n - 0) * x, x),
            ANY,
            {"pascal": replace(of_pascal(t=n, k=0)["pascal"], values={"a_k": x, "a_{k+1}": x})},
            at,
        )
    two = {"1": of_pascal(t=3, k=0)["pascal"], "2": of_pascal(t=3, k=1)["pascal"]}
    with pytest.raises(NotProved, match="x is a_k of pascal at different places"):
        citing(equal(x, 0), BOTH, two, {"x": 0, "y": 0}, ("x", "y"))
    other = {**of_count(t=5), "twice": lemma(twice(), U_k=x, t=5)}
    for value in (5, 10):
        with pytest.raises(
            NotProved, match=r"at its witness there are no such rows as (count|twice) is about"
        ):
            citing(equal(5, 10), ANY, other, {"x": value})


def test_rows_of_one_name() -> None:
    """Two inductions are not one because they have one name."""
    known = {**of_count(t=n), "2": lemma(twice("count"), U_k=x, t=n)}
    with pytest.raises(NotProved, match="x is U_k of count at different places"):
        citing(equal(n, 0), ANY, known, {"x": 0, "n": 0})


def test_what_is_given_of_rows() -> None:
    """A hypothesis that no row has is one that no witness has; and an induction is given nothing of rows."""
    for value in (3, 4):
        with pytest.raises(NotProved, match=r"does not hold|there are no such rows as count is about"):
            citing(equal(3, 4), {"more": equal(x, 4)}, of_count(t=3), {"x": value})
    others = {**of_count(t=3), "other": lemma(count(), U_k=y, t=2)}
    given = {**BOTH, "y = x": equal(y, x)}
    for value in (2, 3):
        with pytest.raises(NotProved, match=r"there are no such rows as (count|other) is about"):
            citing(equal(2, 3), given, others, {"x": value, "y": value}, ("x", "y"))
    with pytest.raises(NotProved, match="is the induction's own: nothing may be given of it"):
        adding(
            "given",
            term(1),
            lambda view: equal(view.rows["U"](0), view.t),
            {"U": at_most(0, Symbol("U_k"))},
            {"U_k": 1},
        )


def test_before_the_first_round() -> None:
    """That 0 <= b is so of a round with 0 <= c <= b: where there was no round, b is any number."""
    given = {"0 <= c": at_most(0, c), "c <= b": at_most(c, b)}
    with pytest.raises(NotProved):
        adding("none", c, lambda view: at_most(view.rows["U"](0), (view.t + 1) * b), given, {"c": 1, "b": 1})
    theorem = adding("some", c, lambda view: at_most(view.rows["U"](0), view.t * b), given, {"c": 1, "b": 1})
    assert list(implication(theorem).given) == []
    known = {"some": lemma(theorem, U_k=x, t=n, b=term(-1))}
    with pytest.raises(NotProved, match="there are no such rows as some is about"):
        citing(at_most(x, -n), ANY, known, {"x": 0, "n": 2})


def test_an_induction_does_not_rest_on_others_rows() -> None:
    """A round's own number is no entry of other rows, which a round might not have."""
    claim = Induction(
        "rows of rows",
        "where W adds up x",
        nothing,
        collect,
        (Round(term(1), {"W": x}),),
        lambda view: equal(view.rows["W"](0), 3 * view.t),
        lambda view: equal(view.rows["W"](0), view.t),
        {"x": 3},
        {},
        of_count(t=3),
    )
    with pytest.raises(NotProved, match="x is an entry of other rows"):
        prove(claim, BY.certificate(claim))


def test_what_is_on_trust_says_what_entries_are() -> None:
    """The reading is the author's; beside it stands what the symbols are."""
    claim = citing(equal(x, n + 1), ANY, of_count(t=n + 1), {"x": 4, "n": 3}).claim
    assert isinstance(claim, Implication)
    assert claim.modelling == "what rows are (x is U_k of count at t = n + 1)"
