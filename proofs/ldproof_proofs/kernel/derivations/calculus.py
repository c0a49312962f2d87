"""The derivative of a term, by the rules of school: what certifies what SymPy finds by differentiating."""

from ldproof.numbers import Term, sqrt, term
from ldproof_proofs.kernel.errors import NotProved


def derivative(whole: Term, name: str) -> Term:
    """What a term grows by, per unit of a symbol; nothing is simplified."""

    def operate(node: Term, slopes: tuple[Term, ...]) -> Term:
        match node.operator, node.arguments, slopes:
            case "+", _, (left, right):
                return left + right
            case "-", _, (left, right):
                return left - right
            case "negative", _, (only,):
                return -only
            case "*", (one, other), (left, right):
                return left * other + one * right
            case "/", (top, bottom), (left, right):
                return (left * bottom - top * right) / bottom**2
            case "^", (base,), (only,) if isinstance(node.head, int):
                return node.head * base ** (node.head - 1) * only
            case "exp", _, (only,):
                return node * only
            case "log", (inside,), (only,):
                return only / inside
            case "sqrt", (inside,), (only,):
                return only / (2 * sqrt(inside))
            case _ if name not in node.symbols():
                return term(0)
            case _:
                raise NotProved(f"no rule differentiates {node}")

    return whole.fold(lambda _: term(0), lambda symbol: term(int(symbol == name)), operate)
