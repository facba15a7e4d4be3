"""To what a product may say it belongs: brand, maker, trend, classification, supplier of its mall.

Codes a product has already stay as they are, even where an older store knows nothing of them.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from openmall.areas.collection.known import Known
from openmall.areas.collection.tables import DEFAULTS, TABLES
from openmall.areas.product.products.shape import Product
from openmall.areas.supply.tables import OWN_SUPPLY, SUPPLIER
from openmall.contract.call import Call
from openmall.contract.errors import Invalid

_NOUNS: Final = {
    "brand_code": "brand",
    "manufacturer_code": "manufacturer",
    "trend_code": "trend",
    "classification_code": "classification",
    "supplier_code": "supplier",
}
_KNOWN: Final = Known(
    {**TABLES, "supplier_code": SUPPLIER}, {**DEFAULTS, "supplier_code": OWN_SUPPLY}
)

Unknown = Mapping[str, set[str]]
"""Parameter -> codes that were named and do not exist."""


async def unknown(call: Call, said: Iterable[Mapping[str, Any]]) -> Unknown:
    """Return which codes named in `said`, fields of products, the mall does not have.

    To be asked before products are locked: who deletes a brand locks it, and then its products.
    """
    wanted: dict[str, set[str]] = {}
    for values in said:
        for name in _NOUNS:
            if name in values:
                wanted.setdefault(name, set()).add(values[name])
    return await _KNOWN.unknown(call, wanted) if wanted else {}


def wrong(
    missing: Unknown, said: Iterable[Mapping[str, Any]], before: Iterable[Product] = ()
) -> tuple[str, str] | None:
    """Return parameter and reason of a code that is `missing` and not the product's `before`."""
    if not missing:
        return None
    products = list(before)
    for values in said:
        for name, codes in missing.items():
            if values.get(name) in codes and not any(
                getattr(each, name) == values[name] for each in products
            ):
                return name, f"There is no such {_NOUNS[name]}."
    return None


def require(missing: Unknown, said: Mapping[str, Any], before: Iterable[Product] = ()) -> None:
    """Raise Invalid (422) that names the parameter with a code that is `missing`."""
    refusal = wrong(missing, [said], before)
    if refusal is not None:
        raise Invalid(refusal[1], parameter=refusal[0])
