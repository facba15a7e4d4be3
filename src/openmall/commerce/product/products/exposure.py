"""Products that only members see: `exposure_limit_type` M, of all groups or of some.

A product that everybody sees has no row, so that lists exclude the few that a shopper does not see.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from sqlalchemy import ColumnElement, Index, Select, bindparam, delete, insert, select

from openmall.commerce.product.products.repeated_values_store import RepeatedValues
from openmall.commerce.product.products.shape import ListedProduct
from openmall.contract.call import Call
from openmall.database.feed_policies import recorded
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import number, shop_table
from openmall.database.statements import InList, Statement
from openmall.database.undo_policies import PRODUCT_RECOMPUTED
from openmall.database.values import BoundValue

EXPOSURE: Final = shop_table(
    "product_exposure",
    number("shop_no"),
    number("product_no"),
    number("group_no"),
    backup=WITH_MALL,
    undo=PRODUCT_RECOMPUTED,
    feed=recorded("products", "product_no", whole=("group_no",)),
    personal_data=no_personal_data("what a shop offers, and how"),
    deleted_with=("product",),
    key=("shop_no", "product_no", "group_no"),
)
"""`group_no`: a customer group whose members see the product; 0: members of all groups do."""
Index("ix_product_exposure_product", EXPOSURE.c.mall_id, EXPOSURE.c.product_no)
ALL_MEMBERS: Final = 0
FIELDS: Final = frozenset({"exposure_limit_type", "exposure_group_list"})

_E: Final = EXPOSURE.c
_OF_SHOP: Final = (_E.mall_id == bindparam("mall_id"), _E.shop_no == bindparam("shop_no"))
_REMOVE: Final = Statement(
    delete(EXPOSURE).where(*_OF_SHOP, _E.product_no == bindparam("product_no"))
)
_ADD: Final = Statement(insert(EXPOSURE).values({c.name: bindparam(c.name) for c in _E}))
_EXPOSURE: Final = RepeatedValues(EXPOSURE)


class Viewer(Struct, frozen=True):
    """Who looks at products on the storefront."""

    group_no: int | None = None
    """The group of a member; None: a guest."""

    @property
    def values(self) -> dict[str, BoundValue]:
        """Return the values to bind beside `hidden_from`."""
        if self.group_no is None:
            return {}
        return {"seen_by_groups": [ALL_MEMBERS, self.group_no]}


def sees(viewer: Viewer, product: ListedProduct) -> bool:
    """Return whether a product is shown to a viewer."""
    if product.exposure_limit_type != "M":
        return True
    groups = product.exposure_group_list
    return viewer.group_no is not None and (not groups or viewer.group_no in groups)


def _limited() -> Select[tuple[int]]:
    return select(_E.product_no).where(*_OF_SHOP)


def _hidden_from(member: bool) -> Select[tuple[int]]:
    if not member:
        return _limited()
    seen = _limited().where(InList(_E.group_no, "seen_by_groups"))
    return _limited().where(_E.product_no.not_in(seen))


def is_shown(product_no: ColumnElement[int], *, member: bool) -> ColumnElement[bool]:
    """Return the condition of products shown to a guest, or to a member (`Viewer.values`)."""
    return product_no.not_in(_hidden_from(member))


_HIDDEN: Final = {member: Statement(_hidden_from(member).distinct()) for member in (False, True)}


async def hidden_from(call: Call, viewer: Viewer) -> set[int]:
    """Return the numbers of the products of the call's shop that a viewer does not see."""
    statement = _HIDDEN[viewer.group_no is not None]
    rows = await call.db.all(statement, shop_no=call.shop_no, **viewer.values)
    return {row[0] for row in rows}


def rows(product: ListedProduct) -> list[dict[str, BoundValue]]:
    """Return the rows of a product in its shop."""
    if product.exposure_limit_type != "M":
        return []
    key = {"shop_no": product.shop_no, "product_no": product.product_no}
    groups = dict.fromkeys(product.exposure_group_list) or (ALL_MEMBERS,)
    return [{**key, "group_no": group_no} for group_no in groups]


async def add(call: Call, product: ListedProduct) -> None:
    """Add the rows of a new product in its shop."""
    if found := rows(product):
        await call.db.many(_ADD, found)


async def change(call: Call, product: ListedProduct) -> None:
    """Write the rows of a changed product in its shop."""
    await call.db.run(_REMOVE, shop_no=product.shop_no, product_no=product.product_no)
    await add(call, product)


async def change_several(call: Call, products: Sequence[ListedProduct]) -> None:
    """Write the rows of changed products, each in its shop; what stays is not written."""
    found = [row for each in products for row in rows(each)]
    await _EXPOSURE.replace(call.db, products, found)
