"""`plan test`: how many decisions of private chi-squared tests will be wrong, if one budget is split over all of them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Context, Decimal, Inexact
from fractions import Fraction
from math import floor

import numpy as np

from ldproof.budget import Budget
from ldproof.chi2.formulas import rounded_quantile
from ldproof.chi2.law import TITLES, PrivateTest, PrivateTestName
from ldproof.chi2.mechanism import share_out
from ldproof.chi2.tables import (
    CASE,
    Rule,
    Table,
    Tables,
    genotype_study,
    parse_rule,
    read_csv,
    refuse_genotype_rule,
    table_lines,
)
from ldproof.errors import Reason, Refused
from ldproof.numbers import Real
from ldproof.parameters import MOST_PEOPLE, UNIT, Whole, accept_parameters, complete_numeral
from ldproof.planning.deployment import (
    HARDLY,
    Tell,
    format_command,
    format_quantity,
    format_rounded_up,
    ignore_progress,
    is_surely_smaller,
    parse_whole_budget,
    rank_by_size,
    size_to_json,
)

# The tables that a study is expected to have: from frequencies, built in or given, or from people's own genotypes.

COLUMNS = ("cases", "controls", "count")
"""The columns of a table of frequencies: the shares of cases and controls with the variant, and a number of variants."""

EVERY, SHIFT, CYCLE = 5, Fraction(1, 10), 50
"""Every fifth variant of the built-in spectrum is more frequent among cases, by the shift; frequencies have a period."""

COUNT = Whole(1, MOST_PEOPLE)
"""A number of variants."""


@dataclass(frozen=True, slots=True)
class Spectrum:
    """Tables with their multiplicities, and where they come from."""

    source: str
    tables: tuple[tuple[Table, int], ...]
    assumed: bool = False
    """Whether it is the built-in spectrum, which depends on no data."""

    @property
    def variant_count(self) -> int:
        """The number of variants."""
        return sum(count for _, count in self.tables)


def built_in_spectrum(m1: int, m2: int, variants: int) -> Spectrum:
    """Return the built-in spectrum, which its source describes."""
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
    """Return the table with the whole numbers nearest to two shares."""
    return Table(round(m1 * cases), round(m2 * controls), m1, m2)


def spectrum_of_lines(lines: Iterable[str], rule: Rule | None, groups: Mapping[str, int]) -> Spectrum:
    """Parse the lines of a CSV: people's genotypes, if a column is named `case`; otherwise frequencies."""
    names, rows = read_csv(lines)
    if CASE in names:
        chosen = rule or Rule.BITS
        study = genotype_study(names, rows, chosen)
        check_group_sizes(groups, study.tables.m1, study.tables.m2)
        source = f"{len(study.names)} variants of a table, by the rule `{chosen}`"
        counted = Counter(study.tables[place] for place in range(len(study.tables)))
        return Spectrum(source, tuple(counted.items()))
    refuse_genotype_rule(rule)
    if len(groups) < 2:
        raise Refused(Reason.MISSING, "frequencies without m1 and m2", "m1 and m2, or a column `case`")
    if sorted(names) not in (sorted(COLUMNS), sorted(COLUMNS[:2])):
        raise Refused(
            Reason.MISSING, f"columns {', '.join(names) or 'none'}", f"columns {', '.join(COLUMNS)}"
        )
    found = Counter[Table]()
    for line, cells in rows:
        row = dict(zip(names, cells, strict=True))
        cases, controls = (
            UNIT.accept(f"{name} of line {line}", complete_numeral(row[name])) for name in COLUMNS[:2]
        )
        count = COUNT.accept(f"count of line {line}", row["count"]) if "count" in row else 1
        found[nearest_table(groups["m1"], groups["m2"], cases, controls)] += count
    if not found:
        raise Refused(Reason.MISSING, "there is no variant", "a line for each frequency below the header")
    return Spectrum("the frequencies of a table; the nearest whole numbers", tuple(found.items()))


# The study, and the errors of each test.

LEVEL = "1/20"
"""The level if neither a threshold nor a level is given."""

DIGITS = 40
"""The digits of a threshold that belongs to a level, and of irrational odds."""

SHOWN = 3
"""How many of the assumed tables are listed."""

NOTES = {PrivateTestName.ALGORITHM_1_Y2: ("only where the controls' variants are public",)}
"""The conditions of tests that hold in some studies only, so that these are not chosen."""


@dataclass(frozen=True, slots=True)
class AssociationStudy:
    """Tables, a threshold, and one person's whole budget, split evenly over all tests."""

    spectrum: Spectrum
    tau: Fraction
    whole: Budget

    @property
    def test_budget(self) -> Budget:
        """The budget of one test."""
        return share_out(self.whole, self.spectrum.variant_count)

    @property
    def group_sizes(self) -> tuple[int, int]:
        """The numbers of cases and of controls."""
        first, _ = self.spectrum.tables[0]
        return first.m1, first.m2

    def to_json(self) -> dict[str, object]:
        """Return a JSON object."""
        m1, m2 = self.group_sizes
        return {
            "m1": m1,
            "m2": m2,
            "tau": str(self.tau),
            "variants": self.spectrum.variant_count,
            self.whole.given: str(self.whole.value),
            "spectrum": self.spectrum.source,
        }


