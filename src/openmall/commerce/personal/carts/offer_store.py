"""What is read to put variants of a product into a cart: all of it in one statement."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from sqlalchemy import ColumnElement, Select, and_, bindparam, select

from openmall.commerce.product import availability, product_variant_store
from openmall.commerce.product.options import option_response
from openmall.commerce.product.product_variant_store import VARIANT
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.products.tables import PRODUCT
from openmall.commerce.product.variants.shape import Options, Variant
from openmall.commerce.store.carts_setting import CartsSetting
from openmall.contract.call import Call
from openmall.contract.crud import joined_settings
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.database.statements import InList, Statement
from openmall.database.values import BoundValue, StoredRow


def _select(*of_variant: ColumnElement[bool]) -> Select[*StoredRow]:
    # nobody deletes the product while it is put into a cart
    return (
        select(
            *product_variant_store.COLUMNS,
            joined_settings.content_of(CartsSetting),
        )
        .select_from(
            PRODUCT.outerjoin(VARIANT, and_(product_variant_store.OF_PRODUCT, *of_variant)),
        )
        .where(
            PRODUCT.c.mall_id == bindparam("mall_id"),
            PRODUCT.c.shop_no == bindparam("shop_no"),
            PRODUCT.c.product_no == bindparam("product_no"),
        )
        .with_for_update(read=True, key_share=True, of=PRODUCT)
    )


_OF_CODES: Final = Statement(_select(InList(VARIANT.c.variant_code, "variant_codes")))
_FIRST_TWO: Final = Statement(_select().order_by(VARIANT.c.variant_code).limit(2))


class Offer(Struct, frozen=True, kw_only=True):
    """A product on sale, with variants of it by their codes."""

    product: Product
    options: Options
    variants: dict[str, Variant]
    reserved: dict[str, int]
    """Units of each variant that are reserved for others now."""


async def find_offer(call: Call, product_no: int, variant_codes: Sequence[str]) -> Offer:
    """Return a product on sale with these variants; without codes with its first two, if any.

    The product is not deleted until this transaction ends. Keeps the cart settings of the shop for
    the rest of the call. Raises Invalid (422) for a product that is not on sale.
    """
    values: dict[str, BoundValue] = {"shop_no": call.shop_no, "product_no": product_no}
    values["now"] = int(call.clock.now())
    if variant_codes:
        rows = await call.db.all(_OF_CODES, variant_codes=list(variant_codes), **values)
    else:
        rows = await call.db.all(_FIRST_TWO, **values)
    if not rows:
        raise no_product()
    joined_settings.keep(call, CartsSetting, rows[0][-1])
    found = product_variant_store.read(call, rows)
    product, names, look, *_ = found[0]
    require_on_sale(call, product)
    return Offer(
        product=product,
        options=option_response.as_options(call, product, names, look),
        variants={each.variant.variant_code: each.variant for each in found if each.variant},
        reserved={each.variant.variant_code: each.reserved for each in found if each.variant},
    )


def require_on_sale(call: Call, product: Product) -> None:
    """Raise Invalid (422) for a product that is not on sale."""
    if not availability.is_for_sale(product, moment(call.clock.now()).date()):
        raise no_product()


def no_product() -> Invalid:
    """Return the error for a product that is not on sale."""
    return Invalid(NO_SUCH, parameter="product_no", resource=Phrase("product on sale"))
