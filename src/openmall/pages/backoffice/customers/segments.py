"""Segments: saved conditions on customers, evaluated each time, and the customers who meet them."""

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import quote

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.access.staff_site import office_url
from openmall.commerce.notification.recipientgroups import segments
from openmall.commerce.notification.recipientgroups.segments import Segment, SegmentMember
from openmall.contract.errors import ApiError, NotModified
from openmall.contract.json_values import Encodable
from openmall.http.web import typed_numbers
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors
from openmall.pages.backoffice.addresses import address
from openmall.pages.backoffice.addresses import shop_parameters as shop_parameters
from openmall.pages.backoffice.customers import customers
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import not_found_page, render_page

NEW: Final = "new"
SHOWN: Final = 50
MOST: Final = 100
NUMBERS: Final = {
    "ordered_within_days": marked("Paid for an order in the last days"),
    "not_ordered_within_days": marked("Paid for no order in the last days"),
    "orders_min": marked("Paid orders, at least"),
    "spent_min": marked("Spent on products, at least"),
    "available_points_min": marked("Points, at least"),
    "age_min": marked("Age from"),
    "age_max": marked("Age to"),
}
CHOICES: Final = {
    "news_mail": (
        marked("News by mail"),
        {"T": marked("Agreed"), "F": marked("Declined")},
    ),
    "sms": (marked("Text messages"), {"T": marked("Agreed"), "F": marked("Declined")}),
    "gender": (marked("Gender"), {"F": marked("Female"), "M": marked("Male")}),
    "member_type": (
        marked("Member type"),
        {"vip": marked("Special"), "poor": marked("Blocked")},
    ),
}
_BLANK: Final = dict.fromkeys(
    (*NUMBERS, *CHOICES, "group_name", "group_description", "member_group_no", "birthday_month",
     "date_type", "start_date", "end_date")
)  # fmt: skip
"""A segment that is not there yet."""
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,8}")
_MESSAGES: Final = {
    "made": marked("The segment was created."),
    "saved": marked("The segment was saved."),
    "deleted": marked("The segment was deleted."),
}


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/segments`: list the segments of a shop with their customers now."""
    parameters: dict[str, Encodable] = {**shop_parameters(context), "limit": MOST}
    found = (await context.call(segments.listing, parameters)).content
    groups = await customers.groups(context)
    return render_page(
        context,
        "segments.html",
        messages=_MESSAGES,
        shop=context.shop,
        segments=[(each, _conditions(context, each, groups)) for each in found],
        new_address=address(context, f"{context.page.path}/{NEW}"),
    )


def _conditions(context: PageContext, segment: Segment, groups: dict[int, str]) -> list[str]:
    """Return the conditions of a segment as texts."""
    texts = [
        f"{context.translate(name)} {getattr(segment, field)}"
        for field, name in NUMBERS.items()
        if getattr(segment, field) is not None
    ]
    for field, (name, values) in CHOICES.items():
        code = getattr(segment, field)
        if code is not None:
            value = values.get(code, code)
            texts.append(f"{context.translate(name)}: {context.translate(value)}")
    if segment.member_group_no is not None:
        group = groups.get(segment.member_group_no, segment.member_group_no)
        name = context.translate(marked("Group"))
        texts.append(f"{name}: {group}")
    if segment.birthday_month is not None:
        name = context.translate(marked("Birthday in the month"))
        texts.append(f"{name} {segment.birthday_month}")
    if segment.date_type == "join":
        name = context.translate(marked("Joined"))
        texts.append(f"{name} {segment.start_date or ''} – {segment.end_date or ''}")
    return texts


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/segments/new` and `/admin/segments/{group_no}`."""
    try:
        return await _page(context, NO_ERROR)
    except ApiError as error:
        return not_found_page(context, error)


def _parameters_of(context: PageContext) -> dict[str, str]:
    """Return the parameters that name the segment of the page, and its shop."""
    number = context.subpath if _NUMBER.fullmatch(context.subpath) else "999999999"
    return {"group_no": number, **shop_parameters(context)}


async def _page(context: PageContext, form_state: FormState, *, status: int = 200) -> Response:
    segment: Segment | None = None
    members: Sequence[SegmentMember] = ()
    older = ""
    if context.subpath != NEW:
        named = _parameters_of(context)
        segment = (await context.call(segments.retrieve, named)).content
        parameters: dict[str, Encodable] = {
            **named,
            "after": context.visit.query.text("after"),
            "limit": SHOWN,
        }
        response = await context.call(segments.members, parameters)
        members = response.content
        if response.more:
            last = members[-1].member_id
            older = address(context, f"{context.page.path}/{context.subpath}", after=last)
    return render_page(
        context,
        "segment.html",
        status=status,
        messages=_MESSAGES,
        form_state=form_state,
        segment=segment,
        stored=segment or _BLANK,
        members=[(each, quote(each.member_id)) for each in members],
        older=older,
        numbers=[(field, context.translate(name)) for field, name in NUMBERS.items()],
        choices=[
            (
                field,
                context.translate(name),
                [("", "–"), *((code, context.translate(each)) for code, each in values.items())],
            )
            for field, (name, values) in CHOICES.items()
        ],
        groups=[("", "–"), *(await customers.groups(context)).items()],
        months=[("", "–"), *((month, str(month)) for month in range(1, 13))],
        currency=context.shop.currency,
        address=address(context, f"{context.page.path}/{context.subpath}"),
        newsletter=address(context, office_url("/newsletters/new"), segment_no=context.subpath),
    )


_DEEDS_OF_NEW: Final = Deeds("save", without="save")
_DEEDS: Final = _DEEDS_OF_NEW.also("delete")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/segments/...`: create a segment, change or delete one."""
    form = await context.form(deeds=_DEEDS_OF_NEW if context.subpath == NEW else _DEEDS)
    here = f"{context.page.path}/{context.subpath}"
    try:
        if form.deed == "delete":
            await context.call(segments.delete, _parameters_of(context))
            return redirect(address(context, context.page.path, done="deleted"))
        parameters: dict[str, Encodable] = {**_parameters(form), **shop_parameters(context)}
        if context.subpath == NEW:
            made = (await context.call(segments.create, parameters)).content
            there = f"{context.page.path}/{made.group_no}"
            return redirect(address(context, there, done="made"))
        await context.call(segments.update, {**parameters, **_parameters_of(context)})
    except NotModified:
        return redirect(address(context, here, done="same"))
    except ApiError as error:
        names = {"start_date": "joined_from", "end_date": "joined_to"}
        state = form_errors.rejected_form(context, "save", form, error, names)
        try:
            return await _page(context, state, status=error.status)
        except ApiError as missing:
            return not_found_page(context, missing)
    return redirect(address(context, here, done="saved"))


def _parameters(form: Fields) -> dict[str, Encodable]:
    """Return every condition of the form; an empty field takes its condition back."""

    def value(name: str) -> str | None:
        return form.text(name).strip() or None

    conditions: dict[str, Encodable] = {name: value(name) for name in CHOICES}
    for name in NUMBERS:
        typed = value(name)
        conditions[name] = typed_numbers.plain(typed) if typed else None
    start, end = value("joined_from"), value("joined_to")
    return {
        **conditions,
        "group_name": form.text("group_name").strip(),
        "group_description": form.text("group_description").strip(),
        "member_group_no": value("member_group_no"),
        "birthday_month": value("birthday_month"),
        "date_type": "join" if start or end else None,
        "start_date": start,
        "end_date": end,
    }
