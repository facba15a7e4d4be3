"""The shop's additional fields of the checkout as inputs of its form."""

import re
from collections.abc import Sequence
from typing import Final

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.order.placement.checkout.checkout_fields import AskedField
from openmall.contract.json_values import Encodable

_NAME: Final = re.compile(r"info-([0-9]{1,10})(?:-([0-9]{1,10}))?(?:\.[0-9]{1,3})?\Z")
"""Name of an input: the field, the product it is answered for, and the option of a checkbox."""
_FULL_WIDTH: Final = 80
"""Characters of a text of the form's full width."""
_OTHER_INPUTS: Final = {"D": "date", "I": "time"}


def sent_values(form: Fields) -> dict[str, str]:
    """Return what was entered into the additional fields, by the name of the input."""
    return {name: form.text(name).strip() for name in form.names() if _NAME.match(name)}


def answers(values: dict[str, str]) -> list[dict[str, Encodable]]:
    """Return the entered values as the answers of an order."""
    found = []
    for name, value in values.items():
        parts = _NAME.match(name)
        if parts and value:
            answer: dict[str, Encodable] = {"id": int(parts[1]), "value": value}
            if parts[2]:
                answer["product_no"] = int(parts[2])
            found.append(answer)
    return found


def inputs(
    asked: Sequence[AskedField], values: dict[str, str], *, none: str
) -> list[dict[str, Encodable]]:
    """Return the inputs of the additional fields: one of each, or one for each product.

    `none`: what stands for no choice.
    """
    found = []
    for field in asked:
        number, subject = field.orderform_property_id, field.subject
        subjects = [(f"info-{number}", subject)]
        if field.input_scope == "P":
            subjects = [
                (f"info-{number}-{each.product_no}", f"{subject} ({each.product_name})")
                for each in field.products
            ]
        found += [_input(field, name, label, values, none) for name, label in subjects]
    return found


def _input(
    field: AskedField, name: str, label: str, values: dict[str, str], none: str
) -> dict[str, Encodable]:
    kind = field.input_type
    value = values.get(name, "")
    lengths: dict[str, int] = {}
    if kind not in _OTHER_INPUTS:
        lengths["maxlength"] = field.max_input_length or 250
    if kind == "T" and field.field_length:
        lengths["size"] = field.field_length
    if kind == "M" and field.width_percentage:
        lengths["columns"] = max(1, field.width_percentage * _FULL_WIDTH // 100)
    return {
        "kind": kind,
        "type": _OTHER_INPUTS.get(kind, "text"),
        "name": name,
        "label": label,
        "value": value,
        "needed": field.is_required == "T",
        "description": field.description,
        "rows": field.textarea_rows or 4,
        **lengths,
        "choices": [{"code": each, "name": each or none} for each in ("", *field.option_values)],
        "options": [
            {
                "name": f"{name}.{at}" if kind == "C" else name,
                "value": option,
                "chosen": values.get(f"{name}.{at}" if kind == "C" else name) == option,
                "ends_line": _ends_line(at, field.display_lines_desktop),
                "ends_line_on_phones": _ends_line(at, field.display_lines_mobile),
            }
            for at, option in enumerate(field.option_values)
        ],
    }


def _ends_line(at: int, in_a_line: int | None) -> bool:
    """Return whether an option is the last of its line."""
    return in_a_line is not None and (at + 1) % in_a_line == 0
