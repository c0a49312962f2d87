"""The public functions and what they answer, one module for each; `ldproof` itself finds them by name."""
