"""`python -m tests.audit.targets.served`: a program that speaks the protocol and answers like `leaning`."""

from ldproof.programs import Parameters, Value
from ldproof.programs.serving import Draw, serve
from tests.audit.targets.answers import leaning


def draws(mechanism: str, parameters: Parameters, given: Value) -> Draw:
    """One in two where 0 is given, and three in four where 1 is."""
    return lambda coins: leaning(int(str(given)), coins)


if __name__ == "__main__":
    serve("leaning", {"leaning"}, draws)
