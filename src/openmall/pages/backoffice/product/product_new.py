"""A new product: the form of its page, before there is one."""

from contextlib import suppress
from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.product import seo
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.variant_service import admin as variant_admin
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.approval import WaitsForApproval
from openmall.contract.errors import ApiError, NotModified
from openmall.contract.json_values import Encodable
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, form_transaction, sent_once
from openmall.pages.backoffice.collections.collection_kinds import KINDS
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.product import (
    product_categories,
    product_description,
    product_options,
    product_pictures,
    product_sale_price,
    product_saving,
    product_search,
    product_tax,
    product_view,
    products,
)
from openmall.pages.backoffice.product.counted_quantities import counted
from openmall.pages.backoffice.rendering import render_page
from openmall.pages.backoffice.shops import additional_shops

MADE: Final = "made"
"""The message after a product was created."""
MADE_AND_WAITS: Final = "made-and-waits"
"""The message where its stock, sale price, search texts or a picture of it wait for approval."""
_TEXTS: Final = (
    "product_name", "display", "selling", "custom_product_code", "summary_description",
)  # fmt: skip
_DEEDS: Final = Deeds("save", product_description.UPLOAD, without="save")


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/products/new`."""
    return await _page(context, NO_ERROR)


async def _page(
    context: PageContext, form_state: FormState, *, status: int = 200, unsaved_pictures: int = 0
) -> Response:
    values = await product_view.of_draft(context)
    return render_page(
        context,
        "product.html",
        status=status,
        form_state=form_state,
        removal=None,
        unsaved_pictures=unsaved_pictures,
        **values,
    )


async def create(context: PageContext) -> Response:
    """Handle `POST /admin/products/new`: create a product with all that was entered.

    Where any of it is refused nothing is created, and the page shows everything as it was typed.
    Pictures are checked before, and added behind the transaction of everything else.
    """
    form, files = await product_view.read(context, _DEEDS)
    if form.deed == product_description.UPLOAD:
        picture = next((each for sent in files.values() for each in sent), b"")
        return await product_description.upload(context, picture)
    pictures = files.get(product_pictures.ADDED, [])
    try:
        parameters = _parameters(form)
        quantity = counted(form.text("quantity"), "quantity")
        product_sale_price.require_complete(form)
        await product_pictures.require_pictures(context, pictures)
        key = sent_once.key(form, "product")

        async def write(here: PageContext) -> tuple[int, bool]:
            made = (await here.call(product_rules.create, parameters, key=key)).content
            number = made.product_no
            await additional_shops.clear_prices(here, number, here.shop.currency)
            return number, await _complete(here, form, number, quantity)

        product_no, waits = await form_transaction.execute(context, write)
    except ApiError as error:
        fields = product_view.PARAMETER_FIELDS
        field = fields.get(error.parameter or "", error.parameter or "")
        form_state = form_errors.rejected_form(
            context, product_saving.panel_of(field), form, error, fields, whole=True
        )
        return await _page(context, form_state, status=error.status, unsaved_pictures=len(pictures))
    for each in pictures:
        try:
            await product_pictures.add(context, each, str(product_no), {})
        except WaitsForApproval:
            waits = True
    done = MADE_AND_WAITS if waits else MADE
    return redirect(f"{menu_pages.PRODUCTS.path}/{product_no}?done={done}")


def _parameters(form: Fields) -> dict[str, Encodable]:
    """Return the parameters of the call that creates the product. Raises Invalid (422)."""
    parameters: dict[str, Encodable] = {
        name: form.text(name) for name in _TEXTS if form.text(name).strip()
    }
    parameters |= {
        name: amount for name in products.AMOUNTS if (amount := products.typed_amount(form, name))
    }
    # what the goods cost the shop may stay unknown
    parameters.setdefault("supply_price", "0")
    if "tax_rate" in form.names():
        parameters |= product_tax.parameters(products.typed_amount(form, "tax_rate"))
    if form.text("description").strip():
        parameters["description"] = product_description.saved(
            form.text("description"), "description"
        )
    if tags := products.tags(form.text("product_tag")):
        parameters["product_tag"] = tags
    parameters |= {each.code: form.text(each.code) for each in KINDS if form.text(each.code)}
    if chosen := product_categories.ticked(form):
        parameters["add_category_no"] = [{"category_no": each} for each in chosen]
    return parameters | product_options.of_new_product(form)


async def _complete(context: PageContext, form: Fields, product_no: int, quantity: str) -> bool:
    """Write what needs an existing product; return whether some of it waits for approval."""
    number, waits = str(product_no), False

    async def stock() -> None:
        if quantity:
            await _set_stock(context, quantity, product_no)

    async def sale() -> None:
        if form.text("sale_price").strip():
            await product_sale_price.save(context, form, number, {})

    async def search() -> None:
        if changed := product_search.typed(form):
            await context.call(seo.change, {**changed, "product_no": number})

    for write in (stock, sale, search):
        try:
            await write()
        except NotModified:
            continue
        except WaitsForApproval:
            waits = True
    return waits


async def _set_stock(context: PageContext, quantity: str, product_no: int) -> None:
    """Track the stock of a new product; each of its variants has the same quantity."""
    stock = {"use_inventory": "T", "quantity": quantity}
    variants = (await context.call(variant_admin.list_variants, {"product_no": product_no})).content
    with context.changing(len(variants)):
        for each in variants:
            with suppress(NotModified):
                await context.call(
                    variant_admin.change_one_variant,
                    {**stock, "product_no": product_no, "variant_code": each.variant_code},
                )
