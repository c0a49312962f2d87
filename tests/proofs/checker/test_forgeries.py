"""What is not so is refused, however an object says it."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from ldproof_proofs.book.export.objects import FORMAT, address, written
from ldproof_proofs.book.export.syntax import ANALYSIS, Json
from tests.proofs.checker.apart import Object, check, made_of, objects, outcome, read, refused, spoilt

X: Json = ["symbol", "x"]
Y: Json = ["symbol", "y"]
ZERO: Json = ["constant", "0"]
ONE: Json = ["constant", "1"]
TWO: Json = ["constant", "2"]
TRUE: Json = True


def product(*facts: str, factor: Json = "1", squares: Sequence[Json] = (), scale: Json = ONE) -> Json:
    """A product of a combination."""
    return {"factor": factor, "facts": list(facts), "squares": list(squares), "scale": scale}


def shown(*products: Json, times: Sequence[Json] = (), negated: Json = False) -> Json:
    """A combination."""
    return {"products": list(products), "times": list(times), "negated": negated}


def always(fact: str, **values: Json) -> Json:
    """A fact of analysis as a source of what is known."""
    return {"theorem": fact, "object": ANALYSIS, "values": values}


def meaning(of: str, stands: Mapping[str, Json], kind: str = "words", **where: Json) -> Json:
    """That some symbols stand for what a theorem says, where others are something."""
    return {"kind": kind, "of": of, "stands": stands, "where": where}


def theorem(
    goal: tuple[Json, str, Json],
    because: Json,
    given: Mapping[str, Json] | None = None,
    known: Sequence[Json] = (),
    *,
    at: Mapping[str, Json] | None = None,
    defined: Sequence[Sequence[Json]] = (),
    **more: Json,
) -> Object:
    """What one combination shows, once terms are defined."""
    return {
        "format": FORMAT,
        "name": "forged",
        "rule": "chain",
        "anchors": [],
        "reading": "",
        "said": [],
        "given": given or {},
        "known": list(known),
        "goal": list(goal),
        "witness": at or {"x": ONE, "y": ONE},
        "certificate": [*defined, ["the goal", list(goal), because]],
        **more,
    }


def told(found: Object, *others: str) -> object:
    """What the checker makes of it."""
    return outcome(written(found), *others)


EQUAL: Mapping[str, Json] = {"h": [X, "=", Y]}
APART: Json = ["/", ONE, ["-", Y, X]]
POSITIVE: Mapping[str, Json] = {"x > 0": [ZERO, "<", X]}
QUOTIENT: Json = ["/", X, X]
NOT_ZERO: Json = [X, "!=", ZERO]
IT: Json = shown(product("x > 0"), negated=False)


def test_what_is_so_is_accepted() -> None:
    assert isinstance(told(theorem((Y, "=", X), shown(product("h", factor="-1")), EQUAL)), check.Data)
    quotient = theorem((QUOTIENT, "=", ONE), shown(), POSITIVE, defined=[["x != 0", NOT_ZERO, IT]])
    assert isinstance(told(quotient), check.Data)


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (theorem((ZERO, "=", ONE), shown(product("h", factor=APART)), EQUAL), "no fraction"),
        (theorem((ZERO, "=", ONE), shown(product("h", scale=APART)), EQUAL), "0 = 1 is not defined"),
        (theorem((ZERO, "=", ONE), shown(product("h", squares=[APART])), EQUAL), "0 = 1 is not defined"),
        (theorem((QUOTIENT, "=", ONE), shown()), "what shows (x / x) = 1 is not defined"),
        (
            theorem((QUOTIENT, "=", ONE), shown(), defined=[["x != 0", NOT_ZERO, shown(product())]]),
            "is not that sum",
        ),
        (
            theorem(
                (QUOTIENT, "=", ONE),
                shown(),
                {"h": [["*", X, QUOTIENT], "=", ONE]},
                defined=[["x != 0", NOT_ZERO, shown()]],
            ),
            "is strict",
        ),
        (theorem((ZERO, "<", X), shown(product("x >= 0")), {"x >= 0": [ZERO, "<=", X]}), "is strict"),
        (theorem((ZERO, "<", X), shown(product("x > 0", factor="0")), POSITIVE), "is strict"),
        (theorem((X, "<=", ZERO), shown(product("x > 0", factor="-1")), POSITIVE), "sign is not known"),
        (
            theorem((X, "<=", ZERO), shown(product("x > 0", scale=["constant", "-1"])), POSITIVE),
            "sign is not",
        ),
        (theorem((ZERO, "=", X), shown(product("x > 0")), POSITIVE), "only equations"),
        (theorem((ZERO, "=", ONE), shown(product("h"), times=[product("h")]), EQUAL), "multiplied by 0"),
        (theorem((ZERO, "=", ONE), shown(times=[product(factor="0")])), "multiplied by 0"),
        (theorem((ZERO, "<=", X), shown(product("h")), {"h": [X, "!=", ZERO]}), "has no sign"),
        (theorem((ZERO, "=", ONE), shown(product("k")), EQUAL), "no fact that may be used"),
        (theorem((ZERO, "=", ONE), shown()), "is not that sum"),
        (theorem((ZERO, "<", ["exp", QUOTIENT]), shown()), "is not defined"),
        (theorem((ZERO, "=", ["exp", ["/", ZERO, ZERO]]), shown()), "is not defined"),
        (theorem((X, "<", ZERO), shown(product("h")), {"h": [X, "<", ZERO]}), "at the witness"),
        (theorem((X, "=", ["^", X, "1"]), shown()), "no term"),
        (theorem((X, "=", ["^", X, True]), shown()), "no term"),
        (theorem((X, "=", ["constant", "1.5"]), shown()), "no fraction"),
        (theorem((X, "=", ["constant", "1/0"]), shown()), "no fraction"),
        (theorem((X, "=", ["sin", X]), shown()), "no term"),
        (theorem((X, "==", X), shown()), "no relation"),
        (theorem((X, "=", X), shown(negated=0)), "no bool"),
        (theorem((X, "=", X), shown(), rule="citation"), "not of the form of {'reference'"),
        (theorem((X, "=", X), shown(), rule="point"), "in the place of"),
        (theorem((X, "=", X), shown(), rule="faith"), "no rule"),
        (theorem((X, "=", X), shown(), format="another"), "another format"),
        (theorem((X, "=", X), shown(), more=1), "in the place of"),
        (theorem((X, "=", X), shown(), said=[meaning("forged", {"x": X})]), "no reading"),
        (
            theorem(
                (X, "=", X), shown(), anchors=[{"formula": "f", "near": {}, "value": X, "definition": Y}]
            ),
            "is not tied",
        ),
        (
            theorem(
                (X, "=", X), shown(), anchors=[{"formula": "f", "near": {}, "value": ONE, "definition": ONE}]
            ),
            "is not tied",
        ),
        (
            theorem(
                (X, "=", X), shown(), anchors=[{"formula": "f", "near": {}, "value": "1", "definition": X}]
            ),
            "no term",
        ),
    ],
)
def test_a_forged_chain(found: Object, why: str) -> None:
    assert refused(told(found), why), told(found)


@pytest.mark.parametrize(
    ("known", "why"),
    [
        ([["f", always("exp increases", u=X, v=Y)]], "f may be used only given x <= y"),
        ([["f", always("exp increases", u=X)]], "f may be used only given x <= v"),
        ([["f"]], "not of the form"),
        ([["f", always("exp is positive", u=X), "g"]], "not of the form"),
        ([["f", always("exp falls", u=X, v=Y)]], "exp falls is no implication"),
        ([["f", always("a root is at least 0", u=X)]], "nothing shows 0 <= x"),
        ([["f", always("exp is positive", u=X)]] * 2, "two facts have one name"),
        ([["f", {"theorem": "g", "object": "0" * 64, "values": {}}]], "no object whose content"),
    ],
)
def test_forged_knowledge(known: Sequence[Json], why: str) -> None:
    found = told(theorem((X, "=", X), shown(), known=known))
    assert refused(found, why), found


def test_a_fact_does_not_take_the_name_of_a_hypothesis() -> None:
    known: Json = ["x > 0", always("exp is positive", u=X)]
    assert refused(told(theorem((X, "=", X), shown(), POSITIVE, [known])), "two facts have one name")


def test_what_shows_a_term_defined_is_defined_before() -> None:
    """(1 + x/x^2) x = x + 1 is above 0 for x >= 0: but only where x is not 0, which it should show."""
    inverse: Json = ["/", ONE, X]
    why = shown(product("h"), product(), times=[product(), product("h", squares=[inverse])], negated=False)
    found = theorem(
        (QUOTIENT, "=", ONE), shown(), {"h": [ZERO, "<=", X]}, defined=[["x != 0", NOT_ZERO, why]]
    )
    assert refused(told(found), "is not defined"), told(found)
    negated = shown(product("h"), product(), times=[product(), product("h", squares=[inverse])], negated=True)
    found = theorem(
        (QUOTIENT, "=", ONE), shown(), {"h": [ZERO, "<=", X]}, defined=[["x != 0", NOT_ZERO, negated]]
    )
    assert refused(told(found), "is not defined"), told(found)


def test_an_exponent_does_not_run_into_the_next_variable() -> None:
    large: Json = ["^", ["^", ["^", X, 32768], 32768], 4]
    assert refused(told(theorem((["+", X, large], "=", ["+", X, Y]), shown())), "is not that sum")
    assert refused(told(theorem((X, "=", ["^", X, 1 << 20]), shown())), "no term")


POSITIVE_STEP: Json = ["step", [ZERO, "<", X], shown(product("x > 0"))]
AT_LEAST: Json = ["step", [ZERO, "<=", X], shown(product("x >= 0"))]
APART_STEP: Json = ["step", [ZERO, "!=", X], shown(product("x > 0"), negated=True)]


@pytest.mark.parametrize(
    ("goal", "steps", "why"),
    [
        ((ZERO, "<", X), [AT_LEAST], "nothing shows 0 < x"),
        ((ZERO, "=", X), [AT_LEAST], "nothing shows 0 = x"),
        ((ZERO, "<=", X), [APART_STEP], "nothing shows 0 <= x"),
        ((ZERO, "<", ONE), [POSITIVE_STEP], "nothing shows 0 < 1"),
        ((ZERO, "<=", ZERO), [], "nothing shows 0 <= 0"),
        ((ZERO, "<", X), [["step", [ZERO, "over", X], shown(product("x > 0"))]], "no relation"),
        (
            (ZERO, "<", X),
            [AT_LEAST, ["goal", [ZERO, "<", X], shown(product("step"))]],
            "no product is above 0",
        ),
        ((ZERO, "=", X), [AT_LEAST, ["goal", [ZERO, "=", X], shown(product("step"))]], "only equations"),
        ((ZERO, "<=", X), [APART_STEP, ["goal", [ZERO, "<=", X], shown(product("step"))]], "has no sign"),
        (
            (ZERO, "!=", X),
            [APART_STEP, ["goal", [ZERO, "!=", ZERO], shown(product("step"), negated=True)]],
            "has no sign",
        ),
        ((ZERO, "<", ONE), [["goal", [ZERO, "<", ONE], shown(product("goal"))]], "no fact that may be used"),
        ((ZERO, "<", X), [POSITIVE_STEP, POSITIVE_STEP], "two facts have one name"),
        (
            (ZERO, "<", ONE),
            [
                ["one", [ZERO, "<", ONE], shown(product("other"))],
                ["other", [ZERO, "<", ONE], shown(product("one"))],
            ],
            "no fact that may be used",
        ),
        ((ZERO, "<", X), [["x >= 0", [ZERO, "<", X], shown(product("x > 0"))]], "two facts have one name"),
    ],
)
def test_forged_steps(goal: tuple[Json, str, Json], steps: Sequence[Json], why: str) -> None:
    given: Mapping[str, Json] = {**POSITIVE, "x >= 0": [ZERO, "<=", X]}
    found = told({**theorem(goal, shown(), given), "certificate": list(steps)})
    assert refused(found, why), found


def test_a_step_is_used_once_it_is_shown() -> None:
    """From 0 <= x and x < x + 1 follows 0 < x + 1: the goal is the sum of both."""
    more: Json = ["+", X, ONE]
    steps: list[Json] = [AT_LEAST, ["one more", [X, "<", more], shown(product())]]
    total: Json = ["the goal", [ZERO, "<", more], shown(product("step"), product("one more"))]
    found = theorem((ZERO, "<", more), shown(), {"x >= 0": [ZERO, "<=", X]})
    assert isinstance(told({**found, "certificate": [*steps, total]}), check.Data)
    for lacking in ([*steps[:1], total], [*steps[1:], total], [total, *steps]):
        assert refused(told({**found, "certificate": lacking}), "no fact that may be used is named")


MINUS: Json = ["negative", ONE]
INVERSE: Json = ["/", ONE, Y]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (["min", INVERSE, X], ["min", MINUS, X]),
        (["exp", MINUS], ["exp", ["-", MINUS, ONE]]),
        (["exp", X], ["exp", ["*", TWO, X]]),
        (["exp", ["/", X, TWO]], ["exp", ["/", X, ["constant", "3"]]]),
        (["exp", ["negative", X]], ["exp", X]),
        (["sqrt", ["*", Y, Y]], ["negative", Y]),
        (["sqrt", Y], ["sqrt", INVERSE]),
        (["*", ["sqrt", Y], ["sqrt", INVERSE]], MINUS),
        (["log", INVERSE], ["log", Y]),
        (["log", ["*", Y, TWO]], ["*", TWO, ["log", Y]]),
        (["min", X, Y], X),
        (["/", X, Y], ["/", X, ["*", TWO, Y]]),
        (["/", X, Y], ["/", X, ["negative", Y]]),
        (["^", Y, -2], ["^", Y, 2]),
        (["constant", "1/3"], ["constant", "1/2"]),
        (["+", INVERSE, ["constant", "1/3"]], ["+", INVERSE, ["constant", "2/3"]]),
        (ZERO, ONE),
    ],
)
def test_what_is_different_has_another_normal_form(left: Json, right: Json) -> None:
    """Neither is the other, for any reason: not even where both are defined."""
    given: Mapping[str, Json] = {"y > 0": [ZERO, "<", Y]}
    why: Json = shown(product("y > 0"))
    positive: Json = shown(product("y > 0"), times=[product("y > 0", "y > 0")])
    owed: list[tuple[Json, Json]] = [
        ([Y, "!=", ZERO], why),
        ([["*", TWO, Y], "!=", ZERO], shown(product("y > 0", factor="2"))),
        ([["negative", Y], "!=", ZERO], shown(product("y > 0"), negated=True)),
        ([ZERO, "<", Y], why),
        ([ZERO, "<=", Y], why),
        ([ZERO, "<", INVERSE], positive),
        ([ZERO, "<=", INVERSE], positive),
        ([ZERO, "<=", ["*", Y, Y]], shown(product("y > 0", "y > 0"))),
        ([ZERO, "<", ["*", Y, TWO]], shown(product("y > 0", factor="2"))),
    ]
    obligations = [[str(number), *each] for number, each in enumerate(owed)]
    for one, other in ((left, right), (right, left)):
        found = told(theorem((one, "=", other), shown(), given, defined=obligations))
        assert refused(found, "is not that sum of products"), found
    assert isinstance(told(theorem((left, "=", left), shown(), given, defined=obligations)), check.Data)


CITED: Object = {
    **theorem((["+", X, Y], "=", TWO), {}, name="cited", reading="x and y are numbers of eyes"),
    "said": [meaning("cited", {"x": X, "y": Y})],
    "rule": "citation",
    "certificate": {"reference": "somebody"},
}


def citing(
    goal: tuple[Json, str, Json], values: Mapping[str, Json], *said: Json, reading: str = "eyes"
) -> object:
    """A chain that rests on the citation."""
    text = written(CITED)
    lemma: Json = {"theorem": "cited", "object": address(text), "values": values}
    known: Sequence[Json] = [["lemma", lemma]]
    found = theorem(goal, shown(product("lemma")), known=known, said=list(said), reading=reading)
    return told(found, text)


def test_what_stands_for_something_keeps_its_meaning() -> None:
    goal = (["+", X, Y], "=", TWO)
    both = meaning("cited", {"x": X, "y": Y})
    only = "lemma may be used only given cited("
    assert isinstance(citing(goal, {}, both), check.Data)
    assert refused(citing(goal, {}), only)
    assert refused(citing(goal, {}, meaning("cited", {"x": X})), only)
    assert refused(citing(goal, {}, meaning("cited", {"x": X}, y=Y)), only)
    assert refused(citing(goal, {}, meaning("sighted", {"x": X, "y": Y})), only)
    assert refused(citing(goal, {}, meaning("cited", {"x": X, "y": Y}, "rows")), only)
    assert refused(citing(goal, {}, meaning("cited", {"x": X, "y": Y}, "=")), "no meaning: =")
    assert refused(citing(goal, {}, meaning("cited", {"x": Y, "y": X})), only)
    assert refused(citing(goal, {}, both, reading=""), "no reading")
    twice = meaning("cited", {"x": X, "y": X})
    assert refused(citing((["+", X, X], "=", TWO), {"y": X}, both), only)
    assert refused(citing((["+", X, X], "=", TWO), {"y": X}, twice), "become one")
    one = meaning("cited", {"x": X, "y": ONE})
    assert refused(citing((["+", X, ONE], "=", TWO), {"y": ONE}, both), only)
    assert refused(citing((["+", X, ONE], "=", TWO), {"y": ONE}, one), "become one, or are none")
    assert refused(told({**CITED, "said": []}), "nothing stands for that")
    assert refused(told({**CITED, "said": [meaning("other", {"x": X})]}), "nothing stands for that")


def test_what_stands_for_something_here_is_not_it_there() -> None:
    """x + y = 2 of the numbers of eyes at 0 and at 1, as if they were one: 0 = 1."""
    own = meaning("cited", {"x": X}, y=Y)
    text = written({**CITED, "said": [own], "reading": "x is the number of eyes at y"})
    known: Sequence[Json] = [
        [name, {"theorem": "cited", "object": address(text), "values": {"y": at}}]
        for name, at in (("here", ZERO), ("there", ONE))
    ]
    because = shown(product("here"), product("there", scale=["constant", "-1"]))
    places = [meaning("cited", {"x": X}, y=at) for at in (ZERO, ONE)]
    for said, why in (
        ([], "may be used only given cited(x(x), y(0))"),
        ([own], "may be used only given"),
        (places[:1], "there may be used only given cited(x(x), y(1))"),
        (places, "x is in cited at different places"),
    ):
        found = told({**theorem((ZERO, "=", ONE), because, known=known, reading="eyes"), "said": said}, text)
        assert refused(found, why), found


AROUND: Json = {"x": ONE, "y": TWO}


def test_an_anchor_holds_where_there_is_room() -> None:
    """A formula is what a hypothesis says that it is: an equation, or inequalities that leave one."""
    at: Mapping[str, Json] = {"x": ONE, "y": ONE}
    lower: Json = {"x": TWO, "y": ONE}

    def tied(*given: Json, near: Json = AROUND) -> object:
        facts = {f"h{place}": each for place, each in enumerate(given)}
        why = shown(product("h0")) if given and given[0] == [X, "=", Y] else shown()
        goal = (X, "=", Y) if given and given[0] == [X, "=", Y] else (["+", X, ZERO], "=", X)
        tie: Json = {"formula": "f", "near": near, "value": goal[0], "definition": goal[2]}
        return told({**theorem(goal, why, facts, at=at), "anchors": [tie]})

    assert isinstance(tied(), check.Data)
    assert isinstance(tied([X, "<=", Y]), check.Data)
    assert isinstance(tied([X, "<=", Y], [ZERO, "<", X]), check.Data)
    assert isinstance(tied([X, "!=", TWO], near={"x": ZERO}), check.Data)
    assert refused(tied([X, "!=", TWO], near=lower), "is tied where x != 2 alone")
    assert refused(tied([X, "<=", Y], near={}), "has no value")
    assert refused(tied([X, "<=", Y], near=lower), "is tied where x <= y alone")
    for near in (AROUND, lower, dict(at)):
        assert refused(tied([X, "=", Y], near=near), "is tied where x = y alone")
        assert refused(tied([X, "<=", Y], [["*", TWO, Y], "<=", ["*", TWO, X]], near=near), "alone")
        assert refused(tied([["^", ["-", X, Y], 2], "<=", ZERO], near=near), "alone")
        assert refused(tied([X, "=", X], near=near), "is tied where x = x alone")


def test_a_lemma_is_cited_by_its_hash() -> None:
    lemma, other = written(CITED), written({**CITED, "goal": [X, "=", TWO]})
    source: Json = {"theorem": "cited", "object": address(other), "values": {}}
    goal = (["+", X, Y], "=", TWO)
    said: Json = [meaning("cited", {"x": X, "y": Y})]
    exchanged = theorem(goal, shown(product("lemma")), known=[["lemma", source]], said=said, reading="eyes")
    assert refused(told(exchanged, lemma), "no object whose content has this hash")
    assert refused(told(exchanged, lemma, other), "is not that sum")
    assert refused(made_of(check.Library({address(lemma): other.encode()}), address(lemma)), "has this hash")


def test_strict_json() -> None:
    text = written(theorem((X, "=", X), shown()))
    twice = text.replace('"rule": "chain"', '"rule": "chain", "rule": "chain"')
    assert refused(outcome(twice), "stands twice")
    assert refused(outcome(text.replace('"said": []', '"said": [1.0]')), "not of the form")
    assert refused(outcome(text.replace('"said": []', '"said": [NaN]')), "not of the form")
    assert refused(outcome(text[:-3]), "delimiter: line")
    assert refused(outcome("[" * 100_000), "maximum recursion depth")


def first(rule: str) -> str:
    """The first object of a rule."""
    return next(name for name, text in sorted(objects().items()) if read(text)["rule"] == rule)


def put(path: Sequence[str | int], value: Json) -> Callable[[Object], object]:
    """A change at a place of an object."""

    def change(found: Object) -> None:
        *way, last = path
        place: object = found
        for each in way:
            place = place[int(each)] if isinstance(place, list) else entry(place)[str(each)]
        if isinstance(place, list):
            place[int(last)] = value
        else:
            entry(place)[str(last)] = value

    return change


def entry(place: object) -> dict[str, object]:
    """A place with names."""
    assert isinstance(place, dict)
    return place


def exchange(one: str, other: str) -> Callable[[Object], object]:
    """Two parts of an induction's certificate change places."""

    def change(found: Object) -> None:
        parts = found["certificate"]
        assert isinstance(parts, dict)
        parts[one], parts[other] = parts[other], parts[one]

    return change


