"""The page of a product: texts, prices, categories, pictures, tags, stock, and deletion."""

import re
from collections.abc import Mapping
from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.product import approve
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products.shape import Product
from openmall.contract.errors import ApiError, Invalid, NotFound, NotModified
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import IDENTICAL, NO_SUCH
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, form_transaction, sent_once, shown_values
from openmall.pages.backoffice.addresses import address
from openmall.pages.backoffice.addresses import shop_parameters as shop_parameters
from openmall.pages.backoffice.collections import collections
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.product import (
    product_categories,
    product_conflicts,
    product_copies,
    product_description,
    product_languages,
    product_new,
    product_options,
    product_pictures,
    product_places,
    product_removal,
    product_sale_price,
    product_saving,
    product_search,
    product_shipping,
    product_tax,
    product_variants,
    product_view,
    products,
)
from openmall.pages.backoffice.product.product_removal import Question
from openmall.pages.backoffice.refusals import NO_PRICE_HERE
from openmall.pages.backoffice.rendering import matching_subpath, not_found_page, render_page
from openmall.pages.backoffice.shops import additional_shops

_NUMBER: Final = re.compile(r"[1-9][0-9]{0,9}")
_AFTERWARDS: Final = ("duplicate", "approval-C", "approval-R")
"""Buttons of the whole form that do something once it is saved."""
_TEXTS: Final = ("product_name", "custom_product_code", "summary_description", "display", "selling")
_MESSAGES: Final = {
    product_new.MADE: marked("The product was created."),
    product_new.MADE_AND_WAITS: marked(
        "The product was created. Some of what you entered waits for approval."
    ),
    "copied": marked("This is the copy. It is hidden and has no stock."),
    "details": marked("The product was saved."),
    product_saving.SAVED: marked("The product was saved."),
    "description": marked("The description was saved."),
    "options": marked("The options were saved."),
    "stock": marked("The variants were saved."),
    "categories": marked("The categories were changed."),
    "search": marked("The texts for search engines were saved."),
    "collections": marked("Brand and supplier were saved."),
    "languages": marked("The translations were saved."),
    "sale-price": marked("The sale price was saved."),
    "approval": marked("The decision was saved."),
    "add-picture": marked("The pictures were added."),
    "pictures": marked("The pictures were saved."),
    product_shipping.SAVED: marked("The shipping fee was saved."),
}


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/products/{product_no}`; with `delete`, ask to confirm the deletion."""
    if context.subpath == products.NEW:
        return await product_new.show(context)
    try:
        if context.visit.query.text("delete"):
            product = await _fetch_product(context, shop_parameters(context))
            return render_page(
                context, "product_delete.html", product=product, address=_address(context)
            )
        if context.visit.query.text("shipping"):
            product = await _fetch_product(context, shop_parameters(context))
            return await product_shipping.show(context, product)
        return await _page(context, NO_ERROR)
    except ApiError as error:
        return not_found_page(context, error)


async def _fetch_product(context: PageContext, shop: dict[str, str]) -> Product:
    product_no = matching_subpath(context, _NUMBER)
    if not product_no:
        raise NotFound(NO_SUCH, resource=Phrase("product"))
    return (await context.call(product_rules.retrieve, {**shop, "product_no": product_no})).content


async def _page(
    context: PageContext,
    form_state: FormState,
    *,
    status: int = 200,
    removal: Question | None = None,
    unsaved_pictures: int = 0,
) -> Response:
    """`removal`: what is asked before the form is saved. `unsaved_pictures`: files it came with."""
    product = await _fetch_product(context, shop_parameters(context))
    shown = await product_view.of_product(context, product, _address(context))
    form_state = product_places.realigned(
        form_state, shown["options"], shown["variants"], shown["pictures"]
    )
    return render_page(
        context,
        "product.html",
        status=status,
        messages=_MESSAGES,
        form_state=form_state,
        question=_address(context, delete=1),
        shipping_address=_address(context, shipping=1),
        removal=removal,
        unsaved_pictures=unsaved_pictures,
        **shown,
    )


def _address(context: PageContext, **more: str | int) -> str:
    return address(context, f"{context.page.path}/{context.subpath}", **more)


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/products/{product_no}`: process one of the page's forms."""
    if context.subpath == products.NEW:
        return await product_new.create(context)
    form, files = await product_view.read(context, _DEEDS)
    action = form.deed
    product_no = matching_subpath(context, _NUMBER)
    try:
        if not product_no:
            raise NotFound(NO_SUCH, resource=Phrase("product"))
        if form.text("form") == product_saving.WHOLE:
            refused = await _save_all(context, form, files, product_no)
            if isinstance(refused, Response):
                return refused
            if action not in _AFTERWARDS:
                first = product_view.first_variant(context)
                part = {"variants_from": first} if first else {}
                return redirect(_address(context, done=refused, **part))
        if action == "delete":
            await context.call(product_rules.delete, {"product_no": product_no})
            return redirect(f"{context.page.path}?done=deleted")
        if action == "duplicate":
            copy = await product_copies.duplicate(
                context, product_no, key=sent_once.key(form, "duplicate")
            )
            return redirect(f"{context.page.path}/{copy}?done=copied")
        if action.startswith(product_shipping.PREFIX):
            product = await _fetch_product(context, shop_parameters(context))
            return await product_shipping.change(context, form, product)
        if action == product_description.UPLOAD:
            picture = next((each for sent in files.values() for each in sent), b"")
            return await product_description.upload(context, picture)
        if action == "add-picture":
            for each in files.get(product_pictures.ADDED, [b""]):
                await product_pictures.add(context, each, product_no, shop_parameters(context))
        elif action.startswith("approval-"):
            await _decide(context, action.removeprefix("approval-"), product_no)
            action = "approval"
        elif action in _HANDLERS:
            await _save_panel(context, form, action, product_no)
    except NotModified:
        return redirect(_address(context, done="same"))
    except ApiError as error:
        form_state = form_errors.rejected_form(
            context, action, form, error, product_view.PARAMETER_FIELDS
        )
        try:
            return await _page(context, form_state, status=error.status)
        except ApiError as missing:
            return not_found_page(context, missing)
    return redirect(_address(context, done=action))


