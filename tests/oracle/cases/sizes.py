"""Vectors at real sizes: 100 and 300 rounds, 1024 columns, 16 rows, and 1,000 reports."""

from collections.abc import Iterator, Mapping, Sequence

from ldproof.coins import SeededCoins
from ldproof.oracle.vectors import Vector
from ldproof.sampling import draw_subset, draw_uniforms
from tests.oracle.by_hand import SILENT
from tests.oracle.cases import Case, make_vectors, split_parameters

FLAG = "real-size"
"""The flag of a vector at such a size; all are made here, but for those of draws."""

PEOPLE = 1000

ROUNDS: Mapping[str, Sequence[str]] = {
    "shots.report": ("T=100 m=6 r=3/10 epsilon=6", "T=300 m=3 r=3/10 odds=27"),
    "counting.glance": ("T=100 epsilon=1", "T=300 odds=3"),
    "counting.m_glance": ("T=100 m=6 epsilon=6", "T=300 m=3 odds=27"),
    "counting.harmony": ("T=100 epsilon=1", "T=300 odds=3"),
    "counting.harmony_published": ("T=100 epsilon=1", "T=300 odds=3"),
    "counting.borappor": ("T=100 epsilon=100", "T=300 epsilon=150"),
}
"""Parameters of mechanisms over rounds."""

FINISHED = 3
"""So many finished rounds are given as reports; all rounds are given as counts."""

SKETCHES: Mapping[str, Sequence[tuple[str, int]]] = {
    "sketch.unary": (("w=4 d=16 p=1/4 q=3/4", PEOPLE),),
    "sketch.cms": (("w=4 d=16 odds=9", PEOPLE), ("w=1024 d=16 odds=9", 4)),
    "sketch.oue": (("w=4 d=16 odds=3", PEOPLE),),
    "sketch.optimal": (("w=4 d=16 epsilon=1", PEOPLE),),
    "sketch.hcms": (("w=1024 d=16 odds=3", PEOPLE),),
    "sketch.hcms_plus": (("w=1024 d=16 epsilon=1", PEOPLE),),
    "sketch.count_sketch": (("w=1024 d=16 odds=3", 100),),
    "sketch.kary": (("w=1024 d=16 odds=1000", PEOPLE),),
    "sketch.per_user": (("w=4 odds=9", PEOPLE),),
    "sketch.local_hash": (("w=1024 odds=1000", PEOPLE),),
    "sketch.all_rows": (("w=2 d=4 odds=81", PEOPLE), ("w=1024 d=16 epsilon=16", 1)),
    "sketch.unary_all_rows": (("w=64 d=16 p=1/4 q=3/4", 4),),
}
"""Parameters of sketches, each with a number of reports."""

ITEMS = 3

ESTIMATORS = ("median", "minimum")
COMBINED = ("sketch.cms", "sketch.hcms", "sketch.kary", "sketch.all_rows")
"""The mechanisms, one for each way of reporting, whose rows are combined by all estimators."""

BIT_ROWS: Mapping[str, str] = {
    "sketch.unary": "w=1024 d=16 p=1/4 q=3/4",
    "sketch.cms": "w=1024 d=16 epsilon=2",
    "sketch.oue": "w=1024 d=16 epsilon=2",
    "sketch.optimal": "w=1024 d=16 epsilon=2",
    "sketch.all_rows": "w=64 d=16 odds=65536",
    "sketch.unary_all_rows": "w=64 d=16 p=1/4 q=3/4",
}
"""Parameters of those that report a bit for each column."""


def add_sizes(kind: str, others: Iterator[Vector]) -> Iterator[Vector]:
    """The vectors of a kind with those at real sizes made anew."""
    yield from (each for each in others if FLAG not in each.flags)
    cases = {"estimate": estimate_cases, "decide": decide_cases, "law": law_cases}[kind]
    yield from make_vectors(kind, cases(), ["law"] if kind == "law" else None)


def estimate_cases() -> Iterator[Case]:
    """Estimates of some rounds' reports, of all rounds' counts, and of items in sketches."""
    for name, sets in ROUNDS.items():
        for written in sets:
            given = {**split_parameters(written), "N": str(PEOPLE)}
            request = {"op": "estimate", "mechanism": name, "parameters": given}
            yield from collection_cases(request, round_reports(name, given))
    for name, sizes in SKETCHES.items():
        for written, people in sizes:
            given = split_parameters(written)
            coins = SeededCoins(f"{name} {written}".encode())
            own = name in ("sketch.per_user", "sketch.local_hash")
            reports = [sketch_report(name, given, coins) for _ in range(people)]
            length = people if own else int(given["d"])
            columns = [
                ",".join(map(str, draw_uniforms(int(given["w"]), length, coins))) for _ in range(ITEMS)
            ]
            asked = {"op": "estimate", "mechanism": name, "reports": reports, "columns": columns}
            others = ESTIMATORS if name in COMBINED and people == PEOPLE else ()
            for more in ({}, *({"estimator": each} for each in others)):
                yield Case({**asked, "parameters": {**given, **more}}, ("reports", FLAG))


