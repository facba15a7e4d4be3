"""What a shop says about a category beside the category itself: one document of each kind.

As with settings, the defaults of a struct's fields are what a new category has, and only what
somebody changed is a row.
"""

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, delete, select

from openmall.areas.category.categories import store
from openmall.areas.category.categories.shape import CategoryPath
from openmall.contract.call import Call
from openmall.contract.change import differences, patched
from openmall.contract.errors import NotFound
from openmall.database.schema import number, shop_table, text
from openmall.database.statements import InList, Statement

ABOUT: Final = shop_table(
    "category_about",
    number("category_no"),
    number("shop_no"),
    text("name"),
    text("content"),
    key=("category_no", "shop_no", "name"),
    wide=True,
)
"""By the name of the struct. `content` is JSON."""

_A: Final = ABOUT.c
_GET: Final = Statement(
    select(_A.content).where(
        _A.mall_id == bindparam("mall_id"),
        _A.category_no == bindparam("category_no"),
        _A.shop_no == bindparam("shop_no"),
        _A.name == bindparam("name"),
    )
)
_KEEP: Final = Statement(
    lambda insert: (
        insert(ABOUT)
        .values({c.name: bindparam(c.name) for c in _A})
        .on_conflict_do_update(
            index_elements=["mall_id", "category_no", "shop_no", "name"],
            set_={"content": bindparam("content")},
        )
    )
)
_FORGET: Final = Statement(
    delete(ABOUT).where(_A.mall_id == bindparam("mall_id"), InList(_A.category_no, "category_nos"))
)


class About(Struct, frozen=True, kw_only=True):
    """What one shop says about one category."""

    shop_no: int = 1
    category_no: int = 0


S = TypeVar("S", bound=About)
C = TypeVar("C", bound=CategoryPath)
Show = Callable[[Call, S], S]


async def _current(call: Call, kind: type[S], category_no: int, *, to_change: bool = False) -> S:
    # the category is what two calls take turns on: a document nobody wrote yet is no row to lock
    if await store.find(call, category_no, to_change=to_change) is None:
        raise NotFound("The category does not exist.", parameter="category_no")
    row = await call.db.one(_GET, category_no=category_no, shop_no=call.shop_no, name=kind.__name__)
    kept = kind() if row is None else msgspec.json.decode(row[0], type=kind)
    return msgspec.structs.replace(kept, shop_no=call.shop_no, category_no=category_no)


def read_about(
    kind: type[S], words: str, show: Show[S] | None = None
) -> Callable[[Call, CategoryPath], Awaitable[S]]:
    """Return the handler that retrieves the document `kind`, called `words`, of a category.

    `show` makes of what is kept what is answered.
    """

    async def retrieve(call: Call, params: CategoryPath) -> S:
        found = await _current(call, kind, params.category_no)
        return found if show is None else show(call, found)

    retrieve.__doc__ = f"Retrieve {words} of a category."
    return retrieve


def change_about(
    kind: type[S],
    change: type[C],
    words: str,
    *,
    show: Show[S] | None = None,
    keep: Callable[[Call, C], C] | None = None,
) -> Callable[[Call, C], Awaitable[S]]:
    """Return the handler that updates the document `kind`; identical content is 409.

    `keep` makes of what was sent what is kept, `show` of that what is answered.
    """

    async def update(call: Call, params: C) -> S:
        before = await _current(call, kind, params.category_no, to_change=True)
        after = patched(before, params if keep is None else keep(call, params))
        await call.db.run(
            _KEEP,
            category_no=after.category_no,
            shop_no=after.shop_no,
            name=kind.__name__,
            content=msgspec.json.encode(after).decode(),
        )
        call.journal(f"category {after.category_no}, {words}", differences(before, after))
        return after if show is None else show(call, after)

    update.__doc__ = f"Update {words} of a category."
    return update


async def forget(call: Call, category_nos: list[int]) -> None:
    """Say nothing about these categories any more, in any language."""
    await call.db.run(_FORGET, category_nos=category_nos)
