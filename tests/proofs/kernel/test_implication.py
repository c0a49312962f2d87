"""Implications: hypotheses that cannot hold, terms that are not defined, lemmas out of place, steps that go astray."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import SimpleNamespace
from typing import cast

import pytest

from ldproof.numbers import Term, exp, least, log, sqrt, term
from ldproof.shots.formulas import user_epsilon
from ldproof_proofs.kernel import implication
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
    Shown,
    axiom,
    by_name,
    lemma,
)
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import Derivation, Last, Step, algebra, by, steps
from ldproof_proofs.kernel.relations import Point, Relation, Sign, at_most, below, equal
from ldproof_proofs.kernel.theorem import Evidence, Mutant, Strength, Theorem, prove
from tests.proofs.kernel.making import (
    FALSE,
    NOTHING,
    ONES,
    POSITIVE,
    assert_refused,
    believed,
    blind,
    claimed,
    expressions,
    facts,
    line,
    relations,
    settled,
    shown,
    summed,
    w,
    x,
    y,
    z,
)

ZERO, ONE = term(0), term(1)
NONNEGATIVE: Facts = facts("x >= 0")
BY_X = summed(product("x > 0"))


def test_what_is_right_is_proved() -> None:
    """A chain of two steps, with a denominator that is positive."""
    chain = steps(Step("=", x / (1 + x), "multiply out", algebra), last=Last("x > 0", positivity, "<"))
    theorem = shown(claimed(below(1 - 1 / (1 + x), 1), POSITIVE, mutant=Mutant(below(x, 0), ONES)), chain)
    assert theorem.evidence.text() == "proved"
    assert theorem.statement == "if 0 < x then 1 - 1/(1 + x) < 1"
    theorem.replay()


# Hypotheses and mutants.


def test_hypotheses_need_a_witness() -> None:
    """From what cannot all hold at once anything follows, so a point must be shown where it does."""
    cases: list[tuple[str, Point]] = [
        ("x > 0; x < 0", {"x": 1}),
        *(("x > 0", at) for at in ({"x": 0}, {"y": 1}, {})),
        ("1/x <= 1/x", {"x": 0}),
        ("0 <= sqrt(x)", {"x": -1}),
        ("1 < 0", {"x": 1}),
        ("3*x = 1", {"x": Fraction(1, 4)}),
    ]
    for given, at in cases:
        assert_refused("does not hold", believed, claimed(equal(x, x), facts(given), at=at), NOTHING)


def test_a_mutant_must_be_refuted_where_the_hypotheses_hold() -> None:
    """Neither a true neighbour nor one that only fails where nothing is claimed, or that means nothing there."""
    cases: list[tuple[Mutant, str]] = [
        (Mutant(at_most(0, x), {"x": 1}), "holds at the point that should refute it"),
        (Mutant(below(0, x**2), {"x": 1}), "holds at the point that should refute it"),
        (Mutant(below(x, 0), {"x": -1}), "does not hold"),
        (Mutant(below(x, 0), {}), "does not hold"),
        # Undefined at the point, and true wherever they mean something.
        (Mutant(below(0, 2 * x + (y - y) ** 2), {"x": 1}), ""),
        (Mutant(below(0, 2 * x * y / y), {"x": 1, "y": 0}), ""),
        (Mutant(below(0, x + sqrt(y) ** 2 - y), {"x": 1, "y": -1}), ""),
    ]
    for mutant, why in cases:
        assert_refused(why, believed, claimed(below(0, x), POSITIVE, mutant=mutant), BY_X)


def test_what_cannot_fail_shows_nothing() -> None:
    """Without a mutant, or with a rule that says yes to everything."""
    assert_refused(
        "no near miss fails at the witness", shown, replace(claimed(equal(x, x)), mutant=None), algebra
    )
    assert_refused("shows its mutant too", shown, claimed(equal(x, x)), lambda goal, facts: NOTHING)


def test_a_certificate_is_sent_to_the_mutant() -> None:
    """A certificate's steps are believed of what is the same number, and of nothing else."""
    chain = blind(claimed(below(0, x), POSITIVE), line(below(0, x), BY_X))
    assert implication.accepts(chain, below(0, x * y / y), POSITIVE)
    assert not implication.accepts(chain, below(0, 2 * x), POSITIVE)
    assert not implication.accepts(chain, below(0, 1 / (y - y)), POSITIVE)
    mutant = Mutant(below(0, x * y / y), {"x": 1, "y": 0})
    assert_refused("", prove, claimed(below(0, x), POSITIVE, mutant=mutant), chain)


