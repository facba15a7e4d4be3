"""The list of products, with search and bulk actions, and what forms of products share."""

from collections.abc import Mapping, Sequence
from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products.shape import ListedProduct
from openmall.commerce.product.variants.shape import Variant
from openmall.contract.embedded import embedded
from openmall.contract.errors import ApiError
from openmall.http.web import typed_numbers
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import (
    bulk_actions,
    form_errors,
    given_names,
    list_queries,
    list_views,
)
from openmall.pages.backoffice.apps import app_actions
from openmall.pages.backoffice.bulk_actions import Outcome
from openmall.pages.backoffice.categories import categories
from openmall.pages.backoffice.collections.collection_kinds import KINDS
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.list_queries import ROWS, ListQuery
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.product import (
    product_bulk,
    product_filters,
    product_rows,
    stock_availability,
)
from openmall.pages.backoffice.rendering import render_page
from openmall.pages.backoffice.shops import additional_shops

NEW: Final = "new"
"""Path of the form for a new product, in place of a number."""
_SWITCHES: Final = {
    "display-T": {"display": "T"},
    "display-F": {"display": "F"},
    "selling-T": {"selling": "T"},
    "selling-F": {"selling": "F"},
}
_MESSAGES: Final = {
    "display-T": marked("The selected products are displayed."),
    "display-F": marked("The selected products are hidden."),
    "selling-T": marked("The selected products are on sale."),
    "selling-F": marked("The selected products are no longer on sale."),
    "bulk": marked("The selected products were changed."),
    "none": marked("No products selected."),
    "rows": marked("The prices and quantities were saved."),
    "deleted": marked("The product was deleted."),
}
AMOUNTS: Final = ("price", "retail_price", "supply_price")


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/products`: list the products that match the filters."""
    return await _list(context)


async def _list(
    context: PageContext,
    outcomes: list[Outcome] | None = None,
    form_state: FormState = NO_ERROR,
    selected: list[str] | None = None,
    refused: Mapping[tuple[str, str], str] | None = None,
) -> Response:
    """`refused`: kind and row of typed values that were not saved (`product_rows`)."""
    query = list_queries.read_list_query(context, product_filters.NAMES)
    products: Sequence[ListedProduct] = ()
    try:
        products = (
            await context.call(
                product_rules.listing,
                {**product_filters.searched(query), **query.paging},
                embed=["variants"],
            )
        ).content
    except ApiError as error:
        form_state = form_errors.rejected_form(
            context, "search", context.visit.query, error, product_filters.PARAMETER_FIELDS
        )
    status = 422 if form_state.action or outcomes else 200
    page_links = query.page_links(products)
    stock = await stock_availability.of_products(context, products, query.fields["shop_no"])
    named_categories = await categories.category_choices(context, query.fields["shop_no"])
    chosen_collections = await _collections(context, query)
    lacking = {number for number, each in stock.items() if each.lacking}
    return render_page(
        context,
        "products.html",
        buttons=await app_actions.buttons(context, "products"),
        status=status,
        messages={**_MESSAGES, **list_views.MESSAGES},
        views=await list_views.views_of(context, "products", query),
        every=await bulk_actions.count_all(
            context, product_rules.count, product_filters.filters(query), page_links
        ),
        query=query,
        chosen=product_filters.chosen(context, query, named_categories, chosen_collections),
        search_fields=_translated(context, product_filters.SEARCH_FIELDS),
        filter_choices={
            name: _translated(context, values) for name, values in product_filters.CHOICES.items()
        },
        form_state=form_state,
        outcomes=outcomes or [],
        selected=selected or [],
        products=[
            (each, _units_of(embedded(each.variants)), each.product_no in lacking)
            for each in products[:ROWS]
        ],
        only_variant=product_rows.only_variant,
        refused=refused or {},
        page_links=page_links,
        unpriced=await additional_shops.unpriced_products(
            context, query.fields["shop_no"], products[:ROWS]
        ),
        categories=named_categories,
        currency=currency(context, query.fields["shop_no"]),
        collections=chosen_collections,
    )


def _translated(context: PageContext, texts: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(code, context.translate(text)) for code, text in texts.items()]


async def _collections(context: PageContext, query: ListQuery) -> list[tuple[str, str, str]]:
    """Return parameter, label and name of the brand and the like that the list is narrowed to."""
    found = []
    for kind in KINDS:
        if code := query.fields[kind.code]:
            asked = {**query.parameters(("shop_no",)), kind.code: [code]}
            try:
                rows = (await context.call(kind.listing, asked)).content
            except ApiError:
                rows = []
            name = getattr(rows[0], kind.name) if rows else code
            found.append((kind.code, context.translate(kind.one), given_names.shown(context, name)))
    return found


def _units_of(variants: list[Variant]) -> int | None:
    """Return the units of a product; None: its stock is not tracked."""
    counted = [each for each in variants if each.use_inventory == "T"]
    return sum(each.quantity for each in counted) if counted else None


def currency(context: PageContext, shop_no: str) -> str:
    """Return the currency of a shop; that of the page's shop for an unknown one."""
    shops = context.visit.mall.shops
    chosen = int(shop_no) if shop_no.isdigit() and len(shop_no) < 10 else context.shop.shop_no
    return (shops.get(chosen) or shops[min(shops)]).currency


_DEEDS: Final = Deeds(*_SWITCHES, "bulk", "rows")


async def switch(context: PageContext) -> Response:
    """Handle `POST /admin/products`: switch display or sale of the selected products.

    `rows`: prices and quantities that were typed into the rows.
    """
    form = await context.form(deeds=_DEEDS, most=product_rows.FIELDS)
    action = form.deed
    query = list_queries.read_list_query(context, product_filters.NAMES)
    if action == "rows":
        saved = await product_rows.save(context, product_rows.read(form))
        if saved.outcomes:
            return await _list(context, saved.outcomes, refused=saved.refused)
        return redirect(query.address(edit="", done="rows" if saved.changed else "same"))
    rows = await bulk_actions.rows_to_change(
        context, form, product_rules.listing, product_filters.searched(query), "product_no"
    )
    selected = [number for number in rows if number.isdigit()]
    if not selected:
        return redirect(query.address(done="none"))
    if action == "bulk":
        return await _edit(context, form, selected, query)
    parameters = {**query.parameters(("shop_no",)), **_SWITCHES[action]}
    publishing = action in ("display-T", "selling-T")

    async def change(number: str) -> None:
        inherited = (
            await additional_shops.publish_parameters(context, number, context.shop.shop_no)
            if publishing
            else {}
        )
        await context.call(product_rules.change, {**parameters, **inherited, "product_no": number})

    outcomes = await bulk_actions.run_each(context, selected, change)
    if outcomes:
        return await _list(context, outcomes)
    return redirect(query.address(done=action))


async def _edit(
    context: PageContext, form: Fields, selected: list[str], query: ListQuery
) -> Response:
    """Change price, stock or category of the selected products."""
    try:
        edit = product_bulk.read(form)
    except ApiError as error:
        form_state = form_errors.rejected_form(context, "bulk", form, error)
        return await _list(context, form_state=form_state, selected=selected)
    shop_currency = currency(context, query.fields["shop_no"])

    async def change(number: str) -> None:
        await product_bulk.apply(context, edit, number, shop_currency)

    outcomes = await bulk_actions.run_each(context, selected, change)
    if outcomes:
        return await _list(context, outcomes)
    return redirect(query.address(done="bulk"))


def typed_amount(form: Fields, name: str) -> str:
    """Return a typed amount without thousands separators, as the API takes it."""
    return typed_numbers.plain(form.text(name))


def tags(text: str) -> list[str]:
    """Return the tags of a field that parts them by commas."""
    return [tag for each in text.split(",") if (tag := each.strip())]
