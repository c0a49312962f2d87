"""False statements are refused, in whatever form an object states them."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from ldproof.numbers import exp, log, sqrt, term
from ldproof_proofs.book.export.objects import Objects, address, written
from ldproof_proofs.book.export.syntax import Json
from ldproof_proofs.kernel.anchors import same
from ldproof_proofs.kernel.combination import product as factor
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.ground import ByRecord, Ground, holds
from ldproof_proofs.kernel.implication import Chain, Citation, axiom, lemma
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import prove
from tests.proofs.checker.apart import (
    ALONE,
    Object,
    accepted,
    always,
    assert_refused,
    check,
    check_changed,
    citing,
    made_of,
    make_chain,
    meaning,
    objects,
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
from tests.proofs.kernel.making import believed, claimed, line, settled, summed, x, y

APART = "1/(y - x)"
NOT_ZERO: Sequence[Json] = ["x != 0", "x != 0", sum_of("0 < x")]
TWO = term(2)
X: Json = ["symbol", "x"]
TRUE: Json = True

# chains


def defined(because: Json) -> Sequence[Sequence[Json]]:
    """A certificate's step that says that x is not 0."""
    return [["x != 0", "x != 0", because]]


def of_x(right: Json, sign: str = "=", known: Sequence[Json] = (), **more: Json) -> Object:
    """That x is equal to something, for no reason."""
    return make_chain([X, sign, right], known=known) | more


def tied(value: Json, definition: Json) -> Json:
    """An anchor of a formula at no point."""
    return [{"formula": "f", "near": {}, "value": syntax(value), "definition": syntax(definition)}]


CHAINS: Sequence[tuple[Object, str]] = (
    (make_chain("0 = 1", shown(product("x = y", factor=syntax(APART))), "x = y"), "no fraction"),
    (make_chain("0 = 1", shown(product("x = y", scale=APART)), "x = y"), "0 = 1 is not defined"),
    (make_chain("0 = 1", shown(product("x = y", squares=[APART])), "x = y"), "0 = 1 is not defined"),
    (make_chain("x/x = 1"), "what shows (x / x) = 1 is not defined"),
    (make_chain("x/x = 1", defined=defined(sum_of())), "is strict"),
    (make_chain("x/x = 1", defined=defined(shown(product()))), "is not that sum"),
    (make_chain("x/x = 1", None, "x*(x/x) = 1", defined=defined(shown())), "is strict"),
    (make_chain("0 < x", sum_of("0 <= x"), "0 <= x"), "is strict"),
    (make_chain("0 < x", shown(product("0 < x", factor="0")), "0 < x"), "is strict"),
    (make_chain("x <= 0", shown(product("0 < x", factor="-1")), "0 < x"), "sign is not known"),
    (make_chain("x <= 0", shown(product("0 < x", scale="-1")), "0 < x"), "sign is not"),
    (make_chain("0 = x", sum_of("0 < x"), "0 < x"), "only equations"),
    (make_chain("0 = 1", shown(product("x = y"), times=[product("x = y")]), "x = y"), "multiplied by 0"),
    (make_chain("0 = 1", shown(times=[product(factor="0")])), "multiplied by 0"),
    (make_chain("0 <= x", sum_of("x != 0"), "x != 0"), "has no sign"),
    (make_chain("0 = 1", sum_of("k"), "x = y"), "no fact that may be used"),
    (make_chain("0 = 1"), "is not that sum"),
    (make_chain("0 < exp(x/x)"), "is not defined"),
    (make_chain("0 = exp(0/0)"), "is not defined"),
    (make_chain("x < 0", sum_of("x < 0"), "x < 0"), "at the witness"),
    (of_x(["^", X, "1"]), "no term"),
    (of_x(["^", X, "1/2"]), "no term"),
    (of_x(["^", X, True]), "no term"),
    (of_x(["constant", "1.5"]), "no fraction"),
    (of_x(["constant", "1/0"]), "no fraction"),
    (of_x(["sin", X]), "no term"),
    (of_x(X, "=="), "no relation"),
    (make_chain("x = x", shown(negated=0)), "no bool"),
    (of_x(X, rule="citation"), "not of the form of {'reference'"),
    (of_x(X, rule="point"), "in the place of"),
    (of_x(X, rule="faith"), "no rule"),
    (of_x(X, format="another"), "another format"),
    (of_x(X, more=1), "in the place of"),
    (of_x(X, said=[meaning("forged", {"x": "x"})]), "no reading"),
    (of_x(X, anchors=tied("x", "y")), "is not tied"),
    (of_x(X, anchors=tied("1", "1")), "is not tied"),
    (of_x(X, anchors=[{"formula": "f", "near": {}, "value": "1", "definition": X}]), "no term"),
    (of_x(X, known=[["f", always("exp increases", u="x", v="y")]]), "nothing shows x <= y"),
    (of_x(X, known=[["f", always("exp increases", u="x")]]), "nothing shows x <= v"),
    (of_x(X, known=[["f"]]), "not of the form"),
    (of_x(X, known=[["f", always("exp is positive", u="x"), "g"]]), "not of the form"),
    (of_x(X, known=[["f", always("exp falls", u="x", v="y")]]), "exp falls is no implication"),
    (of_x(X, known=[["f", always("a root is at least 0", u="x")]]), "nothing shows 0 <= x"),
    (of_x(X, known=[["f", always("exp is positive", u="x")]] * 2), "two facts have one name"),
    (of_x(X, known=[["f", {"theorem": "g", "object": "0" * 64, "values": {}}]]), "no object whose content"),
    (
        make_chain("x = x", None, "0 < x", [["0 < x", always("exp is positive", u="x")]]),
        "two facts have one name",
    ),
    # an exponent does not run into the next variable
    (of_x(["^", ["^", ["^", X, 32768], 32768], 4]), "is not that sum"),
    (of_x(["^", X, 1 << 20]), "no term"),
    # an exponential beside 0/0
    (make_chain("exp(x)*((x - x)/(x - x)) = exp(x)"), "((x - x) / (x - x))) = exp(x) is not defined"),
)


