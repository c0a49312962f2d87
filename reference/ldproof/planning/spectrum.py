"""The tables that a study is expected to have: from frequencies, built in or given, or from people's own genotypes."""

import csv
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ldproof.catalogue.arguments import numeral
from ldproof.chi2.tables import BYTE_ORDER_MARK, CASE, Rule, Table, from_csv, known
from ldproof.domains import MOST_PEOPLE, UNIT, Whole
from ldproof.rejections import Reason, Refused

COLUMNS = ("cases", "controls", "count")
"""Of a table of frequencies: the share of cases with the variant, that of controls, and of how many variants it is so."""

EVERY, SHIFT, CYCLE = 5, Fraction(1, 10), 50
"""In the built-in spectrum one variant in so many is so much more frequent among cases; frequencies come again."""

COUNT = Whole(1, MOST_PEOPLE)
"""Of how many variants something may be so."""


@dataclass(frozen=True, slots=True)
class Spectrum:
    """Tables with their numbers, and where they come from."""

    source: str
    tables: tuple[tuple[Table, int], ...]
    assumed: bool = False
    """Whether it is the built-in one, which depends on no data."""

    @property
    def variants(self) -> int:
        """How many there are."""
        return sum(count for _, count in self.tables)


def built_in(m1: int, m2: int, variants: int) -> Spectrum:
    """Variant j is carried by a share (1 + j mod 50)/100; if j is a multiple of 5, by 1/10 more among cases."""
    counts = Counter[Table]()
    for j in range(min(CYCLE, variants)):
        share = Fraction(1 + j, 100)
        among = share + (SHIFT if not j % EVERY else 0)
        counts[nearest_table(m1, m2, among, share)] += (variants - j - 1) // CYCLE + 1
    return Spectrum(
        "built in: variant j is carried by a share of (1 + j mod 50)/100, and among cases by 1/10 more if j is a "
        "multiple of 5; the nearest whole numbers",
        tuple(counts.items()),
        assumed=True,
    )


def nearest_table(m1: int, m2: int, cases: Fraction, controls: Fraction) -> Table:
    """The table with whole numbers nearest to these shares."""
    return Table(round(m1 * cases), round(m2 * controls), m1, m2)


def gathered(tables: Iterable[Table]) -> tuple[tuple[Table, int], ...]:
    """Equal tables together."""
    return tuple(Counter(tables).items())


def from_lines(lines: Sequence[str], rule: str, m1: int | None, m2: int | None) -> Spectrum:
    """From text: people's genotypes, if a column is named `case`; else shares of cases and of controls, and a count."""
    header = next(csv.reader(line.removeprefix(BYTE_ORDER_MARK) for line in lines[:1]), [])
    if CASE in [each.strip() for each in header]:
        study = from_csv(lines, known(rule))
        if not study.names:
            raise Refused(Reason.MISSING, "there is no variant", "a column for each variant beside `case`")
        tables = (study.tables[place] for place in range(len(study.tables)))
        return Spectrum(
            f"{len(study.names)} variants of a table, by the rule `{known(rule)}`", gathered(tables)
        )
    if known(rule) is not Rule.BITS:
        raise Refused(
            Reason.UNKNOWN_PARAMETER, f"the rule {rule} of frequencies", "a rule for genotypes only"
        )
    if m1 is None or m2 is None:
        raise Refused(Reason.MISSING, "frequencies without m1 and m2", "m1 and m2, or a column `case`")
    return of_shares(lines, m1, m2)


def of_shares(lines: Sequence[str], m1: int, m2: int) -> Spectrum:
    """From a row for each frequency."""
    found: Counter[Table] = Counter()
    reader = csv.DictReader((line.removeprefix(BYTE_ORDER_MARK) for line in lines), strict=True)
    names = [each.strip() for each in reader.fieldnames or ()]
    if sorted(names) not in (sorted(COLUMNS), sorted(COLUMNS[:2])):
        raise Refused(
            Reason.MISSING, f"columns {', '.join(names) or 'none'}", f"columns {', '.join(COLUMNS)}"
        )
    reader.fieldnames = names
    try:
        for row in reader:
            if None in row or None in row.values():
                raise Refused(
                    Reason.WRONG_LENGTH,
                    f"line {reader.line_num} is no row",
                    f"{len(names)} columns in each line",
                )
            here = {name: f"{name} of line {reader.line_num}" for name in row}
            cases, controls = (UNIT.accept(here[name], numeral(row[name])) for name in COLUMNS[:2])
            count = COUNT.accept(here["count"], row["count"]) if "count" in row else 1
            found[nearest_table(m1, m2, cases, controls)] += count
    except csv.Error as error:
        raise Refused(Reason.NOT_A_LIST, f"the table is no CSV: {error}", "comma-separated text") from None
    if not found:
        raise Refused(Reason.MISSING, "there is no variant", "a line for each frequency below the header")
    return Spectrum("the frequencies of a table; the nearest whole numbers", tuple(found.items()))
