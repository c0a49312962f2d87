"""Implications: hypotheses that cannot hold, terms that are not defined, lemmas out of place, steps that go astray."""

from dataclasses import dataclass, replace
from fractions import Fraction
from types import SimpleNamespace
from typing import cast

import pytest

from ldproof.numbers import Term, exp, least, log, sqrt, term
from ldproof.shots.formulas import user_epsilon
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.combination import Combination, Product, product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.implication import (
    Chain,
    Citation,
    Implication,
    Known,
    Line,
    Rule,
    accepts,
    axiom,
    by_name,
    lemma,
)
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import Derivation, Last, Step, algebra, at_once, by, steps
from ldproof_proofs.kernel.relations import Point, Relation, Sign, at_most, below, equal
from ldproof_proofs.kernel.theorem import Evidence, Mutant, Strength, Theorem, prove
from tests.proofs.kernel.making import (
    FALSE,
    NOTHING,
    ONES,
    POSITIVE,
    believed,
    blind,
    claimed,
    line,
    shown,
    summed,
    w,
    x,
    y,
    z,
)

NONNEGATIVE: Facts = {"x >= 0": at_most(0, x)}


def brief(value: object) -> str | None:
    """A relation in a test's name; the rest is not."""
    return str(value) if isinstance(value, Relation) else None


def test_what_is_right_is_proved() -> None:
    """A chain of two steps, with a denominator that is positive."""
    chain = steps(
        Step("=", x / (1 + x), "multiply out", algebra),
        last=Last("x > 0", positivity, "<"),
    )
    theorem = shown(claimed(below(1 - 1 / (1 + x), 1), POSITIVE, mutant=Mutant(below(x, 0), ONES)), chain)
    assert theorem.evidence.text() == "proved"
    assert theorem.statement == "if 0 < x then 1 - 1/(1 + x) < 1"
    theorem.replay()


# Hypotheses.


@pytest.mark.parametrize(
    ("given", "at"),
    [
        ({"x > 0": below(0, x), "x < 0": below(x, 0)}, {"x": 1}),
        ({"x > 0": below(0, x)}, {"x": 0}),
        ({"x > 0": below(0, x)}, {"y": 1}),
        ({"x > 0": below(0, x)}, {}),
        ({"defined": at_most(1 / x, 1 / x)}, {"x": 0}),
        ({"a root": at_most(0, sqrt(x))}, {"x": -1}),
        ({"1 < 0": FALSE}, {"x": 1}),
        ({"x = 1/3": equal(3 * x, 1)}, {"x": Fraction(1, 4)}),
    ],
    ids=str,
)
def test_hypotheses_need_a_witness(given: Facts, at: Point) -> None:
    """From what cannot all hold at once anything follows, so a point must be shown where it does."""
    with pytest.raises(NotProved, match="does not hold"):
        believed(claimed(equal(x, x), given, at=at), NOTHING)


# Mutants.


def test_a_proof_without_a_mutant_is_none() -> None:
    """What cannot fail shows nothing."""
    with pytest.raises(NotProved, match="no near miss fails at the witness"):
        shown(replace(claimed(equal(x, x)), mutant=None), algebra)


@pytest.mark.parametrize(
    ("mutant", "why"),
    [
        (Mutant(at_most(0, x), {"x": 1}), "holds at the point that should refute it"),
        (Mutant(below(0, x**2), {"x": 1}), "holds at the point that should refute it"),
        (Mutant(below(x, 0), {"x": -1}), "does not hold"),
        (Mutant(below(x, 0), {}), "does not hold"),
    ],
    ids=["true", "true, differently", "where the hypotheses fail", "nowhere"],
)
def test_a_mutant_must_be_refuted_where_the_hypotheses_hold(mutant: Mutant, why: str) -> None:
    """A true neighbour is no mutant, and neither is one that only fails where nothing is claimed."""
    with pytest.raises(NotProved, match=why):
        believed(claimed(below(0, x), POSITIVE, mutant=mutant), summed(product("x > 0")))


