"""A product in a further shop of the mall: with its pictures, and a price of that shop's currency.

The API makes a product in every shop at once, hidden, with the numbers of the shop it was made in.
Where a shop has another currency, such a number is no price: the product has none until somebody
enters it, and is neither displayed nor sold there before. Surcharges of variants are one number
for all shops, so a product that has any is not opened in a shop of another currency.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from openmall.contract.errors import Invalid, NotModified
from openmall.http.web.languages import marked
from openmall.pages.backoffice.desk import Desk

BASIC: Final = 1
AMOUNTS: Final = ("price", "retail_price", "supply_price")
NO_PRICE: Final = "It has no price in the currency of this shop yet."
SURCHARGES: Final = "Its variants add amounts in the currency of another shop."
OPENED: Final = "It is shown in a shop of another currency, which would add the same number."
WORDS: Final = {
    OPENED: marked(
        "The product is displayed or sold in a shop of another currency, which would add the same"
        " number to its price. Hide it there first."
    ),
    NO_PRICE: marked("It has no price in the currency of this shop yet."),
    SURCHARGES: marked(
        "Its variants have additional prices in another shop's currency, so it cannot be displayed "
        "or sold here."
    ),
}
_NOTHING: Final = dict.fromkeys(AMOUNTS, "0")
_MAIN: Final = ("detail_image", "list_image", "tiny_image", "small_image")


def foreign(desk: Desk, shop_no: int) -> bool:
    """Say whether a shop has another currency than the basic one."""
    shops = desk.visit.mall.shops
    return shop_no in shops and shops[shop_no].currency != shops[BASIC].currency


def opened(product: Mapping[str, Any]) -> bool:
    """Say whether a product is displayed or sold in its shop."""
    return "T" in (product["display"], product["selling"])


def unpriced(product: Mapping[str, Any], basic: Mapping[str, Any]) -> bool:
    """Say whether a product of a shop with another currency has no price of its own yet.

    `basic`: the product in the basic shop. A number that nobody has looked at in this shop, or
    that is the basic shop's, is none.
    """
    if opened(product):
        return False
    price = Decimal(product["price"])
    untouched = product["created_date"] == product["updated_date"]
    return untouched or not price or price == Decimal(basic["price"])


async def in_basic(desk: Desk, product_no: object) -> dict[str, Any]:
    """Return a product as it is in the basic shop."""
    product: dict[str, Any] = (await desk.ask(f"products/{product_no}", {"shop_no": BASIC})).content
    return product


async def unpriced_of(desk: Desk, shop_no: str, products: list[dict[str, Any]]) -> set[int]:
    """Return the numbers of those products of a list that have no price in their shop yet."""
    if not products or not shop_no.isdigit() or not foreign(desk, int(shop_no)):
        return set()
    numbers = [each["product_no"] for each in products]
    sent = {"shop_no": BASIC, "product_no": numbers, "limit": len(products)}
    basic = {each["product_no"]: each for each in (await desk.ask("products", sent)).content}
    return {
        each["product_no"]
        for each in products
        if each["product_no"] in basic and unpriced(each, basic[each["product_no"]])
    }


def pictures_missing(product: Mapping[str, Any], basic: Mapping[str, Any]) -> dict[str, Any]:
    """Return the pictures of the basic shop for a product that has none in its own."""
    found: dict[str, Any] = {}
    if not any(product[name] for name in _MAIN):
        found = {name: basic[name] for name in _MAIN if basic[name]}
    if not product["additional_image"] and basic["additional_image"]:
        found["additional_image"] = basic["additional_image"]
    return found


async def open_product(desk: Desk, product_no: object, shop_no: int) -> dict[str, Any]:
    """Return what is sent along when a product is displayed or sold in a further shop.

    Raises Invalid (422) where it has no price of the shop's currency, or surcharges of another.
    """
    product: dict[str, Any] = (
        await desk.ask(f"products/{product_no}", {"shop_no": shop_no})
    ).content
    basic = await in_basic(desk, product_no)
    if foreign(desk, shop_no) and not opened(product):
        if unpriced(product, basic):
            raise Invalid(NO_PRICE, parameter="price")
        await require_no_surcharges(desk, product_no)
    return pictures_missing(product, basic)


async def require_no_surcharges(desk: Desk, product_no: object) -> None:
    """Raise Invalid (422) when variants of a product add to its price."""
    variants = (await desk.ask(f"products/{product_no}/variants")).content
    if any(Decimal(each["additional_amount"]) for each in variants):
        raise Invalid(SURCHARGES, parameter="selling")


async def require_closed_abroad(desk: Desk, product_no: object) -> None:
    """Raise Invalid (422) when a product is displayed or sold in a shop of another currency."""
    for shop_no in desk.visit.mall.shops:
        if foreign(desk, shop_no):
            told = await desk.ask(f"products/{product_no}", {"shop_no": shop_no})
            if opened(told.content):
                raise Invalid(OPENED, parameter="additional_amount")


async def take_prices_away(desk: Desk, product_no: object) -> None:
    """Leave a new product without a price in every shop that has another currency."""
    for shop_no in desk.visit.mall.shops:
        if foreign(desk, shop_no):
            await _put(desk, product_no, shop_no, _NOTHING)


async def show_pictures(desk: Desk, product_no: object, replaced: str) -> None:
    """Give the basic shop's pictures to the shops that had none or the one that was replaced."""
    basic = await in_basic(desk, product_no)
    for shop_no in desk.visit.mall.shops:
        if shop_no == BASIC:
            continue
        product = (await desk.ask(f"products/{product_no}", {"shop_no": shop_no})).content
        if product["detail_image"] in ("", replaced):
            sent = {name: basic[name] for name in _MAIN}
            await _put(desk, product_no, shop_no, sent)


async def _put(desk: Desk, product_no: object, shop_no: int, sent: Mapping[str, Any]) -> None:
    try:
        await desk.ask(f"products/{product_no}", {**sent, "shop_no": shop_no}, method="PUT")
    except NotModified:
        return
