"""Definitions: what a symbol stands for is said by the words around it, or beside them; to mention it is not enough."""

import re
from collections.abc import Iterable, Sequence

from ldproof.numbers import Term
from ldproof_proofs.kernel.formulas import Formula, packed, pieces
from ldproof_proofs.kernel.templates import typeset_printed
from ldproof_proofs.ledger.notation import meanings

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
MARK = "#"
GREEK = "alpha|beta|gamma|delta|epsilon|eta|theta|kappa|lambda|mu|nu|rho|tau|phi|Phi|Delta"
LETTER = re.compile(rf"(?<![\w`'*(^-])(?:[A-Zb-z]|{GREEK})(?:_\w+|\d)?\*?(?![\w`'([{{^*-]|\.\d)")
NO_LETTER = re.compile(r"(?:^|(?<=[.:;] ))A(?= (?!to the))|\be(?= to the)")
"""An article that looks like one, and what exponentials are powers of; `A to the power 2` begins with a symbol."""

EQUATION = re.compile(r"(?<![\w`])(?<!case )\(\d{1,2}\)")
"""The number of a source's equation; the cases (1) to (3) of a section are none."""

INDEX = re.compile(r"_\{.*\}")
"""Of the next of several that are alike."""

QUANTITY = (
    "(?:probabilit(?:y|ies)|numbers?|weights?|odds|shares?|sums?|means?|constants?|capitals?|distances?|reach(?:es)?"
    "|logarithm|exponent|quotient|factor|variances?|densities|root|summands?|values?|coefficients|prime|bit"
    "|sensitivit(?:y|ies)|divergence|threshold|width|default|budget|level|estimate|mechanism|output)"
)
COUNTED = (
    "(?:(?:other|more|independent|earlier|idle) )*"
    "(?:people|rounds|cases|controls|reports|reporters|steps|rows|columns|inputs|draws|candidates|ones|powers|of N)"
)
FORMS = (
    r"{it},? being\b",
    r"(?:\b[Ww]ith|\band|\bwhere|\bturns|,) {it} for\b",
    r"\b(?:[Ww]ith|and)[^.;:]* for {it}(?=[,.;:]|$| and )",
    r"{it}, (?:the|an?|which|whose|its)\b",
    r"\b[Ll]et [^.;]*\b{it} (?:be|have)\b|\b[Ll]et {it} (?:be|have)\b",
    rf"\b{QUANTITY} {{it}}(?![\w'])",
    r"\b(?:an?|any|every|some|no|each|such an?) {it}(?![\w'])",
    rf"{{it}} {COUNTED}\b",
    r"{it} (?:is|are|be) (?:the|an?|any|how|what|that|their|its|whole)\b",
    r"(?:\bwith|\band|,) {it} (?:the|that)\b",
)
"""What a definition looks like: `P, the probability`, `the share s`, `n people`, `with D for p less q`."""


def undefined(claim: str, texts: Iterable[str]) -> frozenset[str]:
    """The symbols of a claim's sentences that have no meaning, that no words define and that are short for no formula."""
    kept = [*texts]
    formulas, words = taken_apart(kept)
    named = spoken(kept)
    short = {str(each[0]) for each in formulas if each[1:2] == ("=",)}
    return frozenset(
        each
        for each in named - meanings(claim).keys() - short
        if not any(
            defines(words, name, named) for name in (each, each.partition("_")[0], INDEX.sub("_k", each))
        )
    )


def spoken(texts: Iterable[str]) -> frozenset[str]:
    """The symbols in the formulas of sentences, and the letters that their words name; g(m) is of g and m."""
    formulas, words = taken_apart(texts)
    found = frozenset().union(
        *(part.symbols() for each in formulas for part in each if isinstance(part, Term))
    )
    parts = frozenset().union(*(NAME.findall(each) if "(" in each else [each] for each in found))
    letters = frozenset(LETTER.findall(NO_LETTER.sub("", words))) - {"I"}
    return parts | letters | frozenset(EQUATION.findall(words))


def explained_symbols(claim: str, texts: Iterable[str], printed: str) -> frozenset[str]:
    """The symbols that a claim's meanings explain: those of texts and of printed formulas, and of these meanings in turn.

    Letters in the words of what is printed are left out: these may be databases or mechanisms of the source.
    """
    known = {name: typeset_printed(words, "data") for name, words in meanings(claim).items()}
    waiting = spoken([*texts, *("" if isinstance(each, str) else packed(*each) for each in pieces(printed))])
    found: frozenset[str] = frozenset()
    while waiting := waiting & known.keys() - found:
        found |= waiting
        waiting = spoken(known[each] for each in sorted(waiting))
    return found


def defines(words: str, name: str, others: Iterable[str]) -> bool:
    """Whether words say what a name stands for, alone or among others, as in `u and v`."""
    one = f"`?(?:{'|'.join(map(re.escape, sorted({name, *others}, key=len, reverse=True)))})`?"
    between = "(?:,? and |,? or |, )"
    it = rf"(?<![\w`])(?:{one}{between})*`?{re.escape(name)}`?(?![\w`])(?:{between}{one})*"
    return any(re.search(form.format(it=it), words) for form in FORMS)


def taken_apart(texts: Iterable[str]) -> tuple[Sequence[Formula], str]:
    """The formulas of sentences, and their words, with a mark in the place of each formula."""
    parts = [[*pieces(text)] for text in texts if text]
    words = " ".join("".join(each if isinstance(each, str) else MARK for each in part) for part in parts)
    return [each for part in parts for each in part if not isinstance(each, str)], words
