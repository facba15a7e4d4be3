"""Where something broke, without what it broke on: a log is read by more people than a shop's data.

The places in the program are told whole. What an exception says may quote anything that was sent or
kept, so that quotes, and what has the shape of a key, a mail address or a phone number, are masked.
"""

import re
import traceback
from typing import Final

from openmall.calls.masking import CUT, shapes_masked
from openmall.journal.record import MASK

LONGEST: Final = 300
"""Characters of what an exception says."""
_QUOTED: Final = re.compile(r"'(?!/)[^']*'|\"(?!/)[^\"]*\"")
"""What is quoted, but for paths of files."""
_WITH_A_ROW: Final = re.compile(r"(?:DETAIL|CONTEXT|\[parameters|Key \(|Failing row).*", re.S)
"""How databases begin to tell of the row that a statement failed on."""
_OF_THE_PROGRAM: Final = (AttributeError, NameError, ImportError, TypeError, NotImplementedError)
"""They quote names of the program alone."""


def told(error: BaseException) -> str:
    """Return an exception, and those it came from, the first of them first."""
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
    said = careful(error)
    lines = [f"Traceback (most recent call last):\n{frames}{type(error).__qualname__}"]
    if said:
        lines.append(f": {said}")
    if isinstance(error, BaseExceptionGroup):
        lines += [f"\n--- {told(each)}" for each in error.exceptions]
    return "".join(lines)


def careful(error: BaseException) -> str:
    """Return what an exception says, in one line, without what it may quote."""
    return careful_text(str(error), quotes=not isinstance(error, _OF_THE_PROGRAM))


def careful_text(said: str, *, quotes: bool = True) -> str:
    """Return what was said of a failure, in one line; `quotes`: without what it quotes."""
    said = _WITH_A_ROW.sub(MASK, said)
    if quotes:
        said = _QUOTED.sub(MASK, said)
    said = " ".join(shapes_masked(said).split())
    return said if len(said) <= LONGEST else f"{said[:LONGEST]}{CUT}"
