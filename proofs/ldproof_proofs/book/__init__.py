"""The ledger for people and programs: proved side by side, explained, and stored."""
