"""What an undo keeps to with pages and texts of themes: versions, and the theme's revision."""

from typing import Any, Final

from openmall.commerce.design.themes import rules as theme_rules
from openmall.commerce.design.themes import store as theme_store
from openmall.commerce.design.themes.tables import PAGE, TRANSLATION
from openmall.commerce.undo import row_store
from openmall.commerce.undo.refusals import THEME_OF_ROW_GONE
from openmall.commerce.undo.row_store import RowWrite
from openmall.commerce.undo.sealed_writes import RevertedRow
from openmall.contract.call import Call
from openmall.contract.errors import NotFound, NotModified

PAGES: Final = str(PAGE.name)
THEME_TABLES: Final = frozenset({PAGES, str(TRANSLATION.name)})


async def prepare(call: Call, row: RevertedRow, current: dict[str, Any] | None) -> None:
    """Advance the revision of a theme, and keep what a page is as a version of it.

    Raises NotModified (409) where the theme is gone.
    """
    skin_no = row.key["skin_no"]
    try:
        await theme_rules.touch(call, skin_no)
    except NotFound:
        raise NotModified(
            THEME_OF_ROW_GONE, parameter="write_no", table=row.table, skin_no=skin_no
        ) from None
    call.effects.invalidates_caches = True
    if row.table != PAGES:
        return
    path = row.key["path"]
    own = await theme_store.page(call.db, skin_no, path)
    if own is not None:
        await theme_store.keep_version(call.db, skin_no, own)
        if row.before is not None:
            now = int(call.clock.now())
            await theme_store.change(call.db, skin_no, path, own.source, now=now)
    await theme_store.forget_failure(call.db, skin_no, path)


async def renumber(call: Call, row: RevertedRow) -> None:
    """Give a page that came back the version after those that it had."""
    skin_no, path = row.key["skin_no"], row.key["path"]
    version = 1 + await theme_store.last_version(call.db, skin_no, path)
    await row_store.write(call.db, RowWrite(PAGES, row.key, {"version": version}))
