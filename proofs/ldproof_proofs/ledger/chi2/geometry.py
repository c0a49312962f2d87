"""The source's claims on the statistic, its ellipse, what one person moves, and what noise then hides."""

from ldproof_proofs.chi2 import regions, significance
from ldproof_proofs.chi2.curator import counterexamples, laplace, losses
from ldproof_proofs.chi2.ellipse import conic, image
from ldproof_proofs.chi2.formulas import identity
from ldproof_proofs.chi2.formulas import statistic as formulas
from ldproof_proofs.chi2.sensitivities import exhaustive, larger_groups, middle, norm, one_step, star
from ldproof_proofs.chi2.sensitivities import statistic as rows
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import prose
from ldproof_proofs.law import composition, pointwise

CHI2 = "Kakizaki, Fukuchi, Sakuma: differentially private chi-squared tests by a geometric interpretation"

MODEL: tuple[Entry, ...] = (
    Entry(
        "chi2.eq-1",
        f"{CHI2}, section 1, equation (1), and section 3, equation (6)",
        "chi2 = (ad - bc)^2 N / ((a+b)(a+c)(b+d)(c+d)); with m1 and m2 known it is (a m2 - b m1)^2 N/((a+b)(N-a-b) m1 m2).",
        Verdict.HOLDS,
        (
            prose(
                "Both are Pearson's sum of (observed - expected)^2/expected over the four cells, where no margin is 0. Where s = a + b "
                "is 0 or N they are 0/0; here the statistic is 0 there. It is never above N.",
                formulas.two_forms,
                formulas.weight,
            ),
        ),
        also=(formulas.every_table,),
    ),
    Entry(
        "chi2.p-value",
        f"{CHI2}, section 1, and section 5.1.1",
        "Comparing the statistic with the threshold of a significance level is comparing the p-value with the level; tau = "
        "3.84 belongs to 0.05.",
        Verdict.CORRECTED,
        (
            prose(
                "3.84 is not the quantile: a squared standard normal number exceeds it with a probability above 1/20; the quantile is "
                "between 3.841458 and 3.841459. A threshold that is rounded up never makes more tables significant. The private "
                "tests release neither the statistic nor p.",
                significance.by_text,
                significance.usual,
            ),
        ),
        also=(significance.levels,),
    ),
    Entry(
        "chi2.def-2.1",
        f"{CHI2}, section 2.1, Definition 2.1",
        "M is epsilon-private if Pr[M(D) = s] <= e^epsilon Pr[M(D') = s] for all outputs s and all databases D, D' at a "
        "Hamming distance of 1.",
        Verdict.CORRECTED,
        (
            prose(
                "m1 and m2 are public, so neighbours differ in one person's variant: (a +- 1, b) and (a, b +- 1). If a case may also "
                "become a control, no sensitivity of the source is one: from (3, 13; 7, 13) to (3, 13; 6, 14) the statistic moves by "
                "125/28, and (15) is at most 40/9 for both sizes; from (1, 1; 5, 4) to (0, 2; 4, 5) at tau = 1/10 |T| moves by "
                "3.083..., and (12) is 3.034... for both.",
                counterexamples.label_changes,
                pointwise.events,
            ),
        ),
    ),
    Entry(
        "chi2.thm-2.1",
        f"{CHI2}, section 2.2, Definition 2.2 and Theorem 2.1",
        "f(D) + Y with Laplace's noise Y of scale Delta/epsilon is epsilon-private.",
        Verdict.HOLDS,
        (
            prose(
                "Delta may be any number that no step between neighbours exceeds: then no density is more than e^epsilon times as "
                "large. Several tests on the same people multiply the odds: 311 tests with epsilon each cost 311 epsilon, of which "
                "the source does not speak.",
                laplace.density,
                composition.composition,
                composition.epsilons_add,
            ),
        ),
    ),
    Entry(
        "chi2.post-processing",
        f"{CHI2}, section 2.2",
        "Comparing a private number with a threshold that does not depend on the data stays private.",
        Verdict.HOLDS,
        (
            prose(
                "Proved for finitely many outcomes, as all that an output is made into; and for this comparison directly, see "
                "Theorem 2.2.",
                pointwise.events,
                pointwise.possible,
            ),
        ),
    ),
    Entry(
        "chi2.thm-2.2",
        f"{CHI2}, section 2.2, Theorem 2.2 and Algorithm 1",
        "Algorithm 1 is epsilon-private.",
        Verdict.HOLDS,
        (
            prose(
                "If Delta is at least the statistic's sensitivity. At a distance d from the threshold the answer is the decision "
                "flipped with probability 1/2 e^(-epsilon d/Delta); with reaches d/Delta that differ by 1 at most on one side, or "
                "add up to 1 at most on two sides, no answer is more than e^epsilon times as likely.",
                laplace.tail,
                laplace.reaches,
                laplace.on_one_side,
                laplace.across,
            ),
        ),
        also=(losses.every_loss,),
    ),
)

