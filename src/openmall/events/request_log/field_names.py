"""Names of fields, and what they say of the values under them."""

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

from openmall.contract.journal.record import SECRET_WORDS
from openmall.events.request_log.secret_shapes import cut, shapes_masked

LONGEST_NAME: Final = 100
"""Characters of a name within a body: no field of this program has a longer one."""
_SECRET_NAME: Final = re.compile(
    rf"{SECRET_WORDS.pattern}|passwd|credential|signature|cookie|session|apikey|card_no|cvc", re.I
)
_PERSONAL_NAME: Final = re.compile(
    r"member_id|mail|phone|^fax$|address|^zip|zipcode|birth|receiver|buyer|nick_name|writer"
    r"|holder|owner_name|account_no|recommend_id|(?:^|_)ip$|registration_no|clearance|social",
    re.I,
)
_NUMBERED: Final = re.compile(
    r"(?:^|_)(?:no|code|id|quantity|amount|price|rate|rating|count|fee|limit|offset|page|points"
    r"|credits|commission)$"
)
_DATED: Final = re.compile(r"(?:^|_)(?:date|datetime|at|month)$")
ERROR_FIELDS: Final = frozenset({"message", "parameter"})
"""Names of an error's texts."""


class FieldName(Struct, frozen=True):
    """A field's name, and what it says of the values under it."""

    text: str
    masked: str
    secret: bool
    sensitive: bool
    """Secret, or personal data."""
    ordinary: bool
    """Neither sensitive nor that of an error's text."""
    numbered: bool = False
    """Its values are numbers and codes that identify no person."""
    dated: bool = False


def field_name(text: str) -> FieldName:
    """Return a name; if it is longer than `LONGEST_NAME`, its value may be anything."""
    if len(text) <= LONGEST_NAME:
        return _field_name(text)
    return FieldName(text, cut(text, LONGEST_NAME), secret=True, sensitive=True, ordinary=False)


# answers repeat the same few names; clients may send any others, so only names of at most
# LONGEST_NAME characters are cached: 3 MB at most
@lru_cache(maxsize=4_096)
def _field_name(text: str) -> FieldName:
    secret = _SECRET_NAME.search(text) is not None
    sensitive = secret or _PERSONAL_NAME.search(text) is not None
    return FieldName(
        text,
        shapes_masked(text),
        secret=secret,
        sensitive=sensitive,
        ordinary=not sensitive and text not in ERROR_FIELDS,
        numbered=_NUMBERED.search(text) is not None,
        dated=_DATED.search(text) is not None,
    )


def is_sensitive(name: str) -> bool:
    """Say whether a field is named like a secret or like personal data."""
    return field_name(name).sensitive
