"""Private sketches of a whole population beside plain NumPy floats, and beside pure-ldp where it can be had."""

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from math import exp
from tempfile import TemporaryDirectory

import duckdb
import numpy as np
from numpy.typing import NDArray

import ldproof
from ldproof.aes import AesCoins, SeededAesCoins
from ldproof.arrays import Int64Array
from ldproof.coins import Coins, SeededCoins
from ldproof.numbers import ball, precision
from ldproof.sketch.collector import mean_estimates, simulate_collector
from ldproof.sketch.plan import Plan, draw_plan
from tests.drivers.bench.race import REPEATS, Row, run_race
from tests.drivers.peers.environments import LIBRARIES, ROOT, Missing, make

WIDTH, ROWS, DOMAIN, EPSILON = 1024, 64, 1000, 4
REPORTS, MANY, FEWER = 10**7, 10**6, 10**5
"""Reports that are collected; people, all that are asked for, and those of mechanisms beside them."""
TOGETHER = 1 << 11
"""Reports that are in memory together: plain NumPy is fastest if that is not everything."""

NUMPY = np.random.default_rng()
Floats = NDArray[np.float64]

CHILD = """
import sys
from pure_ldp.frequency_oracles.apple_cms import CMSClient, CMSServer

epsilon, rows, width, domain, hadamard = map(int, sys.argv[1:6])
held = list(map(int, sys.stdin.readline().split(",")))
print("ready", flush=True)
for _ in sys.stdin:
    server = CMSServer(epsilon, rows, width, is_hadamard=bool(hadamard))
    client = CMSClient(epsilon, server.get_hash_funcs(), width, is_hadamard=bool(hadamard))
    for item in held:
        server.aggregate(client.privatise(item))
    estimates = [server.estimate(item, suppress_warnings=True) for item in range(domain)]
    print(estimates[0], flush=True)
"""
"""It does the whole work whenever it is sent a line, so that its start is not timed."""


def bench_sketches() -> Iterator[Row]:
    """Clients and collector: everybody's report, and the estimated counts of the whole domain."""
    for word in ("cms", "oue", "hcms_plus", "kary"):
        yield against_floats(word, FEWER, AesCoins(), "")
    yield against_floats("cms", FEWER, SeededAesCoins(b""), ", seeded")
    yield against_floats("cms", MANY, AesCoins(), "")


def bench_pure_ldp(many: int = MANY, repeats: int = REPEATS) -> Iterator[Row]:
    """Sketches of a population beside another library's client and server, run in an environment of its own."""
    library = LIBRARIES["pure_ldp"]
    try:
        make(library)
    except Missing as why:
        print(f"pure-ldp is left out: {why}", file=sys.stderr)
        return
    for word, hadamard, people in (("cms", 0, many), ("hcms", 1, FEWER)):
        held = draw_population(people)
        command = [library.command[0], "-c", CHILD, *map(str, (EPSILON, ROWS, WIDTH, DOMAIN, hadamard))]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
        ) as child:
            asked = partial(ask_process, child, "again")
            ask_process(child, ",".join(map(str, held.tolist())))
            ours = partial(exactly, planned(word), held, AesCoins())
            yield run_race(people, f"{word}, {people:,} people", ours, f"pure-ldp's {word}", asked, repeats)
            child.communicate()


def bench_collecting() -> Iterator[Row]:
    """Ten million reports of one row each, in a file and as arrays, beside no more than a count of them."""
    made, columns = (
        ldproof.private_sketch("hcms_plus", w=WIDTH, d=ROWS, epsilon=EPSILON),
        ("row", "place", "sign"),
    )
    numbers = [NUMPY.integers(low, high, REPORTS) for low, high in ((0, ROWS), (1, WIDTH), (0, 2))]
    rows, contents = numbers[0], np.stack(numbers[1:], axis=1)
    with TemporaryDirectory() as folder, duckdb.connect() as database:
        path = f"{folder}/reports.parquet"
        database.register("reports", dict(zip(columns, numbers, strict=True)))
        database.execute(f"COPY (SELECT * FROM reports) TO '{path}' (FORMAT parquet)")
        count = f"""SELECT "row", place, sign, count(*) FROM '{path}' GROUP BY ALL"""
        ours = partial(made.collector().receive_files, path)
        yield run_race(
            REPORTS,
            "10^7 reports of Parquet",
            ours,
            "DuckDB's count alone",
            lambda: database.execute(count).fetchnumpy(),
        )
    ours = partial(made.collector().receive_arrays, rows, contents)
    cells = (rows * WIDTH + contents[:, 0]) * 2 + contents[:, 1]
    theirs = partial(np.bincount, cells, minlength=2 * ROWS * WIDTH)
    yield run_race(REPORTS, "10^7 reports as arrays", ours, "NumPy's count of their cells", theirs)


def against_floats(word: str, people: int, coins: Coins, how: str) -> Row:
    """One mechanism beside rows of bits in floats, which is what is usually run."""
    made, held = planned(word), draw_population(people)
    ours, theirs = partial(exactly, made, held, coins), partial(in_floats, planned("cms"), held)
    return run_race(people, f"{word}, {people:,} people{how}", ours, "cms, report by report, floats", theirs)


def planned(word: str) -> Plan:
    return draw_plan(word, WIDTH, ROWS, SeededCoins(b"hashes"), epsilon=EPSILON)


def draw_population(people: int) -> Int64Array:
    """Draw the items of a population, of which few have many holders."""
    return np.minimum(NUMPY.zipf(1.3, people) - 1, DOMAIN - 1)


def exactly(made: Plan, held: Int64Array, coins: Coins) -> list[float]:
    domain = range(DOMAIN)
    with precision(64):
        return [
            float(ball(each))
            for each in mean_estimates(simulate_collector(made, domain, held, coins).hits(domain))
        ]


def in_floats(made: Plan, held: Int64Array) -> Floats:
    """A uniform number for each bit of each report."""
    flip = 1 / (1 + exp(EPSILON / 2))
    columns = made.columns(range(DOMAIN))
    sums, held_rows = np.zeros((ROWS, WIDTH), np.int64), NUMPY.integers(0, ROWS, held.size)
    for start in range(0, held.size, TOGETHER):
        rows, items = held_rows[start : start + TOGETHER], held[start : start + TOGETHER]
        bits = NUMPY.random((rows.size, WIDTH), np.float32) < flip
        person = np.arange(rows.size)
        bits[person, columns[rows, items]] ^= True
        order = np.argsort(rows, kind="stable")
        present, first = np.unique(rows[order], return_index=True)
        sums[present] += np.add.reduceat(bits[order], first, axis=0, dtype=np.int64)
    support = np.take_along_axis(sums, columns, axis=1).sum(axis=0)
    denoised = (support - held.size * flip) / (1 - 2 * flip)
    return np.asarray((denoised - held.size / WIDTH) * WIDTH / (WIDTH - 1))


def ask_process(child: "subprocess.Popen[str]", line: str) -> str:
    """Return the other process's answer to a line."""
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write(f"{line}\n")
    child.stdin.flush()
    said = child.stdout.readline()
    if not said:
        raise RuntimeError("the other process has stopped")
    return said