def test_who_believes_every_step_is_found_out_by_the_mutant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the algebra itself says yes to everything, nothing is proved."""
    claim = claimed(below(0, x), POSITIVE)
    chain = blind(claim, line(claim.goal, NOTHING))
    monkeypatch.setattr(Combination, "check", lambda *_: None)
    assert_refused("the same steps prove its mutant", prove, claim, chain)


# Definedness.


def by_way_of(middle: Term, last: implication.Rule = algebra) -> Derivation:
    """Two steps, the first one to an equal term."""
    return steps(Step("=", middle, "", algebra), last=Last("", last))


def test_a_term_that_may_be_undefined_proves_nothing() -> None:
    """Divisors, radicands and logarithms are owed wherever they are written: in goal, hypothesis or step."""
    claims = [
        *(
            (goal, {}, algebra)
            for goal in relations("1/x*x = 1; x^-1*x = 1; 0/x = 0; ln(x) = ln(x); sqrt(x)^2 = x")
        ),
        *(
            (goal, {}, algebra)
            for goal in relations("1/(1/x) = x; exp(1/x) - exp(1/x) = 0; min(1/x, y) = min(y, 1/x)")
        ),
        *((goal, NONNEGATIVE, algebra) for goal in relations("x/x = 1; x^-2*x^2 = 1; ln(x) - ln(x) = 0")),
        *((equal(x, x), facts(hidden), algebra) for hidden in ("1/y <= 1/y", "ln(y) != 5")),
        *(
            (equal(x, x), {}, by_way_of(middle))
            for middle in expressions("x*y/y; x + ln(y) - ln(y); x*y^-1*y")
        ),
        (equal(sqrt(x - 1) ** 2, x - 1), POSITIVE, algebra),
        (at_most(0, x), {}, algebra),
        (at_most(0, x), {}, by_way_of(0 * sqrt(x), by(product("x")))),
    ]
    for goal, given, proof in claims:
        assert_refused(r"evident|no fact|identity", shown, claimed(goal, given), proof)


def test_the_same_terms_are_welcome_where_they_are_defined() -> None:
    """x/x = 1 for x > 0, in goal and step: the tests above fail for no other reason."""
    shown(claimed(equal(x / x, 1), POSITIVE), algebra)
    shown(claimed(equal(sqrt(x) ** 2, x), NONNEGATIVE), algebra)
    given = {**POSITIVE, "hidden": at_most(1 / x, 1 / x)}
    shown(claimed(equal(y, y), given), by_way_of(y * x / x))


def test_a_hypothesis_does_not_show_itself_defined() -> None:
    """That 1/x is positive says nothing of x where it has no value; a chain of such hypotheses does not either."""
    circle = {"1/x > 0": below(0, 1 / x), "x / x": below(0, x * (1 / x) * x)}
    claim = claimed(below(0, 1 / x), circle)
    assert_refused("x != 0: its sign is not evident", shown, claim, by(product("1/x > 0")))
    chain = Chain(
        (line(claim.goal, summed(product("1/x > 0"))),), (settled("x != 0", summed(product("x / x"))),)
    )
    assert_refused("x != 0: no fact is named", prove, claim, chain)


def test_what_shows_a_term_defined_is_defined_itself() -> None:
    """That 1 + x is not 0 does not follow from 1 + x = 1 + sqrt(x)^2 where x has no root."""
    claim = claimed(equal((1 + x) / (1 + x), 1))
    root = settled("1 + x != 0", summed(Product((), squares=(sqrt(x),)), product()))
    assert_refused("is not defined: 0 <= x", prove, claim, Chain((line(claim.goal, NOTHING),), (root,)))
    given = replace(claim, given={**NONNEGATIVE, "a root": at_most(0, sqrt(x))})
    prove(
        given,
        Chain(
            (line(claim.goal, NOTHING),),
            (Shown("x has a root", at_most(0, x), summed(product("x >= 0"))), root),
        ),
    )


def test_all_that_is_owed_is_paid() -> None:
    """One obligation, and none or two payments."""
    claim = claimed(equal(x / x, 1), POSITIVE)
    paid = settled("x != 0", BY_X)
    for payments, why in (((), "nothing shows x != 0"), ((paid, paid), "two facts are named")):
        assert_refused(why, prove, claim, Chain((line(claim.goal, NOTHING),), payments))
    prove(claim, Chain((line(claim.goal, NOTHING),), (paid,)))


def test_a_part_of_what_divides_by_zero_is_not_proved() -> None:
    """0/0 beside an exponential, or in one, ends in the kernel's own answer."""
    nothing = (x - x) / (x - x)
    for undefined in (exp(x) + nothing, exp(nothing), exp(ZERO / 0), log(nothing), sqrt(nothing) * x):
        claim = claimed(equal(undefined, undefined))
        step = line(claim.goal, NOTHING)
        assert_refused("", algebra, claim.goal, {})
        assert_refused("", prove, claim, blind(claim, step))
        assert_refused(
            "", prove, claim, Chain((step,), tuple(Shown(str(each), each, NOTHING) for each in claim.owed()))
        )


