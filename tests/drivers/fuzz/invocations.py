"""Random invocations: a command with its arguments, disturbed."""

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random

from ldproof.auditor.claim import BLACK_BOX
from ldproof.cli.main import COMMANDS, plugin_commands
from ldproof.experiments.registry import FIGURES
from ldproof.parameters import parameter_domain
from ldproof.registry import EXAMPLES, MECHANISMS, Request, all_formulas, request_of_function
from ldproof_proofs.ledger import CLAIMS
from ldproof_proofs.ledger import SYSTEMS as LEDGER
from tests.drivers.fuzz.words import NASTY, disturb_words, draw_value

BUDGETS = [
    "epsilon=1",
    "epsilon=1/2",
    "epsilon=ln(3)",
    "odds=3",
    "odds=9/2",
    "report_odds=3",
    "report_odds=2",
]

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


def write_files(folder: Path) -> None:
    """Write the files that invocations name."""
    (folder / "mine.py").write_text(MODULE, encoding="utf-8")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "bytes.csv").write_bytes(bytes(range(256)))


SOME = 0.25
"""How often what stands in brackets is said."""
WORDS: Mapping[str, Sequence[str]] = {
    "BUDGET": BUDGETS[:5],
    "FIGURE": [*FIGURES, "all", "none"],
    "FILE": [*FILES],
    "FORM": [f"--format={each}" for each in ("json", "table", "junit", "sarif", "github", "x")] + ["--json"],
    "FORMULA": [*all_formulas()],
    "FUNCTION": [*re.findall(r"def (\w+)", MODULE), "none", "nobody", "told.x", ""],
    "MECHANISM": [*MECHANISMS],
    "NASTY": NASTY,
}
PLACES = re.compile("|".join(sorted(WORDS, key=len, reverse=True)))


def said(random: Random, text: str) -> list[str]:
    """Words from a text in which bars stand between alternatives, brackets around options, and capitals for `WORDS`."""
    found = []
    for part in re.findall(r"\[[^]]*\]|\S+", text):
        if part.startswith("["):
            found += said(random, part[1:-1]) if random.random() < SOME else []
        else:
            word = random.choice(part.split("|"))
            found.append(PLACES.sub(lambda place: random.choice(WORDS[place[0]]), word))
    return found


def draw_parameters(random: Random, asked: Request) -> list[str]:
    """Draw values for the parameters of a request, its budget included."""
    names = [*asked.required, *(name for name in asked.optional if random.random() < 0.5)]
    values = {name: draw_value(random, parameter_domain(name, asked.system)) for name in names}
    for small in names:
        large = asked.bound_of(small)
        if large in values and random.random() < 0.9:
            values[small], values[large] = sorted((values[small], values[large]), key=Fraction)
    found = [f"{name}={value}" for name, value in values.items()]
    if asked.budget and random.random() < 0.95:
        found.append(random.choice([each for each in BUDGETS if each.partition("=")[0] in asked.budget]))
    if random.random() < 0.2:
        random.shuffle(found)
    return found


def draw_example(random: Random, name: str) -> list[str]:
    """Draw a mechanism's own example, or other parameters."""
    if random.random() < 0.5:
        return [f"{key}={value}" for key, value in EXAMPLES[name].parameters.items()]
    return draw_parameters(random, request_of_function(MECHANISMS[name]))


def draw_eval(random: Random) -> list[str]:
    name = random.choice(WORDS["FORMULA"])
    options = said(random, "[--json] [--digits 1|3|50|0|4001|x] [--list]")
    return [name, *draw_parameters(random, all_formulas()[name].request), *options]


def draw_reading(random: Random) -> list[str]:
    name = random.choice(WORDS["MECHANISM"])
    inputs = [word for _ in range(3) if random.random() < SOME for word in ("--input", EXAMPLES[name].input)]
    outputs = ["--output", EXAMPLES[name].output] if random.random() < SOME else []
    return [name, *draw_example(random, name), *inputs, *outputs, *said(random, "[--json]")]


SOURCES = (
    *["--python mine:FUNCTION --pairs 1|20|200|0|x"] * 3,
    "--samples samples.csv|samples.csv|FILE|FILE|-|nowhere.csv|.",
    f"[--] {'nowhere|mine.py|' * 19}true|cat [--x]",
    *["--counts fair.csv|told.csv|told.csv|FILE|FILE|bytes.csv|-"] * 3,
)
"""Starting programs is slow: mostly there is none of the name."""
PAIRS = (*["--pair 0 1"] * 5, "--pair 000 111", "", "--pair 0", "--pair 0 0")


