"""Exact draws beside Draper and Saad's samplers in C, which recycle randomness; both read the operating system's coins."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from ctypes import CDLL, c_int, c_uint32, c_void_p
from fractions import Fraction
from functools import partial

import numpy as np

from ldproof.coins import SystemCoins
from ldproof.sampling import Digits, draw_bernoullis, table_of_law
from tests.drivers.bench.race import Row, run_race
from tests.drivers.peers.environments import Missing, Source, call, check_out

SAMPLERS = Source(
    "https://github.com/probsys/randomness-recycling", "410aacd46faf7649d6f48c80141b13ef05681674"
)
"""Of Draper and Saad, Efficient Online Random Sampling via Randomness Recycling (2025)."""
NAMES: Mapping[str, str] = {
    "inversion": "struct array_s s = preprocess_cdf(weights, n); DRAW(sample_cdf_eo(&s)); free_array(s);",
    "lookup table": "struct lookup_eo_s s = preprocess_lookup_eo(weights, n); DRAW(sample_lookup_eo(&s)); free_lookup_eo(s);",
    "alias": "struct weighted_alias_eo_s s = preprocess_weighted_alias_eo(weights, n);"
    " DRAW(sample_weighted_alias_eo(&s)); free_weighted_alias_eo(s);",
    "FLDR": "struct fldr_eo_s s = preprocess_fldr_eo((u32 *) weights, n); DRAW(sample_fldr_eo(&s)); free_fldr_eo(s);",
    "ALDR": "struct aldr_recycle_s s = preprocess_aldr_recycle((u32 *) weights, n);"
    " DRAW(sample_aldr_recycle(&s)); free_aldr_recycle(s);",
}
"""Their samplers, with what draws from a law of n weights."""
BERNOULLI = "DRAW(bernoulli_eo(weights[1], weights[0] + weights[1]));"
"""Their sampler for two outputs."""
COIN, LAW = (7, 3), tuple(range(1, 101))
"""The weights of a coin, 0 and 1, and of a law of 100 outputs."""
MANY = 10**6


def compiled() -> CDLL:
    """Return their samplers as a library, compiled as their Makefile does; raise Missing if that cannot be done."""
    place = check_out(SAMPLERS)
    headers = ("types", "uniform", "aldr", "alias", "lookup", "binarysearch")
    loop = "#define DRAW(one) for (u32 i = 0; i < count; ++i) drawn[i] = one\n"
    functions = "".join(
        f"void draw_{number}(int *weights, int n, u32 count, u32 *drawn) {{ {body} }}\n"
        for number, body in enumerate((*NAMES.values(), BERNOULLI))
    )
    includes = "".join(f'#include "{name}.h"\n' for name in headers)
    (place / "draws.c").write_text(f"{includes}{loop}{functions}", encoding="utf-8")
    sources = [str(place / f"{name}.c") for name in (*headers, "draws")]
    flags = ("-O3", "-flto", "-march=native", "-w", "-shared", "-fPIC", "-lm")
    call(SAMPLERS.repository, "cc", *sources, *flags, "-o", str(place / "draws.so"))
    return CDLL(str(place / "draws.so"))


def bench_recycling() -> Iterator[Row]:
    """A coin and a law of 100 outputs, beside each of their samplers."""
    try:
        theirs = compiled()
    except (Missing, OSError) as why:
        print(f"Draper and Saad's samplers are left out: {why}", file=sys.stderr)
        return
    coins, one = SystemCoins(), Digits(Fraction(COIN[1], sum(COIN)))
    table = table_of_law([Fraction(weight, sum(LAW)) for weight in LAW])
    laws: Mapping[str, tuple[Sequence[int], Callable[[], object], Sequence[str]]] = {
        "Bernoulli(3/10)": (COIN, partial(draw_bernoullis, one, MANY, coins), (*NAMES, "Bernoulli")),
        "law of 100 outputs": (LAW, partial(table.draw, MANY, coins), tuple(NAMES)),
    }
    for what, (weights, ours, names) in laws.items():
        check_law(np.asarray(ours()), weights)
        for number, name in enumerate(names):
            drawn = np.empty(MANY, np.uint32)
            given = (c_int * len(weights))(*weights)
            run = partial(
                theirs[f"draw_{number}"], given, len(weights), c_uint32(MANY), c_void_p(drawn.ctypes.data)
            )
            yield run_race(MANY, f"{what}, system coins", ours, f"Draper-Saad {name}", run)
            check_law(drawn, weights)


def check_law(drawn: "np.ndarray[tuple[int], np.dtype[np.integer]]", weights: Sequence[int]) -> None:
    """Raise ValueError if shares are not those of the law: so what is compared is the same work."""
    shares = np.bincount(drawn, minlength=len(weights)) / drawn.size
    if np.abs(shares - np.array(weights) / sum(weights)).max() > 0.005:
        raise ValueError(f"drawn from another law: {shares}")