ELLIPSE: tuple[Entry, ...] = (
    Entry(
        "chi2.lem-3.1",
        f"{CHI2}, section 3, Lemma 3.1, equations (7) to (9)",
        "The real (a, b) with chi2 = tau are the ellipse (7), AB - C^2 = tau N m1 m2 (m1 + m2)^2 > 0, and chi2 > tau if and "
        "only if (a, b) is outside.",
        Verdict.CORRECTED,
        (
            prose(
                "For 0 < s < N. (0, 0) and (m1, m2) are on the ellipse too, where chi2 is 0/0, so not tau. The left side of (7) is "
                "N h^2 - tau m1 m2 s (N - s) with h = a m2 - b m1, a sign of whole numbers for a rational tau; where 0 < s < N it is "
                "(chi2 - tau) m1 m2 s (N - s). The ellipse's centre is (m1/2, m2/2).",
                conic.decides,
                conic.determinant,
                conic.around_centre,
                identity.by_statistic,
                identity.degenerate,
            ),
        ),
        also=(
            regions.regions,
            regions.nearly,
        ),
    ),
    Entry(
        "chi2.lem-3.2",
        f"{CHI2}, section 3, Lemma 3.2, equations (10) and (11), and appendix A.1",
        "T of (10) makes the ellipse a unit circle: (a, b) is outside if and only if |T(a, b)| > 1.",
        Verdict.CORRECTED,
        (
            prose(
                "The translation belongs inside the bracket that is scaled. As printed, |T(1, 1)| is sqrt(2) - 1 and not 0 for m1 = m2 "
                "= 2, tau = 1; and for m1 = m2 = 4, tau = 96/25 the table (2, 2) with chi2 = 0 has |T| = 2 sqrt(2) - 1 > 1 and would "
                "be significant. The printed eigenvector is (0, 0) where tau = N and m2 >= m1. Mended, |T|^2 is the quadratic form of "
                "(A, C; C, B) around the centre over R, R = tau m1 m2 N^2/4, which needs no eigenvectors: "
                "((2s - N)/N)^2 + 4 h^2/(tau m1 m2 N).",
                conic.norm,
                image.rotated,
                image.axes,
                image.larger_first,
                image.shift,
                image.as_printed,
            ),
        ),
        also=(
            image.mended,
            image.printed_map,
        ),
    ),
    Entry(
        "chi2.thm-3.1",
        f"{CHI2}, section 3, Theorem 3.1",
        "If |T(a, b)| > 1 the test is significant, and only then.",
        Verdict.HOLDS,
        (
            prose(
                "With T mended: |T|^2 = 1 + (chi2/tau - 1) w with w = 4 s (N - s)/N^2, and |T| = 1 where chi2 is 0/0, so that it is "
                "not significant there.",
                identity.identity,
                identity.everywhere,
                identity.decides,
                identity.degenerate,
            ),
        ),
    ),
    Entry(
        "chi2.thm-4.1",
        f"{CHI2}, section 4.1, Theorem 4.1, equation (12), and appendix A.2",
        "The sensitivity of |T| is Delta_T = 2 sqrt(((m1^2 + m2^2) N + 2 tau m1 m2)/(tau m1 m2 N^2)).",
        Verdict.LOOSE,
        (
            prose(
                "It is a bound, and never the sensitivity. A step in a moves T by exactly sqrt(A/R), one in b by sqrt(B/R), whatever "
                "the table, with A/R = 4 m2/(tau m1 N) + 4/N^2; (A.8) drops factors below 1 and gets the root of their sum. The longer "
                "step is Delta* = 2 sqrt(M/(m tau N) + 1/N^2), M and m the sizes of the larger and the smaller group: Delta* < "
                "Delta_T <= sqrt(2) Delta*, with equality where m1 = m2. |T| moves by that much only along a ray through the centre: "
                "over the tables Delta* is attained if and only if M is even and m >= 2. |T| is convex along a row, so the last step "
                "of some row is the longest: with two cases or more that of the middle row or of one next to it, with one that of "
                "an outermost row; of two such rows that below the middle if tau < N, as C < 0 then, and the other if tau > N.",
                norm.lengths,
                norm.triangle,
                norm.at_centre,
                norm.along_the_ray,
                norm.as_the_source,
                norm.printed,
                norm.convex,
                middle.nearer,
                middle.leaning,
                middle.single,
                middle.lean,
                star.longest,
                star.tied,
                star.compared,
            ),
        ),
        also=(exhaustive.integers,),
    ),
    Entry(
        "chi2.thm-4.2",
        f"{CHI2}, section 4.1, Theorem 4.2 and Algorithm 2",
        "Algorithm 2 is epsilon-private.",
        Verdict.HOLDS,
        (
            prose(
                "With Delta_T, with Delta* and with the exact sensitivity. With Delta_T it wastes budget: where two neighbours on one "
                "side of the ellipse are Delta* apart the loss is epsilon Delta*/Delta_T there, 0.70710... epsilon for m1 = m2; for "
                "m1 = m2 = 2 and tau = 1, where such neighbours are on two sides, it is 0.701919... at epsilon = 1.",
                laplace.tail,
                laplace.reaches,
                laplace.on_one_side,
                laplace.across,
                losses.wasted,
            ),
        ),
        also=(losses.every_loss,),
    ),
    Entry(
        "chi2.eq-14",
        f"{CHI2}, section 4.2, equation (14)",
        "For m1 = m2 the sensitivity of the statistic is Delta_F = 4N/(N + 2).",
        Verdict.HOLDS,
        (
            prose(
                "It is (15) there, and exact, with 0 for 0/0: the step from (0, m2) to (1, m2) is as long.",
                rows.in_two_parts,
                rows.step,
                one_step.within,
                larger_groups.public_within_private,
                larger_groups.attained,
            ),
        ),
        also=(
            exhaustive.rows,
            exhaustive.by_whole_numbers,
        ),
    ),
    Entry(
        "chi2.eq-15",
        f"{CHI2}, section 4.2, equation (15)",
        "The sensitivity of the statistic is Delta_Y1 = N^2/(m1 m2) max{m1, m2}/(max{m1, m2} + 1).",
        Verdict.HOLDS,
        (
            prose(
                "And exact, for all m1 and m2. In a row chi2 = N^2/(m1 m2) (b^2/s + (m2 - b)^2/(N - s) - m2^2/N), and a step changes "
                "it by what the second part gains less what the first one loses: b^2/(s (s + 1)) <= b/(b + 1), and likewise with "
                "m2 - b; so it is at most the larger of both. Degenerate tables keep to it with 0 for 0/0. Attained from (0, m2) to "
                "(1, m2) where m2 >= m1.",
                rows.in_two_parts,
                rows.flipped,
                rows.step,
                rows.from_nobody,
                rows.share,
                one_step.within,
                one_step.first_step,
                larger_groups.public_within_private,
                larger_groups.attained,
            ),
        ),
        also=(
            exhaustive.rows,
            exhaustive.by_whole_numbers,
        ),
    ),
    Entry(
        "chi2.eq-16",
        f"{CHI2}, section 4.2, equation (16)",
        "Where b and d are public too, it is Delta_Y2 = N^2/(m1 m2) max{b, d}/(max{b, d} + 1).",
        Verdict.LOOSE,
        (
            prose(
                "A bound, which no step reaches where 0 < b < m2. The steps of a row grow, so that the exact value is the larger of the "
                "first steps at b and at m2 - b: N^2 |2 b^2 m1 - b m1^2 - 2 b m1 m2 + b m1 - b m2 + m2^2| / (m1 m2 (b+1)(N-b)(N-b-1)). "
                "If b is private it is no sensitivity: for m1 = 5, m2 = 2, tau = 8 and e^epsilon = 4, a 1 is 11.6... times as likely "
                "at (5, 0) as at (5, 1).",
                rows.step,
                rows.convex,
                rows.first_of_row,
                rows.flipped,
                one_step.within,
                larger_groups.tied,
                counterexamples.private_controls,
            ),
        ),
        also=(exhaustive.rows,),
    ),
)
