"""Instances: a general theorem about rounds is used only for rounds that are shown to have its property."""

from collections.abc import Mapping
from dataclasses import fields, replace

import pytest

from ldproof.numbers import Symbol, Term, term
from ldproof.reporting import transcript
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Citation, by_name
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.instance import ByInstance, Instance
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import algebra, at_once, by
from ldproof_proofs.kernel.relations import at_most, below, equal
from ldproof_proofs.kernel.theorem import Evidence, Strength, Theorem, prove
from tests.proofs.kernel.making import claimed, shown

o, b, x, r = map(Symbol, "obxr")
evidently = at_once("it is evident", positivity)


def general(given: Facts | None = None) -> Theorem:
    """If 0 <= o <= 1 in every round without reports then 0 <= a_k <= b, for any b >= 1."""
    claim = Induction(
        "general",
        "where a are weights",
        transcript.start,
        transcript.forward_step,
        (Round(o, {"a": term(0)}),),
        lambda view: at_most(view.rows["a"](0), b),
        lambda view: at_most(view.rows["a"](0), 0),
        {"o": 1, "b": 1},
        {"o >= 0": at_most(0, o), "o <= 1": at_most(o, 1), "b >= 1": at_most(1, b), **(given or {})},
        nonnegative=True,
    )
    step = at_once("", by(product("invariant at k"), product("a_k >= 0", "o <= 1")))
    return prove(claim, ByInduction(evidently, [step], [step]).certificate(claim))


GENERAL = general()
GIVEN: Facts = {"r >= 0": at_most(0, r), "r <= 1": at_most(r, 1), "x >= 1": at_most(1, x)}
EASY: Facts = {**GIVEN, "1-r": at_most(0, 1 - r), "1-r <= 1": at_most(1 - r, 1)}


def instance(
    kinds: list[Mapping[str, Term]], given: Facts = EASY, values: Mapping[str, Term] | None = None
) -> Instance:
    """The general theorem for some rounds."""
    return Instance(
        "the claim", "", GENERAL, kinds, {"o": r + 2}, given, {}, values or {"b": x}, {"r": 0, "x": 1}
    )


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
        """Say yes."""
        return Evidence(Strength.PROVED)


def test_only_inductions_have_instances() -> None:
    """What overrides its own check does not get to be used as if it had been checked: a_k <= 0 for all o."""
    claim = GENERAL.claim
    assert isinstance(claim, Induction)
    made = {each.name: getattr(claim, each.name) for each in fields(claim)}
    lenient = prove(Lenient(**{**made, "invariant": claim.mutant, "given": {"o <= 1": at_most(o, 1)}}), None)
    wrong = replace(instance([{"o": r}]), theorem=lenient, mutant={"o": r + 2}, values={})
    with pytest.raises(NotProved, match="general is no induction"):
        prove(wrong, ())


def test_what_is_shown_of_a_round_may_be_a_lemma() -> None:
    """0 <= 1 - r is a lemma, where r <= 1 is given."""
    lemmas = [
        shown(
            claimed(goal, {"r >= 0": at_most(0, r), "r <= 1": at_most(r, 1)}, at={"r": 0}, name=name),
            positivity,
        )
        for name, goal in (("low", at_most(0, 1 - r)), ("high", at_most(1 - r, 1)))
    ]
    claim = replace(instance([{"o": 1 - r}], GIVEN), known=by_name(lemmas))
    assert proved(claim).assumes == ()
    without = {name: GIVEN[name] for name in ("r >= 0", "x >= 1")}
    with pytest.raises(NotProved, match="may be used only given"):
        proved(replace(claim, given=without))


@pytest.mark.parametrize(
    ("kinds", "given", "values", "why"),
    [
        ([{"o": r}, {"o": 2 * r}], EASY, {"b": x}, r"nothing shows 0 <= 2\*r"),
        ([{"o": r}], {"r >= 0": EASY["r >= 0"], "x >= 1": EASY["x >= 1"]}, {"b": x}, "nothing shows r <= 1"),
        ([{"o": -r}], EASY, {"b": x}, "nothing shows 0 <= -r"),
        ([{"o": r}], EASY, {"b": x - 1}, "nothing shows 1 <= x - 1"),
        ([{"o": r}], EASY, {}, "nothing shows 1 <= b"),
        ([{}], EASY, {"b": x}, "nothing shows 0 <= o"),
        ([], EASY, {"b": x}, "says why its terms are defined"),
    ],
    ids=str,
)
def test_a_round_without_the_property_is_refused(
    kinds: list[Mapping[str, Term]], given: Facts, values: Mapping[str, Term], why: str
) -> None:
    """One kind that is not shown to be right, a bound that is not, or no kind at all."""
    claim = replace(instance(kinds, given), values=values)
    with pytest.raises(NotProved, match=why):
        proved(claim)
    with pytest.raises(NotProved, match=why):
        prove(claim, ())


@pytest.mark.parametrize("certificate", [None, 0, 2, "2", {}, (2,)])
def test_the_certificate_says_why_terms_are_defined(certificate: object) -> None:
    """Here nothing has to be shown; anything but that is refused."""
    with pytest.raises(NotProved, match=r"must be defined|says why its terms are defined"):
        prove(instance([{"o": r}, {"o": 1 - r}]), certificate)


def test_rows_are_not_put_in() -> None:
    """The general theorem is about the a_k that the rounds make: it does not say that 5 x <= x."""
    claim = instance([{"o": r}])
    proved(claim)
    with pytest.raises(NotProved):
        proved(replace(claim, values={"b": x, "a_k": 5 * x}))