@pytest.mark.parametrize(
    "mutant",
    [
        Mutant(below(0, 2 * x + (y - y) ** 2), {"x": 1}),
        Mutant(below(0, 2 * x * y / y), {"x": 1, "y": 0}),
        Mutant(below(0, x + sqrt(y) ** 2 - y), {"x": 1, "y": -1}),
    ],
    ids=["no value for y", "divided by zero", "a root of -1"],
)
def test_a_mutant_is_not_refuted_by_being_undefined(mutant: Mutant) -> None:
    """These are true wherever they mean something: that they mean nothing at a point is no refutation."""
    with pytest.raises(NotProved):
        believed(claimed(below(0, x), POSITIVE, mutant=mutant), summed(product("x > 0")))


def test_a_rule_that_shows_the_mutant_too_shows_nothing() -> None:
    """A rule that says yes to everything is found out by the mutant."""
    with pytest.raises(NotProved, match="shows its mutant too"):
        shown(claimed(equal(x, x)), lambda goal, facts: NOTHING)


def test_a_certificate_is_sent_to_the_mutant() -> None:
    """A certificate's steps are believed of what is the same number, and of nothing else."""
    chain = blind(claimed(below(0, x), POSITIVE), line(below(0, x), summed(product("x > 0"))))
    assert accepts(chain, below(0, x * y / y), POSITIVE)
    assert not accepts(chain, below(0, 2 * x), POSITIVE)
    assert not accepts(chain, below(0, 1 / (y - y)), POSITIVE)
    mutant = Mutant(below(0, x * y / y), {"x": 1, "y": 0})
    with pytest.raises(NotProved):
        prove(claimed(below(0, x), POSITIVE, mutant=mutant), chain)


