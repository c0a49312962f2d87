"""Mutation testing of formulas and steps by the proofs alone."""
