"""`ldproof test`: private chi-squared tests of one or many variants, with their size, power and p-values.

What is shown depends on the cells a and b through the drawn answers alone. Everything else is computed from m1, m2, the
number of variants, the level, the budget and the rates that are given.
"""

import csv
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from html import escape
from io import StringIO

import numpy as np

from ldproof.arrays import Bits, Int64Array, parse_naturals
from ldproof.budget import Budget
from ldproof.chi2.calibration import (
    EnclosedMaximum,
    EveryTable,
    SizedTest,
    calibrate_distance,
    calibrate_tau,
    enclose_floats,
    largest_over_rates,
)
from ldproof.chi2.formulas import rounded_quantile
from ldproof.chi2.law import TITLES, PrivateTest, PrivateTestName
from ldproof.chi2.mechanism import decide_each, parse_cell, share_out
from ldproof.chi2.tables import (
    CASE,
    Rule,
    Tables,
    genotype_study,
    parse_rule,
    read_csv,
    refuse_genotype_rule,
    table_lines,
)
from ldproof.coins import Coins
from ldproof.errors import Reason, Refused
from ldproof.numbers import Enclosure
from ldproof.parameters import UNIT, Words, accept_parameters
from ldproof.planning.association import (
    LEVEL,
    NOTES,
    check_group_sizes,
    exact_text,
    refuse_missing,
    study_budget,
)
from ldproof.planning.deployment import Tell, format_command, ignore_progress, parse_whole_budget
from ldproof.results import Certified, html_table
from ldproof.sampling.geometric_draws import draw_two_sided_geometric

# What is asked: the tables, which are secret, and all else, which is not.

DISTANCE = "noisy_distance"
"""The test by M*'s noisy distance with a critical value of its own; with a critical value of 0 it is `optimal`."""

NAMES = Words((DISTANCE, *(kind.value for kind in TITLES)))
"""Names of the tests."""

DIGITS = 6
"""The digits of the threshold that belongs to a level."""

MOST_SHOWN = 64
"""The most variants that are shown in words."""

VARIANT, CELLS = "variant", ("a", "b")
"""The columns of a CSV of counts."""


@dataclass(frozen=True, slots=True)
class VariantTables:
    """The variants' names, None for a single table, and their tables."""

    names: tuple[str, ...] | None
    tables: Tables = field(repr=False)


@dataclass(frozen=True, slots=True)
class PrivateTestRequest:
    """What is asked of a test, without the tables."""

    m1: int
    m2: int
    variants: int
    whole: Budget
    level: Fraction
    tau: Fraction | None
    mechanism: str | None
    rates: tuple[Fraction, Fraction] | None

    @property
    def test_budget(self) -> Budget:
        """The budget of one variant's test: an even share."""
        return share_out(self.whole, self.variants)


def parse_variants(
    m1: object, m2: object, a: object, b: object, table: object, rule: object
) -> VariantTables:
    """Return the variants from counts or from the lines of a CSV. No refusal quotes a count."""
    groups = {name: each for name, each in (("m1", m1), ("m2", m2)) if each is not None}
    known = {name: int(each) for name, each in accept_parameters(groups, "chi2").items()}
    wanted = None if rule is None else parse_rule(str(rule))
    if table is None:
        refuse_missing({"a": a, "b": b, "m1": m1, "m2": m2}, "a, b, m1 and m2; or a table")
        refuse_genotype_rule(wanted)
        cells = parse_cells("a", a, known["m1"]), parse_cells("b", b, known["m2"])
        check_as_many(*cells)
        several = isinstance(a, list | tuple | np.ndarray)
        names = tuple(str(place + 1) for place in range(cells[0].size)) if several else None
        return VariantTables(names, Tables(*cells, known["m1"], known["m2"]))
    if a is not None or b is not None:
        raise Refused(Reason.REPEATED, "a or b beside a table", "a= and b=, or a table")
    found = parse_table_lines(table_lines(table), wanted, known)
    if repeated := [name for name, count in Counter(found.names).items() if count > 1]:
        raise Refused(
            Reason.REPEATED, f"{repeated[0]!r} names several variants", "a name of its own for each variant"
        )
    return found


def parse_cells(name: str, given: object, most: int) -> Int64Array:
    """Return one or several counts; a refusal does not quote them."""
    if isinstance(given, np.ndarray) and given.ndim:
        return parse_naturals(name, given, "variant", high=most)
    listed = given if isinstance(given, list | tuple) else [given]
    return np.array([parse_cell(name, each, most) for each in listed], np.int64)


