"""The source on m-shot reporting, place by place."""

from ldproof_proofs.ledger.places import Place

SET_UP = "it says what a symbol or a word stands for, and claims nothing"
MOTIVE = "it is a motive or an opinion, and no statement about the method"
OTHERS = "it is about other people's work, and nothing here rests on it"
OUTLINE = "it says what comes where"

PLACES: tuple[Place, ...] = (
    # Abstract and section 1.
    Place(
        "abstract",
        "",
        "sequential detection: rounds in which the share exceeds a threshold",
        ("shots.threshold",),
    ),
    Place(
        "abstract",
        "",
        "with the right m better than one-shot and m-shot reporting",
        ("shots.text", "shots.thm-9"),
    ),
    Place(
        "abstract",
        "",
        "the rate for sublinear budgets, and that it is smaller than the others'",
        ("shots.text", "shots.thm-9"),
    ),
    Place("1", "", "companies collect data, users lose privacy, what DP and LDP are for", reason=MOTIVE),
    Place("1", "", "rounds with a share greater than a threshold are detected", ("shots.threshold",)),
    Place("1", "", "examples 1 and 2, and why detection is wanted in real time", reason=MOTIVE),
    Place("1", "", "the sequential constraint: t is decided before t + 1", ("shots.sequential",)),
    Place(
        "1, Related Work", "", "the staircase mechanism makes the distance largest", ("shots.binary-optimal",)
    ),
    Place("1, Related Work", "", "what heavy hitters under LDP are", reason=OTHERS),
    Place(
        "1, Related Work",
        "",
        "without the sequential constraint it is that problem",
        ("shots.heavy-hitters",),
    ),
    Place(
        "1, Our Contribution",
        "",
        "concentrating the budget in m rounds is expected to be more useful",
        ("shots.concentrating",),
    ),
    Place(
        "1, Our Contribution",
        "",
        "a bound on the error is derived, and m is chosen by it",
        ("shots.thm-5", "shots.eq-7"),
    ),
    Place("1, Our Contribution", "", "orders for constant and for linear budgets", ("shots.introduction",)),
    Place("1, Our Contribution", "", "m*-shot reporting has the best of both", ("shots.adaptivity",)),
    Place("1, Our Contribution", "", "the order for budgets in between", ("shots.text",)),
    Place(
        "1, Our Contribution",
        "",
        "a budget that does not depend on T is too strict here, and a company's daily budget grows linearly with time",
        reason=OTHERS,
    ),
    Place("1, Our Contribution", "", "especially good where the budget is sublinear", ("shots.adaptivity",)),
    Place("1, Our Contribution", "", "the order of the chapters", reason=OUTLINE),
    # Section 2.
    Place("2.1", "", "data, mechanism, output", reason=SET_UP),
    Place(
        "2.1",
        "Definition 2.1",
        "epsilon-LDP; a smaller epsilon is stronger; nothing is determined",
        ("shots.def-2.1",),
    ),
    Place("2.1", "Theorem 1", "sequential composition", ("shots.thm-1",)),
    Place("2.1", "", "LDP composes like DP, so that a budget can be divided", ("shots.thm-1",)),
    Place("2.2", "", "the display of the binary mechanism", ("shots.thm-2",)),
    Place("2.2", "Theorem 2", "the binary mechanism is epsilon-LDP", ("shots.thm-2",)),
    # Section 3.
    Place("3.1", "", "states, Phi_0, at least theta, before t + 1", ("shots.threshold",)),
    Place("3.2", "", "the problem under LDP; T is known; every budget is epsilon", reason=SET_UP),
    Place("3.2", "Table 1", "notation", reason=SET_UP),
    Place("3.2", "Definition 3.1", "(alpha, beta)-accuracy", ("shots.def-3.1",)),
    Place("3.2", "", "the aim: the least alpha for given beta, epsilon, T and N", reason=MOTIVE),
    # Section 4.
    Place("4", "", "the order of the naive method, and that N must grow like T^2", ("shots.naive-order",)),
    Place("4", "", "the method in words", reason=SET_UP),
    Place("4", "", "the order of its sections", reason=OUTLINE),
    Place("4.1", "", "the algorithm meets the sequential constraint", ("shots.sequential",)),
    Place("4.1", "", "in many cases concentrating the budget is more accurate", ("shots.concentrating",)),
    Place(
        "4.1",
        "",
        "one of the simplest ways is to compare an unbiased estimate with the threshold",
        reason="it is a motive for the design; that the estimate is unbiased is Theorem 3",
    ),
    Place("4.1", "Algorithm 1", "m-shot reporting", ("shots.thm-3", "shots.thm-4", "shots.sequential")),
    Place("4.1", "", "dummies spend no budget", ("shots.thm-4",)),
    Place("4.1", "", "the displays of p and q", ("shots.thm-3",)),
    Place("4.1", "", "the display of Phi", ("shots.thm-3",)),
    Place("4.1", "Theorem 3", "Phi is unbiased", ("shots.thm-3",)),
    Place("4.2", "Theorem 4", "m-shot reporting is epsilon-LDP", ("shots.thm-4",)),
    Place("4.3", "Theorem 5", "the bound on the error", ("shots.thm-5",)),
    Place("4.3", "equation (1)", "the condition on alpha", ("shots.thm-5",)),
    Place("4.3", "equation (2)", "the bound, and the display of f", ("shots.thm-5", "shots.eq-3")),
    Place("4.3", "", "it holds for every m, 1 and T included", ("shots.thm-5",)),
    Place("4.3", "equation (3)", "the best m and r maximise f; f decreases in r", ("shots.eq-3",)),
    Place("4.3", "equation (4)", "the objective without r", ("shots.eq-4",)),
    Place("4.3", "", "f(m, 0) = g(m/epsilon), and the display of g", ("shots.g",)),
    Place("4.3", "figure 1", "g has one extremum", ("shots.fig-1",)),
    Place(
        "4.3",
        "",
        "m* is where g(m/epsilon) is largest, and so where the right side of (2) is least",
        ("shots.concentrating", "shots.eq-7"),
    ),
    # Section 5.
    Place("5", "", "m is 1, m* and T in turn, to see how the error depends on T and N", reason=OUTLINE),
    Place("5.1", "Theorem 6", "the error of one-shot reporting", ("shots.thm-6",)),
    Place("5.1", "equation (5)", "its order", ("shots.thm-6",)),
    Place("5.2", "Theorem 7", "the error of T-shot reporting", ("shots.thm-7",)),
    Place("5.2", "equation (6)", "its order", ("shots.thm-7",)),
    Place("5.2", "", "T-shot is better than one-shot for a large epsilon, and why", ("shots.comparison",)),
    Place("5.3", "", "a smaller alpha is expected of m*", ("shots.thm-8", "shots.conclusion-1")),
    Place("5.3", "", "c* = argmin g, unique, about 0.574", ("shots.c-star",)),
    Place("5.3", "", "c* has no analytic solution", ("shots.no-closed-form",)),
    Place("5.3", "equation (7)", "m* in three cases", ("shots.eq-7",)),
    Place("5.3", "case (1)", "one report", ("shots.cases-123",)),
    Place("5.3", "case (2)", "m* reports", ("shots.cases-123",)),
    Place("5.3", "case (3)", "T reports", ("shots.cases-123",)),
    Place("5.3", "Theorem 8", "the error of m*-shot reporting", ("shots.thm-8",)),
    Place("5.4", "Theorem 9", "budgets that depend on T; it follows from Theorems 6 to 8", ("shots.thm-9",)),
    Place("5.4", "equation (8)", "the order of one-shot reporting", ("shots.thm-9",)),
    Place("5.4", "equation (9)", "the order of m*-shot reporting", ("shots.thm-9",)),
    Place("5.4", "equation (10)", "the order of T-shot reporting", ("shots.thm-9",)),
    Place(
        "5.4",
        "",
        "one-shot for constant, T-shot for linear budgets",
        ("shots.adaptivity", "shots.expected-m"),
    ),
    Place(
        "5.4", "", "m*-shot behaves like both, and is better in between", ("shots.adaptivity", "shots.thm-9")
    ),
    # Section 6.
    Place("6", "", "what the two experiments are for", reason=OUTLINE),
    Place("6.1", "equation (11)", "the F-measure, precision and recall; it is at most 1", ("shots.eq-11",)),
    Place("6.2", "", "data with shares t/T, shuffled", reason=SET_UP),
    Place("6.2", "", "1/2 < c* < 2/3, and the m* that are expected", ("shots.expected-m",)),
    Place("6.2", "", "the results of experiment 1", ("shots.exp-1",)),
    Place(
        "6.2", "", "good m can be chosen; m* between 1 and T is useful", ("shots.exp-1", "shots.conclusion-1")
    ),
    Place("6.3", "", "what is expected of T-shot and m*-shot reporting", ("shots.exp-2",)),
    Place("6.3", "", "the results of experiment 2", ("shots.exp-2",)),
    Place("6.2", "figure 2", "(a) to (f)", ("shots.exp-1", "shots.exp-2")),
    Place("6.3", "conclusion (1)", "the choice of m is appropriate", ("shots.conclusion-1",)),
    Place(
        "6.3",
        "conclusion (2)",
        "T-shot is much worse unless the budget is extremely large",
        ("shots.conclusion-2",),
    ),
    Place(
        "7", "", "what was done, and that m*-shot has the smaller error", ("shots.thm-9", "shots.adaptivity")
    ),
    # Appendices.
    Place("appendix 1", "", "(A-1) and (A-2): a union over the rounds", ("shots.thm-5",)),
    Place("appendix 1", "Theorem 10", "Chernoff's bound, (A-3)", ("shots.thm-10",)),
    Place("appendix 1", "", "the display before (A-4)", ("shots.a-4",)),
    Place(
        "appendix 1",
        "",
        "(A-4) to (A-6), of which the last step is so for any p and q, and the last display",
        ("shots.thm-5", "shots.a-6"),
    ),
    Place("appendix 2", "", "(A-7): Theorem 5 at m = 1", ("shots.thm-6",)),
    Place("appendix 2", "", "the limit of 1, and that it may be taken for a constant", ("shots.appendix-2",)),
    Place(
        "appendices 2 to 4",
        "",
        "accuracy makes the probability of an error smaller than beta",
        ("shots.def-3.1",),
    ),
    Place("appendix 2", "", "the last display", ("shots.thm-6",)),
    Place(
        "appendix 3",
        "",
        "1 + x <= e^x <= 1 + x + (epsilon/2) x^2, and the displays up to (A-8)",
        ("shots.thm-7",),
    ),
    Place("appendix 3", "", "the last two displays", ("shots.thm-7",)),
    Place("appendix 4", "", "m* = 1 and m* = T by Theorems 6 and 7", ("shots.thm-8",)),
    Place("appendix 4", "", "g(m*/epsilon) = g(c*) + O(1), and (A-9)", ("shots.appendix-4",)),
    Place("appendix 4", "", "the last display", ("shots.thm-8",)),
    Place("8 and references", "", "thanks, and what is cited", reason=OTHERS),
)
