"""Formulas: every one of the catalogue, at the edges of its parameters."""

from collections.abc import Iterator, Mapping, Sequence

from ldproof.coins import SeededCoins
from ldproof.oracle.vectors import Vector
from ldproof.registry import Formula, all_formulas
from ldproof.sampling import draw_uniform
from tests.oracle.cases import Case, make_vectors, split_parameters

CHOICES: Mapping[str, Sequence[str]] = {
    "N": ("1", "2", "4", "12", "12"),
    "ones": ("0", "1", "2"),
    "T": ("1", "2", "3", "4", "6"),
    "m": ("1", "2", "1", "3"),
    "d": ("1", "2", "3"),
    "r": ("0", "1/2", "1", "1/3", "1/1000"),
    "phi": ("0", "1/2", "1", "1/4"),
    "theta": ("1/2", "1", "1/4", "1/1000000"),
    "mu": ("0", "1/2", "1", "1/4"),
    "fill": ("", "0", "1/2"),
    "M": ("0", "1", "2"),
    "alpha": ("1/4", "1/2", "1", "3/2", "1/1000000"),
    "beta": ("1/2", "1/20", "1/1000000"),
    "x": ("1/2", "1", "1/1000", "57/100"),
    "target_odds": ("1", "2", "3"),
    "m1": ("1", "3", "4", "5"),
    "m2": ("1", "3", "4", "6"),
    "a": ("0", "1", "3", "4"),
    "b": ("0", "1", "2", "3"),
    "tau": ("1", "2", "384/100", "1/2", "8"),
    "w0": ("1/2", "1", "1/1000"),
    "rate": ("1/2", "0", "1/50", "1"),
    "level": ("1/20", "1/2", "1/1000000"),
    "f": ("0", "1", "2"),
    "S": ("4", "10", "144"),
    "delta": ("1/20", "1/2"),
    "w": ("2", "3", "4", "16"),
    "first_odds": ("5/3", "3"),
    "permanent": ("", "optimized"),
    "bit_odds": ("3", "6/5"),
    "t": ("1", "2", "3"),
    "changes": ("1", "2", "2"),
    "sign_odds": ("3", "6/5"),
    "fewest_flips": ("0", "0", "1"),
    "most_flips": ("1", "0", "2"),
    "p": ("1/4", "1/3", "1/1000000"),
    "q": ("1/2", "3/4", "999999/1000000"),
    "P": ("", "5", "17"),
    "family": ("", "ideal", "quadratic"),
}
"""Values of each parameter; the empty text leaves out what is optional."""

OWN: Mapping[str, Mapping[str, Sequence[str]]] = {
    "shots.best_m": {"T": ("1", "2", "10", "100")},
    "shots.m_exact": {"T": ("1", "2", "10", "100")},
    "shots.crossing": {"m": ("1", "2", "3", "10")},
    "counting.future_rand_variance": {"T": ("4", "8")},
    "counting.claim_2": {"N": ("1", "10", "1000"), "T": ("1", "10", "100")},
    "counting.theta": {"N": ("10", "1000", "1000000")},
    "counting.theta_sharper": {"N": ("10", "1000", "1000000")},
    "counting.theta_printed": {"N": ("10", "1000", "1000000")},
    "sketch.collision": {
        "family": ("ideal", "affine", "textbook", "quadratic", "polynomial"),
        "P": ("", "5", "17"),
    },
}
"""What a formula has choices of its own for."""

CHI2: Mapping[str, Sequence[str]] = {
    "beta": ("1/2", "1", "3/2"),
    "mechanism": (
        "optimal",
        "algorithm_2",
        "algorithm_2_tight",
        "algorithm_1_y1",
        "algorithm_2_integer",
        "beta_optimal",
    ),
}
SKETCH: Mapping[str, Sequence[str]] = {
    "mechanism": (
        "cms",
        "unary",
        "oue",
        "optimal",
        "hcms",
        "hcms_plus",
        "kary",
        "per_user",
        "local_hash",
        "all_rows",
    ),
    "d": ("1", "2", "3"),
    "w": ("2", "4", "16"),
    "S": ("4", "10", "144"),
}

