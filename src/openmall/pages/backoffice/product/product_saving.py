"""The one form of a product's page: each panel that was changed in it is saved.

Every button of the form sends all of it, so that nothing that was typed in one panel is lost by a
button of another. An unchanged panel is left alone.

It is saved all or nothing as far as can be known before: the parameters of every changed panel are
checked first, and fields that were changed elsewhere meanwhile are looked for; where one is refused
no panel is saved, and the page shows everything as it was typed. The panels are saved one after the
other, each in a transaction of its own. A rule that depends on what is stored, such as a code that
is in use or a change that waits for approval, may therefore still refuse one panel after others
were saved: the page names its field, and what was saved is no change of the form any more.
Pictures come last.
"""

import hashlib
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from openmall.access.oauth.form_fields import Fields
from openmall.contract.errors import ApiError, NotModified, PreconditionFailed
from openmall.pages.backoffice import shown_values
from openmall.pages.backoffice.page_context import Checked, PageContext
from openmall.pages.backoffice.product import (
    product_pictures,
    product_sale_price,
    product_variants,
)
from openmall.pages.backoffice.refusals import SALE_PRICE_NOT_BELOW

WHOLE: Final = "product"
"""Value of the hidden field `form` of the form with all panels."""
SAVED: Final = "saved"
"""The message after several panels were saved."""
PANELS: Final = {
    "details": r"product_name|custom_product_code|summary_description|display|selling|product_tag"
    r"|price|retail_price|supply_price|tax_rate",
    "sale-price": r"sale_price|sale_from|sale_to",
    "stock": r"(custom_variant_code|display|quantity|additional_amount|use_inventory|selling|image)"
    r"-\d+",
    "options": r"(option|display-type)-\d+|(value|color|picture)-\d+-\d+",
    "pictures": r"alt-\d+|meta_alt",
    "categories": r"in-\d+",
    "search": r"meta_title|meta_description|search_engine_exposure",
    "collections": r"[a-z]+_code",
    "description": r"",
    "languages": r"t-.+",
}
"""Panel, in the order in which they are saved -> its fields whose shown values are sent along."""
_BUTTONS: Final = {
    "options": re.compile(r"remove-value|remove-option|remove-all"),
    "pictures": re.compile(r"order|move|drop-\d+"),
}
"""Panel -> fields and buttons that say by having a value that something is to be changed."""
_NEW_VALUES: Final = re.compile(r"new-\d+|option-\d+")
_BOXES: Final = ("display-", "use_inventory-", "selling-", "in-", "search_engine_exposure")
Conflicts = Callable[
    [PageContext, Fields, list[str], str, dict[str, str]],
    Awaitable[dict[str, PreconditionFailed]],
]
Handler = Callable[[PageContext, Fields, str, dict[str, str]], Awaitable[None]]


class Saved(Struct, frozen=True):
    """The outcome of a form: the panels that were saved, and the first one that was refused."""

    panels: list[str]
    """Once for each picture, of the panel that adds them."""
    refused: str = ""
    error: ApiError | None = None


def panel_of(field: str) -> str:
    """Return the panel with a field; `details` for a field of none."""
    if _NEW_VALUES.fullmatch(field):
        return "options"
    named = (each for each, fields in PANELS.items() if re.fullmatch(fields, field))
    return field if field in PANELS else next(named, "details")


def fingerprint(text: str) -> str:
    """Return what a shown text is compared by, however a browser sends its line breaks."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
    return hashlib.sha256(lines.encode("utf-8", "surrogatepass")).hexdigest()


def is_touched(panel: str, form: Fields) -> bool:
    """Return whether something was changed in a panel of the form."""
    names = form.names()
    asked = _BUTTONS.get(panel)
    if asked and any(asked.fullmatch(name) and form.text(name) for name in names):
        return True
    if panel == "stock" and product_variants.fills_rows(form):
        return True
    if panel == "description":
        shown_text = form.text(shown_values.PREFIX + panel)
        typed_text = fingerprint(form.text(panel))
        return panel in names and shown_text not in ("", typed_text)
    shown = {name for name in names if name.startswith(shown_values.PREFIX)}
    if panel == "options" and any(
        form.text(name).strip()
        for name in names
        if _NEW_VALUES.fullmatch(name) and shown_values.PREFIX + name not in shown
    ):
        return True
    fields = re.compile(PANELS[panel])
    for was in shown:
        name = was.removeprefix(shown_values.PREFIX)
        if fields.fullmatch(name) and _differs(form, name, was):
            return True
    return False


def _differs(form: Fields, name: str, was: str) -> bool:
    typed, shown = form.text(name), form.text(was)
    if name.startswith(_BOXES):
        return (typed or "F") != shown
    return typed.replace("\r\n", "\n") != shown.replace("\r\n", "\n")


async def save(
    context: PageContext,
    form: Fields,
    files: Mapping[str, list[bytes]],
    product_no: str,
    shop: dict[str, str],
    *,
    handlers: Mapping[str, Handler],
    conflicts: Conflicts,
) -> Saved:
    """Save every panel that was changed, and add the pictures that were chosen.

    No panel is saved where a field of one is refused: a product would be on sale without the stock
    that was typed beside it. Pictures are added all the same, since no page can show a chosen file
    again. A panel with a field that was changed elsewhere too since the page was opened is refused.
    """
    touched = [panel for panel in PANELS if is_touched(panel, form)]
    # before the first panel is saved: what one saves is no conflict of the next
    conflicting = await conflicts(context, form, touched, product_no, shop) if touched else {}
    saved: list[str] = []
    refused, first = "", None
    # the sale price that the form shows stays what buyers pay, whatever the new price is
    if product_sale_price.is_to_stay(context, form):
        if "sale-price" not in touched:
            touched = [panel for panel in PANELS if panel in (*touched, "sale-price")]
        try:
            product_sale_price.require_below(form)
        except ApiError as error:
            # with the new price alone, the sale price would be another than the form shows
            touched = [panel for panel in touched if panel not in ("details", "sale-price")]
            refused, first = "sale-price", error
    checking = replace(context, checks_only=True)
    for panel in touched if first is None else ():
        try:
            if panel in conflicting:
                raise conflicting[panel]
            await handlers[panel](checking, form, product_no, shop)
        except (Checked, NotModified):
            continue
        except ApiError as error:
            # compared with the new price above, which is not stored yet
            if error.reason.refusal is SALE_PRICE_NOT_BELOW and "details" in touched:
                continue
            refused, first = panel, error
            break
    for panel in touched if first is None else ():
        try:
            await handlers[panel](context, form, product_no, shop)
            saved.append(panel)
        except NotModified:
            continue
        except ApiError as error:
            refused, first = (refused, first) if first else (panel, error)
    added = files.get(product_pictures.ADDED, [])
    if not added and form.deed == "add-picture":
        added = [b""]  # the button without a file is refused
    for each in added:
        try:
            await product_pictures.add(context, each, product_no, shop)
            saved.append("add-picture")
        except ApiError as error:
            refused, first = (refused, first) if first else ("add-picture", error)
    return Saved(saved, refused, first)
