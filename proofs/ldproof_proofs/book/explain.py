"""`ldproof explain`: a chapter, a claim, a formula or a mechanism: what it says, what became of it, and why."""

import json
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from shutil import get_terminal_size

from ldproof.cli.text import Status, say, say_json
from ldproof.errors import Reason, Refused
from ldproof.names import LEDGERS, find_named, names_in_systems, plugins_by_system
from ldproof.parameters import Words as OneOf
from ldproof.registry import MECHANISMS
from ldproof_proofs.book.chapters import chapter_json, chapter_text, section_lines, sections_of
from ldproof_proofs.book.errata import PREFIX, errata, errata_json, errata_parts, systems_with_errata
from ldproof_proofs.book.explained import SectionInWords, SentenceInWords, Words, stored
from ldproof_proofs.book.explanation import (
    GRADES,
    LETTERS,
    REMARKS,
    Claims,
    Explanation,
    families,
    graded,
)
from ldproof_proofs.book.installed import installed
from ldproof_proofs.book.screen import LINES, LONG, Fold, first_of, fitting, ranges, run_on, shortly
from ldproof_proofs.book.styles import STYLES, WIDTH, Text, Writing, as_document, put_together
from ldproof_proofs.book.subjects import Subject, subject, subject_kinds
from ldproof_proofs.kernel.writing import typeset


class Form(StrEnum):
    """In what the explanation is written."""

    TEXT = "text"
    MARKDOWN = "markdown"
    LATEX = "latex"
    JSON = "json"


WRITTEN = OneOf(tuple(Form))

PARAPHRASED = 2
"""Of more theorems that a sentence paraphrases a screen names the first, or where there is no room their number."""


def kinds(words: Words) -> Iterator[tuple[str, str]]:
    """Everything that can be explained, and what it is."""
    yield from ((name, "chapter") for name in words["chapters"])
    yield from ((name, f"claim, {claim['verdict']}") for name, claim in words["claims"].items())
    if plugins_by_system(LEDGERS):
        with installed():
            from ldproof_proofs.ledger import ALL_CLAIMS  # noqa: PLC0415  (the kernel, for others' claims alone)
        others = (ALL_CLAIMS[name] for name in ALL_CLAIMS if name not in words["claims"])
        yield from ((each.name, f"claim, {each.verdict}") for each in others)
    yield from ((f"{PREFIX}{system}", "errata of a source") for system in systems_with_errata(words))
    yield from subject_kinds().items()


def words_about(name: str) -> Words:
    """What is stored of a claim's ledger; of one that is not ours, what is found by proving it where nothing is stored."""
    words = stored()
    if name in words["claims"] or not any(name.startswith(f"{each}.") for each in plugins_by_system(LEDGERS)):
        return words
    with installed():
        from ldproof_proofs.book.others import words_of  # noqa: PLC0415  (the kernel, for others' claims alone)

        try:
            found = words_of(name)
        except Refused:
            if subject(name) is None:
                raise
            found = None  # the ledger is broken, and a mechanism of that name is asked for
    return words if found is None else found


def names() -> list[str]:
    """Everything that can be explained, for a shell to complete; no claims where their file is damaged."""
    try:
        return [*dict(kinds(stored()))]
    except Refused:
        return [*subject_kinds()]


def explain(*, name: str | None, proof: bool, form: str, listing: bool) -> Status:
    """Print an explanation, or list what can be explained."""
    if listing:
        enumerate_kinds(stored(), machine=form == Form.JSON)
        return Status.FINE
    if name is None:
        raise Refused(
            Reason.MISSING, "nothing is named to be explained", "a name from ldproof explain --list"
        )
    say(explanation(name, form, proof=proof, width=min(WIDTH, get_terminal_size((WIDTH, LINES)).columns)))
    return Status.FINE


