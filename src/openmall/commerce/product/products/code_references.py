"""Checks the codes a product refers to: brand, manufacturer, trend, classification, supplier.

Codes a product already has stay valid, even where an older store does not have them.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from openmall.commerce.collection.code_lookup import CodeLookup
from openmall.commerce.collection.tables import DEFAULTS, TABLES
from openmall.commerce.product.products.shape import Product
from openmall.commerce.supply.tables import OWN_SUPPLY, SUPPLIER
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.refusal import Phrase, Reason
from openmall.contract.refusals import NO_SUCH

_NOUNS: Final = {
    "brand_code": Phrase("brand"),
    "manufacturer_code": Phrase("manufacturer"),
    "trend_code": Phrase("trend"),
    "classification_code": Phrase("classification"),
    "supplier_code": Phrase("supplier"),
}
_KNOWN: Final = CodeLookup(
    {**TABLES, "supplier_code": SUPPLIER}, {**DEFAULTS, "supplier_code": OWN_SUPPLY}
)

Unknown = Mapping[str, set[str]]
"""Parameter -> codes that were sent and do not exist."""


async def unknown(call: Call, drafts: Iterable[Mapping[str, Any]]) -> Unknown:
    """Return the codes in `drafts`, fields of products, that the mall does not have.

    To be called before products are locked: deleting a brand locks the brand first, then its
    products.
    """
    codes: dict[str, set[str]] = {}
    for values in drafts:
        for name in _NOUNS:
            if name in values:
                codes.setdefault(name, set()).add(values[name])
    return await _KNOWN.unknown(call, codes) if codes else {}


def first_refusal(
    missing: Unknown, drafts: Iterable[Mapping[str, Any]], before: Iterable[Product] = ()
) -> tuple[str, Reason] | None:
    """Return parameter and reason of the first code that is `missing` and not the product's own."""
    if not missing:
        return None
    products = list(before)
    for values in drafts:
        for name, codes in missing.items():
            if values.get(name) in codes and not any(
                getattr(each, name) == values[name] for each in products
            ):
                return name, Reason(NO_SUCH, {"resource": _NOUNS[name]})
    return None


def require(missing: Unknown, draft: Mapping[str, Any], before: Iterable[Product] = ()) -> None:
    """Raise Invalid (422), naming the parameter, for a code that is `missing`."""
    refusal = first_refusal(missing, [draft], before)
    if refusal is not None:
        raise Invalid(refusal[1], parameter=refusal[0])
