"""Estimates and decisions: from reports, from counts and from tables."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from ldproof.coins import SeededCoins
from ldproof.oracle.ops import answer_request
from ldproof.oracle.vectors.draws import EDGES, GIVEN, edge_inputs, split_parameters
from ldproof.oracle.vectors.vector import Case, Vector, make_vectors
from ldproof.programs.messages import Message
from ldproof.registry import make_mechanism
from ldproof.results import evaluate_formula
from ldproof.sampling import draw_uniform

ESTIMATE_FLAGS: Mapping[str, str] = {
    "reports": "everybody's reports",
    "counts": "how many ones there are among how many bits",
    "nobody": "nobody reports in a round, or at all",
    "all-ones": "all who report say 1",
    "all-zeros": "all who report say 0",
    "collision": "two items have all columns in common",
    "no-collisions": "no two items are said to share a column",
    "clipped": "estimates below 0 and above 1 are these",
    "many": "as many people as there may be",
    "tiny-epsilon": "epsilon is 1e-9",
    "huge-epsilon": "epsilon is 700",
}

DECIDE_FLAGS: Mapping[str, str] = {
    "reports": "everybody's reports",
    "counts": "how many ones there are among how many bits",
    "exactly": "the threshold is hit exactly, or cannot be told from it in 20 digits",
    "one-less": "one 1 less than it takes",
    "degenerate": "nobody has the variant, or everybody",
    "tables": "tables of all kinds",
    "many": "as many people as there may be",
}

PEOPLE = (1, 4)

SHOTS = (
    "T=1 m=1 odds=3",
    "T=3 m=1 odds=3",
    "T=3 m=1 r=1 odds=3",
    "T=3 m=2 r=1/2 odds=9",
    "T=4 m=4 r=1/3 report_odds=5/2",
    "T=5 m=3 r=1/2 odds=2",
    "T=2 m=1 r=1/2 epsilon=1e-9",
    "T=2 m=1 r=1/5 epsilon=700",
)
COUNTING = ("T=1 odds=3", "T=3 odds=8", "T=4 epsilon=1/2", "T=2 epsilon=1e-9", "T=2 epsilon=700")


def estimate_vectors() -> Iterator[Vector]:
    """Them all."""
    return make_vectors("estimate", estimate_cases(), lambda answer: answer)


def estimate_cases() -> Iterator[Case]:
    """Rounds, then sketches."""
    for written in SHOTS:
        yield from round_cases("shots.report", split_parameters(written), "01")
        yield from clipped_cases(split_parameters(written))
    for name in ("counting.glance", "counting.harmony", "counting.harmony_published", "counting.borappor"):
        for written in COUNTING:
            silent = name in ("counting.glance", "counting.harmony_published")
            yield from round_cases(name, split_parameters(written), "01-" if silent else "01")
    for name, sets in GIVEN.items():
        if name.startswith("sketch."):
            for written in sets:
                yield from sketch_cases(name, split_parameters(written))
    yield from item_count_cases("sketch.kary", split_parameters("w=4 d=1 odds=3"), (0, 61))


def item_count_cases(name: str, given: Mapping[str, str], numbers: Sequence[int]) -> Iterator[Case]:
    """So many items, in a sketch of one row that holds one report."""
    asked = {"op": "estimate", "mechanism": name, "parameters": given, "reports": ["0:1"]}
    for count in numbers:
        yield Case({**asked, "columns": [str(item % int(given["w"])) for item in range(count)]}, ("reports",))


def round_cases(name: str, given: Mapping[str, str], alphabet: str) -> Iterator[Case]:
    """Everybody alike, nobody, and as it falls."""
    T, size = int(given["T"]), budget_flag(given)
    for N in PEOPLE:
        asked = {"op": "estimate", "mechanism": name, "parameters": {**given, "N": str(N)}}
        if "-" in alphabet:
            silence = "-" * N
            yield Case({**asked, "reports": [silence] * T}, ("reports", "nobody", *size))
            yield Case({**asked, "reports": ["1" * N, *[silence] * (T - 1)]}, ("reports", "all-ones", *size))
            yield Case({**asked, "reports": [*[silence] * (T - 1), "0" * N]}, ("reports", "all-zeros", *size))
            yield Case({**asked, "counts": [[N // 2, N]]}, ("counts", *size))
            yield Case({**asked, "counts": [[0, 0], [1, N]][:T]}, ("counts", "nobody", *size))
        else:
            yield Case({**asked, "reports": ["1" * N] * T}, ("reports", "all-ones", *size))
            yield Case({**asked, "reports": ["0" * N] * T}, ("reports", "all-zeros", *size))
            yield Case({**asked, "counts": [[ones, N] for ones in range(min(T, N + 1))]}, ("counts", *size))
        yield Case({**asked, "reports": []}, ("reports", "nobody", *size))
        yield Case(
            {**asked, "reports": random_reports(f"{name} {given} {N}", alphabet, N, T)}, ("reports", *size)
        )
    most = {"op": "estimate", "mechanism": name, "parameters": {**given, "N": str(10**9)}}
    yield Case({**most, "counts": [[123456789, 10**9]]}, ("counts", "many", *size))


def clipped_cases(given: Mapping[str, str]) -> Iterator[Case]:
    """Every number of ones among twelve people."""
    more = {**given, "N": "12", "clipped": "yes"}
    asked = {"op": "estimate", "mechanism": "shots.report", "parameters": more}
    for ones in range(13):
        yield Case({**asked, "counts": [[ones, 12]]}, ("counts", "clipped", *budget_flag(given)))


def random_reports(seed: str, alphabet: str, N: int, T: int) -> list[str]:
    """Reports as they fall; where NULL is sent, everybody reports once at most."""
    coins = SeededCoins(seed.encode())
    if "-" not in alphabet:
        return ["".join("01"[draw_uniform(2, coins)] for _ in range(N)) for _ in range(T)]
    when = [draw_uniform(T + 1, coins) for _ in range(N)]
    return ["".join("01"[draw_uniform(2, coins)] if each == t else "-" for each in when) for t in range(T)]


def sketch_cases(name: str, given: Mapping[str, str]) -> Iterator[Case]:
    """Reports as they fall of some items, two of which have the same columns; and how they are joined."""
    known, size = make_mechanism(name, given), budget_flag(given)
    own = "d" not in given
    d, w = int(given.get("d", 1)), int(given["w"])
    if d > 4:
        return
    coins = SeededCoins(f"{name} {given}".encode())
    inputs = edge_inputs(known)
    for count in (0, 1, 6):
        reports = [
            known.outputs.write(known.randomize(known.secrets.read(inputs[place % len(inputs)]), coins))
            for place in range(count)
        ]
        rows = count if own else d
        columns = [",".join(str((item + row) % w) for row in range(rows)) for item in (0, 1, 0)]
        for more, flag in CHOICES if count else CHOICES[:1]:
            asked = {"op": "estimate", "mechanism": name, "parameters": {**given, **more}}
            flags = ("collision", *(["nobody"] if not count else []), *([flag] if flag else []), *size)
            yield Case({**asked, "reports": reports, "columns": columns}, flags)


CHOICES: Sequence[tuple[Mapping[str, str], str]] = (
    ({}, ""),
    ({"estimator": "median"}, ""),
    ({"estimator": "minimum"}, ""),
    ({"collision": "0"}, "no-collisions"),
    ({"collision": "2/7", "estimator": "median"}, ""),
)


def budget_flag(given: Mapping[str, str]) -> list[str]:
    """The flag of a budget at an edge."""
    return [f"{word}-epsilon" for word, value in EDGES.items() if given.get("epsilon") == value]


def decision_vectors() -> Iterator[Vector]:
    """Them all."""
    return make_vectors("decide", decision_cases(), lambda answer: answer)


def decision_cases() -> Iterator[Case]:
    """Rounds whose estimate is at the threshold, one less and elsewhere; and tables."""
    asked = {"op": "decide", "mechanism": "shots.report"}
    for written in SHOTS:
        given = split_parameters(written)
        for N in (4, 12, 60):
            for theta in ("1/4", "1/2", "1", "1/1000000"):
                more = {**given, "N": str(N), "theta": theta}
                T, least = int(given["T"]), ones_required(more)
                near = [ones for ones in nearby_counts(least, N) if 0 <= ones <= N]
                for start in range(0, len(near), T):
                    some = near[start : start + T]
                    request = {**asked, "parameters": more, "counts": [[ones, N] for ones in some]}
                    flags = ["exactly"] * is_at_threshold(request) + ["one-less"] * (least - 1 in some)
                    yield Case(request, ("counts", *flags))
        few = {**asked, "parameters": {**given, "N": "4", "theta": "1/2"}}
        fell = {**few, "reports": random_reports(written, "01", 4, int(given["T"]))}
        yield Case(fell, ("reports", *["exactly"] * is_at_threshold(fell)))
        many = {**given, "N": str(10**9), "theta": "1/3"}
        counts = [[ones, 10**9] for ones in nearby_counts(ones_required(many), 10**9)[1:3]][: int(given["T"])]
        most = {**asked, "parameters": many, "counts": counts}
        yield Case(most, ("many", *["exactly"] * is_at_threshold(most)))
    for name, sets in GIVEN.items():
        if name.startswith("chi2."):
            for written in sets:
                yield from decide_table_cases(name, split_parameters(written))


def ones_required(given: Mapping[str, str]) -> int:
    """How many ones it takes to be up."""
    found = evaluate_formula("shots.detection_threshold", {"r": "0", **given}, 20)
    return int(found) if isinstance(found, Fraction) else 0


def nearby_counts(least: int, N: int) -> list[int]:
    """The numbers of ones next to what it takes, and the ends."""
    return [0, least - 1, least, least + 1, N]


def is_at_threshold(request: Message) -> bool:
    """Whether an estimate is the threshold, or cannot be told from it in 20 digits."""
    given = request["parameters"]
    if not isinstance(given, dict):
        raise TypeError(given)
    plain = {name: each for name, each in given.items() if name != "theta"}
    found = answer_request({**request, "op": "estimate", "parameters": plain})["estimates"]
    return isinstance(found, list) and any(is_estimate_at(each, Fraction(given["theta"])) for each in found)


def is_estimate_at(estimate: object, theta: Fraction) -> bool:
    """Whether an estimate is a number, or lies between two decimals with it between them."""
    match estimate:
        case {"exact": str(exact)}:
            return Fraction(exact) == theta
        case {"lower": str(lower), "upper": str(upper)}:
            return Fraction(lower) <= theta <= Fraction(upper)
        case _:
            return False


def decide_table_cases(name: str, given: Mapping[str, str]) -> Iterator[Case]:
    """All tables where they are few; and thresholds that are some table's own statistic."""
    m1, m2 = int(given["m1"]), int(given["m2"])
    cells = [f"{a},{b}" for a in range(m1 + 1) for b in range(m2 + 1)]
    asked = {"op": "decide", "mechanism": name}
    yield Case({**asked, "parameters": given, "tables": cells}, ("tables", "degenerate"))
    for a, b in ((m1, 0), (m1 - 1, 1), (1, 0)):
        s, N = a + b, m1 + m2
        tau = Fraction(N * (a * m2 - b * m1) ** 2, s * (N - s) * m1 * m2) if 0 < s < N else Fraction(1)
        if tau:
            more = {**given, "tau": str(tau)}
            yield Case({**asked, "parameters": more, "tables": [f"{a},{b}", *cells[:3]]}, ("exactly",))