# Known facts and lemmas.

GOES_DOWN = shown(claimed(below(0, x / 2), POSITIVE, name="a lemma"), positivity)
MAY_NOT = "nothing shows|is not evident|no fact is named"


def citing(goal: Relation, given: Facts, known: Mapping[str, Known], at: Point = ONES) -> Theorem:
    """A claim by the last of the known facts alone."""
    return shown(claimed(goal, given, known, at=at), by(product(list(known)[-1])))


def test_a_lemma_is_used_with_its_hypotheses() -> None:
    """With x > 0 at hand, y > 0 where y stands for x, or a number for x that is above 0."""
    citing(below(0, x / 2), POSITIVE, by_name([GOES_DOWN]))
    citing(below(0, y / 2), facts("y > 0"), {"it": lemma(GOES_DOWN, x=y)})
    citing(below(0, ONE / 2), {}, {"it": lemma(GOES_DOWN, x=1)})


def test_lemma_needs_its_hypotheses_about_the_substituted_terms() -> None:
    """They must follow from what is given, after the substitution."""
    citing(below(0, x / 2), facts("x >= 1"), {"it": lemma(GOES_DOWN)})
    for given in ({}, NONNEGATIVE, facts("y > 0"), {"x > 0": below(x, 0)}):
        at = {"x": -1} if given == {"x > 0": below(x, 0)} else ONES
        assert_refused(MAY_NOT, citing, below(0, x / 2), given, {"it": lemma(GOES_DOWN)}, at)
    for given, value in ((POSITIVE, y), (POSITIVE, x - 1), ({}, term(-1)), ({}, ZERO)):
        known = {"it": lemma(GOES_DOWN, x=value)}
        assert_refused(MAY_NOT, citing, known["it"].relation, given, known)


def test_a_denominator_hidden_in_a_lemma_is_owed() -> None:
    """A cited lemma speaks of 1/x; whoever uses it must show x != 0."""
    cited = by_name([prove(claimed(at_most(0, y + 0 / x), name="cited"), Citation("Somebody"))])
    assert_refused("x != 0: its sign is not evident", citing, at_most(0, y), {}, cited)
    citing(at_most(0, y), POSITIVE, cited)


@dataclass(frozen=True, slots=True)
class Lenient(Implication):
    """An implication that believes everything."""

    def check(self, certificate: object) -> Evidence:
        return Evidence(Strength.PROVED)


def test_only_theorems_are_lemmas() -> None:
    """Neither what was never proved, nor what overrides its own check, nor a theorem that ends in no relation."""

    def resting_on(theorem: Theorem) -> Theorem:
        return citing(below(y, 0), {}, {"it": lemma(theorem)}, {"y": -1})

    unproved = cast(Theorem, SimpleNamespace(name="a fake", claim=claimed(below(y, 0), name="a fake")))
    lenient = Lenient("lenient", below(y, 0), mutant=Mutant(FALSE, ONES))
    with pytest.raises((NotProved, TypeError)):
        resting_on(unproved)
    with pytest.raises((NotProved, TypeError)):
        resting_on(prove(lenient, None))
    counted = Finite("counted", "one", "n = 1", lambda: [("1", True)], lambda: [("1", False)])
    theorem = prove(counted, ByEnumeration().certificate(counted))
    assert_refused("is no implication", resting_on, theorem)


