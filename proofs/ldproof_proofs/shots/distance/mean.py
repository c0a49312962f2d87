"""The mean of E^j: where a transcript's weights fall in comparison with the shares, it is at most the shares' mean."""

from collections.abc import Iterable

from ldproof.numbers import Symbol, term
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.prover import Prover, algebra, at_once
from ldproof_proofs.kernel.relations import Point, at_most, equal
from ldproof_proofs.kernel.rows import add_share, zero_sums
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.shots.distance.bound import W

E_j, g, mean, level = map(Symbol, ("E_j", "g", "mean", "level"))
CROSSING = at_most(0, (g - level) * (mean - E_j))
"""What falls is at most `level` where what rises is at least `mean`, and the other way round."""


def crossing(prover: Prover) -> Iterable[Theorem]:
    """If g falls and E^j rises with j, and g = level where E^j passes the mean."""
    for name, given in (
        ("before", {"g >= level": at_most(level, g), "E^j <= mean": at_most(E_j, mean)}),
        ("after", {"g <= level": at_most(g, level), "E^j >= mean": at_most(mean, E_j)}),
    ):
        after = int(name == "after")
        at: Point = {"level": 2, "g": 3 - 2 * after, "mean": 5, "E_j": 4 + 2 * after}
        claim = Implication(
            f"shots.crossing-{name}",
            CROSSING,
            given,
            witness=at,
            mutant=Mutant(at_most(0, (g - level) * (E_j - mean)), at),
            reading="g is a transcript's weight of j reports over their share, and E_j = E^j",
        )
        yield prover.theorem(claim, at_once("both factors have one sign", search))


def association(prover: Prover) -> Iterable[Theorem]:
    """Weights that fall against the shares make the mean of E^j no larger."""
    claim = Induction(
        "shots.distance-association",
        "where S, M, e and c add up W, W E_j, W g and W g E_j over t values of j",
        zero_sums,
        add_share,
        (Round(W, {"S": term(1), "M": E_j, "e": g, "c": E_j * g}),),
        lambda view: at_most(
            level * (mean * view.rows["S"](0) - view.rows["M"](0)),
            mean * view.rows["e"](0) - view.rows["c"](0),
        ),
        lambda view: at_most(view.rows["c"](0), level * mean * view.rows["S"](0)),
        {"W": 1, "E_j": 2, "g": 2, "mean": 3, "level": 1},
        {"W >= 0": at_most(0, W), "crossing": CROSSING},
    )
    step = at_once("one more value of j", search)
    yield prover.theorem(claim, ByInduction(at_once("all sums are 0", algebra), [step], [step]))
    S, M, e, c = map(Symbol, ("S", "M", "e", "c"))
    at: Point = {"S": 1, "M": 3, "e": 1, "c": 2, "mean": 3, "level": 1}
    bound = Implication(
        "shots.distance-bound",
        at_most(c, mean * e),
        {
            "sums": at_most(level * (mean * S - M), mean * e - c),
            "mean": equal(mean * S, M),
        },
        witness=at,
        mutant=Mutant(at_most(c, e), at),
        reading="mean is the closed form, the mean of E^j with the shares; c and e are the weights of m reports of any "
        "transcript under two people's states",
    )
    yield prover.theorem(bound, at_once("at the mean the left side is 0", search))


def reached(prover: Prover) -> Theorem:
    """Weights that go with the shares have the shares' mean."""
    S, M, c, e, g, mean = map(Symbol, ("S", "M", "c", "e", "g", "mean"))
    at = {"S": 1, "M": 3, "c": 6, "e": 2, "g": 2, "mean": 3}
    claim = Implication(
        "shots.distance-reached",
        equal(c, mean * e),
        {"c": equal(c, g * M), "e": equal(e, g * S), "mean": equal(mean * S, M)},
        witness=at,
        mutant=Mutant(equal(c, e), at),
        reading="S, M, e and c add up W, W E^j, g W and g W E^j over j",
    )
    return prover.theorem(claim, at_once("g cancels", search))