def test_a_forged_chain_is_refused() -> None:
    assert accepted(told(make_chain("y = x", shown(product("x = y", factor="-1")), "x = y")))
    assert accepted(told(make_chain("x/x = 1", None, "0 < x", defined=[NOT_ZERO])))
    assert_refused(*((told(found), why) for found, why in CHAINS))


def test_what_shows_a_term_defined_is_defined_before() -> None:
    """(1 + x/x^2) x = x + 1 is above 0 for x >= 0: but only where x is not 0, which it should show."""
    for negated in (False, True):
        times = [product(), product("0 <= x", squares=["1/x"])]
        why = shown(product("0 <= x"), product(), times=times, negated=negated)
        found = told(make_chain("x/x = 1", None, "0 <= x", defined=defined(why)))
        assert refused(found, "is not defined"), found


POSITIVE: Sequence[Json] = ["step", "0 < x", sum_of("0 < x")]
AT_LEAST: Sequence[Json] = ["step", "0 <= x", sum_of("0 <= x")]
NOT_NOTHING: Sequence[Json] = ["step", "0 != x", shown(product("0 < x"), negated=True)]


def test_forged_steps_are_refused() -> None:
    rows: Sequence[tuple[str, Sequence[Sequence[Json]], str]] = (
        ("0 < x", [AT_LEAST], "nothing shows 0 < x"),
        ("0 = x", [AT_LEAST], "nothing shows 0 = x"),
        ("0 <= x", [NOT_NOTHING], "nothing shows 0 <= x"),
        ("0 < 1", [POSITIVE], "nothing shows 0 < 1"),
        ("0 <= 0", [], "nothing shows 0 <= 0"),
        ("0 < x", [["step", [syntax("0"), "over", X], sum_of("0 < x")]], "no relation"),
        ("0 < x", [AT_LEAST, ["goal", "0 < x", sum_of("step")]], "no product is above 0"),
        ("0 = x", [AT_LEAST, ["goal", "0 = x", sum_of("step")]], "only equations"),
        ("0 <= x", [NOT_NOTHING, ["goal", "0 <= x", sum_of("step")]], "has no sign"),
        ("0 != x", [NOT_NOTHING, ["goal", "0 != 0", shown(product("step"), negated=True)]], "has no sign"),
        ("0 < 1", [["goal", "0 < 1", sum_of("goal")]], "no fact that may be used"),
        ("0 < x", [POSITIVE, POSITIVE], "two facts have one name"),
        ("0 < 1", [["one", "0 < 1", sum_of("other")], ["other", "0 < 1", sum_of("one")]], "no fact that may"),
        ("0 < x", [["0 <= x", "0 < x", sum_of("0 < x")]], "two facts have one name"),
    )
    for goal, steps, why in rows:
        found = make_chain(goal, None, "0 < x; 0 <= x", defined=steps)
        put("certificate", -1)(found)
        assert refused(told(found), why), (goal, why, told(found))


