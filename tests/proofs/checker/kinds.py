"""The kinds of forgery that once passed, each tried on the kernel, on the checker and on Coq.

`python -m tests.proofs.checker.kinds` prints what each says; Coq's column is filled where Coq is installed.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from ldproof.numbers import Term, exp, log, sqrt
from ldproof.shots.formulas import user_epsilon
from ldproof_proofs.book.coq.folder import contents
from ldproof_proofs.book.export.objects import address, written
from ldproof_proofs.book.export.syntax import Json
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.combination import Combination, Product, product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.finite import Finite
from ldproof_proofs.kernel.ground import Ground
from ldproof_proofs.kernel.implication import Chain, Citation, Known, Line, axiom, lemma
from ldproof_proofs.kernel.relations import at_most, below, equal
from ldproof_proofs.kernel.theorem import AS_COUNTED, Mutant, Theorem, prove
from ldproof_proofs.kernel.uniform import alike
from tests.proofs.checker.apart import objects, outcome, read
from tests.proofs.checker.coqs import check, told_of_each
from tests.proofs.checker.test_forgeries import (
    CITED,
    ONE,
    TRUE,
    TWO,
    ZERO,
    X,
    Y,
    always,
    drop,
    meaning,
    shown,
    theorem,
)
from tests.proofs.checker.test_forgeries import product as multiplied
from tests.proofs.kernel.making import FALSE, NOTHING, believed, claimed, line, summed, x, y


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of forgery: what was forged, and what comes of it; an answer is a refusal, and none is an acceptance."""

    what: str
    kernel: Callable[[], str]
    forged: Callable[[], Sequence[str]]
    """The object, and those that it cites."""
    not_in_coq: str = ""
    """Why Coq is not asked."""
    hypothesis: str = ""
    """What the statement in Coq has for a hypothesis, and is taken out of it."""

    def checker(self) -> str:
        """What the checker says against it."""
        found = outcome(*self.forged())
        return found if isinstance(found, str) else ""

    def proofs(self) -> Mapping[str, str] | str:
        """What is written of it for Coq, or why nothing is."""
        if self.not_in_coq:
            return f"not in Coq: {self.not_in_coq}"
        forged, *cited = map(read, self.forged())
        try:
            files = contents({str(each["name"]): written(each) for each in (*cited, forged)})
        except NotProved as why:
            return f"no proof is written: {why}"
        if self.hypothesis:
            *_, last = sorted(each for each in files if each.startswith("Chunk_"))
            assert files[last].count(self.hypothesis) == 1
            files = {**files, last: files[last].replace(self.hypothesis, "")}
        return files


def by_kernel(forged: Callable[[], object]) -> Callable[[], str]:
    """What the kernel says against it."""

    def told() -> str:
        try:
            forged()
        except (NotProved, TypeError) as why:
            return str(why)
        return ""

    return told


def told(found: Mapping[str, Json], *others: str) -> object:
    """What the checker makes of an object."""
    return outcome(written(dict(found)), *others)


def undefined() -> object:
    """A term that divides by x - y, in the place of a number, where x = y."""
    riding = Product(("h",))
    object.__setattr__(riding, "factor", 1 / (x - y))
    claim = claimed(equal(0, 1), {"h": equal(x, y)}, at={"x": 1, "y": 1})
    return prove(claim, Chain((line(claim.goal, Combination((riding,))),), ()))


def branching(value: object) -> object:
    """Code with a case of its own."""
    return 0 if value == 7 else value


def late(row: Sequence[Term], silent: Term, spoken: Term) -> list[Term]:
    """A turn that forgets who spoke in long rows."""
    return [each * silent if len(row) > 12 else each * silent + spoken for each in row]


def start(system: Term, most: int) -> list[Term]:
    """Nothing anywhere."""
    return [system * 0] * (most + 1)


