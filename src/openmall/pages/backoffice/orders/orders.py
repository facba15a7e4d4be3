"""The list of orders, with search, filters and tabs by task."""

import datetime
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.commerce.order import order_service
from openmall.commerce.order.billing.payments import rules as payment_rules
from openmall.commerce.order.order_view import rules as order_view
from openmall.commerce.order.order_view.shape import Order
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.states import is_bought
from openmall.contract.embedded import embedded
from openmall.contract.errors import ApiError
from openmall.contract.json_values import Encodable
from openmall.contract.moments import moment
from openmall.contract.operation import Handler
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import (
    bulk_actions,
    form_errors,
    item_states,
    list_queries,
    list_views,
    sent_once,
)
from openmall.pages.backoffice.apps import app_actions
from openmall.pages.backoffice.bulk_actions import Outcome
from openmall.pages.backoffice.dispatch.waiting_orders import SENDABLE, TO_SHIP, dispatch_address
from openmall.pages.backoffice.form_errors import NO_ERROR
from openmall.pages.backoffice.list_queries import ROWS, ListQuery
from openmall.pages.backoffice.order_labels import METHODS, NUMBER, PAID, badge_kind
from openmall.pages.backoffice.orders import item_pictures, order_totals
from openmall.pages.backoffice.orders.order_summaries import EMBEDDED, summarize_order
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import money, render_page

NAMES: Final = (
    "shop_no", "tab", "select", "totals", "field", "keyword", "payment_status", "payment_method",
    "date_type", "from", "to",
)  # fmt: skip
SEARCH_FIELDS: Final = {
    "order_id": marked("Order number"),
    "buyer_name": marked("Buyer"),
    "member_id": marked("Member ID"),
    "buyer_cellphone": marked("Mobile phone of the buyer"),
    "buyer_email": marked("Email of the buyer"),
    "receiver_name": marked("Recipient"),
    "product_no": marked("Product number"),
    "product_code": marked("Product code"),
}
_LIST_PARAMETERS: Final = frozenset(("order_id", "product_no"))
"""Parameters that the API takes as a list."""
DATES: Final = {
    "order_date": marked("Order"),
    "pay_date": marked("Payment"),
    "shipbegin_date": marked("Shipped on"),
    "shipend_date": marked("Delivered on"),
    "cancel_date": marked("Cancellation"),
}
PAYMENTS: Final = {
    "F": marked("Not paid"),
    "M": marked("Awaiting more money"),
    "P": marked("Paid"),
}
_METHODS: Final = (
    "cash", "card", "tcash", "icash", "cell", "deferpay", "cvs", "mileage", "deposit", "etc",
)  # fmt: skip
_PARAMETER_FIELDS: Final = {
    **dict.fromkeys(SEARCH_FIELDS, "keyword"),
    "start_date": "from",
    "end_date": "to",
}


_ACTIONS: Final[Mapping[str, tuple[Handler, Mapping[str, str]]]] = {
    "pay": (payment_rules.change, {"status": "paid"}),
    "prepare": (order_service.process, {"process_status": "prepare"}),
}
"""Action of the list -> its operation, and the parameters."""
_MESSAGES: Final = {
    "pay": marked("The selected orders are marked as paid."),
    "prepare": marked("The selected orders are being prepared."),
    "none": marked("No orders selected."),
}
_UNCHANGED: Final = {
    "pay": marked("This order awaits no payment: it was paid already, or it is cancelled."),
}
"""Action -> what is said of an order that it did not change."""
_DEFAULT_PERIOD: Final = datetime.timedelta(days=89)


class Tab(Struct, frozen=True, kw_only=True):
    """A part of the list: orders by the states of their items."""

    name: str
    states: tuple[str, ...]
    """States of the items; empty: any."""
    counted: bool = True
    """True for tabs with a count: pending orders, which are few."""
    within: str = ""
    """Its tab, for a smaller part that the filter alone offers; empty for a tab."""


