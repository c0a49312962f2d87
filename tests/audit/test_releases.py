"""Releases that are audited one after another: the shares of alpha, the evidence of several together, and the file."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import log, prod
from pathlib import Path

import numpy as np
import pytest

from ldproof.auditor import AuditPlan, AuditState, Pair, Verdict, begin_audit, parse_claim, restore_audit
from ldproof.auditor.draw.sources import FailuresAreOutputs, FunctionSource, Source
from ldproof.auditor.releases import Release, first_refuted_together, parse_release, share_of_release
from ldproof.auditor.report import AuditResult, describe_subject, result_of_draws
from ldproof.auditor.sequential import begin_release
from ldproof.auditor.state_file import audit_identity, load_audit, run_audit, save_audit
from ldproof.errors import Reason
from tests.audit.laws import Drawing, binary_response, outputs_of_draw
from tests.audit.targets import answers
from tests.audit.test_audit_state import after_batches
from tests.reference.refusals import refused
from tests.tiers import run_everything

SOURCE = FunctionSource(f"{answers.__name__}:leaning", {})
PLAN = AuditPlan(parse_claim("black-box", {"odds": "3"}), (Pair(0, 1),), Fraction(1, 20), 150, release="1")


def audit_releases(drawings: Sequence[Drawing], seed: int, plan: AuditPlan = PLAN) -> list[AuditResult]:
    """Return what is found of releases that are audited one after another."""
    random, found, course = np.random.default_rng(seed), list[AuditResult](), begin_audit(plan)
    for number, drawing in enumerate(drawings, 1):
        if number > 1:
            course = begin_release(replace(plan, release=str(number)), course)
        while (draw := course.next_draw()) is not None:
            course = course.after_draw(outputs_of_draw(draw, random, drawing))
        found.append(result_of_draws(course, "mine"))
    return found


def released(values: Sequence[Fraction], alpha: Fraction) -> list[Release]:
    """Return releases with these e-values, and the verdicts that follow from them."""
    return [
        Release(str(number), 10, Fraction(log(value)), value >= number * (number + 1) / alpha)
        for number, value in enumerate(values, 1)
    ]


@pytest.mark.parametrize("alpha", [Fraction(1, 2), Fraction(1, 5)])
def test_right_releases_are_called_violated_with_probability_alpha_at_most(alpha: Fraction) -> None:
    """Exactly: each release bets all but a crumb on a fair coin, and all chains of 6 releases are counted.

    With alpha for each release, and for each product, the probability is above alpha: so this can fail.
    """
    chains, won, lost = 6, Fraction(199, 100), Fraction(1, 100)
    alarms = naive = 0
    for outcomes in product((won, lost), repeat=chains):
        releases = released(outcomes, alpha)
        alarms += any(
            releases[end].violated or first_refuted_together(releases[: end + 1], alpha)
            for end in range(chains)
        )
        naive += any(
            prod(outcomes[start:end]) >= 1 / alpha for end in range(chains + 1) for start in range(end)
        )
    assert 0 < alarms <= alpha * 2**chains < naive


def test_shares_add_up_to_less_than_1() -> None:
    assert sum(map(share_of_release, range(1, 1000))) == 1 - Fraction(1, 1000)
    assert replace(PLAN, release_number=3).release_alpha == PLAN.alpha / 12
    assert replace(PLAN, release="", release_number=3).release_alpha == PLAN.alpha


def test_latest_releases_are_named_that_are_refuted_together() -> None:
    """From release j on, a product of j (j + 1)/alpha is needed; releases up to a violated one do not count."""
    alpha = Fraction(1, 2)
    ten = released([Fraction(3), Fraction(5), Fraction(5)], alpha)
    assert first_refuted_together(ten, alpha) == 2
    assert first_refuted_together(ten[:2], alpha) == 1
    assert first_refuted_together(ten[:1], alpha) is None
    assert first_refuted_together([ten[0], replace(ten[1], violated=True), ten[2]], alpha) is None
    assert first_refuted_together(released([Fraction(3), Fraction(13, 10)], alpha), alpha) is None
    assert first_refuted_together([], alpha) is None


def test_right_releases_of_an_audit_are_not_refuted() -> None:
    """At a large alpha, of audits with the tightest law; the bound is 3 standard deviations above alpha."""
    plan, chains = replace(PLAN, alpha=Fraction(1, 4), most=40), 60 if run_everything() else 3
    right = binary_response(log(3))
    alarms = sum(
        any(each.violated for each in audit_releases([right] * 3, seed, plan)) for seed in range(chains)
    )
    assert alarms <= chains / 4 + 3 * (chains * 3 / 16) ** 0.5


def test_leak_that_no_release_shows_is_shown_by_several() -> None:
    found = audit_releases([binary_response(log(4.3))] * 5, 2)
    first = next(place for place, each in enumerate(found) if each.refuted_together)
    assert not any(each.violated for each in found[:first])
    assert not any(each.violated for each in found[first].releases)
    shown = str(found[first])
    assert shown.startswith("violated: at least one of the releases ")
    assert f", {first + 1} breaks its claim, black-box odds=3 (evidence combined)" in shown.splitlines()[0]
    assert "not refuted" not in shown
    assert shown.endswith("past and future, a false alarm has a probability of at most 0.05.")
    assert found[first].verdict is Verdict.REFUTED_TOGETHER
    assert found[first].violated


def test_mended_release_passes_after_a_violated_one() -> None:
    one, other = audit_releases([binary_response(log(30)), binary_response(log(2))], 1)
    assert one.violated
    assert (other.violated, other.refuted_together) == (False, ())
    assert [each.violated for each in other.releases] == [True, False]
    assert other.alpha == PLAN.alpha / 6


def test_next_release_bets_on_the_same_and_leaves_counts_behind() -> None:
    before = after_batches(begin_audit(PLAN), binary_response(log(4)), 3)
    plan = replace(PLAN, release="2", release_number=2)
    course = begin_release(plan, before)
    assert before.bets.laws
    assert [each.partition for each in course.bets.laws] == [each.partition for each in before.bets.laws]
    assert {each.past.draws for each in course.bets.laws} == {0}
    assert course.pairs_drawn == 0
    assert abs(course.bets.portfolio.logarithm()) < Fraction(1, 10**9)
    assert restore_audit(plan, course.saved_part()) == course
    with refused(Reason.DAMAGED_STATE):
        restore_audit(replace(plan, release_number=3), course.saved_part())
    with refused(Reason.DAMAGED_STATE):
        restore_audit(replace(plan, release=""), course.saved_part())


def open_release(path: Path, name: str, source: Source = SOURCE, alpha: str = "1/20") -> AuditState | None:
    """Return the state that an audit of a release begins with."""
    plan = replace(PLAN, release=name, alpha=Fraction(alpha))
    return load_audit(path, audit_identity(plan, source), plan)


def test_file_goes_on_with_a_release_or_begins_the_next_one(tmp_path: Path) -> None:
    path = tmp_path / "audit"
    assert open_release(path, "1.0") is None
    plan = replace(PLAN, release="1.0", most=12)
    first = run_audit(plan, SOURCE, state=path, seed=b"1")
    assert first.plan.release_alpha == PLAN.alpha / 2
    again, following = (
        open_release(path, "1.0"),
        open_release(path, "1.1", FunctionSource("other:program", {})),
    )
    assert again is not None
    assert again.saved_part() == first.saved_part()
    assert following is not None
    assert (following.earlier, following.pairs_drawn) == ((first.as_release(),), 0)
    assert following.plan.release_alpha == PLAN.alpha / 6
    save_audit(path, audit_identity(replace(plan, release="1.1"), SOURCE), following)
    with refused(Reason.OUT_OF_ORDER) as caught:
        open_release(path, "1.0")
    assert "release 1.1, which was audited after 1.0" in caught.value.what
    third = open_release(path, "1.2")
    assert third is not None
    assert [each.name for each in third.earlier] == ["1.0", "1.1"]
    for name, source, alpha in (
        ("", SOURCE, "1/20"),
        ("1.2", SOURCE, "1/10"),
        ("1.1", FunctionSource("other:program", {}), "1/20"),
    ):
        with refused(Reason.FOREIGN_STATE) as caught:
            open_release(path, name, source, alpha)
        assert caught.value.accepted.endswith("the name of a new release") == (source is not SOURCE)


@pytest.mark.parametrize("name", ["1.0", "1.1"])
def test_failures_are_outputs_in_all_releases_or_in_none(tmp_path: Path, name: str) -> None:
    paths = tmp_path / "without", tmp_path / "with"
    sources: tuple[Source, Source] = (SOURCE, FailuresAreOutputs(SOURCE))
    plan = replace(PLAN, release="1.0")
    for path, source in zip(paths, sources, strict=True):
        save_audit(path, audit_identity(plan, source), begin_audit(plan))
        assert open_release(path, name, source) is not None
    for path, source, words in zip(paths, sources[::-1], ("without", "with"), strict=True):
        with refused(Reason.FOREIGN_STATE) as caught:
            open_release(path, name, source)
        assert caught.value.accepted == f"the same audit {words} --failures-are-outputs, or another file"


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "x" * 81, 1])
def test_names_of_releases_are_short_and_printable(name: object) -> None:
    with refused(Reason.NOT_A_WORD):
        parse_release(name, has_state=True)
    assert parse_release(" v1.0 ", has_state=True) == "v1.0"
    with refused(Reason.MISSING) as caught:
        parse_release("1", has_state=False)
    assert str(caught.value).startswith("release without state")
    assert parse_release(None, has_state=False) == ""


def test_title_of_a_finding_names_the_release() -> None:
    """It is also the name of a test suite for JUnit."""
    plan = replace(PLAN, release="1.0")
    assert (
        result_of_draws(begin_audit(plan), "mine:told").title == "mine:told (release 1.0): black-box odds=3"
    )
    named = describe_subject(replace(plan, grid=Fraction(1, 2)), "mine:told")
    assert named == "mine:told (release 1.0, outputs rounded to multiples of 1/2)"


def test_state_without_releases_belongs_to_none(tmp_path: Path) -> None:
    path, plain = tmp_path / "audit", replace(PLAN, release="")
    save_audit(path, audit_identity(plain, SOURCE), begin_audit(plain))
    with refused(Reason.FOREIGN_STATE) as caught:
        open_release(path, "1.0")
    assert "its release is ''" in caught.value.what
