"""Vectors for programs with coins of their own: inputs whose draws are counted."""

from collections.abc import Iterator, Mapping, Sequence

from ldproof.mechanisms import to_text
from ldproof.oracle.vectors import Vector
from ldproof.registry import EXAMPLES, make_mechanism
from tests.oracle.cases import Case, make_vectors, split_parameters

COUNT = 10_000
"""So many outputs are drawn."""

SMALL: Mapping[str, str] = {"sketch.all_rows": "w=2 d=2 odds=81"}
"""Parameters in the place of those of an example, at which outputs are few."""

LARGE: Mapping[str, Sequence[str]] = {
    "shots.report": ("T=5 m=2 r=1/4 odds=81", "T=100 m=6 r=1/10 epsilon=6"),
    "counting.glance": ("T=100 odds=3",),
    "counting.m_glance": ("T=100 m=6 epsilon=6",),
    "counting.harmony": ("T=100 odds=3",),
    "counting.harmony_published": ("T=100 odds=3",),
    "counting.borappor": ("T=100 epsilon=100",),
    "sketch.hcms": ("w=1024 d=16 odds=3",),
    "sketch.hcms_plus": ("w=1024 d=16 odds=3",),
    "sketch.kary": ("w=1024 d=16 odds=1000",),
}
"""Parameters beside those of the examples."""


def sample_vectors() -> Iterator[Vector]:
    """Each mechanism at its example's parameters, for two inputs that are told apart best, then at larger ones."""
    return make_vectors("sample", sample_cases())


def sample_cases() -> Iterator[Case]:
    """The requests."""
    for name, example in EXAMPLES.items():
        few = split_parameters(SMALL[name]) if name in SMALL else {**example.parameters}
        known = make_mechanism(name, few)
        worst = known.privacy("user")
        for secret in (worst.likely, worst.unlikely):
            request = {"op": "sample", "mechanism": name, "parameters": few}
            text = to_text(known.secrets, secret)
            yield Case({**request, "input": text, "count": COUNT}, ("listed",))
        for written in LARGE.get(name, ()):
            given = split_parameters(written)
            T, d = int(given.get("T", "0")), int(given.get("d", "0"))
            text = ("01" * T)[:T] if T else ",".join(str(263 * row % 1024) for row in range(d))
            flag = "listed" if T == 5 else "places" if T else "rows"
            request = {"op": "sample", "mechanism": name, "parameters": given}
            yield Case({**request, "input": text, "count": COUNT}, (flag,))
