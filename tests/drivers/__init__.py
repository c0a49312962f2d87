"""Programs that measure or search, run by hand or by `make`; none of them is collected as a test."""
