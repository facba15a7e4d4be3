"""What a member has: wishes, coupons, points."""

from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.contract.errors import ApiError, Invalid
from openmall.pages.sampleshop.paging import Paging
from openmall.pages.sampleshop.visitor import Visitor

_SIZE: Final = 20
_MOST_WISHES: Final = 100
_DIGITS: Final = 19


async def wishlist(here: Visitor) -> Response:
    """Show what the member wishes for, the newest first."""
    wishes = (await here.content("customers/me/wishlist"))[:_MOST_WISHES]
    numbers = sorted({each["product_no"] for each in wishes})
    found = []
    if numbers:
        found = await here.content("products", product_no=numbers, limit=len(numbers))
    products = {each["product_no"]: each for each in found}
    return await here.show(
        "wishlist.html",
        wishes=[(each, products.get(each["product_no"])) for each in wishes],
    )


async def unwish(here: Visitor, form: Fields) -> Response:
    """Take something off the wish list; what is not on it is off it already."""
    number = form.text("wish")
    if not (number.isascii() and number.isdecimal() and len(number) < _DIGITS):
        raise Invalid("There is no such wish.", parameter="wishlist_no")
    await here.ask(f"customers/me/wishlist/{number}", method="DELETE")
    return here.go("/wishlist", done="unwished")


async def coupons(here: Visitor, *, problem: ApiError | None = None, code: str = "") -> Response:
    """Show the member's coupons that may still be used."""
    paging = Paging(here, _SIZE)
    held = await here.content("customers/me/coupons", **paging.sent)
    return await here.show(
        "coupons.html",
        status=200 if problem is None else problem.status,
        problem=problem,
        coupons=held,
        code=code,
        newer=paging.newer(),
        older=paging.older(len(held)),
    )


async def fetch_coupon(here: Visitor, form: Fields) -> Response:
    """Fetch a coupon that the shop lets customers fetch, by its number."""
    code = form.text("coupon_no").strip()
    try:
        await here.ask("customers/me/coupons", {"coupon_no": code}, method="POST")
    except ApiError as error:
        if error.status in (403, 404, 422):
            return await coupons(here, problem=error, code=code)
        raise
    return here.go("/coupons", done="coupon")


async def points(here: Visitor) -> Response:
    """Show what the member has of points and credits, and the changes of the points."""
    paging = Paging(here, _SIZE)
    changes = await here.content("customers/me/points", **paging.sent)
    return await here.show(
        "points.html",
        myself=await here.content("customers/me"),
        changes=changes,
        newer=paging.newer(),
        older=paging.older(len(changes)),
    )