def test_who_believes_every_step_is_found_out_by_the_mutant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the algebra itself says yes to everything, nothing is proved."""
    claim = claimed(below(0, x), POSITIVE)
    chain = blind(claim, line(claim.goal, NOTHING))
    monkeypatch.setattr(Combination, "check", lambda *_: None)
    with pytest.raises(NotProved, match="the same steps prove its mutant"):
        prove(claim, chain)


# Definedness.


@pytest.mark.parametrize(
    ("goal", "given", "proof"),
    [
        (equal(x / x, 1), NONNEGATIVE, algebra),
        (equal(1 / x * x, 1), {}, algebra),
        (equal(x**-1 * x, 1), {}, algebra),
        (equal(x**-2 * x**2, 1), NONNEGATIVE, algebra),
        (equal(0 / x, 0), {}, algebra),
        (equal(log(x) - log(x), 0), NONNEGATIVE, algebra),
        (equal(log(x), log(x)), {}, algebra),
        (equal(sqrt(x) ** 2, x), {}, algebra),
        (equal(sqrt(x - 1) ** 2, x - 1), POSITIVE, algebra),
        (at_most(0, x), {}, at_once("", algebra)),
        (equal(1 / (1 / x), x), {}, algebra),
        (equal(exp(1 / x) - exp(1 / x), 0), {}, algebra),
        (equal(least(1 / x, y), least(y, 1 / x)), {}, algebra),
        (equal(x, x), {"hidden": at_most(1 / y, 1 / y)}, algebra),
        (equal(x, x), {"hidden": Relation(log(y), "!=", term(5))}, algebra),
        (equal(x, x), {}, steps(Step("=", x * y / y, "", algebra), last=Last("", algebra))),
        (at_most(0, x), {}, steps(Step("=", 0 * sqrt(x), "", algebra), last=Last("", by(product("x"))))),
        (equal(x, x), {}, steps(Step("=", x + log(y) - log(y), "", algebra), last=Last("", algebra))),
        (equal(x, x), {}, steps(Step("=", x * y**-1 * y, "", algebra), last=Last("", algebra))),
    ],
    ids=brief,
)
def test_a_term_that_may_be_undefined_proves_nothing(
    goal: Relation, given: Facts, proof: Rule | Derivation
) -> None:
    """Divisors, radicands and logarithms are owed wherever they are written: in goal, hypothesis or step."""
    with pytest.raises(NotProved, match=r"evident|no fact|identity"):
        shown(claimed(goal, given), proof)


def test_the_same_terms_are_welcome_where_they_are_defined() -> None:
    """x/x = 1 for x > 0, in goal and step: the tests above fail for no other reason."""
    shown(claimed(equal(x / x, 1), POSITIVE), algebra)
    shown(claimed(equal(sqrt(x) ** 2, x), NONNEGATIVE), algebra)
    given = {**POSITIVE, "hidden": at_most(1 / x, 1 / x)}
    shown(claimed(equal(y, y), given), steps(Step("=", y * x / x, "", algebra), last=Last("", algebra)))


def test_a_hypothesis_does_not_show_itself_defined() -> None:
    """That 1/x is positive says nothing of x where it has no value; a chain of such hypotheses does not either."""
    circle = {"1/x > 0": below(0, 1 / x), "x / x": below(0, x * (1 / x) * x)}
    with pytest.raises(NotProved, match="x != 0: its sign is not evident"):
        shown(claimed(below(0, 1 / x), circle), by(product("1/x > 0")))
    claim = claimed(below(0, 1 / x), circle)
    with pytest.raises(NotProved, match="x != 0: no fact is named"):
        prove(claim, Chain((line(claim.goal, summed(product("1/x > 0"))),), (summed(product("x / x")),)))


def test_what_shows_a_term_defined_is_defined_itself() -> None:
    """That 1 + x is not 0 does not follow from 1 + x = 1 + sqrt(x)^2 where x has no root."""
    claim = claimed(equal((1 + x) / (1 + x), 1))
    root = Product((), squares=(sqrt(x),))
    with pytest.raises(NotProved, match="is not itself defined"):
        prove(claim, Chain((line(claim.goal, NOTHING),), (summed(root, product()),)))
    given = replace(claim, given={"x >= 0": at_most(0, x), "a root": at_most(0, sqrt(x))})
    paid = (summed(product("x >= 0")), summed(root, product()))
    prove(given, Chain((line(claim.goal, NOTHING),), paid))


@pytest.mark.parametrize("count", [0, 2])
def test_all_that_is_owed_is_paid(count: int) -> None:
    """One obligation, and none or two payments."""
    claim = claimed(equal(x / x, 1), POSITIVE)
    paid = (summed(product("x > 0")),) * count
    with pytest.raises(NotProved, match="1 terms must be defined"):
        prove(claim, Chain((line(claim.goal, NOTHING),), paid))


# Known facts and lemmas.


def goes_down(name: str = "a lemma") -> Theorem:
    """If x > 0 then 0 < x / 2."""
    return shown(claimed(below(0, x / 2), POSITIVE, name=name), positivity)


def test_a_lemma_is_used_with_its_hypotheses() -> None:
    """With x > 0 at hand, or y > 0 where y stands for x."""
    shown(claimed(below(0, x / 2), POSITIVE, by_name([goes_down()])), by(product("a lemma")))
    given = {"y > 0": below(0, y)}
    shown(claimed(below(0, y / 2), given, {"it": lemma(goes_down(), x=y)}), by(product("it")))


@pytest.mark.parametrize(
    ("given", "values"),
    [
        ({}, {}),
        (NONNEGATIVE, {}),
        ({"x >= 1": at_most(1, x)}, {}),
        (POSITIVE, {"x": y}),
        (POSITIVE, {"x": x - 1}),
        ({"y > 0": below(0, y)}, {}),
        ({"x > 0": below(x, 0)}, {}),
    ],
    ids=str,
)
def test_a_lemma_without_its_hypotheses_is_no_help(given: Facts, values: dict[str, Term]) -> None:
    """What the lemma supposes must be given word for word, about the terms that are put in."""
    known = {"it": lemma(goes_down(), **values)}
    goal = known["it"].relation
    at = {"x": -1, "y": 1} if "x > 0" in given and given["x > 0"] == below(x, 0) else ONES
    with pytest.raises(NotProved, match="may be used only given"):
        shown(claimed(goal, given, known, at=at), by(product("it")))


def test_a_denominator_hidden_in_a_lemma_is_owed() -> None:
    """A cited lemma speaks of 1/x; whoever uses it must show x != 0."""
    cited = prove(claimed(at_most(0, y + 0 / x), name="cited"), Citation("Somebody"))
    with pytest.raises(NotProved, match="x != 0: its sign is not evident"):
        shown(claimed(at_most(0, y), {}, by_name([cited])), by(product("cited")))
    shown(claimed(at_most(0, y), POSITIVE, by_name([cited])), by(product("cited")))


def test_only_theorems_are_lemmas() -> None:
    """What was never proved, but looks like a theorem, is refused; so is a theorem that ends in no relation."""
    unproved = cast(Theorem, SimpleNamespace(name="a fake", claim=claimed(below(y, 0), name="a fake")))
    with pytest.raises((NotProved, TypeError)):
        resting_on(unproved)
    counted = Finite("counted", "one", "n = 1", lambda: [("1", True)], lambda: [("1", False)])
    theorem = prove(counted, ByEnumeration().certificate(counted))
    with pytest.raises(NotProved, match="is no implication"):
        resting_on(theorem)


def test_a_hypothesis_about_numbers_is_looked_at() -> None:
    """The lemma with 1 for x may be used at once, and with -1 or 0 for x not at all."""
    shown(claimed(below(0, term(1) / 2), known={"it": lemma(goes_down(), x=1)}), by(product("it")))
    for number in (-1, 0):
        known = {"it": lemma(goes_down(), x=number)}
        with pytest.raises(NotProved, match="may be used only given"):
            shown(claimed(below(0, term(number) / 2), known=known), by(product("it")))


@pytest.mark.parametrize(
    ("known", "goal"),
    [
        ({"up": axiom(Always.MONOTONE, x, y)}, at_most(exp(x), exp(y))),
        ({"least": axiom(Always.MINIMUM, x, y)}, equal(least(x, y), x)),
        ({"sum": axiom(Always.PRODUCT, x, y)}, equal(log(x * y), log(x) + log(y))),
    ],
    ids=["MONOTONE", "MINIMUM", "PRODUCT"],
)
def test_a_fact_with_a_premise_needs_it(known: dict[str, Known], goal: Relation) -> None:
    """exp(x) <= exp(y) needs x <= y, min(x, y) = x does too, and a logarithm's rule positive factors."""
    because = summed(*map(product, known))
    others = {"y > 0": below(0, y), "xy > 0": below(0, x * y)}
    with pytest.raises(NotProved, match="may be used only given"):
        believed(claimed(goal, others, known), because)
    believed(claimed(goal, {**others, "x <= y": at_most(x, y), "x > 0": below(0, x)}, known), because)


