"""How far the estimates are off: the minimum, the bound on the error, and rows against a sample of one."""
