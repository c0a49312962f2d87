"""Section 5.2 of the source on the chi-squared test, figure 3: many variants of the same people.

The source's data are not public. Here are any that a person brings, and synthetic ones that say so.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

from ldproof.budget import budget
from ldproof.catalogue import answer
from ldproof.catalogue.answers import between
from ldproof.chi2.law import TITLES, Mechanism, PrivateTest
from ldproof.chi2.tables import Rule, Tables, from_csv, from_matrix, known
from ldproof.coins import Coins, SeededCoins
from ldproof.exact import thinnings
from ldproof.experiments.chi2_tables import TAU, mean
from ldproof.experiments.figures import DIGITS, Bound, Case, Figure, Measured, Point
from ldproof.rejections import Reason, Refused

TENTHS = range(1, 11)
"""Ten times the source's epsilon."""
GROUP, VARIANTS = 200, 311
"""The source's cases, as many controls, and variants."""
SEED = b"ldproof/chi2.fig-3"
"""What the synthetic people's coins are made from."""
EFFECT = 10
"""By how many percent points an allele that has to do with the disease is more frequent among cases."""
EVERY_SO_MANY = 5
"""One variant in so many has to do with it: 63 of 311, as many as the source finds significant."""
SPENT = "epsilon of all tests"

SYNTHETIC = (
    "SYNTHETIC DATA, as the source's are not public: 200 cases, 200 controls, and variants 0 to 310. Variant j has an "
    "allele of frequency (1 + j mod 50)/100; if j is a multiple of 5, it is 10 percent points more frequent among "
    "cases. Each person has two independent alleles, drawn exactly from seeded coins."
)


@dataclass(frozen=True, slots=True)
class MeanError:
    """The mean error of a mechanism over all variants, at a tenth of an epsilon for each."""

    mechanism: Mechanism
    tenths: int
    tables: Callable[[], Tables]

    def __call__(self, _runs: int, _coins: Coins) -> Measured:
        """Beside it, the epsilon that all tests cost together."""
        tables = self.tables()
        test = PrivateTest(self.mechanism, TAU, budget(epsilon=Fraction(self.tenths, 10)))
        errors = mean(test.of_each(tables, test.flip))
        spent = Fraction(self.tenths * len(tables), 10)
        return Measured(answer(errors, DIGITS), None, {SPENT: spent})


@cache
def synthetic() -> Tables:
    """The synthetic study under the dominant rule."""
    coins = SeededCoins(SEED)
    columns = []
    for variant in range(VARIANTS):
        percent = 1 + variant % 50
        among_cases = percent if variant % EVERY_SO_MANY else percent + EFFECT
        alleles = np.full(GROUP, 2, np.int64)
        columns.append(
            np.concatenate(
                [thinnings(alleles, np.full(GROUP, each), 100, coins) for each in (among_cases, percent)]
            )
        )
    return from_matrix(np.stack(columns, axis=1), [1] * GROUP + [0] * GROUP, Rule.DOMINANT)


def of_table(lines: Iterable[str], rule: str) -> Figure:
    """The figure of a person's own table."""
    which = known(rule)
    study = from_csv(lines, which)
    if not study.names:
        raise Refused(Reason.MISSING, "there is no variant", "a column for each variant beside `case`")
    m1, m2 = study.tables.m1, study.tables.m2
    notes = [
        f"The table has {m1} cases, {m2} controls and {len(study.names)} variants; the rule is `{which}`."
    ]
    if m1 != m2:
        notes.append("Delta_F is for as many cases as controls, and is left out.")
    return figure(lambda: study.tables, notes, balanced=m1 == m2)


def figure(tables: Callable[[], Tables], notes: Sequence[str], *, balanced: bool) -> Figure:
    """Figure 3 of some tables."""
    kinds = [each for each in TITLES if balanced or each is not Mechanism.ALGORITHM_1_F]

    def remarks(points: Sequence[Point]) -> Iterator[str]:
        yield from lower(points)
        yield f"{int(tables().significant(TAU).sum())} of {len(tables())} variants are significant."

    return Figure(
        "chi2.fig-3",
        "section 5.2, figure 3",
        "At every epsilon Algorithm 2 has the smaller error; from epsilon = 0.5 on it is at most 0.1.",
        "10 epsilon",
        "mean error",
        [Case(TITLES[kind], tenths, MeanError(kind, tenths, tables)) for kind in kinds for tenths in TENTHS],
        [*notes, f"tau = {TAU}. Each test has an epsilon of its own; together they cost all of them."],
        remarks,
        unit=10,
        bounds=(Bound("0.1", range(5, 11)),),
        beside=(SPENT,),
        of_table=of_table,
    )


def lower(points: Sequence[Point]) -> Iterator[str]:
    """Whether Algorithm 2 as published is ahead of all that is published beside it, and where it is below 0.1."""
    errors = {(each.curve, each.at): between(each.measured.exact) for each in points}
    two = TITLES[Mechanism.ALGORITHM_2]
    for one in (Mechanism.ALGORITHM_1_F, Mechanism.ALGORITHM_1_Y1, Mechanism.ALGORITHM_1_Y2):
        here = [at for curve, at in errors if curve == TITLES[one]]
        ahead = [at for at in here if errors[two, at][1] < errors[TITLES[one], at][0]]
        if here:
            yield f"{two} has a smaller error than {TITLES[one]} at 10 epsilon = {listed(ahead)}."
    few = [at for curve, at in errors if curve == two and errors[two, at][1] <= Fraction(1, 10)]
    yield f"Its error is at most 0.1 at 10 epsilon = {listed(few)}."


def listed(places: Sequence[int]) -> str:
    """Places on the axis."""
    return ", ".join(map(str, places)) or "none of these"


FIG_3 = figure(synthetic, [SYNTHETIC, "The rule is `dominant`: one allele or two are 1."], balanced=True)