def test_a_step_is_used_once_it_is_shown() -> None:
    """From 0 <= x and x < x + 1 follows 0 < x + 1: the goal is the sum of both."""
    found = make_chain(
        "0 < x + 1",
        sum_of("step", "one more"),
        "0 <= x",
        defined=[AT_LEAST, ["one more", "x < x + 1", shown(product())]],
    )
    first, second, total = of_list(found["certificate"])
    assert accepted(told(found))
    for lacking in ([first, total], [second, total], [total, first, second]):
        assert refused(told({**found, "certificate": lacking}), "no fact that may be used is named")


def of_list(found: Json) -> Sequence[Json]:
    """A list of an object."""
    assert isinstance(found, Sequence)
    return found


DIFFERENT = """min(1/y, x) | min(-1, x); exp(-1) | exp(-1 - 1); exp(x) | exp(2*x); exp(x/2) | exp(x/3);
exp(-x) | exp(x); sqrt(y*y) | -y; sqrt(y) | sqrt(1/y); sqrt(y)*sqrt(1/y) | -1; ln(1/y) | ln(y);
ln(y*2) | 2*ln(y); min(x, y) | x; x/y | x/(2*y); x/y | x/(-y); y^-2 | y^2; 1/3 | 1/2; 1/y + 1/3 | 1/y + 2/3; 0 | 1"""
OWED: Mapping[str, Json] = {
    "y != 0": sum_of("0 < y"),
    "2*y != 0": shown(product("0 < y", factor="2")),
    "-y != 0": shown(product("0 < y"), negated=True),
    "0 < y": sum_of("0 < y"),
    "0 <= y": sum_of("0 < y"),
    "0 < 1/y": shown(product("0 < y"), times=[product("0 < y", "0 < y")]),
    "0 <= 1/y": shown(product("0 < y"), times=[product("0 < y", "0 < y")]),
    "0 <= y*y": shown(product("0 < y", "0 < y")),
    "0 < y*2": shown(product("0 < y", factor="2")),
}
"""What shows that the terms above are defined."""


def test_what_is_different_has_another_normal_form() -> None:
    """Neither is the other, for any reason: not even where both are defined."""
    owed = [[str(number), *each] for number, each in enumerate(OWED.items())]
    for pair in DIFFERENT.split(";"):
        left, right = map(syntax, pair.split("|"))
        for one, other in ((left, right), (right, left)):
            found = told(make_chain([one, "=", other], None, "0 < y", defined=owed))
            assert refused(found, "is not that sum of products"), (pair, found)
        assert accepted(told(make_chain([left, "=", left], None, "0 < y", defined=owed))), pair


# what is known, and what symbols stand for

CITED: Object = {
    **make_chain("x + y = 2", name="cited", reading="x and y are numbers of eyes"),
    "said": [meaning("cited", {"x": "x", "y": "y"})],
    "rule": "citation",
    "certificate": {"reference": "somebody"},
}


def test_what_stands_for_something_keeps_its_meaning() -> None:
    def use(goal: str, values: Mapping[str, Json], *said: Json, reading: str = "eyes") -> object:
        known = [["lemma", citing(written(CITED), **values)]]
        return told(
            make_chain(goal, sum_of("lemma"), known=known, said=said, reading=reading), written(CITED)
        )

    def of(stands: Mapping[str, Json], kind: str = "words", name: str = "cited", **where: Json) -> Json:
        return meaning(name, stands, kind, **where)

    goal, only = "x + y = 2", "lemma may be used only given cited("
    own: Mapping[str, Json] = {"x": "x", "y": "y"}
    twice: Mapping[str, Json] = {"x": "x", "y": "x"}
    assert accepted(use(goal, {}, of(own)))
    assert_refused(
        (use(goal, {}), only),
        (use(goal, {}, of({"x": "x"})), only),
        (use(goal, {}, of({"x": "x"}, y="y")), only),
        (use(goal, {}, of(own, name="sighted")), only),
        (use(goal, {}, of(own, "rows")), only),
        (use(goal, {}, of(own, "=")), "no meaning: ="),
        (use(goal, {}, of({"x": "y", "y": "x"})), only),
        (use(goal, {}, of(own), reading=""), "no reading"),
        (use("x + x = 2", {"y": "x"}, of(own)), only),
        (use("x + x = 2", {"y": "x"}, of(twice)), "symbols for different things become one"),
        (use("x + 1 = 2", {"y": "1"}, of(own)), only),
        (use("x + 1 = 2", {"y": "1"}, of({"x": "x", "y": "1"})), "become one, or are none"),
        (told({**CITED, "said": []}), "nothing stands for that"),
        *(
            (told({**CITED, "said": [said]}), "nothing stands for that")
            for said in (of({"x": "x"}, name="other"), of({}), of({"x": "x"}), of({"other": "z"}))
        ),
    )
    assert accepted(told({**CITED, "said": [of({"x": "x"}, y="y")]}))


