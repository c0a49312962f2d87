"""`plan test`: the tables that a study is expected to have, and how many decisions will be wrong."""

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor

import numpy as np

from ldproof.budget import Budget
from ldproof.chi2.formulas import rounded_quantile
from ldproof.chi2.law import TITLES, Mechanism, PrivateTest
from ldproof.chi2.mechanism import share_out
from ldproof.chi2.tables import BYTE_ORDER_MARK, CASE, Rule, Table, Tables, from_csv, parse_rule
from ldproof.errors import Reason, Refused
from ldproof.numbers import Real
from ldproof.parameters import MOST_PEOPLE, UNIT, Whole, accept_parameters, complete_numeral
from ldproof.planning.deployment import (
    Tell,
    as_float,
    format_quantity,
    format_rounded_up,
    ignore_progress,
    is_surely_smaller,
    json_of,
    parse_whole_budget,
)

# The tables that a study is expected to have: from frequencies, built in or given, or from people's own genotypes.

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


def count_equal_tables(tables: Iterable[Table]) -> tuple[tuple[Table, int], ...]:
    """Equal tables together."""
    return tuple(Counter(tables).items())


def spectrum_of_lines(lines: Sequence[str], rule: str, m1: int | None, m2: int | None) -> Spectrum:
    """From text: people's genotypes, if a column is named `case`; else shares of cases and of controls, and a count."""
    header = next(csv.reader(line.removeprefix(BYTE_ORDER_MARK) for line in lines[:1]), [])
    if CASE in [each.strip() for each in header]:
        study = from_csv(lines, parse_rule(rule))
        if not study.names:
            raise Refused(Reason.MISSING, "there is no variant", "a column for each variant beside `case`")
        tables = (study.tables[place] for place in range(len(study.tables)))
        return Spectrum(
            f"{len(study.names)} variants of a table, by the rule `{parse_rule(rule)}`",
            count_equal_tables(tables),
        )
    if parse_rule(rule) is not Rule.BITS:
        raise Refused(
            Reason.UNKNOWN_PARAMETER, f"the rule {rule} of frequencies", "a rule for genotypes only"
        )
    if m1 is None or m2 is None:
        raise Refused(Reason.MISSING, "frequencies without m1 and m2", "m1 and m2, or a column `case`")
    return spectrum_of_frequencies(lines, m1, m2)


def spectrum_of_frequencies(lines: Sequence[str], m1: int, m2: int) -> Spectrum:
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
            cases, controls = (UNIT.accept(here[name], complete_numeral(row[name])) for name in COLUMNS[:2])
            count = COUNT.accept(here["count"], row["count"]) if "count" in row else 1
            found[nearest_table(m1, m2, cases, controls)] += count
    except csv.Error as error:
        raise Refused(Reason.NOT_A_LIST, f"the table is no CSV: {error}", "comma-separated text") from None
    if not found:
        raise Refused(Reason.MISSING, "there is no variant", "a line for each frequency below the header")
    return Spectrum("the frequencies of a table; the nearest whole numbers", tuple(found.items()))


# `plan test`: how many decisions of private chi-squared tests will be wrong, if one budget is split over all of them.

LEVEL = "1/20"
"""Where neither a threshold nor a level is given."""

DIGITS = 40
"""Of a threshold that belongs to a level."""

SCALE = 10**40
"""Odds that are irrational are given to as many digits."""

SHOWN = 3
"""So many of the tables that are assumed are listed."""

NOTES = {Mechanism.ALGORITHM_1_Y2: ("only where the controls' variants are public",)}
"""What else a test asks for: such a one is not chosen."""


@dataclass(frozen=True, slots=True)
class Study:
    """Tables, a threshold, and one person's whole budget, split evenly over all tests."""

    spectrum: Spectrum
    tau: Fraction
    whole: Budget

    @property
    def each(self) -> Budget:
        """What one test may cost."""
        return share_out(self.whole, self.spectrum.variants)

    @property
    def people(self) -> tuple[int, int]:
        """m1 and m2."""
        first, _ = self.spectrum.tables[0]
        return first.m1, first.m2

    def to_json(self) -> dict[str, object]:
        """What was asked."""
        m1, m2 = self.people
        return {
            "m1": m1,
            "m2": m2,
            "tau": str(self.tau),
            "variants": self.spectrum.variants,
            self.whole.given: str(self.whole.value),
            "spectrum": self.spectrum.source,
        }


