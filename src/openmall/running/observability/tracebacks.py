"""Tracebacks without data: a log is read by more people than a shop's data.

Places in the program are logged whole. The message of an exception may quote anything that was sent
or stored: quotes, and what looks like a key, a mail address or a phone number, are masked.
"""

import re
import traceback
from typing import Final

from openmall.contract.journal.record import MASK
from openmall.events.request_log.secret_shapes import CUT, shapes_masked

LONGEST: Final = 300
"""Characters of an exception's message."""
_QUOTED: Final = re.compile(r"'(?!/)[^']*'|\"(?!/)[^\"]*\"")
"""Quoted text, except paths of files."""
_WITH_A_ROW: Final = re.compile(r"(?:DETAIL|CONTEXT|\[parameters|Key \(|Failing row).*", re.S)
"""How databases begin to quote the row that a statement failed on."""
_OF_THE_PROGRAM: Final = (AttributeError, NameError, ImportError, TypeError, NotImplementedError)
"""They quote names of the program alone."""


def masked_traceback(error: BaseException) -> str:
    """Return the masked traceback of an exception and its causes, the first cause first."""
    parts: list[str] = []
    here: BaseException | None = error
    seen: set[int] = set()
    while here is not None and id(here) not in seen:
        seen.add(id(here))
        parts.append(_one(here))
        here = here.__cause__ or (None if here.__suppress_context__ else here.__context__)
    return "\n\nwhich led to:\n\n".join(reversed(parts))


def _one(error: BaseException) -> str:
    frames = "".join(traceback.format_tb(error.__traceback__))
    message = masked_message(error)
    lines = [f"Traceback (most recent call last):\n{frames}{type(error).__qualname__}"]
    if message:
        lines.append(f": {message}")
    if isinstance(error, BaseExceptionGroup):
        lines += [f"\n--- {masked_traceback(each)}" for each in error.exceptions]
    return "".join(lines)


def masked_message(error: BaseException) -> str:
    """Return an exception's message in one line, masked."""
    return masked_text(str(error), quotes=not isinstance(error, _OF_THE_PROGRAM))


def masked_text(text: str, *, quotes: bool = True) -> str:
    """Return a message in one line, masked; `quotes`: mask quoted text as well."""
    text = _WITH_A_ROW.sub(MASK, text)
    if quotes:
        text = _QUOTED.sub(MASK, text)
    text = " ".join(shapes_masked(text).split())
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}{CUT}"
