"""Inductions: base, step, kinds, run and mutant are each needed, and the step is the code's own at every k."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

import pytest

from ldproof import rounds
from ldproof.numbers import Symbol, Term, exp, like, log, term
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import Chain, Citation, Implication, axiom, by_name, implication, lemma
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.instance import ByInstance, Instance
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import Derivation, algebra, at_once, by
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.rows import COUNT, Invariant, Turn, View, add_share, zero_sums
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem, prove
from tests.proofs.kernel.making import FALSE, assert_refused, claimed, facts, of_rows, shown

ONE = term(1)
s, t, k, x = map(Symbol, "stkx")
DOUBLING = Round(ONE, {"a": ONE})
"""Every entry gets the one before it added: Pascal's triangle."""
STILL = Round(ONE, {"a": term(0)})
"""Nothing changes."""
evidently = at_once("it is evident", positivity)
identity = at_once("it is the same", algebra)
as_before = at_once("as it was", by(product("invariant at k")))


def induction(
    invariant: Invariant,
    mutant: Invariant,
    kinds: tuple[Round, ...] = (DOUBLING,),
    given: Facts | None = None,
    **changes: Any,
) -> Induction:
    """A claim about rows a under the transcript's own start and turn."""
    start, turn = rounds.initial_weights, rounds.forward_step
    claim = Induction("the claim", "where a are rows", start, turn, kinds, invariant, mutant, {}, given or {})
    return replace(claim, **changes)


def added_up(invariant: Invariant, given: Facts | None = None) -> Induction:
    """A claim about sums a, entry by entry."""
    rounds = (Round(x, {"a": ONE}),)
    return Induction(
        "sums", "a are sums", zero_sums, add_share, rounds, invariant, invariant, {}, given or {}
    )


def test_an_index_is_shown_where_it_plays_a_part() -> None:
    def at_most_x(view: View) -> Relation:
        return at_most(view.rows["a"](0), t * x)

    def at_most_k(view: View) -> Relation:
        return at_most(view.rows["a"](0), view.k)

    assert added_up(at_most_x).statement("text") == "a are sums: for all t >= 0: a <= t*x"
    assert added_up(at_most_x).shown({"a"})[0] == "t >= 0 and k >= 0"
    another = {"another": at_most(0, Symbol("a"))}
    assert added_up(at_most_x, another).statement("text").endswith("for all t >= 0 and k >= 0: a_k <= t*x")
    assert added_up(at_most_k).statement("text") == "a are sums: for all t >= 0 and k >= 0: a_k <= k"
    assert "k >= 0: a_k <= t*x" in induction(at_most_x, at_most_x).statement("text")


def proved(claim: Induction, base: Derivation, first: Derivation, later: Derivation) -> Theorem:
    """The theorem, with one proof for all kinds."""
    kinds = len(claim.kinds)
    return prove(claim, ByInduction(base, [first] * kinds, [later] * kinds).certificate(claim))


def pascal(view: View) -> Relation:
    """(k + 1) a_{k+1} = (t - k) a_k: the binomial coefficients."""
    return equal((view.k + 1) * view.rows["a"](1), (view.t - view.k) * view.rows["a"](0))


def wrong_pascal(view: View) -> Relation:
    """The binomial coefficients' recurrence, wrongly with t + 1 for t."""
    return equal((view.k + 1) * view.rows["a"](1), (view.t + 1 - view.k) * view.rows["a"](0))


PASCAL = replace(induction(pascal, wrong_pascal), reach=1)
BOTH = at_once("Pascal's rule", by(product("invariant at k"), product("invariant at k-1")))
RIGHT = ByInduction(identity, [as_before], [BOTH])


def test_what_was_proved_of_rows_does_not_change() -> None:
    """An invariant that says something else later, or elsewhere, is taken by the word that it gave."""
    word = [pascal]

    def changing(view: View) -> Relation:
        return word[-1](view)

    claim = replace(PASCAL, invariant=changing)
    theorem = prove(claim, RIGHT.certificate(claim))
    word.append(wrong_pascal)
    assert theorem.statement == PASCAL.statement("text")
    assert implication(theorem).goal == PASCAL.general_statement()
    theorem.replay()


