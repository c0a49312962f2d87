"""A claim's page: printed, true, why, in numbers, in code, and what hangs on what."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from re import Match

from ldproof_proofs.book.explained import SectionInWords, TheoremInWords
from ldproof_proofs.book.explanation import LETTERS, REMARKS, Explanation, families
from ldproof_proofs.book.pages import marks
from ldproof_proofs.book.pages.chapters import of_section, step
from ldproof_proofs.book.pages.figures import figures
from ldproof_proofs.book.pages.html import Markup, element, kept, listed, together
from ldproof_proofs.book.pages.page import folded, page, section
from ldproof_proofs.book.screen import symbol_text
from ldproof_proofs.book.subjects import Subject, subject

LONG = 700
"""A relation that takes more characters where it is kept is folded."""
LARGEST = 150_000
"""How many characters of proof a page may have."""


def claim_pages(found: Explanation) -> Iterator[tuple[str, str]]:
    """The page of a claim by its name; where its proof is too long for it, the pages of its proof."""
    claim = found.claim
    parts = [*chunks(theorems(found))]
    proof = f"{len(found.all_shown)} theorem{'s' if len(found.all_shown) != 1 else ''}"
    if len(parts) > 1:
        names = [f"{found.name}-proof-{number}" for number in range(1, len(parts) + 1)]
        shown = [
            folded(f"Part {number} of {proof}", linked(name, part, found))
            for number, (name, part) in enumerate(zip(names, parts, strict=True), 1)
        ]
        for name, part in zip(names, parts, strict=True):
            back = element("p", element("a", found.name, href=f"{found.name}.html"))
            yield name, page(f"The proof of {found.name}", back, *part, up="../")
    else:
        shown = [folded(proof, *part, class_="proof") for part in parts]
    yield (
        found.name,
        page(
            found.name,
            element("p", claim["place"], class_="place"),
            element("blockquote", element("p", kept(claim["printed"])), original(claim["original"])),
            element(
                "p",
                marks.verdict(claim["verdict"]),
                " ",
                marks.evidence(found.evidence),
                " ",
                kept(claim["answer"]),
            ),
            *(sentences(role, found) for role in found.roles if role != REMARKS),
            *([section("Where", notation(found))] if found.claim["symbols"] else []),
            *(
                [
                    section(
                        "In numbers",
                        listed(map(in_numbers, found.counterexamples.values())),
                        id="numbers",
                    )
                ]
                if found.counterexamples
                else []
            ),
            figures(found.name),
            *map(derivation, found.derivations),
            *([sentences(REMARKS, found)] if REMARKS in found.roles else []),
            section("Proof", *([element("p", LETTERS)] if found.all_shown else []), *shown),
            code(found.anchors),
            hangs(found),
            up="../",
        ),
    )


def original(words: str) -> Markup:
    """The claim in the source's language."""
    return element("p", words, lang="ja") if words else together()


def linked(name: str, part: Sequence[Markup], found: Explanation) -> Markup:
    """The page of a part of a proof, and every theorem that has its place there: links to the claim end here."""
    held = together(*part).text
    places = [each for each in found.all_shown if f' id="{each}"' in held]
    whole = element("a", "All of this part", href=f"{name}.html")
    return listed(
        [
            whole,
            *(element("a", element("code", each), id=each, href=f"{name}.html#{each}") for each in places),
        ]
    )


def chunks(parts: Iterable[Markup]) -> Iterator[Sequence[Markup]]:
    """As many as a page may have, then as many again."""
    held: list[Markup] = []
    for part in parts:
        if held and sum(len(each.text) for each in held) + len(part.text) > LARGEST:
            yield held
            held = []
        held.append(part)
    yield held


def notation(found: Explanation) -> Markup:
    """What the source's symbols stand for."""
    pairs = (
        part
        for symbol, words in found.claim["symbols"].items()
        for part in (
            element("dt", kept(symbol_text(symbol))),
            element("dd", kept(words)),
        )
    )
    return element("dl", *pairs, class_="symbols")


def sentences(role: str, found: Explanation) -> Markup:
    """What is so, sentence by sentence."""
    items = (
        together(
            to_claims(kept(each["text"]), found),
            " ",
            marks.evidence(found.by_name(each["evidence"])),
            whence(each["whence"]),
            paraphrased(each["paraphrases"]),
        )
        for each in found.roles[role]
    )
    return section(found.heading(role), listed(items, class_="sentences"))


