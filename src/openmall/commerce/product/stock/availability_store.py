"""What can be bought of products by their stored stock, and the column that says so."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import force_setattr
from sqlalchemy import bindparam, or_, select, update

from openmall.commerce.product import availability
from openmall.commerce.product.products.shape import ListedProduct, Product
from openmall.commerce.product.products.store import WHOLE, whole
from openmall.commerce.product.products.tables import IN_APPROVAL, PRODUCT
from openmall.commerce.product.stock import bundle_offer_store
from openmall.commerce.product.stock.variant_offer_store import (
    RESERVED,
    STOCK,
    VariantOffer,
    offers_from,
)
from openmall.commerce.product.variants import store as variant_store
from openmall.commerce.product.variants.shape import Variant
from openmall.commerce.product.variants.shop_amounts import amount_in
from openmall.commerce.product.variants.store import VARIANT, OptionNames
from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.contract.money import money
from openmall.contract.params import Flag
from openmall.database.schema import FALSE
from openmall.database.session import Session
from openmall.database.statements import InList, Statement
from openmall.database.values import BoundValue

_MALL: Final = PRODUCT.c.mall_id == bindparam("mall_id")


_STOCK_STATES: Final = Statement(
    select(*WHOLE, PRODUCT.c.sold_out, STOCK)
    .where(_MALL, InList(PRODUCT.c.product_no, "product_nos"))
    .order_by(PRODUCT.c.product_no, PRODUCT.c.shop_no)
)
_OF_SHOP: Final = Statement(
    select(*WHOLE, STOCK).where(
        _MALL,
        PRODUCT.c.shop_no == bindparam("shop_no"),
        InList(PRODUCT.c.product_no, "product_nos"),
    )
)
_SET_SOLD_OUT: Final = Statement(
    update(PRODUCT)
    .where(_MALL, PRODUCT.c.product_no == bindparam("product"))
    .values(sold_out=bindparam("sold_out"), updated_date=bindparam("updated_date"))
)
_SET_SOLD_OUT_IN_SHOP: Final = Statement(
    update(PRODUCT)
    .where(
        _MALL,
        PRODUCT.c.product_no == bindparam("product"),
        PRODUCT.c.shop_no == bindparam("shop"),
    )
    .values(sold_out=bindparam("sold_out"), updated_date=bindparam("updated_date"))
)
_VARIANTS: Final = Statement(
    select(VARIANT, RESERVED)
    .where(VARIANT.c.mall_id == bindparam("mall_id"), InList(VARIANT.c.product_no, "product_nos"))
    .order_by(VARIANT.c.product_no, VARIANT.c.variant_code)
)
_LISTED: Final = msgspec.json.Decoder(ListedProduct)
_WITH_DAYS: Final = Statement(
    select(PRODUCT.c.product_no, PRODUCT.c.listed, PRODUCT.c.approve_status)
    .where(
        _MALL,
        PRODUCT.c.product_no > bindparam("after"),
        PRODUCT.c.product_no <= bindparam("upto"),
        PRODUCT.c.sold_out == FALSE,
        or_(
            PRODUCT.c.listed.like('%"expiration_date":{%'),
            PRODUCT.c.listed.like('%"price_content":"_%'),
            IN_APPROVAL,
        ),
    )
    .order_by(PRODUCT.c.product_no)
)


class Availability(Struct, frozen=True, kw_only=True):
    """What can be bought of a product in a shop now."""

    product_name: str
    for_sale: bool
    """It is displayed and sold, and of use still."""
    for_everyone: bool
    """Guests can buy it, not members or adults alone."""
    has_own_fee: bool
    """Its shipping fee is its own, not that of the shop."""
    buyable: frozenset[str]
    """Codes of the variants that can be bought, if it is for sale."""
    lacking: frozenset[str]
    """Codes of the variants on offer of which not enough is left."""
    left: dict[str, int]
    """Units that can be bought of each variant that tracks its stock; negative: more reserved."""

    @property
    def can_be_bought(self) -> bool:
        """Whether anything of it can be bought."""
        return self.for_sale and bool(self.buyable)


async def of_products(
    db: Session, product_nos: Collection[int], *, shop_no: int, now: float
) -> dict[int, Availability]:
    """Return what can be bought of those of these products that a shop has; `now`: UTC seconds."""
    if not product_nos:
        return {}
    rows = await db.all(
        _OF_SHOP, product_nos=sorted(set(product_nos)), shop_no=shop_no, now=int(now)
    )
    today = moment(now).date()
    read = [(whole(row[:-1], [])[0], row[-1]) for row in rows]
    bundles = [product for product, _ in read if product.set_product_type is not None]
    parts = await bundle_offer_store.of_bundles(db, bundles, shop_no=shop_no, now=now)
    found = {}
    for product, column in read:
        own_parts = parts.get(product.product_no)
        if own_parts is None:
            offers = offers_from(column, shop_no)
        else:
            offers = [bundle_offer_store.as_offer(product, bundle_offer_store.left(own_parts))]
        offered = frozenset(each.variant_code for each in offers if availability.on_offer(each))
        buyable = _buyable(product, offers, today)
        found[product.product_no] = Availability(
            product_name=product.product_name,
            for_sale=availability.is_for_sale(product, today),
            for_everyone=all(
                availability.is_for_everyone(each)
                for each in (product, *(part.product for part in own_parts or ()))
            ),
            has_own_fee=product.shipping_fee_by_product == "T",
            buyable=buyable,
            lacking=offered - buyable,
            left={
                each.variant_code: units
                for each in offers
                if (units := availability.left(each, each.reserved)) is not None
            },
        )
    return found


async def variants_of(
    call: Call, products: Sequence[ListedProduct], options: dict[int, list[OptionNames]]
) -> dict[int, list[Variant]]:
    """Return the variants of products, with whether each can be bought: product number -> variants.

    `options`: the options of each product in the language they are to be shown in.
    """
    now = int(call.clock.now())
    today = moment(now).date()
    variants: dict[int, list[Variant]] = {each.product_no: [] for each in products}
    reserved: dict[str, int] = {}
    for row in await call.db.all(_VARIANTS, product_nos=sorted(variants), now=now):
        number = row[variant_store.AT_NUMBER]
        variant = variant_store.from_row(call, row, options[number])
        variants[number].append(variant)
        reserved[variant.variant_code] = row[-1]
    for product in products:
        own = variants[product.product_no]
        buyable = _codes(product, own, reserved, today)
        for each in own:
            force_setattr(each, "sold_out", "F" if each.variant_code in buyable else "T")
        own.sort(key=variant_store.PLACE)
    return variants


async def ended(db: Session, after: int, upto: int, today: date) -> list[int]:
    """Return products that are not marked as sold out, but cannot be bought whatever their stock.

    `after`, `upto`: between which numbers.
    """
    rows = await db.all(_WITH_DAYS, after=after, upto=upto)
    return sorted(
        {
            number
            for number, listed, status in rows
            if availability.is_withheld(
                msgspec.structs.replace(_LISTED.decode(listed), approve_status=status), today
            )
        }
    )


def _buyable(product: Product, offers: Sequence[VariantOffer], today: date) -> frozenset[str]:
    """Return the variants that can be bought."""
    reserved = {each.variant_code: each.reserved for each in offers}
    return _codes(product, offers, reserved, today)


def _codes(
    product: ListedProduct,
    variants: Sequence[availability.Offered],
    reserved: Mapping[str, int],
    today: date,
) -> frozenset[str]:
    """Return those variants that can be bought."""
    if availability.is_withheld(product, today):
        return frozenset()
    return availability.buyable(product, variants, reserved)


class SoldOutState(Struct, frozen=True):
    """A product as stored, and in which shops it is sold out by its current stock."""

    product: Product
    before: dict[int, Flag]
    after: dict[int, Flag]
    """Shop -> whether it is sold out there; the limits of its quantities are a shop's own."""

    @property
    def sold_out(self) -> Flag:
        """Whether it is sold out in the shop of `product`."""
        return self.after[self.product.shop_no]


