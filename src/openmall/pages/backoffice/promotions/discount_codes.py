"""Discount codes: their list, and the form in which one is created, changed or deleted."""

import re
from collections.abc import Sequence
from typing import Final

from starlette.responses import Response

from openmall.commerce.promotion.discount_codes import rules as discount_code_rules
from openmall.commerce.promotion.discount_codes.shape import DiscountCode
from openmall.contract.errors import ApiError, NotFound
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Handler
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, list_queries
from openmall.pages.backoffice.addresses import address
from openmall.pages.backoffice.form_errors import NO_ERROR
from openmall.pages.backoffice.list_queries import ROWS
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.promotions import editing
from openmall.pages.backoffice.promotions.editing import Editor
from openmall.pages.backoffice.promotions.form_fields import (
    FormField,
    Kind,
    Section,
    Values,
    number,
    numbers,
    rounding,
)
from openmall.pages.backoffice.promotions.previews import Trial
from openmall.pages.backoffice.rendering import not_found_page, render_page

NEW: Final = "new"
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,9}")
_NAMES: Final = ("shop_no", "discount_code", "discount_code_name")
_MESSAGES: Final = {
    "saved": marked("The discount code was saved."),
    "delete": marked("The discount code was deleted."),
}
_PRODUCTS: Final = {
    "A": marked("All products"),
    "P": marked("Only the chosen products"),
    "C": marked("Only the chosen categories"),
}
_UNITS: Final = {"F": "–", "C": "0.01", "B": "0.1", "O": "1", "T": "10", "M": "100", "H": "1000"}
_DEFAULTS: Final = {
    "available_product_type": "A",
    "available_user": "A",
    "available_min_price": "0",
    "available_issue_count": "0",
    "max_usage_per_user": "0",
}
_TEXTS: Final = ("discount_code", "discount_code_name")
_AMOUNTS: Final = (
    "discount_value", "discount_max_price", "available_min_price", "available_issue_count",
    "max_usage_per_user",
)  # fmt: skip
_CHOICES: Final = ("discount_truncation_unit", "available_product_type", "available_user")
_DATES: Final = ("available_start_date", "available_end_date")
_FAR: Final = "2100-12-31"


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/discount-codes`: list the codes of a shop, newest first."""
    query = list_queries.read_list_query(context, _NAMES)
    form_state = NO_ERROR
    found: Sequence[DiscountCode] = ()
    try:
        asked = {**query.parameters(_NAMES), **query.paging}
        found = (await context.call(discount_code_rules.listing, asked)).content
    except ApiError as error:
        form_state = form_errors.rejected_form(context, "search", context.visit.query, error)
    return render_page(
        context,
        "discount_codes.html",
        status=422 if form_state.action else 200,
        messages=_MESSAGES,
        query=query,
        form_state=form_state,
        codes=found[:ROWS],
        page_links=query.page_links(found),
        new=address(context, f"{context.page.path}/{NEW}"),
    )


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/discount-codes/{discount_code_no}`, and `new`."""
    if context.subpath == NEW:
        return await editing.show_form(context, _editor(context, ""), _defaults(context))
    try:
        stored = await _find(context)
    except ApiError as error:
        return not_found_page(context, error)
    return await editing.show_form(context, _editor(context, context.subpath), _values(stored))


async def _find(context: PageContext) -> DiscountCode:
    if not _NUMBER.fullmatch(context.subpath):
        raise NotFound(DOES_NOT_EXIST, resource=Phrase("discount code"))
    return await editing.call(
        context, discount_code_rules.retrieve, {"discount_code_no": context.subpath}
    )


_DEEDS: Final = editing.DEEDS.also("delete")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/discount-codes/{discount_code_no}`, and `new`."""
    form = await context.form(
        deeds=editing.DEEDS if context.subpath == NEW else _DEEDS, most=editing.MOST_FIELDS
    )
    if context.subpath == NEW:
        return await editing.change(context, _editor(context, ""), form)
    try:
        await _find(context)
        if form.deed == "delete":
            await editing.call(
                context, discount_code_rules.delete, {"discount_code_no": context.subpath}
            )
            return redirect(address(context, context.page.path, done="delete"))
        return await editing.change(context, _editor(context, context.subpath), form)
    except ApiError as error:
        return not_found_page(context, error)