BUDGETS: Mapping[str, Sequence[str]] = {
    "epsilon": ("1/2", "1e-9", "700", "ln(9)", "4"),
    "odds": ("3", "9", "27/8", "64"),
    "report_odds": ("3", "5/2"),
}
"""The ways of giving a budget."""

DISTANCES = (
    "d=2 m=2 T=3 r=0 odds=2",
    "d=2 m=3 T=5 r=0 epsilon=1/2",
    "d=2 m=3 T=5 r=1/3 epsilon=1/2",
    "d=3 m=2 T=6 r=1 epsilon=ln(9)",
    "d=3 m=3 T=6 r=1/2 report_odds=3",
    "d=3 m=4 T=5 r=1/2 epsilon=1",
)

REPORTS = (
    "mechanism=unary w=4 d=2 p=1/4 q=2/3",
    "mechanism=cms w=4 d=3 odds=9",
    "mechanism=oue w=4 d=1 odds=3",
    "mechanism=optimal w=3 d=2 epsilon=1/2",
    "mechanism=hcms w=4 d=2 odds=3",
    "mechanism=hcms_plus w=4 d=3 epsilon=1",
    "mechanism=count_sketch w=4 d=3 epsilon=1",
    "mechanism=kary w=5 d=2 odds=3",
    "mechanism=all_rows w=4 d=2 odds=81",
    "mechanism=unary_all_rows w=4 d=2 p=1/4 q=2/3",
    "mechanism=per_user w=4 odds=9",
    "mechanism=local_hash w=4 odds=3",
)
FAMILIES = ("", " family=quadratic", " family=polynomial")

# Where a tail of the law is beta/T, or all but that: floats are in doubt, and fractions decide.
TIES = (
    "beta=1/100 N=2 m=1 T=1 r=0 odds=9",
    "beta=3439/10000 N=4 m=1 T=1 r=0 odds=9",
    "beta=9/100000 N=5 m=1 T=1 r=0 odds=9",
    "beta=99999999999/1600000000000 N=2 m=1 T=1 r=0 odds=3",
    "beta=1826429000001826429/2097152000000000000 N=8 m=1 T=2 r=0 odds=3",
    "beta=18504410481462977071/22674816000000000000 N=8 m=2 T=3 r=1/3 odds=9",
    "beta=999999999999/1000000000000 N=4 m=1 T=1 r=0 epsilon=1/2",
    "beta=1/2 N=6 m=1 T=1 r=0 epsilon=1/2",
    "beta=999999999999999999/12800000000000000000 N=5 m=2 T=2 r=1/2 odds=9",
    "beta=9/10 N=4 m=2 T=3 r=1/2 epsilon=4",
    "beta=57/100 N=8 m=1 T=3 r=1 epsilon=4",
    "beta=137/200 N=6 m=1 T=1 r=0 epsilon=11/20",
)