def test_known_facts_stand_on_what_is_before_them() -> None:
    """A premise may be a fact that was known earlier, and not one that comes later or is the fact itself."""
    chain = {
        "up": axiom(Always.MONOTONE, x, y),
        "upper": axiom(Always.MONOTONE, exp(x), exp(y)),
    }
    given = {"x <= y": at_most(x, y)}
    goal = at_most(exp(exp(x)), exp(exp(y)))
    shown(claimed(goal, given, chain), by(product("upper")))
    with pytest.raises(NotProved, match="may be used only given"):
        shown(claimed(goal, given, dict(reversed(chain.items()))), by(product("upper")))


def test_a_lemma_does_not_lean_on_itself() -> None:
    """If P then P is a theorem; it makes P known to nobody."""
    itself = shown(claimed(below(0, x), POSITIVE, name="itself"), by(product("x > 0")))
    other = shown(claimed(below(0, x), POSITIVE, name="other"), by(product("x > 0")))
    for known in ({"itself": lemma(itself)}, {"itself": lemma(itself), "other": lemma(other)}):
        with pytest.raises(NotProved, match="may be used only given"):
            shown(claimed(below(0, x), {}, known), by(product("itself")))


def test_a_mapping_that_changes_later_changes_nothing() -> None:
    """Hypotheses and known facts are copied when the claim is made."""
    given = {"x >= 0": at_most(0, x)}
    known = {"root": axiom(Always.ROOT, x)}
    claim = claimed(below(0, x), given, known)
    assert dict(claim.given) == given
    assert dict(claim.known) == known
    given["x > 0"] = below(0, x)
    known["itself"] = lemma(shown(claimed(below(0, x), POSITIVE, name="itself"), by(product("x > 0"))))
    for name in ("x > 0", "itself"):
        with pytest.raises(NotProved, match="no fact is named"):
            shown(claim, by(product(name)))


def test_a_lemma_keeps_the_terms_that_were_put_in() -> None:
    """Whoever changes the values of a known fact after its claim was proved is not believed any longer, or cannot."""
    values = {"x": x}
    claim = claimed(below(0, x / 2), POSITIVE, {"it": Known(goes_down(), (), values)})
    theorem = shown(claim, by(product("it")))
    values["x"] = y
    try:
        theorem.replay()
    except NotProved:
        return
    assert claim.known["it"].relation == below(0, x / 2)


