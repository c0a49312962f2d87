"""Wealth under fair bets is a supermartingale: it is never expected to grow, however it is shared."""

from fractions import Fraction

from ldproof.numbers import Symbol, term
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.prover import ByCitation, Prover, algebra, at_once
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.rows import multiply_share, unit_products
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem

e, f, m, n, w, z, reserve, alpha, P = map(Symbol, ("e", "f", "m", "n", "w", "z", "reserve", "alpha", "P"))


def rounds(prover: Prover) -> Theorem:
    """Draws in a row, each bet on with a mean of at most 1 given what came before: so is the wealth's mean."""
    claim = Induction(
        "evidence.rounds",
        "where M is the mean of what 1 becomes by t bets, each of which multiplies it by e in the mean given the past",
        unit_products,
        multiply_share,
        (Round(term(1), {"M": e}),),
        lambda view: at_most(view.rows["M"](0), 1),
        lambda view: at_most(view.rows["M"](0), Fraction(1, 2) * term(1)),
        {"e": 1},
        {"e >= 0": at_most(0, e), "e <= 1": at_most(e, 1)},
        nonnegative=True,
    )
    step = at_once("M e <= M <= 1", search)
    return prover.theorem(claim, ByInduction(at_once("1 <= 1", algebra), [step], [step]))


def average(prover: Prover) -> Theorem:
    """A mixture of two wealth processes, by weights that the past decides, and a reserve: its mean does not grow either.

    With the sum of the first ones for one process this serves for any number of them.
    """
    at: Point = {
        "w": Fraction(1, 2),
        "z": Fraction(1, 4),
        "reserve": Fraction(1, 4),
        **dict.fromkeys("mnef", 1),
    }
    before, after = reserve + w * m + z * n, reserve + w * m * e + z * n * f
    claim = Implication(
        "evidence.average",
        at_most(after, before),
        {
            "w >= 0": at_most(0, w),
            "z >= 0": at_most(0, z),
            "m >= 0": at_most(0, m),
            "n >= 0": at_most(0, n),
            "e <= 1": at_most(e, 1),
            "f <= 1": at_most(f, 1),
        },
        witness=at,
        mutant=Mutant(at_most(after, before - reserve), at),
        reading="m and n are two processes' capitals, w and z their weights, and e and f the means of what they are "
        "multiplied by next, all given the past",
    )
    return prover.theorem(claim, at_once("each part on its own; nothing is said of how they depend", search))


def opened(prover: Prover) -> Theorem:
    """A process that is added starts at 1, with a weight from the reserve: the capital is what it was."""
    at: Point = {"w": Fraction(1, 2), "z": Fraction(1, 4), "reserve": Fraction(1, 2), "m": 1}
    claim = Implication(
        "evidence.reserve",
        equal(reserve - z + w * m + z * 1, reserve + w * m),
        witness=at,
        mutant=Mutant(equal(reserve + w * m + z * 1, reserve + w * m), at),
        reading="z is the new process's weight",
    )
    return prover.theorem(claim, at_once("z - z = 0", algebra))


def ville(prover: Prover) -> Theorem:
    """Ville's inequality, cited: such a supermartingale ever reaches 1/alpha with probability alpha at most."""
    at: Point = {"alpha": Fraction(1, 2), "P": Fraction(1, 2)}
    claim = Implication(
        "evidence.ville",
        at_most(P, alpha),
        {"alpha > 0": below(0, alpha), "alpha < 1": below(alpha, 1)},
        witness=at,
        mutant=Mutant(at_most(P, alpha / 2), at),
        reading="P is the probability that a capital which is never negative, starts at 1 and is never expected to grow "
        "given the past ever reaches 1/alpha",
        stands=("P",),
    )
    reference = "Ville, Etude critique de la notion de collectif (1939); Ramdas, Grunwald, Vovk and Shafer, Game-Theoretic Statistics and Safe Anytime-Valid Inference (2023)"
    return prover.theorem(claim, ByCitation(reference))
