"""Section 5.1: which of its tables exist, and the errors it reports, exactly."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise
from itertools import product as every
from math import isqrt

from ldproof.budget import parse_budget
from ldproof.chi2.error import error
from ldproof.chi2.formulas import norm_squared, statistic, statistic_ratio, t_squared
from ldproof.chi2.law import PrivateTestName
from ldproof.numbers import Symbol, Term, enclose, term
from ldproof_proofs.chi2.accuracy.symbols import MARGIN, PEOPLE, THRESHOLD, N, a, b, k, m1, m2, s, tau
from ldproof_proofs.chi2.law.noise import Counts, first_error, number, of_second, public_error, second_error
from ldproof_proofs.kernel.ground import ByRecord, Ground, encloses
from ldproof_proofs.kernel.prover import Prover, Used, algebra, proposition
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums

n, j, chi2 = map(Symbol, ("n", "j", "chi2"))
TAU = Fraction(96, 25)
VALUES = range(1, 11)
"""The statistics of the source's ten tables."""
NEVER = (3, 5, 6, 7, 10)
FIRST, LAST = 2, 25
"""N = 2^2, ..., 2^25."""


def at_most_people(prover: Prover) -> Theorem:
    """chi2 <= N: (a m2 - b m1)^2 <= s (N - s) m1 m2, as all four cells are at least 0."""
    cells = {"a >= 0": a, "b >= 0": b, "c >= 0": m1 - a, "d >= 0": m2 - b}
    inside = {name: at_most(0, cell) for name, cell in cells.items()}
    at = {"a": 2, "b": 1, "m1": 3, "m2": 3}
    return proposition(
        prover,
        "chi2.statistic-at-most-people",
        at_most(statistic_ratio(a, b, m1, m2), N),
        {**PEOPLE, **MARGIN, **inside},
        at,
        {"area > 0": below(0, s * (N - s) * m1 * m2)},
        reason="times s (N - s) m1 m2",
    )


def even_margin(prover: Prover) -> Theorem:
    """With n cases, n controls and s = N/2 = n, chi2 = 4 (a - b)^2/N."""
    return proposition(
        prover,
        "chi2.statistic-at-even-margin",
        equal(statistic_ratio(a, n - a, n, n), 4 * (a - (n - a)) ** 2 / (2 * n)),
        {"n >= 1": at_most(1, n)},
        {"a": 3, "n": 4},
        rule=algebra,
        reason="h = (a - b) n and b = n - a",
        mutant=equal(statistic_ratio(a, n - a, n, n), 2 * (a - (n - a)) ** 2 / (2 * n)),
    )


def even_norm(prover: Prover) -> Theorem:
    """There |T|^2 is chi2/tau, whatever N."""
    found = 4 * (a - (n - a)) ** 2 / (2 * n)
    return proposition(
        prover,
        "chi2.norm-at-even-margin",
        equal(norm_squared(a, n - a, n, n, tau), found / tau),
        {"n >= 1": at_most(1, n), **THRESHOLD},
        {"a": 3, "n": 4, "tau": 2},
        rule=algebra,
        reason="the weight of the margin is 1",
    )


def even_margin_farthest(prover: Prover) -> Iterable[Theorem]:
    """Of all margins s the even one puts |T| farthest from its threshold 1, on either side."""
    norm = 1 + (chi2 / tau - 1) * 4 * s * (N - s) / N**2
    given = {**THRESHOLD, **PEOPLE, **MARGIN}
    at = {"a": 1, "b": 1, "m1": 4, "m2": 4, "tau": 1}
    yield proposition(
        prover,
        "chi2.even-margin-farthest-above",
        at_most(norm, chi2 / tau),
        {**given, "chi2 >= tau": at_most(tau, chi2)},
        {**at, "chi2": 2},
        reason="(chi2/tau - 1) ((2 s - N)/N)^2 >= 0",
        reading="the square of |T| at any margin s, and at s = N/2",
    )
    yield proposition(
        prover,
        "chi2.even-margin-farthest-below",
        at_most(chi2 / tau, norm),
        {**given, "chi2 <= tau": at_most(chi2, tau)},
        {**at, "chi2": Fraction(1, 2)},
        reason="(1 - chi2/tau) ((2 s - N)/N)^2 >= 0",
        reading="the square of |T| at any margin s, and at s = N/2",
    )


def no_square(name: str, wanted: Fraction) -> Iterable[tuple[str, Relation]]:
    """A number lies between two squares that follow each other."""
    below_it = term(isqrt(int(wanted)))
    yield f"{name}, from below", below(below_it**2, wanted)
    yield f"{name}, from above", below(wanted, (below_it + 1) ** 2)