@dataclass(frozen=True, slots=True)
class Errors:
    """A test, and how many of its decisions are expected to be wrong."""

    name: str
    kind: Mechanism
    parameters: Mapping[str, str]
    """What the mechanism is made with, for one variant."""
    positives: Real
    """Of variants that are not significant without noise."""
    negatives: Real
    """Of those that are."""
    notes: tuple[str, ...]

    @property
    def mechanism(self) -> str:
        """Its name in the catalogue."""
        return f"chi2.{self.kind}"

    @property
    def as_command(self) -> str:
        """The mechanism as the commands and `ldproof.mechanism` take it."""
        return " ".join([self.mechanism, *(f"{key}={each}" for key, each in self.parameters.items())])

    @property
    def all(self) -> Real:
        """Of both."""
        return self.positives + self.negatives

    def to_json(self, variants: int) -> dict[str, object]:
        """As a JSON object."""
        return {
            "name": self.name,
            "mechanism": self.mechanism,
            "parameters": dict(self.parameters),
            "false": json_of(self.all),
            "false_positives": json_of(self.positives),
            "false_negatives": json_of(self.negatives),
            "per_variant": json_of(self.all / variants),
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class AssociationPlan:
    """What was asked, all tests by their errors, the best first, and what decides."""

    asked: Study
    rows: tuple[Errors, ...]
    refused: tuple[tuple[str, str], ...]
    """The tests that are not for this study, and why."""
    significant: int
    """How many variants are, without noise."""
    decides: str
    assumes: tuple[str, ...]
    warnings: tuple[str, ...]
    """That the tables are not the user's, or that the advice is not private."""
    without_data: "AssociationPlan | None"
    """Beside a table of the user's: the plan for the built-in tables, which depends on no data."""

    @property
    def chosen(self) -> Errors:
        """The best that asks for nothing else."""
        return next(each for each in self.rows if not each.notes)

    def to_json(self) -> dict[str, object]:
        """As a JSON object."""
        return {
            "plan": "test",
            "asked": self.asked.to_json(),
            "chosen": self.chosen.name,
            "decides": self.decides,
            "assumes": list(self.assumes),
            "warnings": list(self.warnings),
            "without_data": None
            if self.without_data is None
            else {"chosen": self.without_data.chosen.name, "decides": self.without_data.decides},
            "significant": self.significant,
            "each_epsilon": json_of(self.asked.each.report_epsilon()),
            "rows": [each.to_json(self.asked.spectrum.variants) for each in self.rows],
            "refused": [{"name": name, "why": why} for name, why in self.refused],
        }


def parse_study(
    m1: object = None,
    m2: object = None,
    variants: object = None,
    tau: object = None,
    level: object = None,
    table: object = None,
    rule: object = "bits",
    **given: object,
) -> Study:
    """A study from numbers or text, with exactly one of `epsilon` and `odds`; `table` is the lines of a CSV."""
    if tau is not None and level is not None:
        raise Refused(Reason.REPEATED, "tau and level", "one of both")
    asked = {"m1": m1, "m2": m2, "tau": tau, "level": LEVEL if tau is None and level is None else level}
    accepted = accept_parameters({name: each for name, each in asked.items() if each is not None}, "chi2")
    limit = (
        Fraction(accepted["tau"])
        if "tau" in accepted
        else rounded_quantile(Fraction(accepted["level"]), DIGITS)
    )
    groups = [int(accepted[name]) if name in accepted else None for name in ("m1", "m2")]
    return Study(parse_spectrum(groups, variants, table, rule), limit, parse_whole_budget(given))


def parse_spectrum(groups: Sequence[int | None], variants: object, table: object, rule: object) -> Spectrum:
    """The tables: of a CSV, or so many variants of the built-in spectrum."""
    m1, m2 = groups
    if table is not None:
        lines = list(table) if isinstance(table, Iterable) and not isinstance(table, str) else [table, None]
        if not all(isinstance(line, str) for line in lines):
            raise Refused(Reason.NOT_A_LIST, "a table that is no list of lines", "the lines of a CSV")
        if variants is not None:
            raise Refused(Reason.UNKNOWN_PARAMETER, "variants beside a table", "one of both")
        found = spectrum_of_lines([str(line) for line in lines], str(rule), m1, m2)
        (first, _), *_ = found.tables
        if (m1 or first.m1, m2 or first.m2) != (first.m1, first.m2):
            raise Refused(
                Reason.WRONG_COUNT,
                f"m1 and m2 beside a table of {first.m1} and {first.m2}",
                "these, or neither",
            )
        return found
    if m1 is None or m2 is None or variants is None:
        raise Refused(Reason.MISSING, "m1, m2 or variants are missing", "m1, m2 and variants; or a table")
    return built_in(m1, m2, COUNT.accept("variants", variants))


def plan_test(asked: Study, tell: Tell = ignore_progress) -> AssociationPlan:
    """All tests side by side; of those that ask for nothing else the one with the least expected errors is chosen."""
    m1, m2 = asked.people
    if asked.tau >= m1 + m2:
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"no table of {m1} cases and {m2} controls is significant at tau = {format_rounded_up(Real(asked.tau), 6)}: "
            "a test that always says no is right and private",
            f"tau below N = {m1 + m2}",
        )
    rows, refused = [], []
    for kind, name in TITLES.items():
        tell(name)
        try:
            rows.append(expected_errors(asked, kind))
        except Refused as refusal:
            refused.append((name, f"{refusal.what}; accepted: {refusal.accepted}"))
    ranked = tuple(sorted(rows, key=lambda row: as_float(row.all)))
    significant = sum(count for table, count in asked.spectrum.tables if table.significant(asked.tau))
    said = "".join(explain_decision(asked, ranked, significant))
    told, public = list_assumptions(asked), None
    if not asked.spectrum.assumed:
        public = plan_test(replace(asked, spectrum=built_in(m1, m2, asked.spectrum.variants)), tell)
    return AssociationPlan(
        asked, ranked, tuple(refused), significant, said, told, tuple(table_warnings(asked)), public
    )