def explanation(name: str, form: str = Form.TEXT, *, proof: bool = False, width: int = WIDTH) -> str:
    """What there is to say of a claim, a formula or a mechanism, as text in one of the forms."""
    form = WRITTEN.accept("form", form)
    words = words_about(name)
    if name in words["chapters"]:
        if form == Form.JSON:
            return json.dumps({"name": name, "chapter": chapter_json(name, words)})
        return whole(chapter_text(name, words, writing_of(form, width), proof=proof), form)
    if (system := name.removeprefix(PREFIX)) != name and system in systems_with_errata(words):
        if form == Form.JSON:
            return json.dumps({"name": name, "errata": errata_json(errata(system, words))})
        return whole(put_together([*errata_parts(system, words, writing_of(form, width))]), form)
    claim = Explanation(name, Claims(words)) if name in words["claims"] else None
    found = subject(name)
    if claim is None and found is None:
        if len(meant := names_in_systems(name, MECHANISMS)) == 1:
            return explanation(meant[0], form, proof=proof, width=width)
        find_named("chapter, claim, formula or mechanism", name, dict(kinds(stored())))
    if form == Form.JSON:
        return json.dumps(
            {"name": name}
            | (claim_json(claim) if claim else {})
            | (subject_json(found, words) if found else {})
        )

    def parts(fold: Fold, writing: Writing) -> Sequence[str]:
        """What is asked for; of a claim with the same name, or of a formula, on a screen only what it is."""
        every = fold is Fold.NOTHING
        if found and (found.kind == "mechanism" or not claim):
            described = subject_parts(found, words, writing, fold)
            proved = (claim_parts if every else claim_of_the_same_name)(claim, writing, fold) if claim else ()
            return [*described, *proved]
        described = (
            ()
            if found is None
            else subject_parts(found, words, writing, fold)
            if every
            else of_the_same_name(found, writing)
        )
        return [*(claim_parts(claim, writing, fold) if claim else ()), *described]

    writing = writing_of(form, width)
    return whole(put_together(parts(Fold.NOTHING if proof else fitting(parts), writing)), form)


def whole(text: str, form: str) -> str:
    """An explanation as it is shown: LaTeX is a document that compiles."""
    return as_document(text) if form == Form.LATEX else text


def writing_of(form: str, width: int) -> Writing:
    """How parts are set in a form that is not JSON."""
    return Text(width=width) if form == Form.TEXT else STYLES[form]


def enumerate_kinds(words: Words, *, machine: bool) -> None:
    """Everything that can be explained; a name may be that of a claim and of a formula."""
    if machine:
        say_json([{"name": each, "kind": kind} for each, kind in kinds(words)])
    else:
        say("\n".join(f"{each}  {kind}" for each, kind in kinds(words)))


def claim_parts(found: Explanation, writing: Writing, fold: Fold) -> Sequence[str]:
    """The claim, sentence by sentence; then what hangs on what, and where nothing is folded its proof."""
    claim = found.claim
    parts = [
        writing.title(found.name, claim["place"]),
        writing.facts(
            {found.label: claim["printed"]}
            | ({"original": claim["original"]} if claim["original"] else {})
            | {"verdict": f"{claim['verdict']} ({found.evidence})"}
            | ({"answer": claim["answer"]} if claim["answer"] else {})
        ),
        *(sentences_part(found, role, writing, fold) for role in found.main_roles),
    ]
    folded = () if fold is Fold.NOTHING else claim["remarked"]
    symbols = {name: words for name, words in claim["symbols"].items() if name not in folded}
    if symbols:
        in_a_row = fold >= Fold.MEANINGS
        meanings = writing.words(run_on(symbols)) if in_a_row else writing.facts(symbols)
        parts.append(writing.section("Where", "", meanings))
    if found.counterexamples:
        parts.append(
            writing.section(
                "In numbers", "", in_rows(dict.fromkeys(in_numbers(found, fold), ""), writing, fold)
            )
        )
    parts += derivations_parts(found, writing, fold)
    if fold is Fold.NOTHING:
        if found.folded_remarks:
            parts.append(sentences_part(found, REMARKS, writing, fold))
        parts += proof_parts(found, writing)
        if claim["modelling"]:
            steps = writing.items(dict.fromkeys(claim["modelling"], ""))
            parts.append(writing.section("Modelling steps", "", steps))
    elif found.folded_remarks:
        count = len(found.folded_remarks)
        parts.append(writing.section("Remarks", f"{count}; ldproof explain {found.name} --proof"))
    lists = (
        {"uses": found.uses}
        | ({"used by": found.used_by} if fold < Fold.ROWS else {})
        | ({"formulas": found.anchors} if found.anchors else {})
    )
    facts = {label: first_of(each, ", ", fold) or "nothing" for label, each in lists.items()}
    counts = {"theorems": len(found.shown), "lemmas": len(found.all_shown) - len(found.shown)}
    counts["modelling steps"] = len(claim["modelling"])
    rests = ", ".join(f"{count} {what if count != 1 else what[:-1]}" for what, count in counts.items())
    unfold = "" if fold is Fold.NOTHING else f"; unfold: ldproof explain {found.name} --proof"
    assumes = {"assumes": ", ".join(found.assumes) or "nothing"}
    replay = f"ldproof prove --check {found.name}; this is as it was proved for this release"
    parts.append(writing.facts(assumes | facts | {"rests on": f"{rests}{unfold}", "replay": replay}))
    return parts


