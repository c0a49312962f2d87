"""Vectors of draws: coins that meet the edges of what they are compared with, and the outputs that they make."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle

from ldproof.chi2.mechanism import ChiSquared
from ldproof.coins import SeededCoins
from ldproof.counting.future_rand import FutureRand, states_changing_in
from ldproof.counting.mechanism import BitRoundMechanism, Counting, DBitFlip, Loloha
from ldproof.oracle.steps import BLOCK, compared_probabilities
from ldproof.oracle.vectors import Vector
from ldproof.registry import AnyMechanism, make_mechanism
from ldproof.sampling import BY_SECRET, Digits
from ldproof.shots.mechanism import Shots
from ldproof.sketch.channels import Hadamard, Unary
from ldproof.sketch.mechanism import Reporting
from ldproof.sketch.plan import Rows
from tests.oracle.cases import Case, make_vectors, split_parameters
from tests.oracle.cases.sizes import FLAG

# Coins that are made up while they are read, so that what is read meets an edge, and written down.

NOTHING = bytes(BY_SECRET.decoy)


@dataclass(slots=True)
class PlannedCoins:
    """Whole blocks go to decisions, other numbers of bytes to numbers; after the plan, all is as it falls."""

    seed: str
    table: Sequence[Digits]
    """The probabilities that decisions compare with."""
    bounds: Sequence[int]
    """Below which the numbers are, in the order in which they are drawn."""
    blocks: Sequence[str] = ()
    """What the first blocks are: see `block`."""
    numbers: str = "any"
    """What every first try at a number is: see `number`."""
    tape: bytearray = field(default_factory=bytearray)
    _drawn: int = 0
    _retry: bool = False
    _plan: Iterator[str] = field(init=False)
    _coins: SeededCoins = field(init=False)

    def __post_init__(self) -> None:
        self._coins = SeededCoins(self.seed.encode())
        self._plan = iter(self.blocks)

    def read(self, count: int) -> bytes:
        """The next bytes."""
        if count % BLOCK:
            found = self.number(count)
        else:
            found = b"".join(self.block(next(self._plan, "any")) for _ in range(count // BLOCK))
        self.tape += found
        return found

    def block(self, what: str) -> bytes:
        """A block as it falls, or zeros, ones or a decoy; or the digits of a probability: a `tie`, or one `under` or `over`.

        A tie can go on: `tie:1:2` are the digits of the probability 1 from its block 2, counted from 0.
        """
        word, _, place = what.partition(":")
        which, _, depth = place.partition(":")
        drawn = self._coins.read(BLOCK)
        match word:
            case "zeros":
                return bytes(BLOCK)
            case "ones":
                return b"\xff" * BLOCK
            case "decoy":
                return drawn[: -len(NOTHING)] + NOTHING
            case "tie" | "under" | "over":
                start = BLOCK * int(depth or 0)
                digits = self.table[int(which)].prefix(start + BLOCK)[start:]
                moved = int.from_bytes(digits) + {"tie": 0, "under": -1, "over": 1}[word]
                return (moved % (1 << 8 * BLOCK)).to_bytes(BLOCK)
            case _:
                return drawn

    def number(self, size: int) -> bytes:
        """A number as it falls, or zeros; or `end`, the first that is rejected, or `last`, the last that is not."""
        drawn = self._coins.read(size)
        if self._retry or self._drawn >= len(self.bounds):
            self._retry = False
            return drawn
        bound = self.bounds[self._drawn]
        end = 256**size // bound * bound
        chosen = {"zeros": 0, "end": end % 256**size, "last": end - 1}.get(self.numbers)
        found = drawn if chosen is None else chosen.to_bytes(size)
        self._retry = int.from_bytes(found) >= end
        self._drawn += not self._retry
        return found


# Coins and outputs: draws whose coins meet the edges of what they are compared with.


SHOTS = (
    "T=1 m=1 r=0 odds=3",
    "T=3 m=1 r=0 odds=3",
    "T=3 m=1 r=1 epsilon=1/2",
    "T=3 m=1 r=1 odds=3",
    "T=2 m=2 r=1/3 odds=9",
    "T=3 m=2 r=1/2 odds=9",
    "T=4 m=2 r=1/3 report_odds=5/2",
    "T=3 m=3 r=1/2 odds=27",
    "T=5 m=3 r=1/2 odds=2",
    "T=2 m=1 r=1/2 epsilon=1e-9",
    "T=2 m=1 r=1/5 epsilon=700",
    "T=2 m=2 epsilon=ln(4)",
    "T=100 m=1 r=0 odds=3",
    "T=300 m=3 r=1/2 odds=27",
)
COUNTING = (
    "T=1 odds=3",
    "T=3 odds=8",
    "T=4 epsilon=1/2",
    "T=2 epsilon=1e-9",
    "T=2 epsilon=700",
    "T=5 odds=2",
)
TESTS = (
    "m1=4 m2=4 tau=1 odds=3",
    "m1=5 m2=5 tau=18/5 epsilon=1/2",
    "m1=4 m2=4 tau=8 odds=3",
    "m1=3 m2=3 tau=1/1000 epsilon=1e-9",
    "m1=3 m2=3 tau=2 epsilon=700",
)
LARGE = "m1=20000 m2=20000 tau=4 epsilon=1/10"
"""A real size, at which products of counts do not fit in 64 bits."""
LARGE_GROUP = 10**4
"""So many people make a group large."""
UNEQUAL = ("m1=4 m2=6 tau=1 odds=4", "m1=1 m2=3 tau=4/3 odds=3")
SKETCHES = (
    "w=4 d=2 odds=9",
    "w=2 d=1 odds=3",
    "w=4 d=3 epsilon=1/2",
    "w=2 d=2 epsilon=1e-9",
    "w=2 d=2 epsilon=700",
)
WIDE = "w=1024 d=16 odds=9"
"""A real size, at which a column does not fit in a byte."""
GIVEN: Mapping[str, Sequence[str]] = {
    "shots.report": SHOTS,
    "counting.glance": (*COUNTING, "T=100 odds=3", "T=300 odds=3"),
    "counting.m_glance": (
        "T=1 m=1 odds=3",
        "T=4 m=2 odds=9",
        "T=5 m=5 epsilon=2",
        "T=100 m=6 epsilon=6",
        "T=300 m=3 odds=27",
    ),
    "counting.memoized": (
        "T=1 kept_odds=3 first_odds=5/3",
        "T=3 kept_odds=20 first_odds=3/2",
        "T=3 kept_odds=3 first_odds=5/3 permanent=optimized",
        "T=100 kept_odds=9 first_odds=3",
    ),
    "counting.loloha": (
        "T=1 kept_odds=3 first_odds=5/3 w=2",
        "T=3 kept_odds=4 first_odds=2 w=3",
        "T=3 kept_odds=20 first_odds=3/2 w=1024",
    ),
    "counting.d_bit_flip": (
        "T=2 bit_odds=3 w=5 d=2",
        "T=3 bit_odds=6/5 w=3 d=1",
        "T=1 bit_odds=9 w=300 d=2",
    ),
    "counting.future_rand": (
        "T=2 changes=1 sign_odds=3 fewest_flips=0 most_flips=0",
        "T=4 changes=2 sign_odds=6/5 fewest_flips=0 most_flips=2",
        "T=8 changes=4 sign_odds=3 fewest_flips=1 most_flips=2",
        "T=32 changes=10 sign_odds=11/10 fewest_flips=0 most_flips=4",
    ),
    "counting.harmony": (*COUNTING, "T=100 odds=3", "T=300 odds=3"),
    "counting.harmony_published": (*COUNTING, "T=100 odds=3", "T=300 odds=3"),
    "counting.borappor": (*COUNTING, "T=100 odds=3", "T=300 epsilon=150"),
    "chi2.algorithm_1_f": (*TESTS[:2], LARGE),
    "chi2.algorithm_1_y1": (*TESTS[:1], *UNEQUAL, LARGE),
    "chi2.algorithm_1_y2": (*TESTS[:1], *UNEQUAL, LARGE),
    "chi2.algorithm_2": (*TESTS, *UNEQUAL, LARGE),
    "chi2.algorithm_2_tight": (*TESTS[:1], *UNEQUAL, LARGE),
    "chi2.algorithm_2_integer": (*TESTS[:1], *UNEQUAL, LARGE),
    "chi2.optimal": (*TESTS, *UNEQUAL, LARGE),
    "chi2.beta_optimal": tuple(f"{each} beta=1/2" for each in (*TESTS, *UNEQUAL, LARGE)),
    "sketch.unary": (
        "w=4 d=2 p=1/4 q=3/4",
        "w=2 d=3 p=1/1000000 q=1/2",
        "w=3 d=1 p=1/3 q=2/3",
        "w=1024 d=16 p=1/4 q=3/4",
    ),
    "sketch.cms": (*SKETCHES, WIDE),
    "sketch.oue": (*SKETCHES[:4], WIDE),
    "sketch.optimal": (*SKETCHES, "w=2 d=1 odds=9", WIDE),
    "sketch.hcms": (*SKETCHES, "w=8 d=2 odds=3", "w=8 d=300 odds=3", WIDE),
    "sketch.hcms_plus": (*SKETCHES, "w=8 d=2 odds=3", WIDE),
    "sketch.count_sketch": ("w=4 d=2 odds=9", "w=2 d=1 odds=3", "w=8 d=3 epsilon=1/2", WIDE),
    "sketch.kary": (*SKETCHES, "w=3 d=257 odds=3", WIDE),
    "sketch.per_user": (
        "w=4 odds=9",
        "w=2 epsilon=1/2",
        "w=3 epsilon=1e-9",
        "w=3 epsilon=700",
        "w=1024 odds=9",
    ),
    "sketch.local_hash": (
        "w=4 odds=3",
        "w=2 epsilon=1/2",
        "w=3 epsilon=1e-9",
        "w=3 epsilon=700",
        "w=1024 odds=9",
    ),
    "sketch.all_rows": (*SKETCHES[1:], "w=2 d=2 odds=81", "w=64 d=16 odds=65536"),
    "sketch.unary_all_rows": (
        "w=2 d=2 p=1/4 q=3/4",
        "w=3 d=1 p=1/1000000 q=1/2",
        "w=2 d=3 p=1/3 q=2/3",
    ),
}
"""The parameters that draws are made with."""

PLANS: Sequence[tuple[str, Sequence[str], str]] = (
    ("any", (), "any"),
    ("tie", ("tie:0",), "any"),
    ("tie", ("any", "tie:1"), "any"),
    ("tie", ("tie:1", "any", "tie:0"), "any"),
    ("tie", ("tie:2", "any"), "any"),
    ("tie-twice", ("tie:0", "tie:0:1"), "any"),
    ("tie-twice", ("tie:1", "tie:1:1", "under:1:2"), "any"),
    ("under", ("under:0", "under:1", "under:2"), "any"),
    ("over", ("over:0", "over:1", "over:2"), "any"),
    ("under", ("tie:0", "under:0:1"), "any"),
    ("over", ("tie:1", "over:1:1"), "any"),
    ("decoy", ("decoy",), "any"),
    ("decoy", ("decoy", "decoy", "any", "decoy"), "zeros"),
    ("zeros", ("zeros", "any"), "last"),
    ("ones", ("ones", "any", "ones"), "any"),
    ("number-zero", (), "zeros"),
    ("number-last", (), "last"),
    ("number-rejected", (), "end"),
)
"""A flag, the first blocks, and what numbers are; which place is meant depends on how long the table is."""


def randomize_vectors() -> Iterator[Vector]:
    """Them all."""
    return make_vectors("randomize", randomize_cases())


def randomize_cases() -> Iterator[Case]:
    """For each mechanism, its parameters and each plan; inputs take turns."""
    for name, sets in GIVEN.items():
        for written in sets:
            given = split_parameters(written)
            known = make_mechanism(name, given)
            inputs = cycle(edge_inputs(known))
            large = isinstance(known, ChiSquared) and known.m1 >= LARGE_GROUP
            sizes = [f"{word}-epsilon" for word, value in EDGES.items() if given.get("epsilon") == value]
            sizes += ["large"] * large + [FLAG] * is_real_size(given)
            for place, (flag, blocks, numbers) in enumerate(PLANS):
                secret = next(inputs)
                # Numbers of three bytes are there for themselves: of decisions they say nothing new.
                long = max(number_bounds(known), default=0) > 256
                if not is_plan_possible(numbers, number_bounds(known)) or (long and blocks):
                    continue
                if large and flag not in ("any", "under", "over"):
                    continue
                if flag != "any" and has_long_coins(name, known):
                    continue
                coins = planned_tape(known, secret, f"{name} {written} {place}", blocks, numbers)
                request = {"op": "randomize", "mechanism": name, "parameters": given, "input": secret}
                for kind, content in coin_variants(place, coins):
                    if content is not None:
                        yield Case({**request, "coins": content.hex()}, (kind or flag, *sizes))


def is_real_size(given: Mapping[str, str]) -> bool:
    """Whether these are rounds, columns or rows as in use."""
    return int(given.get("T", "0")) >= 100 or given.get("w") == "1024" or given.get("d") == "16"


def has_long_coins(name: str, known: AnyMechanism) -> bool:
    """Whether a report takes a block for each of many columns; for one mechanism of this kind edges are tried there, too."""
    return (
        isinstance(known, Reporting)
        and isinstance(known.channel, Unary)
        and known.channel.width >= 64
        and name != "sketch.cms"
    )


EDGES = {"tiny": "1e-9", "huge": "700"}
"""The budgets that have a flag."""


def coin_variants(place: int, coins: bytes) -> Iterator[tuple[str, bytes | None]]:
    """The coins, and now and then what is not quite them."""
    yield "", coins
    if place == 1:
        yield "short", coins[:-1]
    if place == 15:
        yield "empty", b""
    if place == 3:
        yield "longer", coins + b"\x00\xff"


def planned_tape(known: AnyMechanism, secret: str, seed: str, blocks: Sequence[str], numbers: str) -> bytes:
    """The coins that a plan makes, as far as they are read."""
    one = known.secrets.read(secret)
    table = compared_probabilities(known, secret)
    plan = [wrap_plan_step(each, len(table)) for each in blocks]
    if isinstance(known, Reporting) and isinstance(known.channel, Unary):
        plan = interleave_plan(plan, known.channel.width)
    if isinstance(known, DBitFlip):
        plan = interleave_plan(plan, known.d)
    coins = PlannedCoins(seed, table, number_bounds(known), plan, numbers)
    known.randomize(one, coins)
    return bytes(coins.tape)


def is_plan_possible(numbers: str, drawn: Sequence[int]) -> bool:
    """Whether there are numbers of which a plan is true: those below a divisor of 256 are never rejected."""
    if numbers == "end":
        return any(256**3 % bound for bound in drawn)
    return numbers == "any" or bool(drawn)


def interleave_plan(plan: Sequence[str], width: int) -> list[str]:
    """A plan for decisions that read their first blocks one after the other, and the next ones after these."""
    first = [each for each in plan if each.count(":") < 2]
    return [*first[:width], *["any"] * (width - len(first)), *(each for each in plan if each.count(":") == 2)]


def wrap_plan_step(what: str, size: int) -> str:
    """A plan for a longer table, for one of this size."""
    word, colon, place = what.partition(":")
    which, deeper, depth = place.partition(":")
    return f"{word}:{int(which) % size}{deeper}{depth}" if colon else word


def number_bounds(known: AnyMechanism) -> Sequence[int]:
    """Below which the numbers are that a mechanism draws."""
    match known:
        case Shots() as shots:
            return range(shots.T - shots.m + 1, shots.T + 1)
        case Counting() as counting:
            return range(counting.T - counting.reports + 1, counting.T + 1)
        case Loloha(T=T, w=w):
            return (w,) * 2 * T
        case DBitFlip(w=w, d=d):
            return range(w - d + 1, w + 1)
        case FutureRand(signs=signs):
            rows = sum(signs.replaced_rows())
            return (known.levels, *[rows] * (rows > 0), *[2] * known.T)
        case Reporting(rows=Rows.SAMPLED, d=d, channel=channel):
            return (d, channel.width - (channel.skip if isinstance(channel, Hadamard) else 0))
        case _:
            return ()


def edge_inputs(known: AnyMechanism) -> Sequence[str]:
    """Some inputs: both ends, and what lies between."""
    match known:
        case Shots() | BitRoundMechanism():
            T = known.T
            return tuple(dict.fromkeys(("0" * T, "1" * T, ("01" * T)[:T], ("110" * T)[:T])))
        case Loloha(T=T, w=w) | DBitFlip(T=T, w=w):
            rows = ((0,) * T, (w - 1,) * T, (w - 1, 0, w - 1)[:T], range(T))
            return tuple(dict.fromkeys(",".join(str(cell % w) for cell in row) for row in rows))
        case FutureRand(T=T, changes=k):
            changing = range(0), range(1, k + 1), range(T - k + 1, T + 1), range(1, T + 1, -(-T // k))
            return tuple(known.secrets.write(states_changing_in(T, each)) for each in changing)
        case ChiSquared(m1=m1, m2=m2) if m1 >= LARGE_GROUP:
            # Near the threshold, where a 1 is neither certain nor impossible.
            b = m2 // 2
            a = next(
                a for a in range(m1 // 2, m1) if known.secrets.of_cells(a, b).significant(known.test.tau)
            )
            return f"{a},{b}", f"{a - 1},{b}", f"{a + 3},{b}", f"{a - 4},{b}", f"{b},{a}"
        case ChiSquared(m1=m1, m2=m2):
            return f"{m1 - 1},1", f"{m1},0", "0,0", f"1,{m2 - 1}", f"{m1},{m2}", f"{m1 // 2},{m2 // 2}"
        case Reporting(d=d, channel=channel):
            last = channel.width - 1
            rising = ",".join(str(row % channel.width) for row in range(d))
            found: tuple[str, ...] = (rising, ",".join(["0"] * d), ",".join([str(last)] * d))
            if channel.width > 256:
                # Columns that do not fit in a byte, another in each row.
                found = (",".join(str((255 + 263 * row) % channel.width) for row in range(d)), *found)
            return tuple(dict.fromkeys(found))
        case _:
            raise TypeError(known)
