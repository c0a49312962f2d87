"""Finding by name, among what is ours and what other packages bring."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from traceback import walk_tb
from typing import TypeVar

from ldproof.errors import Reason, Refused, quote_given

# Finding by name, and what to say where there is no such name.

Thing = TypeVar("Thing")


ELSEWHERE: Mapping[str, tuple[str, str]] = {
    "noisy_distance": (
        "a statistic of ldproof test",
        "ldproof test mechanism=noisy_distance (see ldproof test --help), or chi2.optimal, which compares it with 0",
    )
}
"""Names that only a command takes, what they are, and what is accepted instead."""


class OnDemand(Mapping[str, Thing]):
    """A mapping of names `system.thing`: a system's modules are imported when one of its names is asked for.

    `enter` gives the things of a room, which is a system or a module of one, as `system.module`.
    """

    def __init__(self, rooms: Iterable[str], enter: Callable[[str], Mapping[str, Thing]]) -> None:
        self._rooms = tuple(rooms)
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

    def names_with_prefix(self, text: str) -> Iterator[str]:
        """The names that begin with a text, in order; only systems that the text allows are imported."""
        mine = self._those_of(lambda system: f"{system}.".startswith(text) or text.startswith(f"{system}."))
        return (name for things in mine for name in things if name.startswith(text))

    def _those_of(self, wanted: Callable[[str], bool]) -> Iterator[Mapping[str, Thing]]:
        for room in self._rooms:
            if wanted(room.partition(".")[0]):
                if room not in self._entered:
                    self._entered[room] = self._enter(room)
                yield self._entered[room]


def find_named(kind: str, name: str, things: Mapping[str, Thing]) -> Thing:
    """The thing with this name; otherwise a refusal that lists names spelt alike."""
    if name not in things:
        what, accepted = f"there is no {kind} {quote_given(name)}", suggest_names(name, things)
        if command := ELSEWHERE.get(name.rpartition(".")[2]):
            what, accepted = f"{what}: it is {command[0]}", command[1]
        raise Refused(Reason.UNKNOWN_NAME, what, accepted)
    return things[name]


def complete_name(kind: str, name: str, things: Mapping[str, object]) -> str:
    """The full name of a thing, from it or from what follows its system, if that is one thing's; refused otherwise."""
    if name not in things and len(meant := names_in_systems(name, things)) == 1:
        return meant[0]
    find_named(kind, name, things)
    return name


def names_in_systems(name: str, names: Iterable[str]) -> list[str]:
    """The names `system.thing` of a thing in all systems."""
    return [each for each in names if each.partition(".")[2] == name]


def spelt_alike(name: str, names: Iterable[str]) -> list[str]:
    """Up to five names spelt alike, the nearest first: equal but for capitals, longer, or with typing errors."""
    folded = {each: each.casefold() for each in names}
    meant = name.casefold()
    same = [each for each, text in folded.items() if text == meant]
    longer = [each for each, text in folded.items() if meant and text.startswith(meant)]
    close = get_close_matches(meant, folded.values(), n=5)
    slips = sorted(
        (each for each, text in folded.items() if text in close), key=lambda each: close.index(folded[each])
    )
    return [*dict.fromkeys((*same, *longer, *slips))][:5]


def suggest_correction(name: str, names: Iterable[str]) -> str:
    """A wrong name, with "(did you mean ...?)" if one of these names is spelt alike."""
    found = spelt_alike(name, names)
    return f"{name} (did you mean {found[0]}?)" if found else name


def edit_distance(one: str, other: str) -> int:
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


MOST_SUGGESTED = 8
"""The most names that are all suggested if none is spelt alike."""


def suggest_names(name: str, names: Iterable[str]) -> str:
    """Text that suggests names for a wrong one: spelt alike, with the system or without it; else all, or the systems."""
    candidates = list(names)
    things = [each.partition(".")[2] for each in candidates]
    alike = (
        names_in_systems(name, candidates)
        or spelt_alike(name, candidates)
        or [each for near in spelt_alike(name, things) for each in names_in_systems(near, candidates)]
    )
    if alike:
        return ", ".join(alike[:5])
    if len(candidates) <= MOST_SUGGESTED:
        return ", ".join(candidates)
    known = dict.fromkeys("".join(each.partition(".")[:2]) for each in candidates)
    systems = [each for each in known if f"{each}." not in known]
    return f"a name that begins with {' or '.join(systems)}"


# What other packages bring: modules that entry points name, each under the name of a system of theirs.
#
# A package that cannot be used is named in a refusal when something of its system is asked for; ours go on without it,
# and so does whoever lists everything.