@dataclass(frozen=True)
class Turncoat(Relation):
    """A relation that is another one wherever it is used."""

    def substitute(self, values: Mapping[str, Term]) -> Relation:
        return equal(0, 0)


def test_an_invariant_is_a_relation() -> None:
    claim = induction(lambda view: Turncoat(view.rows["a"](0), "=", term(7)), of_rows("1 < 0"))
    assert_refused("its invariant is no relation: Turncoat", proved, claim, *[identity] * 3)


def test_an_induction() -> None:
    """Pascal's rule for all t and k, from a base and a step at k = 0 and at k >= 1."""
    theorem = prove(PASCAL, RIGHT.certificate(PASCAL))
    assert theorem.evidence.text() == "proved"
    assert theorem.statement.endswith("for all t >= 0 and k >= 0: (k + 1)*a_{k+1} = (t - k)*a_k")
    assert theorem.derivation("text").count("Pascal's rule") == 1
    theorem.replay()


def certificate() -> dict[str, Chain]:
    """The right certificate, to be spoilt."""
    return dict(RIGHT.certificate(PASCAL))


def test_every_part_is_needed() -> None:
    """Without the base or a step, at k = 0 or at k >= 1, or with another one's, nothing is proved."""
    for part in list(RIGHT.certificate(PASCAL)):
        others = {name: chain for name, chain in certificate().items() if name != part}
        assert_refused("NoneType is no chain", prove, PASCAL, others)
        assert_refused("Citation is no chain", prove, PASCAL, {**certificate(), part: Citation("Pascal")})
        for chain in others.values():
            assert_refused("", prove, PASCAL, {**certificate(), part: chain})


def test_other_certificates_are_refused() -> None:
    """An induction's certificate has a chain for every part."""
    for wrong in (None, (), 3, Chain((), ()), "Pascal"):
        assert_refused("is no certificate of an induction", prove, PASCAL, wrong)


def test_a_false_base_is_refused() -> None:
    """That a_k >= 1 is kept by every round helps nobody who has a_1 = 0 at the start."""
    claim = induction(of_rows("1 <= a"), of_rows("2 <= a"))
    both = at_once("both", by(product("invariant at k"), product("invariant at k-1"), product()))
    assert_refused("", ByInduction(evidently, [as_before], [both]).certificate, claim)
    (step,) = (each for each in claim.parts(claim.invariant) if "step 0 at k >= 1" in each.name)
    both.chain(step)


def entry_at_most(most: int) -> Invariant:
    """Every entry is at most this."""
    return lambda view: at_most(view.rows["a"](0), most)


def test_a_false_step_is_refused() -> None:
    """a_k <= 1 holds at the start and in the example's run, and after two rounds no longer."""
    small = induction(entry_at_most(1), entry_at_most(0))
    run = list(small.run())
    assert all(relation.holds_at({}) for relation in small.observed(small.invariant, run))
    for later in (evidently, as_before, BOTH):
        assert_refused("", proved, small, evidently, as_before, later)


def test_the_boundary_is_looked_at_apart() -> None:
    """A turn that is right for k >= 1 and wrong at k = 0 is found out, and the other way round."""

    def doubled_first(row: Sequence[Term], silent: Term, spoken: Term) -> list[Term]:
        first, *rest = rounds.forward_step(row, silent, spoken)
        return [2 * first, *rest]

    def only_first(row: Sequence[Term], silent: Term, spoken: Term) -> list[Term]:
        first, *rest = rounds.forward_step(row, silent, spoken)
        return [first, *(2 * each for each in rest)]

    def start_at_two(system: Term, m: int) -> list[Term]:
        return [2 * each for each in rounds.initial_weights(system, m)]

    for turn in (doubled_first, only_first):
        claim = replace(PASCAL, turn=cast(Turn, turn))
        assert_refused("", RIGHT.certificate, claim)
        assert_refused("", prove, claim, certificate())
    proofs = (evidently, as_before, as_before)
    proved(AT_MOST_ONE, *proofs)
    assert_refused("", proved, replace(AT_MOST_ONE, start=start_at_two), *proofs)
    assert_refused("", proved, replace(AT_MOST_ONE, turn=cast(Turn, doubled_first)), *proofs)


