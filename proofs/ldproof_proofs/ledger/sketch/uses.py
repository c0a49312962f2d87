"""Section 5 and the end: what it is all for."""

from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import Role, as_printed, besides, said
from ldproof_proofs.ledger.sketch.model import SKETCH
from ldproof_proofs.sketch import collector, ranges
from ldproof_proofs.sketch.accuracy import corrected
from ldproof_proofs.sketch.estimators import items
from ldproof_proofs.sketch.intervals import ends, few
from ldproof_proofs.sketch.law import rows

APPLICATIONS: tuple[Entry, ...] = (
    Entry(
        "sketch.range",
        f"{SKETCH}, section 5",
        "Range queries are an application: fast aggregates of long time series and logs, with privacy.",
        Verdict.HOLDS,
        (
            as_printed(
                "Let the items be the leaves of a binary tree. The leaves below a node are an interval of the node's level. Every range "
                "of items is a disjoint union of such intervals, with at most {most:words} of each level.",
                ranges.covered,
            ),
            as_printed(
                (
                    "Let everybody report on a level drawn at random, and weight the reports by the number of levels. On "
                    "average a person adds as much as with reports on all levels."
                ),
                ranges.drawn,
            ),
            as_printed(
                (
                    "So the estimates of these intervals add up to an unbiased estimate of the range, if each estimate "
                    "takes out the exact collision probability."
                ),
                ranges.hashed,
                ranges.collected,
            ),
        ),
        also=(ranges.sent, ranges.moments),
        original="**範囲クエリ**：大規模時系列やログ解析で、高速に集計しつつプライバシー保証を両立",
    ),
    Entry(
        "sketch.cost",
        f"{SKETCH}, closing paragraph",
        "As only a sketch of fixed size and local randomization are used, the costs of computing and memory are small for "
        "clients and server, and the domain may be infinite.",
        Verdict.HOLDS,
        (
            as_printed(
                "However many items there are, a collector keeps {sums} sums and d counts, and a report about all rows has as many "
                "bits as there are sums.",
                collector.costs,
            ),
            said(
                "A client computes the item's column in each row that it reports on, and a collector adds reports up.",
                "the steps of sections 3.1 and 3.2",
                Role.PRINTED,
            ),
            besides(
                (
                    "Let each of k candidates have a bound that fails with a probability of at most delta over k. Then some "
                    "bound fails with a probability of at most {simultaneous/right}, whatever the size of the domain. The "
                    "candidates have to be named before the reports are seen: a sketch lists no items."
                ),
                ends.simultaneous,
            ),
            besides(
                (
                    "A bound on the error of the estimate h depends on f. It is solved for f, with {interval-upper/B >= 0} "
                    "and {interval-upper/B < 1}. From {interval-lower/above} follows {interval-lower/goal}. From "
                    "{interval-upper/below} follows {interval-upper/goal}."
                ),
                ends.solved,
            ),
        ),
        also=(few.taken, few.spread, few.added, corrected.reached),
        original="各ステップで固定サイズSketchとローカルなランダム化だけを使うため、クライアント・サーバー双方での計算・メモリコストが小さく抑えられ、無限ドメインの頻度推定とプライバシー保護を同時に実現します。",
    ),
    Entry(
        "sketch.answers",
        f"{SKETCH}, summary",
        "Every user adds noise before sending, which satisfies epsilon-LDP, and any item's frequency is estimated from a matrix of "
        "fixed size.",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "The largest likelihood ratio of a person's report between any items is exactly the odds of the "
                    "budget."
                ),
                rows.mechanisms,
            ),
            as_printed(
                "A collector keeps {sums} sums, however many items there are.",
                collector.costs,
            ),
            as_printed(
                (
                    "Let S be the expected number of ones in the item's cells, and c the collision probability. Then the "
                    "estimate has the item's count as its mean: {item-unbiased/goal = ((S - N*p)/(q - p) - N*c)/(1 - c) ="
                    " f}."
                ),
                items.item,
            ),
        ),
        original="各ユーザーが自分のデータをSketchに直接送信する前にノイズを加えることで**ε-LDP**を満たしつつ、集約サーバー側では固定サイズの行列構造のみで任意のアイテム頻度を近似的に推定できる",
    ),
)