def first_squares(values: Iterable[int]) -> Iterable[tuple[str, Relation]]:
    """For N = 4 and N = 8: k N/4 is no square."""
    for value in values:
        for power in (2, 3):
            yield from no_square(f"chi2 = {value}, N = 2^{power}", Fraction(value * 2 ** (power - 2)))


def table_cases(never: Iterable[int]) -> Iterable[tuple[str, Relation]]:
    """Every N of the source: no whole a - b has the square k N/4."""
    for power in range(FIRST, LAST + 1):
        for value in never:
            yield from no_square(f"chi2 = {value}, N = 2^{power}", Fraction(value * 2**power, 4))


def missing_tables(prover: Prover) -> Iterable[Theorem]:
    """At s = N/2 no table has chi2 = 3, 5, 6, 7 or 10, whatever the power of 2: a square 4 y has the even root 2 sqrt(y)."""
    odd = 2 * j + 1
    yield proposition(
        prover,
        "chi2.even-root",
        equal(odd**2, 4 * (j**2 + j) + 1),
        {},
        {"j": 1},
        rule=algebra,
        reason="multiply out",
        mutant=equal(odd**2, 4 * (j**2 + j)),
        reading="2j + 1 is any odd number: 4 does not divide its square, so that where 4 divides (a - b)^2, a - b is even, and "
        "k N/4 is a square only if k (N/4)/4 is",
    )
    yield prover.theorem(
        Ground(
            "chi2.no-first-square",
            "k N/4 is not a square for k in {3, 5, 6, 7, 10}",
            "N = 4 and N = 8, to which all other powers of 2 reduce",
            lambda: first_squares(NEVER),
            lambda: first_squares(VALUES),
            values=lambda: {f"k {place}": Fraction(each) for place, each in enumerate(NEVER, 1)},
        ),
        ByRecord(),
    )


def no_table(prover: Prover) -> Theorem:
    """No table at s = N/2 has chi2 = 3, 5, 6, 7 or 10: one N at a time."""
    claim = Ground(
        "chi2.no-table-at-even-margin",
        "there is no table with s = N/2 and chi2 in {3, 5, 6, 7, 10}",
        "m1 = m2 = N/2, N = 2^2, ..., 2^25",
        lambda: table_cases(NEVER),
        lambda: table_cases(VALUES),
    )
    return prover.theorem(claim, ByRecord())


def average(errors: Callable[[int], Term]) -> Term:
    """Over the ten tables."""
    return sums.total(map(errors, VALUES)) / len(VALUES)


TENTH = Fraction(1, 10)


