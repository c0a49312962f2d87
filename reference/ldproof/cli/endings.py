"""How a command ends: with an exit status, and with one line on standard error if it was refused."""

import sys
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import typer

from ldproof.cli.output import NO_ROOM, Status, complain, say_json, silence
from ldproof.plugins import at_fault
from ldproof.rejections import OTHERS_FAULT, Reason, Refused, Terminated

Parameters = ParamSpec("Parameters")


def ending(command: Callable[Parameters, Status]) -> Callable[Parameters, None]:
    """The command as typer calls it."""

    @wraps(command)
    def run(*args: Parameters.args, **kwargs: Parameters.kwargs) -> None:
        try:
            status = int(command(*args, **kwargs))
            sys.stdout.flush()
        except BrokenPipeError:
            silence(sys.stdout)  # nobody reads on, and nothing is wrong
            status = Status.FINE
        except (Refused, OSError) as why:
            machine = bool(kwargs.get("machine") or kwargs.get("form") == "json")
            status = refuse(why if isinstance(why, Refused) else unwritten(why), machine=machine)
        except (KeyboardInterrupt, Terminated):
            raise
        except BaseException as error:
            if (refusal := at_fault(error)) is None:
                raise
            status = refuse(refusal, machine=bool(kwargs.get("machine") or kwargs.get("form") == "json"))
        raise typer.Exit(status)

    return run


def refuse(refusal: Refused, *, machine: bool) -> Status:
    """Name the reason, and what would be accepted; for a machine once more as JSON, on the last line."""
    complain(f"ldproof: {refusal}")
    if machine:
        say_json({"reason": refusal.reason, "what": refusal.what, "accepted": refusal.accepted}, error=True)
    undecided = OTHERS_FAULT | {Reason.UNDECIDED}
    return Status.UNDECIDED if refusal.reason in undecided else Status.REFUSED


def unwritten(error: OSError) -> Refused:
    """The refusal of an output that has no room; any other error is ours."""
    if error.errno not in NO_ROOM:
        raise error
    silence(sys.stdout)
    return Refused(Reason.NO_SUCH_PLACE, f"writing: {error.strerror}", "an output with room")
