"""Conformance tests of right, wrong and hostile programs, and of the reports about them."""