@dataclass(frozen=True, slots=True)
class Errors:
    """A test, and how many of its decisions are expected to be wrong."""

    kind: PrivateTestName
    parameters: Mapping[str, str]
    """The mechanism's parameters for one variant."""
    positives: Real
    """The expected number of false positives."""
    negatives: Real
    """The expected number of false negatives."""

    @property
    def name(self) -> str:
        """The test's name in figures and tables."""
        return TITLES[self.kind]

    @property
    def notes(self) -> tuple[str, ...]:
        """The conditions on studies under which the test holds."""
        return NOTES.get(self.kind, ())

    @property
    def mechanism(self) -> str:
        """Its name in the registry."""
        return f"chi2.{self.kind}"

    @property
    def as_command(self) -> str:
        """The mechanism as the commands and `ldproof.mechanism` take it."""
        tau = exact_text(Fraction(self.parameters["tau"]))
        return format_command(self.mechanism, {**self.parameters, "tau": tau})

    @property
    def wrong_decisions(self) -> Real:
        """The expected number of wrong decisions."""
        return self.positives + self.negatives

    @property
    def is_negligible(self) -> bool:
        """Whether the expected number of wrong decisions is too small to be printed."""
        return bool(self.wrong_decisions < HARDLY)

    def to_json(self, variants: int) -> dict[str, object]:
        """Return a JSON object."""
        return {
            "name": self.name,
            "mechanism": self.mechanism,
            "parameters": dict(self.parameters),
            "false": size_to_json(self.wrong_decisions),
            "false_positives": size_to_json(self.positives),
            "false_negatives": size_to_json(self.negatives),
            "per_variant": size_to_json(self.wrong_decisions / variants),
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class AssociationPlan:
    """All tests, ranked by the expected number of wrong decisions."""

    asked: AssociationStudy
    rows: tuple[Errors, ...]
    refused: tuple[tuple[str, str], ...]
    """The tests that cannot be used in this study, and why."""
    significant: int
    """How many variants are significant without noise."""
    decides: str
    assumes: tuple[str, ...]
    warnings: tuple[str, ...]
    """That the tables are not the user's, or that the advice is not private."""
    without_data: "AssociationPlan | None"
    """Beside a table of the user's: the plan for the built-in tables, which depends on no data."""

    @property
    def chosen(self) -> Errors:
        """The best test without conditions."""
        return next(each for each in self.rows if not each.notes)

    @property
    def error(self) -> Real:
        """The expected number of wrong decisions."""
        return self.chosen.wrong_decisions

    def to_json(self) -> dict[str, object]:
        """Return a JSON object."""
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
            "each_epsilon": size_to_json(self.asked.test_budget.report_epsilon()),
            "rows": [each.to_json(self.asked.spectrum.variant_count) for each in self.rows],
            "refused": [{"name": name, "why": why} for name, why in self.refused],
        }


def parse_study(
    m1: object = None,
    m2: object = None,
    variants: object = None,
    tau: object = None,
    level: object = None,
    table: object = None,
    rule: object = None,
    **given: object,
) -> AssociationStudy:
    """Return a study from numbers or text, with exactly one of `epsilon` and `odds`; `table` is the lines of a CSV."""
    if tau is not None and level is not None:
        raise Refused(Reason.REPEATED, "tau and level", "tau or level")
    asked = {"m1": m1, "m2": m2, "tau": tau, "level": LEVEL if tau is None and level is None else level}
    accepted = accept_parameters({name: each for name, each in asked.items() if each is not None}, "chi2")
    limit = (
        Fraction(accepted["tau"])
        if "tau" in accepted
        else rounded_quantile(Fraction(accepted["level"]), DIGITS)
    )
    groups = {name: int(each) for name, each in accepted.items() if name in {"m1", "m2"}}
    return AssociationStudy(parse_spectrum(groups, variants, table, rule), limit, parse_whole_budget(given))


def parse_spectrum(groups: Mapping[str, int], variants: object, table: object, rule: object) -> Spectrum:
    """Return the tables of a CSV, or so many variants of the built-in spectrum."""
    wanted = None if rule is None else parse_rule(str(rule))
    if table is not None:
        if variants is not None:
            raise Refused(
                Reason.UNKNOWN_PARAMETER, "variants beside a table", "m1, m2 and variants, or a table"
            )
        return spectrum_of_lines(table_lines(table), wanted, groups)
    refuse_missing(
        {"m1": groups.get("m1"), "m2": groups.get("m2"), "variants": variants},
        "m1, m2 and variants; or a table",
    )
    refuse_genotype_rule(wanted)
    return built_in_spectrum(groups["m1"], groups["m2"], COUNT.accept("variants", variants))


def refuse_missing(given: Mapping[str, object], accepted: str) -> None:
    """Refuse parameters some of which are None."""
    missing = [name for name, each in given.items() if each is None]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        raise Refused(Reason.MISSING, f"{' and '.join(missing)} {verb} missing", accepted)