def sentences_part(found: Explanation, role: str, writing: Writing, fold: Fold) -> str:
    """The sentences of a role, each with its evidence."""
    items = {each["text"]: shown_by(each, found, fold) for each in found.roles[role]}
    return writing.section(found.heading(role), "", writing.items(items))


def in_numbers(found: Explanation, fold: Fold) -> Iterator[str]:
    """Where a printed claim fails; without the relation where it is too long."""
    for each in found.counterexamples.values():
        if fold is Fold.NOTHING or len(typeset(each["statement"], "text")) <= LONG:
            yield each["statement"]
        else:
            yield f"{each['reading']}: {each['in_numbers']}" if fold < Fold.READINGS else each["in_numbers"]


def derivations_parts(found: Explanation, writing: Writing, fold: Fold) -> Iterator[str]:
    """How a claim's formulas are found: on a screen the main derivation, and the others by their titles."""
    if fold is Fold.NOTHING:
        yield from derivation_parts(found.derivations, writing, fold)
        return
    main = [found.main] if found.main is not None and fold < Fold.DERIVATION else []
    yield from derivation_parts(main, writing, fold)
    yield titles([each for each in found.derivations if each not in main], writing, fold)


def titles(found: Sequence[SectionInWords], writing: Writing, fold: Fold) -> str:
    """Derivations that are folded, each with its chapter where there is room for it."""
    items = in_rows({each["title"]: each["chapter"] for each in found}, writing, fold)
    aside = "in the chapter behind each" if fold < Fold.ROWS else ""
    return writing.section("Derived, and folded here", aside, items) if found else ""


def in_rows(said: Mapping[str, str], writing: Writing, fold: Fold) -> str:
    """Each on a line of its own, with what is behind it, while there is room for that."""
    return writing.words("; ".join(said)) if fold >= Fold.ROWS else writing.items(said)


def derivation_parts(found: Sequence[SectionInWords], writing: Writing, fold: Fold) -> Iterator[str]:
    """How formulas are found: sections of chapters, each with what is given."""
    for each in found:
        yield writing.section(
            f"Derivation: {each['title']}",
            f"ldproof explain {each['chapter']}",
            writing.words(f"Given: {each['given']}."),
            writing.lines("\n".join(of_lines(section_lines(each), fold))),
        )


def of_lines(lines: Sequence[str], fold: Fold) -> Sequence[str]:
    """A derivation's lines."""
    return [shortly(line, fold) for line in lines]


def shown_by(sentence: SentenceInWords, found: Explanation, fold: Fold) -> str:
    """A sentence's evidence; who says it if it is prose, and what it paraphrases if it takes nothing from theorems."""
    if sentence["whence"]:
        return f"prose: {sentence['whence']}"
    evidence = ranges(found.by_name(sentence["evidence"]), fold)
    names = sentence["paraphrases"]
    if not names:
        return evidence
    if fold is Fold.NOTHING or len(names) <= PARAPHRASED:
        return f"{evidence}; paraphrases {', '.join(names)}"
    first = f"{names[0]} and {len(names) - 1} more theorems" if fold < Fold.ROWS else f"{len(names)} theorems"
    return f"{evidence}; paraphrases {first}"


def proof_parts(found: Explanation, writing: Writing) -> Iterator[str]:
    """Every theorem once, lemmas first; what is routine and alike in a line."""
    if found.all_shown:
        yield writing.section("Proof", "", writing.words(LETTERS))
    for family, names_of in families(found.all_shown).items():
        theorem = found.all_shown[names_of[0]]
        if len(names_of) > 1:
            weakest = max(
                (found.all_shown[each]["evidence"] for each in names_of),
                key=lambda words: GRADES.index(graded(words)),
            )
            first = writing.lines(f"each in one step; the first: {theorem['statement']}")
            yield writing.section(f"{len(names_of)} theorems {family}", weakest, first)
        else:
            yield writing.section(
                f"theorem {family}", theorem["evidence"], writing.lines(theorem["statement"])
            )
            yield writing.lines(theorem["derivation"])