def test_a_fact_with_a_premise_needs_it() -> None:
    """exp(x) <= exp(y) needs x <= y, min(x, y) = x does too, and a logarithm's rule positive factors."""
    for fact, goal in (
        (Always.MONOTONE, at_most(exp(x), exp(y))),
        (Always.MINIMUM, equal(least(x, y), x)),
        (Always.PRODUCT, equal(log(x * y), log(x) + log(y))),
    ):
        known, because = {"it": axiom(fact, x, y)}, summed(product("it"))
        others = {"y > 0": below(0, y), "xy > 0": below(0, x * y)}
        assert_refused(MAY_NOT, believed, claimed(goal, others, known), because)
        believed(claimed(goal, {**others, "x <= y": at_most(x, y), **POSITIVE}, known), because)


def test_known_facts_stand_on_what_is_before_them() -> None:
    """A premise is a fact that is known or shown earlier, and not one that waits for it."""
    chain = {"up": axiom(Always.MONOTONE, x, y), "upper": axiom(Always.MONOTONE, exp(x), exp(y))}
    given = facts("x <= y")
    goal = at_most(exp(exp(x)), exp(exp(y)))
    citing(goal, given, chain)
    shown(claimed(goal, given, dict(reversed(chain.items()))), by(product("upper")))
    alone = claimed(goal, given, {"upper": chain["upper"]})
    assert_refused(MAY_NOT, believed, alone, summed(product("upper")))


def itself(name: str = "itself") -> Theorem:
    """If x > 0 then x > 0."""
    return shown(claimed(below(0, x), POSITIVE, name=name), by(product("x > 0")))


def test_a_lemma_does_not_lean_on_itself() -> None:
    """If P then P is a theorem; it makes P known to nobody."""
    for known in ([itself()], [itself("other"), itself()]):
        assert_refused(MAY_NOT, citing, below(0, x), {}, by_name(known))


def test_a_mapping_that_changes_later_changes_nothing() -> None:
    """Hypotheses and known facts are copied when the claim is made."""
    given, known = facts("x >= 0"), {"root": axiom(Always.ROOT, x)}
    claim = claimed(below(0, x), given, known)
    assert (dict(claim.given), dict(claim.known)) == (given, known)
    given["x > 0"] = below(0, x)
    known["itself"] = lemma(itself())
    for name in ("x > 0", "itself"):
        assert_refused("no fact is named", shown, claim, by(product(name)))


def test_a_lemma_keeps_the_terms_that_were_put_in() -> None:
    """Whoever changes the values of a known fact after its claim was proved is not believed any longer, or cannot."""
    values = {"x": x}
    theorem = citing(below(0, x / 2), POSITIVE, {"it": Known(GOES_DOWN, (), values)})
    values["x"] = y
    try:
        theorem.replay()
    except NotProved:
        return
    assert cast(Implication, theorem.claim).known["it"].relation == below(0, x / 2)


def test_lemmas_in_a_circle_prove_nothing() -> None:
    """Two theorems that are made to cite each other are never believed again."""
    first = itself("first")
    second = shown(claimed(below(0, x), POSITIVE, by_name([first]), name="second"), by(product("first")))
    object.__setattr__(first.claim, "known", by_name([second]))
    for theorem in (first, second):
        with pytest.raises((NotProved, RecursionError)):
            theorem.replay()


def test_two_facts_have_two_names() -> None:
    """A given fact is not replaced by a lemma of the same name: x <= 3 by x <= 2 and 2 <= 3."""
    given, because = {"h": at_most(x, 1)}, by(product("h"), product())
    bound = shown(claimed(at_most(x, 2), given, name="bound"), because)
    claim = claimed(at_most(x, 3), given, {"h": lemma(bound)}, name="hidden")
    assert_refused("two facts have one name", shown, claim, because)


