"""The variance of the mean estimate from every hash function, every row and everything that can be said."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial, reduce
from itertools import product

from ldproof.budget import Budget
from ldproof.numbers import rational
from ldproof.probability import Law, law_of_shares
from ldproof.sketch.channels import Channel
from ldproof.sketch.hashing import Affine, Family, Polynomial, Quadratic, Textbook
from ldproof.sketch.plan import Rows, channel_and_budget
from ldproof.sketch.variance import report_model, row_variance, variance
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.ground import ByRecord, Ground, exactly
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums
from ldproof_proofs.law.finite_laws import mixture_law
from ldproof_proofs.sketch.collisions import GF_8, columns_of

Hashes = tuple[tuple[int, ...], ...]
"""The columns of all items, for each row."""

Seen = tuple[tuple[int, int], ...]
"""A person's own column and the one asked for, for each row."""

Heard = Mapping[tuple[int, int], Law[Fraction]]
"""The law of one report's z, by its own column and the one asked for."""

POPULATIONS = ((0, 0), (0, 1), (1, 1), (1, 2), (0, 1, 1), (1, 1, 2))
"""The items of two or three people; item 0 is asked for."""

MECHANISMS: tuple[tuple[str, Rows, int, int, Fraction], ...] = (
    ("cms", Rows.SAMPLED, 2, 1, rational(4)),
    ("cms", Rows.SAMPLED, 2, 2, rational(4)),
    ("cms", Rows.SAMPLED, 3, 1, rational(9)),
    ("oue", Rows.SAMPLED, 2, 2, rational(3)),
    ("oue", Rows.SAMPLED, 3, 1, rational(3, 2)),
    ("optimal", Rows.SAMPLED, 2, 2, rational(4)),
    ("hcms", Rows.SAMPLED, 2, 2, rational(3)),
    ("hcms", Rows.SAMPLED, 4, 1, rational(2)),
    ("hcms_plus", Rows.SAMPLED, 2, 2, rational(3)),
    ("hcms_plus", Rows.SAMPLED, 4, 1, rational(2)),
    ("count_sketch", Rows.SAMPLED, 2, 2, rational(3)),
    ("count_sketch", Rows.SAMPLED, 4, 1, rational(2)),
    ("kary", Rows.SAMPLED, 2, 2, rational(3)),
    ("kary", Rows.SAMPLED, 3, 1, rational(2)),
    ("all_rows", Rows.ALL, 2, 1, rational(4)),
    ("all_rows", Rows.ALL, 2, 2, rational(16)),
    ("per_user", Rows.OWN, 2, 1, rational(4)),
    ("per_user", Rows.OWN, 4, 1, rational(4)),
    ("local_hash", Rows.OWN, 2, 1, rational(3)),
    ("local_hash", Rows.OWN, 3, 1, rational(2)),
)
"""Name, rows, width, how many rows, and the odds of the whole budget."""


def functions(w: int, d: int) -> Iterator[Hashes]:
    """Every d functions from three items to w columns."""
    return product(product(range(w), repeat=3), repeat=d)


def heard(said: Channel, column: int, asked: int) -> Law[Fraction]:
    """The law of one report's z: its support of the column asked for, less `low` and over `high - low`."""
    low, high = rational(str(said.low)), rational(str(said.high))
    return law_of_shares(
        (
            (int(said.column_supports(said.content_sums(content))[asked]) - low) / (high - low),
            rational(str(said.likelihood(column, content))),
        )
        for content in said.list_contents()
    )


def table(said: Channel) -> Heard:
    """All of these laws."""
    return {
        (column, asked): heard(said, column, asked) for column, asked in product(range(said.width), repeat=2)
    }


@cache
def told(word: str, rows: Rows, w: int, d: int, odds: Fraction) -> Heard:
    """The laws of a mechanism's reports, of all rows or of one."""
    said, _ = channel_and_budget(word, w, d if rows is Rows.ALL else 1, odds=odds)
    return table(said)


def added(one: Law[Fraction], other: Law[Fraction]) -> Law[Fraction]:
    """The law of a sum of two independent numbers."""
    return law_of_shares(
        (first + second, share * chance)
        for first, share in one.probabilities.items()
        for second, chance in other.probabilities.items()
    )


def seen(hashes: Hashes, item: int) -> Seen:
    """All that an item's person shows of these hashes: in each row their column, and the one asked for."""
    return tuple((columns[item], columns[0]) for columns in hashes)


def person(laws: Heard, rows: Rows, known: Seen) -> Law[Fraction]:
    """The law of what one person adds to Z, for these hashes."""
    reports = [laws[columns] for columns in known]
    if rows is Rows.ALL:
        return reduce(added, reports).pushforward(lambda total: total / len(reports))
    return mixture_law((rational(1, len(reports)), each) for each in reports)


