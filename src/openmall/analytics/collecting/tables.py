"""Tables of collected batches that are not sessionised yet, in the transactional store."""

from typing import Final

from sqlalchemy import Index

from openmall.database.policies import WITH_MALL, no_personal_data, of_installation, with_mall
from openmall.database.schema import installation_table, number, shop_table, text
from openmall.database.undo_policies import WORK_CONTINUES

COLLECTED: Final = shop_table(
    "collected",
    number("sequence"),
    number("received_at"),
    number("last_at"),
    number("events"),
    text("content"),
    number("next_at", later=True),
    backup=with_mall(watched=True),
    undo=WORK_CONTINUES,
    personal_data=no_personal_data("what browsers did, by numbers that identify no person"),
    key=("sequence",),
    wide=True,
)
"""A batch, numbered in the order in which batches of a mall came in. `content`: JSON, `Seen`s.

In UTC milliseconds: `received_at`; `last_at`, the newest of its events; `next_at`, the oldest that
is not processed (0: not known, it may be any).
"""

Index("ix_collected_next", COLLECTED.c.mall_id, COLLECTED.c.next_at)

BATCH: Final = shop_table(
    "collected_batch",
    text("batch_id"),
    number("received_at"),
    backup=WITH_MALL,
    undo=WORK_CONTINUES,
    personal_data=no_personal_data("what browsers did, by numbers that identify no person"),
    key=("batch_id",),
)
"""The names of batches, for as long as one may be sent again: it is taken once."""

Index("ix_collected_batch_received", BATCH.c.mall_id, BATCH.c.received_at)

ADDRESS_KEY: Final = installation_table(
    "address_key",
    number("day"),
    text("key"),
    backup=of_installation("keys of addresses, of all malls"),
    personal_data=no_personal_data("what browsers did, by numbers that identify no person"),
    key=("day",),
)
"""The random key of a day (since 1970, at the platform's offset) by which addresses become numbers.

A row that is gone takes with it every way from a number back to an address.
"""
