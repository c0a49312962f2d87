"""What the sources' own symbols stand for, wherever a sentence does not say otherwise."""

import re
from collections.abc import Mapping, Sequence
from importlib import import_module

from ldproof.numbers import Term
from ldproof.plugins import LEDGERS, plugins
from ldproof_proofs.kernel.formulas import Formula

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

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
        "E": "e to the power of the privacy budget",
        "x": "e to the power of the privacy budget, less one",
        "beta": "the least distance of a statistic from the threshold for its error to count",
        "m1": "the number of cases",
        "m2": "the number of controls",
        "a": "the number of cases with the variant",
        "b": "the number of controls with the variant",
        "s": "the number of people with the variant",
        "tau": "the threshold of the statistic",
    },
    "sketch": {
        **COMMON,
        "alpha": "an error, as a part of the number of people",
        "w": "the width of a row",
        "d": "the number of rows",
        "f": "the number of people with the item that is asked for",
        "p": "the probability that a bit that is zero is sent as one",
        "q": "the probability that a bit that is one is sent as one",
        "S": "the sum of the squares of the other items' numbers of people",
        "delta": "the probability with which the error may be larger",
    },
    "evidence": {
        **COMMON,
        "E": "the odds that are claimed",
        "x": "the odds that are claimed, less one",
        "alpha": "how likely a true claim may be refuted at most",
    },
}
"""By system."""
ADDED: Mapping[str, str] = {
    "c": "what one person's probabilities add up to",
    "d": "what the other person's probabilities add up to",
}
WEIGHTS: Mapping[str, str] = {
    "c_k": "the weight of k reports under one person's states",
    "d_k": "the weight of k reports under the other person's states",
}
RELEASED: Mapping[str, str] = {
    "c": "the probability under one person's data of what was released",
    "d": "the probability under the other person's data of what was released",
}
CHANNEL: Mapping[str, str] = {
    "a": "the chance with which a report of zero becomes an outcome",
    "b": "the chance with which a report of one becomes it",
}
FAILS: Mapping[str, str] = {
    "Q": "the probability of an error of alpha or more, or of no report, in some round"
}
LOGARITHM: Mapping[str, str] = {"L": "minus the logarithm of one less T/N times the logarithm of 4 T/beta"}
INVERSE: Mapping[str, str] = {"R": "the mean of the inverse number of reporters, where somebody reports"}
LAPLACE: Mapping[str, str] = {
    "d": "the distance from the threshold",
    "D": "the sensitivity by which the noise is scaled",
}
CELLS: Mapping[str, str] = {
    "c": "the number of cases without the variant",
    "d": "the number of controls without the variant",
}
TWO: Mapping[str, str] = {
    "p": "the probability of an output under one neighbour's data",
    "q": "the probability of the output under the other neighbour's data",
}
REST: Mapping[str, str] = {"rest": "the probability of the row's other bits, the same under both items"}
COLLISIONS: Mapping[str, str] = {
    "P": "the prime of the hashes",
    "k": "the quotient of P and w",
    "r": "what P leaves modulo w",
}
SEEN: Mapping[str, str] = {
    "o_0": "the probability of a zero in silence",
    "o_1": "that of a one",
    "w_0": "the probability of a zero in a report",
    "w_1": "that of a one",
}
FACTOR: Mapping[str, str] = {"k": "a number above zero, the same for all T"}
FACTORS: Mapping[str, str] = {**FACTOR, "l": "a number no smaller than k, the same for all T"}
OUTCOME: Mapping[str, str] = {
    "p": "the probability of an output under some data",
    "q": "the probability of the output under other data",
}
ONES = {"S": "the mean number of ones in an item's cell"}
OF_CLAIMS: Mapping[str, Mapping[str, str]] = {
    **dict.fromkeys(("shots.text", "shots.adaptivity"), FACTORS),
    **dict.fromkeys(
        (
            "shots.introduction",
            "shots.naive-order",
            "shots.thm-9",
        ),
        FACTOR,
    ),
    "shots.binary-optimal": {**CHANNEL, **OUTCOME},
    "shots.def-2.1": {**ADDED, **OUTCOME},
    "shots.thm-1": {**RELEASED, **OUTCOME},
    "shots.thm-3": SEEN,
    "counting.equal-harmony": SEEN,
    "shots.thm-4": {
        **WEIGHTS,
        "c": "the weight of m reports in T rounds under one person's states",
        "d": "the weight of m reports in T rounds under the other person's states",
        "a_k": "the weight of k reports in these rounds",
    },
    "shots.thm-10": {
        "delta": "the part of the mean by which the sum is off",
        "mean": "the mean of a sum of independent ones and zeros",
        "P": "the probability that the sum is delta times its mean or more away from its mean",
    },
    "shots.appendix-2": {"a": "a budget", "b": "a budget that is no smaller"},
    "shots.thm-7": {**FACTOR, "x": "a number above zero and at most one"},
    "shots.thm-8": {"y": "a number that is no larger than g at the inverses of gamma and a"},
    "shots.sequential": {
        "ones_1": "the first of two numbers of ones",
        "ones_2": "the second of them",
    },
    "shots.simulation": {
        "X": "the mean of the others' ones in one round",
        "Y": "the mean of the others' ones in another round",
        "XY": "the mean of the product of the others' ones in both",
        "x_1": "the mean of this person's ones in the one round",
        "y_1": "the mean of this person's ones in the other round",
        "xy": "the mean of the product of this person's ones in both",
        "w_1": "the probability that a report in the one round is a one",
        "w_2": "the probability that a report in the other round is a one",
    },
    "shots.distance": {
        "Q": "a transcript's weight of j reports in the rounds that differ",
        "Q_next": "its weight of j + 1 reports there",
        "R": "its weight of m - j reports in the other rounds",
        "R_next": "its weight of m - j - 1 reports there",
        "W": "the mean's share at j",
        "W_next": "the mean's share at j + 1",
        "S": "the sum of W",
        "M": "the sum of W times the power j of E",
        "e": "the sum of W times the quotient of a transcript's weight and W",
        "c": "the sum of W times that quotient and the power j of E",
        "c_k": "a weight of k reports under some states",
        "d_k": "the weight of k reports under states that are what is seen in more rounds",
        "A": "a weight of k reports",
        "B": "a weight of k - 1 reports",
        "C": "another weight of k reports",
        "D": "another weight of k - 1 reports",
        "u": "any number",
        "v": "any number",
        "o": "the probability of what is seen in a round, in silence",
        "w": "the probability of what is seen in a round, in a report",
    },
    "shots.alphas": {"Q": "the probability of an error of alpha or more in some round"},
    "counting.def-1": {**ADDED, **OUTCOME},
    "counting.thm-1": OUTCOME,
    "counting.fig-2": {"k": "what Harmony's bound is divided by"},
    "counting.boundary": {
        "fill": "the number that Harmony puts in the place of NULL",
        "v": "any number above zero",
        **INVERSE,
    },
    "counting.eq-1": {"d": "a distance", "e": "a distance that is no smaller"},
    "counting.claim-1": {
        "P": "the sum over numbers of reporters of their probabilities times those of an error given them",
        "M": "the same sum with e^(-h j) for the error given j reporters",
        "old": "the mean of the powers of z before that person",
        **LOGARITHM,
    },
    "counting.claim-2": FAILS,
    "counting.sec-5.1.2": {"X": "how many of k reporters are active"},
    "counting.sec-5.1.3": {"Q": "the probability of so large an error in some round"},
    "counting.one-step": {"failure": "the probability with which the bound may fail"},
    **dict.fromkeys(("counting.sec-1.2", "counting.cor-3", "counting.sec-5.2.3-orders"), LOGARITHM),
    "counting.table-1": LOGARITHM,
    "counting.table-1-general": {**LOGARITHM, "S": "the logarithm of 2 T/beta"},
    "counting.sec-5.2": {**LOGARITHM, **FAILS, "X": "how many of k reporters are active"},
    "counting.cond-2": FAILS,
    "counting.kl": {
        "a": "the probability of a one under the first",
        "b": "the probability of a one under the second",
        "P": "the probability that so many of a sample are active",
    },
    "counting.laws": {
        "n": "the number of people, t",
        "p": "the probability of a one from a person in state one; in the binomial law that of a report",
    },
    "counting.whoever-is-active": {
        "x": "a number of ones",
        "q": "the mean share of ones among the reports",
        "P": "the probability of so many ones or more",
        "B": "the probability of so many successes or more in equal trials",
    },
    "counting.thm-4": {"d": "the bound times p - q, over T"},
    "counting.cor-4": {"M": "any number", "b": "a share near one"},
    "counting.thm-5": {**LOGARITHM, "X": "the number of ones among k reports"},
    "counting.cor-5": LOGARITHM,
    "counting.cor-5-small": {**LOGARITHM, **FAILS},
    "counting.sec-5.2.3": LOGARITHM,
    "counting.table": {**LOGARITHM, "phi": "the exponent of sampling at theta", "t": "theta"},
    "counting.fig-3": INVERSE,
    "counting.sec-6-i": INVERSE,
    "counting.sec-6-ii": {
        **INVERSE,
        "f": "the part of the variance that does not depend on epsilon",
        "y": "the inverse of E less one",
        "z": "the same at the larger epsilon",
    },
    "counting.memoization": RELEASED,
    "counting.binary-optimal": {**CHANNEL, **OUTCOME},
    "chi2.eq-1": CELLS,
    "chi2.def-2.1": TWO,
    "chi2.post-processing": {**ADDED, **TWO},
    "chi2.thm-2.2": {**LAPLACE, "y": "the statistic of one table", "z": "the statistic of its neighbour"},
    "chi2.sec-2.3": LAPLACE,
    "chi2.def-2.4": CELLS,
    "chi2.thm-4.3": LAPLACE,
    "chi2.thm-4.4": {
        "E": "the larger error of the two",
        "p": "the probability of a one at the neighbour that is significant",
        "q": "the probability of a one at the neighbour that is not",
    },
    "chi2.beta-optimal": {"E": "an error of a private test"},
    "chi2.table-2": {"C": "any constant", "D": "Delta_T"},
    "chi2.table-2-unbalanced": {"P": "the probability of the wrong answer"},
    "chi2.exp-5.1.1": {**CELLS, "n": "the number of cases, and of controls"},
    "chi2.exp-5.1.1-existing": {**LAPLACE, "n": "a number of people", "j": "a larger number of people"},
    "chi2.exp-5.1.2": CELLS,
    "chi2.error": LAPLACE,
    "sketch.apple": ONES,
    "sketch.inverse": {**ONES, "a": "f, the number of people with the item", "n": "N, the number of people"},
    "sketch.range": {
        "A": "what a person who reports on one level adds on average",
        "B": "what all levels told of would add together on average",
    },
    "sketch.hash": {**COLLISIONS, "x": "an item, as an element of the field"},
    "sketch.wide-deep": COLLISIONS,
    "sketch.ldp": ADDED,
    "sketch.irr": REST,
    "sketch.eps": REST,
    "sketch.irr-source": REST,
    "sketch.refs": REST,
    "sketch.min": {
        "T": "the probability that one row has so many ones",
        "P": "the probability that all rows have them",
    },
    "sketch.sampled": {
        "one": "the probability under one item of what is said of the row",
        "other": "the probability under the other item of what is said of it",
    },
    "sketch.error": {
        "P": "the probability of such a distance",
        "A": "what the reports' noise adds to the mean of the rows",
        "r_1": "the share of the rows in which the first other item collides with the item",
        "r_2": "that in which the second one does",
        "f_1": "the number of people with one other item",
        "f_2": "the number of people with the second other item",
    },
    "sketch.answers": ONES,
    "sketch.cost": {
        "h": "the estimate",
        "A": "the part of the bound that does not depend on f",
        "B": "the factor of the rest",
    },
    "evidence.betting": {
        "c": "the part of the capital that is staked",
        "p1": "the event's probability with the one input, at which the bet is aimed",
        "p0": "its probability with the other input there",
        "t": "its probability with the other input at a private point, where it is E t with the one",
    },
    "evidence.fit": {
        "N": "how many earlier draws there are",
        "alpha": "how likely a right program may be said to be wrong",
    },
}
"""What a claim's own symbols stand for, where its words do not say it."""


