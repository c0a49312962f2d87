"""Simultaneous intervals: a bound on every candidate's error, solved for the candidate's count."""