def test_every_kind_of_round_is_needed() -> None:
    """A certificate for two of three kinds, and a claim about no kind at all."""
    kinds = (STILL, DOUBLING, Round(ONE, {"a": term(2)}))
    sign, mutant = (of_rows("0 <= a")), (of_rows("0 < a"))
    claim = induction(sign, mutant, kinds, nonnegative=True)
    right = dict(ByInduction(evidently, [evidently] * 3, [evidently] * 3).certificate(claim))
    prove(claim, right)
    for part in [name for name in right if "step 2" in name]:
        fewer = {name: chain for name, chain in right.items() if name != part}
        assert_refused("is no chain", prove, claim, fewer)
    with pytest.raises((NotProved, ValueError)):
        ByInduction(evidently, [evidently] * 2, [evidently] * 3).certificate(claim)
    with pytest.raises((NotProved, LookupError)):
        prove(replace(claim, kinds=()), right)


# Mutants, witnesses.


def test_a_mutant_must_be_refuted_by_the_run() -> None:
    """A true neighbour is no mutant; that it cannot be evaluated in the run makes it no falser."""
    mutants: list[Invariant] = [
        pascal,
        of_rows("0 <= t"),
        of_rows("0 <= t + (z - 1)^2"),
        of_rows("t/(t - 1) <= t/(t - 1)"),
    ]
    for mutant in mutants:
        assert_refused("does not refute the mutant", prove, replace(PASCAL, mutant=mutant), certificate())


def test_the_run_must_obey_the_invariant() -> None:
    """Hypotheses that the run breaks have no witness."""
    irrational = replace(PASCAL, kinds=(Round(s, {"a": ONE}),), example={"s": exp(ONE)})
    for claim in (replace(PASCAL, given={"impossible": FALSE}), irrational):
        assert_refused("does not hold", prove, claim, certificate())


def test_lemmas_need_their_hypotheses_in_every_part() -> None:
    """A lemma about s > 0 is of use only where that is given."""
    positive = shown(claimed(below(0, s / 2), facts("s > 0"), at={"s": 1}, name="half"), positivity)
    claim = replace(PASCAL, known=by_name([positive]), example={"s": 1})
    assert_refused("nothing shows 0 < s", prove, claim, certificate())


# What is assumed of rows, and was not shown.


def scaled(sign: str) -> tuple[Induction, Derivation]:
    """That t a_k has this sign if s, the factor of a round, has it; and what shows a step of it."""

    def of(view: View, more: int) -> Relation:
        whole = view.t * view.rows["a"](0)
        return at_most(more, whole) if sign == ">=" else at_most(whole + more, 0)

    given = f"s {sign} 0"
    claim = induction(
        lambda view: of(view, 0), lambda view: of(view, 1), (Round(s, {"a": term(0)}),), facts(given)
    )
    step = at_once("", by(product(given, "a_k >= 0", "t >= 0"), product(given, "a_k >= 0")))
    return replace(claim, example={"s": 0}), step


def test_entries_are_not_assumed_to_be_nonnegative() -> None:
    """With a negative number per round entries change their signs: that they are at least 0 must be shown."""
    claim, step = scaled("<=")
    for nonnegative in (False, True):
        assert_refused("", proved, replace(claim, nonnegative=nonnegative), evidently, step, step)


def test_the_start_is_nonnegative_too() -> None:
    """Rounds that keep entries at least 0 make none so: t a_k >= 0 is false for a row that starts with -1."""

    def below_zero(system: Term, m: int) -> list[Term]:
        return [-each for each in rounds.initial_weights(system, m)]

    claim, step = scaled(">=")
    claim = replace(claim, nonnegative=True)
    proved(claim, evidently, step, step)
    assert_refused("below 0 at the start", proved, replace(claim, start=below_zero), evidently, step, step)


