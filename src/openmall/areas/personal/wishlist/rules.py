"""What a shop owner would recognise: customers wish for products, and who does."""

from collections.abc import Sequence
from typing import Final

from openmall.areas.customer.customers import store as customers
from openmall.areas.customer.customers.takes import CustomerPath
from openmall.areas.personal import goods
from openmall.areas.personal.wishlist import store
from openmall.areas.personal.wishlist.shape import Attached, Wish, Wisher, Written
from openmall.areas.product.products import store as products
from openmall.areas.product.variants import codes
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.params import EntityNo, ShopParams

MOST_WISHES: Final = 500
"""Of a customer in a shop: the list has no pages."""


class WishersOf(ShopParams, frozen=True, kw_only=True):
    """Customers who wish for which product."""

    product_no: EntityNo


async def listing(call: Call, params: CustomerPath) -> Sequence[Wish]:
    """Retrieve a list of products in customer wishlist.

    The newest first. Raises NotFound (404) for who is no customer.
    """
    await customers.require(call, params.member_id)
    kept = await store.of_customer(call, params.member_id)
    found = await goods.of_codes(call, [each.variant_code for each in kept])
    return [
        Wish(
            shop_no=call.shop_no,
            wishlist_no=each.wishlist_no,
            product_no=each.product_no,
            variant_code=each.variant_code,
            additional_option=each.additional_option or None,
            attached_file_option=each.attached_file_option or None,
            price=good.product.price + good.variant.additional_amount,
            product_bundle="F" if good.product.set_product_type is None else "T",
            created_date=each.created_date,
            price_content=good.product.price_content,
        )
        for each in kept
        # a variant that was removed is wished for no more
        if (good := found.get(each.variant_code)) is not None
    ]


async def count(call: Call, params: CustomerPath) -> int:
    """Retrieve a count of products in customer wishlist.

    Raises NotFound (404) for who is no customer.
    """
    return len(await listing(call, params))


async def wishers(call: Call, params: WishersOf) -> Sequence[Wisher]:
    """Retrieve a list of customers with a product in wishlist.

    Raises NotFound (404) for a product that is not there.
    """
    await products.require(call, params.product_no)
    found = await store.wishers(call, params.product_no)
    return [Wisher(shop_no=call.shop_no, member_id=member_id) for member_id in found]


async def count_wishers(call: Call, params: WishersOf) -> int:
    """Retrieve a count of customers with a product in wishlist.

    Raises NotFound (404) for a product that is not there.
    """
    await products.require(call, params.product_no)
    return await store.number_of_wishers(call, params.product_no)


async def add(
    call: Call,
    member_id: str,
    variant_code: str,
    *,
    written: Sequence[Written] = (),
    attached: Sequence[Attached] = (),
) -> int:
    """Put a variant on sale on somebody's wish list and return the number of the wish.

    Raises NotFound (404) for who is no customer, and Invalid (422) for a variant that the shop
    does not show, that is on the list already, or that is one too many.
    """
    # the product before the customer, as whoever sells does
    product_no = codes.product_no(variant_code)
    await products.keep_still(call, [product_no])
    await customers.require(call, member_id, to_change=True)
    good = (await goods.of_codes(call, [variant_code])).get(variant_code)
    if good is None or good.product.display != "T" or good.variant.display != "T":
        raise Invalid("There is no such product.", parameter="variant_code")
    if await store.count(call, member_id) >= MOST_WISHES:
        raise Invalid(f"At most {MOST_WISHES} wishes are kept.", parameter="variant_code")
    number = await store.add(
        call,
        member_id,
        product_no=product_no,
        variant_code=variant_code,
        written=written,
        attached=attached,
    )
    if number is None:
        raise Invalid("It is on the wish list already.", parameter="variant_code")
    call.journal(f"wish {number}", {"variant_code": (None, variant_code)})
    return number


async def remove(call: Call, member_id: str, wishlist_no: int) -> None:
    """Take something off somebody's wish list. Raises NotFound (404)."""
    if not await store.remove(call, member_id, wishlist_no):
        raise NotFound("The wish does not exist.", parameter="wishlist_no")
    call.journal(f"wish {wishlist_no}", {"deleted": (False, True)})