def test_lemmas_in_a_circle_prove_nothing() -> None:
    """Two theorems that are made to cite each other are never believed again."""
    first = shown(claimed(below(0, x), POSITIVE, name="first"), by(product("x > 0")))
    second = shown(claimed(below(0, x), POSITIVE, by_name([first]), name="second"), by(product("first")))
    object.__setattr__(first.claim, "known", by_name([second]))
    for theorem in (first, second):
        with pytest.raises((NotProved, RecursionError)):
            theorem.replay()


# Steps.


@pytest.mark.parametrize(
    ("goal", "lines", "why"),
    [
        (equal(x, y), [line(equal(x, x), NOTHING)], "the steps lead to"),
        (at_most(0, y), [line(at_most(0, x), summed(product("x > 0")))], "the steps lead to"),
        (below(0, x), [line(at_most(0, x), summed(product("x > 0")))], "the steps lead to"),
        (equal(0, x), [line(at_most(0, x), summed(product("x > 0")))], "the steps lead to"),
        (Relation(term(0), "!=", x), [line(at_most(0, x), summed(product("x > 0")))], "the steps lead to"),
        (
            at_most(0, x),
            [line(Relation(term(0), "!=", x), summed(product("x > 0"), negated=True))],
            "lead to",
        ),
        (below(0, x), [line(Relation(term(0), "!=", x), summed(product("x > 0"), negated=True))], "lead to"),
        (equal(0, x), [line(below(0, x), summed(product("x > 0")))], "the steps lead to"),
        (
            below(0, 2 * x),
            [
                line(Relation(term(0), "!=", x), summed(product("x > 0"), negated=True)),
                line(below(x, 2 * x), summed(product("x > 0"))),
            ],
            "joins nothing but equations",
        ),
        (
            Relation(term(0), "!=", 2 * x),
            [
                line(Relation(term(0), "!=", x), summed(product("x > 0"), negated=True)),
                line(Relation(x, "!=", 2 * x), summed(product("x > 0"), negated=True)),
            ],
            "joins nothing but equations",
        ),
        (
            at_most(0, 2 * x),
            [
                line(at_most(0, x), summed(product("x > 0"))),
                line(Relation(x, "!=", 2 * x), summed(product("x > 0"), negated=True)),
            ],
            "joins nothing but equations",
        ),
        (
            below(0, 2 * x),
            [
                line(at_most(0, x), summed(product("x > 0"))),
                line(at_most(x, 2 * x), summed(product("x > 0"))),
            ],
            "the steps lead to",
        ),
        (at_most(0, x), [line(at_most(0, -x), NOTHING), line(at_most(-x, x), NOTHING)], "the identity fails"),
        (
            at_most(0, -x),
            [line(at_most(0, x), summed(product("x > 0"))), line(at_most(x, -x), NOTHING)],
            "fails",
        ),
        (at_most(0, x), [], "is no chain of steps"),
    ],
    ids=brief,
)
def test_a_chain_that_goes_astray(goal: Relation, lines: list[Line], why: str) -> None:
    """It leads elsewhere, weakens or joins signs that do not join, or takes a step that is not there."""
    claim = claimed(goal, POSITIVE)
    with pytest.raises(NotProved, match=why):
        prove(claim, blind(claim, *lines))


def test_signs_join() -> None:
    """= then < is <, <= then < is <; a < b gives a <= b and a != b; a = b != c gives a != c."""
    half = line(below(x, 2 * x), summed(product("x > 0")))
    for goal, lines in (
        (below(0 + x, 2 * x), [line(equal(0 + x, x), NOTHING), half]),
        (below(0, 2 * x), [line(at_most(0, x), summed(product("x > 0"))), half]),
        (at_most(x, 2 * x), [half]),
        (Relation(x, "!=", 2 * x), [half]),
        (
            Relation(0 + x, "!=", term(0)),
            [line(equal(0 + x, x), NOTHING), line(Relation(x, "!=", term(0)), summed(product("x > 0")))],
        ),
    ):
        claim = claimed(goal, POSITIVE)
        prove(claim, blind(claim, *lines))


@pytest.mark.parametrize("sign", [">", ""])
def test_there_are_four_signs(sign: str) -> None:
    """No step and no goal with another sign is believed: what would it have been shown to mean?"""
    odd, because = cast(Sign, sign), summed(product("x > 0"))
    claim = claimed(at_most(0, 2 * x), POSITIVE)
    with pytest.raises((NotProved, ValueError)):
        prove(claim, blind(claim, Line(odd, x, "", because), Line("<=", 2 * x, "", because)))
    with pytest.raises((NotProved, ValueError)):
        believed(claimed(Relation(term(0), odd, x), POSITIVE), summed(product("x > 0")))


