"""Pages of brands, manufacturers, suppliers, trends and classifications: one list, one form."""

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict
from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products.shape import Product
from openmall.contract.errors import ApiError, NotFound, NotModified
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import IDENTICAL, NO_SUCH
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, given_names, list_queries, shown_values
from openmall.pages.backoffice.addresses import address
from openmall.pages.backoffice.addresses import shop_parameters as shop_parameters
from openmall.pages.backoffice.collections.collection_kinds import BY_LETTER, BY_PATH, KINDS, Kind
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.list_queries import ROWS
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import not_found_page, render_page

NEW: Final = "new"
_CODE: Final = re.compile(r"[A-Z][A-Z0-9]{7}", re.ASCII)
_NAMES: Final = ("shop_no", "kind", "name", "use")
_PAGE_SIZE: Final = 100
_MAX_CHOICES: Final = 500
_MESSAGES: Final = {
    "created": marked("Created."),
    "saved": marked("Saved."),
    "deleted": marked("Deleted. Its products stay."),
}


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/collections`: list those of one kind; `kind` chooses it."""
    query = list_queries.read_list_query(context, _NAMES)
    kind = BY_PATH.get(query.fields["kind"], KINDS[0])
    parameters = {**query.parameters(("shop_no",)), **query.paging}
    if query.fields["name"]:
        parameters[kind.name] = [query.fields["name"]]
    if query.fields["use"] in ("T", "F"):
        parameters[f"use_{kind.noun}"] = query.fields["use"]
    found = (await context.call(kind.listing, parameters)).content
    return render_page(
        context,
        "collections.html",
        messages=_MESSAGES,
        query=query,
        kind=kind,
        kinds=[
            (
                each,
                context.translate(each.title),
                address(context, context.page.path, kind=each.path),
            )
            for each in KINDS
        ],
        title=context.translate(kind.title),
        new_label=context.translate(kind.new),
        rows=found[:ROWS],
        searching=query.has_any("name", "use"),
        page_links=query.page_links(found),
        new=address(context, f"{context.page.path}/{NEW}", kind=kind.path),
        everything=address(context, context.page.path, kind=kind.path),
    )


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/collections/{code}`, and `new`; with `delete`, ask to confirm."""
    try:
        if context.visit.query.text("delete"):
            kind = _kind(context)
            stored = await _find(context, kind)
            return render_page(
                context,
                "collection_delete.html",
                called=getattr(stored, kind.name),
                code=context.subpath,
                address=_address(context, kind),
            )
        return await _page(context, NO_ERROR)
    except ApiError as error:
        return not_found_page(context, error)


def _kind(context: PageContext) -> Kind:
    """Return the kind of the page's code; of a new one, that of the address."""
    if context.subpath == NEW:
        return BY_PATH.get(context.visit.query.text("kind"), KINDS[0])
    kind = BY_LETTER.get(context.subpath[:1])
    if kind is None or not _CODE.fullmatch(context.subpath) or context.subpath == kind.default:
        raise NotFound(NO_SUCH, resource=Phrase("page"))
    return kind


def _address(context: PageContext, kind: Kind, **more: str | int) -> str:
    if context.subpath == NEW:
        more = {"kind": kind.path, **more}
    return address(context, f"{context.page.path}/{context.subpath}", **more)


async def _find(context: PageContext, kind: Kind) -> Struct:
    shop, code = shop_parameters(context), context.subpath
    if kind.retrieve is not None:
        found: Struct = (await context.call(kind.retrieve, {**shop, kind.code: code})).content
        return found
    parameters = {kind.code: [code], **shop}
    rows: Sequence[Struct] = (await context.call(kind.listing, parameters)).content
    if not rows:
        raise NotFound(NO_SUCH, resource=Phrase("page"))
    return rows[0]


