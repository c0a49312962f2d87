"""Instances: a general theorem about rounds is used only for rounds that are shown to have its property."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from ldproof import rounds as transcript
from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Citation, by_name
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.instance import ByInstance, Instance
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import Derivation, algebra, at_once, by
from ldproof_proofs.kernel.relations import at_most, equal
from ldproof_proofs.kernel.rows import Invariant
from ldproof_proofs.kernel.theorem import Evidence, Strength, Theorem, prove
from tests.proofs.kernel.making import assert_refused, claimed, facts, of_rows, relations, shown

o, b, x, r = map(Symbol, "obxr")
evidently = at_once("it is evident", positivity)


def by_rounds(
    name: str,
    invariant: Invariant,
    mutant: Invariant,
    example: dict[str, int],
    given: str,
    proof: tuple[Derivation, Derivation] = (evidently, evidently),
    **changes: Any,
) -> Theorem:
    """A theorem about rounds without reports, each of which multiplies a by o."""
    start, turn, rounds = transcript.initial_weights, transcript.forward_step, (Round(o, {"a": term(0)}),)
    claim = Induction(
        name, "where a are weights", start, turn, rounds, invariant, mutant, example, facts(given)
    )
    claim, (base, step) = replace(claim, **changes), proof
    return prove(claim, ByInduction(base, [step], [step]).certificate(claim))


GENERAL = by_rounds(
    "general",
    of_rows("a <= b"),
    of_rows("a <= 0"),
    {"o": 1, "b": 1},
    "o >= 0; o <= 1; b >= 1",
    (evidently, at_once("", by(product("invariant at k"), product("a_k >= 0", "o <= 1")))),
    nonnegative=True,
)
"""If 0 <= o <= 1 in every round then 0 <= a_k <= b, for any b >= 1."""
GIVEN = facts("r >= 0; r <= 1; x >= 1")
EASY = {**GIVEN, **facts("1 - r >= 0; 1 - r <= 1")}


def instance(kinds: list[Mapping[str, Term]], given: Facts = EASY) -> Instance:
    """The general theorem for some rounds, with x for b."""
    return Instance("the claim", "", GENERAL, kinds, {"o": r + 2}, given, {}, {"b": x}, {"r": 0, "x": 1})


def proved(claim: Instance) -> Theorem:
    """The theorem."""
    return prove(claim, ByInstance().certificate(claim))


def test_an_instance() -> None:
    """Dummies of both bits, a bound put in: the general invariant with x for b."""
    theorem = proved(instance([{"o": r}, {"o": 1 - r}]))
    assert theorem.evidence.text() == "proved"
    assert theorem.statement.endswith("for all t >= 0 and k >= 0: a_k <= x")
    assert "a round with o = r" in theorem.derivation("text")
    theorem.replay()


class Lenient(Induction):
    """An induction that believes everything."""

    __slots__ = ()

    def check(self, certificate: object) -> Evidence:
        return Evidence(Strength.PROVED)


def test_only_inductions_have_instances() -> None:
    """Neither an implication nor what overrides its own check: a_k <= 0 for all o."""
    claim = GENERAL.claim
    assert isinstance(claim, Induction)
    made = {each.name: getattr(claim, each.name) for each in fields(claim)}
    lenient = Lenient(**{**made, "invariant": claim.mutant, "given": facts("o <= 1")})
    assert_refused("only the kernel's own", prove, lenient, None)
    theorem = shown(claimed(equal(x, x)), algebra)
    assert_refused("is no induction", proved, replace(instance([{"o": r}]), theorem=theorem))
    assert_refused("is no instance", ByInstance().certificate, claimed(equal(x, x)))


def test_what_is_shown_of_a_round_may_be_a_lemma() -> None:
    """0 <= 1 - r is a lemma, where r <= 1 is given."""
    lemmas = [
        shown(claimed(goal, facts("r >= 0; r <= 1"), at={"r": 0}, name=str(goal)), positivity)
        for goal in relations("0 <= 1 - r; 1 - r <= 1")
    ]
    claim = replace(instance([{"o": 1 - r}], GIVEN), known=by_name(lemmas))
    assert proved(claim).assumes == ()
    assert_refused("is not evident", proved, replace(claim, given=facts("r >= 0; x >= 1")))


def test_a_round_without_the_property_is_refused() -> None:
    """One kind that is not shown to be right, a bound that is not, or no kind at all."""
    cases: list[tuple[list[Mapping[str, Term]], Facts, Mapping[str, Term], str]] = [
        ([{"o": r}, {"o": 2 * r}], EASY, {"b": x}, r"nothing shows 0 <= 2\*r"),
        ([{"o": r}], facts("r >= 0; x >= 1"), {"b": x}, "nothing shows r <= 1"),
        ([{"o": -r}], EASY, {"b": x}, "nothing shows 0 <= -r"),
        ([{"o": r}], EASY, {"b": x - 1}, "nothing shows 1 <= x - 1"),
        ([{"o": r}], EASY, {}, "nothing shows 1 <= b"),
        ([{}], EASY, {"b": x}, "nothing shows 0 <= o"),
        ([], EASY, {"b": x}, "says why its terms are defined"),
    ]
    for kinds, given, values, why in cases:
        claim = replace(instance(kinds, given), values=values)
        assert_refused(why, proved, claim)
        assert_refused(why, prove, claim, ())


def test_the_certificate_says_why_terms_are_defined() -> None:
    """Here nothing has to be shown; anything but that is refused."""
    cases: list[object] = [None, 0, 2, "2", {}, (2,)]
    for certificate in cases:
        claim = instance([{"o": r}, {"o": 1 - r}])
        assert_refused(r"is damaged|says why its terms are defined", prove, claim, certificate)


def test_neither_rows_nor_their_number_is_put_in() -> None:
    """It does not say that 5 x <= x of the a_k that rounds make; that b <= t + b does not hold for t = -1."""
    claim = instance([{"o": r}])
    proved(claim)
    assert_refused("", proved, replace(claim, values={"b": x, "a_k": 5 * x}))
    theorem = by_rounds(
        "more rounds", of_rows("b <= t + b"), of_rows("t + b <= b - 1"), {"o": 1, "b": 1}, "o >= 0"
    )
    put_in = Instance("", "", theorem, [{"o": r}], {"o": r - 1}, facts("r >= 0"), {}, {"b": x}, {"r": 0})
    proved(put_in)
    assert_refused("", proved, replace(put_in, values={"t": term(-1)}))


def test_a_mutant_with_the_property_is_none() -> None:
    """The mutant's rounds must break it at the witness: to be another text, or not to be shown, is not enough."""
    for alike in (1 - r, r + 0, 0 + r, 2 * r - r, r + 1):
        wrong = replace(instance([{"o": r}]), mutant={"o": alike})
        assert_refused("its mutant has the property too", proved, wrong)
    proved(replace(instance([{"o": r}]), mutant={"o": r - 1}))


