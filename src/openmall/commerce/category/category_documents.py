"""Documents of a shop about a category, such as its SEO settings: one of each kind.

As with settings, the defaults of a struct's fields are those of a new category, and only changed
documents are stored.
"""

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, delete, select

from openmall.commerce.category.categories import store as category_store
from openmall.commerce.category.categories.shape import CategoryPath
from openmall.contract.call import Call
from openmall.contract.change import differences, patched
from openmall.contract.errors import NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import number, shop_table, text
from openmall.database.statements import InList, Statement
from openmall.database.undo_policies import REVERTED

ABOUT: Final = shop_table(
    "category_about",
    number("category_no"),
    number("shop_no"),
    text("name"),
    text("content"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=no_personal_data("what a shop offers, and how"),
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
_OF_SHOPS: Final = Statement(
    select(_A.category_no, _A.shop_no, _A.content).where(
        _A.mall_id == bindparam("mall_id"),
        InList(_A.category_no, "category_nos"),
        InList(_A.shop_no, "shop_nos"),
        _A.name == bindparam("name"),
    )
)
_UPSERT: Final = Statement(
    lambda insert: (
        insert(ABOUT)
        .values({c.name: bindparam(c.name) for c in _A})
        .on_conflict_do_update(
            index_elements=["mall_id", "category_no", "shop_no", "name"],
            set_={"content": bindparam("content")},
        )
    )
)
_DELETE: Final = Statement(
    delete(ABOUT).where(_A.mall_id == bindparam("mall_id"), InList(_A.category_no, "category_nos"))
)


class About(Struct, frozen=True, kw_only=True):
    """A document of a shop about a category, by shop and category."""

    shop_no: int = 1
    category_no: int = 0


S = TypeVar("S", bound=About)
C = TypeVar("C", bound=CategoryPath)
Show = Callable[[Call, S], S]


async def _current(call: Call, kind: type[S], category_no: int, *, to_change: bool = False) -> S:
    # the category is what two calls take turns on: a document nobody wrote yet is no row to lock
    if await category_store.find(call, category_no, to_change=to_change) is None:
        raise NotFound(DOES_NOT_EXIST, parameter="category_no", resource=Phrase("category"))
    row = await call.db.one(_GET, category_no=category_no, shop_no=call.shop_no, name=kind.__name__)
    document = kind() if row is None else msgspec.json.decode(row[0], type=kind)
    return msgspec.structs.replace(document, shop_no=call.shop_no, category_no=category_no)


def read_about(
    kind: type[S], words: str, show: Show[S] | None = None
) -> Callable[[Call, CategoryPath], Awaitable[S]]:
    """Return the handler that retrieves the document `kind`, called `words`, of a category.

    `show`: converts the stored document to the answer.
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

    `keep`: converts the sent document to the stored one; `show`: the stored one to the answer.
    """

    async def update(call: Call, params: C) -> S:
        before = await _current(call, kind, params.category_no, to_change=True)
        after = patched(before, params if keep is None else keep(call, params))
        await write(call, after)
        call.journal(f"category {after.category_no}, {words}", differences(before, after))
        return after if show is None else show(call, after)

    update.__doc__ = f"Update {words} of a category."
    return update


async def write(call: Call, document: About) -> None:
    """Write a document about a category, which the transaction has locked."""
    await call.db.run(
        _UPSERT,
        category_no=document.category_no,
        shop_no=document.shop_no,
        name=type(document).__name__,
        content=msgspec.json.encode(document).decode(),
    )


async def in_shops(
    call: Call, kind: type[S], category_nos: list[int], shop_nos: list[int]
) -> dict[tuple[int, int], S]:
    """Return the written documents `kind` about categories, by category and shop."""
    rows = await call.db.all(
        _OF_SHOPS, category_nos=category_nos, shop_nos=shop_nos, name=kind.__name__
    )
    return {
        (category_no, shop_no): msgspec.json.decode(content, type=kind)
        for category_no, shop_no, content in rows
    }


async def forget(call: Call, category_nos: list[int]) -> None:
    """Remove the documents about these categories, in every language."""
    await call.db.run(_DELETE, category_nos=category_nos)
