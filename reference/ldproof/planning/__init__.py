"""Plans: which mechanism to deploy, with which parameters, and how wrong it will be, exactly or between two bounds.

    >>> from ldproof.planning.plan import make_plan
    >>> found = make_plan("count", N=60, T=3, odds=729, mu="1/4")
    >>> found.chosen.name, found.alpha
    ('L-GRR', Real(43981/681930))

What is found is frozen; `decides` says what decides, in words that are computed, and `to_json()` has all numbers.
"""
