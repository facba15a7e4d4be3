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
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.shape import Receiver
from openmall.commerce.order.states import is_bought
from openmall.commerce.shipping import origins
from openmall.commerce.store import profile
from openmall.contract.embedded import embedded
from openmall.contract.errors import ApiError, Invalid, NotFound
from openmall.contract.json_values import Encodable
from openmall.contract.moments import ZONE_NAME
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.contract.worker_threads import DOCUMENTS
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import bulk_actions, form_errors, list_queries, sent_once, uploads
from openmall.pages.backoffice.addresses import address, shop_parameters
from openmall.pages.backoffice.dispatch import (
    carrier_choices,
    documents,
    lettering,
    tracking_numbers,
)
from openmall.pages.backoffice.dispatch.documents import Parcel
from openmall.pages.backoffice.dispatch.tracking_numbers import MOST_CHARACTERS, MOST_ROWS
from openmall.pages.backoffice.dispatch.waiting_orders import TO_SHIP
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
from openmall.pages.backoffice.rendering import not_found_page, render_page, when

_NAMES: Final = ("shop_no", "state", "select", "orders")
_STATES: Final = {
    "": TO_SHIP,
    "paid": ("N10",),
    "prepared": ("N20", "N21"),
    "held": ("N22",),
}
"""Choice of the filter -> states of the items."""
_UNPAID: Final = frozenset({"N00"})
_DOCUMENTS: Final = ("slips", "labels")
_MESSAGES: Final = {
    "prepare": marked("The selected orders are being prepared."),
    "ship": marked("All orders of the list were shipped."),
    "none": marked("No orders selected."),
    "untyped": marked("No tracking number was entered."),
    "first": marked("A page has up to 30 orders: the first ones of your selection are listed."),
}
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
    in_table: bool = False,
    carrier_beside: str = "",
    status: int = 200,
) -> Response:
    query = list_queries.read_list_query(context, _NAMES)
    found: Sequence[Order] = ()
    try:
        asked: dict[str, Encodable] = {
            **query.parameters(("shop_no",)),
            **query.paging,
            "order_status": list(_STATES.get(query.fields["state"], _STATES[""])),
        }
        if chosen := _chosen(query):
            asked["order_id"] = chosen
        found = (
            await context.call(order_view.listing, asked, embed=("items", "receivers"))
        ).content
    except ApiError as error:
        form_state = form_errors.rejected_form(context, "search", context.visit.query, error)
        status = error.status
    failed = [each for each in shipped if each.message]
    # beside its order again, or in the list of rows, by where it was typed
    beside = {each.row.order_id: each.row.tracking_no for each in failed} if in_table else {}
    return render_page(
        context,
        "dispatch.html",
        status=status,
        kept=bool(shipped),
        messages=_MESSAGES,
        query=query,
        form_state=form_state,
        orders=found[:ROWS],
        packed={each.order_id: packed_items(each) for each in found[:ROWS]},
        missing=await missing_letters(found[:ROWS]),
        selected=query.fields["select"] == "all",
        only=len(_chosen(query)),
        page_links=query.page_links(found),
        badge_kind=badge_kind,
        carriers=(await carrier_choices.offered(context)).pairs,
        prepared=prepared,
        shipped=shipped,
        failed=failed,
        left="\n".join(
            "\t".join((each.row.order_id, each.row.tracking_no, each.row.carrier)).strip()
            for each in failed
            if not in_table
        ),
        beside=beside,
        carrier_beside=carrier_beside,
        action=query.address(),
    )


def _chosen(query: list_queries.ListQuery) -> list[str]:
    """Return the orders that the list is limited to; empty: it is not."""
    typed = query.fields["orders"].split(",", ROWS)[:ROWS]
    return list(dict.fromkeys(each for each in typed if NUMBER.fullmatch(each)))


async def missing_letters(orders: Sequence[Order]) -> dict[str, str]:
    """Return the letters that slips and labels of orders lack, by the numbers of the orders."""
    texts = {
        each.order_id: " ".join(
            text
            for parcel in _parcels(each, ())
            for text in (*parcel.receiver, parcel.message, *(item[0] for item in parcel.items))
        )
        for each in orders
    }

    def look() -> dict[str, str]:
        return {number: lost for number, text in texts.items() if (lost := lettering.missing(text))}

    return await DOCUMENTS.run(look)


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
        return redirect(address(context, context.page.path, done="none"))
    if action in _DOCUMENTS:
        return await _document(context, action, numbers)
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
        return await _page(context, prepared=outcomes, status=422)
    return redirect(address(context, context.page.path, done="prepare"))


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
    return await _shipped(context, rows, form.text("carrier"), in_table=False)