def drop(role: str) -> Callable[[Object], object]:
    """A part of an induction's certificate is left out."""

    def change(found: Object) -> None:
        parts = found["certificate"]
        assert isinstance(parts, dict)
        del parts[role]

    return change


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (exchange("base at k = 0", "base at k >= 1"), "base at k = 0"),
        (exchange("base at k >= 1", "step 0 at k = 0"), "k"),
        (exchange("step 0 at k = 0", "step 0 at k >= 1"), "step 0 at k = 0"),
        (drop("powers"), "missing, or of something else: ['powers'"),
        (drop("base at k = 0"), "missing, or of something else: ['base at k = 0'"),
        (drop("step 0 at k >= 1"), "missing, or of something else: ['step 0 at k >= 1'"),
        (put(["certificate", "step 1 at k = 0"], {}), "not of the form"),
        (put(["certificate", "step 1 at k = 0"], []), "missing, or of something else: ['step 1 at k = 0'"),
        (put(["turn", "later"], ["*", ["symbol", "entry"], ["symbol", "entry"]]), "step 0 at k = 0"),
        (put(["turn", "later"], ["symbol", "stranger"]), "stranger is about more than"),
        (put(["turn", "first"], ["symbol", "before"]), "before is about more than"),
        (put(["start", "later"], ["constant", "-1"]), "base at k = 0"),
        (put(["start", "later"], ["symbol", "x_0"]), "x_0 is about more than"),
        (put(["invariant", 1], "<"), "k = 0"),
        (put(["nonnegative"], TRUE), "missing, or of something else: ['sign 0 of a at k = 0'"),
        (put(["invariant", 0], ["symbol", "G"]), "looks at k - 1"),
        (put(["given", "more"], [["symbol", "t"], "=", ["symbol", "t"]]), "t has no value"),
        (put(["given", "t >= 0"], [ZERO, "<=", ONE]), "two facts have one name"),
        (put(["power"], "k"), "two of its symbols are one"),
        (put(["entries", "a", 1], "a_{k-1}"), "two of its symbols are one"),
        (put(["base"], ZERO), "powers"),
        (put(["kinds"], []), "no kind of round"),
        (put(["kinds", 0, "silent"], ["symbol", "k"]), "its own symbols"),
        (put(["entries", "a", 0], TRUE), "no str"),
        (put(["entries", "a"], ["a_{k-1}"]), "its rows"),
        (put(["entries", "a"], ["a_{k-1}", "a_k"]), "base at k = 0"),
        (put(["entries"], {}), "its rows"),
        (put(["kinds", 0, "spoken", "b"], ONE), "it is about other rows"),
    ],
)
def test_a_forged_induction(change: Callable[[Object], object], why: str) -> None:
    found = spoilt("reporting.hiding-most", change)
    assert refused(found, why), found


