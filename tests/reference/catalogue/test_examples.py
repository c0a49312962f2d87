"""The examples: one of each mechanism, and its output can come out."""

import pytest

from ldproof.catalogue.examples import EXAMPLES
from ldproof.catalogue.mechanisms import MECHANISMS, mechanism


def test_there_is_one_of_each() -> None:
    assert {*EXAMPLES} == {*MECHANISMS}


@pytest.mark.parametrize("name", EXAMPLES)
def test_it_can_come_out(name: str) -> None:
    example = EXAMPLES[name]
    known = mechanism(name, example.parameters)
    assert known.likelihood(known.secrets.read(example.input), known.outputs.read(example.output)) > 0
