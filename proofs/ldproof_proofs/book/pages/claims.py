"""A claim's page: printed, true, why, in numbers, in code, and what hangs on what."""

from collections.abc import Mapping, Sequence

from ldproof.numbers import Symbol
from ldproof_proofs.book.explained import TheoremInWords
from ldproof_proofs.book.explanation import Explanation, families
from ldproof_proofs.book.pages import marks
from ldproof_proofs.book.pages.html import Markup, element, kept, listed, together
from ldproof_proofs.book.pages.page import folded, page, section
from ldproof_proofs.book.roles import ROLES
from ldproof_proofs.book.subjects import Subject, subject
from ldproof_proofs.kernel.formulas import packed


def claim_page(found: Explanation) -> str:
    """The page."""
    claim = found.claim
    parts = [
        element("p", claim["place"], class_="place"),
        element("blockquote", element("p", claim["printed"])),
        element("p", marks.verdict(claim["verdict"]), " ", marks.evidence(claim["evidence"])),
        *(sentences(role, found) for role in found.roles),
    ]
    if found.notation:
        pairs = (
            part
            for symbol, words in found.notation.items()
            for part in (element("dt", kept_symbol(symbol)), element("dd", words))
        )
        parts.append(section("Where", element("dl", *pairs, class_="symbols")))
    if found.counterexamples:
        parts.append(section("In numbers", listed(map(kept, found.counterexamples))))
    parts += [proof(found), code(found.anchors), hangs(found)]
    return page(found.name, *parts, up="../")


def sentences(role: str, found: Explanation) -> Markup:
    """What is so, sentence by sentence."""
    items = (
        together(kept(each["text"]), " ", marks.evidence(each["evidence"]), whence(each["whence"]))
        for each in found.roles[role]
    )
    return section(ROLES[role], listed(items, class_="sentences"))


def whence(words: str) -> Markup:
    """Who says what is not shown."""
    return together(" ", element("cite", words)) if words else together()


def kept_symbol(name: str) -> Markup:
    """A symbol as formulas have it."""
    return kept(packed(Symbol(name)))


def proof(found: Explanation) -> Markup:
    """Every theorem once, lemmas first, each to be unfolded."""
    parts: list[Markup] = []
    for family, names in families(found.all_shown).items():
        theorems = {name: found.all_shown[name] for name in names}
        parts.append(alike(family, theorems) if len(names) > 1 else one(family, theorems[names[0]]))
    many = len(found.all_shown)
    return section("Proof", folded(f"{many} theorem{'s' if many != 1 else ''}", *parts, class_="proof"))


def one(name: str, theorem: TheoremInWords) -> Markup:
    """A theorem: what it says, and below it how that is shown."""
    says = element("p", kept(theorem["statement"]))
    shown = element("div", *map(step, theorem["derivation"].splitlines()), class_="derivation")
    head = together(element("code", name), " ", marks.evidence(theorem["evidence"]))
    return folded(head, says, shown, id=name)


def alike(family: str, theorems: Mapping[str, TheoremInWords]) -> Markup:
    """Theorems that differ by a number, and are shown in a step each."""
    head = together(f"{len(theorems)} theorems ", element("code", family), ", each in one step")
    return folded(head, *(one(name, theorem) for name, theorem in theorems.items()))


def step(line: str) -> Markup:
    """A line of a derivation."""
    return element("div", kept(line.strip()), class_="step" if line.startswith("  ") else "line")


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
    return section("What hangs on what", element("dl", *pairs), models)


def links(names: Sequence[str]) -> Markup:
    """Other claims."""
    if not names:
        return together("nothing")
    parts: list[Markup | str] = []
    for name in names:
        parts += [", ", element("a", name, href=f"{name}.html")]
    return together(*parts[1:])
