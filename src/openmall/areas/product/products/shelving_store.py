"""What displays, brands and stock ask of the rows of products: to lock several, to mark them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final, Literal

import msgspec
from msgspec import Struct
from sqlalchemy import and_, bindparam, case, exists, not_, select, update

from openmall.areas.category.categories import places
from openmall.areas.product.products.events import Announced
from openmall.areas.product.products.shape import ListIcon, Product
from openmall.areas.product.products.store import (
    COLUMNS,
    CONVERTING,
    FILED,
    WHOLE,
    joined,
    whole,
)
from openmall.areas.product.products.tables import PRODUCT
from openmall.areas.product.variants.store import USED_UP, VARIANT
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.moments import seconds
from openmall.contract.params import Flag
from openmall.database.schema import FALSE, TRUE
from openmall.database.session import Session
from openmall.database.statements import InList, Statement
from openmall.standard.documents import Filling

Group = Literal["brand_code", "supplier_code"]
"""What a product belongs to that can be deleted: the product is put into another then."""
_MALL: Final = PRODUCT.c.mall_id == bindparam("mall_id")
_LOCK_SEVERAL: Final = Statement(
    select(PRODUCT.c.product_no, PRODUCT.c.shop_no)
    .where(_MALL, InList(PRODUCT.c.product_no, "product_nos"))
    .order_by(PRODUCT.c.product_no, PRODUCT.c.shop_no)
    .with_for_update()
)
_MARKS: Final = Statement(
    select(PRODUCT.c.shop_no, PRODUCT.c.product_no, PRODUCT.c.listed, FILED)
    .where(_MALL, InList(PRODUCT.c.product_no, "product_nos"))
    .order_by(PRODUCT.c.product_no, PRODUCT.c.shop_no)
    .with_for_update()
)
_MARK: Final = Statement(
    update(PRODUCT)
    .where(
        _MALL,
        PRODUCT.c.shop_no == bindparam("shop_no"),
        PRODUCT.c.product_no == bindparam("product_no"),
    )
    .values(listed=bindparam("text"))
)
_ANNOUNCED: Final = msgspec.json.Decoder(Announced)
_TOLD: Final = Filling(
    [name for name in COLUMNS if name in Announced.__struct_fields__], CONVERTING
)
_GROUPS: Final[tuple[Group, ...]] = ("brand_code", "supplier_code")
_OF_GROUP: Final = {
    group: Statement(
        select(*(PRODUCT.c[name] for name in _TOLD.names), PRODUCT.c.listed, PRODUCT.c.detail)
        .where(_MALL, PRODUCT.c[group] == bindparam("code"))
        .order_by(PRODUCT.c.product_no, PRODUCT.c.shop_no)
        .with_for_update()
    )
    for group in _GROUPS
}
_CHANGE_GROUP: Final = {
    group: Statement(
        update(PRODUCT)
        .where(_MALL, PRODUCT.c[group] == bindparam("code"))
        .values({group: bindparam("instead"), "updated_date": bindparam("updated_date")})
    )
    for group in _GROUPS
}
_OF_PRODUCT: Final = and_(
    VARIANT.c.mall_id == PRODUCT.c.mall_id, VARIANT.c.product_no == PRODUCT.c.product_no
)
_USED_UP: Final = case(
    (and_(exists().where(_OF_PRODUCT), ~exists().where(_OF_PRODUCT, not_(USED_UP))), TRUE),
    else_=FALSE,
)
"""Whether every variant of a product is used up."""
_STANDINGS: Final = Statement(
    select(*WHOLE, _USED_UP)
    .where(_MALL, InList(PRODUCT.c.product_no, "product_nos"))
    .order_by(PRODUCT.c.product_no, PRODUCT.c.shop_no)
)
_SETTLE: Final = Statement(
    update(PRODUCT)
    .where(_MALL, PRODUCT.c.product_no == bindparam("product"))
    .values(sold_out=bindparam("sold_out"), updated_date=bindparam("updated_date"))
)
_PARTS: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])


async def lock_several(call: Call, product_nos: list[int]) -> None:
    """Let no other call change these products, in any language, until this transaction ends.

    Raises Invalid (422) that names `product_no` for one that is not there.
    """
    if await lock_present(call, product_nos) != set(product_nos):
        raise Invalid("There is no such product.", parameter="product_no")


async def lock_present(call: Call, product_nos: list[int]) -> set[int]:
    """Let no other call change those of these products that are there; return their numbers."""
    rows = await call.db.all(_LOCK_SEVERAL, product_nos=product_nos)
    return {number for number, shop_no in rows if shop_no == call.shop_no}


async def mark(call: Call, product_nos: list[int]) -> None:
    """Let the icons of products say what their categories say of them now, in every language."""
    marked = []
    for shop_no, product_no, document, filed in await call.db.all(_MARKS, product_nos=product_nos):
        found = places.read(filed)
        icon = ListIcon(
            recommend_icon=any(recommend == "T" for _, recommend, _ in found),
            new_icon=any(new == "T" for _, _, new in found),
        )
        parts = _PARTS.decode(document)
        parts.pop("list_icon", None)
        if icon != ListIcon():
            parts["list_icon"] = msgspec.Raw(msgspec.json.encode(icon))
        marked.append(
            {
                "shop_no": shop_no,
                "product_no": product_no,
                "text": msgspec.json.encode(parts).decode(),
            }
        )
    await call.db.many(_MARK, marked)


async def of_group(call: Call, group: Group, code: str) -> list[Announced]:
    """Return what is announced of a brand's or supplier's products, in every language.

    They are to be changed: no other call may change them until this transaction ends.
    """
    found = []
    for *columns, listed, detail in await call.db.all(_OF_GROUP[group], code=code):
        found.append(_TOLD.fill(_ANNOUNCED.decode(joined(listed, detail)), columns))
    return found


async def change_group(call: Call, group: Group, code: str, instead: str, at: datetime) -> None:
    """Put every product of one brand or supplier into another, in every language of the mall."""
    await call.db.run(_CHANGE_GROUP[group], code=code, instead=instead, updated_date=seconds(at))


class Standing(Struct, frozen=True):
    """A product as it is written, and whether it is sold out by the stock it has now."""

    product: Product
    sold_out: Flag


async def standings(call: Call, product_nos: list[int]) -> list[Standing]:
    """Return products as the call's shop shows them, in order of their numbers.

    One the shop does not have is returned as the mall's first shop that has it shows it.
    """
    rows = await call.db.all(_STANDINGS, product_nos=product_nos)
    shop_at, number_at = 0, 1
    chosen = {}
    for row in rows:
        if row[number_at] not in chosen or row[shop_at] == call.shop_no:
            chosen[row[number_at]] = row
    return [Standing(whole(row[:-1], [])[0], row[-1]) for row in chosen.values()]


async def settle(db: Session, standings: Iterable[Standing], *, now: int) -> None:
    """Write in every language whether products are sold out, and that they were updated now."""
    rows = [
        {"product": each.product.product_no, "sold_out": each.sold_out, "updated_date": now}
        for each in standings
    ]
    if rows:
        await db.many(_SETTLE, rows)
