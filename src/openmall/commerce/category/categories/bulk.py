"""Creates the missing categories of a list of paths, for imports of products."""

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, select

from openmall.commerce.category.categories import refusals, tree
from openmall.commerce.category.categories import store as category_store
from openmall.commerce.category.categories.events import CategoryAdded
from openmall.commerce.category.categories.shape import MOST_LEVELS, Category
from openmall.commerce.category.categories.tree import ROOT
from openmall.contract.call import Call, Mall
from openmall.contract.journal import batch as journal_batch
from openmall.contract.moments import Clock
from openmall.contract.refusal import RefusedValue
from openmall.database import sequences
from openmall.database.session import Session
from openmall.database.statements import InList, Statement

Path = tuple[str, ...]
LONGEST_NAME: Final = 50
DEEPER: Final = " > "
"""The separator of names joined into the last level."""

_C: Final = category_store.CATEGORY.c
_ALL: Final = (
    select(_C.shop_no, _C.category_no, _C.category_name, _C.path)
    .where(_C.mall_id == bindparam("mall_id"))
    .order_by(_C.category_no.desc(), _C.shop_no.desc())
)
_EVERY: Final = Statement(_ALL)
_NAMED: Final = Statement(_ALL.where(InList(_C.category_name, "names")))


class Remembered(Struct):
    """The paths of a mall's categories, from one transaction of an import to its next one.

    Categories have no index by name: an import that read them anew for each batch would read all of
    them as often as there are batches.
    """

    paths: dict[Path, list[int]] = {}
    next_number: int = 0
    """The next number of a category when `paths` were complete; another one: others made some, or
    what was made was rolled back."""
    added: int = 0
    """Categories that the last call made."""


def folded(path: Path) -> Path:
    """Return a path as stored: at most 4 levels, deeper ones joined into the fourth.

    Joined names are cut at 50 characters. Raises RefusedValue for an empty path or name, and for a
    name longer than 50 characters.
    """
    names = tuple(name.strip() for name in path)
    if not names or not all(names):
        raise RefusedValue(refusals.CATEGORY_LEVEL_WITHOUT_NAME)
    if len(names) > MOST_LEVELS:
        joined = DEEPER.join(names[MOST_LEVELS - 1 :])
        if len(joined) > LONGEST_NAME:
            joined = joined[: LONGEST_NAME - 1].rstrip() + "…"
        names = (*names[: MOST_LEVELS - 1], joined)
    for name in names:
        if len(name) > LONGEST_NAME:
            raise RefusedValue(
                refusals.CATEGORY_NAME_TOO_LONG, most=LONGEST_NAME, name=name[:LONGEST_NAME]
            )
    return names


async def ensure(
    db: Session,
    mall: Mall,
    clock: Clock,
    paths: Iterable[Path],
    *,
    dry_run: bool = False,
    logged: bool = True,
    remembered: Remembered | None = None,
) -> dict[Path, int]:
    """Return the number of each path's category, creating missing ones.

    A path is found by its names in any one language; missing parents are created too. A dry run
    creates none and leaves them out. `logged`: the activity log gets a row. `remembered`: what
    earlier calls of the same import found, for calls that are no dry run.
    Raises ValueError as `folded` does.
    """
    stored_paths = {path: folded(path) for path in paths}
    if not stored_paths:
        return {}
    if not dry_run:
        # two writers of the same new category take turns: what one makes, the other finds
        following = await sequences.allocate(db, "category", count=0)
        if remembered is not None:
            await _refresh(db, remembered, following, stored_paths.values())
    if remembered is None or dry_run:
        known = await _known(db, {name for path in stored_paths.values() for name in path})
    else:
        known = remembered.paths
    missing = {
        path[:depth]
        for path in stored_paths.values()
        for depth in range(1, len(path) + 1)
        if path[:depth] not in known
    }
    if remembered is not None:
        remembered.added = len(missing)
        remembered.next_number += len(missing)
    if missing and not dry_run:
        await _make(db, mall, clock, sorted(missing, key=lambda path: (len(path), path)), known)
        if logged:
            content = f"{len(missing)} categories added"
            await journal_batch.write_activity(
                db, clock, "categories", "Import categories", content
            )
    return {path: known[stored][-1] for path, stored in stored_paths.items() if stored in known}


async def _refresh(
    db: Session, remembered: Remembered, following: int, stored: Iterable[Path]
) -> None:
    """Read all paths again, unless those of `stored` that are remembered are as they were.

    `following`: the next number of a category, under the lock of the tree.
    """
    if remembered.next_number == following:
        parts = {path[:depth] for path in stored for depth in range(1, len(path) + 1)}
        used = {part: remembered.paths[part] for part in parts if part in remembered.paths}
        found = await tree.paths(db, sorted({path[-1] for path in used.values()}))
        if all(found.get(path[-1]) == path for path in used.values()):
            return
    remembered.paths = await _known(db, None)
    remembered.next_number = following


async def _known(db: Session, names: set[str] | None) -> dict[Path, list[int]]:
    """Return the paths of existing categories all of whose names are among `names`; None: all."""
    called: dict[tuple[int, int], str] = {}
    paths: dict[int, list[int]] = {}
    rows = await db.all(_EVERY) if names is None else await db.all(_NAMED, names=sorted(names))
    for shop_no, number, name, path in rows:
        called[shop_no, number] = name
        paths[number] = msgspec.json.decode(path, type=list[int])
    found: dict[Path, list[int]] = {}
    for (shop_no, number), _ in called.items():
        whole = [called.get((shop_no, above)) for above in paths[number]]
        if all(name is not None for name in whole):
            # newest first: of two alike the oldest is meant, and stays
            found[tuple(name for name in whole if name is not None)] = paths[number]
    return found


async def _make(
    db: Session, mall: Mall, clock: Clock, paths: list[Path], known: dict[Path, list[int]]
) -> None:
    call = Call(clock, db, mall)
    first = ROOT + await sequences.allocate(db, "category", count=len(paths))
    events = []
    for number, names in enumerate(paths, first):
        above = known[names[:-1]] if len(names) > 1 else []
        path = known[names] = [*above, number]
        category = Category(
            shop_no=min(mall.shops),
            category_no=number,
            category_name=names[-1],
            category_depth=len(path),
            parent_category_no=above[-1] if above else ROOT,
            root_category_no=path[0],
            display_order=number,
        )
        for shop_no in mall.shops:
            await category_store.add(call, msgspec.structs.replace(category, shop_no=shop_no), path)
        events.append(CategoryAdded.of(category))
    await journal_batch.publish(db, clock, events)