async def _page(context: PageContext, form_state: FormState, *, status: int = 200) -> Response:
    kind = _kind(context)
    stored: dict[str, Encodable] = {f"use_{kind.noun}": "T"}
    if context.subpath != NEW:
        stored = asdict(await _find(context, kind))
    return render_page(
        context,
        "collection.html",
        status=status,
        messages=_MESSAGES,
        form_state=form_state,
        kind=kind,
        stored=stored,
        title=stored.get(kind.name) or context.translate(kind.new),
        fields=[
            (
                each,
                context.translate(each.label),
                [(code, context.translate(label)) for code, label in each.choices],
            )
            for each in kind.fields
        ],
        code=context.subpath if context.subpath != NEW else "",
        back=address(context, context.page.path, kind=kind.path),
        back_label=context.translate(kind.title),
        address=_address(context, kind),
        question=_address(context, kind, delete=1),
    )


_DEEDS_OF_NEW: Final = Deeds("save", without="save")
_DEEDS: Final = _DEEDS_OF_NEW.also("delete")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/collections/{code}`, and `new`: create, change or delete one."""
    form = await context.form(deeds=_DEEDS_OF_NEW if context.subpath == NEW else _DEEDS)
    try:
        kind = _kind(context)
        if context.subpath == NEW:
            sent = {**_parameters(kind, form), **shop_parameters(context)}
            made = (await context.call(kind.create, sent)).content
            path = f"{context.page.path}/{getattr(made, kind.code)}"
            return redirect(address(context, path, done="created"))
        named = {kind.code: context.subpath}
        if form.deed == "delete":
            # it goes in every language: its path alone names it
            await context.call(kind.delete, named)
            return redirect(address(context, context.page.path, kind=kind.path, done="deleted"))
        stored = asdict(await _find(context, kind))
        shown_values.require_current(form, {each.name: stored[each.name] for each in kind.fields})
        changed = {**_parameters(kind, form, stored), **shop_parameters(context), **named}
        await context.call(kind.change, changed)
    except NotModified:
        return redirect(_address(context, kind, done="same"))
    except ApiError as error:
        state = form_errors.rejected_form(context, "save", form, error)
        try:
            return await _page(context, state, status=error.status)
        except ApiError as missing:
            return not_found_page(context, missing)
    return redirect(_address(context, kind, done="saved"))


def _parameters(
    kind: Kind, form: Fields, stored: dict[str, Encodable] | None = None
) -> dict[str, Encodable]:
    """Return the parameters of a form; an untouched field keeps its `stored` value."""
    found: dict[str, Encodable] = {}
    for field in kind.fields:
        typed = form.text(field.name).strip()
        if field.kind == "tick":
            typed = typed or "F"
        elif not typed and typed == form.text(f"was-{field.name}"):
            # what is empty and was so is not sent: some patterns do not take an empty text
            continue
        is_touched = bool(shown_values.changed(form, {field.name: typed}))
        found[field.name] = typed if stored is None or is_touched else stored[field.name]
    return found


async def choices(
    context: PageContext, product: Product
) -> list[tuple[Kind, str, list[tuple[str, str]]]]:
    """Return each kind with its label, and code and name of what a product can belong to.

    Those out of use are left out, except the product's own.
    """
    found = []
    for kind in KINDS:
        rows: list[Struct] = []
        for offset in range(0, _MAX_CHOICES, _PAGE_SIZE):
            parameters = {"limit": _PAGE_SIZE, "offset": offset, "shop_no": product.shop_no}
            response = await context.call(kind.listing, parameters)
            rows += response.content
            if not response.more:
                break
        used = [
            (getattr(each, kind.code), given_names.shown(context, getattr(each, kind.name)))
            for each in rows
            if getattr(each, f"use_{kind.noun}") == "T"
            or getattr(each, kind.code) == getattr(product, kind.code)
        ]
        if getattr(product, kind.code) not in dict(used):
            used.append((getattr(product, kind.code), getattr(product, kind.code)))
        found.append((kind, context.translate(kind.one), used))
    return found


async def save(context: PageContext, form: Fields, product_no: str, shop: dict[str, str]) -> None:
    """Save what a product belongs to. Raises NotModified (409) without a change."""
    typed = {each.code: form.text(each.code) for each in KINDS if form.text(each.code)}
    codes = shown_values.changed(form, typed)
    if not codes:
        raise NotModified(IDENTICAL)
    await context.call(product_rules.change, {**codes, **shop, "product_no": product_no})