def check_as_many(a: Int64Array, b: Int64Array) -> None:
    """Refuse counts of cases and controls that are not as many, or none."""
    if a.size != b.size or not a.size:
        raise Refused(
            Reason.WRONG_LENGTH, f"{a.size} numbers a and {b.size} b", "as many of both, and one at least"
        )


def parse_table_lines(lines: Iterable[str], rule: Rule | None, known: Mapping[str, int]) -> VariantTables:
    """Return the variants of a CSV of people's genotypes, if a column is named `case`; otherwise of counts."""
    header, rows = read_csv(lines)
    if CASE in header:
        study = genotype_study(header, rows, rule or Rule.BITS)
        check_group_sizes(known, study.tables.m1, study.tables.m2)
        return VariantTables(study.names, study.tables)
    refuse_genotype_rule(rule)
    if sorted(header) not in (sorted((VARIANT, *CELLS)), sorted(CELLS)):
        raise Refused(
            Reason.MISSING,
            f"columns {', '.join(header) or 'none'}",
            f"columns {VARIANT}, a, b; or {CASE} and genotypes",
        )
    if len(known) < 2:
        raise Refused(Reason.MISSING, "counts without m1 and m2", "m1 and m2, or a column `case`")
    names, counts = list[str](), list[tuple[int, int]]()
    for line, cells in rows:
        row = dict(zip(header, cells, strict=True))
        names.append(row[VARIANT].strip() if VARIANT in row else str(len(names) + 1))
        counts.append(
            (
                parse_cell(f"a of line {line}", row["a"], known["m1"]),
                parse_cell(f"b of line {line}", row["b"], known["m2"]),
            )
        )
    if not counts:
        raise Refused(Reason.MISSING, "there is no variant", "a line for each variant below the header")
    a, b = np.array(counts, np.int64).T
    return VariantTables(tuple(names), Tables(a, b, known["m1"], known["m2"]))


def parse_rates(rates: object) -> tuple[Fraction, Fraction] | None:
    """Return the rates at which the power is wanted, of cases and of controls."""
    match rates:
        case None:
            return None
        case [cases, controls]:
            return UNIT.accept("the rate of cases", cases), UNIT.accept("the rate of controls", controls)
        case _:
            raise Refused(Reason.WRONG_COUNT, "rates that are not two", "rates=[CASES,CONTROLS], two shares")


def parse_test(
    a: object = None,
    b: object = None,
    m1: object = None,
    m2: object = None,
    table: object = None,
    rule: object = None,
    mechanism: object = None,
    tau: object = None,
    level: object = None,
    rates: object = None,
    **given: object,
) -> tuple[PrivateTestRequest, VariantTables]:
    """Return what is asked and the variants, from numbers or text and exactly one of `epsilon` and `odds`."""
    short = mechanism.removeprefix("chi2.") if isinstance(mechanism, str) else mechanism
    kind = None if short is None else NAMES.accept("mechanism", short)
    if tau is not None and level is not None and kind not in {None, DISTANCE}:
        raise Refused(
            Reason.REPEATED,
            f"tau and level for {kind}, whose level belongs to its tau",
            f"tau or level, or {DISTANCE}",
        )
    asked = {"tau": tau, "level": LEVEL if level is None else level}
    accepted = accept_parameters({name: each for name, each in asked.items() if each is not None}, "chi2")
    whole, wanted = parse_whole_budget(given), parse_rates(rates)
    found = parse_variants(m1, m2, a, b, table, rule)
    request = PrivateTestRequest(
        found.tables.m1,
        found.tables.m2,
        len(found.tables),
        whole,
        Fraction(accepted["level"]),
        Fraction(accepted["tau"]) if "tau" in accepted else None,
        kind,
        wanted,
    )
    return request, found


# The test that is used, before anything is drawn.


@dataclass(frozen=True)
class PrivateTestDesign:
    """A test with its size, and what else was looked at; nothing of it depends on the tables."""

    request: PrivateTestRequest
    name: str
    sized: SizedTest
    others: tuple[tuple[str, str], ...]
    """The tests that were not chosen, and why."""

    @property
    def parameters(self) -> Mapping[str, str]:
        """The parameters of one variant's test."""
        request, test = self.request, self.sized.test
        critical = {"critical": str(self.sized.critical)} if self.name == DISTANCE else {}
        return {
            "m1": str(request.m1),
            "m2": str(request.m2),
            "tau": exact_text(test.tau),
            **critical,
            **study_budget(request.whole, request.test_budget),
        }

    @property
    def as_command(self) -> str:
        """The test of one variant in words; other than `noisy_distance`, as `ldproof law` takes it."""
        system = "" if self.name == DISTANCE else "chi2."
        return format_command(f"{system}{self.name}", self.parameters)

    @cached_property
    def decisions_without_noise(self) -> tuple[Fraction, Bits]:
        """The threshold of the level, and which tables are significant at it without noise."""
        tau = rounded_quantile(self.request.level, DIGITS)
        return tau, self.sized.every.significant(tau)

    @cached_property
    def size_without_noise(self) -> EnclosedMaximum:
        """The size of the test without noise."""
        every = self.sized.every
        return largest_over_rates(every.mean_by_margin(self.decisions_without_noise[1]))

    @cached_property
    def powers(self) -> tuple[Enclosure, float] | None:
        """The power of the test at the rates that are given, and without noise, there in floats."""
        if self.request.rates is None:
            return None
        every = self.sized.every
        return self.sized.power(*self.request.rates), every.mean(
            self.decisions_without_noise[1], *self.request.rates
        )


