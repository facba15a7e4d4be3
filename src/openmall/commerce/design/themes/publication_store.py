"""The rows of themes, of the shops that show them, and of pages that failed."""

from typing import Final

from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    Text,
    bindparam,
    cast,
    delete,
    func,
    literal,
    select,
    union_all,
    update,
)

from openmall.commerce.design.themes.tables import (
    FAILURE,
    PAGE,
    PAGE_VERSION,
    PUBLICATION,
    THEME,
    TRANSLATION,
)
from openmall.commerce.design.themes.template_errors import TemplateError
from openmall.database import sequences
from openmall.database.session import Session
from openmall.database.statements import Statement

_T: Final = THEME.c
_P: Final = PUBLICATION.c
_F: Final = FAILURE.c
_COLUMNS: Final = (
    _T.skin_no, _T.name, _T.type, _T.language_code, _T.parent_skin_no, _T.created_date,
    _T.updated_date,
)  # fmt: skip
_ALL: Final = Statement(
    select(*_COLUMNS).where(_T.mall_id == bindparam("mall_id")).order_by(_T.skin_no.desc())
)
_ONE: Final = (_T.mall_id == bindparam("mall_id"), _T.skin_no == bindparam("skin"))
_GET: Final = Statement(select(*_COLUMNS).where(*_ONE))
_LOCK: Final = Statement(select(_T.skin_no).where(*_ONE).with_for_update())
_RENAME: Final = Statement(update(THEME).where(*_ONE).values(name=bindparam("new_name")))
_TOUCH: Final = Statement(
    update(THEME).where(*_ONE).values(revision=THEME.c.revision + 1, updated_date=bindparam("now"))
)
_ADD: Final = Statement(
    lambda adding: (
        adding(THEME)
        .values({c.name: bindparam(c.name) for c in _T})
        .on_conflict_do_nothing(index_elements=["mall_id", "skin_no"])
    )
)
_COUNT: Final = Statement(select(func.count()).where(_T.mall_id == bindparam("mall_id")))
_SHOWN: Final = Statement(
    select(_T.skin_no, _T.type, _T.revision).where(
        _T.mall_id == bindparam("mall_id"),
        _T.skin_no.in_(
            union_all(
                select(cast(bindparam("default_skin"), BigInteger)),
                select(_P.skin_no).where(
                    _P.mall_id == bindparam("mall_id"), _P.shop_no == bindparam("shop_no")
                ),
            )
        ),
    )
)
_REVISION: Final = Statement(select(_T.skin_no, _T.type, _T.revision).where(*_ONE))
_PUBLICATIONS: Final = Statement(
    select(_P.shop_no, _P.type, _P.skin_no, _P.previous_skin_no)
    .where(_P.mall_id == bindparam("mall_id"))
    .order_by(_P.shop_no)
)
_PUBLICATION: Final = Statement(
    select(_P.shop_no, _P.type, _P.skin_no, _P.previous_skin_no).where(
        _P.mall_id == bindparam("mall_id"),
        _P.shop_no == bindparam("shop"),
        _P.type == bindparam("screen"),
    )
)
_PUBLISH: Final = Statement(
    lambda adding: (
        adding(PUBLICATION)
        .values({c.name: bindparam(c.name) for c in _P})
        .on_conflict_do_update(
            index_elements=["mall_id", "shop_no", "type"],
            set_={
                "previous_skin_no": _P.skin_no,
                "skin_no": bindparam("skin_no"),
                "published_date": bindparam("published_date"),
            },
            where=_P.skin_no != bindparam("skin_no"),
        )
    )
)
_FORGET: Final = Statement(
    update(PUBLICATION)
    .where(_P.mall_id == bindparam("mall_id"), _P.previous_skin_no == bindparam("skin"))
    .values(previous_skin_no=0)
)
_REMOVE: Final = tuple(
    Statement(
        delete(table).where(
            table.c.mall_id == bindparam("mall_id"), table.c.skin_no == bindparam("skin")
        )
    )
    for table in (PAGE, PAGE_VERSION, TRANSLATION, FAILURE, THEME)
)
_COPY_PAGES: Final = Statement(
    lambda adding: adding(PAGE).from_select(
        [c.name for c in PAGE.c],
        select(
            PAGE.c.mall_id,
            cast(bindparam("new_skin"), BigInteger),
            PAGE.c.path,
            PAGE.c.source,
            PAGE.c.display_location,
            cast(bindparam("now"), BigInteger),
            literal(1, BigInteger),
        ).where(PAGE.c.mall_id == bindparam("mall_id"), PAGE.c.skin_no == bindparam("skin")),
    )
)
_COPY_TEXTS: Final = Statement(
    lambda adding: adding(TRANSLATION).from_select(
        [c.name for c in TRANSLATION.c],
        select(
            TRANSLATION.c.mall_id,
            cast(bindparam("new_skin"), BigInteger),
            TRANSLATION.c.language_code,
            TRANSLATION.c.source,
            cast(bindparam("now"), BigInteger),
        ).where(
            TRANSLATION.c.mall_id == bindparam("mall_id"),
            TRANSLATION.c.skin_no == bindparam("skin"),
        ),
    )
)
_FAILED: Final = Statement(
    lambda adding: (
        adding(FAILURE)
        .from_select(
            [c.name for c in _F],
            # a page that was written meanwhile is another one
            select(
                PAGE.c.mall_id,
                PAGE.c.skin_no,
                PAGE.c.path,
                cast(bindparam("line_no"), BigInteger),
                cast(bindparam("column_no"), BigInteger),
                cast(bindparam("message"), Text),
                literal(1, BigInteger),
                cast(bindparam("now"), BigInteger),
                cast(bindparam("now"), BigInteger),
            ).where(
                PAGE.c.mall_id == bindparam("mall_id"),
                PAGE.c.skin_no == bindparam("skin"),
                PAGE.c.path == bindparam("page"),
                PAGE.c.version == bindparam("page_version"),
            ),
        )
        .on_conflict_do_update(
            index_elements=["mall_id", "skin_no", "path"],
            set_={
                "line_no": cast(bindparam("line_no"), BigInteger),
                "column_no": cast(bindparam("column_no"), BigInteger),
                "message": cast(bindparam("message"), Text),
                "times": _F.times + 1,
                "last_date": cast(bindparam("now"), BigInteger),
            },
        )
    )
)
_FAILURES: Final = Statement(
    select(_F.path, _F.line_no, _F.column_no, _F.message, _F.times, _F.first_date, _F.last_date)
    .where(_F.mall_id == bindparam("mall_id"), _F.skin_no == bindparam("skin"))
    .order_by(_F.path)
)