def test_a_forged_instance() -> None:
    name = first("instance")
    assert isinstance(spoilt(name, put(["reading"], "other words")), check.Data)
    assert refused(spoilt(name, put(["kinds"], [])), "no kind of round")
    assert refused(spoilt(name, put(["kinds", 0], {})), "nothing shows")
    assert refused(spoilt("shots.choices", put(["kinds", 0, "rho"], ONE)), "rounds differ")
    lemma = written(CITED)
    found = read(objects()[name])
    put(["known"], [["lemma", {"theorem": "cited", "object": address(lemma), "values": {}}]])(found)
    assert refused(outcome(written(found), *objects().values(), lemma), "lemma may be used only given cited(")
    assert refused(spoilt(name, put(["values", "t"], ONE)), "own symbols")
    assert refused(spoilt(name, put(["values", "x"], ["symbol", "t"])), "own symbols")
    assert refused(spoilt(name, put(["theorem"], "another")), "and not another")


def test_a_forged_chart() -> None:
    rise, chart = "tails.exponent-per-square", first("signs")
    assert refused(spoilt(rise, put(["certificate", "kind"], "it grows")), "no shape")
    assert refused(spoilt(rise, put(["certificate", "kind"], "it rises")), "it is not so that it rises")
    assert refused(spoilt(rise, put(["certificate", "kind"], "it is positive")), "is not what the chart says")
    assert refused(spoilt(rise, put(["given"], {})), "is not what the chart says")
    assert refused(spoilt(chart, put(["signs"], [1, -1, 1])), "the signs are")
    assert refused(spoilt(chart, put(["signs"], [-1, 1])), "the signs are")
    nothing: Json = ["*", ["symbol", "u"], ["-", ["sqrt", ["constant", "4"]], TWO]]
    assert refused(spoilt(chart, put(["expression"], nothing)), "0 in disguise")
    assert refused(
        spoilt(chart, put(["expression"], ["-", ["symbol", "u"], ["symbol", "u"]])), "0 everywhere"
    )
    assert refused(spoilt(chart, put(["derivative"], "integral")), "no bool")
    u: Json = ["symbol", "u"]
    dips: Json = ["+", ["-", ["^", u, 2], ["*", ["constant", "3"], u]], TWO]  # below 0 between 1 and 2

    def drawn(expression: Json, signs: Json) -> object:
        data = read(objects()["tails.best-constant"])
        return told({**data, "expression": expression, "signs": signs, "derivative": False, "lemmas": {}})

    for signs in ([1], [1, -1, 1], [1, -1], [-1]):
        assert refused(drawn(dips, signs), "turning point"), signs
    over: Json = ["/", dips, ["exp", u]]
    assert refused(drawn(over, [1]), "turning point")
    assert isinstance(drawn(["-", u, ONE], [-1, 1]), check.Data)
    assert refused(drawn(["-", u, ONE], [1]), "the signs are [-1, 1]")
    assert isinstance(drawn(["/", ["negative", ONE], ["exp", u]], [-1]), check.Data)
    hump: Json = ["-", ["*", u, ["exp", ["negative", u]]], ["/", u, ["constant", "9"]]]  # u e^-u - u/9
    assert isinstance(drawn(hump, [1, -1]), check.Data)
    assert refused(drawn(hump, [1]), "the signs are [1, -1]")
    assert refused(
        spoilt(chart, put(["expression"], ["+", ["symbol", "u"], ["symbol", "v"]])), "has not one variable"
    )
    assert refused(spoilt(chart, put(["expression"], ["log", ["symbol", "u"]])), "log(u) is no number")
    assert refused(
        spoilt(chart, put(["expression"], ["/", ONE, ["-", ["symbol", "u"], ONE]])), "may be undefined"
    )


