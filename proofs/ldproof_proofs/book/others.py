"""Ledgers of other packages, in words: as they are stored beside their modules, or else proved here and now."""

from ldproof_proofs.book.certifying import find_all, in_words, words_of_entry
from ldproof_proofs.book.explained import Words, stored
from ldproof_proofs.book.stores import is_ours, stores
from ldproof_proofs.ledger import ALL_CLAIMS


def words_of(name: str) -> Words | None:
    """What is said of a claim and its ledger; nothing where it is no claim of another package."""
    if is_ours(name) or name not in ALL_CLAIMS:
        return None
    beside = stores([name]).there[1:]
    if beside and name in (words := stored(beside[0]))["claims"]:
        return words
    system = name.partition(".")[0]
    found = find_all([*ALL_CLAIMS.names_with_prefix(f"{system}.")], solvers=False)
    return in_words([*map(words_of_entry, found)], {})
