"""What managers do with themes in the back office, where the API has no operation.

Each runs in a transaction of the caller, which invalidates the caches of workers afterwards.
"""

from collections.abc import Iterable
from typing import Final

from openmall.commerce.design.themes import publication_store
from openmall.commerce.design.themes import rules as theme_rules
from openmall.commerce.design.themes.publication_store import StoredThemeRow
from openmall.commerce.design.themes.refusals import (
    DEFAULT_THEME_STAYS,
    EARLIER_THEME_DELETED,
    NO_EARLIER_THEME,
    NO_SHOP_CHOSEN,
    THEME_IN_USE,
    THEME_NAME_LENGTH,
    TOO_MANY_THEMES,
)
from openmall.contract.call import Mall
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, NO_SUCH
from openmall.database.session import Session

MOST_THEMES: Final = 100
"""Most themes of a mall, the default theme included."""
LONGEST_NAME: Final = 100
TYPES: Final = ("pc", "mobile")


async def copy(
    db: Session, mall: Mall, skin_no: int, *, name: str, screen: str, now: int
) -> StoredThemeRow:
    """Copy a theme with its pages and texts; no shop shows the copy yet.

    `screen`: pc for all screens, mobile for phones. Raises Invalid (422) and NotFound (404).
    """
    name = _name(name)
    if screen not in TYPES:
        raise Invalid(NO_SUCH, parameter="type", resource=Phrase("type of screen"))
    await publication_store.lock(db, skin_no)
    parent = await theme_rules.require(db, mall, skin_no, now=now)
    number = await publication_store.allocate(db)
    if await publication_store.number_of_themes(db) >= MOST_THEMES:
        raise Invalid(TOO_MANY_THEMES, parameter="name", most=MOST_THEMES)
    new = StoredThemeRow(number, name, screen, parent.language_code, skin_no, now, None)
    await publication_store.add_theme(db, new)
    await publication_store.copy_content(db, skin_no, number, now=now)
    return new


async def rename(db: Session, mall: Mall, skin_no: int, name: str, *, now: int) -> None:
    """Rename a theme. Raises Invalid (422) and NotFound (404)."""
    name = _name(name)
    row = await theme_rules.require(db, mall, skin_no, now=now)
    if skin_no == theme_rules.DEFAULT:
        await publication_store.add_theme(db, row)
    await publication_store.rename(db, skin_no, name)


async def publish(
    db: Session, mall: Mall, skin_no: int, shops: Iterable[int], *, now: int
) -> list[int]:
    """Let shops show a theme; return those that did not show it before.

    Raises NotFound (404) for a theme that there is not, Invalid (422) without a shop of the mall.
    """
    await publication_store.lock(db, skin_no)
    row = await theme_rules.require(db, mall, skin_no, now=now)
    chosen = sorted(set(shops) & set(mall.shops))
    if not chosen:
        raise Invalid(NO_SHOP_CHOSEN, parameter="shops")
    before = _fallback(row.type)
    changed = []
    for shop_no in chosen:
        shown = await publication_store.publication(db, shop_no, row.type)
        if (before if shown is None else shown.skin_no) == skin_no:
            continue
        if await publication_store.publish(db, shop_no, row.type, skin_no, before=before, now=now):
            changed.append(shop_no)
    return changed


async def roll_back(db: Session, shop_no: int, screen: str, *, now: int) -> int:
    """Let a shop show again what it showed before; return that theme, 0 for none of phones.

    Raises NotFound (404) for a shop that never published another theme, Invalid (422) where the
    theme before was deleted.
    """
    shown = await publication_store.publication(db, shop_no, screen)
    if shown is None:
        raise NotFound(NO_EARLIER_THEME, parameter="shop_no")
    before = shown.previous_skin_no
    if before == 0 and screen == "pc":
        raise Invalid(EARLIER_THEME_DELETED, parameter="shop_no")
    if before > theme_rules.DEFAULT:
        await publication_store.lock(db, before)
    await publication_store.publish(db, shop_no, screen, before, before=before, now=now)
    return before


async def remove(db: Session, skin_no: int) -> StoredThemeRow:
    """Delete a theme that no shop shows. Raises Invalid (422) and NotFound (404)."""
    if skin_no == theme_rules.DEFAULT:
        raise Invalid(DEFAULT_THEME_STAYS, parameter="skin_no")
    await publication_store.lock(db, skin_no)
    row = await publication_store.theme(db, skin_no)
    if row is None:
        raise NotFound(DOES_NOT_EXIST, parameter="skin_no", resource=Phrase("theme"))
    shown = await publication_store.publications(db)
    if any(each.skin_no == skin_no for each in shown):
        raise Invalid(THEME_IN_USE, parameter="skin_no")
    await publication_store.remove_theme(db, skin_no)
    return row


def _fallback(screen: str) -> int:
    return theme_rules.DEFAULT if screen == "pc" else 0


def _name(name: str) -> str:
    name = " ".join(name.split())
    if not 0 < len(name) <= LONGEST_NAME:
        raise Invalid(THEME_NAME_LENGTH, parameter="name", most=LONGEST_NAME)
    return name
