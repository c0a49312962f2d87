"""What is left to believe: citations, enumerations, and what symbols stand for in words."""

from collections.abc import Iterable, Mapping

from ldproof_proofs.book.explained import Words
from ldproof_proofs.book.pages.html import Markup, element, kept, listed, table, together
from ldproof_proofs.book.pages.page import folded, page, paragraphs, section

KINDS: Mapping[str, str] = {
    "implication": "from hypotheses by a chain of steps, each an identity or a sum of products of facts",
    "induction": "over the rounds of the reference's own recurrence, for all of them",
    "instance": "such an induction, for rounds of a kind",
    "signs": "where an expression is positive, by a chart of its derivatives",
    "failure": "an exact point at which a printed claim fails",
    "ground": "a finite list of relations, recorded and decided again one by one",
    "finite": "cases of which the reference's own code says whether they are so",
}
"""The kinds of theorems, and how each is shown."""


def trusted_page(words: Words) -> str:
    """The page."""
    theorems = words["theorems"]
    counted = {kind: sum(each["kind"] == kind for each in theorems.values()) for kind in KINDS}
    rows = [(kind, str(counted[kind]), what) for kind, what in KINDS.items()]
    return page(
        "What is trusted",
        paragraphs(
            together(
                "Every theorem keeps a certificate. ",
                element("code", "ldproof prove --check"),
                " replays them by plain algebra; ",
                element("code", "ldproof prove --export DIR"),
                " writes them as objects that one file of plain Python checks again, and ",
                element("code", "--coq DIR"),
                " for Coq. This page lists what remains to be believed. No claim is about timing: how long a program "
                "takes may reveal its input.",
            )
        ),
        section("Theorems by kind", table(("Kind", "How many", "How it is shown"), rows, "Theorems by kind")),
        section("What others have shown", listed(cited(words))),
        section("Enumerations by our own code", listed(enumerated(words))),
        section("What symbols stand for in words", *modelled(words)),
    )


def cited(words: Words) -> Iterable[Markup]:
    """Every citation, and the claims that rest on it."""
    users: dict[str, list[str]] = {}
    for name, claim in words["claims"].items():
        for theorem in claim["theorems"]:
            for assumed in words["theorems"][theorem]["assumes"]:
                users.setdefault(assumed, []).append(name)
    for assumed, names in sorted(users.items()):
        yield together(assumed, ": ", links(dict.fromkeys(names)))


def enumerated(words: Words) -> Iterable[Markup]:
    """Every enumeration that nobody else can decide again."""
    for name, theorem in words["theorems"].items():
        if theorem["kind"] == "finite":
            yield together(element("code", name), ": ", kept(theorem["statement"]))


def modelled(words: Words) -> Iterable[Markup]:
    """Every modelling step, by the claim that rests on it."""
    for name, claim in words["claims"].items():
        if claim["modelling"]:
            head = together(element("code", name), f" ({len(claim['modelling'])})")
            yield folded(head, element("p", links([name])), listed(map(kept, claim["modelling"])))


def links(names: Iterable[str]) -> Markup:
    """Claims, from the first folder."""
    parts: list[Markup | str] = []
    for name in names:
        parts += [", ", element("a", name, href=f"claims/{name}.html")]
    return together(*parts[1:])