def test_a_forged_point() -> None:
    point: Object = {
        "format": FORMAT,
        "name": "printed",
        "rule": "point",
        "anchors": [],
        "reading": "",
        "printed": [["^", X, 2], "<=", X],
        "given": {"x > 0": [ZERO, "<", X]},
        "point": {"x": TWO},
        "elsewhere": {"x": ONE},
        "lemmas": {},
    }
    assert isinstance(told(point), check.Data)
    assert refused(told({**point, "point": {"x": ONE}}), "is true at the point")
    assert refused(told({**point, "elsewhere": {"x": TWO}}), "false elsewhere")
    assert refused(told({**point, "point": {"x": ["constant", "-2"]}}), "what is given does not hold")
    assert refused(told({**point, "printed": [["/", X, ["-", X, TWO]], "<=", X]}), "it divides by 0")
    assert refused(told({**point, "printed": [["/", X, Y], "<=", X]}), "y has no value")
    nowhere: Json = ["constant", "-1"]
    assert refused(
        told({**point, "printed": [Y, "<=", nowhere], "elsewhere": {"x": ONE, "y": nowhere}}),
        "y has no value",
    )
    root: Json = ["sqrt", ["constant", "2"]]
    assert refused(told({**point, "printed": [["*", root, root], "=", TWO]}), "true at the point")
    undecided: Json = [["exp", ["log", TWO]], "=", TWO]
    assert refused(told({**point, "printed": undecided}), "undecided")
    assert refused(told({**point, "lemmas": {"printed": "0" * 64}}), "no object whose content")