MORE: Mapping[str, Sequence[str]] = {
    "shots.alpha_exact": (
        *TIES,
        "beta=1/1000 N=150 m=4 T=4 r=0 epsilon=2",
        "beta=999/1000 N=8 m=1 T=1 r=1/2 epsilon=1",
        "beta=99/100 N=8 m=1 T=2 r=1/2 epsilon=1",
        "beta=99/100 N=8 m=1 T=2 r=1/3 epsilon=1",
    ),
    # Many people: what is far from the mean is left out, and so are small terms.
    "shots.expected_recall": (
        "N=1000 T=5 m=1 r=1/10 theta=3/5 epsilon=1",
        "N=10000 T=10 m=3 r=1/1000 theta=9/20 epsilon=3",
    ),
    "shots.expected_f": tuple(
        f"N={N} T={T} m={T} r=0 theta={theta} epsilon={epsilon}"
        for N, T, theta, epsilon in (
            (500, 4, "1/2", 6),
            (10000, 10, "1/2", 100),
            (1001, 7, "29/100", 49),
            (3000, 3, "7/20", 9),
        )
    ),
    "shots.crossing": ("m=1000",),
    "shots.m_exact": tuple(f"T=50 epsilon={epsilon}" for epsilon in ("7.296568769", "19.713450439")),
    "shots.best_m": ("T=5 epsilon=7.83",),
    "shots.distance_odds": DISTANCES,
    "shots.distance_epsilon": DISTANCES,
    "shots.condition_1": ("alpha=1/2 m=1 T=2 r=0 odds=3", "alpha=5/6 m=2 T=3 r=1/3 odds=9"),
    "chi2.distance": tuple(
        f"m1={m1} m2={m2} tau={tau} a={a} b={b}"
        for m1, m2, tau, a, b in (
            (40, 33, "1", 38, 9),
            (24, 1, "25/576", 9, 0),
            (10, 11, "21/4180", 1, 8),
            (10, 9, "19/3060", 2, 1),
            (10, 33, "43/990", 2, 21),
            (7196, 9101, "10", 1483, 6280),
            (2670, 1134, "200", 209, 489),
            (391, 836, "200", 345, 37),
            (51, 1988, "1703/100000", 16, 107),
            (1000000, 700000, "10", 999999, 3),
            (1000000, 700000, "1000", 200000, 699990),
            (600000, 600000, "100000", 500000, 300000),
            (1000000, 1000000, "1000000", 20000, 999990),
            (700001, 999983, "1/1000000000", 406437, 580713),
            (700001, 999983, "1/1000000000000", 657088, 938681),
        )
    ),
    "chi2.best_beta_error": ("m1=3 m2=3 tau=3 beta=2 odds=3",),
    "counting.alpha_exact": (
        "N=2 T=2 mu=1/2 beta=1/2 odds=3",
        "N=3 T=5 mu=1 fill=1/2 beta=1056999999998943/2500000000000000 odds=9",
        "N=1 T=1 mu=1 beta=142857142857/625000000000 odds=27/8",
        "N=8 T=2 mu=1/4 beta=151349204324778349204324627/288240050000000000000000000 odds=27/8",
        "N=20 T=5 mu=1 beta=333146600399839373255370495265717/476837158203125000000000000000000 odds=9",
        *(f"N={N} T={T} mu=1/4 beta=1/20 epsilon=1/2" for N, T in ((400, 1), (1000, 2))),
    ),
    "counting.borappor_alpha_exact": (
        "N=3 T=1 mu=0 beta=5/9 odds=2",
        "N=8 T=1 mu=1/4 beta=4473000000004473/100000000000000000000 odds=9",
    ),
    "counting.empty_round": (
        *("N=2000 T=300", "N=20000 T=1000", "N=30000 T=3000", "N=20000 T=5000", "N=5000 T=1"),
        *("N=5000 T=2", "N=1000000 T=1000000"),
    ),
    "counting.inverse_count": ("N=2000 T=300", "N=5000 T=1"),
    "counting.tail_probability": tuple(
        f"N=12 T=3 mu=3/4 alpha=1/4 {budget}" for budget in ("odds=3", "epsilon=1/2")
    ),
    # A power is the chance that it is compared with, or nearly so.
    "counting.alpha_one_step": tuple(
        f"N={N} T={T} mu=1/2 beta={beta} odds=3"
        for N, T, beta in ((3, 1, "1/4"), (2, 1, "51/100"), (3, 2, "1/2"))
    ),
    "counting.tail_constant_users": ("N=3 T=10 M=2 alpha=1/4 odds=9",),
    "counting.harmony_upper": ("N=4 T=3 beta=1/2 odds=3",),
    "counting.harmony_lower": tuple(f"N=4 T=3 beta={beta} odds=3" for beta in ("1/20", "1/30")),
    "counting.condition_natural": tuple(
        f"N=1000 T=10 mu={mu} beta=1/20 epsilon=2" for mu in ("0", "1", "1/2")
    ),
    "counting.condition_2": tuple(
        f"N={N} T=10 mu={mu} beta=1/20 epsilon={epsilon}"
        for N, mu, epsilon in (
            ("1000", "0", "2"),
            ("1000", "1", "2"),
            ("10", "1/2", "1/2"),
            ("1000", "1/4", "1"),
            ("1000000", "1/4", "2"),
            ("1000000", "1/100", "4"),
            ("100000000", "1/3", "ln(3)"),
        )
    ),
    "chi2.error": tuple(
        f"mechanism={name} a=3 b=1 m1={m1} m2=4 tau=1 odds=3"
        for name, m1 in (
            ("optimal", "5"),
            ("algorithm_1_f", "4"),
            ("algorithm_1_y1", "5"),
            ("algorithm_1_y2", "5"),
            ("algorithm_2", "5"),
            ("algorithm_2_tight", "5"),
            ("algorithm_2_integer", "5"),
        )
    )
    + tuple(f"mechanism=beta_optimal a={a} b=0 m1=6 m2=6 tau=5 beta=4 odds=9" for a in range(6)),
    "chi2.size": (
        *(
            f"mechanism={name} m1=4 m2=3 rate=1/3 tau=1 odds=3"
            for name in (
                "optimal",
                "algorithm_1_y1",
                "algorithm_1_y2",
                "algorithm_2",
                "algorithm_2_tight",
                "algorithm_2_integer",
            )
        ),
        "mechanism=algorithm_1_f m1=4 m2=4 rate=1/3 tau=1 odds=3",
        "mechanism=beta_optimal m1=6 m2=6 rate=1/3 tau=5 beta=4 odds=9",
    ),
    "chi2.delta_integer": tuple(f"m1=2 m2={m2} tau=1" for m2 in ("2", "3", "5", "7")),
    "chi2.beta_error": tuple(
        f"mechanism={name} m1=3 m2=4 tau={tau} beta=11/2 odds=3"
        for name in ("optimal", "algorithm_2_tight", "algorithm_1_y1", "beta_optimal")
        for tau in ("1/2", "5")
    )
    + tuple(
        f"mechanism={name} m1={m1} m2={m2} tau={tau} beta={beta} odds=3"
        for name in ("algorithm_1_y1", "algorithm_1_y2", "algorithm_2")
        for m1, m2, only in (
            ("7", "7", ()),
            ("5", "9", (("13", "1/2"), ("1", "3"))),
            ("9", "5", (("13", "1/2"),)),
        )
        for tau, beta in (("1/2", "1/3"), ("2", "1"), ("4", "3"), *only)
    )
    + (
        "mechanism=algorithm_1_y1 m1=1 m2=1 tau=1 beta=1/2 odds=3",
        "mechanism=algorithm_1_y2 m1=6 m2=11 tau=1/5 beta=3 odds=3",
        "mechanism=algorithm_2 m1=3 m2=8 tau=1/2 beta=1 odds=3",
        "mechanism=algorithm_2_tight m1=2 m2=4 tau=1/2 beta=1 odds=3",
        "mechanism=algorithm_2_tight m1=9 m2=5 tau=2 beta=11/2 odds=3",
        "mechanism=algorithm_2_tight m1=9 m2=8 tau=13/7 beta=3 odds=3",
        "mechanism=algorithm_2_tight m1=9 m2=10 tau=3 beta=11/2 odds=3",
        "mechanism=optimal m1=9 m2=3 tau=384/100 beta=3 odds=3",
        "mechanism=optimal m1=13 m2=10 tau=20 beta=15 odds=3",
        "mechanism=beta_optimal m1=4 m2=5 tau=4 beta=3 odds=3",
        "mechanism=optimal m1=14 m2=8 tau=1 beta=11/2 odds=3",
        "mechanism=beta_optimal m1=2 m2=7 tau=8 beta=1 odds=3",
        "mechanism=algorithm_1_y1 m1=17 m2=4 tau=357/100 beta=357/400 odds=3",
        "mechanism=algorithm_1_y1 m1=1 m2=19 tau=8/361 beta=12/361 odds=3",
    )
    + tuple(f"mechanism=optimal m1=3 m2=4 tau={tau} beta=1 odds=3" for tau in ("6", "7", "8")),
    "sketch.min_bias": ("N=12 f=2 w=4 d=3 epsilon=1", "N=12 f=2 S=20 w=4 d=2 p=1/4 q=3/4"),
    "sketch.rows_versus_sample": ("N=12 f=2 w=4 d=2 odds=3",),
    "sketch.variance": (
        "mechanism=per_user w=4 odds=9 N=12 f=2 S=40 family=affine P=17",
        *(
            f"{report} N=12 f={f} S={S}{family}"
            for report in REPORTS
            for f, S in (("2", "40"), ("0", "12"), ("12", "0"))
            for family in FAMILIES
        ),
    ),
    "sketch.alpha_mean": tuple(f"{report} N=12 f={f} delta=1/20" for report in REPORTS for f in ("2", "12")),
    "sketch.alpha_median": (
        "mechanism=all_rows w=4 d=20 epsilon=10 N=12 f=2 S=40 delta=1/20",
        *(f"{report} N=12 f=2 S=40 delta={delta}" for report in REPORTS for delta in ("1/20", "1/2")),
    ),
    "sketch.alpha_min": tuple(f"{report} N=12 f={f} delta=1/20" for report in REPORTS for f in ("2", "12")),
}
"""Combinations that are not left to chance."""

