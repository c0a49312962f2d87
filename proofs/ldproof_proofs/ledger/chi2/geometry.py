"""The source's claims on the statistic, its ellipse, what one person moves, and what noise then hides."""

from ldproof_proofs.chi2 import significance
from ldproof_proofs.chi2.accuracy import synthetic
from ldproof_proofs.chi2.curator import counterexamples, laplace, losses
from ldproof_proofs.chi2.ellipse import conic, image
from ldproof_proofs.chi2.formulas import identity
from ldproof_proofs.chi2.formulas import statistic as formulas
from ldproof_proofs.chi2.sensitivities import (
    balanced,
    exhaustive,
    larger_groups,
    middle,
    norm,
    one_step,
    star,
)
from ldproof_proofs.chi2.sensitivities import statistic as rows
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import Role, against, as_printed, besides, instead, said, sharper
from ldproof_proofs.law import composition, pointwise, privacy

CHI2 = "Kakizaki, Fukuchi, Sakuma: differentially private chi-squared tests by a geometric interpretation"

MODEL: tuple[Entry, ...] = (
    Entry(
        "chi2.eq-1",
        f"{CHI2}, section 1, equation (1), and section 3, equation (6)",
        "The statistic is {= chi2 = (a*d - b*c)^2*N/((a + b)*(a + c)*(b + d)*(c + d))} (1). With m1 and m2 known it is "
        "{= chi2 = (a*m2 - b*m1)^2*N/((a + b)*(N - a - b)*m1*m2)} (6).",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "If {eq-1-is-eq-6/s > 0 = 0 < s} and {eq-1-is-eq-6/s < N = s < N}, then (1) is {eq-1-is-eq-6/right = "
                    "(a*m2 - b*m1)^2*N/(s*(N - s)*m1*m2)}. This is Pearson's statistic: the sum over all cells of the "
                    "squared difference between the observed and the expected count, over the expected count."
                ),
                formulas.two_forms,
            ),
            as_printed(
                (
                    "Where nobody or everybody has the variant, (1) is undefined. So (1) is read as a definition for all "
                    "other tables. Where the excluded tables count, their statistic is taken to be "
                    "{statistic-of-every-table/without a margin:words}."
                ),
                formulas.every_table,
            ),
            besides(
                "The statistic is at most the number of people, {statistic-at-most-people/goal = chi2 <= N}.",
                synthetic.at_most_people,
            ),
        ),
        original=r"$$\chi^2(a, b, c, d) = \frac{(ad - bc)^2 N}{(a + b)(a + c)(b + d)(c + d)} \quad (1)$$ ... "
        r"ここで Case m_1 , Control m_2 の値が既知であると式 (1) は式 (6) のように変形され, (a, b) の関数となる. ... "
        r"$$\chi^2(a, b) = \frac{(am_2 - bm_1)^2 N}{(a+b)(N-a-b)m_1 m_2} \quad (6)$$",
    ),
    Entry(
        "chi2.p-value",
        f"{CHI2}, section 1",
        "Comparing the p-value, which corresponds to the statistic one to one, with the significance level gives the same "
        "result as comparing the statistic with its threshold.",
        Verdict.HOLDS,
        (
            said(
                (
                    "The p-value falls strictly as the statistic grows. So it is below the significance level exactly if "
                    "the statistic is above its threshold."
                ),
                "the definition of a p-value, and a density that is nowhere zero",
                Role.PRINTED,
            ),
        ),
        original="カイ二乗値と一対一の関係となる p 値と有意水準 α を比較することでも同様の検定結果を得ることができる．",
        also=(significance.in_symbols, significance.levels, significance.thresholds),
    ),
    Entry(
        "chi2.threshold",
        f"{CHI2}, section 5.1.1",
        "The threshold {= tau = 3.84} corresponds to the significance level 0.05.",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "The threshold is rounded. A squared standard normal variable exceeds "
                    "{usual-threshold-by-series/low:7} with a probability above the level "
                    "{usual-threshold-by-series/level}, and {usual-threshold-by-series/high:7} with a probability below "
                    "this level."
                ),
                significance.usual,
            ),
        ),
        original=r"しきい値は有意水準 0.05 に相当する $\tau = 3.84$ を用い",
    ),
    Entry(
        "chi2.fienberg",
        f"{CHI2}, section 1.1, and section 4.2",
        "Where the numbers of cases and of controls differ, Fienberg et al.'s method cannot guarantee differential privacy.",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "Let {delta-f-too-small/m1 < m2}, and let all controls and no case have the variant. If a case gets "
                    "the variant, the statistic falls by {delta-f-too-small/right = N^2/(m1*(m2 + 1))}. This exceeds "
                    "(14): {delta-f-too-small/goal = 4*N/(N + 2) < N^2/(m1*(m2 + 1))}. Cases and controls can be "
                    "exchanged. Where the statistic is undefined it counts as in {@chi2.eq-1}."
                ),
                balanced.too_small,
                rows.flipped,
            ),
            as_printed(
                (
                    "Let Laplace noise have the scale D/epsilon, and let the values of neighbours be h apart, where h is "
                    "above D. Then the densities at one of these values have the ratio {longer-step-tells/right}, and "
                    "{longer-step-tells/goal}."
                ),
                laplace.tells,
            ),
        ),
        original="この手法では Case 数と Control 数が同数でない場合に差分プライバシーを保証することができない。",
    ),
    Entry(
        "chi2.def-2.1",
        f"{CHI2}, section 2.1, Definition 2.1",
        "A mechanism M is epsilon-private if, for all databases D and D' at a Hamming distance of 1 and all outputs s, "
        "Pr[M(D) = s]/Pr[M(D') = s] <= e^epsilon (2).",
        Verdict.CORRECTED,
        (
            against(
                (
                    "A database also says who is a case. At {labels-move-the-statistic/point}, a case without the"
                    " variant who becomes a control moves the statistic by {labels-move-the-statistic/left}. But "
                    "(15) is at most {labels-move-the-statistic/right}, before and after this change."
                ),
                counterexamples.label_changes,
            ),
            instead(
                (
                    "Let m1 and m2 be public, and let neighbours differ in the variant of a person. Then a step in a "
                    "moves the statistic by at most (15), which is {y2-within-y1/right = N^2/(m1*m2)*M/(M + 1)}. For all "
                    "steps see {@chi2.eq-15}."
                ),
                one_step.within,
                larger_groups.public_within_private,
            ),
            instead(
                (
                    "Let p and q be the probabilities of an output under neighbours' data. Instead of (2), which divides "
                    "by q, require {events/p <= E q = p <= E*q} for every output. Then every event of finitely many "
                    "outputs has {ldp-singletons/goal}."
                ),
                pointwise.events,
                privacy.singletons_suffice,
            ),
            besides(
                (
                    "Such neighbours break (12), too. At {labels-move-the-norm/point}, a case with the variant "
                    "who becomes a control moves |T| by {labels-move-the-norm/left:5}. But (12) is "
                    "{labels-move-the-norm/right:5} before and after this change."
                ),
                counterexamples.label_changes,
            ),
        ),
        original=r"メカニズム M が ϵ 差分プライバシーであるとは, $h(D, D') = 1$ を満たす任意の D, D' , 任意のメカニズムの出力 s "
        r"について, 式 (2) を満たすことである. ... $$\frac{\Pr[M(D) = s]}{\Pr[M(D') = s]} \leq e^\epsilon \quad (2)$$",
        answer=(
            "False as printed: neighbours may differ in who is a case, and then the statistic may change by more "
            "than (15). True: if m1 and m2 are public and neighbours differ in a person's variant alone, (15) "
            "bounds every change. Condition (2) should be {events/p <= E q = p <= E*q}, without a quotient."
        ),
        answer_in_japanese="定義のままでは誤り: 近隣データセットが Case か Control かの違いを含むと, 統計量の変化量は式 (15) を超えうる. "
        "正しくは, m1 と m2 を公開とし, 近隣は変異の有無だけが異なるとすれば, 式 (15) が変化量の上界となる. また式 (2) は, "
        "分母が消えうる商ではなく {events/p <= E q = p <= E*q} とする. p, q は近隣するデータでの出力の確率である.",
    ),
    Entry(
        "chi2.thm-2.1",
        f"{CHI2}, section 2.2, Definition 2.2 and Theorem 2.1",
        "The mechanism M(D) = f(D) + Y, with Laplace noise Y of scale Delta/epsilon, is epsilon-private.",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "Let d and u be the distances of an output from the values of neighbours. These values differ by at "
                    "most the sensitivity D, so that {laplace-density/u <= d + D}. Up to a common factor, the densities "
                    "of the output satisfy {laplace-density/goal}."
                ),
                laplace.density,
            ),
            besides(
                (
                    "If tests with independent noise are run on the same people, as in the source's section 5.2, "
                    "their likelihood ratios multiply. So their budgets add up: {epsilons-add/goal}."
                ),
                composition.composition,
                composition.epsilons_add,
            ),
        ),
        original=r"クエリ $f: \mathcal{D} \rightarrow \mathcal{R}$ に対する以下のメカニズム $M: \mathcal{D} \rightarrow "
        r"\mathcal{R}$ は ϵ 差分プライバシーである. ... $$M(D) = f(D) + Y$$ ... ここで Y は $\lambda = "
        r"\frac{\Delta}{\epsilon}$ のラプラス分布によって生成されるノイズである.",
    ),
    Entry(
        "chi2.post-processing",
        f"{CHI2}, section 2.2",
        "Comparing the result of the Laplace mechanism with a threshold that does not depend on the database is "
        "epsilon-private, too.",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "Let a result be computed, with or without randomness, from a private output with finitely "
                    "many values. Let P and Q be the probabilities of an event of the result under neighbours' "
                    "data. Then {goal}."
                ),
                privacy.post_processing,
            ),
            as_printed(
                (
                    "The source compares a noisy number with a threshold. By {@chi2.thm-2.2} every event of the "
                    "answer has probabilities P and Q under neighbours' data with {noise-ldp/goal}."
                ),
                laplace.tail,
                laplace.reaches,
                laplace.private,
            ),
        ),
        original="ラプラスメカニズムにより得られる結果と, データベースに依存しないしきい値の比較により得られる比較結果も同様に "
        "ϵ 差分プライバシーを保証する [2].",
    ),
    Entry(
        "chi2.thm-2.2",
        f"{CHI2}, section 2.2, Theorem 2.2 and Algorithm 1",
        "The output of Algorithm 1 is epsilon-private.",
        Verdict.HOLDS,
        (
            as_printed(
                "Let P and Q be the probabilities of an event under neighbours' data. Then {noise-ldp/goal}.",
                laplace.private,
            ),
            as_printed(
                (
                    "Let h be the threshold, and let the value be at the distance d from h. Then the answer is wrong with"
                    " probability {laplace-tail/right}."
                ),
                laplace.tail,
            ),
            as_printed(
                (
                    "Let y and z be neighbours' values, {reach-beyond/y <= z + D}. If both are above h, their "
                    "distances from h, over D, satisfy {reach-beyond/goal}. If h is between them, these satisfy "
                    "{reach-across/goal}."
                ),
                laplace.reaches,
            ),
        ),
        original="Algorithm 1 の出力は ϵ 差分プライバシーを保証する.",
    ),
)

