"""What brands ask of the rows of products: to find those of a brand, and to put them in another."""

from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, select, update

from openmall.areas.product.products.shape import Product
from openmall.areas.product.products.store import PRODUCT, WHOLE, whole
from openmall.contract.call import Call
from openmall.contract.moments import seconds
from openmall.database.statements import Statement

_BRANDED: Final = (
    PRODUCT.c.mall_id == bindparam("mall_id"),
    PRODUCT.c.brand_code == bindparam("brand"),
)
_OF_BRAND: Final = Statement(
    select(*WHOLE)
    .where(*_BRANDED)
    .order_by(PRODUCT.c.product_no, PRODUCT.c.shop_no)
    .with_for_update()
)
_CHANGE_BRAND: Final = Statement(
    update(PRODUCT)
    .where(*_BRANDED)
    .values(brand_code=bindparam("brand_code"), updated_date=bindparam("updated_date"))
)


async def of_brand(call: Call, brand_code: str) -> list[Product]:
    """Return the products of a brand in every language, without their categories, to be changed."""
    return [whole(row, [])[0] for row in await call.db.all(_OF_BRAND, brand=brand_code)]


async def change_brand(call: Call, brand_code: str, instead: str, at: datetime) -> None:
    """Put every product of one brand into another, in every language of the mall."""
    await call.db.run(_CHANGE_BRAND, brand=brand_code, brand_code=instead, updated_date=seconds(at))
