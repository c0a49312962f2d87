"""`ldproof eval` and `ldproof law`: a formula's value, and the exact law of a mechanism's output."""

from collections.abc import Sequence
from functools import cache

from ldproof import registry, results
from ldproof.cli.text import Status, say, say_json, show_table
from ldproof.errors import Reason, Refused
from ldproof.names import suggest_names
from ldproof.parameters import parse_assignments
from ldproof.registry import Formula, complete_mechanism, make_mechanism
from ldproof.results import Certified, LawResult, accept_digits, answer_members, certified_answer, read_law


def evaluate(*, name: str | None, given: Sequence[str], digits: str, machine: bool, listing: bool) -> Status:
    """Print the value of a formula, or list formulas."""
    if listing:
        enumerate_formulas(select_formulas(name), machine=machine)
    elif name is None:
        raise Refused(Reason.MISSING, "no formula is named", "a name from ldproof eval --list")
    else:
        places = accept_digits(digits)
        answer = results.evaluate_formula(name, parse_assignments(given), places)
        if machine:
            say_json({"name": name} | answer_members(answer))
        else:
            say(answer_sentence(name, certified_answer(answer, places)))
    return Status.FINE


def answer_sentence(name: str, found: Certified | bool) -> str:
    """The answer of a formula in a sentence."""
    if isinstance(found, bool):
        return f"{name} {'holds' if found else 'does not hold'}"
    return found.sentence(name)


def select_formulas(name: str | None) -> list[Formula]:
    """The formulas of a system, or one; all of them if nothing is named."""
    formulas = registry.all_formulas()
    if name is None:
        return [*formulas.values()]
    found = [formulas[each] for each in formulas.names_with_prefix(f"{name}.")]
    if not found and name not in formulas:
        systems = dict.fromkeys(each.partition(".")[0] for each in formulas)
        raise Refused(
            Reason.UNKNOWN_NAME,
            f"there is no formula or system {name!r}",
            suggest_names(name, [*systems, *formulas]),
        )
    return found or [formulas[name]]


def enumerate_formulas(formulas: Sequence[Formula], *, machine: bool) -> None:
    """Formulas, what they take and what they are; where not all of them are listed, also what that means."""
    if machine:
        say_json(
            [
                {"name": each.name, "summary": each.summary, "parameters": each.request.schema()}
                for each in formulas
            ]
        )
    else:
        show_table(
            "formula",
            "parameters",
            "what it is",
            rows=[(each.name, str(each.request), each.summary) for each in formulas],
        )
        if len({each.request.system for each in formulas}) > 1:
            return
        asked = {name: each.request for each in formulas for name in each.request.names}
        if asked:
            say("")
            show_table(
                "parameter",
                "what it stands for",
                "what it may be",
                rows=[(name, each.meaning(name), str(each.domain(name))) for name, each in asked.items()],
            )


# `ldproof law`.


def law(
    *, name: str, given: Sequence[str], secret: str | None, output: str | None, digits: str, machine: bool
) -> Status:
    """Print the law of a mechanism at an input, or its privacy alone."""
    if secret is None and output is not None:
        raise Refused(
            Reason.MISSING, "--output without --input: it is as likely as an input makes it", "--input X"
        )
    places = accept_digits(digits)
    name = complete_mechanism(name)
    found = read_law(make_mechanism(name, parse_assignments(given)), name, secret, output, places, alone=True)
    if machine:
        say(found.to_json())
    else:
        show_law(found)
    return Status.FINE


def show_law(found: LawResult) -> None:
    """The law as a table, and the privacy at both levels."""
    if found.probabilities:
        written = cache(str)
        show_table("output", "probability", rows=[(text, written(share)) for text, share in found.items()])
        say("")
    for name, tight in (("user", found.user), ("event", found.event)):
        if tight is None:
            say(f"at {name} level: there are too many pairs of inputs for the tight epsilon")
            continue
        say(f"at {name} level, tight:")
        say(tight.odds.sentence("  odds"))
        say(tight.epsilon.sentence("  epsilon"))
