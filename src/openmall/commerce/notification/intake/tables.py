"""How far the events of a mall were made messages of."""

from typing import Final

from openmall.database.policies import no_personal_data, with_same_mall
from openmall.database.schema import number, shop_table
from openmall.database.undo_policies import MESSAGES_WRITTEN

CURSOR: Final = shop_table(
    "message_cursor",
    number("sequence"),
    backup=with_same_mall("goes with the events that it is about", watched=True),
    undo=MESSAGES_WRITTEN,
    personal_data=no_personal_data("the number of an event"),
    key=(),
)
"""The number of the last event that was read; without a row none was."""
