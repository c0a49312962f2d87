"""Words with places for what theorems say: `{theorem/part}` is filled with that part, and nothing is typed beside it.

- `{private/goal}`, `{T}`: a part of the theorem whose name ends so; of the only theorem, if no theorem is named;
- `{limit:6}`: its first six digits; `{low/left..high/right}`: the digits that two numbers share; `{share:words}`: "one half";
- `{turning/goal:short}`: with the theorem's own short names in it;
- `{likely/goal:bound of P}`: what is on the other side of a relation than P, as "at most 2*beta";
- `{private/right = (E - 1)/m}`: an author's way of writing it, which algebra finds to be the same;
- `{let E = exp(epsilon)}`, `{let r = 0}`: what a letter is short for, and what number it is; `{@shots.thm-4}`: another entry;
- `{fails/point}`: where a claim fails, as equations; `epsilon = {epsilon}`: the value of a symbol.

A paper's own notation, such as `N = m1 + m2`, is fixed once and need not be written in every sentence; what an author's
letter is short for may be written in it.

In a printed claim, which no theorem fills, `{= alpha^2/3}` is a formula that is typeset.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from typing import NoReturn, TypeAlias
from unicodedata import normalize

from ldproof.numbers import Real, Symbol, Term, apply_operator, real, term
from ldproof_proofs.kernel.combination import Combination
from ldproof_proofs.kernel.decimals import between, decimal
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.numerals import in_words, numerals
from ldproof_proofs.kernel.parsing import NoFormula, parsed
from ldproof_proofs.kernel.quantities import Quantity, quantities, short_names, symbols
from ldproof_proofs.kernel.relations import Relation, equal, unknown
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.typesetting import Style, in_style
from ldproof_proofs.kernel.writing import number_last, shortened, write, written

Piece: TypeAlias = str | Term | Relation
"""Words, or a formula that is set in the reader's style."""
Parts: TypeAlias = Mapping[str, Callable[[], Mapping[str, Quantity]]]
"""What theorems say, by their names and those of the parts: found out once a hole asks, for some are computed."""

HOLE = re.compile(r"\{([^{}]*)\}")
PRINTED = re.compile(r"\{= ([^{}]*)\}")
FORMAT = re.compile(r"(?s)(.*):(\d+|words|short|bound of \w+)")
BOUNDS: Mapping[tuple[str, bool], str] = {
    ("<=", True): "at most ",
    ("<=", False): "at least ",
    ("<", True): "below ",
    ("<", False): "above ",
}
"""How a bound is said, by the sign of its relation and whether what is bounded stands first."""
PLACE = (
    "theorem|lemma|corollary|definition|algorithm|table|figure|section|appendix|equation|condition|claim|case|"
    "experiment|conclusion|step|problem|page|footnote|link"
)
PLACES = rf"(?:{PLACE})s|corollaries|appendices"
NAMED = re.compile(r"(?<![\w`])([A-Za-z]\w*\*?) = (?=\{|$)")
"""A symbol before the hole with its value."""
NUMBER = r"[(\[]?(?:[A-Z][-.]?)?\d[\d.-]*[a-z]?[)\]]?"
REFERENCE = re.compile(
    rf"(?i:\b(?:{PLACES})) {NUMBER}(?:(?:,| and| or| to) {NUMBER})*|(?i:\b(?:{PLACE})) {NUMBER}"
    r"|(?<![\w`])\((?:[A-Z][-.])?\d+\)|\bO\(1\)"
)
"""A place in a source, which has its number there; only of several places several numbers follow. And a printed order."""
TYPED = re.compile(
    r"(?<![A-Za-z_*])\d|[A-Za-z_*]\d\d|[=<>^+]|[^\x00-\x7f]"
    r"|[\w)]\*[\w(]|[\w)] - [\w(]|\b(?:exp|log|ln|sqrt)\("
)
"""What is a number or a formula, unless it belongs to a name such as H_0 or m1; so are signs such as fractions of one letter."""