def uniform() -> None:
    """Whether a step that knows how long a row is passes for one about every k."""
    if not alike(start, late):
        raise NotProved("its text is not the same for every k: the evidence says rows of up to 12 entries")


def finite(*cases: tuple[str, bool]) -> object:
    """An enumeration of these cases."""
    return prove(Finite("the claim", "it is so", "here", lambda: cases, lambda: [("one", False)]), AS_COUNTED)


def dropped() -> object:
    """A lemma about the number of eyes, used of any number."""
    eyes = replace(
        claimed(equal(x, 2), at={"x": 2}, mutant=Mutant(FALSE, {"x": 2}), name="eyes"),
        reading="x is the number of eyes",
        stands=("x",),
    )
    known = {"eyes": lemma(prove(eyes, Citation("a look")))}
    claim = replace(claimed(equal(x, 2), {}, known, at={"x": 2}), mutant=Mutant(FALSE, {"x": 2}))
    return believed(claim, Combination((product("eyes"),)))


def collapsed() -> object:
    """Numbers of eyes and of legs, used of one number."""
    animal = replace(
        claimed(equal(x + y, 6), at={"x": 2, "y": 4}, mutant=Mutant(FALSE, {"x": 2, "y": 4}), name="animal"),
        reading="x is the number of eyes, and y that of legs",
        stands=("x", "y"),
    )
    known = {"animal": lemma(prove(animal, Citation("a look")), y=x)}
    claim = replace(claimed(equal(x, 3), {}, known, at={"x": 3}), mutant=Mutant(FALSE, {"x": 3}))
    claim = replace(claim, reading="x is the number of eyes", stands=("x",))
    return believed(claim, Combination((product("animal", factor=Fraction(1, 2)),)))


def supposed() -> object:
    """An anchor to what the formula is supposed to be."""
    found = anchor(user_epsilon, lambda: user_epsilon(x), lambda: y)
    claim = replace(claimed(equal(x, y), {"h": equal(x, y)}), anchors=(found,))
    return believed(claim, Combination((product("h"),)))


def ignored() -> object:
    """An anchor whose value is the definition's, with the formula times 0."""
    return anchor(user_epsilon, lambda: 0 * user_epsilon(x) + y, lambda: y)


def rewritten() -> object:
    """A mutant that is the claim, written otherwise."""
    claim = claimed(equal(x + 0, x), mutant=Mutant(equal(x, x + 0), {"x": 1}))
    return prove(claim, Chain((Line("=", x, "", NOTHING),), ()))


def beside_nothing() -> object:
    """An exponential beside 0/0."""
    goal = equal(exp(x) * ((x - x) / (x - x)), exp(x))
    return prove(claimed(goal), Chain((Line("=", exp(x), "", NOTHING),), ()))


def leaning(value: Term, defined: Combination) -> Theorem:
    """-1 <= value, where 1 < x, of e^(log(value)), which is said to be this number and to be above 0."""
    claim = claimed(below(0, y), {"x = y": equal(x, y), "x > 0": below(0, x)}, name="follows")
    source = believed(claim, summed(product("x = y"), product("x > 0")))
    known: Mapping[str, Known] = {
        "equal": axiom(Always.INVERSE, value),
        "above": axiom(Always.POSITIVE, log(value)),
        "value > 0": lemma(source, x=exp(log(value)), y=value),
    }
    goal = at_most(Fraction(-1), value)
    why = line(goal, Combination((product("value > 0"), product(factor=1))))
    return prove(claimed(goal, {"h": below(1, x)}, known, at={"x": 2}), Chain((why,), (defined,)))


def disguised() -> object:
    """That 5 is 7 + z/z, recorded, where z is 0 and does not look it."""
    zero = sqrt(x) ** 2 - x
    said = equal(5, 7 + zero / zero)
    claim = Ground("the claim", "it is so", "here", lambda: [("one", said)], lambda: [("one", FALSE)])
    return prove(claim, AS_COUNTED)