def on_the_curve(power: int) -> Callable[[int], Term]:
    """Algorithm 2's errors at epsilon = 1/10, N = 2^power and s = N/2, if chi2 were k exactly: |T|^2 = k/tau."""
    half = term(2**power // 2)
    spread = t_squared(half, half, term(TAU))
    return lambda value: of_second(term(value) / TAU, spread, TENTH, beyond=value > TAU)


def nearest(power: int) -> Callable[[int], Term]:
    """Algorithm 2's errors at epsilon = 1/10 of the table with s = N/2 whose statistic is nearest to k."""
    half = 2**power // 2

    return lambda value: second_error(nearest_table(half, value), TAU, TENTH)


def nearest_table(half: int, value: int) -> Counts:
    """The table with s = m1 = m2 whose statistic is nearest to k."""
    apart = isqrt(value * half // 2)
    whole = min(range(apart - apart % 2, apart + 3, 2), key=lambda gap: abs(gap**2 * 2 - value * half))
    a = (half + whole) // 2
    return a, half - a, half, half


RUNS, DEVIATIONS = 10**4, 2
"""Of which the source plots the mean, and how many standard deviations such a mean may be off."""


def variance_of_runs(errors: Callable[[int], Term]) -> Term:
    """The variance of the mean of independent runs, each of one test of every table."""
    return average(lambda value: errors(value) * (1 - errors(value))) / (len(VALUES) * RUNS)


def balanced_cases(limit: Fraction) -> Iterable[tuple[str, Relation]]:
    """Above the limit at 2^24, by less than two standard deviations of the source's runs, and below it at 2^25."""
    for name, errors in (("chi2 = k", on_the_curve), ("the nearest tables", nearest)):
        exact = average(errors(24))
        yield f"{name}, N = 2^24", below(limit, exact)
        yield (
            f"{name}, runs at N = 2^24",
            below((exact - limit) ** 2, DEVIATIONS**2 * variance_of_runs(errors(24))),
        )
        yield f"{name}, N = 2^25", below(average(errors(25)), limit)


def balanced(prover: Prover) -> Theorem:
    """The exact average of Algorithm 2's errors."""
    claim = Ground(
        "chi2.exp-5.1.1-average",
        "Algorithm 2's average error over chi2 = 1, ..., 10 at s = N/2, epsilon = 1/10 and tau = 96/25 is above 10^-4 at "
        "N = 2^24, by less than two standard deviations of a mean of 10000 runs, and below it at N = 2^25; so it is for "
        "the tables whose statistics are nearest to these",
        "N = 2^24 and 2^25",
        lambda: balanced_cases(Fraction(1, 10**4)),
        lambda: balanced_cases(Fraction(1, 10**3)),
        values=lambda: {
            **{
                f"{name} {power}": number(average(errors(power)))
                for name, errors in (("curve", on_the_curve), ("nearest", nearest))
                for power in (24, 25)
            },
            "smaller": term(2) ** 24,
            "larger": term(2) ** 25,
            "runs": Fraction(RUNS),
            "deviations": Fraction(DEVIATIONS),
            "bound": Fraction(1, 10**4),
        },
    )
    return prover.theorem(claim, ByRecord())


def as_run_cases(epsilon: Fraction) -> Iterable[tuple[str, Relation]]:
    """The reference's errors of the nearest tables, and of those with two cases, are these terms."""
    for power, value in every((24, 25), VALUES):
        cells = nearest_table(2**power // 2, value)
        ours = error(PrivateTestName.ALGORITHM_2, *cells, TAU, parse_budget(epsilon=TENTH))
        yield from encloses(f"{cells}", enclose(ours, 20), second_error(cells, TAU, epsilon))
    for has, value in every(LEVELS, VALUES):
        cells = end(has, value)
        for kind, theirs in zip(KINDS, (second_error, first_error), strict=True):
            ours = error(kind, *cells, TAU, parse_budget(epsilon=1))
            yield from encloses(
                f"{kind}, {cells}, chi2 = {value}", enclose(ours, 20), theirs(cells, TAU, 10 * epsilon)
            )


def as_run(prover: Prover) -> Theorem:
    """What is averaged is what the reference says of these tables."""
    claim = Ground(
        "chi2.exp-5.1-errors",
        "the reference's errors of these tables are 1/2 e^(-epsilon | |T| - 1 |/Delta_T) with Algorithm 2, and with Algorithm 1 "
        "1/2 e^(-epsilon |chi2 - tau|/Delta)",
        "the tables of 2^24 and 2^25 people, to 20 digits",
        lambda: as_run_cases(TENTH),
        lambda: as_run_cases(Fraction(1, 9)),
    )
    return prover.theorem(claim, ByRecord())


def spread_of_two(prover: Prover) -> Theorem:
    """With two cases and n controls Delta_T^2 is (2/tau) (n^2 + 4 + 4 tau n/(n + 2))/(n (n + 2)), which tends to 2/tau."""
    two, squared = term(2), t_squared(term(2), n, tau)
    printed = (n**2 + 4 + 4 * tau * n / (n + 2)) / (n * (n + 2))
    return proposition(
        prover,
        "chi2.two-cases-spread",
        equal(squared, two / tau * printed),
        {**THRESHOLD, "n >= 1": at_most(1, n)},
        {"tau": 1, "n": 4},
        rule=algebra,
        reason="(12) with m1 = 2 and m2 = n",
        mutant=equal(squared, 4 / tau * printed),
    )


def weights_of_two(prover: Prover) -> Iterable[Theorem]:
    """With n controls chi2 = k (n + 2)/n makes the margin's weight 2/(k + 2) if a = 1, and 8 k/(k + 2)^2 if a is 0 or 2."""
    p = Symbol("p")
    inside = {"p > 0": below(0, p), "p < 1": below(p, 1)}
    people = {"n >= 1": at_most(1, n)}
    some: Used = {"controls": below(0, n), "people": below(0, n + 2)}
    for name, has, weight in (("one", 1, 2 / (k + 2)), ("none", 0, 8 * k / (k + 2) ** 2)):
        limit = (has - 2 * p) ** 2 / (2 * p * (1 - p))
        shown = 4 * p * (1 - p)
        yield proposition(
            prover,
            f"chi2.two-cases-weight-{name}",
            equal(shown, weight.substitute({"k": limit})),
            inside,
            {"p": Fraction(1, 4)},
            rule=algebra,
            reason="with k = (a - 2p)^2/(2 p (1 - p)), p being the share of all people with the variant",
            mutant=equal(shown / 2, weight.substitute({"k": limit})),
            reading=f"two cases, {has} of them with the variant",
        )
        yield proposition(
            prover,
            f"chi2.two-cases-statistic-{name}",
            equal(statistic_ratio(term(has), p * (n + 2) - has, term(2), n), limit * (n + 2) / n),
            {**inside, **people},
            {"p": Fraction(1, 4), "n": 4},
            some,
            rule=algebra,
            reason="a + b = p N",
            reading=f"two cases, {has} of them with the variant, and n controls; p is the share of all people with it",
        )


LEVELS = {1: Fraction(43684, 10**5), 0: Fraction(36364, 10**5)}
"""What the average error of Algorithm 2 tends to, by a, cut to five digits."""


def limit_error(has: int, value: int) -> Term:
    """Algorithm 2's limit for a table with two cases, epsilon = 1 and chi2 = k."""
    weight = Fraction(2, value + 2) if has else Fraction(8 * value, (value + 2) ** 2)
    norm = 1 + (term(value) / TAU - 1) * weight
    return of_second(norm, 2 / term(TAU), Fraction(1), beyond=value > TAU)


@cache
def nearest_of_two(has: int, value: int, people: int) -> int:
    """The number of controls with the variant that makes chi2 nearest to k, on the side where their share is larger."""
    m2 = people - 2

    def at_least(b: int) -> bool:
        return statistic(has, b, 2, m2) >= value

    low, high = m2 * has // 2, m2 - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if at_least(middle) else (middle + 1, high)
    return min((low - 1, low), key=lambda b: abs(statistic(has, b, 2, m2) - value))


def level_cases(shift: Fraction) -> Iterable[tuple[str, Relation]]:
    """The limits to five digits, the tables at N = 2^25, and Algorithm 1 there."""
    for has, level in LEVELS.items():
        low, high = level + shift, level + shift + DIGIT
        at_limit = average(partial(limit_error, has))
        second, first = (average(partial(at_end, by_law, has)) for by_law in (second_error, first_error))
        yield f"a = {has}, the limit, from below", below(low, at_limit)
        yield f"a = {has}, the limit, from above", below(at_limit, high)
        yield f"a = {has}, N = 2^25, from below", below(second - at_limit, DIGIT)
        yield f"a = {has}, N = 2^25, from above", below(at_limit - second, DIGIT)
        yield f"a = {has}, N = 2^25, (15)", below(Fraction(1, 2) - DIGIT, first)


DIGIT = Fraction(1, 10**5)
KINDS = (PrivateTestName.ALGORITHM_2, PrivateTestName.ALGORITHM_1_Y1)


def end(has: int, value: int) -> Counts:
    """The nearest table of two cases at N = 2^25."""
    people = 2**25
    return has, nearest_of_two(has, value, people), 2, people - 2


def at_end(by_law: Callable[[Counts, Fraction, Fraction], Term], has: int, value: int) -> Term:
    """An algorithm's error there, at epsilon = 1."""
    return by_law(end(has, value), TAU, Fraction(1))


def unbalanced(prover: Prover) -> Theorem:
    """Where the errors level off."""
    claim = Ground(
        "chi2.exp-5.1.2-levels",
        "with two cases, epsilon = 1 and tau = 96/25, Algorithm 2's average error over chi2 = 1, ..., 10 tends to 0.43684... "
        "if a = 1 and to 0.36364... if a is 0 or 2, and is within 10^-5 of that at N = 2^25; Algorithm 1's with (15) is "
        "above 0.49999 there",
        "N = 2^25, and the limits",
        lambda: level_cases(Fraction(0)),
        lambda: level_cases(Fraction(1, 1000)),
        values=lambda: {
            f"{name} {has}": number(average(partial(errors, has)))
            for has in LEVELS
            for name, errors in (
                ("limit", limit_error),
                ("second", partial(at_end, second_error)),
                ("first", partial(at_end, first_error)),
            )
        },
    )
    return prover.theorem(claim, ByRecord())


def falling_cases(errors: Callable[[int], Callable[[int], Term]]) -> Iterable[tuple[str, Relation]]:
    """Every power of 2 has a larger average than the next one."""
    for power in range(FIRST, LAST):
        yield f"N = 2^{power}", below(average(errors(power + 1)), average(errors(power)))


def falling(prover: Prover) -> Theorem:
    """Figure 1: Algorithm 2's average error falls with N."""
    claim = Ground(
        "chi2.exp-5.1.1-falls",
        "Algorithm 2's average error over chi2 = 1, ..., 10 at s = N/2, epsilon = 1/10 and tau = 96/25 falls with N",
        "N = 2^2, ..., 2^25",
        lambda: falling_cases(on_the_curve),
        lambda: falling_cases(lambda power: on_the_curve(LAST - power)),
    )
    return prover.theorem(claim, ByRecord())


def curve(by_law: Callable[[Counts, Fraction, Fraction], Term], has: int, power: int) -> Term:
    """An algorithm's average error with two cases among 2^power people, at epsilon = 1."""
    people = 2**power
    return average(
        lambda value: by_law((has, nearest_of_two(has, value, people), 2, people - 2), TAU, Fraction(1))
    )


FIRST_ONES = {"(15)": first_error, "(16)": public_error}
"""Algorithm 1's errors, by the sensitivity."""
EARLY = 8
NEAR = Fraction(1, 1000)


def curve_cases(near: Fraction) -> Iterable[tuple[str, Relation]]:
    """Algorithm 2 is near its limit, and Algorithm 1 errs more with every power."""
    for has, power in every(LEVELS, range(EARLY, LAST + 1)):
        second, limit = curve(second_error, has, power), average(partial(limit_error, has))
        yield f"a = {has}, N = 2^{power}, from below", below(second - limit, near)
        yield f"a = {has}, N = 2^{power}, from above", below(limit - second, near)
    for (name, first), has in every(FIRST_ONES.items(), LEVELS):
        along = [curve(first, has, power) for power in range(EARLY, LAST + 1)]
        for power, (less, more) in enumerate(pairwise(along), EARLY):
            yield f"{name}, a = {has}, N = 2^{power}, the next power", below(less, more)


def curves(prover: Prover) -> Theorem:
    """Figure 2, from 2^8 people on."""
    claim = Ground(
        "chi2.exp-5.1.2-curves",
        "with two cases Algorithm 2's average error is within 1/1000 of its limit, and Algorithm 1's grows with N, with (15) "
        "and with (16)",
        "N = 2^8, ..., 2^25, a in {0, 1}, epsilon = 1, the tables whose statistics are nearest to 1, ..., 10",
        lambda: curve_cases(NEAR),
        lambda: curve_cases(NEAR / 10),
        values=lambda: {
            "none": Fraction(0),
            "one": Fraction(1),
            "first": term(2) ** EARLY,
            "last": term(2) ** LAST,
            "near": NEAR,
        },
    )
    return prover.theorem(claim, ByRecord())


EXISTING = (Fraction("0.4634"), Fraction("0.4688"))


def at_nearest(by_law: Callable[[Counts, Fraction, Fraction], Term], half: int, value: int) -> Term:
    """An algorithm's error at the table whose statistic is nearest to k."""
    return by_law(nearest_table(half, value), TAU, TENTH)


def existing_cases(low: Fraction, high: Fraction) -> Iterable[tuple[str, Relation]]:
    """Algorithm 1's average error at s = N/2, with the tables that are nearest."""
    for (name, first), power in every(FIRST_ONES.items(), range(4, LAST + 1)):
        found = average(partial(at_nearest, first, 2**power // 2))
        yield f"{name}, N = 2^{power}, from below", below(low, found)
        yield f"{name}, N = 2^{power}, from above", below(found, high)


def existing(prover: Prover) -> Theorem:
    """Figure 1's other curves, from 2^4 people on."""
    low, high = EXISTING
    claim = Ground(
        "chi2.exp-5.1.1-existing-methods",
        f"at s = N/2 Algorithm 1's average error with (14), which is (15) there, and with (16) is between {low} and {high}",
        "N = 2^4, ..., 2^25, epsilon = 1/10, the tables whose statistics are nearest to 1, ..., 10",
        lambda: existing_cases(low, high),
        lambda: existing_cases(low, low + high / 500),
        values=lambda: {"low": low, "high": high, "people": Fraction(2**4)},
    )
    return prover.theorem(claim, ByRecord())


def rises(prover: Prover) -> Theorem:
    """The error of one statistic grows with N, as (14) does."""
    given = {"N > 0": below(0, n), "more": below(n, j)}
    return proposition(
        prover,
        "chi2.delta-f-grows",
        below(4 * n / (n + 2), 4 * j / (j + 2)),
        given,
        {"n": 4, "j": 8},
        reason="4 - 8/(N + 2)",
        reading="n and j are two numbers of people",
    )
