"""The rows of themes, read and written."""

from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, delete, func, select, update

from openmall.commerce.design.themes.tables import PAGE, TRANSLATION
from openmall.database.session import Session
from openmall.database.statements import Statement

_P: Final = PAGE.c
_T: Final = TRANSLATION.c
_PAGES: Final = Statement(
    select(_P.path, _P.source, _P.display_location)
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
_GET: Final = Statement(select(_P.path, _P.source, _P.display_location).where(*_ONE))
_GET_TO_CHANGE: Final = Statement(
    select(_P.path, _P.source, _P.display_location).where(*_ONE).with_for_update()
)
_ADD: Final = Statement(
    lambda adding: (
        adding(PAGE)
        .values({c.name: bindparam(c.name) for c in _P})
        .on_conflict_do_nothing(index_elements=["mall_id", "skin_no", "path"])
    )
)
_SET: Final = Statement(
    update(PAGE).where(*_ONE).values(source=bindparam("text"), updated_date=bindparam("now"))
)
_REMOVE: Final = Statement(delete(PAGE).where(*_ONE))
_CHANGED: Final = Statement(
    select(func.max(_P.updated_date)).where(
        _P.mall_id == bindparam("mall_id"), _P.skin_no == bindparam("skin_no")
    )
)
_TRANSLATIONS: Final = Statement(
    select(_T.language_code, _T.source)
    .where(_T.mall_id == bindparam("mall_id"), _T.skin_no == bindparam("skin_no"))
    .order_by(_T.language_code)
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


class StoredTheme(Struct, frozen=True):
    """Everything that a mall keeps of a theme."""

    pages: tuple[StoredPage, ...]
    texts: dict[str, dict[str, str]]
    """Language -> English text -> translated text."""


async def read(db: Session, skin_no: int) -> StoredTheme:
    """Return what the session's mall keeps of a theme."""
    pages = [StoredPage(*row) for row in await db.all(_PAGES, skin_no=skin_no)]
    texts = await translations(db, skin_no)
    return StoredTheme(
        tuple(pages), {language: _TEXTS.decode(source) for language, source in texts.items()}
    )


async def page(
    db: Session, skin_no: int, path: str, *, to_change: bool = False
) -> StoredPage | None:
    """Return a page that the mall keeps, or None; `to_change` locks it."""
    row = await db.one(_GET_TO_CHANGE if to_change else _GET, skin_no=skin_no, page=path)
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
    )
    return added > 0


async def change(db: Session, skin_no: int, path: str, source: str, *, now: int) -> None:
    """Write the source of a page that the mall keeps."""
    await db.run(_SET, skin_no=skin_no, page=path, text=source, now=now)


async def remove(db: Session, skin_no: int, path: str) -> bool:
    """Remove a page; return False where the mall keeps none of its path."""
    return await db.run(_REMOVE, skin_no=skin_no, page=path) > 0


async def last_change(db: Session, skin_no: int) -> int | None:
    """Return when a page was last written, in UTC seconds; None: never."""
    row = await db.one(_CHANGED, skin_no=skin_no)
    return None if row is None else row[0]


async def translations(db: Session, skin_no: int) -> dict[str, str]:
    """Return the translated texts of a theme as JSON, by language."""
    rows = await db.all(_TRANSLATIONS, skin_no=skin_no)
    return {row[0]: row[1] for row in rows}


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