# Steps.


def unequal(left: Term, right: Term) -> Line:
    """A step to another number."""
    return line(Relation(left, "!=", right), summed(product("x > 0"), negated=True))


NOT_0, MORE, MUCH_MORE = unequal(ZERO, x), line(at_most(0, x), BY_X), line(below(x, 2 * x), BY_X)
ELSEWHERE, NO_JOIN = "steps lead to", "joins nothing but equations"


def test_a_chain_that_goes_astray() -> None:
    """It leads elsewhere, weakens or joins signs that do not join, or takes a step that is not there."""
    cases: list[tuple[Relation, list[Line], str]] = [
        (equal(x, y), [line(equal(x, x), NOTHING)], ELSEWHERE),
        (at_most(0, y), [MORE], ELSEWHERE),
        (below(0, x), [MORE], ELSEWHERE),
        (equal(0, x), [MORE], ELSEWHERE),
        (Relation(ZERO, "!=", x), [MORE], ELSEWHERE),
        (at_most(0, x), [NOT_0], ELSEWHERE),
        (below(0, x), [NOT_0], ELSEWHERE),
        (equal(0, x), [line(below(0, x), BY_X)], ELSEWHERE),
        (below(0, 2 * x), [NOT_0, MUCH_MORE], NO_JOIN),
        (Relation(ZERO, "!=", 2 * x), [NOT_0, unequal(x, 2 * x)], NO_JOIN),
        (at_most(0, 2 * x), [MORE, unequal(x, 2 * x)], NO_JOIN),
        (below(0, 2 * x), [MORE, line(at_most(x, 2 * x), BY_X)], ELSEWHERE),
        (at_most(0, x), [line(at_most(0, -x), NOTHING), line(at_most(-x, x), NOTHING)], "the identity fails"),
        (at_most(0, -x), [MORE, line(at_most(x, -x), NOTHING)], "fails"),
        (at_most(0, x), [], "is no chain of steps"),
    ]
    for goal, lines, why in cases:
        claim = claimed(goal, POSITIVE)
        assert_refused(why, prove, claim, blind(claim, *lines))


def test_signs_join() -> None:
    """= then < is <, <= then < is <; a < b gives a <= b and a != b; a = b != c gives a != c."""
    same = line(equal(0 + x, x), NOTHING)
    for goal, lines in (
        (below(0 + x, 2 * x), [same, MUCH_MORE]),
        (below(0, 2 * x), [MORE, MUCH_MORE]),
        (at_most(x, 2 * x), [MUCH_MORE]),
        (Relation(x, "!=", 2 * x), [MUCH_MORE]),
        (Relation(0 + x, "!=", ZERO), [same, line(Relation(x, "!=", ZERO), BY_X)]),
    ):
        claim = claimed(goal, POSITIVE)
        prove(claim, blind(claim, *lines))


def test_there_are_four_signs() -> None:
    """No step and no goal with another sign is believed: what would it have been shown to mean?"""
    for sign in (">", ""):
        odd = cast(Sign, sign)
        claim = claimed(at_most(0, 2 * x), POSITIVE)
        with pytest.raises((NotProved, ValueError)):
            prove(claim, blind(claim, Line(odd, x, "", BY_X), Line("<=", 2 * x, "", BY_X)))
        with pytest.raises((NotProved, ValueError)):
            believed(claimed(Relation(ZERO, odd, x), POSITIVE), BY_X)


def test_other_certificates_are_refused() -> None:
    """An implication is shown by a chain, and one of at least a step."""
    cases: list[object] = [None, 0, "the point", (), {}, NOTHING, Chain((), ())]
    for certificate in cases:
        assert_refused("is no chain of steps", prove, claimed(equal(x, x)), certificate)


def test_a_short_name_is_nobody_else_s() -> None:
    """Where y stands for x + 1 a reader must not take the symbol y for it: if y <= x + 1 is not if y <= y."""
    claim = claimed(at_most(y, x + 1), {"h": at_most(y, x + 1)})
    shown(claim, by(product("h")))
    with pytest.raises((NotProved, ValueError)):
        shown(replace(claim, short={"y": x + 1}), by(product("h")))


