"""Finding by name, and what to say where there is no such name."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import TypeVar

from ldproof.errors import Reason, Refused, quoted

Thing = TypeVar("Thing")


class OnDemand(Mapping[str, Thing]):
    """Things named `system.thing`, from rooms of systems: a room is entered when a name of its system is not found before."""

    def __init__(self, rooms: Sequence[tuple[str, str]], enter: Callable[[str], Mapping[str, Thing]]) -> None:
        self._rooms = rooms
        self._enter = enter
        self._entered: dict[str, Mapping[str, Thing]] = {}
        self._found: dict[str, Thing] = {}

    def __getitem__(self, name: str) -> Thing:
        if name not in self._found:
            for things in self._those_of(lambda system: name.startswith(f"{system}.")):
                if name in things:
                    self._found[name] = things[name]
                    break
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return (name for things in self._those_of(lambda _: True) for name in things)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def beginning(self, text: str) -> Iterator[str]:
        """The names that begin like that; no other system is entered for it."""
        mine = self._those_of(lambda system: f"{system}.".startswith(text) or text.startswith(f"{system}."))
        return (name for things in mine for name in things if name.startswith(text))

    def _those_of(self, wanted: Callable[[str], bool]) -> Iterator[Mapping[str, Thing]]:
        for system, room in self._rooms:
            if wanted(system):
                if room not in self._entered:
                    self._entered[room] = self._enter(room)
                yield self._entered[room]


def find(kind: str, name: str, things: Mapping[str, Thing]) -> Thing:
    """What has this name; otherwise a refusal that names what is near."""
    if name not in things:
        raise Refused(Reason.UNKNOWN_NAME, f"there is no {kind} {quoted(name)}", suggestions(name, things))
    return things[name]


def spelt_alike(name: str, names: Iterable[str]) -> list[str]:
    """The names that are spelt alike, the nearest first: the same but for capitals, cut short, or with slips."""
    folded = {each: each.casefold() for each in names}
    meant = name.casefold()
    same = [each for each, text in folded.items() if text == meant]
    longer = [each for each, text in folded.items() if meant and text.startswith(meant)]
    close = get_close_matches(meant, folded.values(), n=5)
    slips = sorted(
        (each for each, text in folded.items() if text in close), key=lambda each: close.index(folded[each])
    )
    return [*dict.fromkeys((*same, *longer, *slips))][:5]


def edits(one: str, other: str) -> int:
    """Return how many insertions, deletions, substitutions and swaps of neighbours turn one text into the other."""
    before: list[int] = []
    row: list[int] = [*range(len(other) + 1)]
    for i, letter in enumerate(one, 1):
        last, before, row = before, row, [i]
        for j, wanted in enumerate(other, 1):
            best = min(row[j - 1] + 1, before[j] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                best = min(best, last[j - 2] + 1)
            row.append(best)
    return int(row[-1])


def suggestions(name: str, names: Iterable[str]) -> str:
    """The names that may have been meant: the same without its system, or spelt alike, the nearest first; else the systems."""
    candidates = list(names)
    alike = [each for each in candidates if each.partition(".")[2] == name] or spelt_alike(name, candidates)
    if alike:
        return ", ".join(alike)
    known = dict.fromkeys("".join(each.partition(".")[:2]) for each in candidates)
    systems = [each for each in known if f"{each}." not in known]
    return f"a name that begins with {' or '.join(systems)}"