def decide_cases() -> Iterator[Case]:
    """Decisions at a threshold that some rounds reach."""
    for written in ROUNDS["shots.report"]:
        given = {**split_parameters(written), "N": str(PEOPLE), "theta": "1/2"}
        request = {"op": "decide", "mechanism": "shots.report", "parameters": given}
        yield from collection_cases(request, round_reports("shots.report", given))


def collection_cases(request: Mapping[str, object], reports: Sequence[str]) -> Iterator[Case]:
    """The first rounds as reports, and all as counts."""
    counts = [[each.count("1"), PEOPLE - each.count("-")] for each in reports]
    yield Case({**request, "reports": reports[:FINISHED]}, ("reports", FLAG))
    yield Case({**request, "counts": counts}, ("counts", FLAG))


def round_reports(name: str, given: Mapping[str, str]) -> list[str]:
    """A text for each round with a character for each person; 3 bits in 10 are ones."""
    T, coins = int(given["T"]), SeededCoins(f"{name} {given}".encode())
    rows = [["01"[byte < 77] for byte in coins.read(PEOPLE)] for _ in range(T)]
    if name in SILENT:
        for person in range(PEOPLE):
            chosen = draw_subset(T, int(given.get("m", "1")), coins)
            for t in {*range(T)}.difference(chosen):
                rows[t][person] = "-"
    return ["".join(row) for row in rows]


def sketch_report(name: str, given: Mapping[str, str], coins: SeededCoins) -> str:
    """A report with any content: what a collector makes of it does not depend on how likely it is."""
    w, d = int(given["w"]), int(given.get("d", "1"))
    row = int(draw_uniforms(d, 1, coins)[0])
    match name.removeprefix("sketch."):
        case "hcms" | "hcms_plus":
            place, bit = 1 + int(draw_uniforms(w - 1, 1, coins)[0]), coins.read(1)[0] % 2
            return f"{row}:{place},{bit}"
        case "count_sketch":
            place, bit = w // 2 + int(draw_uniforms(w // 2, 1, coins)[0]), coins.read(1)[0] % 2
            return f"{row}:{place},{bit}"
        case "kary":
            return f"{row}:{draw_uniforms(w, 1, coins)[0]}"
        case "local_hash":
            return str(draw_uniforms(w, 1, coins)[0])
        case "per_user":
            return bits_of(w, coins)
        case "all_rows" | "unary_all_rows":
            return ";".join(bits_of(w, coins) for _ in range(d))
        case _:
            return f"{row}:{bits_of(w, coins)}"


def bits_of(w: int, coins: SeededCoins) -> str:
    """A bit for each column; 3 in 10 are ones."""
    return ",".join("01"[byte < 77] for byte in coins.read(w))


def law_cases() -> Iterator[Case]:
    """The probability of one output, which is a product of hundreds of factors, or their sum over all choices."""
    for name, sets in ROUNDS.items():
        for written in sets:
            given = split_parameters(written)
            T, m = int(given["T"]), int(given.get("m", "1"))
            coins = SeededCoins(f"{name} {written}".encode())
            states, sent = ("".join("01"[byte < 77] for byte in coins.read(T)) for _ in range(2))
            if name in SILENT:
                chosen = draw_subset(T, m, coins)
                sent = "".join(bit if t in chosen else "-" for t, bit in enumerate(sent))
            elif name == "counting.harmony":
                sent = f"1{'0' * (T - 1)}"
            request = {"op": "law", "mechanism": name, "parameters": given, "input": states}
            yield Case({**request, "output": sent}, ("one-output", FLAG))
    for name, written in BIT_ROWS.items():
        given = split_parameters(written)
        coins = SeededCoins(f"{name} {written}".encode())
        columns = ",".join(map(str, draw_uniforms(int(given["w"]), 16, coins)))
        request = {"op": "law", "mechanism": name, "parameters": given, "input": columns}
        yield Case({**request, "output": sketch_report(name, given, coins)}, ("one-output", FLAG))
