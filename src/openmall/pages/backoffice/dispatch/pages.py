"""The page on which orders are packed and shipped, and its documents."""

from collections.abc import Sequence
from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.order import order_service
from openmall.commerce.order.fulfilment.packing_words import packing_words
from openmall.commerce.order.order_view import rules as order_view
from openmall.commerce.order.order_view.shape import Order
from openmall.contract.errors import ApiError, Invalid, NotFound
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.contract.worker_threads import DOCUMENTS
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import bulk_actions, form_errors, list_queries, sent_once, uploads
from openmall.pages.backoffice.addresses import shop_parameters
from openmall.pages.backoffice.dispatch import (
    carrier_choices,
    documents,
    selections,
    tracking_numbers,
)
from openmall.pages.backoffice.dispatch.parcels import (
    missing_letters,
    packed_items,
    parcels_of,
    sender_of,
)
from openmall.pages.backoffice.dispatch.tracking_numbers import MOST_CHARACTERS, MOST_ROWS
from openmall.pages.backoffice.dispatch.waiting_orders import SENDABLE, TO_SHIP
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.list_queries import ROWS
from openmall.pages.backoffice.order_labels import NUMBER, badge_kind
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.refusals import (
    FILE_IS_NO_TEXT,
    NO_TRACKING_ROWS,
    NOTHING_TO_SHIP,
    TOO_MANY_TRACKING_ROWS,
)
from openmall.pages.backoffice.rendering import not_found_page, render_page

