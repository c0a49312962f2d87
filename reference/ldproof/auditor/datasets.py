"""Neighbouring data sets: a data set is a list of records, and pairs are made of those that are given.

By `add-remove`, one data set of a pair has one more record than the other, at any place. By `substitute`, both are as
long and differ in one record. Pairs are made where mechanisms break: with records that are missing, repeated, far away,
the largest there are, or no numbers, and with data sets that are empty or of one record.
"""

import sys
from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from math import inf, isfinite, isnan, nan
from typing import TypeAlias, TypeVar

from ldproof.auditor.claim import MOST_INPUTS, Claim, Neighbours, Pair, parse_pairs, select_pairs
from ldproof.auditor.draw.functions import quote_input
from ldproof.errors import Reason, Refused
from ldproof.json_values import Members
from ldproof.programs import Value, canonical_text, parse_value

Records: TypeAlias = tuple[Value, ...]
Texts: TypeAlias = tuple[str, ...]
Item = TypeVar("Item")

MOST_RECORDS = 1000
"""The most records of a data set."""
FAR = 1000
"""An outlier is so many times as large as the largest number that was seen."""
HIGHEST, LOWEST = (1 << 63) - 1, -(1 << 63)
"""The ends of the whole numbers of 8 bytes."""
LONG_TEXT = "x" * 100


def describe_notion(notion: Neighbours) -> str:
    """Return what two data sets are that are neighbours."""
    return {
        Neighbours.SUBSTITUTE: "two lists of records that are as long, and differ in one record",
        Neighbours.ADD_REMOVE: "two lists of records, one of them the other with one more record",
    }[notion]


# Two data sets by what they share, and how they differ.


@dataclass(frozen=True, slots=True)
class RecordChange:
    """Two neighbouring data sets: the records before and after one place, and those at this place, one at most of each."""

    before: Records
    after: Records
    one: Records
    other: Records

    def as_pair(self) -> Pair:
        """Return both data sets."""
        return Pair(*(self.before + each + self.after for each in (self.one, self.other)))

    @property
    def text(self) -> str:
        """The canonical text of the four parts."""
        return canonical_text((self.before, self.one, self.other, self.after))


def find_difference(notion: Neighbours, pair: Pair) -> RecordChange:
    """Return how two data sets differ. Raise `Refused` if they are no neighbours."""
    one, other = (as_records(each) for each in pair.both_inputs())
    shared = count_shared(notion, record_texts(one), record_texts(other))
    if shared is None:
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"{' and '.join(quote_input(each) for each in pair.both_inputs())} are no neighbours by {notion}",
            describe_notion(notion),
        )
    start, end = shared
    at_place = (each[start : len(each) - end] for each in (one, other))
    return RecordChange(one[:start], one[len(one) - end :], *at_place)


def record_texts(data: Records) -> Texts:
    """Return the canonical text of each record."""
    return tuple(map(canonical_text, data))


def count_shared(notion: Neighbours, one: Texts, other: Texts) -> tuple[int, int] | None:
    """Return how many records two neighbours share at the beginning, and how many at the end; None if they are none."""
    if abs(len(one) - len(other)) != (notion is Neighbours.ADD_REMOVE):
        return None
    start = count_common(one, other)
    end = count_common(one[start:][::-1], other[start:][::-1])
    return (start, end) if start + end == max(len(one), len(other)) - 1 else None


