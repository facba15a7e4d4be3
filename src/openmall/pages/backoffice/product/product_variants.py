"""The panel of a product's variants on its page: their codes, stock, amounts and pictures."""

from typing import Final

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.product.variant_service import admin as variant_admin
from openmall.commerce.product.variant_service import office as variant_office
from openmall.contract.errors import ApiError, NotModified
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.product import products
from openmall.pages.backoffice.product.counted_quantities import counted

VARIANTS_PER_PAGE: Final = 50
"""Variants shown at once."""
FILLED: Final = ("quantity", "additional_amount", "use_inventory", "display", "selling")
"""Fields that one row of the grid sets for the ticked variants: `all-quantity` and so on.

An empty one leaves the variants alone. The script of the page writes the values into the rows
before the form is sent; without it they are set when the form is saved.
"""


def fills_rows(form: Fields) -> bool:
    """Return whether values are to be set for ticked variants."""
    return any(form.text(f"all-{name}").strip() for name in FILLED) and any(
        form.text(f"row-{row}") for row in range(VARIANTS_PER_PAGE)
    )


async def save(context: PageContext, form: Fields, product_no: str, shop: dict[str, str]) -> None:
    """Send only the changed rows, so that sales made meanwhile are not overwritten.

    Stops at the first error, whose parameter names the field of its row.
    """
    changed = False
    rows = {
        row: {
            name: value
            for name, value in _variant_fields(form, row).items()
            if value != form.text(f"was-{name}-{row}")
        }
        for row in range(VARIANTS_PER_PAGE)
        if form.text(f"code-{row}")
    }
    changing = sum(bool(parameters) for parameters in rows.values())
    for row, parameters in rows.items():
        if "quantity" in parameters:
            field = _field(form, "quantity", row)
            parameters["quantity"] = counted(parameters["quantity"], field)
    for row, parameters in rows.items():
        code = form.text(f"code-{row}")
        if not parameters:
            continue
        try:
            image = parameters.pop("image", None)
            if image is not None:
                await context.call(
                    variant_office.change_picture,
                    {"image": image, **shop, "product_no": product_no, "variant_code": code},
                )
                changed = True
            if not parameters:
                continue
            with context.changing(changing):
                await context.call(
                    variant_admin.change_one_variant,
                    {**parameters, **shop, "product_no": product_no, "variant_code": code},
                )
        except NotModified:
            continue
        except ApiError as error:
            error.parameter = _field(form, error.parameter or "", row)
            raise
        changed = True
    if not changed:
        raise NotModified()


def _field(form: Fields, name: str, row: int) -> str:
    """Return the field of the form that says what a variant's row gets."""
    for_all = f"all-{name}"
    if name in FILLED and form.text(f"row-{row}") and form.text(for_all).strip():
        return for_all
    return f"{name}-{row}"


def _variant_fields(form: Fields, row: int) -> dict[str, str]:
    def typed(name: str) -> str:
        return form.text(_field(form, name, row)).strip()

    return {
        "custom_variant_code": typed("custom_variant_code"),
        "display": typed("display") or "F",
        "quantity": typed("quantity"),
        "additional_amount": products.typed_amount(form, _field(form, "additional_amount", row)),
        "use_inventory": typed("use_inventory") or "F",
        "selling": typed("selling") or "F",
        "image": form.text(f"image-{row}"),
    }