def design_test(request: PrivateTestRequest, tell: Tell = ignore_progress) -> PrivateTestDesign:
    """Choose the test and its critical value.

    Without a name and a threshold it is `noisy_distance` or `optimal`, whichever has the larger mean power over all pairs
    of rates.
    """
    every = EveryTable(request.m1, request.m2)
    if request.mechanism is not None or request.tau is not None:
        name = request.mechanism or DISTANCE
        tell(name)
        return PrivateTestDesign(request, name, calibrated_test(name, request, every), ())
    found, others = list[tuple[str, SizedTest]](), list[tuple[str, str]]()
    for name in (DISTANCE, PrivateTestName.OPTIMAL.value):
        tell(name)
        try:
            found.append((name, calibrated_test(name, request, every)))
        except Refused as refusal:
            if others:  # neither can be calibrated
                raise
            others.append((name, refusal.what))
    name, best = max(found, key=lambda each: each[1].mean_power)
    others += [
        (
            other,
            f"mean power {each.mean_power:.4f} over all pairs of rates, and {name} has {best.mean_power:.4f}",
        )
        for other, each in found
        if other != name
    ]
    return PrivateTestDesign(request, name, best, tuple(others))


def calibrated_test(name: str, request: PrivateTestRequest, every: EveryTable) -> SizedTest:
    """Return the test of a name, at the given threshold or at that whose size is at most the level."""
    if name == DISTANCE:
        tau = rounded_quantile(request.level, DIGITS) if request.tau is None else request.tau
        return calibrate_distance(tau, every, request.level, request.test_budget)
    kind = PrivateTestName(name)
    if request.tau is None:
        return calibrate_tau(kind, every, request.level, request.test_budget)
    return SizedTest(PrivateTest(kind, request.tau, request.test_budget), every)


# The answers, which are drawn.


@dataclass(frozen=True, slots=True)
class VariantAnswer:
    """The private answer for one variant."""

    name: str | None
    significant: bool
    statistic: int | None
    """The noisy distance; None for tests that draw a decision alone."""
    p_value: Decimal | None
    """The largest probability, over all rates common to both groups, of a noisy distance no smaller; rounded up."""


@dataclass(frozen=True)
class PrivateTestResult:
    """Private answers, and the test that drew them."""

    design: PrivateTestDesign
    answers: tuple[VariantAnswer, ...]

    @property
    def significant(self) -> bool:
        """The decision, of a single table."""
        return self.single.significant

    @property
    def statistic(self) -> int | None:
        """The noisy distance, of a single table."""
        return self.single.statistic

    @property
    def p_value(self) -> Decimal | None:
        """The p-value, of a single table."""
        return self.single.p_value

    @property
    def single(self) -> VariantAnswer:
        """The answer of a single table; refused if there are several."""
        if len(self.answers) > 1:
            raise Refused(
                Reason.WRONG_COUNT, f"one answer of {len(self.answers)}", "`answers`, which has them all"
            )
        return self.answers[0]

    @property
    def mechanism(self) -> str:
        """The name of the test."""
        return self.design.name

    @property
    def tau(self) -> Fraction:
        """The threshold."""
        return self.design.sized.test.tau

    @property
    def size(self) -> Certified:
        """The largest probability of a false positive, over all carrier rates."""
        return Certified(self.design.sized.size.enclosure, digits=4)

    @property
    def power(self) -> Certified | None:
        """The probability of a positive at the given rates; None without rates."""
        powers = self.design.powers
        return None if powers is None else Certified(powers[0], digits=4)

    @property
    def words(self) -> tuple[str, ...]:
        """The sentences on the test, which depend on no table."""
        return tuple(describe_design(self.design))

    def __str__(self) -> str:
        shown = [] if len(self.answers) > 1 else [describe_answer(self.design, self.single)]
        return "\n".join((*shown, *self.words))

    def to_json(self) -> str:
        """One JSON object, as `ldproof test --json` has it."""
        design = self.design
        size = design.sized.size
        return json.dumps(
            {
                "test": design.name,
                "parameters": dict(design.parameters),
                "level": str(design.request.level),
                "calibrated": is_calibrated(design),
                "size": {**self.size.members(), "rate": str(size.rate)},
                "power": None if self.power is None else self.power.members(),
                "rates": None
                if design.request.rates is None
                else [str(each) for each in design.request.rates],
                "spent": {design.request.whole.given: str(design.request.whole.value)},
                "variants": [
                    {
                        "name": each.name,
                        "significant": each.significant,
                        "statistic": each.statistic,
                        "p_value": None if each.p_value is None else str(each.p_value),
                    }
                    for each in self.answers
                ],
            }
        )

    def to_csv(self) -> str:
        """A CSV with a line for each variant."""
        text = StringIO()
        rows = csv.writer(text, lineterminator="\n")
        rows.writerow((VARIANT, "significant", "statistic", "p_value"))
        for each in self.answers:
            rows.writerow((each.name, int(each.significant), each.statistic, each.p_value))
        return text.getvalue()

    def _repr_html_(self) -> str:
        rows = [(each.name or "", describe_answer(self.design, each)) for each in self.answers[:MOST_SHOWN]]
        return html_table("private test", rows) + "".join(f"<p>{escape(each)}</p>" for each in self.words)


