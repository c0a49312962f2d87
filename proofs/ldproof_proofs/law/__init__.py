"""Theorems about finite laws: privacy outcome by outcome, composition, and the binary mechanism's optimality."""
