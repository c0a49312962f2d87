"""A combination in Coq: every product's sign by lemmas, and the identity by `field`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ldproof_proofs.book.coq.algebra import Algebra
from ldproof_proofs.book.coq.writing import number, related, sides, written
from ldproof_proofs.kernel.combination import ONE, Combination, Product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.relations import Relation

SLACK = {"<": "slack_lt", "<=": "slack_le", "=": "slack_eq"}
CONCLUDES = {"<": "less", "<=": "at_most", "=": "equal"}


@dataclass(frozen=True, slots=True)
class Signed:
    """A term of Coq's, how it is to 0 (`<`: above it), and a proof of that."""

    text: str
    sign: str
    proof: str

    def weakened(self) -> str:
        """A proof that it is at least 0."""
        return {
            "<": f"(Rlt_le _ _ {self.proof})",
            "<=": self.proof,
            "=": f"(zero_is_nonnegative _ {self.proof})",
        }[self.sign]

    def __mul__(self, other: "Signed") -> "Signed":
        text = f"{self.text} * {other.text}"
        if other.sign == "=":
            return Signed(text, "=", f"(zero_times _ _ {other.proof})")
        if self.sign == other.sign == "<":
            return Signed(text, "<", f"(Rmult_lt_0_compat _ _ {self.proof} {other.proof})")
        return Signed(text, "<=", f"(Rmult_le_pos _ _ {self.weakened()} {other.weakened()})")

    def __add__(self, other: "Signed") -> "Signed":
        text, one, two = f"{self.text} + {other.text}", self, other
        match one.sign, two.sign:
            case "=", "=":
                return Signed(text, "=", f"(zero_plus _ _ {one.proof} {two.proof})")
            case "<", "<":
                return Signed(text, "<", f"(Rplus_lt_0_compat _ _ {one.proof} {two.proof})")
            case "<", _:
                return Signed(text, "<", f"(Rplus_lt_le_0_compat _ _ {one.proof} {two.weakened()})")
            case _, "<":
                return Signed(text, "<", f"(Rplus_le_lt_0_compat _ _ {one.weakened()} {two.proof})")
            case _:
                return Signed(text, "<=", f"(Rplus_le_le_0_compat _ _ {one.weakened()} {two.weakened()})")


Named = tuple[str, Relation]
"""A fact: the name of its proof in Coq, and what it says."""


def product(found: Product, facts: Mapping[str, Named]) -> Signed:
    """A product and its sign; an equation comes last, so that it makes all before it 0."""
    cited = [facts[name] for name in found.facts]
    slacks = [Signed(slack(fact), fact.sign, f"({SLACK[fact.sign]} _ _ {name})") for name, fact in cited]
    squares = [
        Signed(f"({written(each)} * {written(each)})", "<=", f"(square {written(each)})")
        for each in found.squares
    ]
    if any(each.sign == "=" for each in slacks):
        free = [number(found.factor), written(found.scale), *(each.text for each in squares)]
        zeros = sorted(slacks, key=lambda each: each.sign == "=")
        before = " * ".join([*free, *(each.text for each in zeros[:-1])])
        return Signed(before, "?", "") * zeros[-1]
    if found.scale is not ONE or found.factor < 0:
        raise NotProved("a factor's sign is not known")
    sign = "<" if found.factor else "="
    total = Signed(
        number(found.factor),
        sign,
        f"(ltac:(lra) : {'0 <' if found.factor else '0 ='} {number(found.factor)})",
    )
    for each in (*squares, *slacks):
        total *= each
    return total


def slack(fact: Relation) -> str:
    """What is at least 0 where a fact holds."""
    return f"({written(fact.right)} - {written(fact.left)})"


def added(products: Iterable[Product], facts: Mapping[str, Named]) -> Signed | None:
    """A sum of products."""
    total: Signed | None = None
    for each in products:
        total = product(each, facts) if total is None else total + product(each, facts)
    return total


UNIT = Signed("1", "<", "Rlt_0_1")
NOTHING = Signed("0", "=", "(eq_refl 0)")


def show(name: str, goal: Relation, why: Combination, facts: Mapping[str, Named], algebra: Algebra) -> None:
    """Assert a relation under a name, and prove it by a combination."""
    names = [fact for each in (*why.products, *why.times) for fact in each.facts]
    if unknown := [each for each in names if each not in facts]:
        raise NotProved(f"{goal}: nothing has shown {unknown[0]}")
    used = [facts[each][1] for each in names]
    roots = [*sides([goal, *used]), *why.multipliers()]
    algebra.settle(roots)
    times, total = added(why.times, facts) or UNIT, added(why.products, facts) or NOTHING
    lemma = CONCLUDES.get(goal.sign) or ("unequal_below" if why.negated else "unequal_above")
    sign = "=" if goal.sign == "=" else "<=" if goal.sign == "<=" else "<"
    proof = total.weakened() if sign == "<=" else total.proof
    if times.sign != "<" or sign not in ("<=", total.sign):
        raise NotProved(f"{goal}: no product is above 0")
    algebra.lines.append(
        f"assert ({name} : {related(goal)}).\n{{ apply ({lemma} ({times.text}) ({total.text}) _ _ {times.proof} {proof}).\n"
        f"  {algebra.identity(roots)}. }}"
    )
