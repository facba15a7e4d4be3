"""How many bundles can be bought.

Bundles have no stock of their own: reservations and sales are of the parts' variants, in the order
of their codes (the locking order of stock), by `commerce/order/fulfilment/order_stock.py`.
"""

from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.refusals import OUT_OF_STOCK
from openmall.commerce.product.stock import bundle_offer_store
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST


async def available(call: Call, product_no: int) -> int | None:
    """Return how many units of a bundle can be bought now; None: any number.

    The least over its parts, counting every variant of a part that can be bought, less
    reservations. Raises NotFound (404) for a product that is no bundle.
    """
    product = await product_store.get(call, product_no)
    if product.set_product_type is None:
        raise NotFound(DOES_NOT_EXIST, parameter="product_no", resource=Phrase("bundle"))
    found = await bundle_offer_store.of_bundles(
        call.db, [product], shop_no=call.shop_no, now=call.clock.now()
    )
    return bundle_offer_store.left(found[product_no])


async def require_left(call: Call, product: Product, *, quantity: int, parameter: str) -> None:
    """Raise Invalid (422), naming `parameter`, for more bundles than their parts suffice for.

    Passes over a product that is no bundle.
    """
    if product.set_product_type is None:
        return
    left = await available(call, product.product_no)
    if left is not None and quantity > left:
        raise Invalid(OUT_OF_STOCK, parameter=parameter)
