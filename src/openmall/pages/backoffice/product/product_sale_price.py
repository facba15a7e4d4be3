"""The sale price of a product for a period: a benefit for this product alone.

The shop strikes out the usual price while it holds, in lists, on the product's page, in carts and
in feeds, as of every benefit. The right to edit products suffices to set it, without the right to
edit other benefits: it is a price of the product (decision 68).
"""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Final

from msgspec.structs import replace

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products.shape import ListedProduct, Product
from openmall.commerce.promotion.benefits import office as benefit_office
from openmall.commerce.promotion.benefits import sale_prices
from openmall.commerce.promotion.benefits.sale_prices import SalePrice, SoldProduct
from openmall.commerce.promotion.benefits.shape import Benefit, PeriodSale
from openmall.contract import moments
from openmall.contract import scopes as scope_names
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.json_values import Encodable
from openmall.contract.moments import moment
from openmall.contract.money import smallest_unit
from openmall.contract.operation import Handler, Operation
from openmall.contract.refusal import RefusedValue
from openmall.contract.refusals import MISSING, NO_DECIMAL
from openmall.http.web import typed_numbers
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.refusals import SALE_PRICE_NOT_BELOW

FIELDS: Final = {
    "benefit_start_date": "sale_from",
    "benefit_end_date": "sale_to",
    "period_sale.discount_value": "sale_price",
}
"""Parameter -> field of the form."""
_DAYS: Final = ("sale_from", "sale_to")


async def find(
    context: PageContext,
    product: Product | ListedProduct,
    permits: Callable[[Operation], bool] | None = None,
) -> Benefit | None:
    """Return the sale of a product alone; None without one."""
    named = {"shop_no": product.shop_no, "product_no": product.product_no}
    try:
        found = await context.call(benefit_office.retrieve_sale, named, permits=permits)
    except NotFound:
        return None
    return found.content.benefit


async def displayed(context: PageContext, product: Product) -> dict[str, str]:
    """Return the fields of the form: `price`, `start` and `end`; empty without a sale price."""
    benefit = await find(context, product)
    if benefit is None:
        return {"price": "", "start": "", "end": ""}
    return {
        "price": str(_price(context, product, benefit)),
        "start": _day(benefit.benefit_start_date),
        "end": _day(benefit.benefit_end_date),
    }


def _price(context: PageContext, product: Product | ListedProduct, benefit: Benefit) -> Decimal:
    currency = context.visit.mall.shops[product.shop_no].currency
    return sale_prices.of_benefit(benefit, Decimal(product.price or 0), smallest_unit(currency))


def _day(at: datetime | None) -> str:
    return str(at or "")[:10]


def _permits(context: PageContext) -> Callable[[Operation], bool]:
    """Return what says that a manager may write the benefits that are sale prices."""
    rights = context.user.rights

    def permits(operation: Operation) -> bool:
        if operation.path in ("benefits", "benefits/{benefit_no}"):
            return rights.permits_scope(scope_names.WRITE_PRODUCT, writes=True)
        return rights.permits(operation)

    return permits


async def save(context: PageContext, form: Fields, product_no: str, shop: dict[str, str]) -> None:
    """Save the sale price, or end it where the field is empty.

    Raises NotModified (409) without a change, and Invalid (422) for a price that is not lower.
    """
    product = (
        await context.call(product_rules.retrieve, {**shop, "product_no": product_no})
    ).content
    benefit = await find(context, product)
    typed = typed_numbers.plain(form.text("sale_price"))
    if not typed:
        if benefit is None and (form.text("sale_from") or form.text("sale_to")):
            raise Invalid(MISSING, parameter="sale_price")
        if benefit is None:
            raise NotModified()
        await _write(context, product, SalePrice(sale=None), benefit)
        return
    for field in _DAYS:
        if not form.text(field):
            raise Invalid(MISSING, parameter=field)
    off = _off(product, typed)
    sale = PeriodSale(discount_value=off, discount_value_unit="W")
    if benefit is not None and _price(context, product, benefit) == product.price - off:
        # a percentage that makes the typed price stays one
        sale = benefit.period_sale or sale
    stored = (benefit.benefit_start_date, benefit.benefit_end_date) if benefit else (None, None)
    wanted = SalePrice(
        sale=sale,
        start=_moment(form, "benefit_start_date", stored[0]),
        end=_moment(form, "benefit_end_date", stored[1], end=True),
        platforms=benefit.platform_types if benefit is not None else sale_prices.PLATFORMS,
    )
    await _write(context, product, wanted, benefit)


