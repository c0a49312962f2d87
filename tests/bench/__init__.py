"""Speed, as ratios measured in one run: `python -m tests.bench`. Nothing here fails a test."""
