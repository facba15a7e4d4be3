"""The page of a product: texts, prices, categories, pictures, tags, stock, and deletion."""

import re
from typing import Final

from msgspec.structs import replace
from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.product import approve, seo
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.variant_service import admin as variant_admin
from openmall.contract.errors import ApiError, Invalid, NotFound, NotModified
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import IDENTICAL, NO_SUCH
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, sent_once, shown_values, uploads
from openmall.pages.backoffice.addresses import address
from openmall.pages.backoffice.addresses import shop_parameters as shop_parameters
from openmall.pages.backoffice.apps import app_actions
from openmall.pages.backoffice.categories import categories
from openmall.pages.backoffice.collections import collections
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.product import (
    product_conflicts,
    product_copies,
    product_description,
    product_languages,
    product_options,
    product_pictures,
    product_sale_price,
    product_saving,
    product_shipping,
    product_tax,
    product_variants,
    products,
)
from openmall.pages.backoffice.product.product_variants import VARIANTS_PER_PAGE
from openmall.pages.backoffice.refusals import NO_PRICE_HERE
from openmall.pages.backoffice.rendering import matching_subpath, not_found_page, render_page
from openmall.pages.backoffice.shops import additional_shops

MAX_DESCRIPTION_LENGTH: Final = 100_000
"""Maximum number of characters of a description that can be edited here."""

_NUMBER: Final = re.compile(r"[1-9][0-9]{0,9}")
_MAX_FORM_BYTES: Final = 1024 * 1024
_MAX_UPLOAD_BYTES: Final = (2 * uploads.MAX_MEGABYTES + 2) * 1024 * 1024
"""Of the whole form: two pictures, and the fields of all panels."""
_MAX_FIELDS: Final = 5_000
_AFTERWARDS: Final = ("duplicate", "approval-C", "approval-R")
"""Buttons of the whole form that do something once it is saved."""
_TEXTS: Final = ("product_name", "custom_product_code", "summary_description", "display", "selling")
APPROVALS: Final = {
    "N": marked("A supplier asks you to approve this product."),
    "E": marked("A supplier has changed this product and asks you to approve it."),
    "I": marked("This product is under review."),
    "R": marked("You have rejected this product of a supplier."),
}
"""State of a product that a supplier added or changed -> what its page says."""
_MESSAGES: Final = {
    "made": marked("The product was created."),
    "copied": marked("This is the copy. It is hidden and has no stock."),
    "details": marked("The product was saved."),
    product_saving.SAVED: marked("The product was saved."),
    "description": marked("The description was saved."),
    "options": marked("The options were saved."),
    "stock": marked("The variants were saved."),
    "categories": marked("The categories were changed."),
    "collections": marked("Brand and supplier were saved."),
    "languages": marked("The translations were saved."),
    "sale-price": marked("The sale price was saved."),
    "approval": marked("The decision was saved."),
    "picture": marked("The picture was changed."),
    "add-picture": marked("The picture was added."),
    "pictures": marked("The pictures were saved."),
    product_shipping.SAVED: marked("The shipping fee was saved."),
}


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/products/{product_no}`; with `delete`, ask to confirm the deletion."""
    if context.subpath == products.NEW:
        return await products.show_draft(context)
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


async def _page(context: PageContext, form_state: FormState, *, status: int = 200) -> Response:
    shop = shop_parameters(context)
    product = await _fetch_product(context, shop)
    response = await context.call(
        variant_admin.list_variants, {**shop, "product_no": product.product_no}
    )
    start = context.visit.query.text("variants_from")
    first = int(start) if start.isdigit() and len(start) < 6 else 0
    choices = await categories.category_choices(context)
    names = dict(choices)
    shop_no = product.shop_no
    basic = product
    if shop_no != additional_shops.BASIC:
        basic = await additional_shops.basic_shop_product(context, product.product_no)
    unpriced = additional_shops.has_other_currency(
        context, shop_no
    ) and additional_shops.lacks_price(product, basic)
    if unpriced:
        product = replace(product, **dict.fromkeys(additional_shops.AMOUNTS, ""))
    displayed = replace(product, **additional_shops.inherited_pictures(product, basic))
    category_nos = [each.category_no for each in product.category]
    options = await product_options.fetch(context, product.product_no, shop)
    return render_page(
        context,
        "product.html",
        status=status,
        messages=_MESSAGES,
        form_state=form_state,
        product=product,
        buttons=await app_actions.buttons(context, "product", str(product.product_no)),
        shop_no=shop_no,
        unpriced=unpriced,
        foreign=additional_shops.has_other_currency(context, shop_no),
        basic=basic,
        basic_shop=context.visit.mall.shops[additional_shops.BASIC],
        currency=products.currency(context, str(product.shop_no)),
        variants=response.content[first : first + VARIANTS_PER_PAGE],
        page_links={
            "newer": _address(context, variants_from=max(0, first - VARIANTS_PER_PAGE))
            if first
            else "",
            "older": _address(context, variants_from=first + VARIANTS_PER_PAGE)
            if len(response.content) > first + VARIANTS_PER_PAGE
            else "",
        },
        product_categories=[(each, names.get(each, str(each))) for each in category_nos],
        categories=[each for each in choices if each[0] not in category_nos],
        sale=await product_sale_price.displayed(context, product),
        approval=APPROVALS.get(product.approve_status, ""),
        texts=await product_languages.displayed(context, product),
        collections=await collections.choices(context, product),
        too_long=len(product.description) > MAX_DESCRIPTION_LENGTH,
        shown_description=product_saving.fingerprint(product.description),
        editor_words=product_description.words(context),
        pictures=product_pictures.of(displayed),
        picture_texts=await product_pictures.texts(context, product.product_no, shop),
        seo=(await context.call(seo.retrieve, {**shop, "product_no": product.product_no})).content,
        options=options,
        blank_options=product_options.blank(options),
        removals=product_options.removals(options, response.content),
        address=_address(context),
        in_store=additional_shops.store_address(context, shop_no, product.product_no),
        question=_address(context, delete=1),
        shipping_address=_address(context, shipping=1),
        stock_address=_address(context, variants_from=first) if first else _address(context),
        most=uploads.MAX_MEGABYTES,
    )


def _address(context: PageContext, **more: str | int) -> str:
    return address(context, f"{context.page.path}/{context.subpath}", **more)


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/products/{product_no}`: process one of the page's forms."""
    if context.subpath == products.NEW:
        return await products.create(context)
    files: dict[str, bytes] = {}
    if uploads.is_upload(context.visit.request):
        form, files = await uploads.read_files(
            context,
            deeds=_DEEDS,
            longest=_MAX_FORM_BYTES,
            most=_MAX_FIELDS,
            max_bytes=_MAX_UPLOAD_BYTES,
            of_fields=2,
        )
    else:
        form = await context.form(deeds=_DEEDS, longest=_MAX_FORM_BYTES, most=_MAX_FIELDS)
    picture = next((each for each in files.values() if each), b"")
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
                return redirect(_address(context, done=refused))
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
        if action == "picture":
            await product_pictures.replace_main(
                context, picture, product_no, shop_parameters(context)
            )
        elif action == product_description.UPLOAD:
            return await product_description.upload(context, picture)
        elif action == "add-picture":
            await product_pictures.add(context, picture, product_no, shop_parameters(context))
        elif action.startswith("approval-"):
            await _decide(context, action.removeprefix("approval-"), product_no)
            action = "approval"
        elif action in _HANDLERS:
            await _HANDLERS[action](context, form, product_no, shop_parameters(context))
    except NotModified:
        return redirect(_address(context, done="same"))
    except ApiError as error:
        form_state = form_errors.rejected_form(
            context, action, form, error, product_pictures.FIELDS | product_sale_price.FIELDS
        )
        try:
            return await _page(context, form_state, status=error.status)
        except ApiError as missing:
            return not_found_page(context, missing)
    return redirect(_address(context, done=action))