def _moment(form: Fields, name: str, stored: datetime | None, *, end: bool = False) -> int:
    """Return the moment that a field of the form means. Raises Invalid (422).

    The hour of a stored moment stays where its day is not changed.
    """
    text = form.text(FIELDS[name]).strip()
    if not text:
        raise Invalid(MISSING, parameter=name)
    if stored is not None and text == _day(stored):
        return moments.seconds(stored)
    try:
        return moments.read(text, end=end)
    except RefusedValue as error:
        raise Invalid(error.reason, parameter=name) from None


async def _write(
    context: PageContext,
    product: Product | ListedProduct,
    wanted: SalePrice,
    benefit: Benefit | None,
    permits: Callable[[Operation], bool] | None = None,
) -> None:
    """Write the sale price by the operations on benefits, as this user."""
    permitted = permits or _permits(context)

    async def execute(operation: Handler, parameters: Mapping[str, Encodable]) -> object:
        return await context.call(operation, parameters, permits=permitted)

    sold = SoldProduct(
        shop_no=product.shop_no, product_no=product.product_no, name=product.product_name
    )
    now = moment(int(context.clock.now()))
    await sale_prices.write(execute, sold, wanted, benefit, now=now)


def is_to_stay(context: PageContext, form: Fields) -> bool:
    """Return whether the form changes the price of a product whose sale price is not over."""
    price = typed_numbers.plain(form.text("price"))
    if not form.text("sale_price").strip() or price in ("", form.text("was-price")):
        return False
    today = f"{moment(int(context.clock.now())):%Y-%m-%d}"
    return not form.text("sale_to") or form.text("sale_to") >= today


def require_complete(form: Fields) -> None:
    """Raise Invalid (422) for a sale price without a day, above the price, or a day without one."""
    fields = ("sale_price", *_DAYS)
    if not any(form.text(each).strip() for each in fields):
        return
    for field in fields:
        if not form.text(field).strip():
            raise Invalid(MISSING, parameter=field)
    require_below(form)


def require_below(form: Fields) -> None:
    """Raise Invalid (422) where the form's sale price is not below the form's price."""
    price = typed_numbers.amount(form.text("price"))
    sale = typed_numbers.amount(form.text("sale_price"))
    if price is None or sale is None:
        return  # refused where it is saved
    if sale >= price:
        raise Invalid(SALE_PRICE_NOT_BELOW, parameter="sale_price")


async def to_stay(
    context: PageContext,
    product: Product | ListedProduct,
    price: Decimal,
    permits: Callable[[Operation], bool] | None = None,
) -> Callable[[], Awaitable[None]] | None:
    """Return what keeps the sale price once a product has its new `price`; None: there is none.

    `permits`: of a user who is no manager.
    Raises Invalid (422) for a price that is not above the sale price.
    """
    benefit = await find(context, product, permits)
    sold = benefit.period_sale if benefit is not None else None
    if benefit is None or sold is None or product.price == price:
        return None
    if sold.discount_value_unit != "W":
        return None  # a percentage follows the price
    end = benefit.benefit_end_date
    if end is not None and end < moment(int(context.clock.now())):
        return None
    sale = _price(context, product, benefit)
    if sale >= price:
        raise Invalid(SALE_PRICE_NOT_BELOW, parameter="price")
    has_period = benefit.use_benefit_period == "T"
    start = benefit.benefit_start_date
    wanted = SalePrice(
        sale=replace(sold, discount_value=price - sale),
        start=moments.seconds(start) if has_period and start else None,
        end=moments.seconds(end) if has_period and end else None,
        platforms=benefit.platform_types,
    )

    async def keep() -> None:
        await _write(context, product, wanted, benefit, permits)

    return keep


def _off(product: Product, typed: str) -> Decimal:
    """Return what a sale price takes off the usual one."""
    sale = typed_numbers.amount(typed)
    if sale is None:
        raise Invalid(NO_DECIMAL, parameter="sale_price")
    off = product.price - sale
    if off <= 0 or off > product.price:
        raise Invalid(SALE_PRICE_NOT_BELOW, parameter="sale_price")
    return off