def to_claims(words: Markup, found: Explanation) -> Markup:
    """Words in which the names of other claims are links."""

    def link(name: Match[str]) -> str:
        return name[0] if name[0] == found.name else element("a", name[0], href=f"{name[0]}.html").text

    return Markup(found.among.named.sub(link, words.text))


def in_numbers(theorem: TheoremInWords) -> Markup:
    """Where a printed claim fails, and by how much; the whole relation is folded where it is long."""
    if len(theorem["statement"]) <= LONG:
        return kept(theorem["statement"])
    return together(
        f"{theorem['reading']}: {theorem['in_numbers']}", folded("The relation", kept(theorem["statement"]))
    )


def whence(words: str) -> Markup:
    """Who says what is prose."""
    return together(" ", element("cite", words)) if words else together()


def paraphrased(theorems: Sequence[str]) -> Markup:
    """The theorems of a sentence that takes nothing from them."""
    return together(" ", element("small", f"paraphrases {', '.join(theorems)}")) if theorems else together()


def derivation(found: SectionInWords) -> Markup:
    """How a formula is found: a section of a chapter, whose displays lead to their certificates there."""
    chapter = f"../chapters/{found['chapter']}.html"
    whole = element("p", element("a", "The chapter", href=chapter), class_="why")
    return section(f"Derivation: {found['title']}", *of_section(found, chapter), whole)


def theorems(found: Explanation) -> Iterator[Markup]:
    """Every theorem once, lemmas first; those that another claim states are there."""
    owners = found.owners
    here = {
        name: each for name, each in found.all_shown.items() if owners.get(name, found.name) == found.name
    }
    elsewhere = [name for name in found.all_shown if name not in here]
    if elsewhere:
        lemmas = (
            element("a", element("code", name), href=f"{owners[name]}.html#{name}") for name in elsewhere
        )
        yield folded(f"{len(elsewhere)} that other claims state", listed(lemmas))
    for family, names in families(here).items():
        mine = {name: here[name] for name in names}
        yield alike(family, mine) if len(names) > 1 else one(names[0], mine[names[0]])


def one(name: str, theorem: TheoremInWords) -> Markup:
    """A theorem: what it says, and below it how that is shown."""
    says = element("p", kept(theorem["statement"]))
    shown = element("div", *map(step, theorem["derivation"].splitlines()), class_="derivation")
    head = together(element("code", name), " ", marks.evidence(theorem["evidence"]))
    return folded(head, says, shown, id=name)


def alike(family: str, theorems: Mapping[str, TheoremInWords]) -> Markup:
    """Theorems that differ by a number, and are shown in a step each: the first in full, the others' statements."""
    head = together(f"{len(theorems)} theorems ", element("code", family), ", each in one step")
    first, *others = theorems
    rest = (
        element("p", element("code", name), ": ", kept(theorems[name]["statement"]), id=name)
        for name in others
    )
    return folded(head, one(first, theorems[first]), *rest)


def code(formulas: Sequence[str]) -> Markup:
    """The lines of the reference that it is about."""
    found = [each for each in map(subject, formulas) if each is not None]
    return section("In the reference", *map(code_of, found)) if found else together()


def code_of(found: Subject) -> Markup:
    """A formula's lines."""
    head = together(element("code", found.name), f" ({found.where})")
    return folded(head, element("pre", element("code", found.code), tabindex="0"))


def hangs(found: Explanation) -> Markup:
    """What it assumes, uses, and is used by."""
    linked = {"uses": found.uses, "is used by": found.used_by}
    rows = [
        *((label, links(names)) for label, names in linked.items()),
        ("assumes", together(", ".join(found.assumes) or "nothing that others showed")),
    ]
    pairs = (part for label, words in rows for part in (element("dt", label), element("dd", words)))
    models = folded(
        f"{len(found.claim['modelling'])} modelling steps",
        listed(map(kept, found.claim["modelling"])),
    )
    drawing = element("a", "What it rests on, drawn theorem by theorem", href=f"../graphs/{found.name}.html")
    return section(
        "What hangs on what",
        element("dl", *pairs),
        *([element("p", drawing)] if found.all_shown else []),
        models,
    )


def links(names: Sequence[str]) -> Markup:
    """Other claims."""
    if not names:
        return together("nothing")
    parts: list[Markup | str] = []
    for name in names:
        parts += [", ", element("a", name, href=f"{name}.html")]
    return together(*parts[1:])