def test_what_stands_for_something_here_is_not_it_there() -> None:
    """x + y = 2 of the numbers of eyes at 0 and at 1, as if they were one: 0 = 1."""
    own = meaning("cited", {"x": "x"}, y="y")
    text = written({**CITED, "said": [own], "reading": "x is the number of eyes at y"})
    known = [["here", citing(text, y="0")], ["there", citing(text, y="1")]]
    because = shown(product("here"), product("there", scale="-1"))
    places = [meaning("cited", {"x": "x"}, y=at) for at in "01"]
    for said, why in (
        ([], "may be used only given cited(x(x), y(0))"),
        ([own], "may be used only given"),
        (places[:1], "there may be used only given cited(x(x), y(1))"),
        (places, "x is in cited at different places"),
    ):
        found = told({**make_chain("0 = 1", because, known=known, reading="eyes"), "said": said}, text)
        assert refused(found, why), found


def test_an_anchor_holds_where_there_is_room() -> None:
    """A formula is what a hypothesis says that it is: an equation, or inequalities that leave one."""

    def of(given: str, near: Mapping[str, Json]) -> object:
        goal, why = ("x = y", sum_of("x = y")) if given == "x = y" else ("x + 0 = x", shown())
        left, _, right = of_list(syntax(goal))
        anchor: Json = {"formula": "f", "near": trees(near), "value": left, "definition": right}
        return told({**make_chain(goal, why, given), "anchors": [anchor]})

    higher, lower, at = {"x": "1", "y": "2"}, {"x": "2", "y": "1"}, {"x": "1", "y": "1"}
    for given in ("", "x <= y", "x <= y; 0 < x"):
        assert accepted(of(given, higher)), given
    assert accepted(of("x != 2", {"x": "0"}))
    assert_refused(
        (of("x != 2", lower), "is tied where x != 2 alone"),
        (of("x <= y", {}), "has no value"),
        (of("x <= y", lower), "is tied where x <= y alone"),
    )
    for near in (higher, lower, at):
        for given in ("x = y", "x <= y; 2*y <= 2*x", "(x - y)^2 <= 0", "x = x"):
            assert refused(of(given, near), f"is tied where {given} alone" if given[2] == "=" else "alone")


def test_a_lemma_is_cited_by_its_hash() -> None:
    lemma, other = written(CITED), written({**CITED, "goal": syntax("x = 2")})
    said: Json = [meaning("cited", {"x": "x", "y": "y"})]
    known = [["lemma", citing(other)]]
    exchanged = make_chain("x + y = 2", sum_of("lemma"), known=known, said=said, reading="eyes")
    assert_refused(
        (told(exchanged, lemma), "no object whose content has this hash"),
        (told(exchanged, lemma, other), "is not that sum"),
        (made_of(check.Library({address(lemma): other.encode()}), address(lemma)), "has this hash"),
    )


# what is defined nowhere shows nothing


def follows() -> str:
    """From x = y and x > 0 follows y > 0: that is so."""
    return written(make_chain("0 < y", sum_of("x = y", "0 < x"), "x = y; 0 < x", name="follows"))


def leant(value: Json) -> Sequence[str]:
    """0 < value, of e^(log(value)), which is said to be this number and to be above 0."""
    logarithm: Json = ["log", syntax(value)]
    known: Sequence[Json] = [
        ["equal", always("the exponential of a logarithm is its argument", u=value)],
        ["above", always("exp is positive", u=logarithm)],
        ["value > 0", citing(follows(), x=["exp", logarithm], y=value)],
    ]
    goal: Json = [syntax("0"), "<", syntax(value)]
    why = sum_of("value > 0")
    return [written(make_chain(goal, why, known=known, defined=[["it", goal, why]])), follows()]


