"""The ledger's words: whatever is changed in them, a verdict or the evidence, somebody notices."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from ldproof.numbers import Real, Term
from ldproof_proofs.book import evidence
from ldproof_proofs.kernel.entries import Report, Verdict
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.finite import Finite
from ldproof_proofs.kernel.ground import Ground
from ldproof_proofs.kernel.numerals import IDIOMS
from ldproof_proofs.kernel.quantities import quantities, short_names
from ldproof_proofs.kernel.relations import Relation, value_at
from ldproof_proofs.kernel.sentences import Sentence, Stated
from ldproof_proofs.kernel.templates import HOLE
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.ledger import CLAIMS
from ldproof_proofs.ledger.notation import FIXED
from tests.proofs.conftest import replay_entries
from tests.tiers import run_everything, slow

DIGITS = re.compile(r"\d+(?:\.\d+)?")
NUMBER = re.compile(r"(?<![\w.-])\d+(?:\.\d+)?(?!\w)")
WRITTEN = re.compile(r"-?(?<![\w.])\d+(?:\.\d+)?(?:/[1-9]\d*)?")
POWERS = re.compile(r"(?<![\w.])(\d+)\^(\d+)")
STANDING = ("let E = 1 + x", "let x = E - 1")
TYPED = [
    "7",
    "seven",
    "twice that",
    "a half of it",
    "with two rounds",
    "in two rows",
    "at a tau of one",
    "one",
    "zero",
    "a single",
]


def larger(number: re.Match[str]) -> str:
    """The text of a number with one more in its last place."""
    whole, _, rest = number[0].partition(".")
    more = str(int(whole + rest) + 1).rjust(len(whole + rest), "0")
    changed = f"{more[: len(more) - len(rest)]}.{more[len(more) - len(rest) :]}" if rest else more
    return f"{number.string[: number.start()]}{changed}{number.string[number.end() :]}"


def changed(words: str) -> Iterator[str]:
    """The words with each number that their author typed in a formula one larger in its last place."""
    for hole in HOLE.finditer(words):
        head, is_written, formula = hole[1].partition(" = ")
        if is_written and not head.startswith("let "):
            start = hole.start(1) + len(head) + len(is_written)
            for number in NUMBER.finditer(formula):
                yield f"{words[:start]}{larger(number)}{words[start + len(formula) :]}"


def redefined(words: str) -> Iterator[str]:
    """The words with each letter in them short for something else: for one more, and with each number in it one larger."""
    for hole in HOLE.finditer(words):
        if hole[1].startswith("let ") and hole[1] not in STANDING:
            short, _, formula = hole[1].partition(" = ")
            for other in (f"{formula} + 1", *map(larger, NUMBER.finditer(formula))):
                yield words.replace(hole[0], f"{{{short} = {other}}}")


def survives(stated: Stated, words: str) -> bool:
    """Whether nobody notices that a sentence has these words."""
    return stands(replace(stated.sentence, words=words), stated.theorems)


def stands(sentence: Sentence, theorems: tuple[Theorem, ...]) -> bool:
    """Whether its theorems fill a sentence."""
    try:
        Stated(sentence, theorems).text("text")
    except NotProved:
        return False
    return True


@pytest.mark.parametrize(("change", "least"), [(changed, 550), (redefined, 180)])
def test_what_is_changed_in_a_formula_is_noticed(
    change: Callable[[str], Iterator[str]], least: int, reports: Sequence[Report]
) -> None:
    """A number by one in its last place; or a letter that is short for something else, and then a formula is another.

    Only the odds and their excess, by which theorems are stated, stand.
    """
    pairs = [
        (stated, words)
        for report in reports
        for stated in report.sentences
        for words in change(stated.sentence.words)
    ]
    assert len(pairs) > (least if run_everything() else 5)
    assert [words for stated, words in pairs if survives(stated, words)] == []


def by_hand(stated: Stated) -> Iterator[str]:
    """The words with what a theorem fills in typed instead: each number in it one larger, or in words if it is no small one."""
    words = stated.sentence.words
    for hole in HOLE.finditer(words):
        if not hole[1].startswith(("@", "let ")) and " = " not in hole[1]:
            filled = Stated(replace(stated.sentence, words=hole[0]), stated.theorems).text("text")
            in_words = [filled] if hole[1].endswith(":words") else []
            for typed in (*map(larger, DIGITS.finditer(filled)), *in_words):
                yield f"{words[: hole.start()]}{typed}{words[hole.end() :]}"


def test_no_number_can_be_typed(reports: Sequence[Report]) -> None:
    """Beside the theorems, or in the place of what a theorem fills in."""
    tried = 0
    for stated in (each for report in reports for each in report.sentences):
        typed = [f"{stated.sentence.words} It is {each}." for each in TYPED if stated.theorems]
        for words in (*by_hand(stated), *typed):
            tried += 1
            with pytest.raises(NotProved, match="typed"):
                replace(stated.sentence, words=words)
    assert tried > (1000 if run_everything() else 100)


INSTEAD = ("zero", "one", "two", "three", "four", "five")
SPELLED = re.compile(rf"(?i)(?<![`\w])({'|'.join((*INSTEAD, 'once'))})(s?)(?![`\w])")
"""A number word; a name in quotes is another test's, which asks that every name has its meaning."""


def other_words(words: str) -> Iterator[str]:
    """The words with each number word that their author typed, in an idiom too, changed into each other one."""
    holes = [each.span() for each in HOLE.finditer(words)]
    for found in SPELLED.finditer(words):
        if not any(start <= found.start() < end for start, end in holes):
            for other in {*INSTEAD} - {found[1].lower()}:
                changed_word = other.capitalize() if found[1].istitle() else other
                yield f"{words[: found.start()]}{changed_word}{found[2]}{words[found.end() :]}"


