"""Whether draws follow the likelihoods, and take as many coins whatever the secret is."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, islice

from ldproof.coins import Coins, CountingCoins, SeededCoins, Tape
from ldproof.errors import Reason, Refused
from ldproof.evidence.goodness_of_fit import BITS
from ldproof.mechanisms import to_text
from ldproof.numbers import ball, precision
from ldproof.oracle.conformance.observations import Observation, listed_law, mechanism_observations
from ldproof.oracle.contract.clauses import ContractFailure, ask_mechanism, list_values, quote_value
from ldproof.registry import AnyMechanism
from ldproof.sampling import Digits

SECRETS = 16
"""Draws are tried with so many secrets, from the first to the last."""

EXHAUSTED = 3
"""With so many of them, all tapes are tried that are short."""

LONGEST = 2
"""Bytes of a tape that is tried with all others as long."""

DRAWS = 12_000
"""Where tapes are too many, with all secrets together."""

ALPHA = Fraction(1, 10**9)
"""How often a right mechanism is said to be wrong."""

BLOCK = 16
"""The bytes of a block, and of the longest beginning of coins."""

ENOUGH = 1 << 28
"""A draw that reads as many bytes is taken for one without an end."""

EACH = 64
"""So many bytes a read counts for, however few it asks for: four million reads take some seconds."""

EDGES = 64
"""So many probabilities are tried as beginnings of coins."""

PLAIN, DECOY = b"\x01" * BLOCK, b"\x01" * (BLOCK - 4) + bytes(4)
"""A block that decides, and one at which whoever has decoys reads on."""

WATCHED = 8
"""With so many secrets it is seen how many coins they take."""


class PrefixedCoins:
    """Seeded coins after given first bytes."""

    def __init__(self, beginning: bytes, seed: bytes) -> None:
        self._beginning, self._coins = beginning, SeededCoins(seed)

    def read(self, count: int) -> bytes:
        """Return the next `count` bytes."""
        first, self._beginning = self._beginning[:count], self._beginning[count:]
        return first + self._coins.read(count - len(first))


class LimitedCoins:
    """Coins for one draw, which fail once it has read `ENOUGH`."""

    def __init__(self, coins: Coins, words: str) -> None:
        self._coins, self._words, self._left, self._taken = coins, words, ENOUGH, 0

    def read(self, count: int) -> bytes:
        """Return the next `count` bytes; fails beyond `ENOUGH`."""
        self._left -= EACH + count
        if self._left < 0:
            raise ContractFailure(
                f"{self._words} seems never to end: it has read {self._taken} bytes, and asks for {count} more"
            )
        self._taken += count
        return self._coins.read(count)


def sample_secrets(mechanism: AnyMechanism, most: int) -> list[object]:
    """At most `most` secrets, evenly spaced; where they cannot be listed, the pair with the largest odds."""
    try:
        known = list_values(mechanism, "secrets")
    except Refused:
        worst = mechanism.privacy("user")
        return [worst.likely, worst.unlikely]
    if len(known) <= most:
        return known
    return [known[place * (len(known) - 1) // (most - 1)] for place in range(most)]


def check_coins(mechanism: AnyMechanism) -> Iterator[str]:
    """Whether the number of bytes read from the same coins does not depend on the secret.

    Where a secret ties with coins of its own, a block of which comes once in 2^128 draws, it may take more of them if
    every secret does at decoys: these come 2^96 times as often, and whoever counts bytes learns next to nothing.
    """
    secrets = sample_secrets(mechanism, WATCHED)
    plain, decoy = (coins_taken(mechanism, secrets, each, b"contract") for each in (PLAIN, DECOY))
    hidden = len(plain) == len(decoy) == 1 and min(plain) < min(decoy)
    for number, (beginning, tie) in enumerate(coin_prefixes(mechanism, secrets)):
        seed = b"contract %d" % number
        taken = coins_taken(mechanism, secrets, beginning, seed)
        if len(taken) > 1 and not (tie and hidden):
            shown = PrefixedCoins(beginning, seed).read(BLOCK).hex()
            (one, first), (two, second), *_ = taken.items()
            yield (
                f"their number tells the secret: of the coins {shown}... {quote_value(first)} takes {one} bytes and "
                f"{quote_value(second)} {two}"
            )
            return


def coins_taken(
    mechanism: AnyMechanism, secrets: Sequence[object], beginning: bytes, seed: bytes
) -> dict[int, object]:
    """The numbers of bytes that secrets read from coins with these first bytes, each with the first such secret."""
    shown = PrefixedCoins(beginning, seed).read(BLOCK).hex()
    taken: dict[int, object] = {}
    for secret in secrets:
        counted = CountingCoins(PrefixedCoins(beginning, seed))
        draw_text(mechanism, secret, counted, f"the coins {shown}...")
        taken.setdefault(counted.taken, secret)
    return taken


def coin_prefixes(mechanism: AnyMechanism, secrets: Sequence[object]) -> Iterator[tuple[bytes, bool]]:
    """First bytes of coins, and whether they tie: every byte, decoys, and digits of probabilities and their sums."""
    yield from ((bytes((byte,)), False) for byte in range(256))
    yield from ((each, False) for each in (bytes(BLOCK), b"\xff" * BLOCK, DECOY))
    with suppress(Refused):  # too many to list
        every = list_values(mechanism, "outputs")
        shares = [[mechanism.likelihood(secret, output) for output in every] for secret in secrets]
        edges = (edge for row in shares for edge in (*row, *accumulate(row)))
        for edge in islice(dict.fromkeys(edges), EDGES):
            with suppress(Refused):  # of a dyadic number no ball tells the digits
                yield Digits(edge).prefix(BLOCK), True


def draw_text(mechanism: AnyMechanism, secret: object, coins: CountingCoins | Tape, of: str) -> str:
    """Draw an output as text; fails if it is no value of the outputs."""
    words = f"randomize({quote_value(secret)}) on {of}"
    output: object = ask_mechanism(words, mechanism.randomize, secret, LimitedCoins(coins, words))
    try:
        return to_text(mechanism.outputs, output)
    except Refused as refusal:
        raise ContractFailure(
            f"{words} gives {quote_value(output)}, which is none of the outputs: {refusal.what}"
        ) from None


def check_draws(mechanism: AnyMechanism) -> Iterator[str]:
    """Whether draws follow the likelihoods: exactly where short tapes suffice, else by a test."""
    secrets = sample_secrets(mechanism, SECRETS)
    for secret in secrets:
        text = to_text(mechanism.secrets, secret)
        weights = enumerate_tapes(mechanism, secret) if secret in secrets[:EXHAUSTED] else None
        if weights is not None and weights.open < Fraction(1, 2):
            yield from weights.differences_from(listed_law(mechanism, text), quote_value(secret))
        else:
            yield from check_by_bets(
                mechanism, secret, [*mechanism_observations(mechanism, text)], len(secrets)
            )


@dataclass(frozen=True, slots=True)
class TapeShares:
    """The share of all short tapes that give each output, and of those that are too short for a draw."""

    shares: Mapping[str, Fraction]
    examples: Mapping[str, str]
    """A tape for each output, in hexadecimal digits."""
    open: Fraction

    def differences_from(self, chances: Mapping[str, Fraction], secret: str) -> Iterator[str]:
        """The first output whose likelihood is not between its share and that with all undecided tapes."""
        for output in {**chances, **self.shares}:
            least, chance = self.shares.get(output, Fraction(0)), chances.get(output, Fraction(0))
            if not least <= chance <= least + self.open:
                on = f", as {self.examples[output]} does" if output in self.examples else ""
                share = f"{least}" if not self.open else f"{least} to {least + self.open}"
                yield (
                    f"randomize disagrees with likelihood on these coins: {share} of all tapes of {LONGEST} bytes give "
                    f"{output} for {secret}{on}, and its likelihood is {chance}"
                )
                return


def enumerate_tapes(mechanism: AnyMechanism, secret: object) -> TapeShares | None:
    """The shares over all tapes of `LONGEST` bytes; None where draws read longer ones."""
    if not is_short_draw(mechanism, secret):
        return None
    shares: Counter[str] = Counter()
    examples: dict[str, str] = {}
    waiting: Sequence[bytes] = [b""]
    for length in range(LONGEST + 1):
        longer: list[bytes] = []
        for content in waiting:
            tape = Tape(content)
            try:
                output = draw_text(mechanism, secret, tape, f"the coins {content.hex()}")
            except Refused as refusal:
                if refusal.reason is not Reason.TAPE_EXHAUSTED:
                    raise
                longer.append(content)
            else:
                shares[output] += 256 ** (LONGEST - length)
                examples.setdefault(output, content.hex() or "no coins")
        if length < LONGEST:
            waiting = [content + bytes((byte,)) for content in longer for byte in range(256)]
    whole = 256**LONGEST
    parts = {output: Fraction(count, whole) for output, count in shares.items()}
    return TapeShares(parts, examples, 1 - sum(parts.values(), Fraction(0)))


def is_short_draw(mechanism: AnyMechanism, secret: object) -> bool:
    """Whether a draw from seeded coins reads at most `LONGEST` bytes."""
    counted = CountingCoins(SeededCoins(b"contract"))
    draw_text(mechanism, secret, counted, "seeded coins")
    return counted.taken <= LONGEST


def check_by_bets(
    mechanism: AnyMechanism, secret: object, observed: Sequence[Observation], secrets: int
) -> Iterator[str]:
    """Bet on each observation against its law; all bets share the error probability `ALPHA`."""
    seed = b"contract of " + to_text(mechanism.secrets, secret).encode()
    tosses = CountingCoins(SeededCoins(seed))
    draws = max(1, DRAWS // secrets)
    outputs = Counter(draw_text(mechanism, secret, tosses, f"SeededCoins({seed!r})") for _ in range(draws))
    price = secrets * len(observed) / ALPHA
    for each in observed:
        tally = each.count_values(outputs)
        with precision(BITS):
            wealth = each.capital(tally)
            refuted = wealth is None or bool(wealth.lower() >= ball(price).upper())
        if refuted:
            seen = max(
                {**each.chances, **tally},
                key=lambda one: pearson_residual(each.chances.get(one, Fraction(0)), tally[one], draws),
            )
            yield (
                f"randomize disagrees with likelihood: of {draws} draws for {quote_value(secret)} from SeededCoins({seed!r}) "
                f"{tally[seen]} have {seen} as {each.name}, whose probability is "
                f"{float(each.chances.get(seen, 0)):.4g}; right ones show that with a probability of at most "
                f"{float(ALPHA):g}"
            )
            return


def pearson_residual(chance: Fraction, count: int, draws: int) -> float:
    """The deviation of a count from its mean, in standard errors."""
    mean = float(chance) * draws
    return float(abs(count - mean) / max(mean, 0.01) ** 0.5)