def record(left: Json, right: Json) -> Object:
    """That two terms are equal, recorded."""
    cases: Json = [["one", 0, "=", 1]]
    said: Object = {"rule": "ground", "says": "it is so", "scope": "here", "cases": cases}
    return {**ALONE, **said, "nodes": [syntax(left), syntax(right)]}


def test_what_is_defined_nowhere_shows_nothing() -> None:
    """That e^(log(-5)) = -5 and e^(log(-5)) > 0 is so wherever they are defined: where -5 > 0, and that is nowhere."""
    assert accepted(outcome(follows()))
    for value in ("-5", "x"):
        assert refused(outcome(*leant(value)), "no fact that may be used is named value > 0")


def test_no_identity_divides_by_what_is_0_in_disguise() -> None:
    """5 = 8 where z/z = 1 and z = sqrt(x)^2 - x; of numbers, where one is missing."""

    def anchored(value: Json, definition: Json) -> object:
        return told({**record("1", "1"), "anchors": tied(value, definition)})

    for zero, why, untied in (
        ("(sqrt(x)*sqrt(x) - x)", "not so for one", "is not tied"),
        ("(sqrt(2)*sqrt(2) - 2)", "undecided", "undecided"),
    ):
        other = f"7 + {zero}/{zero}"
        assert_refused((told(record("5", other)), why), (anchored("5", other), untied))
    assert refused(anchored("-1", ["^", ["sqrt", syntax("-1")], 2]), "no sqrt")
    assert accepted(anchored("2", ["^", ["sqrt", syntax("2")], 2]))


def test_the_kernel_does_not_lean_on_it_either() -> None:
    """-1 <= x, where 1 < x, of e^(log(x)); what is 0 in disguise; and what is cited of symbols that do not occur."""
    claim = claimed(below(0, y), {"x = y": equal(x, y), "x > 0": below(0, x)}, name="follows")
    source = believed(claim, summed(factor("x = y"), factor("x > 0")))
    known = {
        "equal": axiom(Always.INVERSE, x),
        "above": axiom(Always.POSITIVE, log(x)),
        "value > 0": lemma(source, x=exp(log(x)), y=x),
    }
    leaning = claimed(at_most(-1, x), {"h": below(1, x)}, known, at={"x": 2})
    step = line(leaning.goal, summed(factor("value > 0"), factor(factor=1)))
    with pytest.raises(NotProved, match="no fact is named 'value > 0'"):
        prove(leaning, Chain((step,), (settled("x > 0", summed(factor("value > 0"))),)))
    prove(leaning, Chain((step,), (settled("x > 0", summed(factor("h"), factor(factor=1))),)))
    zero = sqrt(x) ** 2 - x
    for left, right in ((term(5), 7 + (sqrt(y) ** 2 - y) / zero), (term(8), 7 + zero / zero)):
        assert not same(left, right)
        assert not holds(equal(left, right))
    assert not same(term(-1), sqrt(term(-1)) ** 2)
    assert same(TWO, sqrt(TWO) ** 2)
    spoken = claimed(equal(x, 1), {})
    object.__setattr__(spoken, "reading", "x is the number of noses")
    object.__setattr__(spoken, "stands", ("y",))
    with pytest.raises(NotProved, match="no symbol stands for that"):
        prove(spoken, Citation("a look"))


def test_no_symbol_is_written_as_another_term() -> None:
    """0 < exp(x) is true of exponentials, and cited of a symbol with that name it is not."""

    def named(name: str) -> object:
        return told({**CITED, "reading": "", "said": [], "goal": [syntax("0"), "<", ["symbol", name]]})

    assert_refused(
        *((named(each), "no term") for each in ("exp(x)", "0", "x + 1", "", "x\n", "1/2", "x = y"))
    )
    assert accepted(named("a_{k+1}"))


# inductions, instances, charts, points, enumerations and records


def first(rule: str) -> str:
    """The first object of a rule."""
    return next(name for name, text in sorted(objects().items()) if read(text)["rule"] == rule)