def test_hypotheses_need_a_witness() -> None:
    """From hypotheses that cannot all hold nothing follows, here as elsewhere."""
    assert_refused("", proved, instance([{"o": r}], {**EASY, **facts("r > 1")}))


def test_what_differs_between_rounds_is_not_in_the_invariant() -> None:
    """t a_k (1 - o) = 0 if every round has the same o, which is 0 or 1; not if rounds of both kinds mix."""
    step = at_once("", by(product("o*o = o", scale=-(Symbol("t") + 1) * Symbol("a_k"))))
    alike = by_rounds(
        "all alike", of_rows("t*a*(1 - o) = 0"), of_rows("t*a = 1"), {"o": 0}, "o*o = o", (evidently, step)
    )
    given = facts("1*1 = 1; 0*0 = 0")
    assert_refused("", proved, Instance("", "", alike, [{"o": term(1)}, {"o": term(0)}], {"o": r}, given, {}))


def test_rounds_do_not_differ_in_the_base() -> None:
    """0 <= b^k for a base b > 0: of rounds with b = 2 and rounds with b = 3 it says nothing."""
    powers = by_rounds("powers", of_rows("0 <= G"), of_rows("G <= 0"), {"o": 0, "b": 1}, "b > 0", base=b)
    kinds, given = [{"b": term(2)}, {"b": term(3)}], facts("2 > 0; 3 > 0")
    mixed = Instance("mixed", "", powers, kinds, {"b": -1 - r * r}, given, {})
    assert_refused("the invariant is about b, which rounds differ in", proved, mixed)


def test_what_is_put_in_must_be_defined() -> None:
    """The general theorem speaks of any c; with 1/r for c it says nothing where r = 0."""
    c = Symbol("c")
    same = at_once("the same", algebra)
    any_c = by_rounds(
        "any c",
        lambda view: equal(view.rows["a"](0) * c, c * view.rows["a"](0)),
        lambda view: equal(view.rows["a"](0), c),
        {"o": 1, "c": 5},
        "o >= 0",
        (same, same),
    )
    claim = Instance("r", "", any_c, [{"o": r}], {"o": -r}, facts("r >= 0"), {}, {"c": r}, {"r": 1})
    proved(claim)
    assert_refused("", proved, replace(claim, values={"c": 1 / r}))


def test_an_instance_rests_on_what_its_theorem_rests_on() -> None:
    """A general theorem given a citation makes instances given that citation, and is replayed with them."""
    cited = prove(claimed(at_most(Symbol("z"), 1), name="cited"), Citation("Somebody"))
    source = GENERAL.claim
    assert isinstance(source, Induction)
    resting = prove(replace(source, known=by_name([cited])), GENERAL.certificate)
    theorem = proved(replace(instance([{"o": r}]), theorem=resting))
    assert theorem.evidence.text() == "proved given [cited: Somebody]"
    object.__setattr__(resting, "certificate", {})
    assert_refused("general: powers", theorem.replay)
