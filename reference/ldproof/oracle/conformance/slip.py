"""A slip: what a program that makes a known mistake would answer, from the reference's own answers."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from ldproof.catalogue import mechanism
from ldproof.oracle.conformance.observations import Chances, law, pushed
from ldproof.oracle.ops import answered
from ldproof.programs.messages import Message, encode_line, read
from ldproof.rejections import Refused

Requests = Callable[[Message], Iterator[Message]]
"""From what is asked to what is understood."""

Sent = Callable[[str], str]
"""From an output to what is sent."""

Said = Callable[[Message, Message], Message | None]
"""From a request and its answer to what is answered; nothing where the slip does not concern it."""

Laws = Callable[[str, Mapping[str, str], str], Iterator[Chances]]
"""From a mechanism, its parameters and an input to the law of what is sent, where that is not read off the others."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A mistake in words, as it follows `your program ...`; and what it is a mistake in."""

    words: str
    understood: Requests | None = None
    sent: Sent | None = None
    said: Said | None = None
    law: Laws | None = None

    def answers(self, request: Message) -> Iterator[Message]:
        """What may be answered by mistake."""
        for each in self.understood(request) if self.understood else [request]:
            if self.understood is None or each != request:
                for answer in asked(each):
                    changed = self.changed(request, answer)
                    if changed is not None:
                        yield changed

    def refuses(self, request: Message) -> bool:
        """Whether there is no answer to what is understood by mistake."""
        others = [each for each in self.understood(request) if each != request] if self.understood else []
        return bool(others) and not any(map(asked, others))

    def changed(self, request: Message, answer: Message) -> Message | None:
        """A right answer, with the mistake."""
        if self.said is not None:
            return self.said(request, answer)
        if self.sent is None:
            return answer
        outputs = answer.get("outputs")
        if isinstance(outputs, list) and all(isinstance(each, str) for each in outputs):
            return {"outputs": [self.sent(each) for each in outputs]}
        return None

    def laws(self, name: str, parameters: Mapping[str, str], secret: str) -> Iterator[Chances]:
        """The laws of what is sent by mistake."""
        if self.law is not None:
            yield from self.law(name, parameters, secret)
            return
        request = {"op": "law", "mechanism": name, "parameters": parameters, "input": secret}
        for each in self.understood(request) if self.understood else [request]:
            with suppress(Refused, ArithmeticError):
                chances = law(mechanism(name, given(each)), str(each["input"]))
                changed = chances if self.sent is None else pushed(chances, self.sent)
                if self.said is None and changed != law(mechanism(name, parameters), secret):
                    yield changed


def asked(request: Message) -> tuple[Message, ...]:
    """The reference's answer, if it has one."""
    return known(encode_line(request))


@lru_cache(maxsize=1 << 12)
def known(line: bytes) -> tuple[Message, ...]:
    """What is answered to a line, remembered: most slips change the answer to one request, which has its coins."""
    try:
        return (answered(read(line)),)
    except (Refused, ArithmeticError):
        return ()


def given(request: Message) -> dict[str, str]:
    """The parameters."""
    parameters = request.get("parameters")
    return dict(parameters) if isinstance(parameters, Mapping) else {}
