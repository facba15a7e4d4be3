"""The categories of a shop as a tree: made, renamed, shown or hidden, moved, and deleted."""

import re
from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.category.categories.shape import Category
from openmall.commerce.category.category_service import rules as category_rules
from openmall.contract.errors import ApiError, NotFound, NotModified
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import IDENTICAL, NO_SUCH
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, sent_once, shown_values
from openmall.pages.backoffice.addresses import address, shop_parameters
from openmall.pages.backoffice.categories import category_places
from openmall.pages.backoffice.categories.categories import MAX_CATEGORIES
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import not_found_page, render_page
from openmall.pages.backoffice.shops import additional_shops

ROOT: Final = category_places.ROOT
MAX_LEVELS: Final = category_places.MAX_LEVELS
_PAGE_SIZE: Final = 100
_MAX_FORM_BYTES: Final = 32 * 1024
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,9}")
_WAYS: Final = (
    (category_places.UP, "↑", marked("Move up")),
    (category_places.DOWN, "↓", marked("Move down")),
    (category_places.INTO, "→", marked("Move below the one before")),
    (category_places.OUT, "←", marked("Move one level up")),
)
_MESSAGES: Final = {
    "created": marked("The category was created."),
    "saved": marked("The category was saved."),
    "moved": marked("The category was moved."),
    "deleted": marked("The category was deleted. Its products stay."),
}


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/categories`; with `delete`, ask to confirm the deletion."""
    number = context.visit.query.text("delete")
    if not number:
        return await _page(context, NO_ERROR)
    try:
        category = await _fetch(context, number)
    except ApiError as error:
        return not_found_page(context, error)
    everyone = await _fetch_all(context)
    return render_page(
        context,
        "category_delete.html",
        category=category,
        below=len(_below(everyone, category.category_no)),
        address=address(context, context.page.path),
    )


async def _page(context: PageContext, form_state: FormState, *, status: int = 200) -> Response:
    shop_no = context.shop.shop_no
    store = additional_shops.store_path(context, shop_no)
    tree = _below(await _fetch_all(context), ROOT)
    moves = category_places.possible(tree)
    rows = [
        (
            each,
            moves[each.category_no],
            f"{store}/categories/{each.category_no}",
            address(context, context.page.path, delete=each.category_no),
        )
        for each in tree
    ]
    return render_page(
        context,
        "categories.html",
        status=status,
        messages=_MESSAGES,
        form_state=form_state,
        rows=rows,
        parents=[
            (each.category_no, _full_name(each))
            for each in tree
            if each.category_depth < MAX_LEVELS
        ],
        root=ROOT,
        levels=MAX_LEVELS,
        ways=[(move, sign, context.translate(label)) for move, sign, label in _WAYS],
        shop_no=shop_no,
        address=address(context, context.page.path),
    )


async def _fetch(context: PageContext, number: str) -> Category:
    if not _NUMBER.fullmatch(number):
        raise NotFound(NO_SUCH, resource=Phrase("category"))
    parameters: dict[str, Encodable] = {"category_no": number, **shop_parameters(context)}
    return (await context.call(category_rules.retrieve, parameters)).content


async def _fetch_all(context: PageContext) -> list[Category]:
    found: list[Category] = []
    for offset in range(0, MAX_CATEGORIES, _PAGE_SIZE):
        parameters: dict[str, Encodable] = {
            "limit": _PAGE_SIZE,
            "offset": offset,
            "shop_no": context.shop.shop_no,
        }
        response = await context.call(category_rules.listing, parameters)
        found += response.content
        if not response.more:
            break
    return found


def _below(categories: list[Category], number: int) -> list[Category]:
    """Return the categories below one, each followed by those below itself."""
    children: dict[int, list[Category]] = {}
    for each in sorted(categories, key=lambda each: (each.display_order, each.category_no)):
        children.setdefault(each.parent_category_no, []).append(each)
    found, open_branches = [], [iter(children.get(number, []))]
    while open_branches:
        category = next(open_branches[-1], None)
        if category is None:
            open_branches.pop()
            continue
        found.append(category)
        open_branches.append(iter(children.get(category.category_no, [])))
    return found


def _full_name(category: Category) -> str:
    names = category.full_category_name
    return " › ".join(name for _, name in sorted(names.items()) if name)


_DEEDS: Final = Deeds("create", "save", "move", "delete", without="save")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/categories`: create, change or delete a category."""
    form = await context.form(deeds=_DEEDS, longest=_MAX_FORM_BYTES)
    deed, number = form.deed, form.text("category_no")
    if deed == "move":
        number = form.text("moved") or form.text("move").rpartition("-")[2]
    try:
        if deed != "create" and not _NUMBER.fullmatch(number):
            raise NotFound(NO_SUCH, resource=Phrase("category"))
        if deed == "create":
            await _create(context, form)
            done = "created"
        elif deed == "delete":
            await context.call(category_rules.delete, {"category_no": number})
            done = "deleted"
        elif deed == "move":
            await _move(context, int(number), form)
            done = "moved"
        else:
            typed = {
                "category_name": form.text("category_name").strip(),
                "use_display": form.text("use_display") or "F",
            }
            changed = shown_values.changed(form, typed)
            stored = await _fetch(context, number)
            shown_values.require_current(form, {name: getattr(stored, name) for name in changed})
            if not changed:
                raise NotModified(IDENTICAL)
            parameters: dict[str, Encodable] = {
                **changed,
                "category_no": number,
                **shop_parameters(context),
            }
            await context.call(category_rules.change, parameters)
            done = "saved"
    except NotModified:
        done = "same"
    except NotFound as error:
        return not_found_page(context, error)
    except ApiError as error:
        # every row has a form of its own
        action = f"save-{number}" if deed == "save" else deed
        form_state = form_errors.rejected_form(context, action, form, error)
        return await _page(context, form_state, status=error.status)
    # the row that was moved stays in view
    place = f"#category-{number}" if deed == "move" else ""
    return redirect(address(context, context.page.path, done=done) + place)


async def _move(context: PageContext, number: int, form: Fields) -> None:
    tree = _below(await _fetch_all(context), ROOT)
    if form.text("moved"):
        place = category_places.dropped(form.text("order"), number)
    else:
        place = category_places.pressed(tree, number, form.text("move").partition("-")[0])
    parameters: dict[str, Encodable] = {**place, "category_no": number, **shop_parameters(context)}
    await context.call(category_rules.move, parameters)


async def _create(context: PageContext, form: Fields) -> None:
    parameters: dict[str, Encodable] = {
        "category_name": form.text("category_name").strip(),
        "parent_category_no": form.text("parent_category_no") or str(ROOT),
        **shop_parameters(context),
    }
    await context.call(category_rules.create, parameters, key=sent_once.key(form, "category"))
