"""Entries: what fails is reported, and an entry says no more than the weakest of its theorems."""

from collections.abc import Iterator, Sequence

import pytest

from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.entries import Entry, Report, Verdict, run
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.implication import Citation, by_name
from ldproof_proofs.kernel.prover import Prover, Searching, algebra, at_once, by
from ldproof_proofs.kernel.sentences import (
    Role,
    Sentence,
    against,
    as_printed,
    besides,
    instead,
    said,
    sharper,
)
from ldproof_proofs.kernel.theorem import Theorem, prove
from tests.proofs.kernel.making import assert_refused, at_most, claimed, equal, shown, x, y


def proved(name: str = "proved") -> Theorem:
    """X = x."""
    return shown(claimed(equal(x, x), name=name), algebra)


def checked(scope: str) -> Theorem:
    """One case."""
    claim = Finite("checked", "so it is", scope, lambda: [("1", True)], lambda: [("1", False)])
    return prove(claim, ByEnumeration().certificate(claim))


def cited(reference: str) -> Theorem:
    """Y <= 1, says somebody."""
    return prove(claimed(at_most(y, 1), name="cited"), Citation(reference))


def given(reference: str) -> Theorem:
    """Y <= 2, given that somebody is right."""
    claim = claimed(at_most(y, 2), {}, by_name([cited(reference)]), name="given")
    return shown(claim, by(product("cited"), product()))


def report(*theorems: Theorem) -> Report:
    """What comes of an entry with these theorems."""
    entry = Entry(
        "shots.entry", "here", "so it is", Verdict.HOLDS, (as_printed("It is.", lambda _: theorems),)
    )
    (found,) = run([entry], Searching())
    return found


def test_an_entry_is_proved_if_its_theorems_are() -> None:
    """Two theorems without assumptions."""
    assert report(proved(), proved("too")).evidence == "proved"


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize(
    ("theorems", "named"),
    [
        ([proved(), given("A")], ["A"]),
        ([proved(), cited("A")], ["A"]),
        ([given("A"), given("B")], ["A", "B"]),
        ([cited("A"), cited("B")], ["A", "B"]),
        ([given("A"), checked("n <= 3")], ["A", "n <= 3"]),
        ([cited("A"), checked("n <= 3")], ["A", "n <= 3"]),
        ([checked("n <= 5"), checked("m <= 2")], ["n <= 5", "m <= 2"]),
        ([checked("n <= 5"), proved()], ["n <= 5"]),
    ],
    ids=[
        "given",
        "cited",
        "two given",
        "two cited",
        "given, checked",
        "cited, checked",
        "two ranges",
        "checked",
    ],
)
def test_an_entry_names_all_that_it_rests_on(
    theorems: Sequence[Theorem], named: Sequence[str], *, backwards: bool
) -> None:
    """Every citation and every range of every theorem, in whatever order they stand."""
    evidence = report(*(theorems[::-1] if backwards else theorems)).evidence
    assert not evidence.startswith("proved") or not any(t.evidence.scope for t in theorems)
    assert all(each in evidence for each in named), evidence


def failing(prover: Prover) -> Iterator[Theorem]:
    """One theorem, and then none."""
    yield prover.theorem(claimed(equal(x, x), name="first"), at_once("", algebra))
    raise NotProved("the second one fails")


def test_a_failure_is_a_report() -> None:
    """An entry of which one proof fails has no theorems and says why; the next entry is run all the same."""
    entries = [
        Entry("shots.bad", "here", "so it is", Verdict.HOLDS, (as_printed("It is.", failing),)),
        Entry("shots.good", "here", "so it is", Verdict.HOLDS, (as_printed("It is.", lambda _: proved()),)),
    ]
    bad, good = run(entries, Searching())
    assert (bad.failure, bad.evidence, bad.theorems) == ("the second one fails", "failed", ())
    assert (good.failure, good.evidence, len(good.theorems)) == (None, "proved", 1)
    assert min(bad.seconds, good.seconds) >= 0


def divide(prover: Prover) -> Sequence[Theorem]:
    """A proof that divides by 0."""
    return [prover.theorem(claimed(equal(1 / (x - x), 1)), at_once("", algebra))]


def test_a_proof_that_divides_by_zero_is_a_failure() -> None:
    """It is reported like any other, and ends no run."""
    entry = Entry("shots.bad", "here", "so it is", Verdict.HOLDS, (as_printed("It is.", divide),))
    (found,) = run([entry], Searching())
    assert found.evidence == "failed"


def test_checks_are_run_too() -> None:
    """A second way that fails fails the entry."""

    def no(prover: Prover) -> Sequence[Theorem]:
        raise NotProved("no second way")

    sentences = (as_printed("It is.", lambda _: proved()),)
    (found,) = run([Entry("shots.bad", "here", "so it is", Verdict.HOLDS, sentences, (no,))], Searching())
    assert (found.failure, found.evidence) == ("no second way", "failed")


def sentences_of(kind: str) -> Sequence[Sentence]:
    """Sentences that stand on one theorem each."""
    makers = {"p": as_printed, "a": against, "i": instead, "s": sharper, "b": besides}
    return [makers[each]("It is.", lambda _: proved()) for each in kind]


def test_a_verdict_needs_its_sentences() -> None:
    """Every verdict is refused over the sentences of every other."""
    cases: list[tuple[Verdict, Sequence[str]]] = [
        (Verdict.HOLDS, ["p", "pp", "pb"]),
        (Verdict.LOOSE, ["ps", "psb"]),
        (Verdict.CORRECTED, ["ai", "aib"]),
        (Verdict.REFUTED, ["a", "ab"]),
    ]
    for verdict, kinds in cases:
        for other in (Verdict.HOLDS, Verdict.LOOSE, Verdict.CORRECTED, Verdict.REFUTED):
            for kind in kinds:
                if other is verdict:
                    Entry("shots.entry", "here", "so it is", other, tuple(sentences_of(kind)))
                else:
                    assert_refused(
                        "needs", Entry, "shots.entry", "here", "so it is", other, tuple(sentences_of(kind))
                    )


def test_ours_has_no_place() -> None:
    """What holds is somebody's, and what is ours is nobody else's."""
    Entry("shots.entry", "ours", "so it is", Verdict.OURS, tuple(sentences_of("p")))
    for place, verdict in (("ours", Verdict.HOLDS), ("Theorem 1", Verdict.OURS)):
        assert_refused("no place", Entry, "shots.entry", place, "so it is", verdict, tuple(sentences_of("p")))


def test_what_is_besides_decides_nothing() -> None:
    """A remark that was only checked leaves the entry proved; what is said only has no evidence."""
    sentences = (
        as_printed("It is.", lambda _: proved()),
        besides("So it is here.", lambda _: checked("n <= 3")),
        said("So did others.", "the source, section 1"),
    )
    (found,) = run([Entry("shots.entry", "here", "so it is", Verdict.HOLDS, sentences)], Searching())
    assert found.evidence == "proved"
    assert [each.strength for each in found.sentences] == ["proved", "checked n <= 3", "said"]


def test_a_verdict_on_what_is_said_is_said() -> None:
    """However much else is proved."""
    sentences = (as_printed("It is.", lambda _: proved()), said("So did others.", "section 1", Role.PRINTED))
    (found,) = run([Entry("shots.entry", "here", "so it is", Verdict.HOLDS, sentences)], Searching())
    assert found.evidence == "said"
