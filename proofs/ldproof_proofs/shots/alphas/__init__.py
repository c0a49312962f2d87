"""Bounds on failure that need no condition, and the alphas at which they come down to beta."""