def expected_errors(asked: Study, kind: Mechanism) -> Errors:
    """The expected numbers of wrong decisions of one test."""
    m1, m2 = asked.people
    tables = Tables(
        np.array([table.a for table, _ in asked.spectrum.tables], np.int64),
        np.array([table.b for table, _ in asked.spectrum.tables], np.int64),
        m1,
        m2,
    )
    test = PrivateTest(kind, asked.tau, asked.each)
    wrong = {True: Real(0), False: Real(0)}
    flips = test.of_each(tables, test.flip)
    for (table, count), flip in zip(asked.spectrum.tables, flips, strict=True):
        wrong[table.significant(asked.tau)] += flip * count
    return Errors(TITLES[kind], kind, study_parameters(asked), wrong[False], wrong[True], NOTES.get(kind, ()))


def study_parameters(asked: Study) -> Mapping[str, str]:
    """What the test of one variant is made with; odds that are irrational are rounded down, which costs no more."""
    m1, m2 = asked.people
    if asked.whole.given == "epsilon":
        spent = {"epsilon": str(asked.whole.value / asked.each.reports)}
    else:
        odds = asked.each.report_odds()
        spent = {"odds": str(Fraction(floor(odds * SCALE), SCALE) if odds.exact is None else odds.exact)}
    return {"m1": str(m1), "m2": str(m2), "tau": str(asked.tau), **spent}


def table_warnings(asked: Study) -> Iterator[str]:
    """That no table was given, and which is assumed; or that the advice depends on the one that was."""
    spectrum = asked.spectrum
    if not spectrum.assumed:
        yield (
            "the advice depends on the table, and is not private. If the table has data of people, publish the choice "
            "only if that is allowed, or use the advice that depends on no data"
        )
        return
    shown = [
        f"{format_quantity(count, 'variant')} with {table.a} of {table.m1} cases and {table.b} of {table.m2} controls"
        for table, count in spectrum.tables[:SHOWN]
    ]
    more = len(spectrum.tables) - SHOWN
    yield (
        f"no table was given, and a built-in one is assumed, which is not yours: {', '.join(shown)}"
        + (f", and {more} more" if more > 0 else "")
    )


def explain_decision(asked: Study, ranked: Sequence[Errors], significant: int) -> Iterator[str]:
    """What decides, in words."""
    first, *others = [each for each in ranked if not each.notes]
    variants = asked.spectrum.variants
    yield f"{first.name}: {format_rounded_up(first.all)} of {variants} decisions are expected to be wrong"
    if others:
        yield f"; of the next, {others[0].name}, {format_rounded_up(others[0].all)}"
    yield f". Each test may cost an epsilon of {format_rounded_up(asked.each.report_epsilon())}."
    silent_wrong, word = min((significant, "no"), (variants - significant, "yes"))
    if is_surely_smaller(Real(silent_wrong), first.all):
        yield (
            f" No test here beats a constant: one that always says {word} is wrong {format_quantity(silent_wrong, 'time')} on "
            "these tables. It looks at no data and finds nothing, so it is no advice; a larger budget or fewer variants "
            "are needed."
        )


def list_assumptions(asked: Study) -> tuple[str, ...]:
    """What the numbers hang on."""
    return (
        f"the tables are these: {asked.spectrum.source}",
        "a wrong decision is one that differs from the test without noise",
        "who is a case is public; neighbours differ in one person's variants, and one budget is split evenly over all tests",
    )
