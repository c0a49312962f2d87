"""What the sources' own symbols stand for, wherever a sentence does not say otherwise."""

from collections.abc import Mapping

COMMON: Mapping[str, str] = {
    "epsilon": "the privacy budget",
    "E": "the odds of a report, e to the power of its budget",
    "x": "the odds of a report less one",
    "N": "the number of people",
    "alpha": "the error that is allowed",
    "beta": "the probability with which an error may be larger",
    "epsilon_1": "the budget of the first mechanism",
    "epsilon_2": "the budget of the second mechanism",
}
IN_ROUNDS: Mapping[str, str] = {
    "T": "the number of rounds",
    "k": "a number of reports",
    "p": "the probability of a one from a person in state one",
    "q": "the probability of a one from a person in state zero",
}
NOTATION: Mapping[str, Mapping[str, str]] = {
    "shots": {
        **COMMON,
        **IN_ROUNDS,
        "m": "the number of rounds in which a person reports",
        "r": "the probability that a dummy is a one",
        "phi": "the share of people in state one",
    },
    "counting": {**COMMON, **IN_ROUNDS, "mu": "the share of people in state one in a round"},
    "chi2": {
        **COMMON,
        "m1": "the number of cases",
        "m2": "the number of controls",
        "a": "the number of cases with the variant",
        "b": "the number of controls with the variant",
        "s": "the number of people with the variant",
        "tau": "the threshold of the statistic",
    },
    "sketch": {
        **COMMON,
        "w": "the width of a row",
        "d": "the number of rows",
        "f": "the number of people with the item that is asked for",
        "p": "the probability that a bit that is one is sent as one",
        "q": "the probability that a bit that is zero is sent as one",
        "S": "the sum of the squares of all items' numbers of people",
        "delta": "the probability with which the error may be larger",
    },
    "evidence": COMMON,
}
"""By system."""


def meanings(claim: str) -> Mapping[str, str]:
    """What symbols stand for in a claim's system."""
    return NOTATION.get(claim.partition(".")[0], COMMON)
