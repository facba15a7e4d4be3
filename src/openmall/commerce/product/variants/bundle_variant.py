"""The variant that is bought of a bundle.

A bundle has no row of a variant: its stock is that of its parts, whose variants its buyer chooses.
Carts, orders and wish lists name it by this one.
"""

from decimal import Decimal
from typing import Final

from msgspec import UNSET, UnsetType

from openmall.commerce.product.variants.shape import ControlType, Variant
from openmall.contract.money import ZERO
from openmall.contract.params import Flag

OPTION_ID: Final = "000A"
"""The end of its code, as of the first variant of every product."""


def code_of(product_code: str) -> str:
    """Return the code of the variant of a bundle."""
    return f"{product_code}{OPTION_ID}"


def variant_of(
    shop_no: int,
    product_code: str,
    *,
    left: int | None = None,
    additional_amount: Decimal = ZERO,
    inventory_control_type: ControlType = "B",
    sold_out: Flag | UnsetType = UNSET,
) -> Variant:
    """Return the variant of a bundle.

    `left`: how many can be bought; None: any number, or not asked yet. `additional_amount`: of the
    variants that were chosen of its parts, for one bundle.
    """
    return Variant(
        shop_no=shop_no,
        variant_code=code_of(product_code),
        additional_amount=additional_amount,
        use_inventory="F" if left is None else "T",
        quantity=left or 0,
        inventory_control_type=inventory_control_type,
        sold_out=sold_out,
    )
