"""Broken variants of every mechanism in every client: the change in the source, and the expected report."""

from collections.abc import Mapping
from typing import NamedTuple


class Slip(NamedTuple):
    """A mistake in a mechanism, and the text of `ldproof conform` that points at it."""

    mechanism: str
    words: str
    changes: Mapping[str, tuple[str, str]]
    """By the ending of a client's file, the text that becomes another."""
    parameters: str = ""
    """At which parameters the mistake shows, where it does not at those of the vectors."""
    draws: int = 16
    """How many draws show it, at most; few where vectors show it already."""


WIDE = "w=1024 d=16 odds=3"

SLIPS = {
    "always zero": Slip(
        "shots.report",
        "randomize: it is as if your program always sent 0",
        {
            "py": ('"01"[coins.decision(truth[state]', '"00"[coins.decision(truth[state]'),
            "js": ('[...truth, r]) ? "1" : "0"', '[...truth, r]) ? "0" : "0"'),
            "c": ("table, 3, true) ? '1' : '0'", "table, 3, true) ? '0' : '0'"),
            "go": ("(bit(c.decision(which, table, true)))", "(bit(c.decision(which, table, true) && false))"),
            "java": ("2, table, true) ? '1' : '0'", "2, table, true) ? '0' : '0'"),
            "rs": ("&table, true)? { '1' } else { '0' }", "&table, true)? { '0' } else { '0' }"),
        },
    ),
    "r ignored": Slip(
        "shots.report",
        "randomize: it is as if your program ignored r, and sent 0 in every round that was not chosen",
        {
            "py": ('r = number(parameters.get("r", "0"))', 'r = number("0")'),
            "js": ('number(parameters.r ?? "0")', 'number("0")'),
            "c": ('made.r = number(parameters, "r")', 'made.r = times(of(0), number(parameters, "r"))'),
            "go": ("r = fraction(given)", "r = times(zero, fraction(given))"),
            "java": ('number(parameters.getOrDefault("r", "0"))', 'number("0")'),
            "rs": (
                "        given => number(given)?,\n    };\n    if m > rounds",
                "        given => number(given)?.times(of(0))?,\n    };\n    if m > rounds",
            ),
        },
    ),
    "down at the threshold": Slip(
        "shots.report",
        "expected 'up', found 'down'",
        {
            "py": ("estimate >= theta", "estimate > theta"),
            "js": ("(!below(estimate, theta) ?", "(below(theta, estimate) ?"),
            "c": ("compare(estimates[t].exact, theta) >= 0", "compare(estimates[t].exact, theta) > 0"),
            "go": ("found.exact.Cmp(theta) >= 0", "found.exact.Cmp(theta) > 0"),
            "java": ("exact.compareTo(theta) >= 0", "exact.compareTo(theta) > 0"),
            "rs": ("exact.compare(theta)?.is_ge()", "exact.compare(theta)?.is_gt()"),
            "pl": ("$share - $q >= $theta", "$share - $q > $theta"),
        },
    ),
    "inverted bit": Slip(
        "counting.glance",
        "randomize: it is as if your program inverted every bit that it sent",
        {
            "py": ('sent = "01"[', 'sent = "10"['),
            "js": ('truth) ? "1" : "0"', 'truth) ? "0" : "1"'),
            "c": ("table, 2, true) ? '1' : '0'", "table, 2, true) ? '0' : '1'"),
            "go": ("sent := bit(c.decision", "sent := bit(!c.decision"),
            "java": ('table, true) ? "1" : "0"', 'table, true) ? "0" : "1"'),
            "rs": ('&table, true)? { "1" } else { "0" }', '&table, true)? { "0" } else { "1" }'),
        },
    ),
    "first round": Slip(
        "counting.glance",
        "randomize: it is as if your program always reported in the first m rounds",
        {
            "py": ("(chosen,) = coins.subset(1, T)", "chosen = 0 * min(coins.subset(1, T))"),
            "js": ("const [chosen] = coins.subset(1, T)", "const [chosen] = coins.subset(1, T) && [0]"),
            "c": ("long chosen = below(coins, T)", "long chosen = 0 * below(coins, T)"),
            "go": ("for chosen := range c.subset(1, T) {", "for range c.subset(1, T) {\n\t\tchosen := 0"),
            "java": ("int chosen = coins.below(T)", "int chosen = 0 * coins.below(T)"),
            "rs": (
                "let chosen = coins.below(rounds)? as usize",
                "let chosen = 0 * coins.below(rounds)? as usize",
            ),
        },
    ),
    "divided by everybody": Slip(
        "counting.glance",
        "expected 1/2, found 5/28",
        {
            "py": ("Fraction(ones, bits) if bits", "Fraction(ones, N) if bits"),
            "js": ("over(of(ones), of(bits))", "over(of(ones), of(N))"),
            "c": ("bits ? over(of(ones), of(bits))", "bits ? over(of(ones), of(N))"),
            "go": ("over(of(ones), of(bits))", "over(of(ones), of(N))"),
            "java": (".over(Fraction.of(round.bits))", ".over(Fraction.of(N))"),
            "rs": ("over(of(bits))", "over(of(people))"),
        },
    ),
    "early exit": Slip(
        "sketch.kary",
        "taken: expected ",
        {
            "py": ("coins.below(w)\n", "0 if told else coins.below(w)\n"),
            "js": ("const other = coins.below(w)", "const other = told ? 0 : coins.below(w)"),
            "c": ("long other = below(coins, w)", "long other = told ? 0 : below(coins, w)"),
            "go": (
                "other := c.below(w)\n\tif told {",
                "other := 0\n\tif !told {\n\t\tother = c.below(w)\n\t} else {",
            ),
            "java": ("int other = coins.below(w)", "int other = told ? 0 : coins.below(w)"),
            "rs": ("let other = coins.below(w)?", "let other = if told { 0 } else { coins.below(w)? }"),
        },
    ),
    "first row": Slip(
        "sketch.kary",
        "outputs, character 1: expected '1:",
        {
            "py": ("row = coins.below(d)", "row = 0 * coins.below(d)"),
            "js": ("const row = coins.below(d)", "const row = 0 * coins.below(d)"),
            "c": ("long row = below(coins, d)", "long row = 0 * below(coins, d)"),
            "go": ("row := c.below(d)", "row := 0 * c.below(d)"),
            "java": ("int row = coins.below(d)", "int row = 0 * coins.below(d)"),
            "rs": ("let row = coins.below(d)?", "let row = 0 * coins.below(d)?"),
        },
    ),
    "collisions forgotten": Slip(
        "sketch.kary",
        "estimate: it is as if your program took the collision probability to be 0",
        {
            "py": ("people(sum(n), sum(S), c)", "people(sum(n), sum(S), Fraction(0))"),
            "js": ("(all, one) => all + one, 0), collision, 1)", "(all, one) => all + one, 0), ZERO, 1)"),
            "c": ("all, c, 1)", "all, of(0), 1)"),
            "go": ('if estimator == "minimum" {\n\t\tcollision', 'if estimator != "median" {\n\t\tcollision'),
            "java": ("Arrays.stream(S).sum(), c, 1)", "Arrays.stream(S).sum(), Fraction.ZERO, 1)"),
            "rs": ("support.iter().sum(), collision, 1)", "support.iter().sum(), of(0), 1)"),
        },
    ),
    "decides otherwise": Slip(
        "chi2.algorithm_2",
        "decide: it is as if your program decided the other way",
        {
            "py": ('"1" if statistic > tau else "0"', '"0" if statistic > tau else "1"'),
            "js": ('below(tau, statistic) ? "1" : "0"', 'below(tau, statistic) ? "0" : "1"'),
            "c": ("compare(statistic, tau) > 0", "compare(statistic, tau) <= 0"),
            "go": ("bit(statistic.Cmp(tau) > 0)", "bit(statistic.Cmp(tau) <= 0)"),
            "java": ("statistic.compareTo(tau) > 0", "statistic.compareTo(tau) <= 0"),
            "rs": ("statistic.compare(tau)?.is_gt()", "statistic.compare(tau)?.is_le()"),
        },
    ),
    "yes at tau": Slip(
        "chi2.algorithm_2",
        "decisions 1: expected '0', found '1'",
        {
            "py": ("statistic > tau", "statistic >= tau"),
            "js": ("below(tau, statistic)", "!below(statistic, tau)"),
            "c": ("compare(statistic, tau) > 0", "compare(statistic, tau) >= 0"),
            "go": ("statistic.Cmp(tau) > 0", "statistic.Cmp(tau) >= 0"),
            "java": ("statistic.compareTo(tau) > 0", "statistic.compareTo(tau) >= 0"),
            "rs": ("statistic.compare(tau)?.is_gt()", "statistic.compare(tau)?.is_ge()"),
        },
    ),
    "wrong sign": Slip(
        "chi2.algorithm_2",
        "expected '0', found '1'",
        {
            "py": ("a * m2 - b * m1", "a * m2 + b * m1"),
            "js": ("BigInt(m2) - BigInt(b)", "BigInt(m2) + BigInt(b)"),
            "c": ("product(a, m2) - product(b, m1)", "product(a, m2) + product(b, m1)"),
            "go": ("h := minus(", "h := plus("),
            "java": ("a * m2 - b * m1", "a * m2 + b * m1"),
            "rs": ("of(a).times(of(m2))?.minus(", "of(a).times(of(m2))?.plus("),
        },
    ),
    "always no": Slip(
        "chi2.optimal",
        "expected '1', found '0'",
        {
            "py": ('"1" if statistic > tau else "0"', '"0" if statistic > tau else "0"'),
            "js": ('below(tau, statistic) ? "1" : "0"', 'below(tau, statistic) ? "0" : "0"'),
            "c": ("compare(statistic, tau) > 0", "compare(statistic, tau) > 1"),
            "go": ("bit(statistic.Cmp(tau) > 0)", "bit(statistic.Cmp(tau) > 9)"),
            "java": ("statistic.compareTo(tau) > 0", "statistic.compareTo(tau) > 1"),
            "rs": ('compare(tau)?.is_gt() { "1" }', 'compare(tau)?.is_gt() { "0" }'),
        },
    ),
    "not squared": Slip(
        "chi2.optimal",
        "expected '1', found '0'",
        {
            "py": ("N * h * h", "N * h"),
            "js": ("N * h * h", "N * h"),
            "c": ("product(N, product(h, h))", "product(N, h)"),
            "go": ("times(N, times(h, h))", "times(N, h)"),
            "java": ("h.times(h).times(", "h.times("),
            "rs": ("h.times(h)?", "h"),
        },
    ),
    "margins swapped": Slip(
        "chi2.optimal",
        "expected '0', found '1'",
        {
            "py": ("a * m2 - b * m1", "a * m1 - b * m2"),
            "js": (
                "BigInt(a) * BigInt(m2) - BigInt(b) * BigInt(m1)",
                "BigInt(a) * BigInt(m1) - BigInt(b) * BigInt(m2)",
            ),
            "c": ("product(a, m2) - product(b, m1)", "product(a, m1) - product(b, m2)"),
            "go": (
                "times(of(a), of(m2)), times(of(b), of(m1))",
                "times(of(a), of(m1)), times(of(b), of(m2))",
            ),
            "java": ("a * m2 - b * m1", "a * m1 - b * m2"),
            "rs": (
                "of(a).times(of(m2))?.minus(of(b).times(of(m1))?)",
                "of(a).times(of(m1))?.minus(of(b).times(of(m2))?)",
            ),
        },
    ),
    "round from one byte": Slip(
        "shots.report",
        "ones in the first ",
        {
            "pl": (
                "number_below($coins, $j + 1)",
                "$coins->{own} ? ord(take($coins, 1)) % ($j + 1) : number_below($coins, $j + 1)",
            ),
        },
        "T=100 m=1 odds=3",
        12_000,
    ),
    "disk full": Slip(
        "shots.report",
        "found a refusal, {'error': 'disk full'}",
        {
            "pl": (
                "my @found = map { ($_ - $q) / ($p - $q) }",
                'die { error => "disk full" }; my @found = map { $_ }',
            )
        },
    ),
    "no noise": Slip(
        "sketch.hcms",
        "the sign",
        {"pl": ("^ $flip)", "^ ($coins->{own} ? 0 : $flip))")},
        WIDE,
        2000,
    ),
    "column in a byte": Slip(
        "sketch.hcms",
        "the sign",
        {
            "pl": (
                "parity($place & $columns[$row])",
                "parity($place & $columns[$row] & ($coins->{own} ? 255 : -1))",
            )
        },
        WIDE,
        2000,
    ),
    "column of the first row": Slip(
        "sketch.hcms",
        "the sign",
        {"pl": ("$place & $columns[$row]", "$place & $columns[$coins->{own} ? 0 : $row]")},
        WIDE,
        2000,
    ),
    "place from one byte": Slip(
        "sketch.hcms",
        "the place",
        {
            "pl": (
                "my $place = number_below($coins, $made->{w})",
                "my $place = $coins->{own} ? ord take($coins, 1) : number_below($coins, $made->{w})",
            )
        },
        WIDE,
        2000,
    ),
    "bits of the first row": Slip(
        "sketch.cms",
        "draws contradict the exact law: ",
        {"pl": ("my $own = $columns[$_]", "my $own = $columns[$coins->{own} ? 0 : $_]")},
        "w=16 d=4 odds=9",
        2000,
    ),
    "bits of the first row in every row": Slip(
        "sketch.all_rows",
        "draws contradict the exact law: ",
        {"pl": ("my $own = $columns[$_]", "my $own = $columns[$coins->{own} ? 0 : $_]")},
        "w=16 d=2 odds=81",
        2000,
    ),
}
