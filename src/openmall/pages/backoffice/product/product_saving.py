"""The one form of a product's page: each panel that was changed in it is saved.

Every button of the form sends all of it, so that nothing that was typed in one panel is lost by a
button of another. An unchanged panel is left alone.

It is saved all or nothing: all panels in one transaction, in which fields that were changed
elsewhere meanwhile are looked for first. Where one is refused nothing is saved, and the page shows
everything as it was typed. Pictures are checked before and added behind the transaction, which does
not wait for them to be rendered. Of a manager whose changes may wait for approval each panel is
saved or proposed by itself, once all of them have been tried.
"""

import hashlib
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from msgspec import Struct

from openmall.access.oauth.form_fields import Fields
from openmall.contract.approval import WaitsForApproval
from openmall.contract.errors import ApiError, NotModified, PreconditionFailed
from openmall.pages.backoffice import bulk_actions, form_transaction, shown_values
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.product import (
    product_pictures,
    product_sale_price,
    product_variants,
)

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
    "pictures": r"alt-\d+|meta_alt",
    "categories": r"in-\d+",
    "search": r"meta_title|meta_description|search_engine_exposure",
    "collections": r"[a-z]+_code",
    "description": r"",
    # before the options, whose translations have the places of those that the page showed
    "languages": r"t-.+",
    "options": r"(option|display-type)-\d+|(value|color|picture)-\d+-\d+",
}
"""Panel, in the order in which they are saved -> its fields whose shown values are sent along."""
_BUTTONS: Final = {
    "options": re.compile(r"remove-value|remove-option"),
    "pictures": re.compile(r"order|move|drop-\d+"),
}
"""Panel -> fields and buttons that say by having a value that something is to be changed."""
ADDS: Final = "add-picture"
"""The panel that adds pictures."""
_NEW_VALUES: Final = re.compile(r"new-\d+|option-\d+")
_BOXES: Final = ("display-", "use_inventory-", "selling-", "in-", "search_engine_exposure")
Conflicts = Callable[
    [PageContext, Fields, list[str], str, dict[str, str]],
    Awaitable[dict[str, PreconditionFailed]],
]
Handler = Callable[[PageContext, Fields, str, dict[str, str]], Awaitable[None]]


class _Refused(Exception):
    """A panel was refused, which takes back what was saved of the others."""

    def __init__(self, panel: str, error: ApiError) -> None:
        super().__init__(panel)
        self.panel = panel
        self.error = error


class Saved(Struct, frozen=True):
    """The outcome of a form: the panels that were saved, and the first one that was refused."""

    panels: list[str]
    """Once for each picture, of the panel that adds them."""
    refused: str = ""
    error: ApiError | None = None


def panel_of(field: str) -> str:
    """Return the panel with a field; `details` for a field of none."""
    if field == product_pictures.ADDED:
        return ADDS
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
    """Save every panel that was changed, and add the pictures that were chosen; else nothing.

    A panel with a field that was changed elsewhere too since the page was opened is refused.
    """
    touched = [panel for panel in PANELS if is_touched(panel, form)]
    # the sale price that the form shows stays what buyers pay, whatever the new price is
    if product_sale_price.is_to_stay(context, form):
        touched = [panel for panel in PANELS if panel in (*touched, "sale-price")]
    pictures = files.get(product_pictures.ADDED, [])
    if not pictures and form.deed == "add-picture":
        pictures = [b""]  # the button without a file is refused
    several = bool(touched) or len(pictures) > 1
    waiting: list[tuple[str, WaitsForApproval]] = []

    async def write(here: PageContext) -> list[str]:
        # before the first panel is saved: what one saves is no conflict of the next
        conflicting = await conflicts(here, form, touched, product_no, shop) if touched else {}
        saved = []
        for panel in touched:
            try:
                if panel in conflicting:
                    raise conflicting[panel]
                await handlers[panel](here, form, product_no, shop)
                saved.append(panel)
            except NotModified:
                continue
            except WaitsForApproval as proposed:
                waiting.append((panel, proposed))
            except ApiError as error:
                raise _Refused(panel, error) from None
        if several and pictures:
            try:
                await product_pictures.require_room(here, len(pictures), product_no, shop)
            except ApiError as error:
                raise _Refused(ADDS, error) from None
        return saved

    saved: list[str] = []
    try:
        if several:
            try:
                await product_pictures.require_pictures(context, pictures)
            except ApiError as error:
                raise _Refused(ADDS, error) from None
            saved = await form_transaction.execute(context, write)
        for each in pictures:
            try:
                await product_pictures.add(context, each, product_no, shop)
                saved.append(ADDS)
            except WaitsForApproval as proposed:
                waiting.append((ADDS, proposed))
            except ApiError as error:
                raise _Refused(ADDS, error) from None
        if waiting:
            # one decision on all that was typed, where the calls can be carried out together
            first, proposal = waiting[0]
            combined = await bulk_actions.combine(context, [waits for _, waits in waiting])
            raise _Refused(first, combined or proposal)
    except _Refused as refused:
        return Saved(saved, refused.panel, refused.error)
    return Saved(saved)