PLACES_IN_JAPANESE = re.compile(
    r"(?:定理|補題|系|命題|定義|仮説|条件|アルゴリズム|表|図|式|手法|付録|例|Algorithm|H) ?[(（]?(?:A\.)?\d[\d.]*[)）]?|\d[\d.]* ?[節章]"
)
TYPED_IN_JAPANESE = re.compile(r"(?<![A-Za-z_*])\d|[=<>^+]|(?<!第)[二三四五六七八九〇零]|半分")
"""A number or formula in Japanese words."""


def typed(words: str) -> list[str]:
    """The numbers and formulas in a template that no theorem fills in."""
    outside = REFERENCE.sub("", HOLE.sub("", NAMED.sub("", f"{words} .")))
    return [
        outside[max(0, found.start() - 12) : found.end() + 12]
        for found in (*TYPED.finditer(outside), *numerals(outside))
    ]


def references(words: str) -> tuple[str, ...]:
    """The entries that a template names."""
    return tuple(hole[1:].strip() for hole in HOLE.findall(words) if hole.startswith("@"))


def takes(words: str) -> tuple[str, ...]:
    """The places in a template that theorems fill in."""
    return tuple(hole for hole in HOLE.findall(words) if not hole.startswith(("@", "let ")))


def typeset_printed(words: str, style: Style) -> str:
    """A printed claim with its formulas typeset: `{= formula}` is taken as it is written."""
    return "".join(
        in_style(part, style) if place % 2 == 0 else write(_parsed(part, part), style)
        for place, part in enumerate(PRINTED.split(words))
    )


def typed_in_japanese(words: str) -> list[str]:
    """The numbers in a Japanese template that no theorem fills in, but for those of places in a source."""
    outside = PLACES_IN_JAPANESE.sub("", HOLE.sub("", normalize("NFKC", words)))
    return [
        outside[max(0, each.start() - 6) : each.end() + 6] for each in TYPED_IN_JAPANESE.finditer(outside)
    ]


def filled(words: str, theorems: Sequence[Theorem], style: Style, fixed: Sequence[str] = ()) -> str:
    """The words as a reader gets them; `fixed` is the notation of the paper."""
    return "".join(
        in_style(piece, style)
        if isinstance(piece, str)
        else written(style, *number_last(piece.left, piece.sign, piece.right))
        if isinstance(piece, Relation)
        else written(style, piece)
        for piece in pieces(words, theorems, fixed)
    )


def pieces(words: str, theorems: Sequence[Theorem], fixed: Sequence[str] = ()) -> Iterator[Piece]:
    """The words, and between them what the theorems say."""
    parts = {each.name: cache(partial(quantities, each)) for each in theorems}
    names = {each.name: short_names(each) for each in theorems}
    letters = _letters(HOLE.findall(words), theorems)
    known = {each: long for each, long in _fixed(fixed, theorems).items() if each not in letters}
    notation = {**known, **{each: long.substitute(known) for each, long in letters.items()}}
    for place, text in enumerate(HOLE.split(words)):
        if place % 2 == 0:
            before, *named = NAMED.split(text)
            yield before
            for name in named[:1]:
                yield from (Symbol(name), " = ")
        elif text.startswith("@"):
            yield text[1:].strip()
        elif text.startswith("let "):
            yield from _notation(text, theorems)
        else:
            found = _filling(text, parts, names, notation)
            if isinstance(found, tuple):
                yield from found
            else:
                yield found


def _enumerated(found: Sequence[Relation]) -> Iterator[Piece]:
    for place, each in enumerate(found):
        if place:
            yield ", "
        yield each


