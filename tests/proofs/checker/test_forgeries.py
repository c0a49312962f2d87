"""What is not so is refused, however an object says it."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from ldproof_proofs.book.export.objects import FORMAT, address, written
from ldproof_proofs.book.export.syntax import Json
from tests.proofs.checker.apart import Object, check, objects, outcome, read, refused, spoilt

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


def step(sign: str, to: Json, because: Json) -> Json:
    """A step of a chain."""
    return {"sign": sign, "to": to, "reason": "", "because": because}


def theorem(
    goal: tuple[Json, str, Json],
    because: Json,
    given: Mapping[str, Json] | None = None,
    known: Sequence[Json] = (),
    *,
    at: Mapping[str, Json] | None = None,
    defined: Sequence[Json] = (),
    **more: Json,
) -> Object:
    """A chain of one step."""
    return {
        "format": FORMAT,
        "name": "forged",
        "rule": "chain",
        "anchors": [],
        "reading": "",
        "stands": [],
        "given": given or {},
        "known": list(known),
        "goal": list(goal),
        "witness": at or {"x": ONE, "y": ONE},
        "certificate": {"steps": [step(goal[1], goal[2], because)], "defined": list(defined)},
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
    assert isinstance(told(theorem((Y, "=", X), shown(product("h", factor="-1")), EQUAL)), check.Theorem)
    quotient = theorem((QUOTIENT, "=", ONE), shown(), POSITIVE, defined=[[NOT_ZERO, IT]])
    assert isinstance(told(quotient), check.Theorem)


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (theorem((ZERO, "=", ONE), shown(product("h", factor=APART)), EQUAL), "no fraction"),
        (theorem((ZERO, "=", ONE), shown(product("h", scale=APART)), EQUAL), "nothing shows"),
        (theorem((ZERO, "=", ONE), shown(product("h", squares=[APART])), EQUAL), "nothing shows"),
        (theorem((QUOTIENT, "=", ONE), shown()), "nothing shows x != 0"),
        (theorem((QUOTIENT, "=", ONE), shown(), defined=[[NOT_ZERO, shown(product())]]), "is not that sum"),
        (
            theorem(
                (QUOTIENT, "=", ONE),
                shown(),
                {"h": [["*", X, QUOTIENT], "=", ONE]},
                defined=[[NOT_ZERO, shown()]],
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
        (theorem((ZERO, "<", ["exp", QUOTIENT]), shown()), "nothing shows"),
        (theorem((ZERO, "=", ["exp", ["/", ZERO, ZERO]]), shown()), "nothing shows 0 != 0"),
        (theorem((X, "<", ZERO), shown(product("h")), {"h": [X, "<", ZERO]}), "at the witness"),
        (theorem((X, "=", ["^", X, "1"]), shown()), "no int"),
        (theorem((X, "=", ["^", X, True]), shown()), "no int"),
        (theorem((X, "=", ["constant", "1.5"]), shown()), "no fraction"),
        (theorem((X, "=", ["constant", "1/0"]), shown()), "no fraction"),
        (theorem((X, "=", ["sin", X]), shown()), "no term"),
        (theorem((X, "==", X), shown()), "no relation"),
        (theorem((X, "=", X), shown(negated=0)), "no bool"),
        (theorem((X, "=", X), shown(), rule="citation"), "in the place of ['reference']"),
        (theorem((X, "=", X), shown(), rule="point"), "in the place of"),
        (theorem((X, "=", X), shown(), rule="faith"), "no rule"),
        (theorem((X, "=", X), shown(), format="another"), "another format"),
        (theorem((X, "=", X), shown(), more=1), "in the place of"),
        (theorem((X, "=", X), shown(), stands=["x"]), "no reading"),
        (
            theorem((X, "=", X), shown(), anchors=[{"formula": "f", "value": X, "definition": Y}]),
            "is not tied",
        ),
        (
            theorem((X, "=", X), shown(), anchors=[{"formula": "f", "value": "1", "definition": "1"}]),
            "is not tied",
        ),
    ],
)
def test_a_forged_chain(found: Object, why: str) -> None:
    assert refused(told(found), why), told(found)


@pytest.mark.parametrize(
    ("known", "why"),
    [
        ([["f", {"fact": "exp increases", "of": [X, Y]}]], "f may be used only given x <= y"),
        ([["f", {"fact": "exp increases", "of": [X]}]], "no fact of analysis"),
        ([["f"]], "not of the form"),
        ([["f", {"fact": "exp is positive", "of": [X]}, "g"]], "not of the form"),
        ([["f", {"fact": "exp falls", "of": [X, Y]}]], "no fact of analysis"),
        ([["f", {"fact": "a root is at least 0", "of": [X]}]], "nothing shows 0 <= x"),
        ([["f", {"fact": "exp is positive", "of": [X]}]] * 2, "two facts have one name"),
        ([["f", {"theorem": "g", "object": "0" * 64, "values": {}}]], "it cites g"),
    ],
)
def test_forged_knowledge(known: Sequence[Json], why: str) -> None:
    found = told(theorem((X, "=", X), shown(), known=known))
    assert refused(found, why), found


def test_a_fact_does_not_take_the_name_of_a_hypothesis() -> None:
    known: Json = ["x > 0", {"fact": "exp is positive", "of": [X]}]
    assert refused(told(theorem((X, "=", X), shown(), POSITIVE, [known])), "two facts have one name")


def test_what_shows_a_term_defined_is_defined_before() -> None:
    """(1 + x/x^2) x = x + 1 is above 0 for x >= 0: but only where x is not 0, which it should show."""
    inverse: Json = ["/", ONE, X]
    why = shown(product("h"), product(), times=[product(), product("h", squares=[inverse])], negated=False)
    found = theorem((QUOTIENT, "=", ONE), shown(), {"h": [ZERO, "<=", X]}, defined=[[NOT_ZERO, why]])
    assert refused(told(found), "is not defined"), told(found)
    negated = shown(product("h"), product(), times=[product(), product("h", squares=[inverse])], negated=True)
    found = theorem((QUOTIENT, "=", ONE), shown(), {"h": [ZERO, "<=", X]}, defined=[[NOT_ZERO, negated]])
    assert refused(told(found), "is not defined"), told(found)


def test_an_exponent_does_not_run_into_the_next_variable() -> None:
    large: Json = ["^", ["^", ["^", X, 32768], 32768], 4]
    assert refused(told(theorem((["+", X, large], "=", ["+", X, Y]), shown())), "is not that sum")
    assert refused(told(theorem((X, "=", ["^", X, 1 << 20]), shown())), "an exponent is too large")


@pytest.mark.parametrize(
    ("goal", "steps", "why"),
    [
        ((ZERO, "<", X), [("<=", X, shown(product("x >= 0")))], "the steps show <=, not <"),
        ((ZERO, "=", X), [("<=", X, shown(product("x >= 0")))], "the steps show <=, not ="),
        ((ZERO, "<=", X), [("!=", X, shown(product("x > 0"), negated=True))], "the steps show !=, not <="),
        (
            (ZERO, "!=", ZERO),
            [("!=", X, shown(product("x > 0"), negated=True)), ("!=", ZERO, shown(product("x > 0")))],
            "do not add up",
        ),
        (
            (ZERO, "<", ZERO),
            [("<", X, shown(product("x > 0"))), ("!=", ZERO, shown(product("x > 0")))],
            "do not add up",
        ),
        ((ZERO, "<", ONE), [("<", X, shown(product("x > 0")))], "the steps do not lead to 1"),
        ((ZERO, "<=", ZERO), [], "the steps do not lead to 0"),
        ((ZERO, "<", X), [("over", X, shown(product("x > 0")))], "do not add up"),
    ],
)
def test_forged_steps(
    goal: tuple[Json, str, Json], steps: Sequence[tuple[str, Json, Json]], why: str
) -> None:
    given: Mapping[str, Json] = {**POSITIVE, "x >= 0": [ZERO, "<=", X]}
    certificate: Json = {"steps": [step(*each) for each in steps], "defined": []}
    found = told({**theorem(goal, shown(), given), "certificate": certificate})
    assert refused(found, why), found


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
    obligations: list[Json] = [
        [[Y, "!=", ZERO], why],
        [[["*", TWO, Y], "!=", ZERO], shown(product("y > 0", factor="2"))],
        [[["negative", Y], "!=", ZERO], shown(product("y > 0"), negated=True)],
        [[ZERO, "<", Y], why],
        [[ZERO, "<=", Y], why],
        [[ZERO, "<", INVERSE], positive],
        [[ZERO, "<=", INVERSE], positive],
        [[ZERO, "<=", ["*", Y, Y]], shown(product("y > 0", "y > 0"))],
        [[ZERO, "<", ["*", Y, TWO]], shown(product("y > 0", factor="2"))],
    ]
    for one, other in ((left, right), (right, left)):
        found = told(theorem((one, "=", other), shown(), given, defined=obligations))
        assert refused(found, "is not that sum of products"), found
    assert isinstance(told(theorem((left, "=", left), shown(), given, defined=obligations)), check.Theorem)


CITED: Object = {
    **theorem(
        (["+", X, Y], "=", TWO), {}, name="cited", reading="x and y are numbers of eyes", stands=["x", "y"]
    ),
    "rule": "citation",
    "certificate": {"reference": "somebody"},
}


def citing(
    goal: tuple[Json, str, Json], values: Mapping[str, Json], stands: Sequence[str] = (), reading: str = ""
) -> object:
    """A chain that rests on the citation."""
    text = written(CITED)
    lemma: Json = {"theorem": "cited", "object": address(text), "values": values}
    return told(
        theorem(goal, shown(product("lemma")), known=[["lemma", lemma]], stands=stands, reading=reading), text
    )


def test_what_stands_for_something_keeps_its_meaning() -> None:
    goal = (["+", X, Y], "=", TWO)
    assert isinstance(citing(goal, {}, stands=["x", "y"], reading="eyes"), check.Theorem)
    assert refused(citing(goal, {}), "here for nothing")
    assert refused(citing(goal, {}, stands=["x"], reading="eyes"), "here for nothing")
    assert refused(citing(goal, {}, stands=["x", "y"]), "no reading")
    assert refused(citing((["+", X, X], "=", TWO), {"y": X}, stands=["x"], reading="eyes"), "become one")
    assert refused(
        citing((["+", X, ONE], "=", TWO), {"y": ONE}, stands=["x"], reading="eyes"), "and not for 1"
    )
    nameless = {**CITED, "stands": []}
    assert refused(told(nameless), "nothing stands for that")


def test_what_stands_for_something_here_is_not_it_there() -> None:
    """x + y = 2 of the numbers of eyes at 0 and at 1, as if they were one: 0 = 1."""
    text = written({**CITED, "stands": ["x"], "reading": "x is the number of eyes at y"})
    known: Json = [
        [name, {"theorem": "cited", "object": address(text), "values": {"y": at}}]
        for name, at in (("here", ZERO), ("there", ONE))
    ]
    because = shown(product("here"), product("there", scale=["constant", "-1"]))
    for stands in ([], ["x"]):
        found = theorem((ZERO, "=", ONE), because, stands=stands, reading="eyes")
        assert refused(told({**found, "known": known}, text), "x is x of cited at different places")


def test_an_anchor_holds_where_there_is_room() -> None:
    """A formula is what a hypothesis says that it is: an equation, or inequalities that leave one."""
    at: Mapping[str, Json] = {"x": ONE, "y": ONE}

    def tied(*given: Json) -> object:
        facts = {f"h{place}": each for place, each in enumerate(given)}
        why = shown(product("h0")) if given and given[0] == [X, "=", Y] else shown()
        goal = (X, "=", Y) if given and given[0] == [X, "=", Y] else (["+", X, ZERO], "=", X)
        tie: Json = {"formula": "f", "value": goal[0], "definition": goal[2]}
        return told({**theorem(goal, why, facts, at=at), "anchors": [tie]})

    assert isinstance(tied(), check.Theorem)
    assert isinstance(tied([X, "<=", Y]), check.Theorem)
    assert isinstance(tied([X, "<=", Y], [ZERO, "<", X]), check.Theorem)
    assert refused(tied([X, "=", Y]), "is not tied")
    assert refused(tied([X, "<=", Y], [["*", TWO, Y], "<=", ["*", TWO, X]]), "is not tied")
    assert refused(tied([["^", ["-", X, Y], 2], "<=", ZERO]), "is not tied")


def test_a_lemma_is_cited_by_its_hash() -> None:
    lemma, other = written(CITED), written({**CITED, "goal": [X, "=", TWO]})
    source: Json = {"theorem": "cited", "object": address(other), "values": {}}
    goal = (["+", X, Y], "=", TWO)
    exchanged = theorem(
        goal, shown(product("lemma")), known=[["lemma", source]], stands=["x", "y"], reading="eyes"
    )
    assert refused(told(exchanged, lemma), "it cites cited")
    assert refused(told(exchanged, lemma, other), "is not that sum")
    library = check.Library({address(lemma): other.encode()})
    assert refused(library.check(address(lemma)), "has this hash")


def test_strict_json() -> None:
    text = written(theorem((X, "=", X), shown()))
    twice = text.replace('"rule": "chain"', '"rule": "chain", "rule": "chain"')
    assert refused(outcome(twice), "stands twice")
    assert refused(outcome(text.replace('"stands": []', '"stands": [1.0]')), "not exact")
    assert refused(outcome(text.replace('"stands": []', '"stands": [NaN]')), "not exact")
    assert refused(outcome(text[:-3]), "cannot be read")
    assert refused(outcome("[" * 100_000), "cannot be read")


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
        (drop("powers"), "nothing shows its powers"),
        (drop("base at k = 0"), "nothing shows its base at k = 0"),
        (drop("step 0 at k >= 1"), "nothing shows its step 0 at k >= 1"),
        (put(["certificate", "step 1 at k = 0"], {}), "in the place of ['defined', 'steps']"),
        (put(["certificate", "step 1 at k = 0"], {"steps": [], "defined": []}), "parts of something else"),
        (put(["turn", "later"], ["*", ["symbol", "entry"], ["symbol", "entry"]]), "step 0 at k = 0"),
        (put(["turn", "later"], ["symbol", "stranger"]), "more than two entries"),
        (put(["turn", "first"], ["symbol", "before"]), "more than an entry"),
        (put(["start", "later"], ["constant", "-1"]), "base at k = 0"),
        (put(["start", "later"], ["symbol", "x_0"]), "more than the base"),
        (put(["invariant", 1], "<"), "k = 0"),
        (put(["nonnegative"], TRUE), "nothing shows its sign 0 of a at k = 0"),
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
    assert isinstance(spoilt(name, put(["reading"], "other words")), check.Theorem)
    assert refused(spoilt(name, put(["kinds"], [])), "no kind of round")
    assert refused(spoilt(name, put(["kinds", 0], {})), "nothing shows")
    assert refused(spoilt("shots.choices", put(["kinds", 0, "rho"], ONE)), "rounds differ")
    lemma = written(CITED)
    found = read(objects()[name])
    put(["known"], [["lemma", {"theorem": "cited", "object": address(lemma), "values": {}}]])(found)
    assert refused(outcome(written(found), *objects().values(), lemma), "what its symbols stand for")
    assert refused(spoilt(name, put(["values", "t"], ONE)), "own symbols")
    assert refused(spoilt(name, put(["values", "x"], ["symbol", "t"])), "own symbols")
    assert refused(spoilt(name, put(["theorem"], "another")), "it cites another")


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
    assert refused(spoilt(chart, put(["of"], "integral")), "no chart is of the integral")
    u: Json = ["symbol", "u"]
    dips: Json = ["+", ["-", ["^", u, 2], ["*", ["constant", "3"], u]], TWO]  # below 0 between 1 and 2

    def drawn(expression: Json, signs: Json) -> object:
        data = read(objects()["tails.best-constant"])
        return told({**data, "expression": expression, "signs": signs, "of": "value", "lemmas": {}})

    for signs in ([1], [1, -1, 1], [1, -1], [-1]):
        assert refused(drawn(dips, signs), "turning point"), signs
    over: Json = ["/", dips, ["exp", u]]
    assert refused(drawn(over, [1]), "turning point")
    assert isinstance(drawn(["-", u, ONE], [-1, 1]), check.Theorem)
    assert refused(drawn(["-", u, ONE], [1]), "the signs are [-1, 1]")
    assert isinstance(drawn(["/", ["negative", ONE], ["exp", u]], [-1]), check.Theorem)
    hump: Json = ["-", ["*", u, ["exp", ["negative", u]]], ["/", u, ["constant", "9"]]]  # u e^-u - u/9
    assert isinstance(drawn(hump, [1, -1]), check.Theorem)
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
    assert isinstance(told(point), check.Theorem)
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
    assert refused(told({**point, "lemmas": {"printed": "0" * 64}}), "it cites printed")


def test_a_forged_enumeration() -> None:
    name = first("enumeration")
    assert refused(spoilt(name, put(["cases"], 0)), "no case")
    assert refused(spoilt(name, put(["cases"], TRUE)), "no int")


def test_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = written(theorem((X, "=", X), shown()))
    (tmp_path / f"{address(text)}.json").write_text(text, encoding="utf-8")
    index = tmp_path / "index.json"

    def indexed(theorems: Json, entries: Json) -> str:
        return json.dumps({"theorems": theorems, "entries": entries, "sentences": {}})

    index.write_text(indexed({"forged": address(text)}, {"its entry": ["forged"]}), encoding="utf-8")
    assert check.main([str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "Shown here again: 1 of 1 theorems" in told
    assert "Entries that rest on such theorems alone: 1 of 1" in told
    for wrong, why in (
        (indexed({}, {}), "it is not in index.json"),
        (indexed({"other": address(text)}, {}), "the object is forged"),
        (indexed({"forged": address(text), "lost": "0" * 64}, {}), "lost: there is no object"),
        (indexed({"forged": address(text)}, {"its entry": ["lost"]}), "index.json: lost is no theorem"),
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
    assert isinstance(spoilt(PEOPLE, put(["reading"], "other words")), check.Theorem)
    assert refused(spoilt(PEOPLE, put(["stands"], [])), "and here for nothing")
    assert refused(spoilt(PEOPLE, put(["reading"], "")), "no reading says what its symbols stand for")
    assert refused(spoilt(PEOPLE, put([*values, "S_k"], ONE)), "stands for something, and not for 1")
    assert refused(spoilt(PEOPLE, put([*values, "S_k"], ["symbol", "N"])), "become one")
    assert refused(
        spoilt(PEOPLE, put([*values, "p"], ONE)), "at the witness there are no rows as people is about"
    )
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

    assert refused(with_x(["symbol", "p"]), "p stands for something in a lemma, and for no round's own")
    assert refused(with_x(["symbol", "t"]), "its own symbols")
