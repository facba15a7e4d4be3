"""A supplier's own products, and the stock of their variants."""

from typing import Any, Final

from starlette.responses import Response

from openmall.contract.errors import ApiError
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, list_queries
from openmall.pages.backoffice.form_errors import NO_ERROR
from openmall.pages.backoffice.list_queries import ROWS
from openmall.pages.backoffice.page_context import PageContext, PageError
from openmall.pages.backoffice.rendering import render_page
from openmall.pages.backoffice.supplier import own_goods
from openmall.pages.backoffice.supplier.own_goods import OwnGoods

ADDRESS: Final = "/admin/supplier-products"
_MESSAGES: Final = {
    "saved": marked("The stock was saved."),
    "same": marked("No changes to save."),
}
REFUSALS: Final = (
    marked("There is no such product."),
    marked("The shop lets you change no products."),
    marked("There is nothing of yours to ship."),
    marked("The shop shows you no orders."),
)
"""Error messages of `own_goods.py`, marked for translation."""


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/supplier-products`: list the products, newest first."""
    goods = await own_goods.of_user(context)
    query = list_queries.read_list_query(context, ("shop_no", "keyword"), path=ADDRESS)
    filters: dict[str, Any] = dict(query.paging)
    if query.fields["keyword"]:
        filters["product_name"] = [query.fields["keyword"]]
    form_state, found = NO_ERROR, []
    try:
        found = await goods.products({**filters, "sort": "created_date", "order": "desc"})
    except ApiError as error:
        form_state = form_errors.rejected_form(
            context, "search", context.visit.query, error, {"product_name": "keyword"}
        )
    return render_page(
        context,
        "supplier_products.html",
        status=422 if form_state.action else 200,
        messages=_MESSAGES,
        query=query,
        form_state=form_state,
        products=found[:ROWS],
        shop_no=goods.shop_no,
        shop_choices=goods.shop_choices,
        page_links=query.page_links(found),
    )


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/supplier-products/<product_no>`: the stock of a product."""
    return await _stock_page(context, await own_goods.of_user(context))


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/supplier-products/<product_no>`: write the stock of a variant."""
    goods = await own_goods.of_user(context)
    form = await context.form()
    code, done = form.text("variant_code"), "saved"
    try:
        await goods.change_stock(context.subpath, code, form.text("quantity").strip())
    except ApiError as error:
        if error.status == 409:
            done = "same"
        elif error.status == 422:
            return await _stock_page(context, goods, error, code=code, typed=form.text("quantity"))
        else:
            raise _page_error(error) from None
    return redirect(f"{ADDRESS}/{context.subpath}?shop_no={goods.shop_no}&done={done}")


async def _stock_page(
    context: PageContext,
    goods: OwnGoods,
    error: ApiError | None = None,
    *,
    code: str = "",
    typed: str = "",
) -> Response:
    try:
        product = await goods.product(context.subpath)
        variants = await goods.variants(context.subpath)
    except ApiError as missing:
        raise _page_error(missing) from None
    return render_page(
        context,
        "supplier_stock.html",
        status=200 if error is None else error.status,
        messages=_MESSAGES,
        product=product,
        variants=variants,
        shop_no=goods.shop_no,
        may_change=goods.may_change_stock,
        problem="" if error is None else form_errors.error_message(context, error),
        problem_code=code,
        typed=typed,
    )


def _page_error(error: ApiError) -> PageError:
    return PageError(marked("Something went wrong"), error.message, status=error.status)
