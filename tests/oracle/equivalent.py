"""Mutants that no vector can tell apart, as nothing that can be asked is answered otherwise: how many on a line, and why."""

from tests.mutation.equivalent import EQUIVALENT as PROVED

EQUIVALENT: dict[str, dict[str, tuple[int, str]]] = {
    **PROVED,
    "exact.bernoulli": {
        "decoy = rule.decoy > 0 and not any(block[-rule.decoy :])": (
            1,
            "a decoy ends in four zeros or in none",
        ),
    },
    "shots.distance": {
        "if excess.exact is not None and min(d, m) ** 2 * bit_size(r, excess.exact) <= MOST_BITS:": (
            1,
            "how long fractions may be: it says whether a number is a fraction or enclosed, and here that is not seen",
        ),
    },
    "counting.mechanism": {
        "return like(excess, 0)": (2, "a text with NULL in it is refused where none is sent"),
    },
    "exact.digits": {"if count > len(self._known):": (1, "what is known already is found once more")},
    "reporting.tally": {
        "if len(found := in_bytes(said)) == (ones := found.count(1)) + found.count(0):": (
            4,
            "what is not counted so is counted one by one",
        ),
        '"0, 1 or NULL" if silence else "0 or 1",': (1, "words"),
    },
    "sketch.estimators": {
        "if isinstance(numbers[0], Fraction):": (1, "all of them are of one number system"),
    },
}

ASIDE: dict[str, tuple[str, ...]] = {
    "exact.digits": ("bits", "above"),
    "chi2.formulas": ("four_cells",),
    "counting.variance": ("given_reporters",),
    "shots.law": ("transcripts",),
    "counting.law": (
        "transcripts",
        "transcripts_every_round",
        "received",
        "hypergeometric",
        "ones",
        "glance",
        "harmony",
        "borappor",
    ),
    "shots.collector": ("save", "restore", "_parameters"),
    "counting.collector": ("save", "restore", "_parameters"),
    "sketch.collector": ("save", "restore", "_parameters", "merged"),
    "sketch.channels.unary": ("contents", "crowds", "possible"),
    "sketch.channels.kary": ("contents", "crowds", "possible", "bits"),
    "sketch.channels.hadamard": ("contents", "crowds", "_signs", "possible", "bits"),
    "sketch.formulas": ("private_rates",),
    "sketch.estimators": ("N",),
}
"""The functions of a module that no request reaches: whole populations, saved state, the size of a report, what only proofs look at."""
