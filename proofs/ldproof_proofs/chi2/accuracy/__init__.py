"""Errors: what the bounds promise, and what every private test must suffer."""
