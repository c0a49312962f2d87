"""A mechanism of one's own: what its class states, and what follows from that.

A `Randomizer` is a frozen dataclass with its parameters as fields, and three members; `docs/own.md` has whole ones.

- `secrets` and `outputs` are spaces: what a person may have, and what may come out, with how each value is written as
  JSON. `Finite` is a space of a few numbers, words or tuples of these; a larger one is a class with `read`, `write`,
  `schema` and `__iter__`, which lists the values or refuses to.
- `likelihood(secret, output)` is the probability of an output, a `Real`: exact where the parameters let it be.

Three more have a definition that serves where all can be listed, and may have another:

- `randomize(secret, coins)` draws an output with exactly these probabilities, by `ldproof.exact` and no other
  randomness. How many bytes it takes must not depend on the secret, nor on what is drawn.
- `neighbours(level, one, other)` says of which secrets privacy is promised: at `user` level all that a person may have,
  at `event` level those that differ in one event. Where a person has one value, the level does not matter.
- `privacy(level)` states the tight odds e^epsilon, and two neighbours and an event that reach them. `tight` finds all
  three by looking at every pair and output; with a closed form it is a `Privacy(odds, likely, unlikely, event)`.

A `Rounds` has a `step` instead of a likelihood: the probability of one round's report, given all before it. A class with
all six is a `Mechanism`, whatever else it is.

Randomized response, for example: a truthful answer with probability 3/4.

    >>> from dataclasses import dataclass
    >>> from fractions import Fraction
    >>> from ldproof.coins import SeededCoins
    >>> from ldproof.numbers import Real
    >>> @dataclass(frozen=True)
    ... class Response(Randomizer[str, str]):
    ...     truth: Fraction
    ...
    ...     secrets = outputs = Finite(("no", "yes"))
    ...
    ...     def likelihood(self, secret: str, output: str) -> Real:
    ...         return Real(self.truth if output == secret else 1 - self.truth)
    >>> response = Response(Fraction(3, 4))
    >>> response.randomize("yes", SeededCoins(b"a seed"))
    'yes'

What follows is a function of these members. `law_of` is the law of what comes out for a secret, a `law.Law` with its
moments, events and compositions; it is refused where likelihoods do not add up to 1:

    >>> print(law_of(response, "yes")["yes"], law_of(response, "yes")["no"])
    3/4 1/4

The tight epsilon is the logarithm of the odds, known as closely as one asks:

    >>> from ldproof.numbers import enclose
    >>> privacy = response.privacy("user")
    >>> print(privacy.odds, enclose(privacy.epsilon, 10).lower)
    3 1.098612288668

`valid` refuses what is no value of a space, `from_text` and `to_text` read and write what stands on a command line:

    >>> from_text(response.secrets, "maybe")
    Traceback (most recent call last):
        ...
    ldproof.rejections.Refused: what is none of a few values (out-of-range); accepted: one of "no", "yes"

And `ldproof.audit` holds a program against it: `audit.claim.of_mechanism` makes the claim, with the tight odds and with
the pair and the event that reach them, which is where the audit looks first.
"""

from ldproof.mechanisms.laws import law_of
from ldproof.mechanisms.maximum import tight
from ldproof.mechanisms.protocol import LEVELS, MEMBERS, Level, Mechanism, Privacy, Space, level_of
from ldproof.mechanisms.randomizer import Randomizer
from ldproof.mechanisms.rounds import Rounds, Rows, neighbours
from ldproof.mechanisms.spaces import Finite, every, from_text, json_of, of_texts, text_of, to_text, valid

__all__ = [
    "LEVELS",
    "MEMBERS",
    "Finite",
    "Level",
    "Mechanism",
    "Privacy",
    "Randomizer",
    "Rounds",
    "Rows",
    "Space",
    "every",
    "from_text",
    "json_of",
    "law_of",
    "level_of",
    "neighbours",
    "of_texts",
    "text_of",
    "tight",
    "to_text",
    "valid",
]
