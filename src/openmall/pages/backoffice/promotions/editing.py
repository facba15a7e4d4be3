"""The form of a promotion: choose its kind, preview its prices, store it."""

from collections.abc import Awaitable, Callable, Container, Mapping, Sequence
from typing import Final, TypeVar

from msgspec import Struct
from starlette.responses import Response

from openmall.access.oauth import secrets
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.contract.call import Call
from openmall.contract.errors import ApiError, Invalid, NotModified
from openmall.contract.json_values import Encodable
from openmall.contract.refusals import MISSING
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors
from openmall.pages.backoffice.addresses import address, shop_parameters
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.promotions import pickers, previews
from openmall.pages.backoffice.promotions.form_fields import (
    FormField,
    Section,
    Values,
    labels,
    read_values,
)
from openmall.pages.backoffice.promotions.previews import PreviewRow, Trial
from openmall.pages.backoffice.promotions.wordings import WORDINGS
from openmall.pages.backoffice.rendering import render_page

P = TypeVar("P", bound=Struct)
A = TypeVar("A")
_ONCE: Final = "once"
MOST_FIELDS: Final = 300


class Editor(Struct, frozen=True, kw_only=True):
    """How one kind of promotion is edited. Sections and trial depend on the typed values."""

    title: str
    lead: str
    sections: Callable[[Values], Sequence[Section]]
    trial: Callable[[Values], Trial]
    """The call of a preview; its validity begins now."""
    store: Callable[[Values, str], Awaitable[str]]
    """Stores the values, and returns the address that follows. The second argument is the key of
    this form: sent twice, it is stored once."""
    fields_of: Mapping[str, str]
    """Parameter of the API -> its field, where the names differ."""
    defaults: Values
    """Values of fields that were not sent; none of boxes, which browsers only send ticked."""
    codes: Mapping[str, Container[str]]
    """The codes of the fields that decide which others there are."""
    number: str = ""
    """The number of what is changed; empty for a new one."""


class _Outcome(Struct, frozen=True, kw_only=True):
    status: int = 200
    message: str = ""
    field: str = ""
    rows: Sequence[PreviewRow] = ()


async def show_form(context: PageContext, editor: Editor, values: Values) -> Response:
    """Show the form with stored values or those of a new promotion."""
    return await _render(context, editor, _with_codes(editor, values), _Outcome())


def _with_codes(editor: Editor, typed: Values) -> dict[str, str]:
    """Return the values with a code of its choices in each field that offers some."""
    values = dict(typed)
    for name, default in editor.defaults.items():
        values.setdefault(name, default)
    for name, codes in editor.codes.items():
        if values.get(name, "") not in codes:
            values[name] = editor.defaults[name]
    for section in editor.sections(values):
        for field in section.fields:
            known = [code for code, _ in field.choices]
            if field.kind == "choice" and known and values.get(field.name, "") not in known:
                values[field.name] = known[0]
    return values


DEEDS: Final = Deeds("find", "fields", "add:*", "drop:*", "preview", "save", without="fields")
"""What the buttons of the form ask for; those of pickers are `pickers.apply_button`'s."""


async def change(context: PageContext, editor: Editor, form: Fields) -> Response:
    """Process a submitted form: show other fields, a preview, or store it and move on.

    Only `save` changes something. Raises NotFound of the operation.
    """
    action = form.deed
    typed = pickers.apply_button(read_values(form), action)
    values = _with_codes(editor, typed)
    unknown = next((name for name in typed if typed[name] and values[name] != typed[name]), "")
    if action == "save" and unknown:
        # never stored as the first choice, which the page shows in its place
        message = context.translate(marked("Choose one of the values."))
        outcome = _Outcome(status=422, message=message, field=unknown)
        return await _render(context, editor, values, outcome)
    try:
        if action == "save":
            key = form.text(_ONCE)
            return redirect(await editor.store(values, key if key.isalnum() else ""))
        if action == "preview":
            rows = await previews.preview(context, editor.trial(values), values)
            return await _render(context, editor, values, _Outcome(rows=rows))
    except NotModified:
        if action == "preview":
            return await _render(context, editor, values, _Outcome())
        path = f"{context.page.path}/{editor.number}"
        return redirect(address(context, path, done="same"))
    except ApiError as error:
        if error.status not in (409, 422):
            raise
        outcome = _refused(context, editor, values, error)
        return await _render(context, editor, values, outcome)
    return await _render(context, editor, values, _Outcome())


def _refused(context: PageContext, editor: Editor, values: Values, error: ApiError) -> _Outcome:
    names = labels(editor.sections(values)) | {
        previews.PRODUCTS: context.translate(marked("Products of the preview")),
        previews.QUANTITY: context.translate(marked("Quantity")),
    }
    field = editor.fields_of.get(error.parameter or "", error.parameter or "")
    while field and field not in names:
        field = field.rpartition(".")[0]
    message = form_errors.error_message(context, error, own=WORDINGS, typed=values.get(field, ""))
    if error.parameter == "Idempotency-Key":
        message = context.translate(
            marked("This form was saved before. Open a new one for something else.")
        )
    return _Outcome(status=error.status, message=message, field=field)


async def _render(
    context: PageContext, editor: Editor, values: Values, outcome: _Outcome
) -> Response:
    sections = editor.sections(values)
    preview_field = FormField(
        name=previews.PRODUCTS,
        label=context.translate(marked("Products of the preview")),
        kind="products",
        hint=context.translate(marked("Up to three; without any, the newest products.")),
    )
    found = await pickers.pickers(
        context, [*sections, Section(title="", fields=[preview_field])], values
    )
    named = labels(sections) | {preview_field.name: preview_field.label}
    alert = outcome.message
    if outcome.field in named:
        alert = f"{named[outcome.field]}: {alert}"
    shop_no = context.shop.shop_no
    return render_page(
        context,
        "promotion_form.html",
        status=outcome.status,
        editor=editor,
        sections=sections,
        values=values,
        pickers=found,
        preview_field=preview_field,
        quantity=previews.QUANTITY,
        rows=outcome.rows,
        problem_field=outcome.field,
        problem=outcome.message,
        alert=alert,
        currency=context.visit.mall.shops[shop_no].currency,
        once=values.get(_ONCE) or secrets.generate(),
        action=address(
            context,
            f"{context.page.path}/{editor.number}" if editor.number else f"{context.page.path}/new",
        ),
        back=address(context, context.page.path),
    )


async def call(
    context: PageContext,
    operation: Callable[[Call, P], Awaitable[A]],
    parameters: Mapping[str, Encodable],
    *,
    key: str = "",
) -> A:
    """Call an operation in the shop of the page, and return its content."""
    sent = {**parameters, **shop_parameters(context)}
    return (await context.call(operation, sent, key=key)).content


def required(values: Values, name: str) -> str:
    """Return a text. Raises Invalid for an empty one."""
    if not values.get(name):
        raise Invalid(MISSING, parameter=name)
    return values[name]
