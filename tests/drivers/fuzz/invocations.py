"""Invocations: each a command with what it asks for, disturbed."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from pathlib import Path
from random import Random

from ldproof.audit.claims import BLACK_BOX
from ldproof.catalogue import MECHANISMS, formulas
from ldproof.catalogue.examples import EXAMPLES
from ldproof.catalogue.signatures import Request, request
from ldproof.cli.commands import COMMANDS, others
from ldproof.domains import AT_MOST, domain
from ldproof.experiments.registry import FIGURES
from ldproof_proofs.ledger import CLAIMS
from ldproof_proofs.ledger import SYSTEMS as LEDGER
from tests.drivers.fuzz.words import NASTY, disturbed, written

BUDGETS = (
    "epsilon=1",
    "epsilon=1/2",
    "epsilon=ln(3)",
    "odds=3",
    "odds=9/2",
    "report_odds=3",
    "report_odds=2",
)
FORMS = (
    "--json",
    "--format=json",
    "--format=table",
    "--format=junit",
    "--format=sarif",
    "--format=github",
    "--format=x",
)
LISTED = (*formulas(),)
KNOWN = (*MECHANISMS,)

MODULE = """
import asyncio, random
def told(x): return x
def kept(x): return 0
def coin(x): return random.randrange(2)
def many(x, count): return [0] * count
def more(x, count): return [0] * (count + 1)
def together(inputs): return inputs
def fewer(inputs): return inputs[1:]
def both(inputs, count): return inputs
def nan(x): return float("nan")
def nested(x): return [[[x]]]
def bad(x): return {1: 2}
def text(x): return "\\x00\\ud800"
def stops(x): raise StopIteration
def cancelled(x): raise asyncio.CancelledError
def ends(x): raise SystemExit(1)
def closes(x): raise GeneratorExit
def fails(x): return 1 // 0
def other(x, nobody): return x
none = None
"""
FUNCTIONS = (
    "told", "kept", "coin", "many", "more", "together", "fewer", "both", "nan", "nested", "bad", "text", "stops", "cancelled", "ends", "closes", "fails",
    "other", "none", "nobody", "told.x", "",
)  # fmt: skip
FILES = {
    "fair.csv": "input,output,count\n0,0,50\n0,1,50\n1,0,50\n1,1,50\n",
    "told.csv": "input,output,count\n0,0,500\n1,1,500\n",
    "short.csv": "input,output,count\n0,0\n",
    "none.csv": "",
    "head.csv": "input,output,count\n",
    "minus.csv": "input,output,count\n0,0,-5\n1,1,5\n",
    "huge.csv": f"input,output,count\n0,0,{10**9}\n1,1,{10**9}\n",
    "odd.csv": 'input,output,count\n0,"\n1,1,5\n',
    "nan.csv": "input,output,count\n0,NaN,5\n1,1e999,5\n",
    "samples.csv": "input,output\n0,0\n1,1\n0,1\n",
    "shots.csv": "input,output,count\n000,000,30\n111,111,30\n000,0x1,3\n",
    "packed.gz": "input,output,count\n",
    "known.txt": "randomize/none\n",
}


def prepared(folder: Path) -> None:
    """Write the files that invocations name."""
    (folder / "mine.py").write_text(MODULE, encoding="utf-8")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "bytes.csv").write_bytes(bytes(range(256)))


def parameters(random: Random, asked: Request) -> list[str]:
    """Values for what is asked for, the budget among them."""
    names = [*asked.required, *(name for name in asked.optional if random.random() < 0.5)]
    values = {name: written(random, domain(name, asked.system)) for name in names}
    for small, large in AT_MOST.items():
        if {small, large} <= values.keys() and random.random() < 0.9:
            values[small], values[large] = sorted((values[small], values[large]), key=Fraction)
    found = [f"{name}={value}" for name, value in values.items()]
    if asked.budget and random.random() < 0.95:
        found.append(random.choice([each for each in BUDGETS if each.partition("=")[0] in asked.budget]))
    if random.random() < 0.2:
        random.shuffle(found)
    return found


def example(random: Random, name: str) -> list[str]:
    """A mechanism's own example, or other parameters."""
    if random.random() < 0.5:
        return [f"{key}={value}" for key, value in EXAMPLES[name].parameters.items()]
    return parameters(random, request(MECHANISMS[name]))


def some(random: Random, *options: Sequence[str]) -> list[str]:
    """Some of these options."""
    return [*chain.from_iterable(each for each in options if random.random() < 0.25)]


def evaluating(random: Random) -> list[str]:
    name = random.choice(LISTED)
    asked = parameters(random, formulas()[name].request)
    return [
        name,
        *asked,
        *some(
            random, ["--json"], ["--digits", random.choice(("1", "3", "50", "0", "4001", "x"))], ["--list"]
        ),
    ]


def reading(random: Random) -> list[str]:
    name = random.choice(KNOWN)
    known = EXAMPLES[name]
    return [
        name, *example(random, name),
        *some(random, ["--input", known.input], ["--input", known.input], ["--input", known.input], ["--output", known.output], ["--json"]),
    ]  # fmt: skip