async def _save_all(
    context: PageContext, form: Fields, files: dict[str, bytes], product_no: str
) -> Response | str:
    """Save the panels that were changed; return the message, or the page of what was refused."""
    shop = shop_parameters(context)
    outcome = await product_saving.save(
        context, form, files, product_no, shop,
        handlers=_HANDLERS, conflicts=product_conflicts.find,
    )  # fmt: skip
    if outcome.error is None:
        if not outcome.panels:
            return "same"
        return outcome.panels[0] if len(outcome.panels) == 1 else product_saving.SAVED
    fields = product_pictures.FIELDS | product_sale_price.FIELDS
    form_state = form_errors.rejected_form(
        context, outcome.refused, form, outcome.error, fields, whole=True
    )
    return await _page(context, form_state, status=outcome.error.status)


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
    parameters["product_tag"] = _tags(form.text("product_tag"))
    changed = shown_values.changed(form, parameters, parse={"product_tag": _tags})
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


def _tags(text: str) -> list[str]:
    return [tag for each in text.split(",") if (tag := each.strip())]


async def _categories(
    context: PageContext, form: Fields, product_no: str, shop: dict[str, str]
) -> None:
    added, removed = form.text("add"), form.text("remove")
    parameters: dict[str, Encodable] = {}
    if removed:
        parameters["delete_category_no"] = removed
    elif added:
        parameters["add_category_no"] = [{"category_no": added}]
    if not parameters:
        raise NotModified()
    await context.call(product_rules.change, {**parameters, **shop, "product_no": product_no})


_HANDLERS: Final[dict[str, product_saving.Handler]] = {
    "details": _details,
    "description": product_description.save,
    "options": product_options.save,
    "pictures": product_pictures.arrange,
    "stock": product_variants.save,
    "categories": _categories,
    "collections": collections.save,
    "sale-price": product_sale_price.save,
    "languages": product_languages.save,
}
_DEEDS: Final = Deeds(
    *_HANDLERS,
    *_AFTERWARDS,
    *product_shipping.DEEDS,
    *("picture", "add-picture", product_description.UPLOAD, "save", "delete"),
    without="save",
)
