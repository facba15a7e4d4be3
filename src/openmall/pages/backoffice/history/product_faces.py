"""How products and their variants are recognised: by name, picture and the values of options."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from openmall.commerce.product.product_service import rules as product_rules
from openmall.contract.embedded import embedded
from openmall.contract.errors import ApiError
from openmall.contract.json_values import Encodable
from openmall.pages.backoffice.page_context import PageContext

_AT_ONCE: Final = 100


class ProductFace(Struct, frozen=True):
    """How a product is recognised."""

    name: str
    picture: str
    variants: dict[str, str] = {}
    """Code of a variant -> its values, as `Red, Large`."""


async def faces(
    context: PageContext,
    numbers: Iterable[int],
    shop_no: int = 1,
    *,
    with_variants: bool = False,
) -> dict[int, ProductFace]:
    """Return name and picture of products by their numbers, a hundred in a call.

    `with_variants`: what their variants are called, too. Empty where the manager may not view
    products.
    """
    embed = ("variants",) if with_variants else ()
    wanted = sorted(set(numbers))
    found: dict[int, ProductFace] = {}
    for at in range(0, len(wanted), _AT_ONCE):
        parameters: dict[str, Encodable] = {
            "product_no": wanted[at : at + _AT_ONCE],
            "limit": _AT_ONCE,
            "shop_no": shop_no,
        }
        try:
            rows = (await context.call(product_rules.listing, parameters, embed=embed)).content
        except ApiError as error:
            if error.status != 403:
                raise
            return {}
        found |= {
            row.product_no: ProductFace(
                row.product_name,
                row.tiny_image or row.list_image or "",
                {
                    each.variant_code: ", ".join(option.value for option in each.options)
                    for each in (embedded(row.variants) if with_variants else ())
                },
            )
            for row in rows
        }
    return found