async def sold_out_states(call: Call, product_nos: list[int]) -> list[SoldOutState]:
    """Return products in the call's shop, in order of their numbers.

    A product the shop does not have is returned from the mall's first shop that has it.
    """
    now = int(call.clock.now())
    today = moment(now).date()
    rows = await call.db.all(_STOCK_STATES, product_nos=product_nos, now=now)
    found: dict[int, SoldOutState] = {}
    for row in rows:
        product = whole(row[:-2], [])[0]
        number, shop_no = product.product_no, product.shop_no
        offers = offers_from(row[-1], shop_no)
        here = found.get(number)
        if here is None or shop_no == call.shop_no:
            before, after = (here.before, here.after) if here else ({}, {})
            here = found[number] = SoldOutState(product, before, after)
        # what is read of a bundle depends on its parts, too; its column does not
        here.before[shop_no] = row[-2]
        here.after[shop_no] = sold_out(product, offers, today)
    return list(found.values())


def sold_out(product: Product, offers: Sequence[VariantOffer], today: date) -> Flag:
    """Return whether nothing of a product can be bought; of a bundle, whatever its parts are."""
    if product.set_product_type is not None:
        offers = [bundle_offer_store.as_offer(product, None)]
    return "F" if _buyable(product, offers, today) else "T"


def with_stock(product: Product, rows: Sequence[Mapping[str, Any]], today: date) -> Product:
    """Return a new product that is sold out where nothing of it can be bought.

    `rows`: those of its variants.
    """
    offers = [
        VariantOffer(
            row["variant_code"],
            row["display"],
            row["selling"],
            row["use_inventory"],
            row["quantity"],
            row["safety_inventory"],
            money(amount_in(row["additional_amount"], row["shop_amounts"], product.shop_no)),
            0,
        )
        for row in rows
    ]
    return msgspec.structs.replace(product, sold_out=sold_out(product, offers, today))


async def write_sold_out(db: Session, states: Iterable[SoldOutState], *, now: int) -> None:
    """Write whether products are sold out, and that they were updated now, in every language."""
    everywhere: list[dict[str, BoundValue]] = []
    here: list[dict[str, BoundValue]] = []
    for each in states:
        row: dict[str, BoundValue] = {"product": each.product.product_no, "updated_date": now}
        if len(set(each.after.values())) == 1:
            everywhere.append({**row, "sold_out": each.sold_out})
            continue
        here += [{**row, "shop": no, "sold_out": state} for no, state in each.after.items()]
    await db.defer(_SET_SOLD_OUT, everywhere)
    await db.defer(_SET_SOLD_OUT_IN_SHOP, here)
