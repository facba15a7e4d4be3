"""A supplier's own products: added, edited, and the stock of their variants."""

from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.staff_site import office_url
from openmall.contract.errors import ApiError, Forbidden, NotModified
from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, form_transaction, list_queries
from openmall.pages.backoffice.categories import categories
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.list_queries import ROWS
from openmall.pages.backoffice.page_context import PageContext, PageError
from openmall.pages.backoffice.product.counted_quantities import counted
from openmall.pages.backoffice.rendering import render_page
from openmall.pages.backoffice.supplier import own_goods, own_products
from openmall.pages.backoffice.supplier.own_goods import OwnGoods
from openmall.pages.backoffice.supplier.own_products import OwnProducts
from openmall.pages.backoffice.supplier.refusals import SUPPLIER_CHANGES_NO_PRODUCTS

PAGE: Final = "/supplier-products"
_MESSAGES: Final = {
    "saved": marked("The stock was saved."),
    "same": marked("No changes to save."),
    "made": marked("The product was created. The shop approves it before it is displayed."),
    "changed": marked("The product was saved."),
    "deleted": marked("The product was deleted."),
}
NEW: Final = "new"


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/supplier-products`: list the products, newest first."""
    goods = await own_goods.of_user(context)
    query = list_queries.read_list_query(context, ("shop_no", "keyword"), path=office_url(PAGE))
    filters: dict[str, Encodable] = dict(query.paging)
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
        may_add=OwnProducts(goods).may_edit,
        states=own_products.STATES,
        page_links=query.page_links(found),
    )


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/supplier-products/<product_no>`, or `/new` for the form of a new one."""
    goods = await own_goods.of_user(context)
    if context.subpath == NEW:
        return await _draft_page(context, goods, NO_ERROR)
    return await _product_page(context, goods, NO_ERROR)


async def _draft_page(context: PageContext, goods: OwnGoods, form_state: FormState) -> Response:
    own = OwnProducts(goods)
    if not own.may_edit:
        raise _page_error(Forbidden(SUPPLIER_CHANGES_NO_PRODUCTS))
    return render_page(
        context,
        "supplier_product_new.html",
        status=422 if form_state.action else 200,
        form_state=form_state,
        categories=own.categories(await _categories(context, goods)),
        shop_no=goods.shop_no,
        currency=context.visit.mall.shops[goods.shop_no].currency,
    )


async def _categories(context: PageContext, goods: OwnGoods) -> list[tuple[int, str]]:
    return await categories.category_choices(context, str(goods.shop_no), own_goods.permits)


_DEEDS_OF_NEW: Final = Deeds("make", without="make")
_DEEDS: Final = Deeds("details", "delete", without="stock")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/supplier-products/...`: write the stock of a variant, or a product."""
    goods = await own_goods.of_user(context)
    form = await context.form(deeds=_DEEDS_OF_NEW if context.subpath == NEW else _DEEDS)
    action = form.deed
    shop = f"shop_no={goods.shop_no}"
    address = f"{office_url(PAGE)}/{context.subpath}?{shop}"
    try:
        if context.subpath == NEW:
            choices = await _categories(context, goods)
            number = await form_transaction.execute(
                context, lambda here: _own(here, goods).create(form, choices)
            )
            return redirect(f"{office_url(PAGE)}/{number}?{shop}&done=made")
        if action == "delete":
            await OwnProducts(goods).delete(context.subpath)
            return redirect(f"{office_url(PAGE)}?{shop}&done=deleted")
        if action == "details":
            await form_transaction.execute(
                context, lambda here: _own(here, goods).change(context.subpath, form)
            )
            return redirect(f"{address}&done=changed")
        code = form.text("variant_code")
        await goods.change_stock(context.subpath, code, counted(form.text("quantity"), "quantity"))
    except NotModified:
        return redirect(f"{address}&done=same")
    except ApiError as error:
        if error.status != 422:
            raise _page_error(error) from None
        form_state = form_errors.rejected_form(
            context, action, form, error, {"add_category_no": "category"}
        )
        if context.subpath == NEW:
            return await _draft_page(context, goods, form_state)
        return await _product_page(context, goods, form_state)
    return redirect(f"{address}&done=saved")


def _own(context: PageContext, goods: OwnGoods) -> OwnProducts:
    """Return the products of the same user, read and written by way of another context."""
    return OwnProducts(OwnGoods(context, goods.user))


async def _product_page(context: PageContext, goods: OwnGoods, form_state: FormState) -> Response:
    own = OwnProducts(goods)
    try:
        product = await goods.product(context.subpath)
        variants = await goods.variants(context.subpath)
    except ApiError as missing:
        raise _page_error(missing) from None
    of_stock = form_state.action == "stock" and form_state.form is not None
    return render_page(
        context,
        "supplier_stock.html",
        status=422 if form_state.action else 200,
        messages=_MESSAGES,
        form_state=form_state,
        product=product,
        approval=own_products.STATES.get(product.approve_status, ""),
        variants=variants,
        shop_no=goods.shop_no,
        currency=context.visit.mall.shops[goods.shop_no].currency,
        may_change=goods.may_change_stock,
        may_edit=own.may_edit,
        may_delete=own.may_delete,
        switches=own.may_switch(product),
        problem=form_state.message,
        problem_code=form_state.form.text("variant_code") if of_stock and form_state.form else "",
        typed=form_state.form.text("quantity") if of_stock and form_state.form else "",
    )


def _page_error(error: ApiError) -> PageError:
    return PageError(marked("Something went wrong"), error.reason, status=error.status)
