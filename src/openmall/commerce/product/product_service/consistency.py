"""Fields of a file that contradict each other, or what is stored of the product."""

from collections.abc import Mapping
from typing import Any

from openmall.commerce.product.availability import require_limits
from openmall.commerce.product.products.pricing import require_rate
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.variants.store import OptionNames
from openmall.contract.change import merged


def require(
    sent: Mapping[int, Mapping[str, Any]], stored: Mapping[int, tuple[Product, list[OptionNames]]]
) -> None:
    """Raise Invalid (422) for fields of a file that contradict each other or what is stored.

    They are those of the tax rate (`require_rate`) and of the limits of quantities.

    `sent`: shop -> fields; `stored`: shop -> the product there, if it exists.
    """
    for shop_no, values in sent.items():
        before = stored[shop_no][0] if shop_no in stored else Product()
        after = merged(before, dict(values))
        require_rate(after, values.keys())
        require_limits(after, values.keys())