_CANCELLING: Final = ("C00", "C10", "C34", "C36")
_RETURNING: Final = ("R00", "R10", "R12", "R13", "R20", "R30", "R31")
_EXCHANGING: Final = ("E00", "E10", "E12", "E13", "E20", "E30", "E31")
_REFUNDING: Final = (
    "C41", "C42", "C43", "R34", "R36", "R41", "R42", "R43", "E34", "E36",
)  # fmt: skip
TABS: Final = {
    "": Tab(name=marked("All"), states=(), counted=False),
    "unpaid": Tab(name=marked("Awaiting payment"), states=("N00",)),
    "open": Tab(name=marked("To fulfil"), states=TO_SHIP),
    "paid": Tab(name=marked("To prepare"), states=("N10",), within="open"),
    "prepared": Tab(name=marked("To ship"), states=("N20", "N21"), within="open"),
    "held": Tab(name=marked("On hold"), states=("N22",), within="open"),
    "sent": Tab(name=marked("In transit"), states=("N30",)),
    "delivered": Tab(name=marked("Delivered"), states=("N40", "N50"), counted=False),
    "claims": Tab(
        name=marked("Claims"), states=(*_CANCELLING, *_RETURNING, *_EXCHANGING, *_REFUNDING)
    ),
    "cancelling": Tab(name=marked("Cancellations"), states=_CANCELLING, within="claims"),
    "returning": Tab(name=marked("Returns"), states=_RETURNING, within="claims"),
    "exchanging": Tab(name=marked("Exchanges"), states=_EXCHANGING, within="claims"),
    "refunding": Tab(name=marked("To refund"), states=_REFUNDING, within="claims"),
}


