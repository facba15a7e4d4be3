"""Undo and redo of the changes of a theme's page, for the pages of the back office.

The versions of a page are two piles: what it was before, and what was undone. A step takes the
newest version of one and puts the present one on the other; any other change of the page clears
the second.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from openmall.commerce.design.themes import rules as theme_rules
from openmall.commerce.design.themes import store as theme_store
from openmall.commerce.design.themes.shape import Page, PageKey
from openmall.commerce.design.themes.store import PageVersion, StoredPage
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.resource import Resource
from openmall.database.session import Session

_Step = Callable[[Session, int, StoredPage], Awaitable[PageVersion | None]]


async def undo_page(call: Call, params: PageKey) -> Page:
    """Undo the last change of a theme page. Raises NotFound (404) where no version is kept."""
    return await _step(call, params, theme_store.step_back)


async def redo_page(call: Call, params: PageKey) -> Page:
    """Redo what was undone last of a theme page. Raises NotFound (404) where nothing was."""
    return await _step(call, params, theme_store.step_forward)


async def _step(call: Call, params: PageKey, step: _Step) -> Page:
    await theme_rules.touch(call, params.skin_no)
    present = await theme_store.page(call.db, params.skin_no, params.path)
    version = None if present is None else await step(call.db, params.skin_no, present)
    if present is None or version is None:
        raise NotFound(DOES_NOT_EXIST, parameter="path", resource=Phrase("version"))
    return await theme_rules.show_version(call, params.skin_no, present, version.source)


_PAGES: Final = Resource(Page, area="design", key="page")

OPERATIONS = [
    _PAGES.put("themes/{skin_no}/pages/undo", undo_page, takes=PageKey, restricted=True),
    _PAGES.put("themes/{skin_no}/pages/redo", redo_page, takes=PageKey, restricted=True),
]
