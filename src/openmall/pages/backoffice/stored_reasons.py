"""The reasons of rows at fault, which are stored as English texts, by the declared refusals."""

from functools import lru_cache
from string import Formatter
from typing import Final

from openmall.contract.refusal import Reason, Refusal, Value, declared

_LEAST_LETTERS: Final = 6
"""A refusal whose message has fewer letters of its own is not told from others."""
_LONGEST: Final = 2_000
Parts = list[tuple[str, str | None]]
"""The literal texts of a message, each with the name of the value behind it, if any."""


def reason_of(text: str) -> Reason | None:
    """Return the refusal of which a stored text is the message, with its values; None: of none."""
    if len(text) > _LONGEST:
        return None
    for refusal, parts in _by_letters():
        values = _values(parts, text)
        if values is not None:
            return Reason(refusal, values)
    return None


@lru_cache(maxsize=1)
def _by_letters() -> list[tuple[Refusal, Parts]]:
    """Return the refusals with the parts of their messages, first those with the most letters."""
    parsed = [
        (refusal, [(literal, field) for literal, field, _, _ in Formatter().parse(message)])
        for refusal in declared().values()
        for message in filter(None, (refusal.message, refusal.ranged))
    ]
    told = [each for each in parsed if _letters(each[1]) >= _LEAST_LETTERS]
    return sorted(told, key=lambda each: -_letters(each[1]))


def _letters(parts: Parts) -> int:
    """Return how many letters of its own a message has, without those of values."""
    return sum(len(literal) for literal, _ in parts)


def _values(parts: Parts, text: str) -> dict[str, Value] | None:
    """Return the values of a message that a text begins and ends like; None: it is another one.

    Each value reaches to the next letters of the message, so it takes linear time.
    """
    values: dict[str, Value] = {}
    at, name = 0, None
    for place, (literal, field) in enumerate(parts):
        is_last = place == len(parts) - 1 and field is None
        if name is None:
            begin = at if text.startswith(literal, at) else -1
        else:
            begin = len(text) - len(literal) if is_last else text.find(literal, at)
        if begin < at or not text.startswith(literal, begin):
            return None
        if name is not None:
            values[name] = text[at:begin]
        at, name = begin + len(literal), field
    if name is not None:
        values[name], at = text[at:], len(text)
    return values if at == len(text) and all(values.values()) else None
