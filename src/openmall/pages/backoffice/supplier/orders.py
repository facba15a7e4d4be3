"""A supplier's items of orders: what is to be shipped, and what was."""

import re
from typing import Final

from starlette.responses import Response

from openmall.access.staff_site import office_url
from openmall.contract.errors import ApiError
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, list_queries
from openmall.pages.backoffice.list_queries import ROWS
from openmall.pages.backoffice.page_context import PageContext, PageError
from openmall.pages.backoffice.rendering import render_page
from openmall.pages.backoffice.supplier import own_goods

PAGE: Final = "/supplier-orders"
_TABS: Final = {
    "": (marked("To ship"), own_goods.SENDABLE),
    "sent": (marked("Shipped"), own_goods.SENT),
}
_NUMBER: Final = re.compile(r"[0-9]{8}-[0-9]{7,10}")
_MOST_ITEMS: Final = 100
_MESSAGES: Final = {"shipped": marked("The items were marked as shipped.")}


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/supplier-orders`."""
    return await _page(context)


async def ship(context: PageContext) -> Response:
    """Handle `POST /admin/supplier-orders`: ship items of one order."""
    goods = await own_goods.of_user(context)
    form = await context.form()
    order_id = form.text("order_id")
    names = [name for name in form.names() if name.startswith("item-")][:_MOST_ITEMS]
    try:
        await goods.ship(
            order_id if _NUMBER.fullmatch(order_id) else "",
            [form.text(name) for name in names],
            carrier=form.text("shipping_company_code"),
            tracking_no=form.text("tracking_no").strip(),
        )
    except ApiError as error:
        if error.status in (403, 404):
            raise _page_error(error) from None
        return await _page(context, error, order_id=order_id, typed=form.text("tracking_no"))
    return redirect(f"{office_url(PAGE)}?shop_no={goods.shop_no}&done=shipped")


async def _page(
    context: PageContext, error: ApiError | None = None, *, order_id: str = "", typed: str = ""
) -> Response:
    goods = await own_goods.of_user(context)
    query = list_queries.read_list_query(context, ("shop_no", "tab"), path=office_url(PAGE))
    tab = query.fields["tab"] if query.fields["tab"] in _TABS else ""
    try:
        orders, rows = await goods.orders(_TABS[tab][1], query.paging)
    except ApiError as refused:
        raise _page_error(refused) from None
    return render_page(
        context,
        "supplier_orders.html",
        status=200 if error is None else error.status,
        messages=_MESSAGES,
        query=query,
        tabs=[
            (code == tab, context.translate(name), query.address(tab=code, page=""))
            for code, (name, _) in _TABS.items()
        ],
        may_ship=not tab,
        orders=orders[:ROWS],
        carriers=await goods.carriers() if orders and not tab else [],
        sees_amounts=goods.sees_amounts,
        shop_no=goods.shop_no,
        shop_choices=goods.shop_choices,
        page_links=query.page_links(rows),
        problem="" if error is None else form_errors.error_message(context, error),
        problem_order=order_id,
        typed=typed,
    )


def _page_error(error: ApiError) -> PageError:
    return PageError(marked("Something went wrong"), error.reason, status=error.status)
