"""Customer groups: list, create and change them, with their benefits and automatic rule."""

import re
from typing import Final, get_args

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.customer import office as customer_office
from openmall.commerce.customer.automatic_groups import office as automatic_group_office
from openmall.commerce.customer.customergroups import rules as customergroup_rules
from openmall.commerce.customer.customergroups.shape import Group, Truncation
from openmall.commerce.privacy.customersprivacy import rules as customersprivacy_rules
from openmall.contract.errors import ApiError, NotModified
from openmall.contract.json_values import Encodable
from openmall.contract.money import smallest_unit
from openmall.http.web import typed_numbers
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, given_names
from openmall.pages.backoffice.addresses import address
from openmall.pages.backoffice.addresses import shop_parameters as shop_parameters
from openmall.pages.backoffice.customers import group_moves
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import not_found_page, render_page

BENEFITS: Final = {
    "F": marked("None"),
    "D": marked("Discount"),
    "M": marked("Points"),
    "P": marked("Discount and points"),
}
GENERAL: Final = 1
"""The group that cannot be deleted."""
NEW: Final = "new"
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,8}")
_PLAIN: Final = ("group_name", "group_description", "buy_benefits")
_BENEFIT: Final = {"amount_discount": None, "discount_unit": "P", "amount_product": None}
_BLANK: Final = {
    "group_name": "",
    "group_description": "",
    "buy_benefits": "F",
    "ship_benefits": "F",
    "discount_information": _BENEFIT,
    "points_information": _BENEFIT,
    "auto_change_information": {"min_purchase_amount": None, "min_purchase_count": None},
}
"""A group that is not there yet."""
_MESSAGES: Final = {
    "made": marked("The group was created."),
    "saved": marked("The group was saved."),
    "deleted": marked("The group was deleted."),
    "some": marked("Some of its customers were moved. Delete it again to move the others."),
}


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/customer-groups`: list the groups of a shop and their customers."""
    shop = shop_parameters(context)
    groups = []
    for each in (await context.call(customergroup_rules.listing, shop)).content:
        filters: dict[str, Encodable] = {"group_no": each.group_no, **shop}
        number = (await context.call(customersprivacy_rules.count, filters)).content
        groups.append((each, number))
    return render_page(
        context,
        "customer_groups.html",
        messages=_MESSAGES,
        shop=context.shop,
        groups=groups,
        benefits=BENEFITS,
        new_address=address(context, f"{context.page.path}/{NEW}"),
        moves_address=address(context, f"{context.page.path}/{group_moves.SUBPATH}"),
    )


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/customer-groups/new` and `/admin/customer-groups/{group_no}`."""
    try:
        if context.subpath == group_moves.SUBPATH:
            return await group_moves.show(context)
        return await _page(context, NO_ERROR)
    except ApiError as error:
        return not_found_page(context, error)


async def _page(context: PageContext, form_state: FormState, *, status: int = 200) -> Response:
    group: Group | None = None
    if context.subpath != NEW:
        group = (await context.call(customer_office.retrieve_group, _named(context))).content
    others: list[tuple[int, str]] = []
    if group is not None and group.group_no != GENERAL:
        shop = shop_parameters(context)
        others = [
            (each.group_no, given_names.shown(context, each.group_name))
            for each in (await context.call(customergroup_rules.listing, shop)).content
            if each.group_no != group.group_no
        ]
    return render_page(
        context,
        "customer_group.html",
        status=status,
        messages=_MESSAGES,
        form_state=form_state,
        group=group,
        stored=group or _BLANK,
        others=others,
        benefits=[(code, context.translate(name)) for code, name in BENEFITS.items()],
        currency=context.shop.currency,
        units=[(unit, unit) for unit in get_args(Truncation)],
        smallest_unit=str(smallest_unit(context.shop.currency)),
        address=address(context, f"{context.page.path}/{context.subpath}"),
    )


def _named(context: PageContext) -> dict[str, str]:
    """Return the parameters that name the group of the page, and its shop."""
    number = context.subpath if _NUMBER.fullmatch(context.subpath) else "0"
    return {"group_no": number, **shop_parameters(context)}


_DEEDS_OF_NEW: Final = Deeds("save", without="save")
_DEEDS: Final = _DEEDS_OF_NEW.also("delete")
_DEEDS_OF: Final = {group_moves.SUBPATH: group_moves.DEEDS, NEW: _DEEDS_OF_NEW}
"""Page below the groups that is not of a stored group -> its deeds."""


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/customer-groups/...`: create a group, change or delete one."""
    form = await context.form(deeds=_DEEDS_OF.get(context.subpath, _DEEDS))
    if context.subpath == group_moves.SUBPATH:
        return await group_moves.change(context, form)
    parameters = {**_parameters(form), **shop_parameters(context)}
    try:
        if form.deed == "delete":
            return await _delete(context, form)
        if context.subpath == NEW:
            made = (await context.call(customergroup_rules.create, parameters)).content
            return redirect(address(context, f"{context.page.path}/{made.group_no}", done="made"))
        await context.call(customer_office.change_group, {**parameters, **_named(context)})
    except NotModified:
        return redirect(address(context, f"{context.page.path}/{context.subpath}", done="same"))
    except ApiError as error:
        # nested parameters are named by their path
        name = (error.parameter or "").replace(".", "-")
        state = form_errors.rejected_form(
            context, "save", form, error, {error.parameter or "": name}
        )
        try:
            return await _page(context, state, status=error.status)
        except ApiError as missing:
            return not_found_page(context, missing)
    return redirect(address(context, f"{context.page.path}/{context.subpath}", done="saved"))


async def _delete(context: PageContext, form: Fields) -> Response:
    """Move the customers of a group to another one, and delete it once it has none."""
    named = _named(context)
    parameters = {"new_group_no": form.text("new_group_no"), **named}
    response = await context.call(automatic_group_office.delete_group, parameters)
    if response.content.deleted == "T":
        return redirect(address(context, context.page.path, done="deleted"))
    return redirect(address(context, f"{context.page.path}/{named['group_no']}", done="some"))


def _parameters(form: Fields) -> dict[str, Encodable]:
    def number(name: str) -> str | None:
        return typed_numbers.plain(form.text(name)) or None

    def benefit(name: str) -> dict[str, str]:
        unit = form.text(f"{name}-truncation_unit")
        return {
            "amount_product": number(f"{name}-amount_product") or "0",
            "amount_discount": number(f"{name}-amount_discount") or "0",
            "discount_unit": form.text(f"{name}-discount_unit") or "P",
            **({"truncation_unit": unit} if unit else {}),
        }

    return {
        **{name: form.text(name).strip() for name in _PLAIN},
        "ship_benefits": form.text("ship_benefits") or "F",
        "discount_information": benefit("discount_information"),
        "points_information": benefit("points_information"),
        "auto_change_information": {
            name: number(f"auto_change_information-{name}")
            for name in ("min_purchase_amount", "min_purchase_count")
        },
    }