def hidden() -> Sequence[str]:
    """An object whose scale is 1 / (y - x), where x = y."""
    inverse: Json = ["/", ONE, ["-", Y, X]]
    why = shown(multiplied("h", scale=inverse))
    return [written(theorem((ZERO, "=", ONE), why, {"h": [X, "=", Y]}))]


def short() -> Sequence[str]:
    """An induction without a part of its proof."""
    found = read(objects()["reporting.hiding-most"])
    drop("step 0 at k >= 1")(found)
    return [written(found)]


def rooted() -> Sequence[str]:
    """x to the power 1/2."""
    root: Json = ["^", X, "1/2"]
    return [written(theorem((root, "=", root), shown()))]


def uncounted() -> Sequence[str]:
    """An enumeration of true cases."""
    return [written({**enumeration(), "cases": TRUE})]


def nameless() -> Sequence[str]:
    """A chain about any x and y, from a citation about numbers of eyes."""
    text = written(CITED)
    known: list[Json] = [["lemma", {"theorem": "cited", "object": address(text), "values": {}}]]
    return [written(theorem((["+", X, Y], "=", TWO), shown(multiplied("lemma")), known=known)), text]


def of_one_number() -> Sequence[str]:
    """A chain about one number, from a citation about two."""
    text = written(CITED)
    known: list[Json] = [["lemma", {"theorem": "cited", "object": address(text), "values": {"y": X}}]]
    said: list[Json] = [meaning("cited", {"x": X, "y": X})]
    because = shown(multiplied("lemma"))
    found = theorem((["+", X, X], "=", TWO), because, known=known, reading="eyes", said=said)
    return [written(found), text]


def supposed_anchor() -> Sequence[str]:
    """An anchor to what is given."""
    tie: Json = {"formula": "f", "near": {"x": ONE, "y": TWO}, "value": X, "definition": Y}
    found = theorem((X, "=", Y), shown(multiplied("h")), {"h": [X, "=", Y]})
    return [written({**found, "anchors": [tie]})]


def loose_anchor() -> Sequence[str]:
    """An anchor beside a goal that does not tie it."""
    tie: Json = {"formula": "f", "near": {}, "value": X, "definition": Y}
    return [written({**theorem((X, "=", X), shown()), "anchors": [tie]})]


def nowhere() -> Sequence[str]:
    """A failure at no point."""
    return [written({**point(), "point": {}})]


def undefined_quotient() -> Sequence[str]:
    """e^x 0/0 = e^x."""
    nothing: Json = ["-", X, X]
    e: Json = ["exp", X]
    return [written(theorem((["*", e, ["/", nothing, nothing]], "=", e), shown()))]


def follows() -> str:
    """From x = y and x > 0 follows y > 0: that is so."""
    given: Mapping[str, Json] = {"x = y": [X, "=", Y], "x > 0": [ZERO, "<", X]}
    sum_of = shown(multiplied("x = y"), multiplied("x > 0"))
    return written(theorem((ZERO, "<", Y), sum_of, given, name="follows"))


def leant(value: Json, defined: Json) -> Sequence[str]:
    """0 < value, of e^(log(value)), which is said to be this number and to be above 0."""
    text = follows()
    whole: Json = ["exp", ["log", value]]
    facts: list[Json] = [
        ["equal", always("the exponential of a logarithm is its argument", u=value)],
        ["above", always("exp is positive", u=["log", value])],
        ["value > 0", {"theorem": "follows", "object": address(text), "values": {"x": whole, "y": value}}],
    ]
    goal: Json = [ZERO, "<", value]
    found = theorem((ZERO, "<", value), defined, known=facts, defined=[["it", goal, defined]])
    return [written(found), text]


def record(left: Json, right: Json) -> dict[str, Json]:
    """That two terms are equal, recorded."""
    return {
        "format": "ldproof proof object 3",
        "name": "recorded",
        "rule": "ground",
        "anchors": [],
        "says": "it is so",
        "scope": "here",
        "lemmas": {},
        "nodes": [left, right],
        "cases": [["one", 0, "=", 1]],
    }


