"""What the list of products is limited to and sorted by: fields of its form, and parameters."""

from collections.abc import Sequence
from typing import Final

from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked
from openmall.pages.backoffice.collections.collection_kinds import KINDS
from openmall.pages.backoffice.list_queries import ListQuery
from openmall.pages.backoffice.page_context import PageContext

NAMES: Final = (
    "shop_no", "field", "keyword", "display", "selling", "stock", "approve_status", "category",
    "dates", "from", "to", "sort", "edit", *(each.code for each in KINDS),
)  # fmt: skip
"""Fields of the address."""
SEARCH_FIELDS: Final = {
    "product_name": marked("Name"),
    "product_code": marked("Product code"),
    "custom_product_code": marked("SKU"),
    "product_no": marked("Number"),
    "product_tag": marked("Tag"),
}
CHOICES: Final[dict[str, dict[str, str]]] = {
    "display": {"T": marked("Displayed"), "F": marked("Hidden")},
    "selling": {"T": marked("On sale"), "F": marked("Not on sale")},
    "stock": {"sold-out": marked("Sold out"), "partly": marked("Has sold-out variants")},
    "approve_status": {
        "N": marked("New, by a supplier"),
        "E": marked("Changed by a supplier"),
        "R": marked("Rejected"),
        "C": marked("Approved"),
    },
}
"""Filter -> its values, and what they are called."""
UNCATEGORIZED: Final = "none"
PARAMETER_FIELDS: Final = {
    **dict.fromkeys(SEARCH_FIELDS, "keyword"),
    **{f"{dates}_start_date": "from" for dates in ("created", "updated")},
    **{f"{dates}_end_date": "to" for dates in ("created", "updated")},
}
"""Parameter -> field of the form."""
_STOCK: Final = {"sold-out": "sold_out", "partly": "sold_out_variant"}
_SORTS: Final[dict[str, dict[str, str]]] = {
    "": {},
    "updated": {"sort": "updated_date"},
    "name": {"sort": "product_name", "order": "asc"},
}
_DAYS: Final = {
    ("created", "from"): marked("Created from {day}"),
    ("created", "to"): marked("Created until {day}"),
    ("updated", "from"): marked("Changed from {day}"),
    ("updated", "to"): marked("Changed until {day}"),
}


def searched(query: ListQuery) -> dict[str, Encodable]:
    """Return the parameters of a list of products: its filters and its order."""
    return {**filters(query), **_SORTS.get(query.fields["sort"], {})}


def filters(query: ListQuery) -> dict[str, Encodable]:
    """Return the parameters that the list is limited by."""
    fields = query.fields
    parameters = query.parameters(("shop_no", "display", "selling", "approve_status"))
    if fields["keyword"]:
        parameters[_field(query)] = [fields["keyword"]]
    if fields["stock"] in _STOCK:
        parameters[_STOCK[fields["stock"]]] = "T"
    if fields["category"] == UNCATEGORIZED:
        parameters["category_unapplied"] = "T"
    elif fields["category"]:
        parameters |= {"category": fields["category"], "include_sub_category": "T"}
    for kind in KINDS:
        if fields[kind.code]:
            parameters[kind.code] = [fields[kind.code]]
    for end, name in (("start", "from"), ("end", "to")):
        if fields[name]:
            parameters[f"{_dates(query)}_{end}_date"] = fields[name]
    return parameters


def chosen(
    context: PageContext,
    query: ListQuery,
    categories: Sequence[tuple[int, str]],
    collections: Sequence[tuple[str, str, str]],
) -> list[tuple[str, str]]:
    """Return the chosen filters, each with the address without it.

    `categories`: numbers and names of all. `collections`: parameter, label and name of the chosen
    ones.
    """
    fields = query.fields
    texts = {"keyword": f"{context.translate(SEARCH_FIELDS[_field(query)])}: {fields['keyword']}"}
    for name, values in CHOICES.items():
        texts[name] = context.translate(values[fields[name]]) if fields[name] in values else ""
    names = {str(number): name for number, name in categories}
    names[UNCATEGORIZED] = context.translate(marked("Uncategorized"))
    texts["category"] = names.get(fields["category"], "")
    texts |= {code: f"{label}: {name}" for code, label, name in collections}
    for end in ("from", "to"):
        day = context.translate(_DAYS[_dates(query), end])
        texts[end] = day.format(day=fields[end])
    return [
        (text or fields[name], query.address(page="", **{name: ""}))
        for name, text in texts.items()
        if fields[name]
    ]


def _field(query: ListQuery) -> str:
    """Return the parameter that the words of the search are looked for in."""
    field = query.fields["field"]
    return field if field in SEARCH_FIELDS else "product_name"


def _dates(query: ListQuery) -> str:
    return "updated" if query.fields["dates"] == "updated" else "created"