def _filling(
    hole: str,
    parts: Parts,
    names: Mapping[str, Mapping[str, Term]],
    notation: Mapping[str, Term],
) -> Piece | tuple[Piece, ...]:
    head, is_written, formula = hole.partition(" = ")
    named, form = (found[1], found[2]) if (found := FORMAT.fullmatch(head)) else (head, "")
    if form.startswith("bound"):
        relation = _part(named.strip(), parts)
        bounded = _same(hole, relation, formula, notation) if is_written else relation
        return _bound(hole, bounded, Symbol(form.removeprefix("bound of ")))
    if is_written:
        return _same(hole, _part(head.strip(), parts), formula, notation)
    low, is_range, high = named.partition("..")
    if is_range and form in {"words", "short"}:
        _fail(hole, "what lies between two numbers has digits only")
    if is_range:
        least, most = (_number(hole, _part(each.strip(), parts)) for each in (low, high))
        return between(least, most) if not form else between(least, most, int(form))
    value = _part(named.strip(), parts)
    if isinstance(value, tuple):
        return tuple(_enumerated(value))
    if form == "words":
        return _spelled(hole, _number(hole, value))
    if form == "short":
        return _short(hole, value, names[_named(named.strip(), parts)[0]])
    if form:
        return decimal(_number(hole, value), int(form))
    if isinstance(value, Real):
        return (
            str(value.exact) if value.exact is not None else _fail(hole, "how many of its digits are shown?")
        )
    return str(value) if isinstance(value, Fraction | int) else value


def _part(name: str, parts: Parts) -> Quantity:
    theorem, part = _named(name, parts)
    said = parts[theorem]()
    if part not in said:
        _fail(name, f"{theorem} has {', '.join(said)}")
    return said[part]


def _named(name: str, parts: Parts) -> tuple[str, str]:
    """The only theorem whose name ends as is said, and its part; none is named where a part has a stroke in it."""
    theorem, stroke, part = name.partition("/")
    found = [
        each
        for each in parts
        if stroke and (theorem == each or each.endswith((f".{theorem}", f"-{theorem}")))
    ]
    exactly = [each for each in found if theorem in (each, each.partition(".")[2])]
    found, part = (exactly or found, part) if found else ([*parts], name)
    if len(found) != 1:
        _fail(name, f"it may be about {', '.join(found)}")
    return found[0], part


def _number(hole: str, value: Quantity) -> Real:
    if isinstance(value, Relation | str | tuple) or (isinstance(value, Term) and value.symbols()):
        return _fail(hole, f"{value} is no number")
    if isinstance(value, Term):
        return value.fold(real, unknown, apply_operator)
    return value if isinstance(value, Real) else real(value)


def _spelled(hole: str, value: Real) -> str:
    try:
        return in_words(value.exact) if value.exact is not None else _fail(hole, "it is irrational")
    except ValueError as error:
        _fail(hole, str(error))


def _bound(hole: str, value: Quantity, symbol: Term) -> tuple[Piece, ...]:
    """What a symbol is compared with, after words for the comparison."""
    if isinstance(value, Relation):
        for first, (ours, bound) in ((True, (value.left, value.right)), (False, (value.right, value.left))):
            if ours == symbol and (value.sign, first) in BOUNDS:
                return (BOUNDS[value.sign, first], bound)
    return _fail(hole, f"{value} is no bound of {symbol}")


def _short(hole: str, value: Quantity, names: Mapping[str, Term]) -> Piece:
    """A formula in the theorem's short names, of which its own is none."""
    if isinstance(value, Relation):
        left, right = shortened(value.left, names), shortened(value.right, names)
        is_shorter, found = (left, right) != (value.left, value.right), Relation(left, value.sign, right)
        return found if is_shorter else _fail(hole, "no short name is in it")
    if not isinstance(value, Term):
        return _fail(hole, f"{value} is no formula")
    whole = shortened(value, {name: long for name, long in names.items() if long != value})
    return whole if whole != value else _fail(hole, "no short name is in it")


