"""The list of customers, with search and filters; selected customers are moved to a group."""

from collections.abc import Sequence
from typing import Final

from starlette.responses import Response

from openmall.commerce.customer.customergroups import rules as customergroup_rules
from openmall.commerce.customer.group_service import group_moves
from openmall.commerce.privacy.customersprivacy import rules as customersprivacy_rules
from openmall.commerce.privacy.customersprivacy.shape import CustomerPrivacy
from openmall.contract.errors import ApiError
from openmall.contract.json_values import Encodable
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
from openmall.pages.backoffice.form_errors import NO_ERROR
from openmall.pages.backoffice.list_queries import ROWS, ListQuery
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import render_page

NAMES: Final = ("shop_no", "select", "field", "keyword", "group_no", "member_type", "from", "to")
SEARCH_FIELDS: Final = {
    "id": marked("Member ID"),
    "name": marked("Name"),
    "hp": marked("Mobile phone"),
    "tel": marked("Phone"),
    "mail": marked("Email"),
}
_MEMBER_TYPES: Final = {"vip": marked("Special"), "poor": marked("Blocked")}
_PARAMETER_FIELDS: Final = {
    "search_field": "field",
    "member_id": "keyword",
    "start_date": "from",
    "end_date": "to",
}


_MESSAGES: Final = {
    "group": marked("The selected customers were moved to the group."),
    "none": marked("Select customers and a group."),
}


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/customers`: list the customers that match the filters."""
    return await _list(context)


async def move(context: PageContext) -> Response:
    """Handle `POST /admin/customers`: move the selected customers to a group, one by one."""
    form = await context.form()
    query = list_queries.read_list_query(context, NAMES)
    group = form.text("to_group")
    members = await bulk_actions.rows_to_change(
        context, form, customersprivacy_rules.listing, _parameters(query), "member_id"
    )
    if not group.isdigit() or not members:
        return redirect(query.address(done="none"))
    shop = query.parameters(("shop_no",))

    async def change(member_id: str) -> None:
        parameters = {"member_id": member_id, "fixed_group": form.text("fixed_group") or "F"}
        await context.call(group_moves.move, {"group_no": group, **parameters, **shop})

    outcomes = await bulk_actions.run_each(context, members, change)
    if outcomes:
        return await _list(context, outcomes)
    return redirect(query.address(done="group"))


async def _list(context: PageContext, outcomes: list[Outcome] | None = None) -> Response:
    query = list_queries.read_list_query(context, NAMES)
    form_state = NO_ERROR
    customers: Sequence[CustomerPrivacy] = ()
    try:
        parameters = {**_parameters(query), **query.paging}
        customers = (await context.call(customersprivacy_rules.listing, parameters)).content
    except ApiError as error:
        form_state = form_errors.rejected_form(
            context, "search", context.visit.query, error, _PARAMETER_FIELDS
        )
    group_names = await groups(context)
    page_links = query.page_links(customers)
    return render_page(
        context,
        "customers.html",
        buttons=await app_actions.buttons(context, "customers"),
        status=422 if form_state.action or outcomes else 200,
        messages={**_MESSAGES, **list_views.MESSAGES},
        outcomes=outcomes or [],
        selected=query.fields["select"] == "all",
        every=await bulk_actions.count_all(
            context, customersprivacy_rules.count, _parameters(query), page_links
        ),
        views=await list_views.views_of(context, "customers", query),
        query=query,
        chosen=_chosen(context, query, group_names),
        search_fields=[(code, context.translate(name)) for code, name in SEARCH_FIELDS.items()],
        groups=list(group_names.items()),
        names=group_names,
        form_state=form_state,
        customers=customers[:ROWS],
        page_links=page_links,
    )


def _chosen(
    context: PageContext, query: ListQuery, group_names: dict[int, str]
) -> list[tuple[str, str]]:
    """Return the chosen filters, each with the address without it."""
    fields = query.fields
    group, kind = fields["group_no"], fields["member_type"]
    searched = SEARCH_FIELDS.get(fields["field"], SEARCH_FIELDS["id"])
    texts = {
        "keyword": f"{context.translate(searched)}: {fields['keyword']}",
        "group_no": group_names.get(int(group), group) if group.isdecimal() else group,
        "member_type": context.translate(_MEMBER_TYPES[kind]) if kind in _MEMBER_TYPES else kind,
        "from": context.translate(marked("Joined from {day}")).format(day=fields["from"]),
        "to": context.translate(marked("Joined until {day}")).format(day=fields["to"]),
    }
    return [
        (text, query.address(page="", **{name: ""})) for name, text in texts.items() if fields[name]
    ]


async def groups(context: PageContext) -> dict[int, str]:
    """Return number and name of the customer groups."""
    response = await context.call(customergroup_rules.listing)
    return {each.group_no: given_names.shown(context, each.group_name) for each in response.content}


def _parameters(query: ListQuery) -> dict[str, Encodable]:
    fields = query.fields
    parameters = query.parameters(("shop_no", "group_no", "member_type"))
    if fields["keyword"]:
        field = fields["field"] if fields["field"] in SEARCH_FIELDS else "id"
        parameters |= {"search_field": field, "keyword": [fields["keyword"]]}
    if fields["from"] or fields["to"]:
        parameters["date_type"] = "join"
        parameters |= {
            name: fields[field]
            for name, field in (("start_date", "from"), ("end_date", "to"))
            if fields[field]
        }
    return parameters