_NAMES: Final = ("shop_no", "state", "select", "orders")
_STATES: Final = {
    "": TO_SHIP,
    "paid": ("N10",),
    "prepared": ("N20", "N21"),
    "held": ("N22",),
}
"""Choice of the filter -> states of the items."""
_DOCUMENTS: Final = ("slips", "labels")
_MESSAGES: Final = {
    "prepare": marked("The selected orders are being prepared."),
    "ship": marked("All orders of the list were shipped."),
    "first": marked("A page has up to 30 orders: the first ones of your selection are listed."),
}
_NONE: Final = marked("No orders selected.")
_UNTYPED: Final = marked("No tracking number was entered.")
_TRACKING: Final = "tracking-"
"""Beginning of the field beside an order; its number follows."""
_MOST_BYTES: Final = 512 * 1024


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/dispatch`: list the orders that are to be shipped, newest first."""
    return await _page(context)


async def _page(
    context: PageContext,
    *,
    form_state: FormState = NO_ERROR,
    prepared: Sequence[bulk_actions.Outcome] = (),
    shipped: Sequence[tracking_numbers.Outcome] = (),
    in_table: Fields | None = None,
    told: str = "",
    status: int = 200,
) -> Response:
    """Show the page. `in_table`: the form of the table, whose fields stay as they were typed.

    `told`: what is said of a button of the table that was pressed.
    """
    query = list_queries.read_list_query(context, _NAMES)
    selection = selections.NONE
    found: Sequence[Order] = ()
    try:
        asked: dict[str, Encodable] = {
            **query.parameters(("shop_no",)),
            **query.paging,
            "order_status": list(_STATES.get(query.fields["state"], _STATES[""])),
        }
        numbers = selections.numbers_of(query)
        if numbers:
            asked["order_id"] = [each for each in numbers if NUMBER.fullmatch(each)]
        # an empty list of numbers would find every order
        if not numbers or asked["order_id"]:
            found = (
                await context.call(order_view.listing, asked, embed=("items", "receivers"))
            ).content
        selection = await selections.read(context, query, found)
    except ApiError as error:
        form_state = form_errors.rejected_form(context, "search", context.visit.query, error)
        status = error.status
    failed = [each for each in shipped if each.message]
    sent = {each.row.order_id for each in shipped if not each.message}
    told_of = {each.row.order_id for each in shipped}
    listed = {each.order_id for each in found[:ROWS]}
    is_all = query.fields["select"] == "all" and in_table is None
    # beside its order again, or in the list of rows where that is listed no more
    typed = {number: text for number, text in _typed(in_table).items() if number not in sent}
    left = [(number, text, "") for number, text in typed.items() if number not in listed | told_of]
    if in_table is None:
        left = [(each.row.order_id, each.row.tracking_no, each.row.carrier) for each in failed]
    return render_page(
        context,
        "dispatch.html",
        status=status,
        kept=bool(shipped or told),
        messages=_MESSAGES,
        query=query,
        form_state=form_state,
        orders=found[:ROWS],
        packed={each.order_id: packed_items(each) for each in found[:ROWS]},
        sendable=SENDABLE,
        missing=await missing_letters(found[:ROWS]),
        selected=is_all,
        ticked=listed
        if is_all
        else ()
        if in_table is None
        else bulk_actions.selected_rows(in_table),
        selection=selection,
        page_links=query.page_links(found),
        badge_kind=badge_kind,
        carriers=(await carrier_choices.offered(context)).pairs,
        prepared=prepared,
        shipped=shipped,
        failed=failed,
        left="\n".join("\t".join(each).strip() for each in left),
        beside=typed,
        carrier_beside="" if in_table is None else in_table.text("carrier_beside"),
        action=query.address(),
        **({"done": context.translate(told)} if told else {}),
    )


def _typed(form: Fields | None) -> dict[str, str]:
    """Return the tracking numbers that were typed beside orders, by the number of the order."""
    if form is None:
        return {}
    return {
        name.removeprefix(_TRACKING): number
        for name in form.names()
        if name.startswith(_TRACKING) and (number := form.text(name).strip())
    }


async def _refused(context: PageContext, form: Fields, message: str) -> Response:
    """Show the page with the fields of its table as typed, and why nothing was done."""
    state = FormState(message=context.translate(message))
    return await _page(context, form_state=state, in_table=form, status=422)


_DEEDS: Final = Deeds(*_DOCUMENTS, "prepare", "ship", "ship-typed")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/dispatch`: print, prepare, or ship with the numbers of a list."""
    file = b""
    if uploads.is_upload(context.visit.request):
        form, file = await uploads.read_form(
            context, deeds=_DEEDS, longest=4 * MOST_CHARACTERS, max_bytes=_MOST_BYTES
        )
    else:
        form = await context.form(deeds=_DEEDS, longest=4 * MOST_CHARACTERS)
    action = form.deed
    if action == "ship":
        return await _ship(context, form, file)
    if action == "ship-typed":
        return await _ship_typed(context, form)
    numbers = [each for each in bulk_actions.selected_rows(form) if NUMBER.fullmatch(each)]
    if not numbers:
        return await _refused(context, form, _NONE)
    if action in _DOCUMENTS:
        try:
            return await _document(context, action, numbers)
        except NotFound as error:
            return await _refused(context, form, form_errors.error_message(context, error))
    outcomes = await bulk_actions.run_each(
        context,
        numbers,
        lambda number: sent_once.call(
            context,
            form,
            order_service.process,
            {"process_status": "prepare", **shop_parameters(context), "order_id": number},
            action=f"prepare-{number}",
        ),
    )
    if outcomes:
        return await _page(context, prepared=outcomes, in_table=form, status=422)
    if _typed(form):
        # shown, not redirected to: an address has no place for what was typed
        return await _page(context, in_table=form, told=_MESSAGES["prepare"])
    query = list_queries.read_list_query(context, _NAMES)
    return redirect(query.address(done="prepare"))


async def _ship(context: PageContext, form: Fields, file: bytes) -> Response:
    text = form.text("rows")
    try:
        if file:
            text = _decoded(file)
        rows = tracking_numbers.read_rows(text)
        if not rows:
            raise Invalid(NO_TRACKING_ROWS, parameter="rows")
        if len(rows) > MOST_ROWS:
            raise Invalid(TOO_MANY_TRACKING_ROWS, parameter="rows", most=MOST_ROWS)
    except Invalid as error:
        form_state = form_errors.rejected_form(context, "ship", form, error)
        return await _page(context, form_state=form_state, status=422)
    return await _shipped(context, rows, form.text("carrier"), in_table=None)


async def _ship_typed(context: PageContext, form: Fields) -> Response:
    """Ship the orders beside which a tracking number was typed."""
    rows = [
        tracking_numbers.Row(line=line, order_id=order_id, tracking_no=number, carrier="")
        for line, (order_id, number) in enumerate(_typed(form).items(), start=1)
    ]
    if not rows:
        return await _refused(context, form, _UNTYPED)
    return await _shipped(context, rows, form.text("carrier_beside"), in_table=form)


async def _shipped(
    context: PageContext, rows: list[tracking_numbers.Row], carrier: str, *, in_table: Fields | None
) -> Response:
    """Ship rows and show the result of each; `in_table`: the form of numbers beside orders."""
    outcomes = await tracking_numbers.ship(
        context,
        rows,
        carrier=carrier,
        carriers=await carrier_choices.offered(context),
    )
    failed = any(each.message for each in outcomes)
    # kept: sent again, all rows would be refused as shipped already
    return await _page(context, shipped=outcomes, in_table=in_table, status=422 if failed else 200)


def _decoded(file: bytes) -> str:
    """Return the text of a CSV file, in UTF-8 or as Korean spreadsheet programs write it."""
    for encoding in ("utf-8-sig", "cp949"):
        try:
            return file.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise Invalid(FILE_IS_NO_TEXT, parameter="rows")


async def show_document(context: PageContext) -> Response:
    """Handle `GET /admin/dispatch/{slips|labels}?order_id=`: the document of one order."""
    number = context.visit.query.text("order_id")
    try:
        if context.subpath not in _DOCUMENTS or not NUMBER.fullmatch(number):
            raise NotFound(NO_SUCH, resource=Phrase("document"))
        return await _document(context, context.subpath, [number])
    except ApiError as error:
        return not_found_page(context, error)


async def _document(context: PageContext, kind: str, numbers: Sequence[str]) -> Response:
    """Return the PDF of orders, in the order in which they are named. Raises NotFound."""
    asked: dict[str, Encodable] = {
        "order_id": list(numbers),
        "limit": len(numbers),
        **shop_parameters(context),
    }
    found = (await context.call(order_view.listing, asked, embed=("items", "receivers"))).content
    by_number = {each.order_id: each for each in found}
    sender = await sender_of(context)
    parcels = [
        parcel
        for number in numbers
        if number in by_number
        for parcel in parcels_of(by_number[number], sender)
    ]
    if not parcels:
        raise NotFound(NOTHING_TO_SHIP)
    draw = documents.packing_slips if kind == "slips" else documents.shipping_labels
    content = await DOCUMENTS.run(draw, parcels, packing_words(context.shop.language))
    name = f"{kind}-{numbers[0] if len(numbers) == 1 else len(numbers)}.pdf"
    return Response(
        content,
        media_type="application/pdf",
        headers={
            "Content-Disposition": f'inline; filename="{name}"',
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
        },
    )
