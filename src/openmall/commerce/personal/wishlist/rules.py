"""Wish lists: the items of a customer, and the customers of a product."""

from collections.abc import Sequence
from typing import Final

from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.takes import CustomerPath
from openmall.commerce.personal import priced_variants
from openmall.commerce.personal.wishlist import store
from openmall.commerce.personal.wishlist.refusals import ALREADY_ON_WISH_LIST, WISH_LIST_FULL
from openmall.commerce.personal.wishlist.shape import Wish, Wisher, WishFile, WishOptionText
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.variants import codes
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.params import EntityNo, ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, NO_SUCH

MOST_WISHES: Final = 500
"""Most wishes of a customer in a shop: the list has no pages."""


class WishlistCustomerQuery(ShopParams, frozen=True, kw_only=True):
    """Selects the customers with a product in their wish list."""

    product_no: EntityNo


async def listing(call: Call, params: CustomerPath) -> Sequence[Wish]:
    """Retrieve a list of products in customer wishlist.

    The newest first. Raises NotFound (404) for who is no customer.
    """
    await customer_store.require(call, params.member_id)
    wishes = await store.of_customer(call, params.member_id)
    found = await priced_variants.of_codes(call, [each.variant_code for each in wishes])
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
        for each in wishes
        # a variant that was removed is wished for no more
        if (good := found.get(each.variant_code)) is not None
    ]


async def count(call: Call, params: CustomerPath) -> int:
    """Retrieve a count of products in customer wishlist.

    Raises NotFound (404) for who is no customer.
    """
    return len(await listing(call, params))


async def wishers(call: Call, params: WishlistCustomerQuery) -> Sequence[Wisher]:
    """Retrieve a list of customers with a product in wishlist.

    Raises NotFound (404) for a product that is not there.
    """
    await product_store.require(call, params.product_no)
    found = await store.wishers(call, params.product_no)
    return [Wisher(shop_no=call.shop_no, member_id=member_id) for member_id in found]


async def count_wishers(call: Call, params: WishlistCustomerQuery) -> int:
    """Retrieve a count of customers with a product in wishlist.

    Raises NotFound (404) for a product that is not there.
    """
    await product_store.require(call, params.product_no)
    return await store.number_of_wishers(call, params.product_no)


async def add(
    call: Call,
    member_id: str,
    variant_code: str,
    *,
    written: Sequence[WishOptionText] = (),
    attached: Sequence[WishFile] = (),
) -> int:
    """Add a variant to a customer's wish list; return the number of the wish.

    Raises NotFound (404) for an unknown customer, and Invalid (422) for a variant that is not on
    display, is on the list already, or exceeds its length.
    """
    # locks the product before the customer, as sales do
    product_no = codes.product_no(variant_code)
    await product_store.keep_still(call, [product_no])
    await customer_store.require(call, member_id, to_change=True)
    good = (await priced_variants.of_codes(call, [variant_code])).get(variant_code)
    if good is None or good.product.display != "T" or good.variant.display != "T":
        raise Invalid(NO_SUCH, parameter="variant_code", resource=Phrase("product"))
    if await store.count(call, member_id) >= MOST_WISHES:
        raise Invalid(WISH_LIST_FULL, parameter="variant_code", most=MOST_WISHES)
    number = await store.add(
        call,
        member_id,
        product_no=product_no,
        variant_code=variant_code,
        written=written,
        attached=attached,
    )
    if number is None:
        raise Invalid(ALREADY_ON_WISH_LIST, parameter="variant_code")
    call.journal(f"wish {number}", {"variant_code": (None, variant_code)})
    return number


async def remove(call: Call, member_id: str, wishlist_no: int) -> None:
    """Remove an item from a customer's wish list. Raises NotFound (404)."""
    if not await store.remove(call, member_id, wishlist_no):
        raise NotFound(DOES_NOT_EXIST, parameter="wishlist_no", resource=Phrase("wish"))
    call.journal(f"wish {wishlist_no}", {"deleted": (False, True)})