def test_a_forged_enumeration() -> None:
    name = first("enumeration")
    assert refused(spoilt(name, put(["cases"], 0)), "no case")
    assert refused(spoilt(name, put(["cases"], TRUE)), "no int")


def test_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = written(theorem((X, "=", X), shown()))
    (tmp_path / f"{address(text)}.json").write_text(text, encoding="utf-8")
    index = tmp_path / "index.json"

    index.write_text(json.dumps({"theorems": {"forged": address(text)}}), encoding="utf-8")
    assert check.main([str(tmp_path)]) == 0
    assert "Shown here again: 1 of 1 theorems" in capsys.readouterr().out
    for wrong, why in (
        ('{"theorems": {}}', "it is not in index.json"),
        (json.dumps({"theorems": {"other": address(text)}}), "other: the object is forged, and not other"),
        (json.dumps({"theorems": {"forged": address(text), "lost": "0" * 64}}), "lost: there is no object"),
        (json.dumps({"theorems": {"forged": address(text)}, "more": {}}), "index.json: fields"),
        ("[]", "not of the form"),
        ("{", "index.json"),
        ("{}", "index.json: fields"),
    ):
        index.write_text(wrong, encoding="utf-8")
        assert check.main([str(tmp_path)]) == 1
        assert why in capsys.readouterr().out
    assert check.main([str(tmp_path / "nowhere")]) == 2


