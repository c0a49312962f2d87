"""The privacy budget: given once, as epsilon, as the odds e^epsilon, or as one report's odds."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from ldproof.domains import DOMAINS, POSITIVE, RATIONAL, Logarithm, Schema, Whole, exactly
from ldproof.numbers import Certified, ball
from ldproof.rejections import Reason, Refused

Quantity = Fraction | Certified
"""A number known exactly, or as closely as one likes."""

SHORT = 1 << 17
"""The most bits that a power of the odds may take as a fraction."""

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
        if self.given not in WAYS:
            raise Refused(Reason.UNKNOWN_NAME, f"no budget is given as {self.given!r}", ", ".join(WAYS))
        number = self.value if type(self.value) is Fraction else exactly(self.given, self.value)
        least = 0 if self.given == "epsilon" else 1
        # What several answers cost together may be much; what one person grants is limited where it is given.
        if isinstance(number, Logarithm) or number < least:
            raise Refused(
                Reason.OUT_OF_RANGE, f"a budget of no {self.given}", f"a fraction of at least {least}"
            )
        object.__setattr__(self, "reports", REPORTS.accept("reports", self.reports))
        object.__setattr__(self, "value", number)

    def odds(self) -> Quantity:
        """e^epsilon: how much likelier anything can become by a person's secret."""
        return self._odds_of(self.reports)

    def report_excess(self) -> Quantity:
        """e^(epsilon/reports) - 1: one report's odds, less 1, so that no digit is lost near 0."""
        odds = self._odds_of(1)
        return odds - 1 if isinstance(odds, Fraction) else _ReportExcess(self)

    def epsilon(self) -> Quantity:
        """The whole budget."""
        return self._epsilon_of(self.reports)

    def report_epsilon(self) -> Quantity:
        """The share of one report."""
        return self._epsilon_of(1)

    def over(self, reports: int) -> "Budget":
        """The same whole budget, split over so many reports instead."""
        if self.given == "report_odds":
            return Budget(reports, "odds", self.value**self.reports)
        return Budget(reports, self.given, self.value)

    def report_power(self, exponent: Quantity) -> Quantity:
        """e^(exponent epsilon / reports): a fraction where the odds have a rational root that makes it a short one."""
        if isinstance(exponent, Fraction):
            if not exponent:
                return Fraction(1)
            if self.given != "epsilon":
                power = exponent / (self.reports if self.given == "odds" else 1)
                root = rational_root(self.value, power.denominator)
                if root is not None and length(root) * abs(power.numerator) <= SHORT:
                    return root**power.numerator
        epsilon = self.report_epsilon()

        def power_at_hand() -> arb:
            return (at_hand(epsilon) * at_hand(exponent)).exp()

        return power_at_hand

    def _odds_of(self, reports: int) -> Quantity:
        if self.given == "report_odds":
            return self.value**reports
        if self.given == "odds":
            root = rational_root(self.value, self.reports)
            if root is not None:
                return root**reports
            if reports == self.reports:
                return self.value
        epsilon = self._epsilon_of(reports)
        return lambda: at_hand(epsilon).exp()

    def _epsilon_of(self, reports: int) -> Quantity:
        share = Fraction(reports, 1 if self.given == "report_odds" else self.reports)
        if self.given == "epsilon":
            return self.value * share
        return lambda: ball(self.value).log() * ball(share)


@dataclass(frozen=True, slots=True)
class _ReportExcess:
    """A budget's, if it is irrational: the same for the same budget, so that what is computed of it can be kept."""

    given: Budget

    def __call__(self) -> arb:
        return at_hand(self.given.report_epsilon()).expm1()


def known(name: str, value: object) -> Quantity:
    """A number that is known already, or as exactly as it is said."""
    if isinstance(value, Fraction) or callable(value):
        return value
    if isinstance(number := exactly(name, value), Logarithm):
        return lambda: ball(number.argument).log()
    return number


def at_hand(quantity: Quantity) -> arb:
    """A ball around a quantity at the precision that is set."""
    return ball(quantity) if isinstance(quantity, Fraction) else quantity()


def at(quantity: Quantity, exactly: Callable[[Fraction], Fraction], nearly: Callable[[arb], arb]) -> Quantity:
    """A function of a quantity; one definition serves as both, where it runs on fractions and balls."""
    return exactly(quantity) if isinstance(quantity, Fraction) else lambda: nearly(at_hand(quantity))


def budget(reports: int = 1, **given: object) -> Budget:
    """The budget from exactly one of `epsilon`, `odds` and `report_odds`."""
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
    if name == "epsilon" and isinstance(logarithm := exactly(name, value), Logarithm):
        if logarithm.argument <= 1:
            raise Refused(Reason.OUT_OF_RANGE, f"epsilon = {logarithm} is out of range", str(POSITIVE))
        return Budget(
            reports, "odds", Fraction(DOMAINS["odds"].accept("odds in epsilon", logarithm.argument))
        )
    return Budget(reports, name, Fraction(DOMAINS[name].accept(name, value)))


def shared_out(given: Budget, reports: int) -> None:
    """Refuse a budget that is not split over so many reports."""
    if given.reports != reports:
        raise Refused(Reason.WRONG_COUNT, f"a budget of {given.reports} reports", f"one of {reports}")


def way_schema(way: str) -> Schema:
    """The JSON Schema of a budget given in one way; an epsilon may also be a logarithm."""
    found = DOMAINS[way].schema()
    if way == "epsilon":
        found["pattern"] = rf"^({RATIONAL}|ln\(\s*{RATIONAL}\s*\))$"
    return found


def length(value: Fraction) -> int:
    """How many bits a fraction takes."""
    return value.numerator.bit_length() + value.denominator.bit_length()


def rational_root(value: Fraction, degree: int) -> Fraction | None:
    """The positive root of a positive fraction, if it is a fraction."""
    top, bottom = whole_root(value.numerator, degree), whole_root(value.denominator, degree)
    return None if top is None or bottom is None else Fraction(top, bottom)


def whole_root(value: int, degree: int) -> int | None:
    """The root of a positive whole number, if it is whole."""
    if degree > value.bit_length():
        return 1 if value == 1 else None
    low, high = 1, 1 << (value.bit_length() // degree + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**degree <= value else (low, middle - 1)
    return low if low**degree == value else None
