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
    "sketch.estimators": {
        "if isinstance(numbers[0], Fraction):": (1, "all of them are of one number system"),
    },
}