def test_every_number_word_that_is_changed_is_noticed() -> None:
    """Of theorems and of what is said: what is left belongs to an idiom, and each of these is in use."""
    tried, used = 0, ""
    for sentence in (each for entry in CLAIMS.values() for each in entry.sentences):
        used += f"\n{HOLE.sub('', sentence.words)}"
        for words in other_words(sentence.words):
            tried += 1
            with pytest.raises(NotProved, match="typed"):
                replace(sentence, words=words)
    assert tried > 200
    assert [each for each in IDIOMS if re.search(f"(?i:{each})", used) is None] == []


def test_no_sentence_stands_on_enumerations_alone(reports: Sequence[Report]) -> None:
    """Which nobody can check without the program: beside each there is a theorem, or a record of relations."""
    alone = [
        (report.entry.name, number)
        for report in reports
        for number, stated in enumerate(report.sentences, 1)
        if stated.theorems and all(isinstance(each.claim, Finite) for each in stated.theorems)
    ]
    assert alone == []


def test_every_verdict_and_every_evidence_that_is_changed_is_noticed(reports: Sequence[Report]) -> None:
    """No other verdict fits the sentences; evidence is that of an entry, of a sentence and of a theorem."""
    for entry in CLAIMS.values():
        for verdict in {*Verdict} - {entry.verdict}:
            with pytest.raises(NotProved, match=entry.name):
                replace(entry, verdict=verdict)
    stored = evidence.load()
    for report in reports:
        known = stored[report.entry.name]
        assert evidence.held(report, stored).failure is None
        for part, words in known.items():
            other: Mapping[str, str] = {**known, part: f"{words}!"}
            assert evidence.held(report, {report.entry.name: other}).failure is not None


def numbers(text: str) -> frozenset[Fraction]:
    """The numbers that are written in a text, powers among them."""
    powers = [Fraction(int(base) ** int(exponent)) for base, exponent in POWERS.findall(text)]
    return frozenset([*map(Fraction, WRITTEN.findall(text.replace(" / ", "/"))), *powers])


def exact(part: Term | Real | Fraction) -> Fraction | None:
    """A value where it is a fraction."""
    if isinstance(part, Term):
        return None if part.symbols() else value_at(part, {})
    return part.exact if isinstance(part, Real) else Fraction(part)


def constants(relation: Relation) -> Iterator[Fraction]:
    """The numbers in a relation, and what its sides are."""
    for side in (relation.left, relation.right):
        yield from (node.head for node in side.nodes() if isinstance(node.head, Fraction))
        if not side.symbols() and (value := value_at(side, {})) is not None:
            yield value


def unused_values(theorem: Theorem) -> Mapping[str, Fraction]:
    """Return values that a claim gives to words and neither prints nor decides."""
    found: dict[str, Fraction] = {}
    if isinstance(theorem.claim, Finite | Ground):
        said = numbers(theorem.claim.statement("text"))
        values = ((name, exact(part)) for name, part in theorem.claim.values().items())
        found = {name: value for name, value in values if value is not None and value not in said}
        if found and isinstance(theorem.claim, Ground):
            decided = {each for _, relation in theorem.claim.cases() for each in constants(relation)}
            found = {name: value for name, value in found.items() if value not in decided}
    return found


NAMING = "chi2.thm-4.4"
"""An entry with names for numbers, which the default tier's sample lacks."""


def test_every_number_that_is_handed_to_words_is_in_what_is_said(reports: Sequence[Report]) -> None:
    """It is printed beside them, or is a number of a relation that was found to be so; a name for another is an author's."""
    tried, (_, naming) = 0, replay_entries(NAMING)
    for theorem in {each.name: each for report in (*reports, *naming) for each in report.theorems}.values():
        assert unused_values(theorem) == {}, theorem.name
        relations = [part for part in quantities(theorem).values() if isinstance(part, Relation)]
        nodes = {node for each in relations for side in (each.left, each.right) for node in side.nodes()}
        named = {name: part for name, part in short_names(theorem).items() if not part.symbols()}
        assert [name for name, part in named.items() if part not in nodes] == [], theorem.name
        tried += len(named)
    assert tried >= 4


WITH_NOTATION = {
    "chi2": (
        "chi2.def-2.1",
        "chi2.lem-3.1",
        "chi2.thm-4.1",
        "chi2.prop-4.1",
        "chi2.m-star",
        "chi2.beta-optimal",
    ),
    "counting": (
        "counting.thm-2",
        "counting.thm-3",
        "counting.cor-1",
        "counting.cor-2",
        "counting.claim-1",
        "counting.cor-3",
        "counting.one-step",
    ),
}
"""Entries that use all of the notation that a paper fixes, by system."""


@slow
@pytest.mark.parametrize("system", WITH_NOTATION)
def test_what_is_changed_in_the_notation_of_a_paper_is_noticed(system: str) -> None:
    """A symbol that is short for one more than it is makes a sentence wrong."""
    stated = [each for report in replay_entries(*WITH_NOTATION[system])[1] for each in report.sentences]
    for place, formula in enumerate(fixed := FIXED[system]):
        other = (*fixed[:place], f"{formula} + 1", *fixed[place + 1 :])
        changed_ones = [replace(each.sentence, fixed=other) for each in stated]
        assert not all(
            stands(sentence, each.theorems) for sentence, each in zip(changed_ones, stated, strict=True)
        ), formula
