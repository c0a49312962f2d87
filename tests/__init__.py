"""The tests: of the reference, of the proofs, and of the project itself."""
