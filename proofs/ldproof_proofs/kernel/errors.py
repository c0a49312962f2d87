"""The kernel's one answer besides a theorem."""


class NotProved(Exception):  # noqa: N818  (it is an answer)
    """No proof: what was tried, and where it failed."""


class DividedByZero(NotProved, ZeroDivisionError):  # noqa: N818  (so is this)
    """No proof: a divisor's normal form is 0."""
