"""Undo and redo in the shop editor: through the versions that are kept of a draft."""

from typing import Final

from msgspec import Struct

from openmall.commerce.design.themes import page_undo, theme_look
from openmall.commerce.design.themes import store as theme_store
from openmall.contract.errors import NotFound
from openmall.pages.backoffice.page_context import PageContext

DEEDS: Final = ("undo", "redo")
_STEPS: Final = {"undo": (page_undo.undo_page, "undone"), "redo": (page_undo.redo_page, "redone")}
"""Button -> its operation, and the name of the message about it."""


class Steps(Struct, frozen=True):
    """What the buttons of a draft offer."""

    undo: bool
    redo: bool


async def offered(context: PageContext, skin_no: int) -> Steps:
    """Return whether there is something to undo, and to redo, in a draft."""
    async with context.database.reading(context.mall_id) as db:
        kept = await theme_store.versions(db, skin_no, theme_look.PATH)
        undone = await theme_store.undone_versions(db, skin_no, theme_look.PATH)
    return Steps(bool(kept), bool(undone))


async def step(context: PageContext, skin_no: int, deed: str) -> str:
    """Undo or redo a change of a draft; return the name of the message about it."""
    operation, done = _STEPS[deed]
    try:
        await context.call(operation, {"skin_no": skin_no, "path": theme_look.PATH})
    except NotFound:  # no version is left
        return "same"
    return done