def test_a_base_must_be_positive() -> None:
    """(-1)^k k <= 0 holds for k = 0 and 1, and not for 2; so does k b^(k-1) + 1 > 0 whatever b is, for b = -2."""
    turning = induction(of_rows("k*G <= 0"), of_rows("k*G + 1 <= 0"), base=term(-1))
    falling = induction(
        lambda view: below(0, view.k * view.power(-1) + 1),
        lambda view: below(view.k * view.power(-1), 0),
        (STILL,),
        base=term(-2),
    )
    for claim in (turning, falling, replace(falling, given=facts("x < 0"), base=x, example={"x": -1})):
        assert_refused("", proved, claim, *[evidently] * 3)


def far(row: Sequence[Term], silent: Term, spoken: Term) -> list[Term]:
    """A turn that does something else from k = 3 on."""
    new = rounds.forward_step(row, silent, spoken)
    return [*new[:3], *(like(each, 100) for each in new[3:])]


def longing(row: Sequence[Term], silent: Term, spoken: Term) -> list[Term]:
    """A turn that depends on how long the row is."""
    return [each * (1 if len(row) < 4 else 100) for each in rounds.forward_step(row, silent, spoken)]


def late_start(system: Term, m: int) -> list[Term]:
    """A start with a 100 at k = 3."""
    return [*rounds.initial_weights(system, m)[:3], *(like(system, 100) for _ in range(m - 2))]


AT_MOST_ONE = induction(entry_at_most(1), entry_at_most(0), (STILL,))


def test_rows_are_uniform_beyond_k_1() -> None:
    """A proof at k = 0 and k = 1 is used for every k, so start and step must be uniform elsewhere."""
    for claim in (
        replace(AT_MOST_ONE, turn=cast(Turn, far)),
        replace(AT_MOST_ONE, turn=cast(Turn, longing)),
        replace(AT_MOST_ONE, start=late_start),
    ):
        assert_refused("", proved, claim, evidently, as_before, as_before)


def test_an_invariant_does_not_look_back() -> None:
    """k <= k a_{k-1} holds at k = 0 and k = 1, and not at k = 2: below the window there is nothing to look at."""
    claim = induction(
        lambda view: at_most(view.k, view.k * view.rows["a"](-1)),
        lambda view: at_most(view.k + 1, view.k * view.rows["a"](-1)),
        (STILL,),
    )
    assert_refused("looks at k-1", proved, claim, evidently, evidently, as_before)


def test_an_invariant_does_not_look_further_than_it_says() -> None:
    short = replace(PASCAL, reach=0)
    with pytest.raises((NotProved, LookupError)):
        prove(short, certificate())
    with pytest.raises((NotProved, LookupError)):
        RIGHT.certificate(short)


def test_an_invariant_says_the_same_at_every_t_and_k() -> None:
    """One that is t <= 1, or k <= 1, for the symbol, and nothing where a step ends, is not the one that is printed."""
    invariants: list[Invariant] = [
        lambda view: at_most(view.t, 1) if view.t is t else at_most(0, 1),
        lambda view: at_most(view.k, 1) if view.t is t and view.k is k else at_most(0, 1),
    ]
    for invariant in invariants:
        assert_refused(
            "", proved, induction(invariant, of_rows("1 < 0"), (STILL,)), evidently, evidently, evidently
        )


def test_what_is_given_is_not_about_the_number_of_rounds() -> None:
    """If t s <= s for some t >= 5 then for t + 1; that is no reason for t = 5, and at s = 1 it is false."""
    claim = induction(
        of_rows("t*s <= s"), of_rows("s < 0"), (STILL,), facts("s >= 0; t >= 5"), example={"s": 0, "t": 9}
    )
    fourth = Fraction(1, 4)
    step = by(product("invariant at k", factor=5 * fourth), product("t >= 5", "s >= 0", factor=fourth))
    assert_refused("", proved, claim, evidently, at_once("", step), at_once("", step))


