"""Stock: the quantities of variants, the ledger behind each, and their adjustment."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products.shape import ListedProduct
from openmall.commerce.product.stock import office as stock_office
from openmall.commerce.product.variant_service import admin as variant_admin
from openmall.contract.embedded import embedded
from openmall.contract.errors import ApiError, NotFound, NotModified
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.http.web import typed_numbers
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import bulk_actions, form_errors, list_queries, sent_once
from openmall.pages.backoffice.bulk_actions import Outcome
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.list_queries import ROWS, ListQuery
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.product import stock_availability
from openmall.pages.backoffice.product.counted_quantities import counted
from openmall.pages.backoffice.rendering import matching_subpath, not_found_page, render_page

MOST_VARIANTS: Final = 50
"""Variants of one product that the list shows."""
_NAMES: Final = ("field", "keyword", "stock", "most")
_SEARCHES: Final = {
    "product_name": marked("Name"),
    "custom_variant_code": marked("SKU of the variant"),
    "product_code": marked("Product code"),
}
_STOCK: Final = {"sold-out": "sold_out", "partly": "sold_out_variant"}
_CODE: Final = re.compile(r"P[A-Z0-9]{11}", re.ASCII)
_ORDER: Final = re.compile(r"(\d{8}-\d{7})(-\d+)?", re.ASCII)
_MAX_ROWS: Final = (ROWS + 1) * MOST_VARIANTS
_MAX_FORM_BYTES: Final = 512 * 1024
REASONS: Final = (
    ("received", marked("Delivery received")),
    ("counted", marked("Counted")),
    ("taken back", marked("Taken back from a buyer")),
    ("damaged", marked("Damaged")),
    ("lost", marked("Lost or stolen")),
    ("corrected", marked("Correction")),
)
"""Reasons that a manager chooses."""
_WHY: Final = {
    **dict(REASONS),
    "opening": marked("Stock at the beginning"),
    "set": marked("Set"),
    "import": marked("Import"),
    "demo": marked("Sample data"),
    "sale": marked("Sold"),
    "return": marked("Returned to stock"),
    "removed": marked("Variant removed"),
    "undone": marked("A write was undone"),
}
_MESSAGES: Final = {
    "counted": marked("The counts were saved."),
    "adjusted": marked("The stock was changed."),
}
_ACTIONS: Final = {"adjust": marked("Add or take"), "count": marked("Set the counted quantity")}


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/stock`: the stock of the variants of products that match the filters."""
    return await _list(context)


async def _list(
    context: PageContext,
    outcomes: list[Outcome] | None = None,
    form: Fields | None = None,
    refused: Mapping[str, str] | None = None,
) -> Response:
    """`refused`: variant -> the quantity that was typed and not saved."""
    query = list_queries.read_list_query(context, _NAMES)
    form_state = NO_ERROR
    products: Sequence[ListedProduct] = ()
    try:
        products = (
            await context.call(product_rules.listing, _parameters(query), embed=["variants"])
        ).content
    except ApiError as error:
        names = {"stock_quantity_max": "most", **dict.fromkeys(_SEARCHES, "keyword")}
        form_state = form_errors.rejected_form(context, "search", context.visit.query, error, names)
    if form is not None:
        form_state = FormState(action="count", form=form)
    return render_page(
        context,
        "stock.html",
        status=422 if form_state.action == "search" or outcomes else 200,
        messages=_MESSAGES,
        query=query,
        form_state=form_state,
        outcomes=outcomes or [],
        refused=refused or {},
        searches=[(code, context.translate(name)) for code, name in _SEARCHES.items()],
        products=[
            (each, variants[:MOST_VARIANTS], len(variants) > MOST_VARIANTS)
            for each in products[:ROWS]
            for variants in (embedded(each.variants),)
        ],
        stock=await stock_availability.of_products(context, products[:ROWS]),
        reasons=_reasons(context),
        page_links=query.page_links(products),
        address=query.address(),
    )


def _parameters(query: ListQuery) -> dict[str, Encodable]:
    fields = query.fields
    parameters: dict[str, Encodable] = {**query.paging}
    if fields["keyword"]:
        field = fields["field"] if fields["field"] in _SEARCHES else "product_name"
        parameters[field] = [fields["keyword"]]
    if fields["stock"] in _STOCK:
        parameters[_STOCK[fields["stock"]]] = "T"
    if fields["most"]:
        parameters["stock_quantity_max"] = typed_numbers.plain(fields["most"])
    return parameters


