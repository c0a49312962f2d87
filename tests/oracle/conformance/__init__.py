"""Conformance: programs that are right, wrong or hostile, and what is said of them."""
