"""The operations on themes and their pages.

Every mall has the default theme. A mall keeps the pages in which it differs, and visitors see the
default theme's where it has none.
"""

from collections.abc import Sequence
from typing import Final

from openmall.access.malls import rules as mall_rules
from openmall.commerce.design.themes import default_pages
from openmall.commerce.design.themes import store as theme_store
from openmall.commerce.design.themes.shape import (
    Page,
    PageChange,
    PageDraft,
    PageKey,
    RemovedPage,
    Theme,
    ThemeFilters,
    ThemePath,
)
from openmall.commerce.design.themes.store import StoredPage
from openmall.contract.call import Call
from openmall.contract.change import IDENTICAL
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.moments import moment

DEFAULT: Final = 1
"""Number of the default theme."""
CODE: Final = "skin1"
MOST_PAGES: Final = 100
"""Most pages that a mall keeps of a theme."""


async def listing(call: Call, filters: ThemeFilters) -> Sequence[Theme]:
    """Retrieve a list of themes."""
    return [await _default(call)] if filters.type == "pc" else []


async def count(call: Call, filters: ThemeFilters) -> int:
    """Retrieve a count of themes."""
    return 1 if filters.type == "pc" else 0


async def retrieve(call: Call, params: ThemePath) -> Theme:
    """Retrieve a theme."""
    require(params.skin_no)
    return await _default(call)


def require(skin_no: int) -> None:
    """Raise NotFound (404) for a theme that there is not."""
    if skin_no != DEFAULT:
        raise NotFound("The theme does not exist.", parameter="skin_no")


async def _default(call: Call) -> Theme:
    shops = sorted(call.mall.shops)
    changed = await theme_store.last_change(call.db, DEFAULT)
    return Theme(
        skin_no=DEFAULT,
        skin_code=CODE,
        skin_name="Default",
        language_code=call.mall.shops[shops[0]].language,
        published_in=",".join(map(str, shops)),
        created_date=moment(await mall_rules.opened_at(call.db)),
        updated_date=None if changed is None else moment(changed),
        preview_domain=[
            call.origin if shop_no == shops[0] else f"{call.origin}/shop{shop_no}"
            for shop_no in shops
        ],
    )


async def retrieve_page(call: Call, params: PageKey) -> Page:
    """Retrieve a theme page: the mall's own, or that of the default theme."""
    require(params.skin_no)
    own = await theme_store.page(call.db, DEFAULT, params.path)
    if own is not None:
        return _page(own)
    source = default_pages.PAGES.get(params.path)
    if source is None:
        raise NotFound("The page does not exist.", parameter="path")
    return _page(StoredPage(params.path, source, ""))


async def create_page(call: Call, draft: PageDraft) -> Page:
    """Create a theme page, which the next visitor sees.

    A path of the default theme replaces its page; any other one is a page of its own. A source
    that is no template is Invalid (422), which names the line and the column.
    """
    require(draft.skin_no)
    _check(draft.source)
    new = StoredPage(draft.path, draft.source, draft.display_location)
    if not await theme_store.add(call.db, DEFAULT, new, now=int(call.clock.now())):
        raise Invalid("The theme has this page already.", parameter="path")
    if await theme_store.number_of_pages(call.db, DEFAULT) > MOST_PAGES:
        raise Invalid(f"A theme has at most {MOST_PAGES} pages of its own.", parameter="path")
    call.invalidates_caches = True
    call.journal(f"page {draft.path} of theme {CODE}", {"source": (None, draft.source)})
    return _page(new)


async def change_page(call: Call, params: PageChange) -> Page:
    """Update a theme page, which the next visitor sees. Identical content is NotModified (409).

    A source that is no template is Invalid (422), which names the line and the column; visitors
    keep the page they have.
    """
    require(params.skin_no)
    own = await theme_store.page(call.db, DEFAULT, params.path, to_change=True)
    before = default_pages.PAGES.get(params.path) if own is None else own.source
    if before is None:
        raise NotFound("The page does not exist.", parameter="path")
    if before == params.source:
        raise NotModified(IDENTICAL)
    _check(params.source)
    now = int(call.clock.now())
    after = StoredPage(params.path, params.source, "" if own is None else own.display_location)
    if own is None:
        await theme_store.add(call.db, DEFAULT, after, now=now)
    await theme_store.change(call.db, DEFAULT, params.path, params.source, now=now)
    call.invalidates_caches = True
    call.journal(f"page {params.path} of theme {CODE}", {"source": (before, params.source)})
    return _page(after)


async def remove_page(call: Call, params: PageKey) -> RemovedPage:
    """Delete a theme page of the mall; the default theme's page of that path is shown again."""
    require(params.skin_no)
    if not await theme_store.remove(call.db, DEFAULT, params.path):
        raise NotFound("The page does not exist.", parameter="path")
    call.invalidates_caches = True
    call.journal(f"page {params.path} of theme {CODE}", {"path": (params.path, None)})
    return RemovedPage(skin_no=params.skin_no)


def _check(source: str) -> None:
    # Liquid takes 4 MB, and most workers never need it
    from openmall.commerce.design.themes import liquid_templates

    try:
        liquid_templates.check(source)
    except liquid_templates.TemplateError as error:
        raise Invalid(f"No template: {error}.", parameter="source") from error


def _page(stored: StoredPage) -> Page:
    return Page(
        skin_no=str(DEFAULT),
        skin_code=CODE,
        path=stored.path,
        source=stored.source,
        display_location=stored.display_location,
    )