MECHANISMS, FORMULAS, LEDGERS = "ldproof.mechanisms", "ldproof.formulas", "ldproof.ledgers"
GROUPS = (MECHANISMS, FORMULAS, LEDGERS)
"""The groups of entry points; each entry point names a module."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """A module of another package, as an entry point names it."""

    system: str
    module: str
    package: str
    rival: str = ""
    """Another package that brings the same system, so that neither is meant."""

    def load(self, member: str) -> object:
        """The member of the module with this name; refused if the module cannot be imported or has none."""
        if self.rival:
            raise self.refusal(f"{self.rival} brings it too")
        try:
            found: object = getattr(import_module(self.module), member)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # another package's, whatever it is: ours go on without it
            raise self.refusal(f"{type(error).__name__}: {error}") from error
        return found

    def refusal(self, why: str) -> Refused:
        """The refusal that names this plug-in's package and says why it cannot be used."""
        return Refused(
            Reason.UNAVAILABLE,
            f"{self.system}, which the package {self.package} brings as {self.module}: {why}",
            "a package that is repaired, or without it",
        )


@cache
def plugins_by_system(group: str) -> Mapping[str, Plugin]:
    """The plug-ins of a group of entry points, by their systems."""
    from importlib.metadata import entry_points  # noqa: PLC0415  (slow to import, and ours are found without it)

    found: dict[str, Plugin] = {}
    for each in entry_points(group=group):
        package = each.dist.name if each.dist is not None else "without a name"
        before = found.get(each.name)
        found[each.name] = Plugin(each.name, each.value, package, before.package if before else "")
    return found


def plugin_at_fault(error: BaseException) -> Refused | None:
    """The refusal of the plug-in in whose code, or with whose objects, an error was raised; None if no plug-in."""
    for frame, line in reversed([*walk_tb(error.__traceback__)]):
        name, asked = str(frame.f_globals.get("__name__")), frame.f_code.co_name
        places = {name: f"{asked}, {name}, line {line}"}
        for each in frame.f_locals.values():
            kind = each if isinstance(each, type) else type(each)
            places.setdefault(kind.__module__, f"{asked}, of {kind.__name__}")
        for module, place in places.items():
            if (plugin := plugin_of_module(module)) is not None:
                what = plugin.refusal(f"{type(error).__name__}: {error} ({place})").what
                return Refused(Reason.PROGRAM_ENDED, what, "a package that is repaired")
    return None


def plugin_of_module(module: str) -> Plugin | None:
    """The plug-in that a module belongs to, by its name or at least by its package; None if there is none."""
    every = (each for group in GROUPS for each in plugins_by_system(group).values())
    near = [each for each in every if each.module.partition(".")[0] == module.partition(".")[0]]
    return next((each for each in near if each.module == module), near[0] if near else None)


class WithPlugins(OnDemand[Thing]):
    """Our things by name, and after them those that plug-ins bring."""

    def __init__(
        self, ours: OnDemand[Thing], group: str, enter: Callable[[Plugin], Mapping[str, Thing]]
    ) -> None:
        super().__init__((), lambda _: {})
        self.ours = ours
        self._group, self._enter_brought = group, enter
        self._lent: ContextVar[Mapping[str, Thing]] = ContextVar(f"what is lent beside {group}")

    @contextmanager
    def lend_thing(self, name: str, thing: Thing) -> Iterator[None]:
        """Have one more thing under a name while the context lasts."""
        before = self._lent.set({**self._lent.get({}), name: thing})
        try:
            yield
        finally:
            self._lent.reset(before)

    def __getitem__(self, name: str) -> Thing:
        """A thing; where it would be of a package that cannot be used, that is refused."""
        if name in self.ours:
            return self.ours[name]
        if name in (lent := self._lent.get({})):
            return lent[name]
        for each in plugins_by_system(self._group).values():
            if name.startswith(f"{each.system}.") and name in (things := self._brought(each)):
                return things[name]
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        yield from self.names_with_prefix("")

    def names_with_prefix(self, text: str) -> Iterator[str]:
        """The names that begin with a text, in order; plug-ins that cannot be used are left out."""
        yield from self.ours.names_with_prefix(text)
        yield from (name for name in self._lent.get({}) if name.startswith(text))
        for each in plugins_by_system(self._group).values():
            if f"{each.system}.".startswith(text) or text.startswith(f"{each.system}."):
                with suppress(Refused):
                    yield from (name for name in self._brought(each) if name.startswith(text))

    def _brought(self, plugin: Plugin) -> Mapping[str, Thing]:
        if any(self.ours.names_with_prefix(f"{plugin.system}.")):
            raise plugin.refusal("the name is one of ours")
        return self._enter_brought(plugin)