class Row(Struct, frozen=True, kw_only=True):
    """An order as the list shows it."""

    order: Order
    total: str
    statuses: dict[str, str]
    """State of an item -> its name."""
    first: Item | None
    """The item that stands for the order; None: it has none any more."""
    others: int
    picture: str
    step: str
    """The next step that the row offers: `ship`, `decide`, or empty."""


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/orders`: list the orders that match the filters, newest first."""
    return await _list(context)


async def _list(context: PageContext, outcomes: list[Outcome] | None = None) -> Response:
    typed = list_queries.read_list_query(context, NAMES)
    query = _with_default_period(context, typed)
    form_state = NO_ERROR
    orders: Sequence[Order] = ()
    try:
        orders = (
            await context.call(
                order_view.listing,
                {**_parameters(query), **query.paging},
                embed=(*EMBEDDED, "buyer"),
            )
        ).content
    except ApiError as error:
        form_state = form_errors.rejected_form(
            context, "search", context.visit.query, error, _PARAMETER_FIELDS
        )
    page_links = query.page_links(orders)
    return render_page(
        context,
        "orders.html",
        buttons=await app_actions.buttons(context, "orders"),
        status=422 if form_state.action or outcomes else 200,
        messages={**_MESSAGES, **list_views.MESSAGES},
        views=await list_views.views_of(context, "orders", typed),
        every=await bulk_actions.count_all(
            context, order_view.count, _parameters(query), page_links
        ),
        query=query,
        outcomes=outcomes or [],
        tabs=await _tabs(context, query),
        states=_state_choices(context),
        chosen=_chosen(context, query),
        search_fields=_choices(context, SEARCH_FIELDS),
        dates=_choices(context, DATES),
        payments=_choices(context, PAYMENTS),
        methods=[(code, context.translate(METHODS[code])) for code in _METHODS],
        form_state=form_state,
        orders=await _rows(context, orders[:ROWS], query.parameters(("shop_no",))),
        page_links=page_links,
        badge_kind=badge_kind,
        paid=PAID,
        method_labels=METHODS,
        selected=query.fields["select"] == "all",
        totals=await order_totals.sum_orders(context, _parameters(query))
        if query.fields["totals"] and not form_state.action
        else None,
    )


_DEEDS: Final = Deeds(*_ACTIONS, "ship")


async def advance(context: PageContext) -> Response:
    """Handle `POST /admin/orders`: apply an action to the selected orders, one by one."""
    form = await context.form(deeds=_DEEDS)
    action = form.deed
    query = list_queries.read_list_query(context, NAMES)
    searched = _parameters(_with_default_period(context, query))
    numbers = await bulk_actions.rows_to_change(
        context, form, order_view.listing, searched, "order_id"
    )
    numbers = [number for number in numbers if NUMBER.fullmatch(number)]
    if not numbers:
        return redirect(query.address(done="none"))
    if action == "ship":
        return redirect(dispatch_address(numbers, query.fields["shop_no"]))
    operation, parameters = _ACTIONS[action]
    shop = query.parameters(("shop_no",))
    outcomes = await bulk_actions.run_each(
        context,
        numbers,
        lambda number: sent_once.call(
            context,
            form,
            operation,
            {"order_id": number, **parameters, **shop},
            action=f"{action}-{number}",
        ),
        unchanged=_UNCHANGED.get(action, ""),
    )
    if outcomes:
        return await _list(context, outcomes)
    return redirect(query.address(done=action))


def _with_default_period(context: PageContext, query: ListQuery) -> ListQuery:
    """Limit slow searches without a period to the last three months.

    Searches by recipient and by payment read every order. The period is shown in its fields,
    where it can be changed.
    """
    fields = query.fields
    by_receiver = fields["keyword"] and fields["field"] == "receiver_name"
    if (
        fields["from"]
        or fields["to"]
        or not (by_receiver or query.has_any("payment_status", "payment_method"))
    ):
        return query
    today = moment(context.clock.now()).date()
    period = {"from": (today - _DEFAULT_PERIOD).isoformat(), "to": today.isoformat()}
    return replace(query, fields={**fields, **period})


def _choices(context: PageContext, names: dict[str, str]) -> list[tuple[str, str]]:
    return [(code, context.translate(name)) for code, name in names.items()]


def _parameters(query: ListQuery) -> dict[str, Encodable]:
    fields = query.fields
    parameters = query.parameters(("shop_no", "payment_status"))
    if fields["keyword"]:
        field = fields["field"] if fields["field"] in SEARCH_FIELDS else "order_id"
        parameters[field] = [fields["keyword"]] if field in _LIST_PARAMETERS else fields["keyword"]
    if fields["payment_method"]:
        parameters["payment_method"] = [fields["payment_method"]]
    if fields["from"] or fields["to"]:
        parameters |= {"date_type": fields["date_type"] or "order_date"}
        parameters |= {
            name: fields[field]
            for name, field in (("start_date", "from"), ("end_date", "to"))
            if fields[field]
        }
    tab = TABS.get(fields["tab"], TABS[""])
    if tab.states:
        parameters["order_status"] = list(tab.states)
    return parameters


async def _tabs(context: PageContext, query: ListQuery) -> list[tuple[str, str, bool, int | None]]:
    """Return address, name, whether it is open, and count of each tab; None: nothing waits."""
    current = query.fields["tab"] if query.fields["tab"] in TABS else ""
    current = TABS[current].within or current
    shop = query.parameters(("shop_no",))
    tabs: list[tuple[str, str, bool, int | None]] = []
    for code, tab in TABS.items():
        if tab.within:
            continue
        count = None
        if tab.counted:
            try:
                parameters = {**shop, "order_status": list(tab.states)}
                count = (await context.call(order_view.count, parameters)).content
            except ApiError:
                # unknown shop: the search shows the error
                count = None
        address = query.address(tab=code, page="")
        tabs.append((address, context.translate(tab.name), code == current, count or None))
    return tabs


def _state_choices(context: PageContext) -> list[tuple[str, str]]:
    """Return value and name of each tab and of its parts, for the filter."""
    return [(code, context.translate(tab.name)) for code, tab in TABS.items()]


def _chosen(context: PageContext, query: ListQuery) -> list[tuple[str, str]]:
    """Return what the list is limited to besides its tab: a text, and the address without it."""
    fields, translate = query.fields, context.translate
    chosen: list[tuple[str, str]] = []

    def add(text: str, **without: str) -> None:
        chosen.append((text, query.address(**without, page="")))

    if (tab := TABS.get(fields["tab"])) and tab.within:
        add(translate(tab.name), tab=tab.within)
    if fields["keyword"]:
        name = SEARCH_FIELDS.get(fields["field"], SEARCH_FIELDS["order_id"])
        add(f"{translate(name)}: {fields['keyword']}", keyword="", field="")
    if status := PAYMENTS.get(fields["payment_status"]):
        add(translate(status), payment_status="")
    if method := METHODS.get(fields["payment_method"]):
        add(translate(method), payment_method="")
    if fields["from"] or fields["to"]:
        dated = translate(DATES.get(fields["date_type"], DATES["order_date"]))
        days = f"{fields['from']} – {fields['to']}".strip()
        add(f"{dated}: {days}", **{"from": "", "to": "", "date_type": ""})
    return chosen


async def _rows(
    context: PageContext, orders: Sequence[Order], shop: Mapping[str, Encodable]
) -> list[Row]:
    """Return the rows of a page of orders."""
    firsts = {
        each.order_id: next(
            (item for item in embedded(each.items) if is_bought(item.order_status)),
            next(iter(embedded(each.items)), None),
        )
        for each in orders
    }
    shown = [item.product_no for item in firsts.values() if item is not None]
    pictures = await item_pictures.of_products(context, shown, shop)
    return [
        Row(
            order=each,
            total=money(summarize_order(context, each).total.amount, each.currency),
            statuses={
                item.order_status: item_states.name_of(context, item)
                for item in embedded(each.items)
            },
            first=first,
            others=max(len(embedded(each.items)) - 1, 0),
            picture=pictures.get(first.product_no, "") if first is not None else "",
            step=_next_step(each),
        )
        for each in orders
        for first in (firsts[each.order_id],)
    ]


def _next_step(order: Order) -> str:
    """Return what the shop has to do with an order next: a request of the buyer goes first."""
    states = {item.order_status for item in embedded(order.items)}
    if not states.isdisjoint(TABS["claims"].states):
        return "decide"
    return "" if states.isdisjoint(SENDABLE) else "ship"