async def _save_all(
    context: PageContext, form: Fields, files: Mapping[str, list[bytes]], product_no: str
) -> Response | str:
    """Save the panels that were changed; return the message, or a page: a refusal, a question."""
    shop = shop_parameters(context)
    pictures = len(files.get(product_pictures.ADDED, []))
    asked = await product_removal.question(context, form, product_no, shop)
    if asked is not None:
        form_state = FormState(action="options", whole=True, form=form)
        return await _page(
            context, form_state, status=409, removal=asked, unsaved_pictures=pictures
        )
    outcome = await product_saving.save(
        context, form, files, product_no, shop,
        handlers=_HANDLERS, conflicts=product_conflicts.find,
    )  # fmt: skip
    if outcome.error is None:
        panels = set(outcome.panels)
        if not panels:
            return "same"
        return panels.pop() if len(panels) == 1 else product_saving.SAVED
    form_state = form_errors.rejected_form(
        context,
        outcome.refused,
        form,
        outcome.error,
        product_view.PARAMETER_FIELDS,
        whole=True,
    )
    unsaved = pictures - outcome.panels.count(product_saving.ADDS)
    return await _page(context, form_state, status=outcome.error.status, unsaved_pictures=unsaved)


async def _save_panel(context: PageContext, form: Fields, panel: str, product_no: str) -> None:
    """Save one panel, of a form that has no other."""

    async def write(here: PageContext) -> None:
        await _HANDLERS[panel](here, form, product_no, shop_parameters(context))

    await form_transaction.execute(context, write)


async def _decide(context: PageContext, status: str, product_no: str) -> None:
    """Approve or reject a product that a supplier added or changed."""
    shop = shop_parameters(context)
    decision = {"status": status, "user_id": context.user.user_id, **shop}
    await context.call(approve.decide, {**decision, "product_no": product_no})


async def _details(
    context: PageContext, form: Fields, product_no: str, shop: dict[str, str]
) -> None:
    parameters: dict[str, Encodable] = {name: form.text(name) for name in _TEXTS}
    parameters |= {name: products.typed_amount(form, name) for name in products.AMOUNTS}
    parameters["product_tag"] = products.tags(form.text("product_tag"))
    changed = shown_values.changed(form, parameters, parse={"product_tag": products.tags})
    shop_no = context.shop.shop_no
    if shop_no != additional_shops.BASIC:
        changed |= await _additional_shop_parameters(context, product_no, shop_no, parameters)
    elif "T" in (changed.get("display"), changed.get("selling")) and "price" not in changed:
        product = await _fetch_product(context, shop)
        await additional_shops.require_basic_price(context, product)
    tax_rate = products.typed_amount(form, "tax_rate")
    if "tax_rate" in form.names() and tax_rate != form.text("was-tax_rate"):
        changed |= product_tax.parameters(tax_rate)
    if not changed:
        raise NotModified(IDENTICAL)
    await context.call(product_rules.change, {**changed, **shop, "product_no": product_no})


async def _additional_shop_parameters(
    context: PageContext, product_no: str, shop_no: int, typed: dict[str, Encodable]
) -> dict[str, Encodable]:
    """Return the extra parameters of an additional shop: pictures, and amounts without a value.

    Raises Invalid (422) when a product without a price in the shop's currency is published.
    """
    product = await _fetch_product(context, {"shop_no": str(shop_no)})
    basic = await additional_shops.basic_shop_product(context, product_no)
    parameters = additional_shops.inherited_pictures(product, basic)
    if not additional_shops.has_other_currency(context, shop_no) or additional_shops.is_published(
        product
    ):
        return parameters
    if "T" in (typed["display"], typed["selling"]):
        if not typed["price"]:
            raise Invalid(NO_PRICE_HERE, parameter="price")
        await additional_shops.require_own_surcharges(context, product_no, shop_no)
    return parameters | {name: typed[name] or "0" for name in additional_shops.AMOUNTS}


_HANDLERS: Final[dict[str, product_saving.Handler]] = {
    "details": _details,
    "description": product_description.save,
    "options": product_options.save,
    "pictures": product_pictures.arrange,
    "stock": product_variants.save,
    "categories": product_categories.save,
    "search": product_search.save,
    "collections": collections.save,
    "sale-price": product_sale_price.save,
    "languages": product_languages.save,
}
_DEEDS: Final = Deeds(
    *_HANDLERS,
    *_AFTERWARDS,
    *product_shipping.DEEDS,
    *("add-picture", product_description.UPLOAD, "save", "delete"),
    without="save",
)
