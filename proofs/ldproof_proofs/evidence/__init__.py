"""Theorems about evidence: bets are fair, averages of them are, and a ladder needs no correction."""
