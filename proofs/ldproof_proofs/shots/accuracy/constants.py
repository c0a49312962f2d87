"""The constants of Theorem 8 in digits."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from ldproof.numbers import Term, log, term
from ldproof.shots.formulas import g
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, below
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.formulas.crossings_counted import root
from ldproof_proofs.shots.formulas.peak import one_peak


def between(name: str, value: Term, digits: str) -> Iterator[tuple[str, Relation]]:
    """A number begins with these digits."""
    low = Fraction(digits)
    last = Fraction(1, 10 ** len(digits.partition(".")[2]))
    yield f"{name}, from below", below(low, value)
    yield f"{name}, from above", below(value, low + last)


def cases(shift: int) -> Iterator[tuple[str, Relation]]:
    """Every constant: those of z at both ends of its bracket, between which they are monotone."""
    for name, z in zip(("lower", "upper"), map(term, root(1)), strict=True):
        yield from between(f"z, {name} end", z, "3.38297576790")
        yield from between(f"2 ln z, {name} end", 2 * log(z), "2.43751145374")
        yield from between(
            f"3 / g(1 / (2 ln z)), {name} end", 3 / g(1 / (2 * log(z))), f"9.5469935359{2 + shift}"
        )


def values() -> Mapping[str, Term]:
    """The constants, those of z at both ends of its bracket."""
    low, high = map(term, root(1))
    return {
        "z low": low,
        "z high": high,
        "crossing low": 2 * log(low),
        "crossing high": 2 * log(high),
        "C low": 3 / g(1 / (2 * log(low))),
        "C high": 3 / g(1 / (2 * log(high))),
    }


def constants(prover: Prover) -> Theorem:
    """z, the first crossing, and the constant that belongs to it."""
    claim = Ground(
        "shots.constants",
        "z = 3.38297576790..., epsilon_1,2 = 2 ln z = 2.43751145374..., 3 / g(1/epsilon_1,2) = 9.54699353592...",
        "both ends of a bracket of z",
        lambda: cases(0),
        lambda: cases(1),
        lemmas=(one_peak(prover),),
        values=values,
    )
    return prover.theorem(claim, ByRecord())
