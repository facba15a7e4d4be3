"""Coupons: their list, the form of a new one, and the page on which one is issued or stopped."""

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.promotion.coupons import rules as coupon_rules
from openmall.commerce.promotion.coupons.shape import Coupon
from openmall.commerce.promotion.issues import rules as issue_rules
from openmall.commerce.promotion.issues.shape import Issued
from openmall.commerce.promotion.serialcoupons import rules as serial_rules
from openmall.commerce.promotion.serialcoupons.shape import IssuedCode
from openmall.contract.errors import ApiError, Invalid, NotFound, NotModified
from openmall.contract.json_values import Encodable
from openmall.contract.money import smallest_unit
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, MISSING
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, list_queries, sent_once
from openmall.pages.backoffice.addresses import address, shop_parameters
from openmall.pages.backoffice.customers import customers
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.list_queries import ROWS
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.promotions import (
    coupon_form,
    coupon_parameters,
    coupon_texts,
    editing,
)
from openmall.pages.backoffice.promotions.coupon_form import BENEFITS
from openmall.pages.backoffice.promotions.editing import Editor
from openmall.pages.backoffice.promotions.form_fields import Values
from openmall.pages.backoffice.promotions.previews import Trial
from openmall.pages.backoffice.promotions.refusals import NOBODY_GOT_COUPON
from openmall.pages.backoffice.promotions.wordings import WORDINGS
from openmall.pages.backoffice.rendering import not_found_page, render_page
from openmall.pages.backoffice.reports import csv

NEW: Final = "new"
_NUMBER: Final = re.compile(r"[0-9]{19}")
_NAMES: Final = ("shop_no", "coupon_name", "benefit_type", "issue_type", "deleted")
_MESSAGES: Final = {
    "saved": marked("The coupon was created."),
    "issue": marked("The coupon was issued."),
    "pause": marked("The coupon is no longer issued."),
    "restart": marked("The coupon is issued again."),
    "delete": marked("The coupon was deleted."),
    "codes": marked("The codes were added."),
}
_CODES_AT_ONCE: Final = 500
_MOST_CODES: Final = 10_500
_ISSUES: Final = 20
"""Issues and codes that the page of a coupon lists."""


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/coupons`: list the coupons of a shop, newest first."""
    query = list_queries.read_list_query(context, _NAMES)
    form_state = NO_ERROR
    found: Sequence[Coupon] = ()
    parameters = query.parameters(("shop_no", "coupon_name"))
    for name in ("benefit_type", "issue_type", "deleted"):
        if query.fields[name]:
            parameters[name] = [query.fields[name]]
    if query.fields["issue_type"] == "S":
        parameters.pop("issue_type")
        parameters["coupon_type"] = "S"
    try:
        found = (await context.call(coupon_rules.listing, {**parameters, **query.paging})).content
    except ApiError as error:
        form_state = form_errors.rejected_form(context, "search", context.visit.query, error)
    times = await coupon_texts.times(context, found[:ROWS])
    return render_page(
        context,
        "coupons.html",
        status=422 if form_state.action else 200,
        messages=_MESSAGES,
        query=query,
        form_state=form_state,
        coupons=[
            (
                each,
                coupon_texts.benefit(context, each),
                coupon_texts.way(context, each, times.get(each.coupon_no)),
                coupon_texts.period(context, each),
            )
            for each in found[:ROWS]
        ],
        page_links=query.page_links(found),
        benefits=[(code, context.translate(name)) for code, name in BENEFITS.items()],
        new=address(context, f"{context.page.path}/{NEW}"),
    )


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/coupons/{coupon_no}`, and `new`."""
    if context.subpath == NEW:
        editor = await _editor(context)
        return await editing.show_form(context, editor, coupon_form.BOXES)
    try:
        if context.visit.query.text("codes") == "csv":
            return await _codes_file(context)
        return await _page(context, NO_ERROR)
    except ApiError as error:
        return not_found_page(context, error)


async def _codes_file(context: PageContext) -> Response:
    """Return the codes of a serial coupon as CSV: as many as the API lists, 10,500."""
    coupon = await _find(context)
    heads = (marked("Code"), marked("Customer"), marked("Used"))
    lines = [csv.BYTE_ORDER_MARK + csv.line(map(context.translate, heads))]
    for offset in range(0, _MOST_CODES, _CODES_AT_ONCE):
        window: dict[str, Encodable] = {
            "limit": _CODES_AT_ONCE,
            "offset": offset,
            **shop_parameters(context),
        }
        response = await context.call(serial_rules.codes, {**window, "coupon_no": coupon.coupon_no})
        lines += [
            csv.line(
                (
                    each.serial_code,
                    each.member_id,
                    each.used_datetime,
                )
            )
            for each in response.content
        ]
        if not response.more:
            break
    name = f"codes-{coupon.coupon_no}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response("".join(lines), media_type="text/csv; charset=utf-8", headers=headers)


async def _editor(context: PageContext) -> Editor:
    groups = [(str(no), name) for no, name in (await customers.groups(context)).items()]

    def trial(values: Values) -> Trial:
        sent = coupon_parameters.parameters(values)
        generated = sent.get("serial_generate_auto")
        if isinstance(generated, dict) and generated["issue_max_count"]:
            # a trial needs no codes
            sent["serial_generate_auto"] = {**generated, "issue_max_count": 1}
        return Trial(operation=coupon_parameters.operation(values), parameters=sent, of_coupon=True)

    async def store(values: Values, key: str) -> str:
        sent = coupon_parameters.parameters(values)
        made = await editing.call(
            context, coupon_parameters.operation(values), sent, key=key and f"coupon-{key}"
        )
        return address(context, f"{context.page.path}/{made.coupon_no}", done="saved")

    return Editor(
        title=context.translate(marked("New coupon")),
        lead=context.translate(
            marked("A coupon cannot be changed later, as customers rely on it. Preview it first.")
        ),
        sections=lambda values: coupon_form.sections(values, context.translate, groups),
        trial=trial,
        store=store,
        defaults={
            **coupon_form.DEFAULTS,
            coupon_form.ROUNDED_TO: f"{smallest_unit(context.shop.currency):f}",
        },
        codes=coupon_form.CODES,
        fields_of={
            "discount_amount": "discount_amount.benefit_price",
            "discount_rate": "discount_rate.benefit_percentage",
            "serial_generate_auto": "serial_generate_auto.issue_max_count",
            "issue_sub_type": coupon_form.WAY,
            "issue_type": coupon_form.WAY,
        },
    )


async def _find(context: PageContext) -> Coupon:
    """Return the coupon of the address, deleted or not. Raises NotFound."""
    if not _NUMBER.fullmatch(context.subpath):
        raise NotFound(DOES_NOT_EXIST, resource=Phrase("coupon"))
    asked = {"coupon_no": context.subpath, "deleted": ["T", "F"], **shop_parameters(context)}
    found = (await context.call(coupon_rules.listing, asked)).content
    if not found:
        raise NotFound(DOES_NOT_EXIST, resource=Phrase("coupon"))
    return found[0]


async def _page(context: PageContext, form_state: FormState, *, status: int = 200) -> Response:
    coupon = await _find(context)
    number, shop = coupon.coupon_no, shop_parameters(context)
    window: dict[str, Encodable] = {"limit": _ISSUES, **shop}
    codes: Sequence[IssuedCode] = ()
    issues: Sequence[Issued] = ()
    if coupon.coupon_type == "S":
        codes = (await context.call(serial_rules.codes, {**window, "coupon_no": number})).content
    if coupon.deleted == "F":
        issues = (await context.call(issue_rules.listing, {**window, "coupon_no": number})).content
    groups = await customers.groups(context)
    times = (await coupon_texts.times(context, [coupon])).get(number)
    is_issued = coupon.deleted == coupon.is_stopped_issued_coupon == "F"
    benefit = BENEFITS.get(coupon.benefit_type)
    return render_page(
        context,
        "coupon.html",
        status=status,
        messages=_MESSAGES,
        form_state=form_state,
        coupon=coupon,
        gives=coupon_texts.benefit(context, coupon),
        way=coupon_texts.way(context, coupon, times),
        period=coupon_texts.period(context, coupon),
        next_issue=times.next_issue if times is not None and is_issued else None,
        benefit=context.translate(benefit) if benefit else "",
        issues=issues,
        codes=codes,
        groups=list(groups.items()),
        group_names=groups,
        currency=context.shop.currency,
        address=address(context, f"{context.page.path}/{number}"),
    )


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/coupons/{coupon_no}`, and `new`."""
    form = await context.form(
        deeds=editing.DEEDS if context.subpath == NEW else _DEEDS, most=editing.MOST_FIELDS
    )
    if context.subpath == NEW:
        return await editing.change(context, await _editor(context), form)
    action = form.deed
    path = f"{context.page.path}/{context.subpath}"
    try:
        coupon = await _find(context)
        await _ACTIONS[action](context, form, coupon)
    except NotModified:
        return redirect(address(context, path, done="same"))
    except ApiError as error:
        form_state = form_errors.rejected_form(context, action, form, error, own=WORDINGS)
        try:
            return await _page(context, form_state, status=error.status)
        except ApiError as missing:
            return not_found_page(context, missing)
    if action == "delete":
        return redirect(address(context, context.page.path, done=action))
    return redirect(address(context, path, done=action))


