"""The sale price of a product, as the back office's page of the product shows it. No API has it."""

from datetime import datetime
from decimal import Decimal

from msgspec import Struct

from openmall.commerce.promotion.benefits import store as benefit_store
from openmall.commerce.promotion.benefits.refusals import NO_SALE_PRICE
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.params import EntityNo, ShopParams
from openmall.contract.resource import Resource


class SalePath(ShopParams, frozen=True, kw_only=True):
    product_no: EntityNo


class ProductSale(Struct, frozen=True, kw_only=True):
    """The period sale that takes an amount off one product alone."""

    shop_no: int
    product_no: int
    benefit_no: int
    discount_value: Decimal
    """What it takes off the price of a unit."""
    benefit_start_date: datetime | None
    benefit_end_date: datetime | None


async def retrieve_sale(call: Call, params: SalePath) -> ProductSale:
    """Retrieve the period sale of one product alone, the newest one.

    Raises NotFound (404) without one.
    """
    for each in reversed(await benefit_store.in_use(call.db, call.shop_no)):
        sale = each.period_sale
        if (
            sale is not None
            and each.product_binding_type == "P"
            and sale.product_list == [params.product_no]
            and sale.discount_value_unit == "W"
        ):
            return ProductSale(
                shop_no=call.shop_no,
                product_no=params.product_no,
                benefit_no=each.benefit_no,
                discount_value=sale.discount_value,
                benefit_start_date=each.benefit_start_date,
                benefit_end_date=each.benefit_end_date,
            )
    raise NotFound(NO_SALE_PRICE, parameter="product_no")


OPERATIONS = [
    Resource(ProductSale, area="promotion", key="sale").get(
        "products/{product_no}/sale", retrieve_sale, takes=SalePath
    ),
]
