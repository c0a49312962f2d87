"""Combinations of parameters: the edges of each, put together evenly and always in the same way."""

from collections.abc import Iterator, Mapping, Sequence

from ldproof.coins import SeededCoins
from ldproof.exact import uniform

Given = Mapping[str, str]


def combinations(seed: str, choices: Mapping[str, Sequence[str]], count: int) -> Iterator[dict[str, str]]:
    """So many of them, no two alike, if there are as many: every choice is taken about as often as the others."""
    coins, seen = SeededCoins(seed.encode()), set[tuple[str, ...]]()
    decks: dict[str, list[str]] = {name: [] for name in choices}
    for _ in range(4 * count):
        if len(seen) == count:
            return
        for name, deck in decks.items():
            if not deck:
                deck[:] = shuffled(choices[name], coins)
        chosen = {name: deck.pop() for name, deck in decks.items()}
        key = tuple(chosen.values())
        if key not in seen:
            seen.add(key)
            yield {name: value for name, value in chosen.items() if value}


def shuffled(things: Sequence[str], coins: SeededCoins) -> list[str]:
    """In an order that the coins choose."""
    rest, found = [*things], list[str]()
    while rest:
        found.append(rest.pop(uniform(len(rest), coins)))
    return found


def parameters(text: str) -> dict[str, str]:
    """As they are written on the command line."""
    return dict(each.split("=") for each in text.split())
