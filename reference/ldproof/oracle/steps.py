"""Intermediate values of a draw from given coins: what is drawn in turn, and how many bytes have been read after each."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction

import numpy as np

from ldproof import devices, rounds
from ldproof.chi2.formulas import statistic
from ldproof.chi2.mechanism import ChiSquared
from ldproof.coins import Tape
from ldproof.counting.future_rand import FutureRand, flip_digits
from ldproof.counting.mechanism import Counting, DBitFlip, Loloha, Memoized
from ldproof.errors import Refused
from ldproof.numbers import Real
from ldproof.registry import AnyMechanism
from ldproof.sampling import (
    BY_SECRET,
    Digits,
    draw_bernoulli,
    draw_by_secret,
    draw_by_secrets,
    draw_subset,
    draw_uniform,
)
from ldproof.shots.client import bit_probabilities
from ldproof.shots.mechanism import Shots
from ldproof.sketch.channels import Channel, Hadamard, Kary
from ldproof.sketch.mechanism import Reporting

BLOCK = BY_SECRET.length
"""The bytes of a block."""

MOST_BLOCKS = 3
"""At most this many blocks of digits are written down."""

Drawn = tuple[str, object, int]
"""The name and the value of what was drawn, and how many decisions it took side by side; no name where the output tells."""


def compared_probabilities(known: AnyMechanism, secret: str) -> Sequence[Digits]:
    """The probabilities that a mechanism's coins are compared with, given the secret."""
    return [*named_probabilities(known, secret).values()]


def named_probabilities(known: AnyMechanism, secret: str) -> dict[str, Digits]:
    """The probabilities that a mechanism's coins are compared with, each by its formula."""
    match known:
        case Shots() as shots:
            return dict(zip(("1/(E+1)", "E/(E+1)", "r"), bit_probabilities(shots), strict=True))
        case Counting() as counting:
            lie, truth = devices.reporting_digits(counting.budget.report_excess())
            return {"1/(E+1)": lie, "E/(E+1)": truth}
        case Memoized() as memoized:
            lie, truth = devices.reporting_digits(Real(memoized.repeated_excess))
            kept = {f"kept {state}": Digits(memoized.kept_probability(state)) for state in (0, 1)}
            return {**kept, "1/(A+1)": lie, "A/(A+1)": truth}
        case Loloha() as loloha:
            names = ("(K-1)/(K-1+w)", "(A-1)/(A-1+w)")
            return dict(zip(names, map(Digits, loloha.truthful_probabilities()), strict=True))
        case DBitFlip(bit_odds=bit_odds):
            lie, truth = devices.reporting_digits(Real(bit_odds - 1))
            return {"1/(B+1)": lie, "B/(B+1)": truth}
        case FutureRand():
            return {"1/(S+1)": flip_digits(known.sign_odds)}
        case ChiSquared():
            return {"Pr[1]": Digits(known.likelihood(known.secrets.read(secret), 1))}
        case Reporting(channel=Kary() as channel):
            return {"(E-1)/(E-1+w)": Digits(channel.truthful)}
        case Reporting(channel=Hadamard() as channel):
            return {"1/(E+1)": Digits(rounds.lie(channel.excess))}
        case Reporting(channel=channel):
            return {"p": Digits(channel.low), "q": Digits(channel.high)}
        case _:
            raise TypeError(known)


