"""What became of a module's mutants: who survives and may not, and the share that is killed."""

import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tests.drivers.mutation.trials import Outcome


@dataclass(frozen=True, slots=True)
class Score:
    """How many mutants were killed, how many could not be, and how many there are."""

    killed: int = 0
    equivalent: int = 0
    every: int = 0

    def __add__(self, other: "Score") -> "Score":
        return Score(self.killed + other.killed, self.equivalent + other.equivalent, self.every + other.every)

    @property
    def noticed(self) -> bool:
        """Whether all are killed that compute something else."""
        return self.killed + self.equivalent == self.every

    def __str__(self) -> str:
        share = f" ({self.killed / self.every:.1%})" if self.every else ""
        return f"{self.killed} of {self.every} killed{share}, {self.equivalent} equivalent"


def scored(
    name: str, outcomes: Iterable[Outcome], known: Mapping[str, tuple[int, str]], *, killed: bool
) -> Score:
    """Print every survivor of a module; of a line that is known to be equivalent, as many as are known."""
    alive: Counter[str] = Counter()
    found = Score()
    for trial, why, _ in outcomes:
        if why:
            found += Score(killed=1, every=1)
            if killed:
                say(f"killed: {trial.change}: {why}")
            continue
        alive[trial.text] += 1
        count, reason = known.get(trial.text, (0, ""))
        same = alive[trial.text] <= count
        found += Score(equivalent=int(same), every=1)
        say(f"equivalent: {trial.change}: {reason}" if same else f"survives: {trial.change}")
    say(f"{name}: {found}")
    return found


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
