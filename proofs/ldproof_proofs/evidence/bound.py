"""The lower confidence sequence: a stronger claim implies a weaker one, and climbing without a gap needs no correction."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product as every

from ldproof.evidence.eprocess import count_refuted_rungs
from ldproof.numbers import Symbol, term
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import Prover, at_once
from ldproof_proofs.kernel.relations import Point, Relation, at_most
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem

u, v, E, F, delta = map(Symbol, ("u", "v", "E", "F", "delta"))
RUNGS = 10
AT: Point = {"u": 1, "v": 1, "E": 2, "F": 3, "delta": 0}


def nested(prover: Prover) -> Iterable[Theorem]:
    """Both inequalities at odds E hold at odds F >= E: so odds may be rounded up."""
    for name, one, other in (("event", u, v), ("opposite", 1 - v, 1 - u)):
        at: Point = AT if name == "event" else {**AT, "u": 0, "v": 0}
        claim = Implication(
            f"evidence.nested-{name}",
            at_most(one, F * other + delta),
            {
                "private": at_most(one, E * other + delta),
                "E <= F": at_most(E, F),
                "a probability": at_most(0, other),
            },
            witness=at,
            mutant=Mutant(at_most(one * F, E * other + delta), at),
            reading="u and v are the probabilities of an event",
        )
        yield prover.theorem(claim, at_once("E <= F", search))


def highest(refuted: Sequence[bool]) -> int:
    """How high the highest refuted rung is, whatever is below it."""
    return max((place + 1 for place, each in enumerate(refuted) if each), default=0)


def ladder_cases(height: Callable[[Sequence[bool]], int]) -> Iterator[tuple[str, Relation]]:
    """The height less the false rungs is at most their number where the lowest true one is refuted, and else 0."""
    for count in range(1, RUNGS + 1):
        for refuted in every((False, True), repeat=count):
            rungs = "".join(str(int(each)) for each in refuted)
            for false, lowest in enumerate(refuted):
                beyond = term(height(refuted)) - false
                yield f"{rungs}, of which {false} are false", at_most(beyond, count * term(int(lowest)))


def ladder(prover: Prover) -> Theorem:
    """Whatever is refuted: the bound is wrong only if the one lowest true rung is refuted."""
    claim = Ground(
        "evidence.ladder",
        "if more rungs are climbed without a gap than are false, then the lowest true rung is among those refuted; it is "
        "not so of the highest refuted rung",
        f"all ladders of up to {RUNGS} rungs",
        lambda: ladder_cases(count_refuted_rungs),
        lambda: ladder_cases(highest),
    )
    return prover.theorem(claim, ByRecord())
