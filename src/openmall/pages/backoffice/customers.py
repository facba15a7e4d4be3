"""The list of customers, with search and filters."""

from typing import Any, Final

from starlette.responses import Response

from openmall.contract.errors import ApiError
from openmall.http.web.languages import marked
from openmall.pages.backoffice import form_errors, list_queries, list_views
from openmall.pages.backoffice.form_errors import NO_ERROR
from openmall.pages.backoffice.list_queries import ROWS, ListQuery
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import render_page

NAMES: Final = ("shop_no", "field", "keyword", "group_no", "member_type", "from", "to")
SEARCH_FIELDS: Final = {
    "id": marked("Member ID"),
    "name": marked("Name"),
    "hp": marked("Mobile phone"),
    "tel": marked("Phone"),
    "mail": marked("Email"),
}
_PARAMETER_FIELDS: Final = {
    "search_field": "field",
    "member_id": "keyword",
    "start_date": "from",
    "end_date": "to",
}


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/customers`: list the customers that match the filters."""
    query = list_queries.read_list_query(context, NAMES)
    form_state, customers = NO_ERROR, []
    try:
        response = await context.call("customersprivacy", {**_parameters(query), **query.paging})
        customers = response.content
    except ApiError as error:
        form_state = form_errors.rejected_form(
            context, "search", context.visit.query, error, _PARAMETER_FIELDS
        )
    group_names = await groups(context)
    return render_page(
        context,
        "customers.html",
        status=422 if form_state.action else 200,
        messages=list_views.MESSAGES,
        views=await list_views.views_of(context, "customers", query),
        query=query,
        search_fields=[(code, context.translate(name)) for code, name in SEARCH_FIELDS.items()],
        groups=list(group_names.items()),
        names=group_names,
        form_state=form_state,
        customers=customers[:ROWS],
        page_links=query.page_links(customers),
    )


async def groups(context: PageContext) -> dict[int, str]:
    """Return number and name of the customer groups."""
    response = await context.call("customergroups")
    return {each["group_no"]: each["group_name"] for each in response.content}


def _parameters(query: ListQuery) -> dict[str, Any]:
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
