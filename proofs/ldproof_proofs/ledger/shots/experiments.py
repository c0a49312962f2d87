"""Section 6: the F-measure and the two experiments."""

from ldproof_proofs.experiments import shots as experiments
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import against, as_printed, besides, instead, said
from ldproof_proofs.ledger.shots.source import SHOTS
from ldproof_proofs.shots.accuracy import adaptive, f_measure
from ldproof_proofs.shots.formulas import best_m, best_m_counted, cases, peak

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "shots.eq-11",
        f"{SHOTS}, section 6.1, equation (11)",
        "{= F = 2*precision*recall/(precision + recall)}, which is at most 1.",
        Verdict.CORRECTED,
        (
            against(
                "(11) is undefined if nothing is detected, or only rounds that are no heavy hitters. In a toy "
                "experiment this happens with the probabilities {nothing} and {wrong}. It has {N:words} users, "
                "{T:words} rounds, {m:words} report, E = {E}, r = {r}, and theta = {theta}. The users' states, round "
                "by round, are {user 1}, {user 2}, {user 3} and {user 4}.",
                f_measure.toy,
            ),
            instead(
                "Let hits be the number of detected heavy rounds. Where (11) is defined, it is "
                "{shots.f-measure/right}, and {f-measure-at-most-1/goal}.",
                f_measure.in_counts,
            ),
            besides(
                (
                    "In all entries here F is {shots.f-measure/right}, also where (11) is undefined. In the toy "
                    "experiment its mean E[F] is {f-measure-toy/E[F]}. Given that (11) is defined, it is "
                    "{f-measure-toy/where defined}."
                ),
                f_measure.in_counts,
                f_measure.toy,
            ),
        ),
        original=r"\text{F-measure} = \frac{2 \times \text{適合率} \times \text{再現率}}{\text{適合率} + "
        r"\text{再現率}}",
        answer="False as printed: (11) is undefined where no heavy hitter is detected. True: where (11) is "
        "defined, it equals {shots.f-measure/right}. Where it is not, this fraction vanishes as soon as "
        "there is a heavy hitter.",
        answer_in_japanese="誤り: heavy hitter がまったく検知されないとき, 式 (11) は定義されない. 正しくは, "
        "定義されるときの値は {shots.f-measure/right} に等しく, 定義されないとき, heavy hitter があればこの分数は消える. hits "
        "は正しく検知された時刻の数, detected は検知された時刻の数, heavy は heavy hitter の数である.",
    ),
    Entry(
        "shots.expected-m",
        f"{SHOTS}, section 6.2",
        "By (7) and 1/2 < c* < 2/3, m* is 1 at epsilon = 1, T = 100 at epsilon = T, and about 6 at epsilon = 10.",
        Verdict.CORRECTED,
        (
            against(
                "At {linear-budget/point}, m* is {best-m-quoted/linear m}: there f is "
                "{linear-budget/left:4}, and {linear-budget/right:4} for T reports.",
                adaptive.budgets,
                best_m_counted.quoted,
            ),
            instead(
                "At epsilon = {ten epsilon}, m* is {ten m}.",
                best_m_counted.quoted,
            ),
            instead(
                "If {case-1/case (1)}, m* is that of one-shot reporting; if {case-3/case (3)}, it is T.",
                cases.one_report,
                cases.all_reports,
            ),
            besides(
                "c* is between the printed numbers: it is {c-star-digits/c*:10}.",
                peak.peak,
            ),
        ),
        original=r"$\epsilon = 1$ のとき $m^* = 1$ は $\epsilon = T$ のとき $m^* = T$ . また, $\epsilon = 10$ "
        r"のときは, 正確さを最大化にする $m$ は $10 \times 1/2 < 10 \times c^* < 10 \times 2/3$ より, 6 "
        "前後と予想される.",
        answer="False as printed: at {linear-budget/point}, m* is {best-m-quoted/linear m}. True: m* is T if "
        "{case-3/case (3)}.",
        answer_in_japanese="誤り: {linear-budget/point} のとき, m* は {best-m-quoted/linear m} である. 正しくは, "
        "{case-3/case (3)} のとき m* は T となる.",
    ),
    Entry(
        "shots.exp-1",
        f"{SHOTS}, section 6.2, figures 2(a) to 2(c)",
        "For N = 10000, T = 100, theta = 0.8 and r = 0 the mean F of 100 runs is largest at m = 1 with 0.71 for "
        "epsilon = 1, at m = 6 with 0.91 for epsilon = 10, at m = 100 with 0.99 for epsilon = 200.",
        Verdict.HOLDS,
        (
            as_printed(
                "Treat rounds as independent where m is below T. Then E[F] is {small low..small high:5}, {middle "
                "low..middle high:5} and {large low..large high:5} at the printed m and epsilon, in this order. "
                "Numbers that round to the printed {small F:2}, {middle F:2} and {large F:2} are within a standard "
                "deviation of a mean of the printed number of runs.",
                experiments.printed,
            ),
            as_printed(
                "With rounds treated as independent, E[F] is largest at m = {small m} for epsilon = {small epsilon}, "
                "at m = {middle m} for epsilon = {middle epsilon}, and at m = {large m} for epsilon = {large "
                "epsilon}.",
                experiments.largest,
            ),
            besides(
                (
                    "Treat rounds as independent where m is below T. Of all m, and of dummies that never or "
                    "always are a one, dummies that always are a one are best. At epsilon = {small epsilon} the "
                    "best m is {small m}, where E[F] is {small F:4}. At epsilon = {middle epsilon} it is {middle "
                    "m}, where E[F] is {middle F:4}."
                ),
                experiments.chosen,
            ),
            besides(
                (
                    "Round {t} has a share of exactly theta. At each printed m it is detected with a probability "
                    "between {low} and {high}."
                ),
                experiments.coin_flip,
            ),
        ),
        original=r"$\epsilon = 1$ の場合, $m = 1$ で F-measure が最大になり, その値は 0.71 であった. $\epsilon = "
        r"10$ の場合, $m = 6$ で F-measure が最大になり, その値は 0.91 であった. $\epsilon = 200$ の場合, "
        "$m = 100$ で F-measure が最大になり, その値は 0.99 であった.",
    ),
    Entry(
        "shots.exp-2",
        f"{SHOTS}, section 6.3, figures 2(d) to 2(f)",
        "For N = 100000, theta = 0.8, r = 0 and T = 100, 200, ..., 1000 the F of T-shot reporting is always far below "
        "that of m*-shot for epsilon = 1, and falls faster for epsilon = 10, as expected for both; for epsilon = 200, "
        "m* = T, and both are nearly equal.",
        Verdict.CORRECTED,
        (
            against(
                "At epsilon = {experiment-2-best/epsilon} and T = {experiment-2-best/T}, m* is "
                "{best-m-quoted/large m}: there f is {experiment-2-best/left:4}, and "
                "{experiment-2-best/right:4} for T reports.",
                experiments.not_every_round,
                best_m_counted.quoted,
            ),
            against(
                "Treat rounds as independent where m is below T. At epsilon = {epsilon}, E[F] of T "
                "reports falls by less than that of m* from T = {from} to {to}.",
                experiments.falls,
            ),
            instead(
                "Treat rounds as independent where m is below T, and let epsilon = {epsilon}. At T = {first T}, E[F] "
                "of T reports exceeds that of m* by less than {first gap}. At {last T} it is smaller by less than "
                "{last gap}.",
                experiments.close,
            ),
            said(
                "For the other budgets see {@shots.conclusion-2}. The number of active users, N t/T, "
                "is rounded down here.",
                "the experiments of this project; the source does not say what it does",
            ),
        ),
        original=r"$\epsilon = 200$ のときは $m^* = T$ であるので, 2 つの F-measure はほとんど一致するはずである. "
        "... $T$ -shot reporting は $m^*$ -reporting よりも明らかに F-measure の低下のスピードが早い.",
        answer="False as printed: at {experiment-2-best/point}, m* is {best-m-quoted/large m} and not T. True: "
        "treat rounds as independent. At epsilon = {experiment-2-close/epsilon}, E[F] of T-shot reporting "
        "is larger than that of m*-shot at T = {experiment-2-close/first T} and smaller at "
        "{experiment-2-close/last T}, by less than {experiment-2-close/last gap}.",
        answer_in_japanese="誤り: {experiment-2-best/point} のとき, m* は T ではなく {best-m-quoted/large m} である. "
        "正しくは, 各時刻を独立とみなすと, epsilon が {experiment-2-close/epsilon} のとき, T-shot "
        "reporting の F-measure の期待値は T が {experiment-2-close/first T} では上回り, "
        "{experiment-2-close/last T} では下回り, その差は {experiment-2-close/last gap} 未満である.",
    ),
    Entry(
        "shots.conclusion-1",
        f"{SHOTS}, section 6.3, conclusion (1)",
        "The choice of m by (7) is appropriate.",
        Verdict.HOLDS,
        (
            as_printed(
                "(7) makes the bound (2) least, as in {@shots.eq-7}: on either side of c* epsilon no m is better than a k that is "
                "nearer to it, {nearest-below/goal:short}.",
                best_m.nearest,
            ),
            as_printed(
                "In experiment 1, treat rounds as independent where m is below T. E[F] is largest at "
                "m = {small m}, {middle m} and {large m} for epsilon = {small epsilon}, {middle "
                "epsilon} and {large epsilon}, as (7) says.",
                experiments.largest,
            ),
            besides(
                (
                    "(7) is not always best. Treat rounds as independent where m is below T. At epsilon = "
                    "{experiment-1-largest/linear epsilon}, which is T, m* is {best-m-quoted/linear m}, but E[F] "
                    "is largest at m = {experiment-1-largest/linear m}."
                ),
                experiments.largest,
                best_m_counted.quoted,
            ),
        ),
        original="式(7)に基づく $m$ の選択は妥当である。",
    ),
    Entry(
        "shots.conclusion-2",
        f"{SHOTS}, section 6.3, conclusion (2)",
        "Unless the budget is extremely large, the F-measure of T-shot reporting is much worse than that of m*-shot.",
        Verdict.HOLDS,
        (
            as_printed(
                "In experiment 2, treat rounds as independent where m is below T. At epsilon = {epsilon}, E[F] of T "
                "reports is more than {far:2} below that of m* reports at every T.",
                experiments.far,
            ),
            as_printed(
                "Treat rounds as independent also at epsilon = {epsilon}, where m* is {m}. At every T, E[F] of T reports is below"
                " E[F] of m* reports: by more than {first gap:2} at T = {first T}, and by more than {last gap:2} at T"
                " = {last T}. From every T to the next, E[F] of T reports falls by more than E[F] of m* reports does.",
                experiments.slower,
            ),
            besides(
                "At larger budgets, which the source does not run, treat rounds as independent where m is below T. At T = {T} and "
                "epsilon = {large} the difference is less than {close:2}. At T = {T} and epsilon = {extreme}, T reports have the "
                "larger E[F].",
                experiments.hardly_behind,
            ),
        ),
        original="プライバシーバジェットが極端に大きい場合を除くと、 $T$ -shot reporting は F-measure において "
        "$m^*$ -shot reporting に大きく劣る。",
    ),
)
