"""The ledger's words: whatever is changed in them, a verdict or the evidence, somebody notices."""

import re
from collections.abc import Iterator, Mapping, Sequence
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
from ldproof_proofs.kernel.sentences import Role, Sentence, Stated
from ldproof_proofs.kernel.templates import HOLE
from ldproof_proofs.ledger import CLAIMS
from ldproof_proofs.ledger.contents import CONTENTS

DIGITS = re.compile(r"\d+(?:\.\d+)?")
NUMBER = re.compile(r"(?<![\w.-])\d+(?:\.\d+)?(?!\w)")
WRITTEN = re.compile(r"-?(?<![\w.])\d+(?:\.\d+)?(?:/[1-9]\d*)?")
POWERS = re.compile(r"(?<![\w.])(\d+)\^(\d+)")
STANDING = ("let E = 1 + x", "let x = E - 1")
NUMBERED = re.compile(r"(.*?) \(?(\d+)\)?")


def changed(words: str) -> Iterator[str]:
    """The words with each number that their author typed in a formula one larger in its last place."""
    for hole in HOLE.finditer(words):
        head, is_written, formula = hole[1].partition(" = ")
        if not is_written or head.startswith("let "):
            continue
        start = hole.start(1) + len(head) + len(is_written)
        for number in NUMBER.finditer(formula):
            yield words[: start + number.start()] + larger(number[0]) + words[start + number.end() :]


def larger(number: str) -> str:
    """One more in the last place."""
    whole, _, rest = number.partition(".")
    more = str(int(whole + rest) + 1).rjust(len(whole + rest), "0")
    return f"{more[: len(more) - len(rest)]}.{more[len(more) - len(rest) :]}" if rest else more


def survives(stated: Stated, words: str) -> bool:
    """Whether nobody notices that a sentence has these words."""
    try:
        Stated(replace(stated.sentence, words=words), stated.theorems).text("text")
    except NotProved:
        return False
    return True


def test_every_number_that_is_changed_is_noticed(reports: Sequence[Report]) -> None:
    """By one in its last place; and one that is typed beside the theorems is refused."""
    tried, survivors = 0, []
    for report in reports:
        for stated in report.sentences:
            for words in changed(stated.sentence.words):
                tried += 1
                survivors += [words] if survives(stated, words) else []
            if stated.theorems:
                for typed in (
                    "7",
                    "seven",
                    "twice that",
                    "a half of it",
                    "with two rounds",
                    "with two rounds",
                    "in two rows",
                    "at a tau of one",
                    "one",
                    "zero",
                    "a single",
                ):
                    with pytest.raises(NotProved, match="typed"):
                        replace(stated.sentence, words=f"{stated.sentence.words} It is {typed}.")
    assert tried > 500
    assert survivors == []


def by_hand(stated: Stated) -> Iterator[str]:
    """The words with what a theorem fills in typed instead: each number in it one larger, or in words if it is no small one."""
    words = stated.sentence.words
    for hole in HOLE.finditer(words):
        if hole[1].startswith(("@", "let ")) or " = " in hole[1]:
            continue
        filled = Stated(replace(stated.sentence, words=hole[0]), stated.theorems).text("text")
        numbers = [
            f"{filled[: each.start()]}{larger(each[0])}{filled[each.end() :]}"
            for each in DIGITS.finditer(filled)
        ]
        in_words = [filled] if hole[1].endswith(":words") else []
        for typed in (*numbers, *in_words):
            yield f"{words[: hole.start()]}{typed}{words[hole.end() :]}"


def test_no_number_that_a_theorem_fills_in_can_be_typed(reports: Sequence[Report]) -> None:
    """What a theorem fills in is refused where its author wrote it, and where it is another number."""
    tried = 0
    for report in reports:
        for stated in report.sentences:
            for words in by_hand(stated):
                tried += 1
                with pytest.raises(NotProved, match="typed"):
                    replace(stated.sentence, words=words)
    assert tried > 1000


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
    for entry in CLAIMS.values():
        for sentence in entry.sentences:
            used += f"\n{HOLE.sub('', sentence.words)}"
            for words in other_words(sentence.words):
                tried += 1
                with pytest.raises(NotProved, match="typed"):
                    replace(sentence, words=words)
    assert tried > 500
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


def test_every_verdict_that_is_changed_is_noticed() -> None:
    """None of the others fits the sentences."""
    for entry in CLAIMS.values():
        for other in set(Verdict) - {entry.verdict}:
            with pytest.raises(NotProved, match=entry.name):
                replace(entry, verdict=other)