def test_what_is_given_is_not_about_the_place_in_the_row() -> None:
    """k a_k = 0 for k >= 5 if for k - 1 too; after five rounds of Pascal's triangle a_5 = 1."""
    w = Symbol("w")
    claim = induction(
        of_rows("k*a = 0"),
        of_rows("k*a = 1"),
        (Round(s, {"a": w}),),
        facts("k >= 5"),
        example={"s": 0, "w": 0, "k": 9},
    )
    before = (product("invariant at k", scale=s * (k - 1)), product("invariant at k-1", scale=w * k))
    step = at_once("", by(*before, times=(product("k >= 5"), product(factor=4))))
    assert_refused("", proved, claim, identity, identity, step)


def test_proofs_fit_their_claims() -> None:
    """An induction is not shown at once, and nothing else by induction."""
    assert_refused("is not shown by induction", RIGHT.certificate, claimed(equal(x, x)))
    assert_refused("is not shown by a chain", identity.certificate, PASCAL)


def test_a_claim_keeps_what_it_was_given() -> None:
    """Hypotheses that are taken away after the claim was made are still its hypotheses."""
    given = facts("s >= 0")
    claim = replace(PASCAL, given=given, example={"s": 1})
    given.clear()
    assert "0 <= s" in claim.statement("text")


# What an induction says of its rows serves as a lemma: of rows, given what all rounds share, and of nothing else.

c, b, y, z, P = map(Symbol, ("c", "b", "y", "z", "P"))
STEP = at_once("one more", search)
SUM = Induction(
    "sum",
    "where U adds up c, which is at most b, over t rounds",
    zero_sums,
    add_share,
    (Round(ONE, {"U": c}),),
    of_rows("U <= t*b"),
    of_rows("U <= t*b/2"),
    {"c": 1, "b": 1},
    facts("c <= b; b >= 0"),
)
BY = ByInduction(at_once("0 = 0", algebra), [STEP], [STEP])
SUMMED = prove(SUM, BY.certificate(SUM))
"""U <= t b."""
Z = facts("z >= 0")


def using(
    goal: Relation, given: Facts, stands: tuple[str, ...] = ("x",), **values: Term | int
) -> Implication:
    """A claim by that lemma: x is the row after y rounds, each of which is at most z."""
    put_in: dict[str, Term | int] = {"U_k": x, "t": y, "b": z, **values}
    at = {"x": 0, "y": 2, "z": 3, "c": 1, "P": 1}
    claim = claimed(goal, given, {"sum": lemma(SUMMED, **put_in)}, at=at, mutant=Mutant(FALSE, at))
    return replace(claim, reading="x is U of sum after y rounds", stands=stands)


def test_what_it_says() -> None:
    """Its rows' entries stand for something; what is given of all rounds alike is asked for, and of each one is not."""
    found = implication(SUMMED)
    assert str(found.goal) == "U_k <= t*b"
    assert found.stands == ("U_k",)
    assert list(found.given) == ["b >= 0"]


def test_it_is_used_of_rows() -> None:
    """x <= y z, where x is the row after y rounds, whatever each of them adds."""
    theorem = shown(using(at_most(x, y * z), Z), search)
    assert theorem.evidence.text() == "proved"
    assert [each.name for each in theorem.claim.lemmas] == ["sum"]


def test_who_uses_it_says_what_rows_are_and_presupposes_what_rounds_share() -> None:
    """No symbol becomes a row's entry by itself, and no number does; of b below 0 it says nothing."""
    for why, claim in (
        ("x stands for something in sum, and for nothing here", using(at_most(x, y * z), Z, ())),
        ("U_k stands for something, and not for 7", using(at_most(7, y * z), Z, U_k=7)),
        ("0 <= z: its sign is not evident", using(at_most(x, y * z), {})),
    ):
        assert_refused(why, shown, claim, search)


