"""Properties that hold for every mechanism, with random parameters: privacy, unbiasedness, and exact sampling.

`test_likelihood_ratio.py`: no neighbours' outputs differ by more than the symbolic e^epsilon; drawn outputs agree.
`test_bias.py`: the mean of each estimator, by the law and from drawn reports, is the symbolic one.
`test_sampler.py`: the enumeration of a sampler's random bits has the probabilities of the law.
"""