def count_common(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the length of the longest common beginning."""
    return next(
        (place for place, both in enumerate(zip(one, other, strict=False)) if both[0] != both[1]),
        min(len(one), len(other)),
    )


def as_records(given: Value) -> Records:
    """Return the records of a data set. Raise `Refused` if it is no list."""
    if not isinstance(given, tuple):
        raise Refused(
            Reason.NOT_A_LIST,
            f"{quote_input(given)} in the place of a data set",
            "data sets, each of them a list of records, as [[1, 2, 3]]",
        )
    return given


def parse_records(given: Value) -> Records:
    """Return the records of a data set that a user gives. Raise `Refused` if it is no list, or has too many."""
    found = as_records(given)
    if len(found) > MOST_RECORDS:
        raise Refused(
            Reason.TOO_LARGE, f"a data set of {len(found)} records", f"at most {MOST_RECORDS}: a part of them"
        )
    return found


# Pairs that are made from data sets.


def select_neighbours(
    asked: Claim,
    given: Sequence[tuple[Value, Value]],
    inputs: Sequence[Value] | None,
    *,
    drawn: bool,
    records: Sequence[Value] | None = None,
) -> tuple[Pair, ...]:
    """Return the pairs of inputs as `select_pairs` does; of a claim about data sets, pairs of neighbours.

    With `records`, no other ones are added or put in the place of others. Raise `Refused` if there are none.
    """
    notion = asked.neighbours
    if notion is None:
        if records is not None:
            raise Refused(
                Reason.UNKNOWN_PARAMETER,
                "records without a notion of neighbours",
                "neighbours, as add-remove",
            )
        return select_pairs(asked, given, inputs, drawn=drawn)
    if asked.mechanism is not None:
        raise Refused(
            Reason.UNKNOWN_PARAMETER,
            f"{asked.name} says itself which inputs are neighbours, and not {notion}",
            "a black box, or a level",
        )
    if given and (inputs is not None or records is not None):
        raise Refused(Reason.REPEATED, "pairs beside inputs or records", "pairs alone, or inputs")
    if given:
        found = parse_pairs(asked, given)
        for each in found:
            for data in each.both_inputs():
                parse_records(data)
            find_difference(notion, each)
        return found
    if inputs is None:
        raise Refused(
            Reason.MISSING, "no data set to make pairs of", "inputs, each of them a list of records"
        )
    return make_pairs(notion, [*map(parse_records, inputs)], records, drawn=drawn)


def make_pairs(
    notion: Neighbours,
    datasets: Sequence[Records],
    records: Sequence[Value] | None = None,
    *,
    drawn: bool = True,
) -> tuple[Pair, ...]:
    """Return the neighbours among `datasets` and, if `drawn`, each data set beside changed copies of it.

    They have at most `MOST_INPUTS` different inputs. Raise `Refused` if there are no neighbours.
    """
    made = chain(
        neighbours_among(notion, datasets),
        interleave(
            changed_pairs(notion, each, candidate_records(each, records)) for each in datasets if drawn
        ),
    )
    kept: dict[frozenset[str], Pair] = {}
    inputs: set[str] = set()
    for pair in made:
        key = frozenset(map(canonical_text, pair.both_inputs()))
        if len(inputs | key) <= MOST_INPUTS:
            if len(key) == 2:
                kept.setdefault(key, pair)
                inputs |= key
        elif len(inputs) == MOST_INPUTS:
            break
    if not kept:
        raise Refused(Reason.MISSING, "no pair of data sets could be made", describe_notion(notion))
    return tuple(kept.values())


def are_neighbours(notion: Neighbours, one: Records, other: Records) -> bool:
    """Whether two data sets are neighbours."""
    return count_shared(notion, record_texts(one), record_texts(other)) is not None


def neighbours_among(notion: Neighbours, datasets: Iterable[Records]) -> Iterator[Pair]:
    """Yield the neighbours among data sets, each beside earlier ones; some pairs come twice."""
    known = defaultdict[Hashable, list[tuple[Records, Texts]]](list)
    for data in datasets:
        texts = record_texts(data)
        halves = [*shared_halves(notion, texts)]
        for half in halves:
            yield from (Pair(other, data) for other, its in known[half] if count_shared(notion, its, texts))
        for half in halves:
            known[half].append((data, texts))


def shared_halves(notion: Neighbours, texts: Texts) -> Iterator[Hashable]:
    """Yield keys for a data set, one of which each neighbour has too: they differ in one half of the shorter one at most."""
    for size in (len(texts),) if notion is Neighbours.SUBSTITUTE else (len(texts), len(texts) - 1):
        yield size, "begins", texts[: size // 2]
        yield size, "ends", texts[len(texts) - size + size // 2 :]


def interleave(several: Iterable[Iterable[Item]]) -> Iterator[Item]:
    """Yield the first of each, then the second of each, and so on."""
    left = deque(map(iter, several))
    while left:
        taken = left.popleft()
        for item in taken:
            yield item
            left.append(taken)
            break


def changed_pairs(notion: Neighbours, data: Records, choices: Sequence[Value]) -> Iterator[Pair]:
    """Yield changes of a data set, of its first record alone, of its first record repeated, and of the empty data set."""
    same = data[:1] * len(data)
    ways = removed_or_added_pairs if notion is Neighbours.ADD_REMOVE else substituted_pairs
    yield from interleave(ways(each, choices) for each in dict.fromkeys((data, data[:1], same, ())))


def removed_or_added_pairs(data: Records, choices: Sequence[Value]) -> Iterator[Pair]:
    """Yield a data set beside those with one record more or fewer."""
    for record in choices:
        yield Pair(data, (*data, record))
    for place in dict.fromkeys(extreme_places(data)):
        yield Pair(data, data[:place] + data[place + 1 :])
    yield from (Pair(data, (each, *data)) for each in choices[:1])


def substituted_pairs(data: Records, choices: Sequence[Value]) -> Iterator[Pair]:
    """Yield a data set beside those with another record in the place of one, and two of these beside each other."""
    if not data:
        return
    for record in choices:
        yield Pair(data, (*data[:-1], record))
        yield Pair((*data[:-1], choices[0]), (*data[:-1], record))
    for place, record in product(dict.fromkeys(extreme_places(data)), (data[0], *choices[:1])):
        yield Pair(data, (*data[:place], record, *data[place + 1 :]))


def extreme_places(data: Records) -> Iterator[int]:
    """Yield the places of the last, the first, the largest and the smallest record."""
    if data:
        yield from (len(data) - 1, 0)
        known = [
            (number, place) for place, each in enumerate(data) if (number := as_number(each)) is not None
        ]
        if known:
            yield from (max(known)[1], min(known)[1])


def as_number(given: Value) -> int | float | None:
    """Return a number that is comparable with others; None for anything else."""
    if not isinstance(given, int | float) or isinstance(given, bool) or isnan(given):
        return None
    return given


# Records that are added, or put in the place of others.


def candidate_records(data: Records, given: Sequence[Value] | None) -> Sequence[Value]:
    """Return the given records or, if None, unusual ones and some of a data set's own, each once."""
    chosen = (
        given
        if given is not None
        else (*unusual_records(data), *(data[place] for place in extreme_places(data)))
    )
    return [*{canonical_text(each): each for each in chosen}.values()]


def unusual_records(data: Sequence[Value]) -> Iterator[Value]:
    """Yield records like those of a data set, each with one value that is unusual where it is."""
    first = next(iter(data), None)
    match first:
        case tuple() if all(isinstance(each, tuple) and len(each) == len(first) for each in data):
            rows = [each for each in data if isinstance(each, tuple)]
            yield from interleave(
                [
                    (*first[:place], value, *first[place + 1 :])
                    for value in unusual_values([row[place] for row in rows])
                ]
                for place in range(len(first))
            )
        case Members() if all(
            isinstance(each, Members) and member_names(each) == member_names(first) for each in data
        ):
            objects = [dict(each.members) for each in data if isinstance(each, Members)]
            yield from interleave(
                [
                    with_member(first, name, value)
                    for value in unusual_values([each[name] for each in objects])
                ]
                for name in member_names(first)
            )
        case _:
            yield from unusual_values(data)


def member_names(record: Members) -> tuple[str, ...]:
    """Return the names of the members of a record."""
    return tuple(name for name, _ in record.members)


def with_member(record: Members, name: str, value: Value) -> Members:
    """Return a record with another value of a member."""
    return replace(
        record, members=tuple((key, value if key == name else each) for key, each in record.members)
    )


def unusual_values(seen: Sequence[Value]) -> list[Value]:
    """Return values of the types that were seen, those first that show most.

    A whole number is no NaN and no infinity: these come where at least one number that was seen is a float.
    """
    numbers = [each for each in map(as_number, seen) if each is not None]
    far = FAR * max((abs(each) for each in numbers if isfinite(each)), default=1) or FAR
    found: list[Value] = []
    if any(isinstance(each, float) for each in seen):
        largest = sys.float_info.max
        far = largest if far > largest else float(far)
        found += [largest, nan, -largest, inf, far, -inf, -far, 0.0]
    elif numbers:
        found += [min(far, HIGHEST), max(-far, LOWEST), 0, HIGHEST, LOWEST]
    if any(isinstance(each, bool) for each in seen):
        found += [True, False]
    if any(isinstance(each, str) for each in seen):
        found += ["", LONG_TEXT]
    if any(each is None for each in seen):
        found.append(None)
    return found


# A smaller pair that differs in the same way.


def smaller_pairs(pair: RecordChange) -> Iterator[RecordChange]:
    """Yield smaller pairs of neighbours: first without many records that both share, then with simpler records."""
    shared, split = pair.before + pair.after, len(pair.before)
    size = len(shared)
    while size:
        for start in range(0, len(shared), size):
            kept = [place for place in range(len(shared)) if not start <= place < start + size]
            before, after = (
                [shared[each] for each in kept if (each < split) is side] for side in (True, False)
            )
            yield replace(pair, before=tuple(before), after=tuple(after))
        size //= 2
    yield from simpler_pairs(pair)


def simpler_pairs(pair: RecordChange) -> Iterator[RecordChange]:
    """Yield pairs in which one record is simpler, in any of the four parts; those that are no pair are left out."""
    parts = {"one": pair.one, "other": pair.other, "before": pair.before, "after": pair.after}
    for name, part in parts.items():
        for place, record in enumerate(part):
            for simple in simpler_values(record):
                changed = (*part[:place], simple, *part[place + 1 :])
                found = RecordChange(**{**parts, name: changed})
                differ = canonical_text(found.one) != canonical_text(found.other)
                if differ and (len(found.text), found.text) < (len(pair.text), pair.text):
                    yield found


def simpler_values(given: Value) -> Iterator[Value]:
    """Yield values of the same type that are simpler."""
    match given:
        case bool():
            yield False
        case int():
            yield from (0, 1, given // 2)
        case float():
            yield from (0.0, 1.0)
            if isfinite(given) and abs(given) < HIGHEST:
                yield float(round(given))
        case str():
            yield from ("", given[:1])
        case tuple():
            for place, each in enumerate(given):
                yield from ((*given[:place], simple, *given[place + 1 :]) for simple in simpler_values(each))
        case Members():
            for name, each in given.members:
                yield from (with_member(given, name, simple) for simple in simpler_values(each))
        case _:
            return


# Data sets that Hypothesis makes.


def is_strategy(thing: object) -> bool:
    """Whether a thing is a strategy of Hypothesis, which is imported then."""
    known = getattr(sys.modules.get("hypothesis.strategies"), "SearchStrategy", None)
    return isinstance(known, type) and isinstance(thing, known)


def examples_of_strategy(strategy: object, count: int) -> list[Value]:
    """Return different examples of a strategy, always the same ones, at most `count`. Raise `Refused` if there are none."""
    from hypothesis import HealthCheck, Phase, given, settings  # noqa: PLC0415  (who has a strategy has it)
    from hypothesis.errors import Unsatisfiable  # noqa: PLC0415
    from hypothesis.strategies import SearchStrategy  # noqa: PLC0415

    if not isinstance(strategy, SearchStrategy):
        raise Refused(Reason.NOT_A_LIST, "no strategy of Hypothesis", "a strategy of lists of records")
    found: dict[str, Value] = {}

    @settings(
        max_examples=count,
        database=None,
        derandomize=True,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=[*HealthCheck],
    )
    @given(strategy)
    def keep_example(example: object) -> None:
        value = parse_value(example)
        found[canonical_text(value)] = value

    run: Callable[[], None] = keep_example
    try:
        run()
    except Unsatisfiable:
        raise Refused(
            Reason.MISSING, "a strategy of Hypothesis without examples", "a strategy that has examples"
        ) from None
    return [*found.values()]