async def _ship_typed(context: PageContext, form: Fields) -> Response:
    """Ship the orders beside which a tracking number was typed."""
    typed = {
        name.removeprefix(_TRACKING): number
        for name in form.names()
        if name.startswith(_TRACKING) and (number := form.text(name).strip())
    }
    rows = [
        tracking_numbers.Row(line=line, order_id=order_id, tracking_no=number, carrier="")
        for line, (order_id, number) in enumerate(typed.items(), start=1)
    ]
    if not rows:
        return redirect(address(context, context.page.path, done="untyped"))
    return await _shipped(context, rows, form.text("carrier_beside"), in_table=True)


async def _shipped(
    context: PageContext, rows: list[tracking_numbers.Row], carrier: str, *, in_table: bool
) -> Response:
    """Ship rows and show the result of each; `in_table`: of numbers typed beside orders."""
    outcomes = await tracking_numbers.ship(
        context,
        rows,
        carrier=carrier,
        carriers=await carrier_choices.offered(context),
    )
    failed = any(each.message for each in outcomes)
    # kept: sent again, all rows would be refused as shipped already
    return await _page(
        context,
        shipped=outcomes,
        in_table=in_table,
        carrier_beside=carrier if in_table else "",
        status=422 if failed else 200,
    )


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
    sender = await _sender(context)
    parcels = [
        parcel
        for number in numbers
        if number in by_number
        for parcel in _parcels(by_number[number], sender)
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


async def _sender(context: PageContext) -> list[str]:
    """Return the lines that name the sender: the default shipping origin, else the company."""
    store = (await context.call(profile.retrieve, shop_parameters(context))).content
    places = (await context.call(origins.list_origins, {"limit": 100})).content
    default = next((each for each in places if each.default == "T"), None)
    if default is None:
        address = f"{store.zipcode} {store.address1} {store.address2}"
        return _lines(store.shop_name, address, store.phone)
    address = f"{default.zipcode} {default.address1} {default.address2}"
    # the name of the shop, which the receiver knows, stays in the first line
    return _lines(
        f"{store.shop_name} ({default.origin_name})",
        address,
        default.contact or store.phone,
    )


def packed_items(order: Order) -> list[Item]:
    """Return the items of an order that are packed: paid, and still bought."""
    return [
        each
        for each in embedded(order.items)
        if each.order_status not in _UNPAID and is_bought(each.order_status)
    ]


def _parcels(order: Order, sender: Sequence[str]) -> list[Parcel]:
    """Return the parcels of an order: what is paid and still bought, by its receiver."""
    items = packed_items(order)
    receivers = embedded(order.receivers)
    codes = {each.shipping_code for each in receivers}
    found = []
    for at, receiver in enumerate(receivers):
        code = receiver.shipping_code
        own = [
            each
            for each in items
            if each.shipping_code == code or (at == 0 and each.shipping_code not in codes)
        ]
        if own:
            found.append(_parcel(order, sender, receiver, own))
    return found


def _parcel(
    order: Order,
    sender: Sequence[str],
    receiver: Receiver,
    items: Sequence[Item],
) -> Parcel:
    foreign = (receiver.address_city, receiver.address_state, receiver.country_name)
    return Parcel(
        order_id=order.order_id,
        order_date=f"{when(order.order_date)} ({ZONE_NAME})",
        sender=sender,
        receiver=_lines(
            receiver.name,
            f"{receiver.address1} {receiver.address2}",
            " ".join(each for each in foreign if each),
            receiver.zipcode,
            " / ".join(
                dict.fromkeys(each for each in (receiver.cellphone, receiver.phone) if each)
            ),
        ),
        message=receiver.shipping_message or "",
        items=[
            (
                f"{each.product_name} ({each.option_value})"
                if each.option_value
                else each.product_name,
                each.custom_variant_code or each.variant_code,
                int(each.quantity),
            )
            for each in items
        ],
        tracking_no=next((each.tracking_no for each in items if each.tracking_no), ""),
    )


def _lines(*texts: str | None) -> list[str]:
    return [each.strip() for each in texts if each and each.strip()]
