"""A mutant is put in its place: functions that are imported already answer with it; what is worked out before that does not."""

import gc
import os
from typing import NoReturn

import pytest

from ldproof.oracle.ops import answered as right
from ldproof.programs.messages import Message
from tests.drivers.mutation.exchanged import exchanged, imported, put
from tests.drivers.mutation.mutants import mutants
from tests.drivers.mutation.reach import modules
from tests.drivers.mutation.trials import Trial, fates

Q = {"op": "eval", "formula": "shots.q", "parameters": {"T": "3", "m": "1", "r": "1/3", "odds": "4"}}
HARMONY = {
    "op": "eval",
    "formula": "counting.harmony_upper",
    "parameters": {"N": "4", "T": "3", "beta": "1/2", "odds": "3"},
}


@pytest.mark.parametrize(
    ("module", "change", "request_", "at_once"),
    [
        ("reporting.coin", "1 / (2 + excess)  ->  1 * (2 + excess)", Q, True),
        # Another default than mu = 1.
        ("counting.rivals", "1  ->  0", HARMONY, False),
    ],
)  # fmt: skip
def test_a_mutant_answers(module: str, change: str, request_: Message, at_once: bool) -> None:
    name = f"ldproof.{module}"
    source = modules()[name].read_text(encoding="utf-8")
    first = next(each for each in mutants(source) if each.change == change)
    trial = Trial(name, first.source, {}, (), 60, first.text, change)

    def run(each: Trial, into: int) -> NoReturn:
        try:
            memory = imported("ldproof")
            put(each, memory)
            from ldproof.oracle.ops import answered

            said = f"{exchanged(each, memory)} {answered(request_)}"
        except BaseException as why:  # noqa: BLE001  # else the test would go on twice
            said = repr(why)
        os.write(into, said.encode())
        os._exit(0)

    correct = str(right(request_))
    # What has answered before is frozen, as it is in a run of all tests.
    gc.freeze()
    ((_, said, _),) = fates([trial], 1, run)
    in_place, _, answer = said.partition(" ")
    assert in_place == str(at_once)
    assert answer.startswith("{'value'")
    assert answer != correct
