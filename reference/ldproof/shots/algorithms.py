"""Algorithm 1 of the source, m-shot reporting, line for line: the file to read with the paper in hand.

For reading and for tests, not for use: people's devices run `client`, and collectors `collector`. It shares no code
with the law and the formulas of this package, so that each of the two checks the other.

Where it departs from the print:

- E = e^(epsilon/m) is given instead of epsilon, as a fraction, so that every probability is exact.
- N, T and m are read from V and the arguments; n and t count from 0.
- A draw is asked for with its law, as the print writes it: `draw({1: r, 0: 1 - r})`.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from ldproof.sampling.digits import RandomChoice, equally_likely

UP, DOWN = "up", "down"
"""The arrows of lines 13 and 15."""


def Q_Bin(v: int, E: Fraction) -> dict[int, Fraction]:
    """Section 2.2: the law of the binary mechanism's output for the input v, with E = e^epsilon."""
    return {v: E / (E + 1), 1 - v: 1 / (E + 1)}


def rates(m: int, T: int, r: Fraction, E: Fraction) -> tuple[Fraction, Fraction]:
    """Section 4.1: p = Pr[y = 1 | v = 1] and q = Pr[y = 1 | v = 0], with E = e^(epsilon/m)."""
    p = Fraction(m, T) * E / (E + 1) + (1 - Fraction(m, T)) * r
    q = Fraction(m, T) * 1 / (E + 1) + (1 - Fraction(m, T)) * r
    return p, q


def Phi(y_t: Sequence[int], p: Fraction, q: Fraction) -> Fraction:
    """Section 4.1: the share of active users, estimated from everybody's y in one round."""
    N = len(y_t)
    return Fraction(1, N) * 1 / (p - q) * (sum(y_t) - N * q)


def m_shot_reporting(
    V: Sequence[Sequence[int]], theta: Fraction, E: Fraction, m: int, r: Fraction, draw: RandomChoice
) -> tuple[tuple[tuple[int, ...], ...], tuple[str, ...]]:
    """Algorithm 1: what every user sends, Y, and what the collector says of every round.

    V has a row of T states, 0 or 1, for each of N users. Preconditions: N >= 1, 1 <= m <= T, 0 <= r <= 1, and E > 1
    (at epsilon = 0 line 12 divides by 0).
    """
    N, T = len(V), len(V[0])
    p, q = rates(m, T, r, E)
    tau: list[tuple[int, ...]] = [()] * N
    y = [[0] * T for _ in range(N)]
    output: list[str] = []
    for n in range(N):  # 1: for n = 1 to N do
        tau[n] = draw(equally_likely(combinations(range(T), m)))  # 2: tau_n ~ uniform from {s | |s| = m}
    # 3: end
    for t in range(T):  # 4: for t = 1 to T do
        for n in range(N):  # 5: for n = 1 to N do
            if t in tau[n]:  # 6: if t in tau_n then
                y[n][t] = draw(Q_Bin(V[n][t], E))  # 7: y_{n,t} = Q_Bin(v_{n,t}, epsilon/m)
            else:  # 8: else
                y[n][t] = draw({1: r, 0: 1 - r})  # 9: y_{n,t} = 1 w.p. r, 0 w.p. 1 - r
            # 10: end
        # 11: end
        if Phi([y[n][t] for n in range(N)], p, q) >= theta:  # 12: if Phi(Y_{:,t}) >= theta then
            output.append(UP)  # 13: Output: up
        else:  # 14: else
            output.append(DOWN)  # 15: Output: down
        # 16: end
    return tuple(map(tuple, y)), tuple(output)