# Anchors.

TIE: Facts = {"tie": equal(x, y)}
BY_TIE = summed(product("tie"))
SAME = x + y - y
"""What x is whatever y is."""


def anchored(goal: Relation) -> Implication:
    """A claim that says it ties x, the formula, to y, the definition."""
    found = anchor(user_epsilon, lambda: user_epsilon(x), lambda: y)
    return replace(claimed(goal, TIE), anchors=(found,))


def freely(goal: Relation, given: Facts | None = None) -> Implication:
    """A claim that says it ties x, the formula, to what it is anyway."""
    found = anchor(user_epsilon, lambda: user_epsilon(x), lambda: x + y - y)
    return replace(claimed(goal, given, at={"x": 1, "y": 1}), anchors=(found,))


def test_an_anchor_must_be_tied_by_the_goal() -> None:
    """Formula and definition on one side only, times zero, or an inequality apart: that ties nothing."""
    far = summed(product("tie"), product())
    same = relations("x = x; y = y; z = z; x + z = z + x; 0*x = 0*y; x - x = y - y; x^0 = y^0")
    for goal, because in (
        *((each, NOTHING) for each in same),
        *((each, BY_TIE) for each in relations("x - y = y - x + x - y; x <= y")),
        *((each, far) for each in relations("x <= y + 1; y + 1 != x")),
    ):
        believed(claimed(goal, TIE), because)
        assert_refused("does not tie", believed, anchored(goal), because)


def test_what_is_tied_where_something_is_given_is_not_tied() -> None:
    """An anchor's hypotheses leave room: no equation, of whatever symbols, and no inequalities that make one."""
    believed(freely(equal(x, SAME)), NOTHING)
    believed(freely(equal(SAME, x)), NOTHING)
    for text in ("x = 1", "x <= 1; x - 1 >= 0", "x <= y; 2*y <= 2*x", "(x - y)^2 <= 0"):
        given = facts(text)
        assert_refused(
            "is tied to its definition only where", believed, freely(equal(x, SAME), given), NOTHING
        )
    assert_refused("is tied to its definition only where x = y", believed, anchored(equal(x, y)), BY_TIE)
    believed(freely(equal(x, SAME), facts("x >= 1; x <= y")), NOTHING)


# Citations.


def test_a_citation_is_passed_on() -> None:
    """Who uses a cited lemma, or only names it, says so, and whoever uses that; twice is said once."""
    cited = prove(claimed(at_most(y, 1), name="cited"), Citation("Somebody, 1999"))
    again = prove(claimed(at_most(z, 1), name="again"), Citation("Somebody else"))
    assert (cited.evidence.strength, cited.assumes) == (Strength.CITED, ("cited: Somebody, 1999",))
    assert shown(claimed(equal(x, x), {}, by_name([cited])), algebra).assumes == cited.assumes
    user = shown(claimed(at_most(y, 2), {}, by_name([cited]), name="user"), by(product("cited"), product()))
    assert user.evidence.text() == "proved given [cited: Somebody, 1999]"
    claim = claimed(at_most(y + w + z, 4 + w), {}, by_name([user, cited, again]))
    far = shown(claim, by(product("user"), product("again"), product()))
    assert far.assumes == ("again: Somebody else", "cited: Somebody, 1999")


def test_a_cited_claim_needs_a_witness_and_a_mutant_too() -> None:
    """A citation spares the steps and nothing else; and a reading that binds no symbol binds nobody."""
    for claim in (
        replace(claimed(at_most(y, 1)), mutant=None),
        claimed(at_most(y, 1), {"never": FALSE}),
        claimed(at_most(y, 1), mutant=Mutant(at_most(y, 2), ONES)),
        anchored(at_most(z, 1)),
    ):
        assert_refused("", prove, claim, Citation("Somebody"))
    assert_refused("no symbol stands for that", prove, replace(EYES, stands=()), Citation("a look"))


TWOS = {"x": 2, "y": 2, "z": 2}
EYES = replace(claimed(equal(y, 2), at=TWOS, name="eyes"), reading="y is the number of eyes", stands=("y",))
"""What is so of one number only."""