def test_one_row_has_had_one_number_of_rounds() -> None:
    """After two rounds and after three, the same x would be at most 2 z whatever it is."""
    known = {name: lemma(SUMMED, U_k=x, t=term(number), b=z) for name, number in (("2", 2), ("3", 3))}
    claim = replace(using(at_most(x, 2 * z), Z), known=known)
    assert_refused("x is U_k of sum at different places", shown, claim, search)


def test_what_is_about_powers_is_no_lemma() -> None:
    """G would be any number for who does not know its k."""
    claim = induction(of_rows("a <= G"), of_rows("a <= G - 1"), (STILL,), base=term(2))
    theorem = proved(claim, STEP, STEP, STEP)
    assert_refused("what is about powers of k is no lemma", lambda: lemma(theorem).relation)


def test_another_claim_that_concludes_is_no_lemma() -> None:
    """A kind of claim of one's own says what it likes, and nobody may use it."""

    class Forged(Induction):
        @property
        def conclusion(self) -> Implication:
            return claimed(FALSE)

    forged = Forged(*(getattr(SUM, name) for name in SUM.__slots__))
    assert_refused("only the kernel's own", prove, forged, BY.certificate(SUM))


AT: dict[str, int] = {"P": 0, "b": 1}
BOUND = replace(
    claimed(at_most(P, b), facts("b >= 0"), at=AT, name="bound", mutant=Mutant(below(P, 0), AT)),
    reading="P is a probability",
    stands=("P",),
)
CITED = prove(BOUND, Citation("somebody"))


def cited(**values: Term | int) -> Induction:
    """The same sum, where that c <= b is cited of what c is in words."""
    put_in: dict[str, Term | int] = {"P": c, **values}
    return replace(SUM, name="sum of cited", given=facts("b >= 0"), known={"bound": lemma(CITED, **put_in)})


def test_a_rounds_own_number_may_stand_for_something() -> None:
    """Then the sum rests on the citation; with c = 100 put in the citation would say that 100 <= b."""
    claim = cited()
    theorem = prove(claim, BY.certificate(claim))
    assert theorem.evidence.text() == "proved given [bound: somebody]"
    assert implication(theorem).stands == ("U_k",)
    instance = Instance(
        "instance", "", theorem, [{"c": term(100)}], {"c": ONE}, facts("b >= 0"), {}, {}, {"b": 1}
    )
    found = ByInstance().certificate(instance)
    assert_refused("c stands for something in bound", prove, instance, found)


def test_what_all_rounds_share_stands_for_nothing() -> None:
    """b is no round's own, and one number is not two things."""
    claim = replace(cited(P=b, b=c), given=facts("c >= 0; c <= b; b >= 0"))
    why = "b stands for something in what is known, and is no round's own"
    assert_refused(why, lambda: prove(claim, BY.certificate(claim)))
    twice = {"1": lemma(CITED, P=c, b=b), "2": lemma(CITED, P=c, b=b + 1)}
    both = replace(cited(), known=twice, given=facts("b >= 0; b + 1 >= 0"))
    assert_refused("c stands for different things", lambda: prove(both, BY.certificate(both)))


def test_what_always_holds_may_be_about_the_number_of_rounds() -> None:
    """A fact of analysis is so for every t, as V^t is e^(t ln V); what is given may not be about t."""
    V = Symbol("V")
    claim = Induction(
        "power",
        "where M is multiplied by V in each round",
        zero_sums,
        lambda row, _, share: [whole * share for whole in row],
        (Round(ONE, {"M": V}),),
        lambda view: equal(view.rows["M"](0), 0 * exp(view.t * log(V))),
        of_rows("M = 1"),
        {"V": 1},
        facts("V > 0"),
        {"sum": axiom(Always.SUM, COUNT * log(V), log(V))},
    )
    assert proved(claim, STEP, STEP, STEP).evidence.text().startswith("tested")
    given = {**claim.given, "t >= 5": at_most(Fraction(5), COUNT)}
    wrong = replace(claim, given=given, example={"V": 1, "t": 9})
    assert_refused("t is the induction's own", proved, wrong, STEP, STEP, STEP)
