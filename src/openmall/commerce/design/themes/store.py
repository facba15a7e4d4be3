"""The rows of a theme's pages, their versions and texts, read and written."""

from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, delete, func, select, update

from openmall.commerce.design.themes.tables import FAILURE, PAGE, PAGE_VERSION, TRANSLATION
from openmall.database.session import Session
from openmall.database.statements import Statement

_P: Final = PAGE.c
_T: Final = TRANSLATION.c
_V: Final = PAGE_VERSION.c
_F: Final = FAILURE.c
KEPT_VERSIONS: Final = 30
"""Versions that are kept of a page beside the present one."""
_UNDONE: Final = "%s undone"
"""Path under which versions of a page are kept that were undone: a path of no page."""
_COLUMNS: Final = (_P.path, _P.source, _P.display_location, _P.updated_date, _P.version)
_PAGES: Final = Statement(
    select(*_COLUMNS)
    .where(_P.mall_id == bindparam("mall_id"), _P.skin_no == bindparam("skin_no"))
    .order_by(_P.path)
)
_COUNT: Final = Statement(
    select(func.count()).where(
        _P.mall_id == bindparam("mall_id"), _P.skin_no == bindparam("skin_no")
    )
)
_ONE: Final = (
    _P.mall_id == bindparam("mall_id"),
    _P.skin_no == bindparam("skin_no"),
    _P.path == bindparam("page"),
)
_GET: Final = Statement(select(*_COLUMNS).where(*_ONE))
_ADD: Final = Statement(
    lambda adding: (
        adding(PAGE)
        .values({c.name: bindparam(c.name) for c in _P})
        .on_conflict_do_nothing(index_elements=["mall_id", "skin_no", "path"])
    )
)
_SET: Final = Statement(
    update(PAGE)
    .where(*_ONE)
    .values(source=bindparam("text"), updated_date=bindparam("now"), version=_P.version + 1)
)
_REMOVE: Final = Statement(delete(PAGE).where(*_ONE))
_VERSION: Final = (
    _V.mall_id == bindparam("mall_id"),
    _V.skin_no == bindparam("skin_no"),
    _V.path == bindparam("page"),
)
_KEEP: Final = Statement(
    lambda adding: (
        adding(PAGE_VERSION)
        .values({c.name: bindparam(c.name) for c in _V})
        .on_conflict_do_nothing(index_elements=["mall_id", "skin_no", "path", "version"])
    )
)
# an undo takes a version away, so that their numbers have gaps
_PRUNE: Final = Statement(
    delete(PAGE_VERSION).where(
        *_VERSION,
        _V.version
        <= select(_V.version)
        .where(*_VERSION)
        .order_by(_V.version.desc())
        .limit(1)
        .offset(KEPT_VERSIONS)
        .scalar_subquery(),
    )
)
_FORGET_VERSIONS: Final = Statement(delete(PAGE_VERSION).where(*_VERSION))
_TAKE_VERSION: Final = Statement(
    delete(PAGE_VERSION).where(*_VERSION, _V.version == bindparam("taken"))
)
_VERSIONS: Final = Statement(
    select(_V.version, _V.source, _V.updated_date)
    .where(*_VERSION)
    .order_by(_V.version.desc())
    .limit(KEPT_VERSIONS)
)
_LAST_VERSION: Final = Statement(select(func.max(_V.version)).where(*_VERSION))
_FORGET_FAILURE: Final = Statement(
    delete(FAILURE).where(
        _F.mall_id == bindparam("mall_id"),
        _F.skin_no == bindparam("skin_no"),
        _F.path == bindparam("page"),
    )
)
_TRANSLATIONS: Final = Statement(
    select(_T.language_code, _T.source)
    .where(_T.mall_id == bindparam("mall_id"), _T.skin_no == bindparam("skin_no"))
    .order_by(_T.language_code)
)
_TRANSLATED: Final = Statement(
    select(_T.skin_no, _T.language_code)
    .where(_T.mall_id == bindparam("mall_id"))
    .order_by(_T.skin_no, _T.language_code)
)
_UPSERT_TRANSLATION: Final = Statement(
    lambda adding: (
        adding(TRANSLATION)
        .values({c.name: bindparam(c.name) for c in _T})
        .on_conflict_do_update(
            index_elements=["mall_id", "skin_no", "language_code"],
            set_={"source": bindparam("source"), "updated_date": bindparam("updated_date")},
        )
    )
)
_TEXTS: Final = msgspec.json.Decoder(dict[str, str])


class StoredPage(Struct, frozen=True):
    """A page that a mall keeps of a theme."""

    path: str
    source: str
    display_location: str
    updated_date: int = 0
    version: int = 0


class PageVersion(Struct, frozen=True):
    """A source that a page had before."""

    version: int
    source: str
    updated_date: int


class StoredTheme(Struct, frozen=True):
    """Everything that a mall keeps of a theme."""

    pages: tuple[StoredPage, ...]
    texts: dict[str, dict[str, str]]
    """Language -> English text -> translated text."""


