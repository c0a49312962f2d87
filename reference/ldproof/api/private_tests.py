"""The private chi-squared test of one or many variants."""

from ldproof.api.mechanisms import CompleteCoins, as_text, list_things
from ldproof.coins import Coins, SystemCoins
from ldproof.planning.plan import parse_request
from ldproof.planning.private_test import CELLS, PrivateTestResult, parse_test, run_test


def test(*, table: object = None, coins: Coins | None = None, **given: object) -> PrivateTestResult:  # noqa: PT028
    """Draw the private answers of chi-squared tests, as `ldproof test --help` describes them.

    `a` of `m1` cases and `b` of `m2` controls have the variant: numbers, or lists of them for several variants; or `table` is
    the lines of a CSV. The budget, one of `epsilon` and `odds`, is for all variants together. Each call spends it afresh.

    >>> from ldproof.coins import SeededCoins
    >>> print(test(a=15, b=3, m1=20, m2=20, epsilon=2, coins=SeededCoins(b"1")))
    significant: the noisy distance is 5, where 0 or more is significant; p-value at most 0.0002625...
    """
    # Counts are not written as text on the way: no refusal quotes them.
    known: dict[str, object] = {
        name: thing if name in CELLS else as_text(name, thing)
        for name, thing in given.items()
        if thing is not None
    }
    if table is not None:
        known["table"] = list_things("tables", table, "the lines of a CSV")
    request, found = parse_request("test", parse_test, known)
    return run_test(request, found, SystemCoins() if coins is None else CompleteCoins(coins))