PEOPLE = "shots.unbiased-among-people"
"""A theorem that uses what an induction says of its rows: the mean number of ones that people send."""


def test_a_forged_use_of_an_induction() -> None:
    known = read(objects()[PEOPLE])["known"]
    assert isinstance(known, list)
    (use,) = [
        place for place, source in enumerate(known) if isinstance(source, list) and source[0] == "people"
    ]
    values: list[str | int] = ["known", use, 1, "values"]
    assert isinstance(spoilt(PEOPLE, put(["reading"], "other words")), check.Data)
    only = "people may be used only given reporting.ones-mean("
    assert refused(spoilt(PEOPLE, put(["said"], [])), only)
    assert refused(spoilt(PEOPLE, put(["reading"], "")), "no reading says what its symbols stand for")
    assert refused(spoilt(PEOPLE, put([*values, "S_k"], ONE)), only)
    assert refused(spoilt(PEOPLE, put([*values, "S_k"], ["symbol", "N"])), only)
    assert refused(spoilt(PEOPLE, put([*values, "p"], ONE)), only)
    instance: Json = {"theorem": "shots.choices", "object": address(objects()["shots.choices"]), "values": {}}
    assert refused(spoilt(PEOPLE, put(["known", use, 1], instance)), "shots.choices is no implication")


def test_what_a_round_shares_stands_for_nothing() -> None:
    """Where a lemma says what x is in words, x is a round's own number: no number of all rounds, and not t."""
    lemma = written(CITED)

    def with_x(value: Json) -> object:
        found = read(objects()["reporting.ones-mean"])
        put(["known"], [["lemma", {"theorem": "cited", "object": address(lemma), "values": {"x": value}}]])(
            found
        )
        return outcome(written(found), *objects().values(), lemma)

    assert refused(with_x(["symbol", "p"]), "lemma may be used only given cited(")
    assert refused(with_x(["symbol", "t"]), "lemma may be used only given cited(")