def auditing(random: Random) -> list[str]:
    """Starting programs is slow: mostly it is forgotten that there is one."""
    name = random.choice((BLACK_BOX, BLACK_BOX, BLACK_BOX, "shots.report", random.choice(KNOWN)))
    words = [name, *([random.choice(BUDGETS[:5])] if name == BLACK_BOX else example(random, name))]
    pair = random.choice(
        (*(["--pair", "0", "1"],) * 5, ["--pair", "000", "111"], [], ["--pair", "0"], ["--pair", "0", "0"])
    )
    if name != BLACK_BOX and random.random() < 0.7:
        pair = []
    options = [
        ["--level", random.choice(("user", "event", "x"))],
        ["--alpha", random.choice(("1/100", "0", "1", "x"))],
    ]
    match random.randrange(8):
        case 0 | 1 | 2:
            function = random.choice(FUNCTIONS)
            source = ["--python", f"mine:{function}", "--pairs", random.choice(("1", "20", "200", "0", "x"))]
            options += [["--seed", "a"], ["--workers", "1"], ["--timeout", random.choice(("1", "inf"))]]
        case 3:
            source = [
                "--samples",
                random.choice(("samples.csv", "samples.csv", *FILES, "-", "nowhere.csv", ".")),
            ]
        case 4:
            program = (
                random.choice(("true", "cat"))
                if random.random() < 0.05
                else random.choice(("nowhere", "mine.py"))
            )
            source = ["--", program] if random.random() < 0.5 else [program, "--x"]
        case _:
            source = [
                "--counts",
                random.choice(("fair.csv", "told.csv", "told.csv", *FILES, "bytes.csv", "-")),
            ]
    form = [random.choice(FORMS)] if random.random() < 0.5 else []
    place = (
        ["--place", random.choice(("mine.py:3", "mine.py", "x", "mine.py:0"))]
        if random.random() < 0.1
        else []
    )
    few = some(random, *options) if random.random() < 0.2 else []
    return [*words, *pair, *form, *place, *few, *source]


def conforming(random: Random) -> list[str]:
    """Almost all are refused before anything is started, which is slow."""
    name = random.choice((*KNOWN, "all", "shots", "shots.p"))
    source = random.choice(
        ([], ["--python", "mine:told", "--", "true"], ["--", "nowhere"], ["true"], ["--python"])
    )
    return [
        name, *(example(random, name) if name in MECHANISMS else []),
        *some(random, [random.choice(FORMS)], ["--ulps", random.choice(("1", "-1", "x"))], ["--known-failures", "known.txt"], ["--badge", "."]),
        *source,
    ]  # fmt: skip


def explaining(random: Random) -> list[str]:
    return [
        random.choice((*LISTED, *KNOWN, "shots.thm-4", "chi2.table-2")),
        *some(random, ["--format", random.choice(("text", "json", "latex", "x"))], ["--list"]),
    ]


def proving(random: Random) -> list[str]:
    """Names that there are not, mostly, and claims that are proved at once."""
    return [
        random.choice(("shots.thm", "shot", "shots.c", "chi2.", "sketch.none", "")),
        *some(random, ["--check"], [random.choice(FORMS)], ["--smt2", "."], ["--afresh"]),
    ]


def reproducing(random: Random) -> list[str]:
    return [
        random.choice((*FIGURES, "all", "none")) + "x",
        "--runs",
        "0",
        *some(random, ["--json"], ["--list"], ["--seed", "1"]),
    ]


def others_of(random: Random) -> list[str]:
    return some(random, ["--help"], ["--version"], ["--json"], [random.choice(NASTY)])


MAKERS: Mapping[str, tuple[int, Callable[[Random], list[str]]]] = {
    "eval": (40, evaluating),
    "law": (15, reading),
    "audit": (25, auditing),
    "conform": (6, conforming),
    "explain": (3, explaining),
    "prove": (3, proving),
    "reproduce": (3, reproducing),
    "vectors": (1, lambda random: ["mine.py", *others_of(random)]),
    "book": (1, lambda random: ["mine.py", *others_of(random)]),
    "oracle": (1, lambda random: ["--timeout", random.choice(("inf", "nan", "-1", "0", "x", ""))]),
    "": (2, others_of),
}


def invocation(random: Random) -> list[str]:
    """The words after `ldproof`."""
    (name,) = random.choices([*MAKERS], [weight for weight, _ in MAKERS.values()])
    command = [name] if name else []
    words = disturbed(random, MAKERS[name][1](random))
    return disturbed(random, [*command, *words]) if random.random() < 0.05 else [*command, *words]


def harmless(words: Sequence[str]) -> bool:
    """Whether it writes nothing but what we look at, begins nothing that takes minutes, and starts no stranger."""
    commands = {*COMMANDS, *others()}
    command = next((word for word in words if not word.startswith("-")), "")
    named = (
        [word for word in words[words.index(command) + 1 :] if not word.startswith("-")] if command else []
    )
    if any(each.startswith(("--install", "--show")) for each in words):
        return False
    if command in {"prove", "reproduce", "conform"}:  # everything, where nothing is named at once
        if not named or words[words.index(command) + 1] != named[0]:
            return False
        if command == "prove" and any(each in LEDGER or each in CLAIMS for each in named):
            return False
    if command in {"vectors", "book"}:
        return named == ["mine.py"]
    return command in commands or not command or command not in words[1:]
