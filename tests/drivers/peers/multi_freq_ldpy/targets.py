"""The clients of multi-freq-ldpy: for one attribute, for two, for the first of many reports, and for all of them."""

from tests.drivers.peers.multi_freq_ldpy.laws import (
    amplified,
    chained,
    one_of_random,
    one_of_unequal,
    repeated,
    repeated_chain,
    repeated_choice,
    repeated_hashes,
    split,
    subset,
)
from tests.drivers.peers.targets import Target, Truth, each, none, tight

TWO = "4,4"


def both(names: str, truth: Truth | None = tight, k: str = TWO) -> tuple[Target, ...]:
    """People who differ in both attributes."""
    return each(names, (0, 0), (1, 1), truth, "one report, people differing in both attributes", k=k)


def either(names: str, truth: Truth | None = tight, k: str = TWO) -> tuple[Target, ...]:
    """People who differ in the first attribute."""
    return each(names, (0, 0), (1, 0), truth, "one report, people differing in one attribute", k=k)


def first(names: str, truth: Truth | None = tight) -> tuple[Target, ...]:
    """The first report, for which eps_1 is promised."""
    return each(names, 0, 1, truth, "the first report: eps_1", k="4")


def every(names: str, truth: Truth | None = repeated) -> tuple[Target, ...]:
    """All reports, for which eps_perm is promised."""
    return each(names, 0, 1, truth, "all reports of one person: eps_perm", k="4")


TARGETS = (
    *each("GRR | SUE | OUE | HE | BLH | OLH", 0, 1),
    *each("ADP", 0, 1, k="12"),
    *each("SS", 0, 1, subset(10), k="10"),
    *each("SS, sorted", 0, 1, k="10"),
    *each("HE, lowest bits", 0, 1, none),
    *each("dBitFlipPM", 0, 1),
    *both("SPL GRR | SPL SUE | SPL OUE | SPL ADP | SPL BLH | SPL OLH | SPL dBitFlipPM"),
    *both("SMP GRR | SMP SUE | SMP OUE | SMP ADP | SMP BLH | SMP OLH | SMP dBitFlipPM"),
    *both("SPL SS", split(subset(10)), k="10,10"),
    *both("SMP SS", subset(10), k="10,10"),
    *both("RS+FD GRR | RS+FD SUE-z | RS+FD OUE-z | RS+FD SUE-r | RS+FD OUE-r | RS+FD ADP", amplified),
    *either("RS+FD GRR | RS+FD SUE-z | RS+FD OUE-z | RS+FD ADP"),
    *either("RS+FD GRR", one_of_unequal(10, 2), k="10,2"),
    *either("RS+FD SUE-r", one_of_random(4, optimal=False)),
    *either("RS+FD OUE-r", one_of_random(4, optimal=True)),
    *first("L_SUE | L_OUE | L_OSUE | L_SOUE | L_BLH"),
    *first("L_GRR", chained(4)),
    *first("L_ADP | L_OLH", None),
    *every("L_SUE, 20 reports | L_OUE, 20 reports | L_OSUE, 20 reports | L_SOUE, 20 reports"),
    *every("L_BLH, 20 reports"),
    *every("L_OLH, 20 reports", repeated_hashes),
    *every("L_GRR, 20 reports", repeated_chain),
    *every("L_ADP, 20 reports", repeated_choice),
    *both("SPL L_SUE | SPL L_OUE | SPL L_OSUE | SPL L_SOUE"),
    *both("SMP L_SUE | SMP L_OUE | SMP L_OSUE | SMP L_SOUE"),
    *both("SPL L_GRR", split(chained(4))),
    *both("SMP L_GRR", chained(4)),
    *both("SPL L_ADP | SMP L_ADP", None),
)
