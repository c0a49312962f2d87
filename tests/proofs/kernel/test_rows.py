"""Citations of an induction's rows: after a whole number of rounds, at a whole index."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from ldproof import rounds as transcript
from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Implication, Known, implication, lemma
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.prover import at_once
from ldproof_proofs.kernel.relations import Point, Relation, at_most, equal
from ldproof_proofs.kernel.rows import Invariant, add_share, zero_sums
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem, prove
from tests.proofs.kernel.making import FALSE, assert_refused, claimed, facts, of_rows, shown

b, c, n, x, y, z = map(Symbol, "bcnxyz")
HALF = Fraction(1, 2)
STEP = at_once("one more", search)
BY = ByInduction(at_once("no round", search), [STEP], [STEP])
ANY, BOTH = facts("x <= 100"), facts("x <= 100; y <= 100")
"""They only name x and y."""
NONE = "is no number of rounds and no index"


def adding(
    name: str, part: Term, says: Invariant, given: Facts | None = None, at: Point | None = None
) -> Theorem:
    """Of what adds up the same in each round."""
    rounds, mutant = (Round(term(1), {"U": part}),), (of_rows("U = t + 1"))
    claim = Induction(
        name, "where U adds up", zero_sums, add_share, rounds, says, mutant, at or {}, given or {}
    )
    return prove(claim, BY.certificate(claim))


def count() -> Theorem:
    """U is t after t rounds."""
    return adding("count", term(1), of_rows("U = t"))


def twice(name: str = "twice") -> Theorem:
    """Another U is 2 t."""
    return adding(name, term(2), of_rows("U = 2*t"))


def late() -> Theorem:
    """0 <= t, in words that name U."""
    return adding("late", term(1), of_rows("U <= U + t"))


def pascal() -> Theorem:
    """The neighbours a_k and a_{k+1} in the t-th row of Pascal's triangle."""
    claim = Induction(
        "pascal",
        "where a counts choices",
        transcript.initial_weights,
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


def test_after_some_rounds() -> None:
    """After n, n + 1 and 5 rounds x is n, n + 1 and 5: also where n is the number of all rounds of something else."""
    for rounds, at in ((n, 3), (n + 1, 4), (term(5), 5)):
        found = citing(equal(x, rounds), ANY, of_count(t=rounds), {"x": at, "n": 3})
        assert found.evidence.text() == "proved"
    point: Point = {"x": 0, "y": 0, "n": 3}  # a row goes on with zeros
    beyond = citing(equal(-x, (n + 2) * y), BOTH, of_pascal(t=n, k=n + 1), point, ("x", "y"))
    assert beyond.evidence.text() == "proved"


def test_after_no_number_of_rounds_and_at_no_index() -> None:
    """After -1 rounds, or 1/2, nothing is so; at k = -1 the next entry would be free, and the one there 0."""
    rounds: list[tuple[Term, int | Fraction, int | Fraction]] = [
        (term(-1), -1, 3),
        (term(HALF), HALF, 3),
        (-n, -3, 3),
        (n - 4, -1, 3),
        (n / 2, Fraction(3, 2), 3),
        (n, HALF, HALF),
        (n, -2, -2),
    ]
    for number, at_x, at_n in rounds:
        assert_refused(NONE, citing, equal(x, number), ANY, of_count(t=number), {"x": at_x, "n": at_n})
    for name, each in facts("n < 0; n = -1; 2*n = 1; 3*n <= -1").items():
        value = HALF if name == "2*n = 1" else -1
        point = {"n": value, "x": value}
        assert_refused(NONE, citing, equal(x, n), {**ANY, "n": each}, of_count(t=n), point)
    for index in (-1, HALF, -2):
        goal, known = equal((3 - index) * x, (index + 1) * y), of_pascal(t=3, k=index)
        assert_refused(NONE, citing, goal, BOTH, known, {"x": 0, "y": 0}, ("x", "y"))


UNSPOKEN = "x is an entry of rows in {}, and is not spoken of here"


def test_entries_that_are_not_spoken_of() -> None:
    """After n rounds there is a row, which shows 0 <= n: after n - 4 there may be none, which shows nothing."""
    for rounds in (n, n - 4, term(-1)):
        known = {"late": lemma(late(), U_k=x, t=rounds)}
        assert_refused(UNSPOKEN.format("late"), citing, at_most(0, rounds), {}, known, {"n": 5, "x": 5})


def test_what_is_not_about_rows_is_no_lemma() -> None:
    """Its number of rounds would be any number."""
    theorem = adding("bare", term(1), of_rows("0 <= t"))
    assert_refused("what is not about its rows is no lemma", implication, theorem)


def test_heirs_owe_the_same() -> None:
    """Whoever cites a claim of rows speaks of them too, and of rows that there are."""
    heir = citing(at_most(x, n), {}, of_count(t=n), {"x": 3, "n": 3}, name="heir")
    citing(at_most(x, n + 2), {}, {"heir": lemma(heir, n=n + 2)}, {"x": 3, "n": 1})
    known, at = {"heir": lemma(heir)}, {"x": 3, "n": 3, "y": 3}
    assert_refused(NONE, citing, at_most(x, -1), {}, {"heir": lemma(heir, n=-1)}, {"x": -1})
    more = {**known, "late": lemma(late(), U_k=y, t=n)}
    assert_refused(UNSPOKEN.format("heir"), citing, at_most(0, n), {}, more, at)
    seven = {"heir": lemma(heir, x=7)}
    assert_refused("x stands for something, and not for 7", citing, at_most(7, n), {}, seven, {"n": 9})
    why = "x stands for something in heir, and for nothing here"
    assert_refused(why, citing, at_most(x, n), {}, known, at, ())


def test_one_entry_in_the_place_of_another() -> None:
    """Two neighbours are not one, and an entry of these rows is none of others'."""
    one = {"pascal": replace(of_pascal(t=n, k=0)["pascal"], values={"a_k": x, "a_{k+1}": x})}
    at = {"x": 1, "y": 1, "n": 1}
    why = "two symbols that stand for different things become one"
    assert_refused(why, citing, equal((n - 0) * x, x), ANY, one, at)
    two = {"1": of_pascal(t=3, k=0)["pascal"], "2": of_pascal(t=3, k=1)["pascal"]}
    why = "x is a_k of pascal at different places"
    assert_refused(why, citing, equal(x, 0), BOTH, two, {"x": 0, "y": 0}, ("x", "y"))
    other = {**of_count(t=5), "twice": lemma(twice(), U_k=x, t=5)}
    why = r"at its witness there are no such rows as (count|twice) is about"
    for value in (5, 10):
        assert_refused(why, citing, equal(5, 10), ANY, other, {"x": value})
    known = {**of_count(t=n), "2": lemma(twice("count"), U_k=x, t=n)}  # two inductions of one name
    why = "x is U_k of count at different places"
    assert_refused(why, citing, equal(n, 0), ANY, known, {"x": 0, "n": 0})


def test_what_is_given_of_rows() -> None:
    """A hypothesis that no row has is one that no witness has; and an induction is given nothing of rows."""
    why = r"does not hold|there are no such rows as (count|other) is about"
    for value in (3, 4):
        assert_refused(why, citing, equal(3, 4), facts("x = 4"), of_count(t=3), {"x": value})
    others = {**of_count(t=3), "other": lemma(count(), U_k=y, t=2)}
    given = {**BOTH, "y = x": equal(y, x)}
    for value in (2, 3):
        at = {"x": value, "y": value}
        assert_refused(why, citing, equal(2, 3), given, others, at, ("x", "y"))
    why = "is the induction's own: nothing may be given of it"
    same: Invariant = of_rows("U = t")
    assert_refused(why, adding, "given", term(1), same, facts("U_k >= 0"), {"U_k": 1})


def test_before_the_first_round() -> None:
    """That 0 <= b is so of a round with 0 <= c <= b: where there was no round, b is any number."""

    def bounded(more: int) -> Theorem:
        given = facts("0 <= c; c <= b")
        return adding(
            "some", c, lambda view: at_most(view.rows["U"](0), (view.t + more) * b), given, {"c": 1, "b": 1}
        )

    assert_refused("", bounded, 1)
    theorem = bounded(0)
    assert list(implication(theorem).given) == []
    known = {"some": lemma(theorem, U_k=x, t=n, b=term(-1))}
    why = "there are no such rows as some is about"
    assert_refused(why, citing, at_most(x, -n), ANY, known, {"x": 0, "n": 2})


def test_an_induction_does_not_rest_on_others_rows() -> None:
    """A round's own number is no entry of other rows, which a round might not have."""
    rounds = (Round(term(1), {"W": x}),)
    claim = Induction(
        "rows of rows",
        "where W adds up x",
        zero_sums,
        add_share,
        rounds,
        of_rows("W = 3*t"),
        of_rows("W = t"),
        {"x": 3},
        {},
        of_count(t=3),
    )
    assert_refused("x is an entry of other rows", lambda: prove(claim, BY.certificate(claim)))


def test_what_is_on_trust_says_what_entries_are() -> None:
    """The reading is the author's; beside it stands what the symbols are."""
    claim = citing(equal(x, n + 1), ANY, of_count(t=n + 1), {"x": 4, "n": 3}).claim
    assert isinstance(claim, Implication)
    assert claim.modelling == "what rows are (x is U_k of count at t = n + 1)"