def estimate(word: str, rows: Rows, w: int, d: int, odds: Fraction, items: Sequence[int]) -> Law[Fraction]:
    """The law of (Z - N/w)/(1 - 1/w), every hash function alike; a hash of one's own is drawn by everybody."""
    return under(told(word, rows, w, d, odds), rows, Counter(functions(w, d)), rational(1, w), items)


def under(
    laws: Heard, rows: Rows, known: Counter[Hashes], shared: Fraction, items: Sequence[int]
) -> Law[Fraction]:
    """The law of (Z - N c)/(1 - c), where c is the collision probability and one of these hashes is drawn."""
    adds = cache(partial(person, laws, rows))

    def drawn(group: Sequence[int]) -> Law[Fraction]:
        """The law of what those add who have the same hashes; of these only what they show matters."""
        shown: Counter[tuple[Seen, ...]] = Counter()
        for hashes, often in known.items():
            shown[tuple(seen(hashes, item) for item in group)] += often
        return mixture_law(
            (rational(often, known.total()), reduce(added, map(adds, each))) for each, often in shown.items()
        )

    groups = [(item,) for item in items] if rows is Rows.OWN else [items]
    total = reduce(added, map(drawn, groups))
    return total.pushforward(lambda z: (z - len(items) * shared) / (1 - shared))


def counted(items: Sequence[int]) -> tuple[int, int, int]:
    """N, f and S."""
    return len(items), items.count(0), sum(items.count(other) ** 2 for other in (1, 2))


def itself(z: Fraction) -> Fraction:
    """What is estimated."""
    return z


def cases(doubled: int) -> Iterable[tuple[str, Relation]]:
    """The mean and the variance of that law."""
    for word, rows, w, d, odds in MECHANISMS:
        for items in POPULATIONS:
            if len(items) > 2 and w**d > 4:
                continue
            found = estimate(word, rows, w, d, odds, items)
            N, f, S = counted(items)
            formula = variance(word, N, f, S, w, d, Budget(d if rows is Rows.ALL else 1, "odds", odds))
            name = f"{word}, w = {w}, d = {d}, E = {odds}, items {items}"
            yield f"{name}, mean", equal(sums.mean(found, itself), f)
            yield f"{name}, variance", equal(sums.variance(found, itself), doubled * exactly(formula))


def exhaustive(prover: Prover) -> Theorem:
    """Tiny sketches, every function from items to columns."""
    claim = Ground(
        "sketch.variance-is-counted",
        "the mean estimate has the mean f and the variance of the formula",
        "20 sketches with w <= 4 and d <= 2 of cms, oue, optimal, hcms, hcms_plus, count_sketch, kary, all_rows, per_user and "
        "local_hash; two people, and three where w^d <= 4; three items; every hash function",
        lambda: cases(1),
        lambda: cases(2),
        anchors=(
            anchor(
                variance,
                lambda: variance("cms", 3, 1, 4, 2, 2, Budget(1, "odds", rational(4))),
                lambda: estimate("cms", Rows.SAMPLED, 2, 2, rational(4), (0, 1, 1)).variance(lambda z: z),
            ),
        ),
    )
    return prover.theorem(claim, ByRecord())


FAMILIES: tuple[tuple[str, Family], ...] = (
    ("cms", Polynomial(2, 5)),
    ("cms", Polynomial(3, 5)),
    ("cms", Quadratic(2, GF_8)),
    ("per_user", Affine(2, 5)),
    ("per_user", Textbook(3, 5)),
    ("local_hash", Affine(3, 5)),
)
"""A mechanism of one row, and the family that its hashes are of."""


def family_cases(triples: int) -> Iterable[tuple[str, Relation]]:
    """The variance of that law, under all hashes of a family."""
    for word, family in FAMILIES:
        known: Counter[Hashes] = Counter(
            (tuple(columns.values()),) for columns in columns_of(family, range(3))
        )
        heard = report_model(word, family.width, 1, Budget(1, "odds", rational(4)))
        laws = table(heard.channel)
        for items in POPULATIONS:
            found = under(laws, heard.rows, known, family.collision, items)
            N, f, S = counted(items)
            formula = exactly(row_variance(heard, N, f, S, family))
            name = f"{word}, {family.word}, w = {family.width}, {family.size} points, items {items}"
            yield f"{name}, mean", equal(sums.mean(found, itself), f)
            yield f"{name}, variance", equal(sums.variance(found, itself), triples * formula)


def over_families(prover: Prover) -> Theorem:
    """Small fields, in which collisions are not as often as 1/w, nor pairs of them as often as apart."""
    claim = Ground(
        "sketch.variance-over-families",
        "over the hashes of a family too the mean estimate has the mean f and the variance of the formula, from the exact "
        "probabilities that two points and that three points share a column",
        "cms with one row and polynomial and quadratic maps over 5 and 8 points; per_user and local_hash with affine and textbook maps over 5 "
        "points; widths 2 and 3; two or three people and three items; all hashes",
        lambda: family_cases(1),
        lambda: family_cases(2),
    )
    return prover.theorem(claim, ByRecord())
