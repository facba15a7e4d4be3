"""What pages say for a refusal: a wording of their own, or its own message, in a language."""

from collections.abc import Callable, Mapping
from typing import Final

from openmall.contract.refusal import Reason, Refusal, Translate, Value, fill

Wording = str | Callable[[Mapping[str, Value]], str | None]
"""A text of the source in which `{name}` stands for a value, or what chooses it by the values.

None: the values have no wording of the page's own.
"""
Wordings = Mapping[Refusal, Wording]
NO_WORDINGS: Final[Wordings] = {}


def said(reason: Reason, translate: Translate, *tables: Wordings) -> str:
    """Return what is refused in the language of `translate`, in the wording of the first table."""
    text = wording(reason, *tables) or reason.refusal.worded(reason.values)
    return fill(text, reason.values, translate)


def wording(reason: Reason, *tables: Wordings) -> str | None:
    """Return the text of the first table that has one for a reason; None: it has no wording."""
    for table in tables:
        found = table.get(reason.refusal)
        text = found if found is None or isinstance(found, str) else found(reason.values)
        if text is not None:
            return text
    return None


def shown(message: str | Reason, translate: Translate) -> str:
    """Return the message of an error page, a text of the source or a reason, in a language."""
    return translate(message) if isinstance(message, str) else message.text(translate)
