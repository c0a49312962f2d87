"""Mutants of the collectors and clients that the test vectors must notice."""
