"""The public functions; `ldproof` itself finds them by name."""