def check_group_sizes(asked: Mapping[str, int], m1: int, m2: int) -> None:
    """Refuse m1 and m2 that are not those of a table of genotypes."""
    for name, people, size in (("m1", "case", m1), ("m2", "control", m2)):
        if asked.get(name, size) != size:
            raise Refused(
                Reason.WRONG_COUNT,
                f"{name} = {asked[name]}, but the table has {format_quantity(size, people)}",
                f"m1={m1} m2={m2}, or neither",
            )


def plan_test(asked: AssociationStudy, tell: Tell = ignore_progress) -> AssociationPlan:
    """Choose the test of the least expected number of wrong decisions, among those without conditions."""
    m1, m2 = asked.group_sizes
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
    ranked = tuple(rank_by_size(rows, lambda row: row.wrong_decisions))
    significant = sum(count for table, count in asked.spectrum.tables if table.significant(asked.tau))
    public = None
    if not asked.spectrum.assumed:
        public = plan_test(
            replace(asked, spectrum=built_in_spectrum(m1, m2, asked.spectrum.variant_count)), tell
        )
    return AssociationPlan(
        asked,
        ranked,
        tuple(refused),
        significant,
        "".join(explain_test_choice(asked, ranked, significant)),
        (
            f"the tables are these: {asked.spectrum.source}",
            "a wrong decision is one that differs from the test without noise",
            "who is a case is public; neighbours differ in one person's variants, and one budget is split evenly over all tests",
        ),
        tuple(table_warnings(asked)),
        public,
    )


def expected_errors(asked: AssociationStudy, kind: PrivateTestName) -> Errors:
    """Return the expected numbers of wrong decisions of one test."""
    a, b = np.array([(table.a, table.b) for table, _ in asked.spectrum.tables], np.int64).T
    tables = Tables(a, b, *asked.group_sizes)
    test = PrivateTest(kind, asked.tau, asked.test_budget)
    wrong = {True: Real(0), False: Real(0)}
    flips = test.map_tables(tables, test.flip)
    for (table, count), flip in zip(asked.spectrum.tables, flips, strict=True):
        wrong[table.significant(asked.tau)] += flip * count
    return Errors(kind, study_parameters(asked), wrong[False], wrong[True])


def study_parameters(asked: AssociationStudy) -> Mapping[str, str]:
    """Return the parameters of one variant's test."""
    m1, m2 = asked.group_sizes
    spent = study_budget(asked.whole, asked.test_budget)
    return {"m1": str(m1), "m2": str(m2), "tau": str(asked.tau), **spent}


def study_budget(whole: Budget, each: Budget) -> Mapping[str, str]:
    """Return the budget of one variant's test as a parameter; irrational odds are rounded down, which costs no more."""
    if whole.given == "epsilon":
        return {"epsilon": str(whole.value / each.reports)}
    odds = each.report_odds()
    scale = 10**DIGITS
    return {"odds": str(Fraction(floor(odds * scale), scale) if odds.exact is None else odds.exact)}


def exact_text(value: Fraction) -> str:
    """Return a fraction as a decimal that is equal, if that takes at most 60 digits."""
    try:
        exact = Context(prec=60, traps=[Inexact]).divide(Decimal(value.numerator), Decimal(value.denominator))
    except Inexact:
        return str(value)
    return f"{exact:f}"


def table_warnings(asked: AssociationStudy) -> Iterator[str]:
    """Warn that a table is assumed, and which; or that the advice depends on the given one."""
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


def explain_test_choice(asked: AssociationStudy, ranked: Sequence[Errors], significant: int) -> Iterator[str]:
    """Yield the parts of the sentences that explain the choice."""
    first, *others = [each for each in ranked if not each.notes]
    variants = asked.spectrum.variant_count
    yield f"{first.name}: {format_rounded_up(first.wrong_decisions)} of {variants} decisions are expected to be wrong"
    if first.is_negligible and others and others[0].is_negligible:
        alike = ", ".join(each.name for each in others if each.is_negligible)
        yield f", and of {alike}, too; that {first.name} has no more than these is certified"
    elif others:
        yield f"; of the next, {others[0].name}, {format_rounded_up(others[0].wrong_decisions)}"
    yield f". Each test may cost an epsilon of {format_rounded_up(asked.test_budget.report_epsilon())}."
    if asked.spectrum.assumed and significant in {0, variants}:
        alike = "all variants are" if significant else "no variant is"
        yield (
            f" Whether a constant answer would do as well is not said: in the assumed table {alike} significant, which "
            "says nothing of yours."
        )
        return
    constant_wrong, word = min((significant, "no"), (variants - significant, "yes"))
    if is_surely_smaller(Real(constant_wrong), first.wrong_decisions):
        yield (
            f" No test here beats a constant: one that always says {word} is wrong {format_quantity(constant_wrong, 'time')} on "
            "these tables. It looks at no data and finds nothing, so it is no advice; a larger budget or fewer variants "
            "are needed."
        )
