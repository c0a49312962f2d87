"""The binary mechanism: the coin with which a person reports one bit.

Its parameter is the excess odds `x = e^epsilon - 1`: everything below is rational in it, and a float keeps
its digits where epsilon is small.
"""

from ldproof.numbers import Exact


def truth(excess: Exact) -> Exact:
    """The probability e^epsilon / (e^epsilon + 1) of reporting the bit that is so."""
    return (1 + excess) / (2 + excess)


def lie(excess: Exact) -> Exact:
    """The probability 1 / (e^epsilon + 1) of reporting the other bit."""
    return 1 / (2 + excess)


def contrast(excess: Exact) -> Exact:
    """truth - lie, without cancellation."""
    return excess / (2 + excess)


def spoken(excess: Exact, state: int, seen: int) -> Exact:
    """The probability of seeing a bit from whoever reports a state."""
    return truth(excess) if seen == state else lie(excess)


def silent(r: Exact, seen: int) -> Exact:
    """The probability of seeing a bit from whoever sends a dummy, which is 1 with probability r."""
    return r if seen else 1 - r
