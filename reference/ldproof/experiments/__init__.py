"""The sources' experiments as data: exact, beside simulated, beside printed."""