def meanings(claim: str) -> Mapping[str, str]:
    """What symbols stand for in a claim: its own before its system's."""
    system = claim.partition(".")[0]
    known = NOTATION[system] if system in NOTATION else {**COMMON, **brought(system)}
    return {**known, **OF_CLAIMS.get(claim, {})}


def brought(system: str) -> Mapping[str, str]:
    """What symbols stand for in a ledger of another package: its module's NOTATION, if it has one."""
    plugin = plugins(LEDGERS).get(system)
    found = None if plugin is None else getattr(import_module(plugin.module), "NOTATION", None)
    return {str(name): str(words) for name, words in found.items()} if isinstance(found, Mapping) else {}


def undefined(claim: str, formulas: Sequence[Formula], words: str) -> frozenset[str]:
    """The symbols in formulas that have no meaning, that the words do not name, and that are no short form; g(m) is of g and m."""
    spoken = frozenset().union(
        *(part.symbols() for each in formulas for part in each if isinstance(part, Term))
    )
    named = {*NAME.findall(words), *(str(each[0]) for each in formulas if each[1:2] == ("=",))}
    parts = frozenset().union(*(NAME.findall(each) if "(" in each else [each] for each in spoken))
    return frozenset(
        each
        for each in parts - meanings(claim).keys()
        if each not in named and each.partition("_")[0] not in named
    )
