"""`python -m tests.audit.zoo.census [held-back]`: what audits say of specimens that the grammar draws.

Half of the specimens, by lot, are held back from whoever works on the learner: they are for the table alone.
"""

import sys
from collections.abc import Iterator
from fractions import Fraction
from statistics import median
from time import process_time

import numpy as np

from ldproof.audit import AuditState, Verdict
from tests.audit.laws import audited, black_box
from tests.audit.zoo.grammar import PLACES, Drawn, broken, right

BROKEN, RIGHT = 50, 40
"""So many specimens there are."""
MOST, CLEARED = 6000, 2500
"""Pairs of draws from a broken one, and from a right one, at most."""
STRICT = Fraction(1, 10**6)
"""The chance of a wrong verdict that is taken with a right one."""
LOT = 19
"""The seed by which half of them are held back."""


def seeds(count: int, *, held_back: bool) -> list[int]:
    """One half of the specimens."""
    order = np.random.default_rng(LOT).permutation(count).tolist()
    half = order[: count // 2] if held_back else order[count // 2 :]
    return sorted(half)


def caught(specimen: Drawn, seed: int) -> AuditState:
    """An audit that should find something."""
    return audited(black_box(MOST), specimen, seed)


def cleared(specimen: Drawn, seed: int) -> AuditState:
    """An audit that should find nothing."""
    plan = black_box(CLEARED)
    return audited(type(plan)(plan.claim, plan.pairs, STRICT, CLEARED), specimen, seed)


def rows(*, held_back: bool) -> Iterator[str]:
    """A line for each specimen, as it is decided, and the sums."""
    found: dict[str, list[tuple[bool, int, float]]] = {}
    for seed in seeds(BROKEN, held_back=held_back):
        specimen, start = broken(seed), process_time()
        course = caught(specimen, seed)
        refuted, seconds = course.verdict is Verdict.REFUTED, process_time() - start
        found.setdefault(specimen.place, []).append((refuted, course.pairs_drawn, seconds))
        what = f"{specimen.place}, {specimen.kind}, {specimen.frequency:.0%}, epsilon {specimen.epsilon:.2f}"
        yield f"  {seed:3} {what:62}{'caught' if refuted else 'MISSED':8}{course.pairs_drawn:6} pairs{seconds:7.1f} s"
    for place in (each.__name__ for each in PLACES if each.__name__ in found):
        of = found[place]
        pairs, seconds = median(each[1] for each in of), median(each[2] for each in of)
        yield f"{place:28}{sum(each[0] for each in of)}/{len(of)} caught, median {pairs:6.0f} pairs{seconds:6.1f} s"
    alarms = 0
    for seed in seeds(RIGHT, held_back=held_back):
        specimen = right(seed)
        if cleared(specimen, seed).verdict is Verdict.REFUTED:
            alarms += 1
            yield f"  {seed:3} {specimen.place}: FALSE ALARM"
    together = [each for of in found.values() for each in of]
    yield f"{sum(each[0] for each in together)}/{len(together)} broken ones caught, {alarms} false alarms of {RIGHT // 2}"


def main() -> None:
    """Print the table."""
    for line in rows(held_back="held-back" in sys.argv[1:]):
        print(line, flush=True)


if __name__ == "__main__":
    main()
