"""The sale price of a product for a period: a benefit for this product alone.

The shop strikes out the usual price while it holds, in lists, on the product's page, in carts and
in feeds, as of every benefit. The right to edit products suffices to set it, without the right to
edit other benefits: it is a price of the product (decision 68).
"""

from collections.abc import Awaitable, Callable
from decimal import Decimal, InvalidOperation
from typing import Final

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products.shape import ListedProduct, Product
from openmall.commerce.promotion.benefits import office as benefit_office
from openmall.commerce.promotion.benefits import rules as benefit_rules
from openmall.commerce.promotion.benefits.office import ProductSale
from openmall.contract import scopes as scope_names
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.moments import moment
from openmall.contract.operation import Operation
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


async def find(
    context: PageContext,
    product: Product | ListedProduct,
    permits: Callable[[Operation], bool] | None = None,
) -> ProductSale | None:
    """Return the sale of a product alone; None without one."""
    shop = {"shop_no": product.shop_no}
    try:
        return (
            await context.call(
                benefit_office.retrieve_sale,
                {**shop, "product_no": product.product_no},
                permits=permits,
            )
        ).content
    except NotFound:
        return None


async def displayed(context: PageContext, product: Product) -> dict[str, str]:
    """Return the fields of the form: `price`, `start` and `end`; empty without a sale price."""
    benefit = await find(context, product)
    if benefit is None:
        return {"price": "", "start": "", "end": ""}
    return {
        "price": str(Decimal(product.price or 0) - benefit.discount_value),
        "start": str(benefit.benefit_start_date or "")[:10],
        "end": str(benefit.benefit_end_date or "")[:10],
    }


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
    permits = _permits(context)
    typed = typed_numbers.plain(form.text("sale_price"))
    if not typed:
        if benefit is None and (form.text("sale_from") or form.text("sale_to")):
            raise Invalid(MISSING, parameter="sale_price")
        if benefit is None:
            raise NotModified()
        named = {**shop, "benefit_no": benefit.benefit_no}
        await context.call(benefit_rules.delete, named, permits=permits)
        return
    for field in ("sale_from", "sale_to"):
        if not form.text(field):
            raise Invalid(MISSING, parameter=field)
    parameters = {
        "use_benefit": "T",
        "use_benefit_period": "T",
        "benefit_start_date": form.text("sale_from") or None,
        "benefit_end_date": form.text("sale_to") or None,
        "period_sale": {
            "product_list": [product.product_no],
            "discount_value": str(_off(product, typed)),
            "discount_value_unit": "W",
            "discount_purchasing_quantity": "T",
            "discount_truncation_unit": "F",
            "discount_truncation_method": "L",
        },
        **shop,
    }
    if benefit is not None:
        named = {**parameters, "benefit_no": benefit.benefit_no}
        await context.call(benefit_rules.change, named, permits=permits)
        return
    new = {
        "benefit_name": product.product_name[:200],
        "benefit_division": "D",
        "benefit_type": "DP",
        "platform_types": ["P", "M", "A"],
        "use_group_binding": "A",
        "product_binding_type": "P",
        "available_coupon": "T",
    }
    await context.call(benefit_rules.create, {**new, **parameters}, permits=permits)


def is_to_stay(context: PageContext, form: Fields) -> bool:
    """Return whether the form changes the price of a product whose sale price is not over."""
    price = typed_numbers.plain(form.text("price"))
    if not form.text("sale_price").strip() or price in ("", form.text("was-price")):
        return False
    today = f"{moment(int(context.clock.now())):%Y-%m-%d}"
    return not form.text("sale_to") or form.text("sale_to") >= today


def require_below(form: Fields) -> None:
    """Raise Invalid (422) where the form's sale price is not below the form's price."""
    try:
        price = Decimal(typed_numbers.plain(form.text("price")))
        sale = Decimal(typed_numbers.plain(form.text("sale_price")))
    except InvalidOperation:
        return  # refused where it is saved
    if sale.is_finite() and price.is_finite() and sale >= price:
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
    if benefit is None or product.price == price:
        return None
    end = benefit.benefit_end_date
    if end is not None and end < moment(int(context.clock.now())):
        return None
    sale = product.price - benefit.discount_value
    if sale >= price:
        raise Invalid(SALE_PRICE_NOT_BELOW, parameter="price")
    parameters = {
        "shop_no": product.shop_no,
        "benefit_no": benefit.benefit_no,
        "period_sale": {"discount_value": str(price - sale)},
    }

    async def keep() -> None:
        permitted = permits or _permits(context)
        await context.call(benefit_rules.change, parameters, permits=permitted)

    return keep


def _off(product: Product, typed: str) -> Decimal:
    """Return what a sale price takes off the usual one."""
    try:
        off = product.price - Decimal(typed)
    except InvalidOperation:
        raise Invalid(NO_DECIMAL, parameter="sale_price") from None
    if not off.is_finite() or off <= 0 or off > product.price:
        raise Invalid(SALE_PRICE_NOT_BELOW, parameter="sale_price")
    return off