def _editor(context: PageContext, no: str) -> Editor:
    operation: Handler = discount_code_rules.change if no else discount_code_rules.create
    named = {"discount_code_no": no} if no else {}

    def trial(values: Values) -> Trial:
        sent = _parameters(values)
        return Trial(
            operation=operation,
            parameters={**sent, **_valid_now(sent), **named},
            discount_code=values.get("discount_code", ""),
        )

    async def store(values: Values, key: str) -> str:
        sent = _parameters(values)
        for name in (*_TEXTS, *_AMOUNTS, *_DATES):
            editing.required(values, name)
        key = f"code-{key}" if key and not no else ""
        await editing.call(context, operation, {**sent, **named}, key=key)
        return address(context, context.page.path, done="saved")

    return Editor(
        title=context.translate(marked("Change the discount code"))
        if no
        else context.translate(marked("New discount code")),
        lead=context.translate(marked("Buyers type the code at the checkout.")),
        sections=lambda values: _sections(context, values),
        trial=trial,
        store=store,
        fields_of={},
        defaults=_defaults(context),
        codes={"available_product_type": _PRODUCTS},
        number=no,
    )


def _defaults(context: PageContext) -> dict[str, str]:
    return {**_DEFAULTS, "discount_truncation_unit": rounding(context.shop.currency)}


def _valid_now(sent: dict[str, Encodable]) -> dict[str, str]:
    """Return dates that include now in place of those of the code, where it has some."""
    if not all(sent.get(name) for name in _DATES):
        return {}
    return {"available_start_date": "2000-01-01", "available_end_date": _FAR}


def _sections(context: PageContext, values: Values) -> list[Section]:
    translate = context.translate
    none = translate(marked("0: no limit."))

    def field(name: str, label: str, kind: Kind = "text", hint: str = "") -> FormField:
        return FormField(name=name, label=translate(label), kind=kind, required=True, hint=hint)

    def choice(name: str, label: str, texts: dict[str, str], *, decides: bool = False) -> FormField:
        pairs = [(code, translate(text)) for code, text in texts.items()]
        return FormField(
            name=name, label=translate(label), kind="choice", choices=pairs, decides=decides
        )

    fields = [
        field("discount_code", marked("Code")),
        field("discount_code_name", marked("Name")),
        field("discount_value", marked("Percentage"), "number"),
        choice("discount_truncation_unit", marked("Round down to"), _UNITS),
        field("discount_max_price", marked("Maximum discount"), "amount"),
    ]
    use = [
        field("available_start_date", marked("From"), "date"),
        field("available_end_date", marked("To"), "date"),
        choice("available_product_type", marked("Products"), _PRODUCTS, decides=True),
    ]
    if values["available_product_type"] == "P":
        use.append(field("available_product", marked("Chosen products"), "products"))
    if values["available_product_type"] == "C":
        use.append(field("available_category", marked("Chosen categories"), "categories"))
    use += [
        field(
            "available_min_price",
            marked("Minimum amount"),
            "amount",
            translate(
                marked(
                    "Prices of the products it is for, before discounts; free units do not count."
                )
            ),
        ),
        field("available_issue_count", marked("Number of uses"), "number", none),
        choice(
            "available_user",
            marked("Buyers"),
            {"A": marked("Everybody"), "M": marked("Only members")},
        ),
        field("max_usage_per_user", marked("Uses by each customer"), "number", none),
    ]
    return [
        Section(title=translate(marked("Discount code")), fields=fields),
        Section(title=translate(marked("Conditions of use")), fields=use),
    ]


def _parameters(values: Values) -> dict[str, Encodable]:
    kind = values["available_product_type"]
    return {
        **{name: values.get(name, "") for name in (*_TEXTS, *_CHOICES)},
        **{name: number(values, name) or "" for name in _AMOUNTS},
        **{name: values.get(name, "") for name in _DATES},
        "available_product": numbers(values, "available_product") if kind == "P" else [],
        "available_category": numbers(values, "available_category") if kind == "C" else [],
    }


def _values(stored: DiscountCode) -> dict[str, str]:
    values = {name: str(getattr(stored, name)) for name in (*_TEXTS, *_CHOICES, *_AMOUNTS)}
    values |= {name: str(getattr(stored, name) or "")[:10] for name in _DATES}
    for name in ("available_product", "available_category"):
        values[name] = ",".join(str(each) for each in getattr(stored, name) or [])
    return values