@pytest.mark.parametrize("certificate", [None, 0, "the point", (), {}, NOTHING, Chain((), ())])
def test_other_certificates_are_refused(certificate: object) -> None:
    """An implication is shown by a chain, and one of at least a step."""
    with pytest.raises(NotProved, match="is no chain of steps"):
        prove(claimed(equal(x, x)), certificate)


def test_a_short_name_is_nobody_else_s() -> None:
    """Where y stands for x + 1 a reader must not take the symbol y for it: if y <= x + 1 is not if y <= y."""
    claim = claimed(at_most(y, x + 1), {"y <= x + 1": at_most(y, x + 1)})
    shown(claim, by(product("y <= x + 1")))
    with pytest.raises((NotProved, ValueError)):
        shown(replace(claim, short={"y": x + 1}), by(product("y <= x + 1")))


# Anchors and citations.


TIE: Facts = {"tie": equal(x, y)}


def anchored(goal: Relation) -> Implication:
    """A claim that says it ties x, the formula, to y, the definition."""
    found = anchor(user_epsilon, lambda: user_epsilon(x), lambda: y)
    return replace(claimed(goal, TIE), anchors=(found,))


SAME = x + y - y
"""What x is whatever y is."""


def freely(goal: Relation, given: Facts | None = None, at: Point | None = None) -> Implication:
    """A claim that says it ties x, the formula, to what it is anyway."""
    found = anchor(user_epsilon, lambda: user_epsilon(x), lambda: x + y - y)
    return replace(claimed(goal, given, at=at or {"x": 1, "y": 1}), anchors=(found,))


@pytest.mark.parametrize(
    ("goal", "because"),
    [
        (equal(x, x), NOTHING),
        (equal(y, y), NOTHING),
        (equal(z, z), NOTHING),
        (equal(x + z, z + x), NOTHING),
        (equal(x - y, y - x + x - y), summed(product("tie"))),
        (equal(0 * x, 0 * y), NOTHING),
        (equal(x - x, y - y), NOTHING),
        (equal(x**0, y**0), NOTHING),
        (at_most(x, y), summed(product("tie"))),
        (at_most(x, y + 1), summed(product("tie"), product())),
        (Relation(y + 1, "!=", x), summed(product("tie"), product())),
    ],
    ids=brief,
)
def test_an_anchor_must_be_tied_by_the_goal(goal: Relation, because: Combination) -> None:
    """Formula and definition on one side only, times zero, or an inequality apart: that ties nothing."""
    believed(claimed(goal, TIE), because)
    with pytest.raises(NotProved, match="does not tie"):
        believed(anchored(goal), because)


def test_an_anchor_that_is_tied() -> None:
    """The goal that formula and definition are equal, either way round."""
    believed(freely(equal(x, SAME)), NOTHING)
    believed(freely(equal(SAME, x)), NOTHING)


def test_a_citation_is_passed_on() -> None:
    """Who uses a cited lemma says so, and whoever uses that; twice is said once."""
    cited = prove(claimed(at_most(y, 1), name="cited"), Citation("Somebody, 1999"))
    again = prove(claimed(at_most(z, 1), name="again"), Citation("Somebody else"))
    assert (cited.evidence.strength, cited.assumes) == (Strength.CITED, ("cited: Somebody, 1999",))
    user = shown(claimed(at_most(y, 2), {}, by_name([cited]), name="user"), by(product("cited"), product()))
    assert user.evidence.text() == "proved given [cited: Somebody, 1999]"
    known = by_name([user, cited, again])
    far = shown(
        claimed(at_most(y + w + z, 4 + w), {}, known), by(product("user"), product("again"), product())
    )
    assert far.assumes == ("again: Somebody else", "cited: Somebody, 1999")


def test_a_lemma_that_no_step_needs_is_still_owned_up_to() -> None:
    """Assuming is reckoned by what stands in the claim, not by what a certificate says it used."""
    cited = prove(claimed(at_most(y, 1), name="cited"), Citation("Somebody"))
    assert shown(claimed(equal(x, x), {}, by_name([cited])), algebra).assumes == ("cited: Somebody",)


