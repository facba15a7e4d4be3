"""The sale price of a product, as the back office's page of the product shows it. No API has it."""

from msgspec import Struct

from openmall.commerce.promotion.benefits import sale_prices
from openmall.commerce.promotion.benefits import store as benefit_store
from openmall.commerce.promotion.benefits.refusals import NO_SALE_PRICE
from openmall.commerce.promotion.benefits.shape import Benefit
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.params import EntityNo, ShopParams
from openmall.contract.resource import Resource


class SalePath(ShopParams, frozen=True, kw_only=True):
    product_no: EntityNo


class ProductSale(Struct, frozen=True, kw_only=True):
    """The period sale of one product alone."""

    shop_no: int
    product_no: int
    benefit: Benefit


async def retrieve_sale(call: Call, params: SalePath) -> ProductSale:
    """Retrieve the period sale of one product alone, the newest one.

    Raises NotFound (404) without one.
    """
    found = sale_prices.of_products(await benefit_store.in_use(call.db, call.shop_no))
    benefit = found.get(params.product_no)
    if benefit is None:
        raise NotFound(NO_SALE_PRICE, parameter="product_no")
    return ProductSale(shop_no=call.shop_no, product_no=params.product_no, benefit=benefit)


OPERATIONS = [
    Resource(ProductSale, area="promotion", key="sale").get(
        "products/{product_no}/sale", retrieve_sale, takes=SalePath
    ),
]
