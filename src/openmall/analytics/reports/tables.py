"""Which legacy statistics were brought in, in the transactional store."""

from typing import Final

from openmall.database.schema import number, shop_table, text

LEGACY_IMPORT: Final = shop_table(
    "legacy_import",
    text("digest"),
    number("times"),
    text("state"),
    number("changed_at"),
    key=("digest",),
)
"""A file, known by what is in it and the shop it is of. `times`: how often it was brought in.

`state`: `coming` and `going` while it is brought in and taken back, `here` and `gone` after that.
"""