def test_the_number_of_rounds_is_not_put_in() -> None:
    """That b <= t + b holds for every number of rounds t, and for t = -1 it does not."""
    claim = Induction(
        "more rounds",
        "",
        transcript.start,
        transcript.forward_step,
        (Round(o, {"a": term(0)}),),
        lambda view: at_most(b, view.t + b),
        lambda view: at_most(view.t + b, b - 1),
        {"o": 1, "b": 1},
        {"o >= 0": at_most(0, o)},
    )
    theorem = prove(claim, ByInduction(evidently, [evidently], [evidently]).certificate(claim))
    given: Facts = {"r >= 0": at_most(0, r)}
    put_in = Instance("the claim", "", theorem, [{"o": r}], {"o": r - 1}, given, {}, {"b": x}, {"r": 0})
    proved(put_in)
    with pytest.raises(NotProved):
        proved(replace(put_in, values={"t": term(-1)}))


def test_a_mutant_with_the_property_is_none() -> None:
    """The mutant's rounds must break it at the witness: to be another text, or not to be shown, is not enough."""
    for alike in (1 - r, r + 0, 0 + r, 2 * r - r, r + 1):
        with pytest.raises(NotProved, match="its mutant has the property too"):
            proved(replace(instance([{"o": r}]), mutant={"o": alike}))
    proved(replace(instance([{"o": r}]), mutant={"o": r - 1}))


def test_hypotheses_need_a_witness() -> None:
    """From hypotheses that cannot all hold nothing follows, here as elsewhere."""
    impossible: Facts = {**EASY, "r > 1": below(1, r)}
    with pytest.raises(NotProved):
        proved(instance([{"o": r}], impossible))


def test_what_differs_between_rounds_is_not_in_the_invariant() -> None:
    """t a_k (1 - o) = 0 if every round has the same o, which is 0 or 1; not if rounds of both kinds mix."""
    claim = Induction(
        "all alike",
        "",
        transcript.start,
        transcript.forward_step,
        (Round(o, {"a": term(0)}),),
        lambda view: equal(view.t * view.rows["a"](0) * (1 - o), 0),
        lambda view: equal(view.t * view.rows["a"](0), 1),
        {"o": 0},
        {"0 or 1": equal(o * o, o)},
    )
    step = at_once("", by(product("0 or 1", scale=-(Symbol("t") + 1) * Symbol("a_k"))))
    alike = prove(claim, ByInduction(evidently, [step], [step]).certificate(claim))
    given: Facts = {"1": equal(term(1) * 1, 1), "0": equal(term(0) * 0, 0)}
    mixed = Instance("mixed", "", alike, [{"o": term(1)}, {"o": term(0)}], {"o": r}, given, {})
    with pytest.raises(NotProved):
        proved(mixed)


def test_rounds_do_not_differ_in_the_base() -> None:
    """0 <= b^k for a base b > 0: of rounds with b = 2 and rounds with b = 3 it says nothing."""
    claim = Induction(
        "powers",
        "",
        transcript.start,
        transcript.forward_step,
        (Round(o, {"a": term(0)}),),
        lambda view: at_most(0, view.power(0)),
        lambda view: at_most(view.power(0), 0),
        {"o": 0, "b": 1},
        {"b > 0": below(0, b)},
        base=b,
    )
    powers = prove(claim, ByInduction(evidently, [evidently], [evidently]).certificate(claim))
    given: Facts = {"2": below(0, term(2)), "3": below(0, term(3))}
    with pytest.raises(NotProved, match="the invariant is about b, which rounds differ in"):
        proved(Instance("mixed", "", powers, [{"b": term(2)}, {"b": term(3)}], {"b": -1 - r * r}, given, {}))


def test_what_is_put_in_must_be_defined() -> None:
    """The general theorem speaks of any c; with 1/r for c it says nothing where r = 0."""
    c = Symbol("c")
    claim = Induction(
        "any c",
        "",
        transcript.start,
        transcript.forward_step,
        (Round(o, {"a": term(0)}),),
        lambda view: equal(view.rows["a"](0) * c, c * view.rows["a"](0)),
        lambda view: equal(view.rows["a"](0), c),
        {"o": 1, "c": 5},
        {"o >= 0": at_most(0, o)},
    )
    same = at_once("the same", algebra)
    any_c = prove(claim, ByInduction(same, [same], [same]).certificate(claim))
    given: Facts = {"r >= 0": at_most(0, r)}
    proved(Instance("r", "", any_c, [{"o": r}], {"o": -r}, given, {}, {"c": r}, {"r": 1}))
    with pytest.raises(NotProved):
        proved(Instance("1/r", "", any_c, [{"o": r}], {"o": -r}, given, {}, {"c": 1 / r}, {"r": 1}))


def test_only_an_induction_has_instances() -> None:
    """An implication is used as a lemma instead."""
    theorem = shown(claimed(equal(x, x)), algebra)
    with pytest.raises(NotProved, match="is no induction"):
        proved(replace(instance([{"o": r}]), theorem=theorem))
    with pytest.raises(NotProved, match="is no instance"):
        ByInstance().certificate(claimed(equal(x, x)))


def test_an_instance_rests_on_what_its_theorem_rests_on() -> None:
    """A general theorem given a citation makes instances given that citation, and is replayed with them."""
    cited = prove(claimed(at_most(Symbol("z"), 1), name="cited"), Citation("Somebody"))
    source = GENERAL.claim
    assert isinstance(source, Induction)
    resting = prove(replace(source, known=by_name([cited])), GENERAL.certificate)
    theorem = proved(replace(instance([{"o": r}]), theorem=resting))
    assert theorem.evidence.text() == "proved given [cited: Somebody]"
    object.__setattr__(resting, "certificate", {})
    with pytest.raises(NotProved, match="general: powers"):
        theorem.replay()
