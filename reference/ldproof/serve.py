# -*- coding: utf-8 -*-
"""Serve a function to `ldproof audit`: this one file is all that an old environment needs.

It uses the standard library alone, and runs in Python 2.7 and from 3.6 on. Copy it there, and run it from another
environment, in which ldproof is installed; mine.py is in the current folder, or importable:

    ldproof audit black-box epsilon=1 --pair 0 1 -- /old/bin/python serve.py mine:function

The function gets an input and, as texts, those of the claim's parameters that it names and that no `functools.partial`
fixes. It returns an output: None, a bool, a number, a text, or lists and dictionaries of these. Arrays and scalars of any
NumPy are converted. What it prints goes to standard error. PROTOCOL.md says what is exchanged.
"""

from __future__ import print_function

import copy
import functools
import importlib
import inspect
import json
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping  # noqa: F401  (types in comments)

BLACK_BOX = "black-box"
"""The mechanism of a claim that names none."""
CALL = "__call__"
"""The method that is called where an object is."""
CO_VARKEYWORDS = 8
"""The flag of a code that takes any keywords."""
MOST = 1000
"""The characters of an error that are said."""


def find_function(place):
    # type: (str) -> Callable[..., object]
    """Return the function at module:function. Raise `TypeError` if it is none."""
    module, _, name = place.partition(":")
    found = importlib.import_module(module)  # type: object
    for each in name.split("."):
        found = getattr(found, each)
    if not callable(found):
        raise TypeError("%s is not callable; MODULE:FUNCTION is needed" % place)
    return found


def named_parameters(function, given):
    # type: (Callable[..., object], Mapping[str, object]) -> dict[str, object]
    """Return the parameters that a function names after its first one; all others if it takes any keywords.

    Parameters that a `functools.partial` fixes are not replaced. Raise `TypeError` for a parameter that cannot be given by its name.
    """
    if hasattr(inspect, "signature"):
        first, names, takes_all = signature_names(function, given)
    else:
        first, names, takes_all = code_names(function)
    fixed = function.keywords if isinstance(function, functools.partial) else {}
    return {
        str(name): value
        for name, value in given.items()
        if name not in fixed and (name in names or (takes_all and name != first))
    }


def signature_names(function, given):
    # type: (Callable[..., object], Mapping[str, object]) -> tuple[str, list[str], bool]
    """Return the first parameter, others that have names, and whether there may be more; for Python 3."""
    try:
        listed = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # some that are written in C do not say
        return "", [], False
    for each in listed[1:]:
        if each.kind == each.POSITIONAL_ONLY and each.name in given:
            raise TypeError(
                "the function takes %s by position only; accepted: a parameter that can be given by its name"
                % each.name
            )
    named = [each.name for each in listed[1:] if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)]
    return (
        "".join(each.name for each in listed[:1]),
        named,
        any(each.kind == each.VAR_KEYWORD for each in listed[1:]),
    )


def code_names(function):
    # type: (Callable[..., object]) -> tuple[str, list[str], bool]
    """Return the same for Python 2. Raise `TypeError` for what is neither a function nor a method, nor called by one."""
    plain = function
    if not hasattr(function, "__code__") and not hasattr(function, "__func__"):
        plain = getattr(function, CALL)
    code = getattr(getattr(plain, "__func__", plain), "__code__", None)
    if code is None:
        raise TypeError("the parameters of %r are unknown; a function that calls it is needed" % function)
    names = code.co_varnames[getattr(plain, "__self__", None) is not None : code.co_argcount]
    return "".join(names[:1]), list(names[1:]), bool(code.co_flags & CO_VARKEYWORDS)


def plain_value(thing):
    # type: (object) -> object
    """Return the list or the number that an array or a scalar of NumPy is."""
    listed = getattr(thing, "tolist", None)
    if listed is None:
        raise TypeError(
            "an output of type %s; accepted: None, bool, number, text, list, dict, NumPy array"
            % type(thing).__name__
        )
    return listed()


def answer_request(request, place, mechanism, function):
    # type: (Mapping[str, object], str, str, Callable[..., object]) -> dict[str, object]
    """Return the answer to a request, without its number. Raise `TypeError` if something is missing in it."""
    if request.get("op") == "describe":
        able = {"randomize": [mechanism], "inputs": [mechanism]}
        return {"protocol": 1, "name": place, "mechanisms": [mechanism], "capabilities": able}
    if request.get("op") != "randomize" or request.get("mechanism") != mechanism or "coins" in request:
        return {"unsupported": "only describe, and randomize as %s without coins" % mechanism}
    given, asked, count = (request.get(name) for name in ("parameters", "inputs", "count"))
    if isinstance(count, int) and "input" in request:
        asked = [
            copy.deepcopy(request["input"]) for _ in range(count)
        ]  # fresh for each call, which may change it
    if not isinstance(given, dict) or not isinstance(asked, list):
        raise TypeError("parameters with inputs, or with an input and a count, were expected")
    named = named_parameters(function, given)
    return {"outputs": [function(each, **named) for each in asked]}


def answer_line(line, place, mechanism, function):
    # type: (bytes, str, str, Callable[..., object]) -> str
    """Return the line that answers a line; an error that the function raises is said, as it may tell the input."""
    number = None
    try:
        request = json.loads(line.decode("utf-8"))
        number = request.get("id")
        answer = answer_request(request, place, mechanism, function)
        answer["id"] = number
        return json.dumps(answer, default=plain_value)
    except Exception as flaw:  # noqa: BLE001  (whatever the function raises)
        return json.dumps({"id": number, "error": repr(flaw)[:MOST]})


def main():
    # type: () -> None
    """Answer standard input, line by line; whatever is printed meanwhile goes to standard error."""
    if len(sys.argv) not in (2, 3) or ":" not in sys.argv[1]:
        sys.exit("usage: python serve.py MODULE:FUNCTION [MECHANISM]")
    place, mechanism = sys.argv[1], (sys.argv[2:] or [BLACK_BOX])[0]
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    sys.path.insert(0, os.getcwd())
    function = find_function(place)
    for line in iter(getattr(sys.stdin, "buffer", sys.stdin).readline, b""):
        answers.write(answer_line(line, place, mechanism, function) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