def exchange(one: str, other: str) -> object:
    """Two parts of an induction's certificate change places."""
    certificate = read(objects()["reporting.hiding-most"])["certificate"]
    assert isinstance(certificate, Mapping)
    to: Json = {**certificate, one: certificate[other], other: certificate[one]}
    return check_changed("reporting.hiding-most", put("certificate", to=to))


K = "_{k-1}"


def test_a_forged_induction_is_refused() -> None:
    def of(*path: str | int, to: "Json | None" = None) -> object:
        return check_changed("reporting.hiding-most", put(*path, to=to))

    symbol, missing = "symbol", "missing, or of something else: "
    assert_refused(
        (exchange("base at k = 0", "base at k >= 1"), "base at k = 0"),
        (exchange("base at k >= 1", "step 0 at k = 0"), "k"),
        (exchange("step 0 at k = 0", "step 0 at k >= 1"), "step 0 at k = 0"),
        (of("certificate", "powers"), f"{missing}['powers'"),
        (of("certificate", "base at k = 0"), f"{missing}['base at k = 0'"),
        (of("certificate", "step 0 at k >= 1"), f"{missing}['step 0 at k >= 1'"),
        (of("certificate", "step 1 at k = 0", to={}), "not of the form"),
        (of("certificate", "step 1 at k = 0", to=[]), f"{missing}['step 1 at k = 0'"),
        (of("turn", "later", to=syntax("entry*entry")), "step 0 at k = 0"),
        (of("turn", "later", to=[symbol, "stranger"]), "stranger is about more than"),
        (of("turn", "first", to=[symbol, "before"]), "before is about more than"),
        (of("start", "later", to=syntax("-1")), "base at k = 0"),
        (of("start", "later", to=[symbol, "x_0"]), "x_0 is about more than"),
        (of("invariant", 1, to="<"), "k = 0"),
        (of("nonnegative", to=True), f"{missing}['sign 0 of a at k = 0'"),
        (of("invariant", 0, to=[symbol, "G"]), "looks at k - 1"),
        (of("given", "more", to=syntax("t = t")), "t has no value"),
        (of("given", "t >= 0", to=syntax("0 <= 1")), "two facts have one name"),
        (of("power", to="k"), "two of its symbols are one"),
        (of("entries", "a", 1, to="a_{k-1}"), "two of its symbols are one"),
        (of("base", to=syntax("0")), "powers"),
        (of("kinds", to=[]), "no kind of round"),
        (of("kinds", 0, "silent", to=[symbol, "k"]), "its own symbols"),
        (of("entries", "a", 0, to=True), "no str"),
        (of("entries", "a", to=["a_{k-1}"]), "its rows"),
        (of("entries", "a", to=["a_{k-1}", "a_k"]), "base at k = 0"),
        (of("entries", to={}), "its rows"),
        (of("kinds", 0, "spoken", "b", to=syntax("1")), "it is about other rows"),
    )


def test_a_forged_instance_is_refused() -> None:
    name, lemma = first("instance"), written(CITED)
    cited = read(objects()[name]) | {"known": [["lemma", citing(lemma)]]}
    assert accepted(check_changed(name, put("reading", to="other words")))
    assert_refused(
        (check_changed(name, put("kinds", to=[])), "no kind of round"),
        (check_changed(name, put("kinds", 0, to={})), "nothing shows"),
        (check_changed("shots.choices", put("kinds", 0, "rho", to=syntax("1"))), "rounds differ"),
        (told(cited, *objects().values(), lemma), "lemma may be used only given cited("),
        (check_changed(name, put("values", "t", to=syntax("1"))), "own symbols"),
        (check_changed(name, put("values", "x", to=syntax("t"))), "own symbols"),
        (check_changed(name, put("theorem", to="another")), "and not another"),
    )


