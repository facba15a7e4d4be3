"""The parts of a bundle on its pages: what it consists of, and a list of variants for each."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from openmall.access.oauth.form_fields import Fields
from openmall.contract.json_values import Encodable

FIELD: Final = "part"
"""The field of each list; a form has one for each part with several variants."""


def of_product(product: Mapping[str, Any], chosen: Sequence[str]) -> list[dict[str, Any]]:
    """Return the parts of a bundle for `snippet/parts.html`; none of another product.

    `chosen`: variants that were chosen. A surcharge is shown as of one bundle.
    """
    return [
        {
            "name": part["product_name"],
            "quantity": part["purchase_quantity"],
            "variants": [
                {
                    "code": each["variants_code"],
                    "name": each["option_value"],
                    "price": _surcharge(each["additional_amount"], part["purchase_quantity"]),
                    "sold_out": each["sold_out"] == "T",
                    "chosen": each["variants_code"] in chosen,
                }
                for each in part["variants"]
            ],
        }
        for part in product.get("bundle_product_components") or []
    ]


def _surcharge(amount: str, quantity: int) -> str:
    total = Decimal(amount) * quantity
    return str(total) if total else ""


def chosen_in(form: Fields) -> list[str]:
    """Return the variants that a form chose of the parts."""
    return [code for code in form.texts(FIELD) if code]


def as_sent(chosen: Sequence[str]) -> list[Encodable]:
    """Return variants of parts as a cart or a subscription takes them."""
    return [{"variants_code": code} for code in chosen]
