"""A program that serves our own mechanisms: a name, and those of them that it knows, are its arguments."""

import sys

from ldproof.catalogue import mechanism
from ldproof.programs import Parameters, Value
from ldproof.programs.serving import Draw, serve
from ldproof.rejections import Reason, Refused


def draws(name: str, parameters: Parameters, given: Value) -> Draw:
    """One person's outputs, all as texts."""
    if not isinstance(given, str):
        raise Refused(Reason.NOT_A_VALUE, "an input that is no text", "the text of a secret")
    known = mechanism(name, parameters)
    secret = known.secrets.read(given)
    return lambda coins: known.outputs.write(known.randomize(secret, coins))


if __name__ == "__main__":
    serve(sys.argv[1], sys.argv[2:], draws)
