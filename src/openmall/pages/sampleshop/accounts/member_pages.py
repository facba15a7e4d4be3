"""Pages of a member: wish list, coupons, points."""

from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.design.themes import default_pages
from openmall.commerce.mileage import own_entries
from openmall.commerce.personal.accounts import rules as account_rules
from openmall.commerce.personal.wishlist import own_wishlist
from openmall.commerce.promotion.issues import downloads
from openmall.commerce.promotion.issues import front as issue_front
from openmall.commerce.promotion.serialcoupons import front as serial_front
from openmall.contract.errors import ApiError, Invalid
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.http.web.languages import marked
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.paging import Paging
from openmall.pages.sampleshop.products import shown_prices
from openmall.pages.sampleshop.themes.plain_data import data_of

_PAGE_SIZE: Final = 20
_MAX_WISHES: Final = 100
_MAX_DIGITS: Final = 19


CASES: Final = (
    marked("Changed by the shop"), marked("Purchase"), marked("Spent on an order"),
    marked("Order cancelled or returned"), marked("Purchase taken back"), marked("Expired"),
    marked("Coupon"), marked("Joined"), marked("Agreed to advertisements"),
    marked("Order cancelled"), marked("Refund of a deposit"), marked("Paid out"),
    marked("Topped up"),
)  # fmt: skip
"""What entries of points and credits are called, which the API answers in English."""


async def show_wishlist(context: PageContext) -> Response:
    """Show the member's wish list, newest first."""
    wishes = (await context.content(own_wishlist.listing))[:_MAX_WISHES]
    numbers = sorted({each.product_no for each in wishes})
    products_found = []
    if numbers:
        products_found = await shown_prices.with_prices(
            context,
            (
                await context.call(
                    "products",
                    {"product_no": numbers, "limit": len(numbers)},
                    embed=("variants",),
                )
            ).content,
            "category",
        )
    products = {each["product_no"]: each for each in products_found}
    # of a variant with a price of its own, the shopper's price is that of the variant
    prices = {
        variant["variant_code"]: variant["discount_price"]
        for each in products_found
        for variant in each["variants"]
        if "discount_price" in variant and float(variant["additional_amount"])
    }
    return await context.show(
        default_pages.WISH_LIST,
        title=context.translate("Wish list"),
        counted=False,
        wishes=[
            {
                **data_of(each),
                "price": prices.get(each.variant_code, each.price),
                "product": products.get(each.product_no),
            }
            for each in wishes
        ],
    )


async def remove_wish(context: PageContext, form: Fields) -> Response:
    """Remove an entry from the wish list; idempotent."""
    number = form.text("wish")
    if not (number.isascii() and number.isdecimal() and len(number) < _MAX_DIGITS):
        raise Invalid(NO_SUCH, parameter="wishlist_no", resource=Phrase("wish"))
    await context.call(own_wishlist.remove, {"wishlist_no": number})
    return context.redirect("/wishlist", done="unwished")


async def show_coupons(
    context: PageContext, *, problem: ApiError | None = None, code: str = ""
) -> Response:
    """Show the member's usable coupons, and those that can be downloaded."""
    paging = Paging(context, _PAGE_SIZE)
    coupons = await context.content(issue_front.held, {**paging.parameters})
    return await context.show(
        default_pages.COUPONS,
        title=context.translate("Coupons"),
        counted=False,
        problem=problem,
        coupons=coupons,
        downloads=await context.content(downloads.offered),
        code=code,
        newer=paging.newer(),
        older=paging.older(len(coupons)),
    )


async def claim_coupon(context: PageContext, form: Fields) -> Response:
    """Claim a downloadable coupon by its number, or redeem a coupon code."""
    code = form.text("coupon_no").strip()
    try:
        if len(code) == _MAX_DIGITS and code.isdecimal():
            await context.call(issue_front.fetch, {"coupon_no": code})
        else:
            await context.call(serial_front.redeem, {"serial_code": code})
    except ApiError as error:
        if error.status in (403, 404, 422):
            return await show_coupons(context, problem=error, code=code)
        raise
    return context.redirect("/coupons", done="coupon")


async def show_points(context: PageContext) -> Response:
    """Show the member's points and credits, and the point entries."""
    paging = Paging(context, _PAGE_SIZE)
    changes = await context.content(own_entries.points, {**paging.parameters})
    return await context.show(
        default_pages.POINTS,
        title=context.translate("Points"),
        counted=False,
        customer=await context.content(account_rules.retrieve),
        changes=[
            {**data_of(each), "case_text": context.translate(each.case_text)} for each in changes
        ],
        newer=paging.newer(),
        older=paging.older(len(changes)),
    )