EACH = 24
"""How many combinations a formula gets, for all ways of giving its budget."""


def formula_vectors() -> Iterator[Vector]:
    """Them all; a combination that is refused is a rejection."""
    return make_vectors("formula", formula_cases())


def formula_cases() -> Iterator[Case]:
    """Each formula with some combinations."""
    for name, formula in all_formulas().ours.items():
        for given in parameter_combinations(formula):
            flags = [
                word
                for word, value in (("tiny-epsilon", "1e-9"), ("huge-epsilon", "700"))
                if given.get("epsilon") == value
            ]
            flags += ["every-round"] if given.get("m", "no") == given.get("T") else []
            yield Case({"op": "eval", "formula": name, "parameters": given}, tuple(flags or ["edges"]))


def parameter_combinations(formula: Formula) -> Iterator[dict[str, str]]:
    """A formula's parameters, the budget in every way in turn."""
    asked = formula.request
    system = {"chi2": CHI2, "sketch": SKETCH}.get(asked.system, {})
    choices = {**CHOICES, **system, **OWN.get(formula.name, {})}
    plain = {name: choices[name] for name in (*asked.required, *asked.optional)}
    ways = [*asked.budget, *([""] if asked.budget_optional or not asked.budget else [])]
    for way in ways:
        budget = {way: BUDGETS[way]} if way else {}
        yield from balanced_combinations(f"{formula.name} {way}", {**plain, **budget}, EACH // len(ways))
    yield from map(split_parameters, MORE.get(formula.name, ()))


def balanced_combinations(
    seed: str, choices: Mapping[str, Sequence[str]], count: int
) -> Iterator[dict[str, str]]:
    """So many of them, no two alike, if there are as many: every choice is taken about as often as the others."""
    coins, seen = SeededCoins(seed.encode()), set[tuple[str, ...]]()
    decks: dict[str, list[str]] = {name: [] for name in choices}
    for _ in range(4 * count):
        if len(seen) == count:
            return
        for name, deck in decks.items():
            if not deck:
                deck[:] = shuffle_texts(choices[name], coins)
        chosen = {name: deck.pop() for name, deck in decks.items()}
        key = tuple(chosen.values())
        if key not in seen:
            seen.add(key)
            yield {name: value for name, value in chosen.items() if value}


def shuffle_texts(things: Sequence[str], coins: SeededCoins) -> list[str]:
    """In an order that the coins choose."""
    rest, found = [*things], list[str]()
    while rest:
        found.append(rest.pop(draw_uniform(len(rest), coins)))
    return found