def test_a_forged_chart_is_refused() -> None:
    rise, chart = "tails.exponent-per-square", first("signs")

    def drawn(expression: str, *signs: int) -> object:
        own: Object = {"expression": syntax(expression), "signs": signs, "derivative": False, "lemmas": {}}
        return told({**read(objects()["tails.best-constant"]), **own})

    dips, hump = "u^2 - 3*u + 2", "u*exp(-u) - u/9"  # the one is below 0 between 1 and 2
    assert accepted(drawn("u - 1", -1, 1))
    assert accepted(drawn("-1/exp(u)", -1))
    assert accepted(drawn(hump, 1, -1))
    assert_refused(
        (check_changed(rise, put("certificate", "kind", to="it grows")), "no shape"),
        (check_changed(rise, put("certificate", "kind", to="it rises")), "it is not so that it rises"),
        (check_changed(rise, put("certificate", "kind", to="it is positive")), "is not what the chart says"),
        (check_changed(rise, put("given", to={})), "is not what the chart says"),
        (check_changed(chart, put("signs", to=[1, -1, 1])), "the signs are"),
        (check_changed(chart, put("signs", to=[-1, 1])), "the signs are"),
        (check_changed(chart, put("derivative", to="integral")), "no bool"),
        *((drawn(dips, *signs), "turning point") for signs in ((1,), (1, -1, 1), (1, -1), (-1,))),
        (drawn(f"({dips})/exp(u)", 1), "turning point"),
        (drawn("u - 1", 1), "the signs are [-1, 1]"),
        (drawn(hump, 1), "the signs are [1, -1]"),
        *(
            (check_changed(chart, put("expression", to=syntax(expression))), why)
            for expression, why in (
                ("u*(sqrt(4) - 2)", "0 in disguise"),
                ("u - u", "0 everywhere"),
                ("u + v", "has not one variable"),
                ("ln(u)", "log(u) is no number"),
                ("1/(u - 1)", "may be undefined"),
            )
        ),
    )


POINT: Object = {
    **ALONE,
    "rule": "point",
    "reading": "",
    "printed": syntax("x^2 <= x"),
    "given": trees({"x > 0": "0 < x"}),
    "point": trees({"x": "2"}),
    "elsewhere": trees({"x": "1"}),
}


def test_a_forged_point_is_refused() -> None:
    def of(**changed: Json) -> object:
        found = {name: syntax(each) if name == "printed" else each for name, each in changed.items()}
        return told(POINT | found)

    assert accepted(of())
    assert_refused(
        (of(point=trees({"x": "1"})), "is true at the point"),
        (of(point={}), "x has no value"),
        (of(elsewhere=trees({"x": "2"})), "false elsewhere"),
        (of(point=trees({"x": "-2"})), "what is given does not hold"),
        (of(printed="x/(x - 2) <= x"), "it divides by 0"),
        (of(printed="x/y <= x"), "y has no value"),
        (of(printed="y <= -1", elsewhere=trees({"x": "1", "y": "-1"})), "y has no value"),
        (of(printed="sqrt(2)*sqrt(2) = 2"), "true at the point"),
        (of(printed="exp(ln(2)) = 2"), "undecided"),
        (of(lemmas={"printed": "0" * 64}), "no object whose content"),
    )


def test_a_forged_enumeration_is_refused() -> None:
    said: Object = {**ALONE, "rule": "enumeration", "says": "it is so", "scope": "here", "cases": 1}
    assert accepted(told(said))
    assert_refused((told(said | {"cases": 0}), "no case"), (told(said | {"cases": TRUE}), "no int"))


RELATIONS = (
    equal(sqrt(TWO) * exp(TWO) ** -1, sqrt(TWO) / exp(TWO)),
    below(exp(TWO), 8),
    at_most(log(TWO) * TWO - 1, TWO),
    equal((x + 1) ** 2 / x, x + 2 + 1 / x),
    Relation(sqrt(TWO), "!=", term(1)),
)


def test_a_spoilt_record_is_refused() -> None:
    """A constant, a side, a sign or a node is another one: every relation is decided again."""
    claim = Ground(
        "record",
        "so it is",
        "five",
        lambda: ((f"case {place}", each) for place, each in enumerate(RELATIONS)),
        lambda: [("one", equal(1, 2))],
    )
    text = Objects().add([prove(claim, ByRecord().certificate(claim))])["record"]
    found = outcome(text)
    assert isinstance(found, check.Data)
    assert found.rule == "ground"
    nodes = of_list(read(text)["nodes"])

    def at(*node: str) -> int:
        return nodes.index([*node])

    def of(*path: str | int, to: Json) -> object:
        changed = read(text)
        put(*path, to=to)(changed)
        return told(changed)

    assert_refused(
        (of("nodes", at("constant", "8"), to=["constant", "7"]), "not so for case 1"),
        (of("nodes", at("constant", "1"), to=["constant", "2"]), "not so for case"),
        (of("nodes", at("constant", "8"), to=["constant", "1/0"]), "no fraction"),
        (of("cases", 1, 1, to=at("constant", "8")), "not so for case 1"),
        (of("cases", 3, 3, to=at("symbol", "x")), "not so for case 3"),
        (of("cases", 1, 2, to="="), "not so for case 1"),
        (of("nodes", to=[nodes[-1], *nodes[1:-1], nodes[0]]), "no term: "),
        (of("cases", to=[]), "there is no case"),
    )


