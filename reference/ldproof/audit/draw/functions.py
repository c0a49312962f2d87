"""A function of Python as something to draw from: what it is given, and what may come out."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from inspect import Parameter, Signature, signature
from itertools import groupby

from ldproof.audit.draw.outputs import one_by_one, several
from ldproof.audit.draw.patience import Late, limited, ours
from ldproof.codec.values import ACCEPTED, shortened
from ldproof.coins import Coins, Counted, SeededCoins
from ldproof.programs import Parameters, Value, canonical
from ldproof.rejections import Reason, Refused

NO_OUTPUT = {Reason.NOT_A_VALUE, Reason.WRONG_COUNT}
"""Why what a function gives cannot be counted."""
OURS = ("count", "coins")
"""The parameters that are not the mechanism's."""
WAYS = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)


@dataclass(frozen=True, slots=True)
class Call:
    """A function, and everything that it is given besides the input, the count and the coins."""

    place: str
    function: Callable[..., object]
    parameters: Parameters
    counts: bool
    tosses: bool
    seconds: float | None = None
    """How long a call may take."""

    def sample(self, inputs: Sequence[Value], order: Sequence[int], coins: Coins) -> list[str]:
        """A draw with one of some inputs after the other. Who is called for each also shows how many coins it takes."""
        if isinstance(coins, SeededCoins) and not self.tosses:
            raise Refused(
                Reason.UNKNOWN_PARAMETER,
                f"{self.place} takes no coins, so that a seed decides nothing",
                "no seed, or a function with a parameter `coins`",
            )
        asked: deque[Value] = deque(inputs[:1], maxlen=1)
        try:
            with limited(self.seconds) as begun:
                begin = Asked(asked, begun)
                drawn = self._in_runs if self.counts else self._each
                return [*drawn(inputs, order, coins, begin)]
        except Late as flaw:
            raise flaw.refusal(f"{self.place} on the input {said(asked[0])}") from flaw
        except GeneratorExit as flaw:  # nobody gives up anything here: it is the function's
            raise self._ended(asked[0], flaw) from flaw
        except (Refused, RecursionError) as flaw:
            if isinstance(flaw, Refused) and flaw.reason not in NO_OUTPUT:
                raise
            why = flaw.what if isinstance(flaw, Refused) else "a list that contains itself"
            accepted = flaw.accepted if isinstance(flaw, Refused) else ACCEPTED
            raise Refused(
                Reason.NOT_AN_ANSWER, f"{self.place} on the input {said(asked[0])} gives {why}", accepted
            ) from flaw

    def _in_runs(
        self, inputs: Sequence[Value], order: Sequence[int], coins: Coins, begin: "Asked"
    ) -> Iterator[str]:
        """As many outputs at once as have the same input."""
        tossed = {"coins": coins} if self.tosses else {}
        for index, count in runs(order):
            given = inputs[index]
            begin(given)
            with self._answering(begin):
                outputs = self.function(given, count=count, **self.parameters, **tossed)
            yield from several(outputs, count)

    def _each(
        self, inputs: Sequence[Value], order: Sequence[int], coins: Coins, begin: "Asked"
    ) -> Iterator[str]:
        """One after the other, each with the bytes of coins that were taken for it."""
        counted = Counted(coins)
        ways = [self._way(given, counted) for given in inputs]

        def answers() -> Iterator[tuple[object, int | None]]:
            with self._answering(begin):
                for index in order:
                    before = counted.taken
                    begin(inputs[index])
                    output = ways[index]()
                    yield output, counted.taken - before if self.tosses else None

        return one_by_one(answers())

    def _way(self, given: Value, coins: Coins) -> Callable[[], object]:
        """What draws with an input."""
        function = self.function
        if not self.tosses:
            return partial(function, given, **self.parameters)
        if self.parameters:
            return partial(function, given, coins=coins, **self.parameters)
        return lambda: function(
            given, coins=coins
        )  # keywords that are known take a partial's time from every call

    @contextmanager
    def _answering(self, begin: "Asked") -> Iterator[None]:
        """Whatever the function raises is its own."""
        try:
            yield
        except Refused as refusal:
            raise Refused(
                Reason.PROGRAM_REFUSED,
                f"{self.place} refuses the input {said(begin.last[0])}: {refusal}",
                "an output",
            ) from refusal
        except BaseException as flaw:
            if ours(flaw) or isinstance(flaw, GeneratorExit):  # by which draws are given up, too
                raise
            raise self._ended(begin.last[0], flaw) from flaw

    def _ended(self, given: Value, flaw: BaseException) -> Refused:
        return Refused(
            Reason.PROGRAM_ENDED, f"{self.place} on the input {said(given)} {raised(flaw)}", "an output"
        )


@dataclass(frozen=True, slots=True)
class Asked:
    """What is said before every call, so that its input can be named and its time be taken."""

    last: deque[Value]
    begun: Callable[[], None]

    def __call__(self, given: Value) -> None:
        """It begins."""
        self.last.append(given)
        self.begun()


def runs(order: Sequence[int]) -> Iterator[tuple[int, int]]:
    """How often the same comes in a row."""
    return ((each, sum(1 for _ in same)) for each, same in groupby(order))


def call(
    place: str, function: Callable[..., object], parameters: Parameters, seconds: float | None = None
) -> Call:
    """What a function is given: the parameters that it names, or all if it takes any."""
    try:
        asked = signature(function)
    except (TypeError, ValueError):  # some that are written in C do not say
        asked = Signature([Parameter("input", Parameter.POSITIONAL_ONLY)])
    first, others = [*asked.parameters][:1], [*asked.parameters.values()][1:]
    named = {each.name for each in others if each.kind in WAYS}
    if taken := [name for name in OURS if name in named and name in parameters]:
        raise Refused(
            Reason.REPEATED, f"{place} is to be given {' and '.join(taken)}", "parameters of other names"
        )
    if any(each.kind is Parameter.VAR_KEYWORD for each in others):
        named |= parameters.keys() - {*first}
    chosen = {name: parameters[name] for name in parameters if name in named}
    ours = {name: None for name in OURS if name in named}
    try:
        asked.bind(None, **chosen, **ours)
    except TypeError as flaw:
        names = ", ".join((*parameters, *OURS))
        raise Refused(
            Reason.MISSING,
            f"{place} cannot be called: {flaw}",
            f"a function of an input, and of any of {names}",
        ) from flaw
    return Call(place, function, chosen, "count" in ours, "coins" in ours, seconds)


def said(given: Value) -> str:
    """An input as it can be quoted."""
    return shortened(canonical(given))


def raised(flaw: BaseException) -> str:
    """What was raised, and in which line."""
    last = flaw.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    where = f" ({last.tb_frame.f_code.co_filename}, line {last.tb_lineno})" if last is not None else ""
    try:
        said_of_it = f": {shortened(str(flaw), 300)}"
    except BaseException as worse:
        if ours(worse):
            raise
        said_of_it = ""
    return f"raised {type(flaw).__name__}{said_of_it}{where}"
