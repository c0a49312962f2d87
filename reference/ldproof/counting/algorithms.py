"""Algorithm 1 of the source, Glance, line for line, and Harmony and Basic One-time RAPPOR, as sections 1.1 and 4.1 say.

For reading and for tests, not for use: people's devices run `client`, and collectors `collector`. It shares no code
with the laws and the formulas of this package, so that each of the two checks the other.

Where it departs from the print:

- E = e^epsilon is given instead of epsilon, as a fraction, so that every probability is exact; for BORAPPOR it is
  e^(epsilon/T), the odds of one report.
- n and t count from 0. `None` is NULL.
- A draw is asked for with its law.
- Only Glance has numbered lines and a printed estimate. The others' estimates are unbiased ones, of the same form.

V has a row of T states, 0 or 1, for each of N users. Preconditions: N >= 1, T >= 1 and E > 1.
"""

from collections.abc import Sequence
from fractions import Fraction

from ldproof.sampling.digits import RandomChoice, equally_likely

States = Sequence[Sequence[int]]
Result = tuple[tuple[tuple[int, ...], ...], tuple[Fraction, ...]]
"""Z, a row of what each user sends, and the estimate of mu_t in every round."""


def Q_Bin(v: int, E: Fraction) -> dict[int, Fraction]:
    """Section 2.2: the law of randomized response to the input v, with E = e^epsilon."""
    return {v: E / (E + 1), 1 - v: 1 / (E + 1)}


def glance(
    V: States, E: Fraction, draw: RandomChoice
) -> tuple[tuple[tuple[int | None, ...], ...], tuple[Fraction | None, ...]]:
    """Algorithm 1, Glance, and the estimates of section 4.1: None in a round without a report, where it is 0/0."""
    N, T = len(V), len(V[0])
    p, q = E / (E + 1), 1 / (E + 1)
    tau = [0] * N
    z: list[list[int | None]] = [[None] * T for _ in range(N)]
    mu_hat: list[Fraction | None] = []
    for n in range(N):  # 1: for n = 1 to N do
        tau[n] = draw(equally_likely(range(T)))  # 2: tau_n ~ uniform random from [T]
    # 3: end
    for t in range(T):  # 4: for t = 1 to T do
        for n in range(N):  # 5: for n = 1 to N do
            if t == tau[n]:  # 6: if t = tau_n then
                z[n][t] = draw(Q_Bin(V[n][t], E))  # 7: z_{n,t} = Q_Bin(v_{n,t}; epsilon)
            else:  # 8: else
                z[n][t] = None  # 9: z_{n,t} = NULL
            # 10: end
        # 11: end
        # Section 4.1, eta_t = {n : t = tau_n}: the print has "t in tau_n", of one round.
        heard = [report for n in range(N) if (report := z[n][t]) is not None]
        mu_hat.append((Fraction(sum(heard), len(heard)) - q) / (p - q) if heard else None)
    # 12: end
    return tuple(map(tuple, z)), tuple(mu_hat)


def harmony(V: States, E: Fraction, draw: RandomChoice) -> Result:
    """Harmony as the source uses it: Algorithm 1 with 0 for NULL in line 9, and everybody's mean."""
    N, T = len(V), len(V[0])
    p, q = E / (E + 1) / T, 1 / (E + 1) / T  # of z = 1, where v is 1 and where it is 0
    tau = [draw(equally_likely(range(T))) for _ in range(N)]
    z = [[0] * T for _ in range(N)]
    mu_hat: list[Fraction] = []
    for t in range(T):
        for n in range(N):
            z[n][t] = draw(Q_Bin(V[n][t], E)) if t == tau[n] else 0
        mu_hat.append((Fraction(sum(z[n][t] for n in range(N)), N) - q) / (p - q))
    return tuple(map(tuple, z)), tuple(mu_hat)


def harmony_published(V: States, E: Fraction, draw: RandomChoice) -> Result:
    """Harmony with numbers from -1 to 1, as [12] is usually described, which is not at hand.

    A state is the number 2 v - 1. In the round that is drawn -1 or 1 is sent, in the others 0. Everybody's mean, times
    T (E + 1)/(E - 1), estimates the mean of the numbers, 2 mu_t - 1.
    """
    N, T = len(V), len(V[0])
    tau = [draw(equally_likely(range(T))) for _ in range(N)]
    z = [[0] * T for _ in range(N)]
    mu_hat: list[Fraction] = []
    for t in range(T):
        for n in range(N):
            z[n][t] = 2 * draw(Q_Bin(V[n][t], E)) - 1 if t == tau[n] else 0
        mean = T * (E + 1) / (E - 1) * Fraction(sum(z[n][t] for n in range(N)), N)
        mu_hat.append((1 + mean) / 2)
    return tuple(map(tuple, z)), tuple(mu_hat)


def borappor(V: States, E: Fraction, draw: RandomChoice) -> Result:
    """Basic One-time RAPPOR: every round is reported, each for epsilon/T, so that E = e^(epsilon/T)."""
    N, T = len(V), len(V[0])
    p, q = E / (E + 1), 1 / (E + 1)
    z = [[0] * T for _ in range(N)]
    mu_hat: list[Fraction] = []
    for t in range(T):
        for n in range(N):
            z[n][t] = draw(Q_Bin(V[n][t], E))
        mu_hat.append((Fraction(sum(z[n][t] for n in range(N)), N) - q) / (p - q))
    return tuple(map(tuple, z)), tuple(mu_hat)
