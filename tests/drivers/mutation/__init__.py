"""Which changes of the formulas and of the step do the proofs alone notice?"""
