"""The ledger as pages that need nothing but a browser."""