def _reasons(context: PageContext) -> list[tuple[str, str]]:
    return [(code, context.translate(label)) for code, label in REASONS]


_DEEDS: Final = Deeds("count", without="count")


async def count(context: PageContext) -> Response:
    """Handle `POST /admin/stock`: set the counted quantities of the rows that were changed."""
    form = await context.form(deeds=_DEEDS, longest=_MAX_FORM_BYTES, most=3 * _MAX_ROWS)
    typed: dict[str, tuple[str, str]] = {}
    for row in range(_MAX_ROWS):
        code = form.text(f"code-{row}")
        if not code:
            break
        quantity, before = form.text(f"quantity-{row}").strip(), form.text(f"was-{row}")
        if _CODE.fullmatch(code) and quantity != before:
            typed[code] = quantity, before

    async def work(code: str) -> None:
        quantity, before = counted(typed[code][0], "quantity"), typed[code][1]
        sent = {"variant_code": code, "quantity": quantity, "if_quantity": before}
        await context.call(stock_office.adjust_stock, {**sent, **_reason(form)})

    entered = {code: quantity for code, (quantity, _) in typed.items()}
    outcomes = await bulk_actions.run_each(context, list(typed), work, entered)
    if outcomes:
        # what was not changed here shows what is stored: sent again, it would set that back
        refused = {each.name: entered[each.name] for each in outcomes if each.message}
        return await _list(context, outcomes, form, refused)
    query = list_queries.read_list_query(context, _NAMES)
    return redirect(query.address(done="counted" if typed else "same"))


def _reason(form: Fields) -> dict[str, str]:
    return {"reason": form.text("reason") or "counted", "note": form.text("note").strip()}


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/stock/{variant_code}`: the stock of a variant, and its ledger."""
    try:
        return await _page(context, NO_ERROR)
    except ApiError as error:
        return not_found_page(context, error)


async def _page(context: PageContext, form_state: FormState, *, status: int = 200) -> Response:
    code = matching_subpath(context, _CODE)
    if not code:
        raise NotFound(NO_SUCH, resource=Phrase("variant"))
    named = {"variant_code": code}
    level = (await context.call(stock_office.retrieve_stock, named)).content
    query = list_queries.read_list_query(context, (), path=f"{context.page.path}/{code}")
    parameters = {**named, **query.paging}
    movements = (await context.call(stock_office.list_movements, parameters)).content
    product = (await context.call(product_rules.retrieve, {"product_no": level.product_no})).content
    variant = (
        await context.call(
            variant_admin.retrieve_variant, {"product_no": level.product_no, "variant_code": code}
        )
    ).content
    whys = {code: context.translate(label) for code, label in _WHY.items()}
    return render_page(
        context,
        "stock_variant.html",
        status=status,
        messages=_MESSAGES,
        form_state=form_state,
        level=level,
        product=product,
        variant=variant,
        movements=[(each, whys[each.why], _order(each.reference)) for each in movements[:ROWS]],
        actions=[(code, context.translate(label)) for code, label in _ACTIONS.items()],
        reasons=_reasons(context),
        page_links=query.page_links(movements),
        address=query.address(),
    )


def _order(reference: str) -> str:
    """Return the number of the order in a reference; empty where it names none."""
    found = _ORDER.fullmatch(reference)
    return found[1] if found else ""


_DEEDS_OF_VARIANT: Final = Deeds("adjust", without="adjust")


async def adjust(context: PageContext) -> Response:
    """Handle `POST /admin/stock/{variant_code}`: add, take or set units for a reason."""
    form = await context.form(deeds=_DEEDS_OF_VARIANT)
    code = matching_subpath(context, _CODE)
    units = typed_numbers.plain(form.text("units"))
    how = "quantity" if form.choice("action", _ACTIONS) == "count" else "adjust"
    path = f"{context.page.path}/{code}"
    try:
        if not code:
            raise NotFound(NO_SUCH, resource=Phrase("variant"))
        if how == "quantity":
            units = counted(units, "units")
        sent = {"variant_code": code, how: units, **_reason(form)}
        key = sent_once.key(form, "stock")
        await context.call(stock_office.adjust_stock, sent, key=key)
    except NotModified:
        return redirect(f"{path}?done=same")
    except ApiError as error:
        state = form_errors.rejected_form(
            context, "adjust", form, error, {"quantity": "units", "adjust": "units"}
        )
        try:
            return await _page(context, state, status=error.status)
        except ApiError as missing:
            return not_found_page(context, missing)
    return redirect(f"{path}?done=adjusted")
