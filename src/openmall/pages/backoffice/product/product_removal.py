"""The question before an option or a value is removed whose variants have stock."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.product.variant_service import admin as variant_admin
from openmall.commerce.product.variants.shape import Variant
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.product import product_options
from openmall.pages.backoffice.product.product_options import ShownOption

CONFIRMED: Final = "removal-confirmed"
"""Hidden field of the question: what was asked, with the stock at that moment."""
_BUTTONS: Final = ("remove-value", "remove-option")


class Question(Struct, frozen=True, kw_only=True):
    """A removal that takes stock away."""

    button: str
    """Name of the pressed button."""
    field: str
    """Its value: the place of the option, or of the value in it."""
    name: str
    """The option or value that is to be removed."""
    end: int
    """Variants that end."""
    units: int
    """Units in stock of those."""

    @property
    def confirmed(self) -> str:
        """The value of the hidden field that confirms it."""
        return f"{self.button} {self.field} {self.end} {self.units} {self.name}"


async def question(
    context: PageContext, form: Fields, product_no: str, shop: dict[str, str]
) -> Question | None:
    """Return what is to be asked before a form is saved; None: nothing, or it was confirmed.

    It is asked again where the stock has changed since.
    """
    button = next((each for each in _BUTTONS if form.text(each)), "")
    if not button:
        return None
    named = {**shop, "product_no": product_no}
    options = await product_options.fetch(context, product_no, shop)
    variants = (await context.call(variant_admin.list_variants, named)).content
    field = form.text(button)
    if button == "remove-value":
        asked = _of_value(form, field, variants)
    else:
        asked = _of_option(form, field, options, variants)
    return asked if asked.units and form.text(CONFIRMED) != asked.confirmed else None


def _of_value(form: Fields, field: str, variants: Sequence[Variant]) -> Question:
    option = form.text(f"was-option-{field.partition('-')[0]}")
    value = form.text(f"was-value-{field}")
    ending = [
        each
        for each in variants
        if any((it.name, it.value) == (option, value) for it in each.options or ())
    ]
    units = sum(max(0, each.quantity or 0) for each in ending)
    return Question(button="remove-value", field=field, name=value, end=len(ending), units=units)


def _of_option(
    form: Fields, field: str, options: list[ShownOption], variants: Sequence[Variant]
) -> Question:
    name = form.text(f"was-option-{field}")
    removed = [each for each in options if each.name == name]
    found = product_options.removals(removed, variants)
    end, units = (found[0].end, found[0].units) if found else (0, 0)
    return Question(button="remove-option", field=field, name=name, end=end, units=units)