async def _issue(context: PageContext, form: Fields, coupon: Coupon) -> None:
    scope = form.text("issued_member_scope")
    sent: dict[str, Encodable] = {
        "issued_member_scope": scope,
        "allow_duplication": form.text("allow_duplication") or "F",
    }
    if scope == "G":
        sent["group_no"] = form.text("group_no")
    if scope == "M":
        if not form.text("member_id").strip():
            raise Invalid(MISSING, parameter="member_id")
        sent["member_id"] = form.text("member_id").strip()
    sent["coupon_no"] = coupon.coupon_no
    key = sent_once.key(form, "issue")
    made = await editing.call(context, issue_rules.create, sent, key=key)
    if not sum(int(each) for each in made.count.values()):
        raise Invalid(NOBODY_GOT_COUPON, parameter="issued_member_scope")


async def _manage(context: PageContext, form: Fields, coupon: Coupon) -> None:
    sent = {"status": form.deed, "coupon_no": coupon.coupon_no}
    await editing.call(context, coupon_rules.manage, sent)


async def _delete(context: PageContext, form: Fields, coupon: Coupon) -> None:
    named = {"coupon_no": coupon.coupon_no}
    if coupon.coupon_type == "S":
        await editing.call(context, serial_rules.delete, named)
    else:
        await editing.call(context, coupon_rules.manage, {"deleted": "D", **named})


async def _codes(context: PageContext, form: Fields, coupon: Coupon) -> None:
    codes = form.text("serial_code_list").replace(",", " ").split()
    if not codes:
        raise Invalid(MISSING, parameter="serial_code_list")
    sent = {"serial_code_list": codes, "coupon_no": coupon.coupon_no}
    await editing.call(context, serial_rules.register, sent)


_ACTIONS: Final[dict[str, Callable[[PageContext, Fields, Coupon], Awaitable[None]]]] = {
    "issue": _issue,
    "pause": _manage,
    "restart": _manage,
    "delete": _delete,
    "codes": _codes,
}
_DEEDS: Final = Deeds(*_ACTIONS)
