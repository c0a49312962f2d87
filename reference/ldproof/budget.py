"""The privacy budget: given once, as epsilon, as the odds e^epsilon, or as one report's odds."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from ldproof.errors import Reason, Refused
from ldproof.numbers import Number, Real, exp, expm1, log, rational, real
from ldproof.numbers.rational import FRACTIONS, bit_size, rational_root
from ldproof.parameters import (
    POSITIVE,
    RATIONAL,
    Logarithm,
    Schema,
    Whole,
    Words,
    parameter_domain,
    parse_exact,
)

MOST_BITS = 1 << 17
"""The most bits that a power of the odds may take as a fraction."""

REMEMBERED = 64
"""Of how many budgets the odds are kept: tails are turned round by asking for one after another."""

REPORTS = Whole(1, 10**18)
"""Over how many reports a budget may be split."""

WAYS = ("epsilon", "odds", "report_odds")
"""The names under which a budget can be given."""


@dataclass(frozen=True, slots=True)
class Budget:
    """`epsilon` for a person, split evenly over their `reports`; exactly one of the three is set."""

    reports: int
    given: str
    value: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "given", Words(WAYS).accept("given", self.given))
        number = (
            rational(self.value)
            if type(self.value) in (int, *FRACTIONS)
            else parse_exact(self.given, self.value)
        )
        least = 0 if self.given == "epsilon" else 1
        # What several answers cost together may be much; what one person grants is limited where it is given.
        if isinstance(number, Logarithm) or number < least:
            raise Refused(
                Reason.OUT_OF_RANGE, f"a budget of no {self.given}", f"a fraction of at least {least}"
            )
        object.__setattr__(self, "reports", REPORTS.accept("reports", self.reports))
        object.__setattr__(self, "value", number)

    def odds(self) -> Real:
        """e^epsilon for the whole budget."""
        return self._odds_of(self.reports)

    def report_odds(self) -> Real:
        """e^(epsilon/reports): the odds of one report."""
        return self._odds_of(1)

    def report_excess(self) -> Real:
        """e^(epsilon/reports) - 1, without cancellation near 0."""
        return excess_of(self)

    def epsilon(self) -> Real:
        """The epsilon of the whole budget."""
        return self._epsilon_of(self.reports)

    def report_epsilon(self) -> Real:
        """epsilon / reports: the share of one report."""
        return self._epsilon_of(1)

    def over(self, reports: int) -> "Budget":
        """The same whole budget, split over another number of reports."""
        if self.given == "report_odds":
            return Budget(reports, "odds", self.value**self.reports)
        return Budget(reports, self.given, self.value)

    def report_power(self, exponent: Number) -> Real:
        """e^(exponent epsilon / reports): a fraction where the odds have a rational root that makes it a short one."""
        power = real(exponent)
        if power == 0:
            return Real(1)
        if power.exact is not None and self.given != "epsilon":
            share = power.exact / (self.reports if self.given == "odds" else 1)
            root = rational_root(self.value, share.denominator)
            if root is not None and bit_size(root) * abs(share.numerator) <= MOST_BITS:
                return Real(root**share.numerator)
        return exp(self.report_epsilon() * power)

    def _odds_of(self, reports: int) -> Real:
        if self.given == "report_odds":
            return Real(self.value**reports)
        if self.given == "odds":
            root = rational_root(self.value, self.reports)
            if root is not None:
                return Real(root**reports)
            if reports == self.reports:
                return Real(self.value)
        return exp(self._epsilon_of(reports))

    def _epsilon_of(self, reports: int) -> Real:
        share = rational(reports, 1 if self.given == "report_odds" else self.reports)
        return share * (Real(self.value) if self.given == "epsilon" else log(Real(self.value)))


@lru_cache(REMEMBERED)
def excess_of(budget: Budget) -> Real:
    """e^(epsilon/reports) - 1, exact if the odds are; cached."""
    odds = budget.report_odds()
    return expm1(budget.report_epsilon()) if odds.exact is None else odds - 1


def parse_real(name: str, value: object) -> Real:
    """A Real as it is, or one from an exact number or text; refused if it is a float or no number."""
    if isinstance(value, Real):
        return value
    number = value if isinstance(value, Fraction) and type(value) in FRACTIONS else parse_exact(name, value)
    return log(Real(number.argument)) if isinstance(number, Logarithm) else Real(number)


def parse_budget(reports: int = 1, **given: object) -> Budget:
    """The budget from exactly one of `epsilon`, `odds` and `report_odds`; refused otherwise, or out of range."""
    if unknown := sorted(given.keys() - set(WAYS)):
        raise Refused(Reason.UNKNOWN_PARAMETER, f"{', '.join(unknown)} is no parameter here", ", ".join(WAYS))
    named = [name for name in WAYS if given.get(name) is not None]
    if len(named) != 1:
        raise Refused(
            Reason.BUDGET_NOT_UNIQUE,
            f"{' and '.join(named) or 'no budget'} given",
            "exactly one of " + ", ".join(WAYS),
        )
    (name,) = named
    value = given[name]
    if name == "epsilon" and isinstance(logarithm := parse_exact(name, value), Logarithm):
        if logarithm.argument <= 1:
            raise Refused(Reason.OUT_OF_RANGE, f"epsilon = {logarithm} is out of range", str(POSITIVE))
        return Budget(
            reports, "odds", rational(parameter_domain("odds").accept("odds in epsilon", logarithm.argument))
        )
    return Budget(reports, name, rational(parameter_domain(name).accept(name, value)))


def promised_budget(given: Mapping[str, object]) -> Budget | None:
    """Return the whole budget of a person, None if it is not given as such; the tight odds may be smaller."""
    ways = {way: given[way] for way in WAYS[:2] if way in given}
    return parse_budget(1, **ways) if ways else None


def check_report_count(given: Budget, reports: int) -> None:
    """Refuse a budget that is not split over exactly `reports` reports."""
    if given.reports != reports:
        raise Refused(Reason.WRONG_COUNT, f"a budget of {given.reports} reports", f"one of {reports}")


def way_schema(way: str) -> Schema:
    """The JSON Schema of a budget given in one way; an epsilon may also be a logarithm."""
    found = parameter_domain(way).schema()
    if way == "epsilon":
        found["pattern"] = rf"^({RATIONAL}|ln\(\s*{RATIONAL}\s*\))$"
    return found
