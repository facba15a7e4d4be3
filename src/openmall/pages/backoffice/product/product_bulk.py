"""One edit of several products: price, stock and category, each optional."""

import re
from collections.abc import Mapping
from contextlib import suppress
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from babel.numbers import get_currency_precision
from msgspec import Struct

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.variant_service import admin as variant_admin
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.json_values import Encodable
from openmall.http.web import typed_numbers
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.product import product_prices
from openmall.pages.backoffice.product.counted_quantities import counted
from openmall.pages.backoffice.refusals import (
    NEW_PRICE_NEGATIVE,
    NO_PRICE_CHANGE,
    NO_PRICE_HERE,
    NOTHING_TO_CHANGE,
)
from openmall.pages.backoffice.shops import additional_shops

_PRICE: Final = re.compile(r"([+-]?)([0-9]{1,10}(?:\.[0-9]{1,4})?)(%?)")


class PriceChange(Struct, frozen=True):
    """A new price, or what is added to the present one."""

    amount: Decimal
    """Of the shop's currency, or percent; signed where it is added."""
    relative: bool
    percent: bool

    def apply(self, price: Decimal, currency: str) -> Decimal:
        """Return the new price, rounded half up to the currency's smallest unit.

        Raises Invalid (422) for one below 0.
        """
        if not self.relative:
            after = self.amount
        elif self.percent:
            after = price + price * self.amount / 100
        else:
            after = price + self.amount
        if after < 0:
            raise Invalid(NEW_PRICE_NEGATIVE, parameter="price")
        unit = Decimal(1).scaleb(-get_currency_precision(currency))
        return after.quantize(unit, ROUND_HALF_UP)


class BulkEdit(Struct, frozen=True, kw_only=True):
    """What is done with each selected product."""

    price: PriceChange | None
    quantity: int | None
    add_category: str
    remove_category: str


def read(form: Fields) -> BulkEdit:
    """Return the edit of a form. Raises Invalid (422) whose parameter is the field."""
    quantity = counted(form.text("bulk-stock"), "bulk-stock")
    edit = BulkEdit(
        price=_price(form.text("bulk-price")),
        quantity=int(quantity) if quantity else None,
        add_category=form.text("bulk-add"),
        remove_category=form.text("bulk-remove"),
    )
    if edit == BulkEdit(price=None, quantity=None, add_category="", remove_category=""):
        raise Invalid(NOTHING_TO_CHANGE, parameter="bulk-price")
    return edit


def _price(text: str) -> PriceChange | None:
    typed = typed_numbers.plain(text).replace(" ", "").replace("−", "-")
    if not typed:
        return None
    match = _PRICE.fullmatch(typed)
    if match is None or (match[3] and not match[1]):
        raise Invalid(NO_PRICE_CHANGE, parameter="bulk-price")
    amount = Decimal(match[1] + match[2])
    return PriceChange(amount, relative=bool(match[1]), percent=bool(match[3]))


async def apply(context: PageContext, edit: BulkEdit, number: str, currency: str) -> None:
    """Change a product. Raises the ApiError of an operation, and NotModified (409)."""
    categories: dict[str, Encodable] = {}
    if edit.add_category:
        categories["add_category_no"] = [{"category_no": edit.add_category}]
    if edit.remove_category:
        categories["delete_category_no"] = edit.remove_category
    changed = False
    with suppress(NotModified):
        if edit.price is not None:
            await _set_price(context, edit.price, number, currency, categories)
            changed = True
        elif categories:
            named: dict[str, Encodable] = {
                "shop_no": context.shop.shop_no,
                "product_no": number,
            }
            await context.call(product_rules.change, {**categories, **named})
            changed = True
    if edit.quantity is not None:
        changed = await _set_stock(context, number, edit.quantity) or changed
    if not changed:
        raise NotModified()


async def _set_price(
    context: PageContext,
    change: PriceChange,
    number: str,
    currency: str,
    categories: Mapping[str, Encodable],
) -> None:
    async def new_price(here: PageContext, product: Product) -> Decimal:
        if change.relative and additional_shops.has_other_currency(here, here.shop.shop_no):
            basic = await additional_shops.basic_shop_product(here, number)
            if additional_shops.lacks_price(product, basic):
                raise Invalid(NO_PRICE_HERE, parameter="price")
        return change.apply(product.price, currency)

    await product_prices.change(context, number, new_price, categories)


async def _set_stock(context: PageContext, number: str, quantity: int) -> bool:
    """Set the stock of every variant, which is tracked from then on."""
    changed = False
    for variant in (
        await context.call(variant_admin.list_variants, {"product_no": number})
    ).content:
        parameters: dict[str, Encodable] = {"use_inventory": "T", "quantity": quantity}
        try:
            await context.call(
                variant_admin.change_one_variant,
                {**parameters, "product_no": number, "variant_code": variant.variant_code},
            )
            changed = True
        except NotModified:
            continue
    return changed