def test_every_evidence_that_is_changed_is_noticed(reports: Sequence[Report]) -> None:
    """That of an entry, of a sentence and of a theorem."""
    stored = evidence.load()
    for report in reports:
        known = stored[report.entry.name]
        assert evidence.held(report, stored).failure is None
        for part, words in known.items():
            other: Mapping[str, str] = {**known, part: f"{words}!"}
            assert evidence.held(report, {report.entry.name: other}).failure is not None


def redefined(words: str) -> Iterator[str]:
    """The words with each letter in them short for something else: for one more, and with each number in it one larger."""
    for hole in HOLE.finditer(words):
        if hole[1].startswith("let ") and hole[1] not in STANDING:
            yield words.replace(hole[0], f"{{{hole[1]} + 1}}")
            short, _, formula = hole[1].partition(" = ")
            for number in NUMBER.finditer(formula):
                other = f"{formula[: number.start()]}{int(number[0]) + 1}{formula[number.end() :]}"
                yield words.replace(hole[0], f"{{{short} = {other}}}")


def test_every_letter_that_is_short_for_something_else_is_noticed(reports: Sequence[Report]) -> None:
    """A formula of the sentence is another then; only the odds and their excess, by which theorems are stated, stand."""
    tried, survivors = 0, []
    for report in reports:
        for stated in report.sentences:
            for words in redefined(stated.sentence.words):
                tried += 1
                survivors += [(report.entry.name, words)] if survives(stated, words) else []
    assert tried > 350
    assert survivors == []


def numbers(text: str) -> frozenset[Fraction]:
    """The numbers that are written in a text, powers among them."""
    powers = (int(base) ** int(exponent) for base, exponent in POWERS.findall(text))
    return frozenset(Fraction(each) for each in WRITTEN.findall(text.replace(" / ", "/"))) | {
        *map(Fraction, powers)
    }


def test_every_value_is_in_the_statement_or_was_decided(reports: Sequence[Report]) -> None:
    """What a claim hands to words is printed beside them, or is a number of a relation that was found to be so."""
    loose = []
    for theorem in {each.name: each for report in reports for each in report.theorems}.values():
        if not isinstance(theorem.claim, Finite | Ground):
            continue
        said = numbers(theorem.claim.statement("text"))
        untold = {
            name: value
            for name, part in theorem.claim.values().items()
            if (value := exact(part)) is not None and value not in said
        }
        if untold and isinstance(theorem.claim, Ground):
            decided = {each for _, relation in theorem.claim.cases() for each in constants(relation)}
            untold = {name: value for name, value in untold.items() if value not in decided}
        loose += [f"{theorem.name}: {name} = {value}" for name, value in untold.items()]
    assert loose == []


def test_every_number_with_a_short_name_is_in_what_is_said(reports: Sequence[Report]) -> None:
    """A name for a number that the formulas do not have is an author's own number."""
    tried = 0
    for theorem in {each.name: each for report in reports for each in report.theorems}.values():
        numbers_of = {name: part for name, part in short_names(theorem).items() if not part.symbols()}
        said = {
            node
            for part in quantities(theorem).values()
            if isinstance(part, Relation)
            for side in (part.left, part.right)
            for node in side.nodes()
        }
        for name, part in numbers_of.items():
            tried += 1
            assert part in said, f"{theorem.name}: {name}"
    assert tried > 1


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


# Completeness.


def test_every_place_is_judged_by_entries_of_the_ledger() -> None:
    """And every entry that has a place in a source is in its table."""
    for system, places in CONTENTS.items():
        named = {name for place in places for name in place.entries}
        assert named <= {*CLAIMS}
        printed = {
            entry.name
            for entry in CLAIMS.values()
            if not entry.place.startswith("ours") and entry.name.startswith(f"{system}.")
        }
        assert printed <= named, system


def test_no_number_of_a_source_is_left_out() -> None:
    """Theorems, equations, figures, tables: from the first to the last."""
    for system, places in CONTENTS.items():
        kinds: dict[str, set[int]] = {}
        for place in places:
            if found := NUMBERED.fullmatch(place.label):
                kinds.setdefault(found[1], set()).add(int(found[2]))
        for kind, numbers in kinds.items():
            assert numbers == set(range(1, max(numbers) + 1)), f"{system}: {kind}"


def test_a_sentence_whose_words_are_changed_is_another() -> None:
    """The mutation changes every number of a formula, and nothing else."""
    words = "at {goal = 3*x <= 4.09}, {T:3} of {let E = 2} and Theorem 8"
    assert [*changed(words)] == [
        "at {goal = 4*x <= 4.09}, {T:3} of {let E = 2} and Theorem 8",
        "at {goal = 3*x <= 4.10}, {T:3} of {let E = 2} and Theorem 8",
    ]
    assert Sentence(Role.FURTHER, words, (), "the source").words == words
