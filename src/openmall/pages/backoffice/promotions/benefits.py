"""Benefits: sales, discounts for members, gifts; their list, and the form of one."""

import re
from collections.abc import Sequence
from typing import Final

from starlette.responses import Response

from openmall.commerce.promotion.benefits import rules as benefit_rules
from openmall.commerce.promotion.benefits.shape import OBJECTS, Benefit
from openmall.contract.errors import ApiError, Invalid, NotFound
from openmall.contract.json_values import Encodable
from openmall.contract.moments import moment
from openmall.contract.operation import Handler
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, list_queries
from openmall.pages.backoffice.addresses import address
from openmall.pages.backoffice.customers import customers
from openmall.pages.backoffice.form_errors import NO_ERROR
from openmall.pages.backoffice.list_queries import ROWS
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.promotions import benefit_form, editing
from openmall.pages.backoffice.promotions.benefit_form import KINDS, PREFIX
from openmall.pages.backoffice.promotions.editing import Editor
from openmall.pages.backoffice.promotions.form_fields import Values, rounding
from openmall.pages.backoffice.promotions.previews import Trial
from openmall.pages.backoffice.promotions.refusals import NO_GIFT_CHOSEN
from openmall.pages.backoffice.rendering import not_found_page, render_page

NEW: Final = "new"
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,9}")
_NAMES: Final = ("shop_no", "benefit_name", "benefit_type", "use_benefit")
_MESSAGES: Final = {
    "saved": marked("The benefit was saved."),
    "delete": marked("The benefit was deleted."),
}
_STATES: Final = {
    "running": (marked("Running"), "good"),
    "soon": (marked("Not begun"), "plain"),
    "over": (marked("Over"), "plain"),
    "off": (marked("Inactive"), "plain"),
}


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/benefits`: list the benefits of a shop, newest first."""
    query = list_queries.read_list_query(context, _NAMES)
    form_state = NO_ERROR
    found: Sequence[Benefit] = ()
    kinds = {code: context.translate(name) for code, name in KINDS.items()}
    try:
        asked = {**query.parameters(_NAMES), **query.paging}
        found = (await context.call(benefit_rules.listing, asked)).content
    except ApiError as error:
        form_state = form_errors.rejected_form(context, "search", context.visit.query, error)
    return render_page(
        context,
        "benefits.html",
        status=422 if form_state.action else 200,
        messages=_MESSAGES,
        query=query,
        form_state=form_state,
        benefits=[
            (each, kinds[each.benefit_type], _STATES[_state(context, each)])
            for each in found[:ROWS]
        ],
        page_links=query.page_links(found),
        kinds=list(kinds.items()),
        new=address(context, f"{context.page.path}/{NEW}"),
    )


def _state(context: PageContext, benefit: Benefit) -> str:
    if benefit.use_benefit != "T":
        return "off"
    if benefit.use_benefit_period != "T":
        return "running"
    now, end = moment(context.clock.now()), benefit.benefit_end_date
    if benefit.benefit_start_date is not None and now < benefit.benefit_start_date:
        return "soon"
    return "over" if end is not None and now > end else "running"


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/benefits/{benefit_no}`, and `new`."""
    if context.subpath == NEW:
        return await editing.show_form(
            context, await _editor(context, ""), _with_rounding(context, benefit_form.DEFAULTS)
        )
    try:
        stored = await _find(context)
    except ApiError as error:
        return not_found_page(context, error)
    editor = await _editor(context, context.subpath)
    return await editing.show_form(context, editor, benefit_form.stored_values(stored))


async def _find(context: PageContext) -> Benefit:
    if not _NUMBER.fullmatch(context.subpath):
        raise NotFound(DOES_NOT_EXIST, resource=Phrase("benefit"))
    return await editing.call(context, benefit_rules.retrieve, {"benefit_no": context.subpath})


_DEEDS: Final = editing.DEEDS.also("delete")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/benefits/{benefit_no}`, and `new`."""
    form = await context.form(
        deeds=editing.DEEDS if context.subpath == NEW else _DEEDS, most=editing.MOST_FIELDS
    )
    if context.subpath == NEW:
        return await editing.change(context, await _editor(context, ""), form)
    try:
        await _find(context)
        if form.deed == "delete":
            await editing.call(context, benefit_rules.delete, {"benefit_no": context.subpath})
            return redirect(address(context, context.page.path, done="delete"))
        return await editing.change(context, await _editor(context, context.subpath), form)
    except ApiError as error:
        return not_found_page(context, error)


def _with_rounding(context: PageContext, defaults: Values) -> dict[str, str]:
    """Return the values of a new benefit, rounded to the smallest unit of the shop's currency."""
    return {**defaults, benefit_form.ROUNDED_TO: rounding(context.shop.currency)}


async def _editor(context: PageContext, no: str) -> Editor:
    groups = [(str(number), name) for number, name in (await customers.groups(context)).items()]
    operation: Handler = benefit_rules.change if no else benefit_rules.create
    named = {"benefit_no": no} if no else {}

    def sent_of(values: Values) -> dict[str, Encodable]:
        editing.required(values, "benefit_name")
        if values["benefit_type"] == "PG" and not values.get(f"{PREFIX}gift_product_list"):
            raise Invalid(NO_GIFT_CHOSEN, parameter=f"{PREFIX}gift_product_list")
        return benefit_form.parameters(values, groups, stored=bool(no))

    def trial(values: Values) -> Trial:
        # as while it is running
        running = {"use_benefit": "T", "use_benefit_period": "F"}
        return Trial(operation=operation, parameters={**sent_of(values), **running, **named})

    async def store(values: Values, key: str) -> str:
        key = f"benefit-{key}" if key and not no else ""
        await editing.call(context, operation, {**sent_of(values), **named}, key=key)
        return address(context, context.page.path, done="saved")

    objects = {
        f"{each}.{name}": f"{PREFIX}{name}" for each in OBJECTS.values() for name in _OWN_FIELDS
    }
    return Editor(
        title=context.translate(marked("Change the benefit"))
        if no
        else context.translate(marked("New benefit")),
        lead=context.translate(
            marked("A benefit applies by itself: customers see its price in the shop.")
        ),
        sections=lambda values: benefit_form.sections(
            values, context.translate, groups, stored=bool(no)
        ),
        trial=trial,
        store=store,
        fields_of=objects,
        defaults=_with_rounding(context, benefit_form.CHOSEN),
        codes=benefit_form.CODES,
        number=no,
    )


_OWN_FIELDS: Final = (
    "discount_value", "product_list", "add_category_list", "new_product_day", "purchase_times",
    "bulk_purchase_begin_quantity", "bulk_purchase_limit_quantity", "total_purchase_price",
    "purchase_start_price", "purchase_limit_price", "gift_product_list", "product_bundle_count",
)  # fmt: skip