ELLIPSE: tuple[Entry, ...] = (
    Entry(
        "chi2.lem-3.1",
        f"{CHI2}, section 3, Lemma 3.1, equations (7) to (9)",
        "The real (a, b) with {= chi2 = tau} form the ellipse {= A*a^2 + B*b^2 + 2*C*a*b + D*(a + b) = 0} (7), where "
        "{= A*B - C^2 = tau*N*m1*m2*(m1 + m2)^2} (8) is positive; and the statistic exceeds tau if and only if (a, b) is "
        "outside.",
        Verdict.CORRECTED,
        (
            against(
                (
                    "Where nobody or everybody has the variant, (6) is undefined. But the left side of (7) is "
                    "{nobody-on-conic/right}."
                ),
                identity.on_conic,
            ),
            instead(
                (
                    "Let {sign-and-statistic/s > 0 = 0 < s} and {sign-and-statistic/s < N = s < N}. Then the left side of"
                    " (7) is {sign-and-statistic/right = (chi2 - tau)*m1*m2*s*(N - s)}. It is positive if and only if "
                    "{significant-is-outside/given = chi2 > tau}."
                ),
                conic.decides,
                identity.by_statistic,
                identity.decides,
            ),
            instead(
                "(7) is an ellipse, since {determinant/goal = A*B - C^2 = tau*N*m1*m2*(m1 + m2)^2} is positive.",
                conic.determinant,
            ),
        ),
        original=r"$\chi^2(a, b) = \tau$ を満たす実数 (a, b) の組は, 式 (7) で表される (a, b) 平面上の楕円となる. また, "
        r"$\chi^2(a, b) > \tau$ であることは, τ によって決定される式 (7) の楕円の外に (a, b) が位置することと等価である. ... "
        r"$$Aa^2 + Bb^2 + 2Cab + D(a+b) = 0 \quad (7)$$ ... &= \tau N m_1 m_2 (m_1 + m_2)^2 > 0",
        answer=(
            "False as printed: where nobody or everybody has the variant, the table is a point of (7), but its "
            "statistic is undefined. True: for all other tables the left side of (7) is {sign-and-statistic/right"
            " = (chi2 - tau)*m1*m2*s*(N - s)}."
        ),
        answer_in_japanese="誤り: 変異を持つ者がいない表と全員が持つ表は式 (7) を満たすが, 統計量が定義されない. 正しくは, "
        "{sign-and-statistic/s > 0 = 0 < s} かつ {sign-and-statistic/s < N = s < N} のとき, 式 (7) の左辺は "
        "{sign-and-statistic/right = (chi2 - tau)*m1*m2*s*(N - s)} に等しい. s は変異を持つ者の数である.",
        also=(conic.around_centre,),
    ),
    Entry(
        "chi2.lem-3.2",
        f"{CHI2}, section 3, Lemma 3.2, equations (10) and (11), and appendix A.1",
        "A table (a, b) is outside the ellipse (7) if and only if |T(a, b)| > 1, where T is the affine map (10).",
        Verdict.CORRECTED,
        (
            against(
                (
                    "(10) and (A.3) add the translation after scaling. With (10) as printed, at "
                    "{printed-map-decides/point} the square of |T| is {printed-map-decides/left:6}, although "
                    "{printed-map-decides/statistic = chi2 = 0}."
                ),
                image.as_printed,
            ),
            instead(
                (
                    "Let T subtract the centre first, then rotate and scale. If tau is not N, the square of |T| is "
                    "{mended-norm/left:short}. This equals {mended-norm/right = ((2*s - N)/N)^2 + 4*(a*m2 - "
                    "b*m1)^2/(tau*m1*m2*N)}."
                ),
                image.mended_norm,
                image.axes,
                image.shift,
                conic.norm,
            ),
            instead(
                "With this T the square of |T| exceeds {outside-is-norm-above-1/left:words} if and only if the left side of "
                "(7) is positive.",
                identity.decides,
            ),
            besides(
                (
                    "(A.9) says that R, which (11) defines, is {eq-11/R = tau*m1*m2*N^2/4}. This is so, since "
                    "{eq-11/goal:short}: the left side is the numerator of (11), and the right side is its "
                    "denominator times R."
                ),
                image.printed_scale,
            ),
            besides(
                (
                    "Let tau be N and {axis-at-n/m1 <= m2}. Then C vanishes and lambda_1 is A. So (10) divides "
                    "by the length of an eigenvector that vanishes."
                ),
                image.larger_first,
            ),
            besides(
                (
                    "In appendix A.1 a component of the second eigenvector lacks a division by C. As printed, the"
                    " vector is an eigenvector only if C equals {second-axis-asks/right = C^2}."
                ),
                image.second_axis,
            ),
            said(
                (
                    "The bracket is probably a slip of our copy's conversion. In (10) and (A.3) it closes before the "
                    "table, and the proof translates in (A.2) before it scales."
                ),
                "appendix A.1",
            ),
        ),
        original=r"分割表セル (a, b) に対して, $\|T((a, b)^t)\|_2 > 1$ が成り立つならば, かつそのときに限り式 (7) の楕円の外に (a, b) "
        "が位置する. ここで T は式 (10) で定義されるアフィン変換関数であり, t は転置を表す.",
        answer=(
            "False as printed in our copy: in (10) the translation stands outside the bracket that is scaled. "
            "True: if the centre is subtracted first, the square of |T| is {mended-norm/right = ((2*s - N)/N)^2 +"
            " 4*(a*m2 - b*m1)^2/(tau*m1*m2*N)}."
        ),
        answer_in_japanese="手元の写しの式 (10) のままでは誤り: 平行移動が, 拡大縮小される括弧の外にある. 正しくは, 先に中心を引けば |T| の平方は "
        "{mended-norm/right = ((2*s - N)/N)^2 + 4*(a*m2 - b*m1)^2/(tau*m1*m2*N)} となる. s は変異を持つ者の数である.",
        also=(image.rotated, image.mended, image.printed_map),
    ),
    Entry(
        "chi2.thm-3.1",
        f"{CHI2}, section 3, Theorem 3.1",
        "If |T(a, b)| > 1, with T of (10), the test is significant (and, as the proof says, only then).",
        Verdict.CORRECTED,
        (
            against(
                (
                    "With T as printed in our copy the claim fails, as {@chi2.lem-3.2} shows. At "
                    "{printed-map-decides/point} the square of |T| is {printed-map-decides/left:6}, although "
                    "{printed-map-decides/statistic = chi2 = 0}."
                ),
                image.as_printed,
            ),
            instead(
                (
                    "Let T subtract the centre first, as in {@chi2.lem-3.2}. If {master-identity/s > 0 = 0 < s} and "
                    "{master-identity/s < N = s < N}, then the square of |T| is {master-identity/right = 1 + (chi2/tau - "
                    "1)*4*s*(N - s)/N^2}."
                ),
                identity.identity,
                identity.decides,
            ),
            instead(
                (
                    "Where nobody or everybody has the variant, the square of |T| is {degenerate-nobody/right}, and the "
                    "table is not significant."
                ),
                identity.degenerate,
            ),
            said(
                "The bracket in (10) is probably a slip of our copy's conversion, as (A.2) to (A.3) show.",
                "appendix A.1",
            ),
        ),
        original=r"$\|T((a, b)^t)\|_2 > 1$ が成り立つならばカイ二乗検定の結果は有意に関連ありとなる. ここで T は式 (10) "
        "により定義されるアフィン変換関数である.",
        answer=(
            "False with T of (10) as printed in our copy. True: if T subtracts the centre first, as in "
            "{@chi2.lem-3.2}, the square of |T| is {master-identity/right = 1 + (chi2/tau - 1)*4*s*(N - s)/N^2}."
        ),
        answer_in_japanese="手元の写しの式 (10) の T では誤り. 正しくは, {@chi2.lem-3.2} のように改めた T について, |T| の平方は "
        "{master-identity/right = 1 + (chi2/tau - 1)*4*s*(N - s)/N^2} である. s は変異を持つ者の数である.",
        also=(identity.everywhere, formulas.weight),
    ),
    Entry(
        "chi2.thm-4.1",
        f"{CHI2}, section 4.1, Theorem 4.1, equation (12), and appendix A.2",
        "The sensitivity of |T| is {= Delta_T = 2*sqrt(((m1^2 + m2^2)*N + 2*tau*m1*m2)/(tau*m1*m2*N^2))}.",
        Verdict.LOOSE,
        (
            as_printed(
                (
                    "Let T subtract the centre first, as in {@chi2.lem-3.2}, and let neighbours differ in the variant of "
                    "a person. At every table a step in a moves T by the square root of {step-of-t-in-a/goal = A/R = "
                    "4*m2/(tau*m1*N) + 4/N^2}. A step in b moves T by the square root of {step-of-t-in-b/goal = B/R = "
                    "4*m1/(tau*m2*N) + 4/N^2}."
                ),
                norm.lengths,
            ),
            as_printed(
                (
                    "By the triangle inequality |T| moves by no more than T. The square of (12) is the sum "
                    "{t-squared/left = A/R + B/R}, and so is at least the square of either step."
                ),
                norm.triangle,
                norm.at_centre,
                norm.alike,
                norm.as_the_source,
                norm.printed,
            ),
            sharper(
                (
                    "Noise for the longer step suffices, and this step is less than (12). It is {delta-star/right = "
                    "sqrt(A/R)} if {delta-star/m1 <= m2}, and the square root of B/R otherwise."
                ),
                star.longest,
                star.compared,
                star.tied,
            ),
            besides(
                (
                    "Let S be the square of the longest step of T. The square of (12) satisfies "
                    "{t-at-most-root-two-stars/goal = A/R + B/R <= 2*S}, with equality if m1 is m2."
                ),
                star.compared,
            ),
            besides(
                (
                    "Let as many controls have the variant as have not. Then the square of |T| is "
                    "{norm-on-ray/right = (a - m1/2)^2*A/R}. So for {whole-step-outwards/m1 >= 2} the last step "
                    "in a moves |T| by as much as it moves T. At all other b every step in a moves |T| by less."
                ),
                norm.along_the_ray,
                norm.triangle,
                norm.at_centre,
            ),
            besides(
                (
                    "Fix b, and let a be whole numbers. As |T| is convex in a, its longest step is the first or "
                    "the last. With several cases this step is longest for the b that are nearest to d. With a "
                    "case alone it is longest if all or none of the controls have the variant. So few tables "
                    "decide the sensitivity of |T|."
                ),
                norm.convex,
                norm.alike,
                middle.nearer,
                middle.leaning,
                middle.lean,
                middle.single,
            ),
            said(
                (
                    "The angle that the proof calls acute may be obtuse, if a step passes the centre. The law of cosines "
                    "does not need an acute angle."
                ),
                "appendix A.2",
            ),
        ),
        original=r"カイ二乗検定において, $\|T((a, b)^t)\|_2$ の Sensitivity Δ は式 (12) となる.",
        answer=(
            "True as an upper bound, but never attained. If m1 is at most m2, the square of the longest step of T"
            " is {step-of-t-in-a/right = 4*m2/(tau*m1*N) + 4/N^2}."
        ),
        answer_in_japanese="上界としては正しいが, 達成されない. m1 が m2 以下のとき, T の最大の変化量の平方は "
        "{step-of-t-in-a/right = 4*m2/(tau*m1*N) + 4/N^2} である.",
        also=(exhaustive.integers,),
    ),
    Entry(
        "chi2.thm-4.2",
        f"{CHI2}, section 4.1, Theorem 4.2 and Algorithm 2",
        "Algorithm 2 is epsilon-private.",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "Algorithm 2 compares |T| with a threshold after Laplace noise for Delta_T. By {@chi2.thm-4.1} no "
                    "step of |T| exceeds Delta_T. So by {@chi2.thm-2.2} every event has probabilities P and Q under "
                    "neighbours' data with {noise-ldp/goal}."
                ),
                norm.lengths,
                norm.triangle,
                norm.at_centre,
                norm.alike,
                norm.printed,
                laplace.tail,
                laplace.reaches,
                laplace.private,
            ),
            besides(
                (
                    "Let epsilon be {epsilon:words} and tau be {tau}, with {few:words} cases and {few:words} "
                    "controls. Then the least budget for which Algorithm 2 is private is {least..most}, less than"
                    " epsilon."
                ),
                losses.wasted,
            ),
            said(
                (
                    "In Algorithm 2 the sensitivity of the noise is undefined. The symbol is read as Delta_T, which the "
                    "line before computes."
                ),
                "section 4.1, Algorithm 2",
            ),
        ),
        original="Algorithm 2 は ϵ 差分プライベートである.",
    ),
    Entry(
        "chi2.eq-14",
        f"{CHI2}, section 4.2, equation (14)",
        "If m1 = m2, the sensitivity of the statistic is {= Delta_F = 4*N/(N + 2)} (14).",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "If m1 is m2, then (15) is {delta-f-is-y1/right = 4*N/(N + 2)}, {let N = 2*m1}. By {@chi2.eq-15} no "
                    "change of a person's variant moves the statistic by more than (15), and some change moves it by "
                    "(15). Where the statistic is undefined it counts as in {@chi2.eq-1}."
                ),
                balanced.as_printed,
                rows.flipped,
                one_step.within,
                one_step.first_step,
                larger_groups.public_within_private,
                larger_groups.attained,
                balanced.single,
            ),
        ),
        original=r"$$\Delta_F = \frac{4N}{N+2} \quad (14)$$",
        also=(
            exhaustive.rows,
            exhaustive.by_whole_numbers,
        ),
    ),
    Entry(
        "chi2.eq-15",
        f"{CHI2}, section 4.2, equation (15)",
        "The sensitivity of the statistic is {= Delta_Y1 = N^2/(m1*m2)*M/(M + 1)} (15), where M = max{m1, m2}.",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "Where the statistic is defined, a step in a moves it, up or down, by at most (16). So it moves by at"
                    " most (15): {y2-within-y1/goal = N^2/(m1*m2)*M_2/(M_2 + 1) <= N^2/(m1*m2)*M/(M + 1)}."
                ),
                one_step.within,
                larger_groups.public_within_private,
            ),
            as_printed(
                (
                    "The step from the table in which nobody has the variant is at most (15), too. By symmetry this holds"
                    " for the step to the table in which everybody has the variant, and for steps in b."
                ),
                one_step.first_step,
                rows.from_nobody,
                rows.flipped,
            ),
            as_printed(
                (
                    "Let {y1-attained/m1 <= m2}, and let all controls and no other case have the variant. Then a case's "
                    "variant moves the statistic by (15). Where the statistic is undefined it counts as in {@chi2.eq-1}."
                ),
                larger_groups.attained,
                balanced.single,
            ),
        ),
        original=r"$$\Delta_{Y1} = \frac{N^2}{m_1 m_2} \left(\frac{\max\{m_1, m_2\}}{\max\{m_1, m_2\} + 1}\right) \quad (15)$$",
        also=(
            exhaustive.rows,
            exhaustive.by_whole_numbers,
        ),
    ),
    Entry(
        "chi2.eq-16",
        f"{CHI2}, section 4.2, equation (16)",
        "If b and d are public, too, it is {= Delta_Y2 = N^2/(m1*m2)*M_2/(M_2 + 1)} (16), where M_2 = max{b, d}.",
        Verdict.LOOSE,
        (
            as_printed(
                (
                    "Let b and d be public. No step in a moves the statistic by more than {step-up-within-y2/right = "
                    "N^2/(m1*m2)*M_2/(M_2 + 1)}, also where the statistic is undefined before or after the step."
                ),
                one_step.within,
                one_step.first_step,
                rows.flipped,
            ),
            sharper(
                "Where some controls have the variant and some have not, every step is shorter than (16).",
                one_step.within,
            ),
            sharper(
                (
                    "Let some controls have the variant and some have not. The longest step, up or down, is the step of "
                    "the first case from the table in which no case has the variant, or the same step with d for b. From "
                    "this table the step is {first-of-row/right = N^2*(2*b^2*m1 - b*m1^2 - 2*b*m1*m2 + b*m1 - b*m2 + "
                    "m2^2)/(m1*m2*(b + 1)*(N - b)*(N - b - 1))}."
                ),
                rows.step,
                rows.convex,
                rows.first_of_row,
                rows.flipped,
            ),
            besides(
                (
                    "If b is private, (16) is no sensitivity. At {y2-needs-public-controls/point} Algorithm 1 "
                    "with (16) finds significance {y2-needs-public-controls/left:4} times as likely as if a"
                    " further control had the variant. This is more than E."
                ),
                counterexamples.private_controls,
                laplace.tail,
            ),
        ),
        original=r"$$\Delta_{Y2} = \frac{N^2}{m_1 m_2} \left(\frac{\max\{b, d\}}{\max\{b, d\} + 1}\right) \quad (16)$$",
        answer=(
            "True as an upper bound, but not tight if some controls have the variant and some have not. Then the "
            "largest change is the larger absolute value of {first-of-row/right = N^2*(2*b^2*m1 - b*m1^2 - "
            "2*b*m1*m2 + b*m1 - b*m2 + m2^2)/(m1*m2*(b + 1)*(N - b)*(N - b - 1))} and of the same expression with"
            " d for b."
        ),
        answer_in_japanese="上界としては正しいが, 変異を持つ Control と持たない Control がともにいるときは達成されない. 最大の変化量は "
        "{first-of-row/right = N^2*(2*b^2*m1 - b*m1^2 - 2*b*m1*m2 + b*m1 - b*m2 + m2^2)/(m1*m2*(b + 1)*(N - b)*(N - b - 1))} "
        "の絶対値と, その b を d に替えたものの大きい方である.",
        also=(exhaustive.rows, larger_groups.tied),
    ),
)
