"""Displays: the groups of the home page and the sections of categories, and their products."""

from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.refusals import UNKNOWN_BUTTON
from openmall.commerce.category.categories.shape import Category
from openmall.commerce.category.category_service import rules as category_rules
from openmall.commerce.category.mains import rules as main_rules
from openmall.commerce.category.mains.shape import Main
from openmall.commerce.product.autodisplay import rules
from openmall.commerce.product.mains_products import rules as mains_product_rules
from openmall.contract.errors import ApiError, Malformed, NotFound, NotModified
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, sent_once
from openmall.pages.backoffice.addresses import address, shop_parameters
from openmall.pages.backoffice.categories import categories
from openmall.pages.backoffice.displays import display_contents, display_rules
from openmall.pages.backoffice.displays.display_contents import Display
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import not_found_page, render_page
from openmall.pages.backoffice.shops import additional_shops

_MAX_FORM_BYTES: Final = 32 * 1024
_MAX_FIELDS: Final = 600
_SECTIONS: Final = {
    1: marked("All products"),
    2: marked("Recommended"),
    3: marked("New in the shop"),
}
_FIRST_NAMES: Final = {
    "Recommended products": marked("Recommended products"),
    "New arrivals": marked("New arrivals"),
}
"""Names that every shop begins with, in the manager's language until they are changed."""
_MESSAGES: Final = {
    "created": marked("The display was created."),
    "deleted": marked("The display was deleted. Its products stay."),
    "move": marked("The order was saved."),
    "add": marked("The products were added."),
    "group": marked("Saved."),
    "rule": marked("The display fills itself from now on."),
    "no-rule": marked("The display is filled by hand again. What it shows stays."),
}


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/displays`: list the groups of the home page, and lead to categories."""
    return await _list(context, NO_ERROR)


async def _list(context: PageContext, form_state: FormState) -> Response:
    shop = shop_parameters(context)
    automatic_rules = (await context.call(rules.listing, shop)).content
    automatic = {each.display_group for each in automatic_rules if each.use_main == "T"}
    groups = []
    for each in (await context.call(main_rules.listing, shop)).content:
        number = each.display_group
        count = (
            await context.call(mains_product_rules.count, {**shop, "display_group": number})
        ).content
        path = address(context, f"{context.page.path}/main-{number}")
        groups.append((shown_name(context, each), path, count, number in automatic))
    return render_page(
        context,
        "displays.html",
        status=422 if form_state.action else 200,
        messages=_MESSAGES,
        form_state=form_state,
        groups=groups,
        categories=await categories.category_choices(context, str(context.shop.shop_no)),
        sections=[(number, context.translate(name)) for number, name in _SECTIONS.items()],
        shop_no=context.shop.shop_no,
        address=address(context, context.page.path),
    )


def shown_name(context: PageContext, group: Main) -> str:
    """Return the name of a display; a first one in the language of the manager."""
    name = group.group_name
    return context.translate(_FIRST_NAMES[name]) if name in _FIRST_NAMES else name


_DEEDS_OF_LIST: Final = Deeds("create", "open", without="create")


async def create(context: PageContext) -> Response:
    """Handle `POST /admin/displays`: create a group of the home page, or open a category's."""
    form = await context.form(deeds=_DEEDS_OF_LIST)
    if form.deed == "open":
        category, section = form.text("category"), form.text("section")
        if category.isdigit() and section.isdigit():
            return redirect(address(context, f"{context.page.path}/category-{category}-{section}"))
        return redirect(address(context, context.page.path))
    parameters: dict[str, Encodable] = {
        "group_name": form.text("group_name").strip(),
        **shop_parameters(context),
    }
    try:
        key = sent_once.key(form, "group")
        made = (await context.call(main_rules.create, parameters, key=key)).content
    except ApiError as error:
        return await _list(context, form_errors.rejected_form(context, "create", form, error))
    path = f"{context.page.path}/main-{made.display_group}"
    return redirect(address(context, path, done="created"))


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/displays/{display}`; `find`: products to add; `delete`: ask to confirm."""
    try:
        display = display_contents.display_of(context.subpath)
        if context.visit.query.text("delete") and display.category_no is None:
            title, _ = await _group(context, display)
            return render_page(
                context, "display_delete.html", called=title, address=_address(context)
            )
        return await _page(context, display, NO_ERROR)
    except ApiError as error:
        return not_found_page(context, error)


def _address(context: PageContext, **more: str | int) -> str:
    return address(context, f"{context.page.path}/{context.subpath}", **more)


async def _group(context: PageContext, display: Display) -> tuple[str, Main | Category]:
    """Return title and fields of what a display belongs to. Raises NotFound (404)."""
    shop = shop_parameters(context)
    if display.category_no is not None:
        named: dict[str, Encodable] = {**shop, "category_no": display.category_no}
        category = (await context.call(category_rules.retrieve, named)).content
        name = category.category_name
        return f"{name}: {context.translate(_SECTIONS[display.group])}", category
    for each in (await context.call(main_rules.listing, shop)).content:
        if each.display_group == display.group:
            return shown_name(context, each), each
    # names the group in the error of the API
    await display_contents.require(context, display)
    raise NotFound(NO_SUCH, resource=Phrase("display"))


async def _page(
    context: PageContext, display: Display, form_state: FormState, *, status: int = 200
) -> Response:
    title, group = await _group(context, display)
    shown, total = await display_contents.contents(context, display)
    text = context.visit.query.text("find").strip()
    found = []
    if text:
        present = {each.product_no for each in shown}
        found = await display_contents.search(context, text, present)
    rule = await display_rules.find(context, display)
    shop_no = context.shop.shop_no
    in_store = additional_shops.store_path(context, shop_no)
    if display.category_no is not None:
        in_store += f"/categories/{display.category_no}"
    return render_page(
        context,
        "display.html",
        status=status,
        messages=_MESSAGES,
        form_state=form_state,
        display=display,
        title=title,
        group=group,
        group_name=title if display.category_no is None else "",
        shown=shown,
        total=total,
        text=text,
        found=found,
        rule=rule,
        sorts=_labels(context, display_rules.SORTS, rule.display_sort if rule else ""),
        periods=[(code, context.translate(label)) for code, label in display_rules.PERIODS],
        category_sort=_category_sort(group) if isinstance(group, Category) else "",
        category_sorts=_labels(
            context,
            display_rules.CATEGORY_SORTS,
            _category_sort(group) if isinstance(group, Category) else "",
        ),
        categories=await categories.category_choices(context, str(shop_no)),
        sections=[
            (
                context.translate(label),
                address(context, f"{context.page.path}/category-{display.category_no}-{number}"),
                number == display.group,
            )
            for number, label in _SECTIONS.items()
        ],
        currency=context.shop.currency,
        in_store=in_store,
        address=_address(context),
        back=address(context, context.page.path),
        question=_address(context, delete=1),
    )


def _category_sort(category: Category) -> str:
    return f"{category.product_display_key}-{category.product_display_sort}"


def _labels(
    context: PageContext, choices: tuple[tuple[str, str], ...], stored: str
) -> list[tuple[str, str]]:
    """Return choices with their labels; a stored code without a label is one of them."""
    labelled = [(code, context.translate(label)) for code, label in choices]
    if stored and stored not in dict(labelled):
        labelled.append((stored, stored))
    return labelled


_DEEDS: Final = Deeds("move", "add", "group", "rule", "no-rule", "delete")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/displays/{display}`: process one of the page's forms."""
    form = await context.form(deeds=_DEEDS, longest=_MAX_FORM_BYTES, most=_MAX_FIELDS)
    deed = form.deed
    try:
        display = display_contents.display_of(context.subpath)
    except ApiError as error:
        return not_found_page(context, error)
    if deed == "delete" and display.category_no is not None:
        raise Malformed(UNKNOWN_BUTTON)
    try:
        if deed == "delete":
            named: dict[str, Encodable] = {
                **shop_parameters(context),
                "display_group": display.group,
            }
            await context.call(main_rules.delete, named)
            return redirect(address(context, context.page.path, done="deleted"))
        if deed == "add":
            await display_contents.add(context, display, form.texts("add"))
        elif deed == "move":
            await display_contents.move(context, display, form)
        elif deed == "group":
            await display_rules.save_group(context, display, form)
        elif deed == "rule":
            await display_rules.save(context, display, form)
        else:
            await display_rules.delete(context, display)
    except NotModified:
        return redirect(_address(context, done="same"))
    except ApiError as error:
        parameter = (error.parameter or "").partition(".")[0]
        state = form_errors.rejected_form(
            context,
            deed,
            form,
            error,
            {
                error.parameter or "": parameter,
                "product_display_key": "category_sort",
                "product_display_sort": "category_sort",
            },
        )
        try:
            return await _page(context, display, state, status=error.status)
        except ApiError as missing:
            return not_found_page(context, missing)
    return redirect(_address(context, done=deed))