def trace_draw(known: AnyMechanism, secret: str, coins: bytes) -> dict[str, object]:
    """The intermediate values of a draw by one of our mechanisms, as far as the coins go.

    `digits` has the first base-256 digits of each probability, in base 16. `read` has the number of bytes that have been
    read after each draw. The others are what the output does not show: the rounds that were chosen, from 1; what is kept
    for each state, or in each round; which signs are flipped at first, and the number of the row that replaces them; the
    row; the place, and whether its sign was flipped; whether the column is one's own, and the one that is sent otherwise;
    the statistic.
    """
    compared = named_probabilities(known, secret)
    tape, found, read, blocks = Tape(coins), dict[str, object](), list[int](), 1
    if isinstance(known, ChiSquared):
        table = known.secrets.read(secret)
        found["statistic"] = str(statistic(table.a, table.b, table.m1, table.m2))
    with suppress(Refused):  # the coins end
        for name, value, decisions in draw_steps(known, secret, (*compared.values(),), tape):
            taken = tape.taken - (read[-1] if read else 0)
            if decisions:
                blocks = max(blocks, min(1 + taken // BLOCK - decisions, MOST_BLOCKS))
            if name:
                found[name] = value
            read.append(tape.taken)
    digits = {name: each.prefix(BLOCK * blocks).hex() for name, each in compared.items()}
    return {**found, "digits": digits, "read": read}


def draw_steps(known: AnyMechanism, secret: str, compared: tuple[Digits, ...], tape: Tape) -> Iterator[Drawn]:
    """Draw from coins in the order of the mechanism, and yield what was drawn each time."""
    match known:
        case Shots() | Counting():
            m, _ = reports_and_dummy_rate(known)
            chosen = devices.choose_rounds(known.T, m, tape)
            yield "rounds", sorted(chosen), 0
            # Harmony and BORAPPOR send 0 as a dummy.
            filling = isinstance(known, Counting) and not known.silent
            table = (*compared, Digits(0)) if filling else compared
            for t, state in enumerate(known.secrets.read(secret), start=1):
                if t in chosen or len(table) > devices.FILL:
                    draw_by_secret(table, state if t in chosen else devices.FILL, tape)
                    yield "", None, 1
        case Memoized():
            kept = []
            for state in (0, 1):
                kept.append(int(draw_by_secret(compared[:2], state, tape)))
                yield "kept", [*kept], 1
            for state in known.secrets.read(secret):
                draw_by_secret(compared[2:], kept[state], tape)
                yield "", None, 1
        case Loloha():
            yield from cell_steps(known, compared, known.secrets.read(secret), tape)
        case DBitFlip(w=w, d=d):
            drawn = np.array(draw_subset(w, d, tape))
            yield "", None, 0
            for cell in known.secrets.read(secret):
                draw_by_secrets(compared, (drawn == cell).astype(np.uint8), tape, BY_SECRET)
                yield "", None, d
        case FutureRand(signs=signs):
            level = draw_uniform(known.levels, tape)
            yield "", None, 0
            flips = []
            for _ in range(known.changes):
                flips.append(int(draw_bernoulli(compared[0], tape)))
                yield "flips", [*flips], 1
            if rows := sum(signs.replaced_rows()):
                yield "number", draw_uniform(rows, tape), 0
            for _ in range(known.T >> level):
                draw_uniform(2, tape)
                yield "", None, 0
        case ChiSquared():
            draw_bernoulli(compared[0], tape, BY_SECRET)
            yield "", None, 1
        case Reporting(channel=channel):
            columns = known.secrets.read(secret)
            if known.outputs.sampled:
                row = draw_uniform(known.d, tape)
                yield "row", row, 0
                columns = (columns[row],)
            for column in columns:
                yield from content_steps(channel, compared, column, tape)
        case _:
            raise TypeError(known)


def reports_and_dummy_rate(known: Shots | Counting) -> tuple[int, Fraction]:
    """The number of rounds in which a person reports, and the probability of a 1 in the others."""
    return (known.m, Fraction(known.r)) if isinstance(known, Shots) else (known.reports, Fraction(0))


def cell_steps(
    known: Loloha, compared: tuple[Digits, ...], cells: Sequence[int], tape: Tape
) -> Iterator[Drawn]:
    """Draw what LOLOHA keeps and reports in these cells, and yield what was drawn each time."""
    memo = dict[int, int]()
    for t, cell in enumerate(cells):
        own = draw_bernoulli(compared[0], tape)
        yield "", None, 1
        anything = draw_uniform(known.w, tape)
        memo.setdefault(cell, cell if own else anything)
        yield "kept", [memo[each] for each in cells[: t + 1]], 0
        draw_bernoulli(compared[1], tape)
        yield "", None, 1
        draw_uniform(known.w, tape)
        yield "", None, 0


def content_steps(channel: Channel, compared: tuple[Digits, ...], column: int, tape: Tape) -> Iterator[Drawn]:
    """Draw what a report says of a column, and yield what was drawn each time."""
    match channel:
        case Kary():
            yield "own", draw_bernoulli(compared[0], tape), 1
            yield "column", draw_uniform(channel.width, tape), 0
        case Hadamard(skip=skip):
            yield "place", skip + draw_uniform(channel.width - skip, tape), 0
            yield "flip", draw_bernoulli(compared[0], tape), 1
        case _:
            own = (np.arange(channel.width) == column).astype(np.uint8)
            draw_by_secrets(compared, own, tape, BY_SECRET)
            yield "", None, channel.width
