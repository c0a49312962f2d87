"""The Count-Min Sketch with local privacy in other ways: a row is sampled, and one's column there said with noise."""

from fractions import Fraction
from itertools import product
from math import comb, prod

from ldproof.coins import Coins
from tests.audit.zoo.drawing import below, chance, dealt, gaps, one_of, response, root, sampled, truth
from tests.audit.zoo.specimens import right


@right("sketch.kary w=4 d=2 odds=7/2")
def one_number_and_a_shift(columns: str, coins: Coins, w: str, odds: str) -> str:
    """One number among E + w - 1 shares: the first E are no shift, each further one is a shift of its own."""
    (row, own), width, E = sampled(columns, coins), int(w), Fraction(odds)
    number = below(E.numerator + (width - 1) * E.denominator, coins)
    shift = max(0, 1 + (number - E.numerator) // E.denominator)
    return f"{row}:{(own + shift) % width}"


@right("sketch.kary w=3 d=2 odds=4")
def from_a_deck_of_cards(columns: str, coins: Coins, w: str, odds: str) -> str:
    """A deck holds E cards of one's own column and one of every other; it is cut, the row is chosen last."""
    cut = below(int(odds) + int(w) - 1, coins)
    row, own = sampled(columns, coins)
    deck = [own] * (int(odds) - 1) + list(range(int(w)))
    return f"{row}:{deck[cut]}"


@right("sketch.cms w=4 d=2 odds=9")
def number_of_flips_first(columns: str, coins: Coins, w: str, odds: str) -> str:
    """How many bits of the row are flipped is drawn first, and which ones then."""
    width, flip = int(w), 1 - truth(root(Fraction(odds), 2))
    law = [comb(width, k) * flip**k * (1 - flip) ** (width - k) for k in range(width + 1)]
    flipped = dealt(width, coins)[: one_of(law, coins)]
    row, own = sampled(columns, coins)
    return f"{row}:{','.join(str(int((column == own) != (column in flipped))) for column in range(width))}"


@right("sketch.oue w=3 d=2 odds=3")
def from_the_list_of_all_rows(columns: str, coins: Coins, w: str, odds: str) -> str:
    """All rows of bits with their probabilities, and the inverse of their sums."""
    (row, own), width, p = sampled(columns, coins), int(w), 1 - truth(Fraction(odds))
    rates = [Fraction(1, 2) if column == own else p for column in range(width)]
    rows = list(product((0, 1), repeat=width))
    shares = [
        prod((q if bit else 1 - q for bit, q in zip(bits, rates, strict=True)), start=Fraction(1))
        for bits in rows
    ]
    said = rows[one_of(shares, coins)]
    return f"{row}:{','.join(map(str, said))}"


@right("sketch.hcms w=8 d=2 odds=3")
def sylvesters_matrix(columns: str, coins: Coins, w: str, odds: str) -> str:
    """The Hadamard matrix is written out by doubling, and a sign of it is multiplied by -1 or not."""
    matrix = [[1]]
    while len(matrix) < int(w):
        matrix = [line + line for line in matrix] + [line + [-sign for sign in line] for line in matrix]
    kept, place = chance(truth(Fraction(odds)), coins), below(int(w), coins)
    row, own = sampled(columns, coins)
    sign = matrix[place][own] * (1 if kept else -1)
    return f"{row}:{place},{(1 - sign) // 2}"


@right("sketch.hcms_plus w=4 d=2 odds=3")
def from_the_list_of_all_signs(columns: str, coins: Coins, w: str, odds: str) -> str:
    """Every place with either sign, those with a 0 before those with a 1, and the inverse of their sums."""
    (row, own), true = sampled(columns, coins), truth(Fraction(odds))
    sayings = [(place, sign) for sign in (0, 1) for place in range(1, int(w))]
    so = [format(place & own, "b").count("1") % 2 == sign for place, sign in sayings]
    shares = [(true if each else 1 - true) / (int(w) - 1) for each in so]
    place, sign = sayings[one_of(shares, coins)]
    return f"{row}:{place},{sign}"


@right("sketch.all_rows w=2 d=2 odds=16")
def last_row_first(columns: str, coins: Coins, w: str, d: str, odds: str) -> str:
    """Rows and bits are drawn from the last to the first."""
    bit_odds, said = root(Fraction(odds), 2 * int(d)), []
    for own in columns.split(",")[::-1]:
        bits = [response(int(column == int(own)), bit_odds, coins) for column in reversed(range(int(w)))]
        said.append(",".join(map(str, bits[::-1])))
    return ";".join(said[::-1])


@right("sketch.unary w=4 d=2 p=1/4 q=3/5")
def ones_are_added(columns: str, coins: Coins, w: str, p: str, q: str) -> str:
    """All bits are 1 with probability p; to one's own, a second chance is added that makes up for the rest of q."""
    width, low, high = int(w), Fraction(p), Fraction(q)
    first = [chance(low, coins) for _ in range(width)]
    second = chance((high - low) / (1 - low), coins)
    row, own = sampled(columns, coins)
    return f"{row}:{','.join(str(int(bit or (second and c == own))) for c, bit in enumerate(first))}"


@right("sketch.per_user w=4 odds=9")
def flips_by_their_gaps(column: str, coins: Coins, w: str, odds: str) -> str:
    """How many bits lie between those that are flipped."""
    flipped = gaps(int(w), 1 - truth(root(Fraction(odds), 2)), coins)
    return ",".join(str(int((place == int(column)) != (place in flipped))) for place in range(int(w)))