PEOPLE = "shots.unbiased-among-people"
"""A theorem that uses what an induction says of its rows: the mean number of ones that people send."""


def test_a_forged_use_of_an_induction_is_refused() -> None:
    known = of_list(read(objects()[PEOPLE])["known"])
    (use,) = [place for place, source in enumerate(known) if of_list(source)[0] == "people"]
    values: Sequence[str | int] = ["known", use, 1, "values"]
    only = "people may be used only given reporting.ones-mean("
    assert accepted(check_changed(PEOPLE, put("reading", to="other words")))
    assert_refused(
        (check_changed(PEOPLE, put("said", to=[])), only),
        (check_changed(PEOPLE, put("reading", to="")), "no reading says what its symbols stand for"),
        (check_changed(PEOPLE, put(*values, "S_k", to=syntax("1"))), only),
        (check_changed(PEOPLE, put(*values, "S_k", to=syntax("N"))), only),
        (check_changed(PEOPLE, put(*values, "p", to=syntax("1"))), only),
        (
            check_changed(PEOPLE, put("known", use, 1, to=citing(objects()["shots.choices"]))),
            "shots.choices is no implication",
        ),
    )


def test_what_a_round_shares_stands_for_nothing() -> None:
    """Where a lemma says what x is in words, x is a round's own number: no number of all rounds, and not t."""
    lemma, found = written(CITED), read(objects()["reporting.ones-mean"])
    for value in ("p", "t"):
        spoken = {**found, "known": [["lemma", citing(lemma, x=value)]]}
        assert refused(told(spoken, *objects().values(), lemma), "lemma may be used only given cited(")


# files


def test_json_is_read_strictly() -> None:
    text = written(make_chain("x = x"))
    twice = text.replace('"rule": "chain"', '"rule": "chain", "rule": "chain"')
    assert_refused(
        (outcome(twice), "stands twice"),
        (outcome(text.replace('"said": []', '"said": [1.0]')), "not of the form"),
        (outcome(text.replace('"said": []', '"said": [NaN]')), "not of the form"),
        (outcome(text[:-3]), "delimiter: line"),
        (outcome("[" * 100_000), "maximum recursion depth"),
    )


def test_a_folder_is_what_its_index_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = written(make_chain("x = x"))
    (tmp_path / f"{address(text)}.json").write_text(text, encoding="utf-8")
    index = tmp_path / "index.json"

    def told_of(said: str, status: int) -> str:
        index.write_text(said, encoding="utf-8")
        assert check.main([str(tmp_path)]) == status
        return capsys.readouterr().out

    own = {"forged": address(text)}
    assert "Shown here again: 1 of 1 theorems" in told_of(json.dumps({"theorems": own}), 0)
    for wrong, why in (
        ('{"theorems": {}}', "it is not in index.json"),
        (json.dumps({"theorems": {"other": address(text)}}), "other: the object is forged, and not other"),
        (json.dumps({"theorems": {**own, "lost": "0" * 64}}), "lost: there is no object"),
        (json.dumps({"theorems": own, "more": {}}), "index.json: fields"),
        ("[]", "not of the form"),
        ("{", "index.json"),
        ("{}", "index.json: fields"),
    ):
        assert why in told_of(wrong, 1), wrong
    assert check.main([str(tmp_path / "nowhere")]) == 2


def test_what_is_on_trust_is_listed_a_line_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No reference ends its line, or takes back what stands there."""
    text = written({**CITED, "certificate": {"reference": "somebody\nOn trust: 0 \x1b[2Kcitations"}})
    (tmp_path / f"{address(text)}.json").write_text(text, encoding="utf-8")
    (tmp_path / "index.json").write_text(json.dumps({"theorems": {"cited": address(text)}}))
    assert check.main([str(tmp_path)]) == 0
    told_of = capsys.readouterr().out
    assert len(told_of.splitlines()) == len({"shown", "citation", "on trust", "the citation"})
    assert "\x1b" not in told_of
