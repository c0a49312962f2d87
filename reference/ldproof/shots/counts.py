"""How many ones arrive in each round: exact draws for groups of people, without anybody's transcript."""

from numpy.typing import ArrayLike

from ldproof.arrays import Int64Array, numbers
from ldproof.coins import Coins
from ldproof.domains import accept
from ldproof.rejections import Reason, Refused
from ldproof.reporting import ones as draws
from ldproof.reporting.reporters import Reporters, States, bits, by_stream
from ldproof.shots.parameters import Parameters


def ones(parameters: Parameters, streams: States, people: ArrayLike, coins: Coins) -> Int64Array:
    """The number of ones in each round, where `people[i]` have the states `streams[i]`.

    The number of draws does not depend on the number of people. That of coins does if more than one and fewer than all
    rounds are chosen: who reports then takes about 2 bits at most for each of them in each round.
    """
    states = bits(streams, parameters.T)
    groups = numbers("the numbers of people", people, "stream")
    if groups.size != len(states):
        raise Refused(
            Reason.WRONG_COUNT, f"{groups.size} numbers of people", f"one for each of {len(states)} streams"
        )
    N = int(accept({"N": sum(groups.tolist())})["N"])
    return received(parameters, N, by_stream(parameters.m, states, groups, coins), coins)


def received(parameters: Parameters, N: int, reporters: Reporters, coins: Coins) -> Int64Array:
    """The number of ones in each round, given who reports in it."""
    reported = draws.reports(reporters, parameters.budget.report_excess(), coins)
    return reported + draws.fillings(N - reporters.everybody, parameters.r, coins)
