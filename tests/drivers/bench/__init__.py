"""Speed, as ratios measured in one run: `python -m tests.drivers.bench`. Nothing here fails a test."""
