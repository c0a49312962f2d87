"""The exact law of what a person sends."""

from functools import cache, partial

from ldproof.catalogue import read
from ldproof.catalogue.laws import Tight as Read
from ldproof.interface.mechanisms import Mechanism, known
from ldproof.interface.results import LawResult, Tight
from ldproof.interface.values import DIGITS, certified, whole


def law(
    mechanism: Mechanism | object, secret: object, /, *, output: object = None, digits: int = DIGITS
) -> LawResult:
    """The law of what comes out for an input, with the tight epsilon at user and at event level.

    With an output, only the likelihood of that one, which works also where there are too many outputs to list. Inputs
    and outputs are given as on the command line, as texts, or as the JSON values that a program sends.

    >>> from ldproof.interface.mechanisms import mechanism
    >>> print(law(mechanism("counting.glance", T=2, odds=3), "10"))
    counting.glance, input 10
    0-: 1/8 = 0.125
    1-: 3/8 = 0.375
    -0: 3/8 = 0.375
    -1: 1/8 = 0.125
    epsilon: 1.0986122886681096913...
    """
    chosen, places = known(mechanism), whole("digits", digits)
    given = chosen.text_of_input(secret)
    wanted = None if output is None else chosen.text_of_output(output)
    found = read(chosen.made, given, wanted, places)
    told = cache(partial(certified, places=places))
    shares = {each: told(share) for each, share in found.probabilities.items()}
    return LawResult(chosen.name, given, shares, tight(found.user, places), tight(found.event, places))


def tight(found: Read, places: int) -> Tight:
    """The privacy at a level."""
    return Tight(certified(found.odds, places), certified(found.epsilon, places))