def _same(hole: str, value: Quantity, formula: str, notation: Mapping[str, Term]) -> Piece:
    """What the author writes, if it is what the theorem says, side by side and with the sentence's notation.

    A letter for a number is written where the theorem has the number itself, and stays a letter: a term that vanishes,
    as r is zero, is the theorem's too.
    """
    written = _parsed(hole, formula)
    names = {letter: long for letter, long in notation.items() if not isinstance(long.head, Fraction)}
    used = sorted(written.symbols() & (notation.keys() - names.keys()))
    letters = {notation[letter].head: Symbol(letter) for letter in used}
    if len(letters) < len(used):
        _fail(hole, f"{' and '.join(used)} are the same number")
    sides: tuple[tuple[Term, Term], ...]
    if isinstance(value, Relation) and isinstance(written, Relation) and written.sign == value.sign:
        sides = ((written.left, value.left), (written.right, value.right))
    elif isinstance(value, Term) and isinstance(written, Term):
        sides = ((written, value),)
    else:
        _fail(hole, f"the theorem says {value}")
    for ours, theirs in sides:
        try:
            Combination().check(
                equal(ours.substitute(names), _lettered(theirs, letters).substitute(names)), {}
            )
        except NotProved:
            _fail(hole, f"the theorem says {theirs}, and that is not {ours}")
    return written


def _lettered(theirs: Term, letters: Mapping[Fraction | str | int, Term]) -> Term:
    """What a theorem says, with letters in the place of numbers."""
    return theirs.fold(
        lambda number: letters.get(number, term(number)),
        Symbol,
        lambda node, arguments: Term(node.operator, node.head, arguments),
    )


def _letters(holes: Sequence[str], theorems: Sequence[Theorem]) -> Mapping[str, Term]:
    """What letters are short for: each for one thing, and each in a formula that is written here or in a theorem."""
    if not any(hole.startswith("let ") for hole in holes):
        return {}
    written = [hole.partition(" = ")[2] for hole in holes if not hole.startswith("let ")]
    used = symbols(theorems).union(*(_parsed(each, each).symbols() for each in written if each))
    found: dict[str, Term] = {}
    for hole in holes:
        for each in _notation(hole, theorems):
            letter = str(each.left)
            if found.setdefault(letter, each.right) != each.right:
                _fail(hole, f"{letter} is short for something else already")
            used |= each.right.symbols()
    for letter in found:
        if letter not in used:
            _fail(f"let {letter}", f"no formula has {letter}, so that it may be short for anything")
    return found


def _fixed(formulas: Sequence[str], theorems: Sequence[Theorem]) -> Mapping[str, Term]:
    """The paper's notation where no theorem has the letter for itself: of several meanings the first that is in its symbols."""
    known, found = symbols(theorems), dict[str, Term]()
    for each in formulas:
        for meaning in _notation(f"let {each}", ()):
            if str(meaning.left) not in known and meaning.right.symbols() <= known:
                found.setdefault(str(meaning.left), meaning.right)
    return found


def _notation(hole: str, theorems: Sequence[Theorem]) -> Iterator[Relation]:
    """What a letter is short for: an author's own, or a theorem's that is put in terms of something else."""
    if not hole.startswith("let "):
        return
    written = _parsed(hole, hole.removeprefix("let "))
    if not isinstance(written, Relation) or written.sign != "=" or written.left.operator != "symbol":
        _fail(hole, "a letter is short for a formula")
    for each in theorems:
        theirs = symbols([each])
        if str(written.left) in theirs and written.right.symbols() <= theirs:
            _fail(hole, f"{written.left} is a symbol of {each.name}, and this would be a hypothesis")
    yield written


def _parsed(hole: str, formula: str) -> Term | Relation:
    try:
        return parsed(formula)
    except NoFormula as error:
        _fail(hole, str(error))


def _fail(hole: str, why: str) -> NoReturn:
    raise NotProved(f"{{{hole}}} cannot be filled: {why}")
