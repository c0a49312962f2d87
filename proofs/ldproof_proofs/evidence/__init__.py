"""Theorems about evidence: bets are fair, capital is a supermartingale, and a ladder needs no correction."""