async def read(db: Session, skin_no: int) -> StoredTheme:
    """Return what the session's mall keeps of a theme."""
    texts = await translations(db, skin_no)
    return StoredTheme(
        tuple(await pages(db, skin_no)),
        {language: _TEXTS.decode(source) for language, source in texts.items()},
    )


async def pages(db: Session, skin_no: int) -> list[StoredPage]:
    """Return the pages that the mall keeps of a theme, by path."""
    return [StoredPage(*row) for row in await db.all(_PAGES, skin_no=skin_no)]


async def page(db: Session, skin_no: int, path: str) -> StoredPage | None:
    """Return a page that the mall keeps, or None."""
    row = await db.one(_GET, skin_no=skin_no, page=path)
    return None if row is None else StoredPage(*row)


async def number_of_pages(db: Session, skin_no: int) -> int:
    """Return how many pages the mall keeps of a theme."""
    row = await db.one(_COUNT, skin_no=skin_no)
    assert row is not None
    count: int = row[0]
    return count


async def add(db: Session, skin_no: int, new: StoredPage, *, now: int) -> bool:
    """Add a page; return False where the mall keeps one of its path."""
    added = await db.run(
        _ADD,
        skin_no=skin_no,
        path=new.path,
        source=new.source,
        display_location=new.display_location,
        updated_date=now,
        version=new.version,
    )
    return added > 0


async def change(db: Session, skin_no: int, path: str, source: str, *, now: int) -> None:
    """Write the source of a page that the mall keeps, as its next version."""
    await db.run(_SET, skin_no=skin_no, page=path, text=source, now=now)


async def remove(db: Session, skin_no: int, path: str) -> bool:
    """Remove a page; return False where the mall keeps none of its path."""
    return await db.run(_REMOVE, skin_no=skin_no, page=path) > 0


async def keep_version(db: Session, skin_no: int, before: StoredPage) -> None:
    """Keep what a page was before it changed; the oldest version beyond the bound is removed.

    What was undone before cannot be made again any more.
    """
    await _keep(db, skin_no, before.path, before)
    await db.run(_PRUNE, skin_no=skin_no, page=before.path)
    await db.run(_FORGET_VERSIONS, skin_no=skin_no, page=_UNDONE % before.path)


async def _keep(db: Session, skin_no: int, path: str, before: StoredPage) -> None:
    await db.run(
        _KEEP,
        skin_no=skin_no,
        path=path,
        version=before.version,
        source=before.source,
        updated_date=before.updated_date,
    )


async def step_back(db: Session, skin_no: int, present: StoredPage) -> PageVersion | None:
    """Take the newest version of a page off those that are kept; None where there is none.

    The present one is kept as undone.
    """
    kept = await versions(db, skin_no, present.path)
    return await _step(db, skin_no, present, kept, present.path, _UNDONE % present.path)


async def step_forward(db: Session, skin_no: int, present: StoredPage) -> PageVersion | None:
    """Take back the version that was undone last; None where nothing was undone."""
    kept = await undone_versions(db, skin_no, present.path)
    return await _step(db, skin_no, present, kept, _UNDONE % present.path, present.path)


async def _step(
    db: Session, skin_no: int, present: StoredPage, kept: list[PageVersion], source: str, to: str
) -> PageVersion | None:
    if not kept:
        return None
    await db.run(_TAKE_VERSION, skin_no=skin_no, page=source, taken=kept[0].version)
    await _keep(db, skin_no, to, present)
    return kept[0]


async def versions(db: Session, skin_no: int, path: str) -> list[PageVersion]:
    """Return what a page was before, newest first."""
    rows = await db.all(_VERSIONS, skin_no=skin_no, page=path)
    return [PageVersion(*row) for row in rows]


async def undone_versions(db: Session, skin_no: int, path: str) -> list[PageVersion]:
    """Return the versions of a page that were undone since it was changed, the last one first."""
    return await versions(db, skin_no, _UNDONE % path)


async def last_version(db: Session, skin_no: int, path: str) -> int:
    """Return the number of the newest version before the present one; 0 without any."""
    row = await db.one(_LAST_VERSION, skin_no=skin_no, page=path)
    return 0 if row is None or row[0] is None else row[0]


async def forget_failure(db: Session, skin_no: int, path: str) -> None:
    """Remove the failure of a page, because the page is another one now."""
    await db.run(_FORGET_FAILURE, skin_no=skin_no, page=path)


async def translations(db: Session, skin_no: int) -> dict[str, str]:
    """Return the translated texts of a theme as JSON, by language."""
    rows = await db.all(_TRANSLATIONS, skin_no=skin_no)
    return {row[0]: row[1] for row in rows}


async def translated_languages(db: Session) -> dict[int, list[str]]:
    """Return the languages that each theme of the mall was translated to."""
    found: dict[int, list[str]] = {}
    for skin_no, language_code in await db.all(_TRANSLATED):
        found.setdefault(skin_no, []).append(language_code)
    return found


async def write_translation(
    db: Session, skin_no: int, language_code: str, source: str, *, now: int
) -> None:
    """Write the texts of a theme in a language."""
    await db.run(
        _UPSERT_TRANSLATION,
        skin_no=skin_no,
        language_code=language_code,
        source=source,
        updated_date=now,
    )