class StoredThemeRow(Struct, frozen=True):
    """A theme of a mall."""

    skin_no: int
    name: str
    type: str
    language_code: str
    parent_skin_no: int | None
    created_date: int
    updated_date: int | None


class Publication(Struct, frozen=True):
    """The theme that a shop shows on a type of screen, and the one before; 0: none of its own."""

    shop_no: int
    type: str
    skin_no: int
    previous_skin_no: int


class ShownTheme(Struct, frozen=True):
    """A theme that visitors of a shop may see."""

    skin_no: int
    type: str
    revision: int


class Failure(Struct, frozen=True):
    """The last failure of a page at rendering."""

    path: str
    line_no: int
    """0: not known."""
    column_no: int
    message: str
    times: int
    """How often workers noticed it; a worker looks again after a while."""
    first_date: int
    last_date: int


async def themes(db: Session) -> list[StoredThemeRow]:
    """Return the themes of the session's mall that have a row, newest first."""
    return [StoredThemeRow(*row) for row in await db.all(_ALL)]


async def theme(db: Session, skin_no: int) -> StoredThemeRow | None:
    """Return a theme that has a row."""
    row = await db.one(_GET, skin=skin_no)
    return None if row is None else StoredThemeRow(*row)


async def number_of_themes(db: Session) -> int:
    """Return how many themes of the mall have a row."""
    row = await db.one(_COUNT)
    assert row is not None
    count: int = row[0]
    return count


