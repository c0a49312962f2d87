"""The smallest pair of neighbouring data sets that still breaks a claim, each pair tested with fresh draws.

A claim is refuted by draws from many pairs. So the pair that shows most is tested again by itself, and then smaller
ones, each by an audit of its own at an equal share of alpha. Hence a pair that keeps the claim is named with
probability at most alpha, whatever is tested after what has been seen.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from hashlib import sha256
from math import inf
from time import perf_counter

from ldproof.auditor.claim import AuditPlan, Verdict
from ldproof.auditor.datasets import RecordChange, find_difference, smaller_pairs
from ldproof.auditor.draw.executor import FAILING
from ldproof.auditor.draw.sources import Source
from ldproof.auditor.report import AuditResult, SmallestPair, result_of_draws
from ldproof.auditor.sequential import AuditState, begin_audit
from ldproof.auditor.state_file import states_of_draws
from ldproof.errors import Refused

MOST_TESTS = 32
"""The most pairs that are tested."""
PATIENCE, FEWEST = 4, 400
"""A pair has so many times the draws in which the claim, or the first pair, was refuted, but this many at least."""


@dataclass(slots=True)
class PairShrinker:
    """Watches an audit, and at its end looks for the smallest pair that breaks the claim."""

    source: Source
    executor: Executor | None = None
    seed: bytes | None = None
    deadline: float = inf
    """When no further pair is tested, by `perf_counter`."""
    smallest: SmallestPair | None = None
    _draws: int = 0
    _tests: int = 0
    _draw_limit: int = 0
    _refuted: list[AuditResult] = field(default_factory=list)

    def watch_state(self, course: AuditState) -> None:
        """Look for the smallest pair once a claim about data sets is refuted, at the end of its audit."""
        plan = course.plan
        if (
            plan.claim.neighbours is None
            or course.next_draw() is not None
            or course.verdict is not Verdict.REFUTED
        ):
            return
        self._draw_limit = min(plan.most, max(PATIENCE * course.pairs_drawn, FEWEST))
        pair = plan.pairs[result_of_draws(course, "").sightings[0].pair]
        test_plan = replace(plan, alpha=plan.alpha / MOST_TESTS, throughout=False)
        kept = shrink_change(
            find_difference(plan.claim.neighbours, pair), lambda each: self.is_breaking(test_plan, each)
        )
        if kept is not None:
            self.smallest = SmallestPair(self._refuted[-1], self._tests, 2 * self._draws, plan.release_alpha)

    def is_breaking(self, plan: AuditPlan, tested: RecordChange) -> bool:
        """Whether fresh draws from a pair refute the claim; if not, or the source fails, that is no proof."""
        if self._tests == MOST_TESTS or self._draws >= plan.most or perf_counter() >= self.deadline:
            return False
        self._tests += 1
        seed = None if self.seed is None else sha256(self.seed + b"smaller" + bytes([self._tests])).digest()
        begun = begin_audit(replace(plan, pairs=(tested.as_pair(),), most=self._draw_limit))
        try:
            (course,) = deque(
                states_of_draws(begun, self.source, self.executor, seed, ends=self.deadline), maxlen=1
            )
        except Refused as refusal:
            if refusal.reason not in FAILING:
                raise
            return False
        self._draws += course.pairs_drawn
        if course.verdict is not Verdict.REFUTED:
            return False
        if not self._refuted:
            self._draw_limit = max(PATIENCE * course.pairs_drawn, FEWEST)
        self._refuted.append(result_of_draws(course, ""))
        return True


def shrink_change(first: RecordChange, breaks: Callable[[RecordChange], bool]) -> RecordChange | None:
    """Return the first smaller pair that breaks, and so on from there until none does; None if the first one does not."""
    if not breaks(first):
        return None
    kept, tried = first, {first.text}
    while True:
        for smaller in smaller_pairs(kept):
            if smaller.text not in tried:
                tried.add(smaller.text)
                if breaks(smaller):
                    kept = smaller
                    break
        else:
            return kept
