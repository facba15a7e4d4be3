"""Limits of products: who may buy them, and what may not be bought alone or once more.

Carts, estimates and orders of the storefront keep to them. Orders that apps create do not: the
shop itself decides there.
"""

from collections.abc import Sequence
from datetime import date
from typing import Final

from openmall.commerce.customer import purchases
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.personal.carts.refusals import (
    IDENTITY_NOT_VERIFIED,
    NOT_SOLD_ALONE,
    SIGN_IN_FOR_ADULT_PRODUCT,
    SIGN_IN_TO_BUY_ONCE,
    SOLD_ONCE,
    SOLD_TO_ADULTS,
    SOLD_TO_MEMBERS,
    SOLD_TO_OTHER_MEMBERS,
)
from openmall.commerce.product import shopper_group
from openmall.commerce.product.products import exposure
from openmall.commerce.product.products.shape import Product
from openmall.contract.call import Call
from openmall.contract.errors import Forbidden, Invalid
from openmall.contract.moments import moment
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH

_MEMBERS: Final = frozenset("NM")
_CHOSEN: Final = frozenset("OD")
ADULT_YEARS: Final = 19
"""Age from which products for adults may be bought."""


async def require_buyer(
    call: Call, products: Sequence[Product], *, parameter: str = "product_no"
) -> None:
    """Raise Forbidden (403) or Invalid (422) unless the call's shopper may buy these products.

    `parameter`: which errors name. Reads only what one of the products asks for.
    """
    member_id = "" if call.shopper is None else call.shopper.member_id
    group_no = None
    if member_id and any(_asks_for_group(each) for each in products):
        group = await shopper_group.of_shopper(call)
        group_no = None if group is None else group.group_no
    viewer = exposure.Viewer(group_no)
    for product in products:
        if not exposure.sees(viewer, product):
            raise Invalid(NO_SUCH, parameter=parameter, resource=Phrase("product on sale"))
        _require_chosen(product, member_id, group_no, parameter)
    await _require_adult(call, products, member_id, parameter)
    await _require_first_purchase(call, products, member_id, parameter)


def require_company(products: Sequence[Product], *, parameter: str) -> None:
    """Raise Invalid (422) for an order of nothing but products that are not sold alone."""
    alone = [
        each for each in products if "T" in (each.single_purchase_restriction, each.single_purchase)
    ]
    if alone and len(alone) == len(products):
        raise Invalid(NOT_SOLD_ALONE, parameter=parameter, product=alone[0].product_name)


def _limit(product: Product) -> str:
    return product.buy_limit_type if product.buy_limit_by_product == "T" else "F"


def _asks_for_group(product: Product) -> bool:
    return product.exposure_limit_type == "M" or (
        _limit(product) != "F" and bool(product.buy_group_list)
    )


def _require_chosen(product: Product, member_id: str, group_no: int | None, parameter: str) -> None:
    """Raise Forbidden (403) for a shopper whom the product is not sold to.

    Members alone, of certain groups where the product names some; or chosen ones, by name or group.
    """
    limit = _limit(product)
    if limit == "F":
        return
    if not member_id:
        raise Forbidden(SOLD_TO_MEMBERS, parameter=parameter)
    of_group = group_no in product.buy_group_list
    if limit in _CHOSEN:
        allowed = member_id in product.buy_member_id_list or of_group
    else:
        allowed = not product.buy_group_list or of_group
    if not allowed:
        raise Forbidden(SOLD_TO_OTHER_MEMBERS, parameter=parameter)


async def _require_adult(
    call: Call, products: Sequence[Product], member_id: str, parameter: str
) -> None:
    """Raise Forbidden (403) for products for adults unless the member is known to be one.

    Their identity has been verified (`member_authentication`), and the birthday says their age.
    """
    if not any(each.adult_certification == "T" for each in products):
        return
    if not member_id:
        raise Forbidden(SIGN_IN_FOR_ADULT_PRODUCT, parameter=parameter)
    customer = await customer_store.get(call, member_id)
    if customer.member_authentication != "T":
        raise Forbidden(IDENTITY_NOT_VERIFIED, parameter=parameter)
    person = await customer_store.person(call, member_id)
    if person.birthday is None or not _is_adult(person.birthday, moment(call.clock.now()).date()):
        raise Forbidden(SOLD_TO_ADULTS, parameter=parameter)


def _is_adult(birthday: date, today: date) -> bool:
    years = today.year - birthday.year - ((today.month, today.day) < (birthday.month, birthday.day))
    return years >= ADULT_YEARS


async def _require_first_purchase(
    call: Call, products: Sequence[Product], member_id: str, parameter: str
) -> None:
    """Raise Forbidden (403) for who has ordered a product that is sold to everyone once.

    What was cancelled or returned does not count. Only a member can be known again.
    """
    once = [each for each in products if each.repurchase_restriction == "T"]
    if not once:
        return
    if not member_id:
        raise Forbidden(SIGN_IN_TO_BUY_ONCE, parameter=parameter)
    numbers = sorted({each.product_no for each in once})
    ordered = await purchases.records().ordered_products(call, member_id, numbers)
    for product in once:
        if product.product_no in ordered:
            raise Forbidden(SOLD_ONCE, parameter=parameter, product=product.product_name)
