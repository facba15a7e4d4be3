"""The operations on themes and their pages.

Every mall has the default theme; others are copies. A mall keeps the pages in which it differs,
and visitors see the shipped ones where it has none.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from openmall.access.malls import rules as mall_rules
from openmall.commerce.design.themes import default_pages, publication_store
from openmall.commerce.design.themes import store as theme_store
from openmall.commerce.design.themes.publication_store import Publication, StoredThemeRow
from openmall.commerce.design.themes.refusals import (
    INVALID_TEMPLATE,
    THEME_PAGE_EXISTS,
    TOO_MANY_THEME_PAGES,
)
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
from openmall.commerce.design.themes.template_errors import TemplateError
from openmall.contract.call import Call, Mall
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.moments import moment
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, IDENTICAL
from openmall.database.session import Session

DEFAULT: Final = 1
"""Number of the default theme."""
DEFAULT_NAME: Final = "Default"
MOST_PAGES: Final = 100
"""Most pages that a mall keeps of a theme."""
MOST_PREVIEWS: Final = 10
"""Most addresses of a preview that a theme names: those of the first shops."""
_UNPUBLISHED: Final = "unpublished"


def code(skin_no: int) -> str:
    """Return the code of a theme, which its preview has in its address."""
    return f"skin{skin_no}"


async def listing(call: Call, filters: ThemeFilters) -> Sequence[Theme]:
    """Retrieve a list of themes, newest first."""
    rows = await all_themes(call.db, call.mall, now=int(call.clock.now()))
    publications = await publication_store.publications(call.db)
    opened = await mall_rules.opened_at(call.db)
    return [_theme(call, each, publications, opened) for each in rows if each.type == filters.type]


async def count(call: Call, filters: ThemeFilters) -> int:
    """Retrieve a count of themes."""
    rows = await all_themes(call.db, call.mall, now=int(call.clock.now()))
    return sum(each.type == filters.type for each in rows)


async def retrieve(call: Call, params: ThemePath) -> Theme:
    """Retrieve a theme."""
    row = await require(call.db, call.mall, params.skin_no, now=int(call.clock.now()))
    publications = await publication_store.publications(call.db)
    return _theme(call, row, publications, await mall_rules.opened_at(call.db))


async def all_themes(db: Session, mall: Mall, *, now: int) -> list[StoredThemeRow]:
    """Return the themes of a mall, newest first; the default theme is the last."""
    rows = await publication_store.themes(db)
    if not any(each.skin_no == DEFAULT for each in rows):
        rows.append(default_row(mall, now))
    return rows


def default_row(mall: Mall, now: int) -> StoredThemeRow:
    """Return the default theme of a mall that changed nothing of it."""
    language = mall.shops[min(mall.shops)].language
    return StoredThemeRow(DEFAULT, DEFAULT_NAME, "pc", language, None, now, None)


async def require(db: Session, mall: Mall, skin_no: int, *, now: int) -> StoredThemeRow:
    """Return a theme. Raises NotFound (404) for one that there is not."""
    row = await publication_store.theme(db, skin_no)
    if row is None:
        if skin_no != DEFAULT:
            raise NotFound(DOES_NOT_EXIST, parameter="skin_no", resource=Phrase("theme"))
        row = default_row(mall, now)
    return row


async def touch(call: Call, skin_no: int) -> None:
    """Advance the revision of a theme, which locks it. Raises NotFound (404)."""
    now = int(call.clock.now())
    if await publication_store.touch(call.db, skin_no, now=now):
        return
    if skin_no != DEFAULT:
        raise NotFound(DOES_NOT_EXIST, parameter="skin_no", resource=Phrase("theme"))
    await publication_store.add_theme(call.db, default_row(call.mall, now), revision=0)
    # advances it as well where another call added the row at the same time
    await publication_store.touch(call.db, skin_no, now=now)


def published_in(
    row: StoredThemeRow, shops: Iterable[int], publications: Sequence[Publication]
) -> list[int]:
    """Return the shops that show a theme on its type of screen."""
    shown = {each.shop_no: each.skin_no for each in publications if each.type == row.type}
    fallback = DEFAULT if row.type == "pc" else 0
    return [each for each in sorted(shops) if shown.get(each, fallback) == row.skin_no]


def _theme(
    call: Call, row: StoredThemeRow, publications: Sequence[Publication], opened: int
) -> Theme:
    shops = sorted(call.mall.shops)
    published = published_in(row, shops, publications)
    bases = [
        call.origin if shop_no == shops[0] else f"{call.origin}/shop{shop_no}"
        for shop_no in shops[:MOST_PREVIEWS]
    ]
    default = row.skin_no == DEFAULT
    return Theme(
        skin_no=row.skin_no,
        skin_code=code(row.skin_no),
        skin_name=row.name,
        usage_type="S" if default else "C",
        parent_skin_no=row.parent_skin_no,
        language_code=row.language_code,
        published_in=",".join(map(str, published)) or _UNPUBLISHED,
        created_date=moment(opened if default else row.created_date),
        updated_date=None if row.updated_date is None else moment(row.updated_date),
        preview_domain=[f"{base}/skin-{code(row.skin_no)}" for base in bases],
    )


async def retrieve_page(call: Call, params: PageKey) -> Page:
    """Retrieve a theme page: the mall's own, or the shipped one."""
    await require(call.db, call.mall, params.skin_no, now=int(call.clock.now()))
    own = await theme_store.page(call.db, params.skin_no, params.path)
    if own is not None:
        return _page(params.skin_no, own)
    source = default_pages.PAGES.get(params.path)
    if source is None:
        raise NotFound(DOES_NOT_EXIST, parameter="path", resource=Phrase("page"))
    return _page(params.skin_no, StoredPage(params.path, source, ""))