async def allocate(db: Session) -> int:
    """Return the number of a new theme; the default theme has 1."""
    return 1 + await sequences.allocate(db, "theme")


async def add_theme(db: Session, new: StoredThemeRow, *, revision: int = 1) -> None:
    """Add a theme, unless it has a row."""
    await db.run(
        _ADD,
        skin_no=new.skin_no,
        name=new.name,
        type=new.type,
        language_code=new.language_code,
        parent_skin_no=new.parent_skin_no,
        revision=revision,
        created_date=new.created_date,
        updated_date=new.updated_date,
    )


async def copy_content(db: Session, skin_no: int, new_skin: int, *, now: int) -> None:
    """Copy the pages and texts of a theme to a new one."""
    for statement in (_COPY_PAGES, _COPY_TEXTS):
        await db.run(statement, skin=skin_no, new_skin=new_skin, now=now)


async def lock(db: Session, skin_no: int) -> None:
    """Lock a theme, so that nothing of it changes before this transaction ends."""
    await db.one(_LOCK, skin=skin_no)


async def touch(db: Session, skin_no: int, *, now: int) -> bool:
    """Advance the revision of a theme, which locks it; return False for one without a row."""
    return await db.run(_TOUCH, skin=skin_no, now=now) > 0


async def rename(db: Session, skin_no: int, name: str) -> None:
    """Write the name of a theme."""
    await db.run(_RENAME, skin=skin_no, new_name=name)


async def remove_theme(db: Session, skin_no: int) -> None:
    """Remove a theme with its pages, their versions, its texts and its failures."""
    await db.run(_FORGET, skin=skin_no)
    for statement in _REMOVE:
        await db.run(statement, skin=skin_no)


async def shown(db: Session, shop_no: int, default_skin: int) -> list[ShownTheme]:
    """Return the default theme, if it has a row, and those that a shop shows."""
    rows = await db.all(_SHOWN, shop_no=shop_no, default_skin=default_skin)
    return [ShownTheme(*row) for row in rows]


async def revision(db: Session, skin_no: int) -> ShownTheme | None:
    """Return type and revision of a theme that has a row."""
    row = await db.one(_REVISION, skin=skin_no)
    return None if row is None else ShownTheme(*row)


async def publications(db: Session) -> list[Publication]:
    """Return which shops show which theme: at most two rows a shop."""
    return [Publication(*row) for row in await db.all(_PUBLICATIONS)]


async def publication(db: Session, shop_no: int, screen: str) -> Publication | None:
    """Return which theme a shop shows on a type of screen."""
    row = await db.one(_PUBLICATION, shop=shop_no, screen=screen)
    return None if row is None else Publication(*row)


async def publish(
    db: Session, shop_no: int, screen: str, skin_no: int, *, before: int, now: int
) -> bool:
    """Let a shop show a theme; return False where it does already.

    `before`: what a shop shows that never published one.
    """
    changed = await db.run(
        _PUBLISH,
        shop_no=shop_no,
        type=screen,
        skin_no=skin_no,
        previous_skin_no=before,
        published_date=now,
    )
    return changed > 0


async def record_failure(
    db: Session, skin_no: int, path: str, error: TemplateError, *, version: int, now: int
) -> None:
    """Write the failure of a version of a page in place of the one before, and count it."""
    await db.run(
        _FAILED,
        skin=skin_no,
        page=path,
        page_version=version,
        line_no=error.line,
        column_no=error.column,
        message=error.message,
        now=now,
    )


async def failures(db: Session, skin_no: int) -> list[Failure]:
    """Return the failures of a theme's pages: at most one a page."""
    return [Failure(*row) for row in await db.all(_FAILURES, skin=skin_no)]
