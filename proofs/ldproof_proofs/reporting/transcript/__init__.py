"""Transcripts: their law, the choice of rounds, and which of them can happen."""