def using(theorem: Theorem, goal: Relation, **values: Term) -> Implication:
    """A claim that a lemma says at once, in other symbols."""
    return claimed(goal, {}, {"lemma": lemma(theorem, **values)}, at=TWOS, mutant=Mutant(FALSE, TWOS))


BY_LEMMA = by(product("lemma"))


def test_a_reading_is_not_dropped() -> None:
    """Where y is the number of eyes, y = 2; that x = 2 does not follow, unless x is the number of eyes."""
    eyes = prove(EYES, Citation("a look"))
    for silent in (using(eyes, equal(x, 2), y=x), using(eyes, equal(y, 2))):
        assert_refused("stands for something in lemma, and for nothing here", shown, silent, BY_LEMMA)
    more = using(eyes, equal(x + 1, 2), y=x + 1)
    assert_refused(r"y stands for something, and not for x \+ 1", shown, more, BY_LEMMA)
    spoken = replace(using(eyes, equal(x, 2), y=x), reading="x is the number of eyes", stands=("x",))
    again = shown(spoken, BY_LEMMA)
    assert again.evidence.text() == "proved given [eyes: a look]"
    assert_refused("no reading says what x stands for", shown, replace(spoken, reading=""), BY_LEMMA)
    further = using(again, equal(z, 2), x=z)
    assert_refused("stands for something in lemma", shown, further, BY_LEMMA)


def test_what_stands_for_different_things_is_not_one_symbol() -> None:
    """2 eyes and 4 legs, both called y, would show 0 = 2."""
    legs = replace(EYES, name="legs", goal=equal(y, 4), reading="y is the number of legs", witness={"y": 4})
    legs = replace(legs, mutant=Mutant(equal(y, 5), {"y": 4}))
    known = {each.name: lemma(prove(each, Citation("a look"))) for each in (EYES, legs)}
    claim = replace(claimed(equal(0, 2)), known=known, mutant=Mutant(equal(0, 3), {"x": 1}))
    both = by(product("legs"), product("eyes", factor=-1))
    assert_refused("y stands for different things in what is known", shown, claim, both)


def test_two_meanings_do_not_become_one() -> None:
    """There are fewer heads x than eyes y; with one symbol for both it would be x < x."""
    fewer = replace(claimed(below(x, y), at={"x": 1, "y": 2}, name="fewer"), stands=("x", "y"))
    theorem = prove(replace(fewer, reading="x heads, y eyes"), Citation("a look"))
    for values in ({"x": y}, {"y": x}, {"x": z, "y": z}):
        one = using(theorem, below(x, x), **values)
        assert_refused("stand for different things become one", shown, one, BY_LEMMA)
    swapped = replace(using(theorem, below(y, x), x=y, y=x), reading="y heads, x eyes", stands=("x", "y"))
    shown(swapped, BY_LEMMA)


def test_what_stands_for_something_here_is_not_it_there() -> None:
    """P, of y or more, is e^-y: of 1 or more and of 2 or more, both called P, it would be e^-1 = e^-2."""
    at: Point = {"x": 1, "y": 0}
    tail = claimed(equal(x, exp(-y)), at=at, name="tail", mutant=Mutant(FALSE, at))
    tail = replace(tail, reading="x is the probability of y or more", stands=("x",))
    theorem = prove(tail, Citation("an integral"))
    known = {"one": lemma(theorem, y=1), "two": lemma(theorem, y=2)}
    claim = replace(claimed(equal(exp(-ONE), exp(-term(2)))), known=known, mutant=Mutant(FALSE, {}))
    both, places = by(product("two"), product("one", factor=-1)), "x is x of tail at different places"
    assert_refused(places, shown, claim, both)
    assert_refused(places, shown, replace(claim, stands=("x",), reading="x is the probability"), both)
    apart = {**known, "two": lemma(theorem, x=z, y=2)}
    assert_refused("the identity fails", shown, replace(claim, known=apart), both)
    passed_on = replace(tail, name="passed on", known={"tail": lemma(theorem)}, reading="x is it")
    again = shown(passed_on, by(product("tail")))
    assert_refused(places, shown, replace(claim, known={**known, "two": lemma(again, y=2)}), both)
