"""The preview of a promotion: what guests and each customer group pay now, and with it.

The promotion is created on trial, its prices are read in the same transaction, and it is rolled
back: the prices are those of the checkout.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from msgspec import Struct

from openmall.api import office_pages
from openmall.api.pipeline.internal_client import Read
from openmall.contract.errors import Invalid
from openmall.http.web.languages import marked
from openmall.pages.backoffice.addresses import shop_parameters
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.promotions.form_fields import Values, number, picked
from openmall.pages.backoffice.promotions.refusals import NO_PREVIEW_PRODUCT

PRODUCTS: Final = "preview.products"
QUANTITY: Final = "preview.quantity"
_MOST: Final = 3
"""Products of a preview."""
_REFUSALS: Final = {
    "Guests have no coupons.": marked("Guests have no coupons."),
    "The coupon is for other products.": marked("Not for this product"),
    "The order is too small for the coupon.": marked("The order is too small"),
    "The coupon would take nothing off.": marked("Takes nothing off"),
    "The shop takes no coupons.": marked("The shop does not accept coupons (see store settings)."),
    "The shop does not take coupons of this kind.": marked(
        "The shop does not accept coupons of this kind (see store settings)."
    ),
    "The coupon is not for this way into the shop.": marked("Not on a PC"),
    "Members of the group use no coupons beside it.": marked(
        "Not together with the discount of the group (see store settings)."
    ),
    "The discount code is for other products.": marked("Not for this product"),
    "The order is too small for the discount code.": marked("The order is too small"),
    "The discount code would take nothing off.": marked("Takes nothing off"),
    "Sign in first: the discount code is for members.": marked("Only for members"),
    "Sign in first: the discount code is limited for each buyer.": marked("Only for members"),
    "The discount code does not hold yet.": marked("Not valid yet"),
    "The discount code does not hold any more.": marked("No longer valid"),
    "The discount code cannot be used any more.": marked("Used up"),
}
"""Reason of the API -> text of the page."""


class PreviewRow(Struct, frozen=True, kw_only=True):
    """What one kind of buyer pays for one product, with the promotion and without."""

    price: Mapping[str, Any]
    before: Mapping[str, Any]
    refusal: str

    @property
    def differs(self) -> bool:
        names = ("total", "points", "free_units", "gifts")
        return any(self.price[name] != self.before[name] for name in names)

    @property
    def saves(self) -> Decimal:
        return Decimal(self.before["total"]) - Decimal(self.price["total"])


class Trial(Struct, frozen=True, kw_only=True):
    """The call that stores a promotion, with the values it is tried with."""

    method: str
    path: str
    parameters: Mapping[str, Any]
    discount_code: str = ""
    of_coupon: bool = False


async def preview(context: PageContext, trial: Trial, values: Values) -> list[PreviewRow]:
    """Return the prices with a promotion. Raises the ApiError of its operation."""
    shop = shop_parameters(context)
    codes = await _variant_codes(context, values)
    query: dict[str, Any] = {"variant_code": codes, "quantity": number(values, QUANTITY) or 1}
    prices: list[list[Mapping[str, Any]]] = []

    async def read_prices(answer: Any, read: Read) -> None:
        asked = {**query, **shop}
        if trial.of_coupon:
            asked["coupon_no"] = answer["coupon_no"]
        if trial.discount_code:
            asked["discount_code"] = trial.discount_code
        found = await read("pricepreviews", asked, api=office_pages.NAME)
        prices.append(found["prices"])

    try:
        response = await context.call("pricepreviews", {**query, **shop}, api=office_pages.NAME)
    except Invalid as error:
        if error.parameter == "quantity":
            raise Invalid(error.reason, parameter=QUANTITY) from None
        raise
    before = response.content["prices"]
    await context.dry_run(trial.method, trial.path, {**trial.parameters, **shop}, read_prices)
    return [
        PreviewRow(
            price=price,
            before=without,
            refusal=context.translate(_REFUSALS.get(price["refusal"], price["refusal"]))
            if price["refusal"]
            else "",
        )
        for price, without in zip(prices[0], before, strict=True)
    ]


async def _variant_codes(context: PageContext, values: Values) -> list[str]:
    """Return the first variant of each product of the preview; by default of the newest products.

    Raises Invalid for a product that the shop does not have.
    """
    chosen = picked(values, PRODUCTS)[:_MOST]
    search: dict[str, Any] = {"limit": _MOST, **shop_parameters(context)}
    search |= {"product_no": chosen} if chosen else {"display": "T", "selling": "T"}
    products = (await context.call("products", search, embed=["variants"])).content
    codes = [each["variants"][0]["variant_code"] for each in products if each["variants"]]
    if not codes:
        raise Invalid(NO_PREVIEW_PRODUCT, parameter=PRODUCTS)
    return codes
