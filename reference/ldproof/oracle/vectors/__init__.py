"""Test vectors: requests of the protocol with the reference's answers, as files for any language.

from ldproof.oracle.vectors import read_vectors as vectors

for vector in vectors():  # those that are shipped
vector.request  # the whole request, but for its `id`
vector.answer  # members that its answer must have; None where it must be refused
vector.reason  # why
"""

from ldproof.oracle.vectors.vector import KINDS, Vector, read_vectors

__all__ = ["KINDS", "Vector", "read_vectors"]
