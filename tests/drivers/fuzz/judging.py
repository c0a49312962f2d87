"""The conditions that every answer must satisfy."""

import json
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from types import FrameType
from typing import NoReturn

from click.testing import CliRunner
from jsonschema import Draft202012Validator

from ldproof.cli.main import app
from ldproof.errors import Reason
from ldproof.oracle.operations import answer_request
from ldproof.programs.serving import answer_lines

STATUSES = {0, 1, 2, 3}
JUDGES = {"audit", "conform", "prove"}
"""The commands for which 1 is an answer."""
FLAGS = {"--list", "--check", "--throughout"}
"""Options without a value."""
AGAIN = 1.0
"""The seconds of processor time between two attempts to give up."""
NAMED = re.compile(rf"\(({'|'.join(Reason)})\); accepted: .", re.DOTALL)
USAGE = re.compile(r"^Error: .", re.MULTILINE)
NO_NUMBER = re.compile(r"\b(nan|NaN|NAN)\b")
REFUSAL = Draft202012Validator(
    json.loads(files("ldproof").joinpath("schemas/refusal.json").read_text(encoding="utf-8"))
)


class Slow(BaseException):
    """An answer took more processor time than its limit; this is counted, and is no flaw."""


@contextmanager
def limit_seconds(seconds: float) -> Iterator[None]:
    """Raise `Slow` after this processor time, repeatedly, as Python drops exceptions raised during cleanup."""

    def late(_signal: int, _frame: FrameType | None) -> NoReturn:
        raise Slow

    def dropped(what: "sys.UnraisableHookArgs") -> None:
        if what.exc_type is not Slow:
            hook(what)

    before, hook = signal.signal(signal.SIGVTALRM, late), sys.unraisablehook
    sys.unraisablehook = dropped
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        sys.unraisablehook = hook


def flaws_of_invocation(words: Sequence[str], given: bytes = b"") -> tuple[str, list[str]]:
    """Return how an invocation ended, and its flaws."""
    # No system passes a null character in an argument.
    result = CliRunner().invoke(app, [each.replace("\0", "") for each in words], input=given)
    status, out, err = result.exit_code, result.stdout, result.stderr
    flaws = []
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        flaws.append(f"raised {type(result.exception).__name__}: {result.exception}")
    if status not in STATUSES:
        flaws.append(f"ends with {status}")
    if status == 1 and not JUDGES.intersection(words):
        flaws.append("1 where there is no verdict")
    if "Traceback" in out + err:
        flaws.append("a traceback")
    if NO_NUMBER.search(out) and not any(NO_NUMBER.search(each) for each in words):
        flaws.append("no number in the answer")
    usage = USAGE.search(err) is not None
    helped = "Usage: " in (out if words else err) and (status == 0 or not words)
    if status in {2, 3} and not (usage or helped or NAMED.search(err) or "nothing could be tested" in out):
        flaws.append("no reason is named")
    if status == 2 and out and not (usage or helped):
        flaws.append("an answer beside a refusal")
    if asks_for_json(words) and not (usage or helped):
        flaws += flaws_of_json(status, out, err)
    return "help" if helped else str(status), flaws


def asks_for_json(words: Sequence[str]) -> bool:
    """Return whether `--json` is an option here, and not an option's value or a word for a program."""
    ours = words[: words.index("--")] if "--" in words else words
    if "--json" not in ours:
        return False
    place = ours.index("--json")
    if "--pair" in ours[max(place - 2, 0) : place]:  # which takes two words
        return False
    return not ours[place - 1].startswith("--") or ours[place - 1] in FLAGS


def flaws_of_json(status: int, out: str, err: str) -> Iterator[str]:
    """Return the flaws of an output that must be JSON."""
    try:
        if status in {0, 1} and out.startswith(("{", "[")):
            json.loads(out, parse_constant=no_number)
        elif status in {2, 3} and err:
            REFUSAL.validate(json.loads(err.splitlines()[-1], parse_constant=no_number))
    except Exception as flaw:  # noqa: BLE001  (whatever it is)
        yield f"no JSON: {type(flaw).__name__}: {flaw}"


def no_number(name: str) -> NoReturn:
    raise ValueError(f"no number: {name}")


def flaws_of_line(line: bytes) -> tuple[str, list[str]]:
    """Return how a line was answered, and the flaws of the answer."""
    (answer,) = answer_lines([line], answer_request)
    if not answer.endswith(b"\n") or answer.count(b"\n") != 1:
        return "garbage", ["not one line"]
    try:
        told = json.loads(answer, parse_constant=no_number)
    except ValueError as flaw:
        return "garbage", [f"no JSON: {flaw}"]
    if not isinstance(told, dict) or "id" not in told:
        return "garbage", ["no answer"]
    if "error" in told:
        known = told.get("reason") in set(Reason)
        return f"refused: {told.get('reason')}", [] if known and told["error"] else ["no reason is named"]
    if "unsupported" in told:
        return "unsupported", [] if told["unsupported"] else ["no words"]
    return "answered", [] if len(told) > 1 else ["nothing is answered"]