def test_a_cited_claim_needs_a_witness_and_a_mutant_too() -> None:
    """A citation spares the steps and nothing else."""
    for claim in (
        replace(claimed(at_most(y, 1)), mutant=None),
        claimed(at_most(y, 1), {"never": FALSE}),
        claimed(at_most(y, 1), mutant=Mutant(at_most(y, 2), ONES)),
        anchored(at_most(z, 1)),
    ):
        with pytest.raises(NotProved):
            prove(claim, Citation("Somebody"))


@dataclass(frozen=True, slots=True)
class Lenient(Implication):
    """An implication that believes everything."""

    def check(self, certificate: object) -> Evidence:
        """Say yes."""
        return Evidence(Strength.PROVED)


def test_a_lenient_implication_is_no_lemma() -> None:
    """What overrides its own check does not get to be used as if it had been checked."""
    lenient = Lenient("lenient", below(y, 0), mutant=Mutant(FALSE, ONES))
    with pytest.raises((NotProved, TypeError)):
        resting_on(prove(lenient, None))


def resting_on(theorem: Theorem) -> Theorem:
    """What follows at once from a theorem that says y < 0."""
    return shown(claimed(below(y, 0), known={"it": lemma(theorem)}, at={"y": -1}), by(product("it")))


EYES = replace(
    claimed(equal(y, 2), at={"x": 2, "y": 2}, name="eyes"), reading="y is the number of eyes", stands=("y",)
)
"""What is so of one number only."""


def using(theorem: Theorem, goal: Relation, **values: Term) -> Implication:
    """A claim that a lemma says at once, in other symbols."""
    at = {"x": 2, "y": 2, "z": 2}
    return claimed(goal, {}, {"lemma": lemma(theorem, **values)}, at=at, mutant=Mutant(FALSE, at))


def test_a_reading_is_not_dropped() -> None:
    """Where y is the number of eyes, y = 2; that x = 2 does not follow, unless x is the number of eyes."""
    eyes = prove(EYES, Citation("a look"))
    by_eyes = by(product("lemma"))
    for silent in (using(eyes, equal(x, 2), y=x), using(eyes, equal(y, 2))):
        with pytest.raises(NotProved, match="stands for something in lemma, and for nothing here"):
            shown(silent, by_eyes)
    with pytest.raises(NotProved, match="y stands for something, and not for x \\+ 1"):
        shown(using(eyes, equal(x + 1, 2), y=x + 1), by_eyes)
    (name,) = using(eyes, equal(x, 2), y=x).goal.left.symbols()
    spoken = replace(using(eyes, equal(x, 2), y=x), reading="x is the number of eyes", stands=(name,))
    again = shown(spoken, by_eyes)
    assert again.evidence.text() == "proved given [eyes: a look]"
    with pytest.raises(NotProved, match="no reading says what x stands for"):
        shown(replace(spoken, reading=""), by_eyes)
    with pytest.raises(NotProved, match="stands for something in lemma"):  # nor further on
        shown(using(again, equal(z, 2), x=z), by_eyes)


def test_what_stands_for_different_things_is_not_one_symbol() -> None:
    """2 eyes and 4 legs, both called y, would show 0 = 2."""
    legs = replace(EYES, name="legs", goal=equal(y, 4), reading="y is the number of legs", witness={"y": 4})
    legs = replace(legs, mutant=Mutant(equal(y, 5), {"y": 4}))
    known = {"eyes": lemma(prove(EYES, Citation("a look"))), "legs": lemma(prove(legs, Citation("a look")))}
    claim = replace(claimed(equal(0, 2), name="a wonder"), known=known, mutant=Mutant(equal(0, 3), {"x": 1}))
    by_both = by(product("legs"), product("eyes", factor=-1))
    with pytest.raises(NotProved, match="y stands for different things in what is known"):
        shown(claim, by_both)


def test_what_is_cited_of_something_says_of_which_symbol() -> None:
    """A reading that binds no symbol binds nobody."""
    with pytest.raises(NotProved, match="no symbol stands for that"):
        prove(replace(EYES, stands=()), Citation("a look"))


