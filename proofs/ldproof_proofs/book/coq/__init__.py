"""Proof objects as Coq files: every theorem over Coq's real numbers, and a proof that its kernel checks."""
