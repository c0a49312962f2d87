"""Whether what a mechanism is made of can be told apart, and its values written down and read back."""

from collections.abc import Iterator
from copy import copy
from functools import partial

from ldproof.catalogue import AnyMechanism
from ldproof.codec.values import canonical, parsed
from ldproof.mechanisms import Space, every, from_text, to_text
from ldproof.oracle.contract.finding import asked, said


def identity(mechanism: AnyMechanism) -> Iterator[str]:
    """Whether one with the same parameters is the same, as what is remembered of it goes by that."""
    other: AnyMechanism = asked("copying it", partial(copy, mechanism))
    if len({asked("hash", partial(hash, each)) for each in (mechanism, other)}) > 1 or mechanism != other:
        yield "its copy is another one: a mechanism is a frozen dataclass"


def spaces(mechanism: AnyMechanism) -> Iterator[str]:
    """Both."""
    for name in ("secrets", "outputs"):
        space: Space[object] = asked(name, partial(getattr, mechanism, name))
        yield from codec(name, space)


def codec(name: str, space: Space[object]) -> Iterator[str]:
    """Whether each value is written as JSON of its own, and read back, from a command line too."""
    values: list[object] = asked(f"listing the {name}", partial(every, space))
    if not values:
        yield f"there are no {name}"
    texts: dict[str, object] = {}
    for each in values:
        text = asked(f"writing {said(each)} of the {name}", partial(text_of, space, each))
        back = asked(f"reading {text} of the {name}", partial(value_of, space, text))
        if (type(back), back) != (type(each), each):
            yield f"{name} do not come back: {said(each)} is written as {text}, which is read as {said(back)}"
        elif asked(f"{text} as text", partial(there_and_back, space, each)) != each:
            yield f"{name} do not come back from a command line: {said(each)}"
        if text in texts:
            yield f"two of the {name} are written alike: {said(texts[text])} and {said(each)} as {text}"
        texts[text] = each


def text_of(space: Space[object], value: object) -> str:
    """The JSON text of a value."""
    return canonical(space.write(value))


def value_of(space: Space[object], text: str) -> object:
    """What a JSON text means."""
    return space.read(parsed(text))


def there_and_back(space: Space[object], value: object) -> object:
    """A value as it comes from a command line."""
    return from_text(space, to_text(space, value))