def test_two_meanings_do_not_become_one() -> None:
    """There are fewer heads x than eyes y; with one symbol for both it would be x < x."""
    fewer = replace(
        claimed(below(x, y), at={"x": 1, "y": 2}, name="fewer"),
        reading="x is the number of heads, y is the number of eyes",
        stands=("x", "y"),
    )
    theorem = prove(fewer, Citation("a look"))
    for values in ({"x": y}, {"y": x}, {"x": z, "y": z}):
        with pytest.raises(NotProved, match="stand for different things become one"):
            shown(using(theorem, below(x, x), **values), by(product("lemma")))
    swapped = replace(using(theorem, below(y, x), x=y, y=x), reading="y heads, x eyes", stands=("x", "y"))
    shown(swapped, by(product("lemma")))


def test_a_part_of_what_divides_by_zero_is_not_proved() -> None:
    """0/0 beside an exponential, or in one, ends in the kernel's own answer."""
    nothing = (x - x) / (x - x)
    for undefined in (exp(x) + nothing, exp(nothing), exp(term(0) / 0), log(nothing), sqrt(nothing) * x):
        claim = claimed(equal(undefined, undefined))
        with pytest.raises(NotProved):
            algebra(claim.goal, {})
        with pytest.raises(NotProved):
            prove(claim, blind(claim, line(claim.goal, NOTHING)))
        with pytest.raises(NotProved):
            prove(claim, Chain((line(claim.goal, NOTHING),), (NOTHING,)))


def test_what_stands_for_something_here_is_not_it_there() -> None:
    """P, of y or more, is e^-y: of 1 or more and of 2 or more, both called P, it would be e^-1 = e^-2."""
    tail = replace(
        claimed(equal(x, exp(-y)), at={"x": 1, "y": 0}, name="tail", mutant=Mutant(FALSE, {"x": 1, "y": 0})),
        reading="x is the probability of y or more",
        stands=("x",),
    )
    theorem = prove(tail, Citation("an integral"))
    known = {"one": lemma(theorem, y=1), "two": lemma(theorem, y=2)}
    claim = replace(claimed(equal(exp(-term(1)), exp(-term(2)))), known=known, mutant=Mutant(FALSE, {}))
    by_both = by(product("two"), product("one", factor=-1))
    for found in (claim, replace(claim, stands=("x",), reading="x is the probability")):
        with pytest.raises(NotProved, match="x is x of tail at different places"):
            shown(found, by_both)
    apart = {"one": lemma(theorem, y=1), "two": lemma(theorem, x=z, y=2)}
    with pytest.raises(NotProved, match="the identity fails"):
        shown(replace(claim, known=apart), by_both)
    passed_on = replace(claimed(equal(x, exp(-y)), known={"tail": lemma(theorem)}), name="passed on")
    passed_on = replace(passed_on, witness={"x": 1, "y": 0}, mutant=Mutant(FALSE, {"x": 1, "y": 0}))
    again = shown(replace(passed_on, stands=("x",), reading="x is it"), by(product("tail")))
    both = {"one": lemma(theorem, y=1), "two": lemma(again, y=2)}
    with pytest.raises(NotProved, match="x is x of tail at different places"):
        shown(replace(claim, known=both), by_both)


def test_what_is_tied_where_something_is_given_is_not_tied() -> None:
    """An anchor's hypotheses leave room: no equation, of whatever symbols, and no inequalities that make one."""
    for given in (
        {"x = 1": equal(x, 1)},
        {"x <= 1": at_most(x, 1), "x >= 1": at_most(0, x - 1)},
        {"x <= y": at_most(x, y), "2y <= 2x": at_most(2 * y, 2 * x)},
        {"square": at_most((x - y) ** 2, 0)},
    ):
        with pytest.raises(NotProved, match="is tied to its definition only where"):
            believed(freely(equal(x, SAME), given), NOTHING)
    with pytest.raises(NotProved, match="is tied to its definition only where x = y"):
        believed(anchored(equal(x, y)), summed(product("tie")))
    believed(freely(equal(x, SAME), {"x >= 1": at_most(1, x), "x <= y": at_most(x, y)}), NOTHING)


def test_two_facts_have_two_names() -> None:
    """What is given does not disappear behind a lemma of its name."""
    bound = shown(claimed(at_most(x, 2), {"h": at_most(x, 1)}, name="bound"), by(product("h"), product()))
    claim = claimed(
        at_most(x, 3), {"h": at_most(x, 1)}, {"h": lemma(bound)}, name="hidden"
    )  # by x <= 2 and 2 <= 3
    with pytest.raises(NotProved, match="two facts have one name"):
        shown(claim, by(product("h"), product()))
