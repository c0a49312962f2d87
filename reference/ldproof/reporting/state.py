"""A person's device between two rounds: what is saved of it is as secret as the person's states are."""

from dataclasses import dataclass, field

from ldproof import codec
from ldproof.rejections import Reason, Refused
from ldproof.reporting.person import Person, Report_co


@dataclass(frozen=True, slots=True)
class Progress:
    """The rounds chosen, and how many rounds are over; coins are not part of it."""

    tau: tuple[int, ...] = field(repr=False)
    done: int


def save(person: Person[Report_co]) -> str:
    """The mechanism and what became of it, between two rounds."""
    person.enter()
    try:
        return codec.save(_parameters(person), Progress(tuple(sorted(person.tau)), person.done))
    finally:
        person.leave()


def restore(fresh: Person[Report_co], text: str) -> None:
    """Go on where the saved person stopped, in the place of a fresh one with the same parameters.

    Nothing here can tell whether the saved person has gone on since, or another copy has: each report that is made twice,
    with other coins, costs its share of the budget once more. So does what a forked process reports beside its parent.
    """
    fresh.enter()
    try:
        if fresh.done:
            raise Refused(
                Reason.IN_USE, "the person has reported, and would report again", "a person before round 1"
            )
        saved, T = codec.restore(Progress, _parameters(fresh), text), fresh.T
        tau = frozenset(saved.tau)
        if not len(tau) == len(saved.tau) == len(fresh.tau) or not all(1 <= t <= T for t in tau):
            raise codec.damaged(f"it does not have {len(fresh.tau)} different rounds of {T}")
        if not 0 <= saved.done <= T:
            raise codec.damaged(f"it does not have from 0 to {T} rounds over")
        fresh.tau, fresh.done = tau, saved.done
    finally:
        fresh.leave()


def _parameters(person: Person[Report_co]) -> dict[str, str]:
    return {"T": str(person.T), **person.parameters}
