"""The Count-Min Sketch with local privacy, broken: a row is sampled, and a person's column there said with noise."""

from fractions import Fraction

from ldproof.coins import Coins
from ldproof.law import INFINITE
from tests.audit.zoo.drawing import below, chance, response, root, sampled, truth
from tests.audit.zoo.specimens import broken


@broken("sketch.kary w=4 d=2 odds=3", Fraction(9, 2), 5000)
def one_column_too_few(columns: str, coins: Coins, w: str, odds: str) -> str:
    """k-ary randomized response divides by E + w - 2, as if there were one column less."""
    (row, own), width, E = sampled(columns, coins), int(w), Fraction(odds)
    truthful, shift = chance(E / (E + width - 2), coins), 1 + below(width - 1, coins)
    return f"{row}:{own if truthful else (own + shift) % width}"


@broken("sketch.kary w=4 d=2 odds=3", INFINITE, 2000)
def saves_coins_when_it_tells_the_truth(columns: str, coins: Coins, w: str, odds: str) -> str:
    """How many bytes it reads depends on the secret: another column is drawn only if it is to be said."""
    (row, own), width, E = sampled(columns, coins), int(w), Fraction(odds)
    truthful = chance((E - 1) / (E - 1 + width), coins)
    return f"{row}:{own if truthful else below(width, coins)}"


@broken("sketch.cms w=4 d=2 odds=4", Fraction(16), 2000)
def the_whole_budget_for_each_bit(columns: str, coins: Coins, w: str, odds: str) -> str:
    """epsilon in the place of epsilon/2: two bits differ between items, and each has the odds of both."""
    row, own = sampled(columns, coins)
    bits = (response(int(column == own), Fraction(odds), coins) for column in range(int(w)))
    return f"{row}:{','.join(map(str, bits))}"


@broken("sketch.oue w=4 d=2 odds=3", Fraction(9), 2000)
def keeps_the_one(columns: str, coins: Coins, w: str, odds: str) -> str:
    """Unary encoding with OUE's p = 1/(E + 1) for the others, but E/(E + 1) for one's own bit in the place of 1/2."""
    (row, own), p = sampled(columns, coins), 1 - truth(Fraction(odds))
    bits = (int(chance(1 - p if column == own else p, coins)) for column in range(int(w)))
    return f"{row}:{','.join(map(str, bits))}"


@broken("sketch.cms w=4 d=2 odds=9", INFINITE, 2000)
def one_number_for_the_whole_row(columns: str, coins: Coins, w: str, odds: str) -> str:
    """All bits of a row are compared with the same random number: a single 1 is one's own."""
    (row, own), p = sampled(columns, coins), 1 - truth(root(Fraction(odds), 2))
    number = below(16, coins)
    bits = (int(number < 16 * (1 - p if column == own else p)) for column in range(int(w)))
    return f"{row}:{','.join(map(str, bits))}"


@broken("sketch.hcms w=4 d=2 odds=3", INFINITE, 1000)
def nothing_to_hide_in_column_0(columns: str, coins: Coins, w: str, odds: str) -> str:
    """The sign leaks: column 0 of the Hadamard matrix has no -1, and so its signs are not flipped."""
    (row, own), place = sampled(columns, coins), below(int(w), coins)
    lie = not chance(truth(Fraction(odds)), coins)
    return f"{row}:{place},{(place & own).bit_count() % 2 ^ (lie and own > 0)}"


@broken("sketch.hcms_plus w=4 d=1 odds=3", Fraction(12), 2000, ("1", "2"))
def likes_places_with_a_minus(columns: str, coins: Coins, w: str, odds: str) -> str:
    """The place depends on the item: one with a -1 in its column is taken if either of two draws gives one."""
    row, own = sampled(columns, coins)
    places = [1 + below(int(w) - 1, coins) for _ in range(2)]
    place, sign = max(((place, (place & own).bit_count() % 2) for place in places), key=lambda each: each[1])
    return f"{row}:{place},{response(sign, Fraction(odds), coins)}"


@broken("sketch.kary w=4 d=2 odds=3", INFINITE, 1000)
def row_of_the_item(columns: str, coins: Coins, w: str, d: str, odds: str) -> str:
    """The row depends on the item: it is found by a hash of the item, so that equal items load one row."""
    told, width, E = [int(column) for column in columns.split(",")], int(w), Fraction(odds)
    row = sum(told) // int(d) % int(d)
    anything = below(width, coins)
    return f"{row}:{told[row] if chance((E - 1) / (E - 1 + width), coins) else anything}"


@broken("sketch.all_rows w=2 d=2 odds=9", Fraction(81), 2000)
def the_whole_budget_for_each_row(columns: str, coins: Coins, w: str, odds: str) -> str:
    """All rows are told of, and the noise is not rescaled: each of d rows has the whole budget."""
    half = root(Fraction(odds), 2)
    rows = (
        ",".join(str(response(int(column == int(own)), half, coins)) for column in range(int(w)))
        for own in columns.split(",")
    )
    return ";".join(rows)
