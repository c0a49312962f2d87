"""Tests of the proofs about locally private continual counting."""