def claim_of_the_same_name(found: Explanation, writing: Writing, _: Fold) -> Sequence[str]:
    """That a mechanism's name is a claim's too, and what became of it."""
    verdict = f"{found.claim['verdict']} ({found.evidence}); unfold: ldproof explain {found.name} --proof"
    facts = {
        "the claim": f"{found.name}, {found.claim['place']}: {verdict}",
        found.label: found.claim["printed"],
    }
    return [writing.facts(facts)]


def of_the_same_name(found: Subject, writing: Writing) -> Sequence[str]:
    """That a claim's name is a formula's or a mechanism's too."""
    first, *_ = found.words.split("\n\n")
    unfolded = f"ldproof explain {found.name} --proof"
    return [writing.facts({f"the {found.kind}": f"{first} Its parameters and code: {unfolded}"})]


def subject_parts(found: Subject, words: Words, writing: Writing, fold: Fold) -> Sequence[str]:
    """A formula or mechanism: what it is, what it takes, what ties it to a law, who speaks of it, its code."""
    tying = tied(found.name, words)
    parts = [
        writing.title(found.name, found.kind),
        *map(writing.words, found.words.split("\n\n")),
        writing.section("Parameters", "" if found.parameters else "none", writing.facts(found.parameters)),
    ]
    if found.kind == "formula":
        statements = {each: shortly(words["theorems"][each]["statement"], fold) for each in tying}
        ties = tying if fold >= Fold.ROWS else [f"{each}: {said}" for each, said in statements.items()]
        if ties:
            parts.append(
                writing.section("Tied to a law or a definition", "", writing.items(dict.fromkeys(ties, "")))
            )
        parts.append(writing.facts({"claims": ", ".join(about(tying, words)) or "none"}))
    derived = sections_of(found.name, words)
    parts += derivation_parts(derived if fold < Fold.DERIVATION else (), writing, fold)
    parts.append(titles(derived if fold >= Fold.DERIVATION else (), writing, fold))
    parts.append(writing.section("Code", found.where, writing.code(found.code) if fold < Fold.CODE else ""))
    if fold is not Fold.NOTHING and parts != subject_parts(found, words, writing, Fold.NOTHING):
        parts.append(writing.facts({"unfold": f"ldproof explain {found.name} --proof"}))
    return parts


def tied(formula: str, words: Words) -> Sequence[str]:
    """The theorems that tie a formula to a law or a definition."""
    return [name for name, theorem in words["theorems"].items() if formula in theorem["anchors"]]


def about(theorems: Sequence[str], words: Words) -> Sequence[str]:
    """The claims that state one of these theorems, or are checked by one."""
    return [
        name
        for name, claim in words["claims"].items()
        if not {*theorems}.isdisjoint([*claim["theorems"], *claim["checks"]])
    ]


def claim_json(found: Explanation) -> dict[str, object]:
    """A claim as JSON; its formulas are text."""
    claim = found.claim
    return {
        "kind": "claim",
        "place": claim["place"],
        "printed": typeset(claim["printed"], "text"),
        "original": claim["original"] or None,
        "answer": typeset(claim["answer"], "text") or None,
        "verdict": claim["verdict"],
        "evidence": claim["evidence"],
        "sentences": [
            {
                "text": typeset(each["text"], "text"),
                "role": each["role"],
                "evidence": each["evidence"],
                "whence": each["whence"] or None,
                "theorems": each["theorems"],
                "paraphrases": each["paraphrases"],
            }
            for each in claim["sentences"]
        ],
        "symbols": {name: typeset(words, "text") for name, words in found.claim["symbols"].items()},
        "assumes": found.assumes,
        "uses": found.uses,
        "used_by": found.used_by,
        "formulas": found.anchors,
        "modelling": claim["modelling"],
        "theorems": {
            name: {
                "statement": typeset(theorem["statement"], "text"),
                "derivation": typeset(theorem["derivation"], "text"),
                "evidence": theorem["evidence"],
                "lemmas": theorem["lemmas"],
            }
            for name, theorem in found.all_shown.items()
        },
    }


def subject_json(found: Subject, words: Words) -> dict[str, object]:
    """A formula or a mechanism as JSON."""
    tying = tied(found.name, words)
    return {
        found.kind: {
            "words": found.words,
            "parameters": found.parameters,
            "where": found.where,
            "code": found.code,
            **({"anchors": tying, "claims": about(tying, words)} if found.kind == "formula" else {}),
        }
    }