async def create_page(call: Call, draft: PageDraft) -> Page:
    """Create a theme page, which the next visitor sees.

    A path of the default theme replaces its page; any other one is a page of its own. A source
    that is no template is Invalid (422), which names the line and the column.
    """
    await touch(call, draft.skin_no)
    _check(draft.source)
    new = await _add(call, draft.skin_no, draft.path, draft.source, draft.display_location)
    if new is None:
        raise Invalid(THEME_PAGE_EXISTS, parameter="path")
    _announce(call, draft.skin_no, draft.path, None, draft.source)
    return _page(draft.skin_no, new)


async def change_page(call: Call, params: PageChange) -> Page:
    """Update a theme page, which the next visitor sees. Identical content is NotModified (409).

    A source that is no template is Invalid (422), which names the line and the column; visitors
    keep the page they have. What the page was before is kept as a version of it.
    """
    await touch(call, params.skin_no)
    own = await theme_store.page(call.db, params.skin_no, params.path)
    before = default_pages.PAGES.get(params.path) if own is None else own.source
    if before is None:
        raise NotFound(DOES_NOT_EXIST, parameter="path", resource=Phrase("page"))
    if before == params.source:
        raise NotModified(IDENTICAL)
    _check(params.source)
    if own is None:
        after = await _add(call, params.skin_no, params.path, params.source, "")
        assert after is not None  # the theme is locked
    else:
        await theme_store.keep_version(call.db, params.skin_no, own)
        return await show_version(call, params.skin_no, own, params.source)
    _announce(call, params.skin_no, params.path, before, params.source)
    return _page(params.skin_no, after)


async def show_version(call: Call, skin_no: int, before: StoredPage, source: str) -> Page:
    """Write a source as the next version of a page, of which its caller keeps the present one."""
    now = int(call.clock.now())
    await theme_store.change(call.db, skin_no, before.path, source, now=now)
    await theme_store.forget_failure(call.db, skin_no, before.path)
    _announce(call, skin_no, before.path, before.source, source)
    return _page(skin_no, StoredPage(before.path, source, before.display_location))


async def remove_page(call: Call, params: PageKey) -> RemovedPage:
    """Delete a theme page of the mall; the shipped page of that path is shown again.

    What the page was is kept as a version of it.
    """
    await touch(call, params.skin_no)
    own = await theme_store.page(call.db, params.skin_no, params.path)
    if own is None:
        raise NotFound(DOES_NOT_EXIST, parameter="path", resource=Phrase("page"))
    await theme_store.keep_version(call.db, params.skin_no, own)
    await theme_store.remove(call.db, params.skin_no, params.path)
    await theme_store.forget_failure(call.db, params.skin_no, params.path)
    _announce(call, params.skin_no, params.path, own.source, None)
    return RemovedPage(skin_no=params.skin_no)


async def _add(
    call: Call, skin_no: int, path: str, source: str, display_location: str
) -> StoredPage | None:
    """Add a page; return None where the theme has it. Raises Invalid (422) beyond the bound."""
    version = 1 + await theme_store.last_version(call.db, skin_no, path)
    new = StoredPage(path, source, display_location, version=version)
    if not await theme_store.add(call.db, skin_no, new, now=int(call.clock.now())):
        return None
    if await theme_store.number_of_pages(call.db, skin_no) > MOST_PAGES:
        raise Invalid(TOO_MANY_THEME_PAGES, parameter="path", most=MOST_PAGES)
    return new


def _announce(call: Call, skin_no: int, path: str, before: str | None, after: str | None) -> None:
    call.effects.invalidates_caches = True
    call.journal(f"page {path} of theme {code(skin_no)}", {"source": (before, after)})


def _check(source: str) -> None:
    # Liquid takes 4 MB, and most workers never need it
    from openmall.commerce.design.themes import liquid_templates

    try:
        liquid_templates.check(source)
    except TemplateError as error:
        raise Invalid(INVALID_TEMPLATE, parameter="source", problem=str(error)) from error


def _page(skin_no: int, stored: StoredPage) -> Page:
    return Page(
        skin_no=str(skin_no),
        skin_code=code(skin_no),
        path=stored.path,
        source=stored.source,
        display_location=stored.display_location,
    )
