"""Every figure by its name.

A system's figures join by one entry: write `experiments/<system>.py` with a tuple `FIGURES` of `figures.Figure`, and
add it to the chain below. A figure is a list of `figures.Case`s; a case is a point of a curve and a function of the
number of runs and of coins that gives `figures.Measured`: `evaluation.evaluate_formula` for what is exact,
`figures.simulate_score` for a run repeated. Nothing may be computed when the tuple is made: only `reproduce_figure`
measures.
"""

from collections.abc import Mapping
from itertools import chain

from ldproof.experiments import chi2, counting, shots
from ldproof.experiments.figures import Figure

FIGURES: Mapping[str, Figure] = {
    each.name: each for each in chain(shots.FIGURES, counting.FIGURES, chi2.FIGURES)
}