def draw_audit(random: Random) -> list[str]:
    name = random.choice((BLACK_BOX, BLACK_BOX, BLACK_BOX, "shots.report", random.choice(WORDS["MECHANISM"])))
    given = said(random, "BUDGET") if name == BLACK_BOX else draw_example(random, name)
    pair = random.choice(PAIRS) if name == BLACK_BOX or random.random() < 0.3 else ""
    few = ""
    if random.random() < 0.2:
        few = "[--place mine.py:3|mine.py|x|mine.py:0] [--level user|event|x] [--alpha 1/100|0|1|x]"
        few += " [--seed a] [--workers 1] [--timeout 1|inf]"
    return [name, *given, *said(random, f"{pair} [FORM] [FORM] {few} {random.choice(SOURCES)}")]


def draw_conform(random: Random) -> list[str]:
    """Draw an invocation of `conform`; almost all are refused before a program starts, which would be slow."""
    name = random.choice((*MECHANISMS, "all", "shots", "shots.p"))
    options = "[FORM] [--ulps 1|-1|x] [--known-failures known.txt] [--badge .]"
    source = random.choice(("", "--python mine:told -- true", "-- nowhere", "true", "--python"))
    given = draw_example(random, name) if name in MECHANISMS else []
    return [name, *given, *said(random, f"{options} {source}")]


def draw_sketch(random: Random) -> list[str]:
    """Draw an invocation of one of the commands of `sketch`, which share the file new.json."""
    given = f"kary|oue|{'kary|' * 5}local_hash|x w=8|w=8|w=8|w=1 d=2 odds=3|odds=3|odds=x seed=1 [length=1]"
    items = "--item a|b|NASTY [--items FILE] [--numbers]"
    return said(
        random,
        random.choice(
            (
                f"report {given} {items} [--format json|text|x]",
                f"collect {given} --state new.json|new.json|FILE [--reports FILE|-] [--table FILE] [--json]",
                f"query new.json|new.json|FILE|none {items} [--top 1|x] [--delta 1/9|2] [--heavy 1/2] [--json]",
            )
        ),
    )


OTHERS = "[--help] [--version] [--json] [NASTY]"
MAKERS: Mapping[str, tuple[int, str | Callable[[Random], list[str]]]] = {
    "eval": (40, draw_eval),
    "law": (15, draw_reading),
    "audit": (25, draw_audit),
    "conform": (6, draw_conform),
    "explain": (3, "FORMULA|MECHANISM|shots.thm-4|chi2.table-2 [--format text|json|latex|x] [--list]"),
    "prove": (3, "shots.thm|shot|shots.c|chi2.|sketch.none| [--check] [FORM] [--smt2 .] [--afresh]"),
    "reproduce": (3, "FIGUREx --runs 0 [--json] [--list] [--seed 1]"),
    "sketch": (3, draw_sketch),
    "vectors": (1, f"mine.py {OTHERS}"),
    "book": (1, f"mine.py {OTHERS}"),
    "oracle": (1, "--timeout inf|nan|-1|0|x|"),
    "": (2, OTHERS),
}
"""How often each command comes, and what is said after it."""


def draw_invocation(random: Random) -> list[str]:
    """Draw the words after `ldproof`."""
    (name,) = random.choices([*MAKERS], [weight for weight, _ in MAKERS.values()])
    command = [name] if name else []
    make = MAKERS[name][1]
    words = disturb_words(random, said(random, make) if isinstance(make, str) else make(random))
    return disturb_words(random, [*command, *words]) if random.random() < 0.05 else [*command, *words]


def is_harmless(words: Sequence[str]) -> bool:
    """Return whether it writes only files of the test, takes no minutes, and starts no other program."""
    commands = {*COMMANDS, *plugin_commands()}
    command = next((word for word in words if not word.startswith("-")), "")
    after = words[words.index(command) + 1 :] if command else []
    named = [word for word in after if not word.startswith("-")]
    if any(each.startswith(("--install", "--show")) for each in words):
        return False
    if command in {"prove", "reproduce", "conform"}:  # everything, where nothing is named at once
        if not named or after[0] != named[0]:
            return False
        if command == "prove" and any(each in LEDGER or each in CLAIMS for each in named):
            return False
    if command in {"vectors", "book"}:
        return named == ["mine.py"]
    return command in commands or not command or command not in words[1:]