def is_calibrated(design: PrivateTestDesign) -> bool:
    """Whether the critical value belongs to the level, and is not given."""
    return design.name == DISTANCE or design.request.tau is None


def describe_answer(design: PrivateTestDesign, answer: VariantAnswer) -> str:
    """A private answer in a sentence."""
    found = "significant" if answer.significant else "not significant"
    if answer.statistic is None:
        return found
    return (
        f"{found}: the noisy distance is {answer.statistic}, where {design.sized.critical} or more is significant; "
        f"p-value at most {answer.p_value}"
    )


def describe_design(design: PrivateTestDesign) -> Iterable[str]:
    """Yield the sentences on a test."""
    request, sized = design.request, design.sized
    size = sized.size
    yield f"test: {design.as_command}" + (" for each variant" if request.variants > 1 else "")
    yield (
        f"size: at most {size.upper_decimal} at every carrier rate (largest at {float(size.rate):.3g}); without noise, at "
        f"tau = {float(design.decisions_without_noise[0]):.6g}, {design.size_without_noise.upper_decimal}"
    )
    if design.name == DISTANCE and sized.critical > sized.signed_distances.max():
        most = float(sized.chances.max())
        yield (
            "note: no table reaches the critical value without noise, and the power is at most "
            f"{enclose_floats(most, most, 4).upper}"
        )
    if not is_calibrated(design):
        yield "the critical value is given and not calibrated: the size may exceed any level"
    if request.rates is not None and design.powers is not None:
        power, without = design.powers
        yield (
            f"power: {power.lower:.5f} where {request.rates[0]} of cases and {request.rates[1]} of controls have the variant; "
            f"without noise, {without:.5f}"
        )
    for name, why in design.others:
        yield f"not chosen: {name}: {why}"
    for note in NOTES.get(sized.test.mechanism, ()):
        yield f"note: {note}"
    shared = f", split evenly over {request.variants} variants" if request.variants > 1 else ""
    yield (
        f"privacy: {request.whole.given} = {request.whole.value} for all that a person has{shared}; who is a case is public; a "
        "second run draws afresh and costs as much again"
    )


def run_test(
    request: PrivateTestRequest, found: VariantTables, coins: Coins, tell: Tell = ignore_progress
) -> PrivateTestResult:
    """Draw the answers, each exactly."""
    design = design_test(request, tell)
    tell(f"{request.variants} answers")
    sized, names = design.sized, found.names or (None,)
    if sized.test.mechanism is not PrivateTestName.OPTIMAL:
        decided = decide_each(sized.test, found.tables, coins).significant
        plain = (
            VariantAnswer(name, bool(each), None, None) for name, each in zip(names, decided, strict=True)
        )
        return PrivateTestResult(design, tuple(plain))
    noise = draw_two_sided_geometric(sized.test.budget, request.variants, coins)
    statistics = (sized.signed_distances[found.tables.a, found.tables.b] + noise).tolist()
    p_values = {each: sized.p_value(each) for each in sorted({*statistics})}
    answers = (
        VariantAnswer(name, each >= sized.critical, each, p_values[each])
        for name, each in zip(names, statistics, strict=True)
    )
    return PrivateTestResult(design, tuple(answers))