BY_LEMMA = shown(multiplied("value > 0"))
IN_DISGUISE: Json = ["-", ["*", ["sqrt", X], ["sqrt", X]], X]
"""0, where x is not below it."""

KINDS = (
    Kind("a term rides in a number's place, and owes nothing", by_kernel(undefined), hidden),
    Kind("an induction for rows of up to 12 entries", by_kernel(uniform), short),
    Kind(
        "an exponent that is a fraction, code that branches on a term",
        by_kernel(lambda: branching(x)),
        rooted,
    ),
    Kind(
        "a case that is counted twice, or no case",
        by_kernel(lambda: finite(("one", True), ("one", True))),
        uncounted,
        "enumerations run the reference's own code",
    ),
    Kind(
        "the reading of what is cited is dropped",
        by_kernel(dropped),
        nameless,
        hypothesis="says_cited x y ->",
    ),
    Kind(
        "two numbers that stand for different things are made one",
        by_kernel(collapsed),
        of_one_number,
        hypothesis="says_cited x x ->",
    ),
    Kind("an anchor that ties nothing", by_kernel(ignored), loose_anchor, "anchors are not exported"),
    Kind("an anchor to what is supposed", by_kernel(supposed), supposed_anchor, "anchors are not exported"),
    Kind("a mutant that is none; a printed claim that is no failure", by_kernel(rewritten), nowhere),
    Kind("an exponential beside 0/0", by_kernel(beside_nothing), undefined_quotient),
    Kind(
        "what follows from a fact that is not defined",
        by_kernel(lambda: leaning(x, Combination((product("value > 0"),)))),
        lambda: leant(X, BY_LEMMA),
    ),
    Kind(
        "an identity that is 0/0 in disguise",
        by_kernel(disguised),
        lambda: [
            written(record(["constant", "5"], ["+", ["constant", "7"], ["/", IN_DISGUISE, IN_DISGUISE]]))
        ],
        "records are not exported",
    ),
)


def enumeration() -> dict[str, Json]:
    """An enumeration."""
    return {
        "format": "ldproof proof object 3",
        "name": "finite",
        "rule": "enumeration",
        "anchors": [],
        "says": "it is so",
        "scope": "here",
        "cases": 1,
        "lemmas": {},
    }


def point() -> dict[str, Json]:
    """x <= y is false at 2 and 1."""
    return {
        "format": "ldproof proof object 3",
        "name": "point",
        "rule": "point",
        "anchors": [],
        "reading": "",
        "printed": [X, "<=", Y],
        "given": {},
        "point": {"x": TWO, "y": ONE},
        "elsewhere": {"x": ONE, "y": TWO},
        "lemmas": {},
    }


@cache
def by_coq() -> Sequence[str]:
    """What Coq says against each, where it is installed, and last of what is no forgery."""
    if absent := check.missing():
        return [f"not tried ({absent})"] * (len(KINDS) + 1)
    proofs = [*(kind.proofs() for kind in KINDS), contents({"point": written(point())})]
    said = iter(told_of_each([each for each in proofs if not isinstance(each, str)]))
    return [each if isinstance(each, str) else next(said) for each in proofs]


def table() -> Iterator[str]:
    """The kinds, and what is said against each."""
    yield "| kind | forged | our kernel | check.py | Coq |"
    yield "|---:|---|---|---|---|"
    for number, (kind, coq) in enumerate(zip(KINDS, by_coq(), strict=False), 1):
        said = [each().replace("|", "\\|") or "ACCEPTED" for each in (kind.kernel, kind.checker)]
        yield f"| {number} | {kind.what} | {' | '.join([*said, coq or 'ACCEPTED'])} |"


if __name__ == "__main__":
    sys.stdout.write("".join(f"{line}\n" for line in table()))
