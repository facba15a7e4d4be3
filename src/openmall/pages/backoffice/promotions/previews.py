"""The preview of a promotion: what guests and each customer group pay now, and with it.

The promotion is created on trial, its prices are read in the same transaction, and it is rolled
back: the prices are those of the checkout.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from msgspec import Struct

from openmall.api.pipeline.operation_call import Read
from openmall.commerce.order.placement.checkout.refusals import NO_COUPONS_BESIDE_GROUP
from openmall.commerce.order.placement.price_previews import rules as price_preview_rules
from openmall.commerce.order.placement.price_previews.shape import PreviewPrice
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.promotion.code_uses.refusals import (
    CODE_TAKES_NOTHING_OFF,
    DISCOUNT_CODE_EXPIRED,
    DISCOUNT_CODE_FOR_MEMBERS,
    DISCOUNT_CODE_LIMITED_BY_BUYER,
    DISCOUNT_CODE_NOT_YET_VALID,
    DISCOUNT_CODE_OF_OTHER_PRODUCTS,
    DISCOUNT_CODE_USED_UP,
    ORDER_TOO_SMALL_FOR_CODE,
)
from openmall.commerce.promotion.uses.refusals import (
    COUPON_OF_OTHER_PRODUCTS,
    COUPON_OF_OTHER_SITE,
    COUPON_TAKES_NOTHING_OFF,
    KIND_OF_COUPON_NOT_TAKEN,
    NO_COUPONS_TAKEN,
    ORDER_TOO_SMALL_FOR_COUPON,
)
from openmall.contract.errors import Invalid
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Handler
from openmall.contract.refusal import reason_of
from openmall.http.web.languages import marked
from openmall.http.web.wordings import Wordings, said
from openmall.pages.backoffice.addresses import shop_parameters
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.promotions.form_fields import Values, number, picked
from openmall.pages.backoffice.promotions.refusals import NO_PREVIEW_PRODUCT

PRODUCTS: Final = "preview.products"
QUANTITY: Final = "preview.quantity"
_MOST: Final = 3
"""Products of a preview."""
_WORDINGS: Final[Wordings] = {
    COUPON_OF_OTHER_PRODUCTS: marked("Not for this product"),
    ORDER_TOO_SMALL_FOR_COUPON: marked("The order is too small"),
    COUPON_TAKES_NOTHING_OFF: marked("Takes nothing off"),
    NO_COUPONS_TAKEN: marked("The shop does not accept coupons (see store settings)."),
    KIND_OF_COUPON_NOT_TAKEN: marked(
        "The shop does not accept coupons of this kind (see store settings)."
    ),
    COUPON_OF_OTHER_SITE: marked("Not on a PC"),
    NO_COUPONS_BESIDE_GROUP: marked(
        "Not together with the discount of the group (see store settings)."
    ),
    DISCOUNT_CODE_OF_OTHER_PRODUCTS: marked("Not for this product"),
    ORDER_TOO_SMALL_FOR_CODE: marked("The order is too small"),
    CODE_TAKES_NOTHING_OFF: marked("Takes nothing off"),
    DISCOUNT_CODE_FOR_MEMBERS: marked("Only for members"),
    DISCOUNT_CODE_LIMITED_BY_BUYER: marked("Only for members"),
    DISCOUNT_CODE_NOT_YET_VALID: marked("Not valid yet"),
    DISCOUNT_CODE_EXPIRED: marked("No longer valid"),
    DISCOUNT_CODE_USED_UP: marked("Used up"),
}
"""What the price of a preview says, in the few words of a cell."""


class PreviewRow(Struct, frozen=True, kw_only=True):
    """What one kind of buyer pays for one product, with the promotion and without."""

    price: PreviewPrice
    before: PreviewPrice
    refusal: str

    @property
    def differs(self) -> bool:
        names = ("total", "points", "free_units", "gifts")
        return any(getattr(self.price, name) != getattr(self.before, name) for name in names)

    @property
    def saves(self) -> Decimal:
        return self.before.total - self.price.total


class Trial(Struct, frozen=True, kw_only=True):
    """The call that stores a promotion, with the values it is tried with."""

    operation: Handler
    parameters: Mapping[str, Encodable]
    discount_code: str = ""
    of_coupon: bool = False


async def preview(context: PageContext, trial: Trial, values: Values) -> list[PreviewRow]:
    """Return the prices with a promotion. Raises the ApiError of its operation."""
    shop = shop_parameters(context)
    codes = await _variant_codes(context, values)
    query: dict[str, Encodable] = {"variant_code": codes, "quantity": number(values, QUANTITY) or 1}
    prices: list[list[PreviewPrice]] = []

    async def read_prices(answer: Any, read: Read) -> None:
        asked = {**query, **shop}
        if trial.of_coupon:
            asked["coupon_no"] = answer.coupon_no
        if trial.discount_code:
            asked["discount_code"] = trial.discount_code
        found = await read(price_preview_rules.preview, asked)
        prices.append(found.prices)

    try:
        response = await context.call(price_preview_rules.preview, {**query, **shop})
    except Invalid as error:
        if error.parameter == "quantity":
            raise Invalid(error.reason, parameter=QUANTITY) from None
        raise
    before = response.content.prices
    await context.dry_run(trial.operation, {**trial.parameters, **shop}, read_prices)
    return [
        PreviewRow(
            price=price,
            before=without,
            refusal=_refusal(context, price),
        )
        for price, without in zip(prices[0], before, strict=True)
    ]


def _refusal(context: PageContext, price: PreviewPrice) -> str:
    """Return why a price has no discount; empty where it has it, or none was asked for."""
    reason = reason_of(price.reason, price.values)
    return price.refusal if reason is None else said(reason, context.translate, _WORDINGS)


async def _variant_codes(context: PageContext, values: Values) -> list[str]:
    """Return the first variant of each product of the preview; by default of the newest products.

    Raises Invalid for a product that the shop does not have.
    """
    chosen = picked(values, PRODUCTS)[:_MOST]
    search: dict[str, Encodable] = {"limit": _MOST, **shop_parameters(context)}
    search |= {"product_no": chosen} if chosen else {"display": "T", "selling": "T"}
    products = (await context.call(product_rules.listing, search, embed=["variants"])).content
    codes = [each.variants[0].variant_code for each in products if each.variants]
    if not codes:
        raise Invalid(NO_PREVIEW_PRODUCT, parameter=PRODUCTS)
    return codes
