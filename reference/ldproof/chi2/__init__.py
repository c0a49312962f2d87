"""The chi-squared test of a two-by-two table, released with differential privacy.

A table says how many of m1 cases and of m2 controls have a variant. It comes from counts, from a bit for each person,
or from a matrix of genotypes with a column for each variant (`tables.from_csv` reads one from text):

    >>> from ldproof.chi2.tables import Rule, from_bits, from_matrix
    >>> from ldproof.chi2.tables import parse_table
    >>> one = parse_table(a=5, b=0, m1=50, m2=50)
    >>> from_bits(variant=[1, 1, 0, 1, 0, 0], case=[1, 1, 1, 0, 0, 0])
    Table(a=2, b=1, m1=3, m2=3)
    >>> copies = [[2, 0, 1], [1, 0, 1], [1, 1, 0], [0, 0, 2], [0, 1, 0], [0, 0, 1]]
    >>> study = from_matrix(copies, case=[1, 1, 1, 0, 0, 0], rule=Rule.DOMINANT)
    >>> study[0]
    Table(a=3, b=0, m1=3, m2=3)

Without noise, the test asks whether the statistic exceeds a threshold: an exact number, or the quantile of a level:

    >>> from fractions import Fraction
    >>> from ldproof.chi2.formulas import quantile, rounded_quantile
    >>> one.significant("3.84"), one.significant(quantile(Fraction(1, 20)))
    (True, True)
    >>> study.significant(quantile(Fraction(1, 20))).tolist()
    [True, False, False]

A private test, here the optimal one, answers with one exact draw; a fraction no smaller than the quantile is its
threshold. Each test costs its own epsilon, and so a person's budget is split over all of them:

    >>> from ldproof.budget import parse_budget as budget
    >>> from ldproof.chi2.mechanism import decide_each, share_out
    >>> from ldproof.chi2.law import PrivateTest, PrivateTestName
    >>> from ldproof.coins import SystemCoins
    >>> each = share_out(budget(epsilon=3), len(study))
    >>> private = PrivateTest(PrivateTestName.OPTIMAL, rounded_quantile(Fraction(1, 20), digits=40), each)
    >>> answers = decide_each(private, study, SystemCoins())
    >>> answers.significant.size, answers.spent == budget(epsilon=3)
    (3, True)

How likely a wrong answer is, exactly: for one table, and at most, for all whose statistic is 1 or more from tau:

    >>> from ldproof.chi2.error import beta_error, error
    >>> tau, four = Fraction("3.84"), budget(odds=4)
    >>> error("optimal", 5, 0, 50, 50, tau, four), beta_error("optimal", 50, 50, tau, Fraction(1), four)
    (Real(1/5), Real(1/5))
    >>> round(float(error("algorithm_2", 5, 0, 50, 50, tau, four)), 4)
    0.3608
"""
