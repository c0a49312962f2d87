"""Fuzzing runs; each case follows from its seed and number alone, so that it can be repeated."""

from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from shlex import join
from unittest.mock import patch

from ldproof.cli import audit as audit_command
from tests.drivers.fuzz.invocations import draw_invocation, is_harmless, write_files
from tests.drivers.fuzz.judging import Slow, flaws_of_invocation, flaws_of_line, limit_seconds
from tests.drivers.fuzz.lines import draw_line


@dataclass(slots=True)
class Fuzzed:
    """The endings of all cases, the slow ones, and the flaws."""

    ends: Counter[str] = field(default_factory=Counter)
    slow: list[str] = field(default_factory=list)
    flaws: list[str] = field(default_factory=list)

    def told(self) -> str:
        counts = [f"{times:7,} {end}" for end, times in sorted(self.ends.items())]
        return "\n".join([*counts, f"{len(self.slow):7,} given up as slow", f"{len(self.flaws):7,} flaws"])


def run_cases(
    count: int,
    seed: str,
    seconds: float,
    *,
    begin: int = 0,
    only: int | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Fuzzed:
    """Run cases in the current folder, in this process: a process for each case would take most of the time."""
    write_files(Path.cwd())
    found = Fuzzed()
    with patch.object(audit_command, "Pool", lambda _: nullcontext()):
        for number in range(begin, begin + count) if only is None else [only]:
            run_case(Random(f"{seed}:{number}"), number, seconds, found, tell)
            if number % 10_000 == 9_999:
                tell(f"{number + 1:,}")
    return found


def run_case(random: Random, number: int, seconds: float, found: Fuzzed, tell: Callable[[str], None]) -> None:
    """Run one case: an invocation if its number is even, and otherwise a line."""
    if number % 2:
        said = draw_line(random)
        name, words, ask = "line", repr(said), partial(flaws_of_line, said)
    else:
        asked = draw_invocation(random)
        while not is_harmless(asked):
            asked = draw_invocation(random)
        name, words, ask = "invocation", join(asked), partial(flaws_of_invocation, asked)
    try:
        with limit_seconds(seconds):
            end, flaws = ask()
    except Slow:
        found.slow.append(words)
        tell(f"slow {number}: {words[:300]!r}")
        return
    except BaseException as escaped:  # noqa: BLE001  (whatever it is, nobody answered)
        end, flaws = "escaped", [f"{type(escaped).__name__}: {escaped}"]
    found.ends[f"{name}: {end}"] += 1
    for flaw in flaws:
        found.flaws.append(f"{number}: {words}: {flaw}")
        tell(f"FLAW {number}: {flaw}: {words[:600]!r}")
