"""The company behind a shop, as the foot of its pages and the law show it, and its holidays."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Final
from urllib.parse import urlencode

import msgspec
from msgspec.structs import replace
from starlette.responses import Response

from openmall.access.oauth.cache_invalidation import invalidating_transaction
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.commerce.store.closing_setting import ClosingSetting, closed_at
from openmall.commerce.store.profile import StoreProfile
from openmall.contract import patterns
from openmall.contract.change import differences
from openmall.contract.crud import shop_settings
from openmall.contract.crud.settings import Setting
from openmall.contract.journal import record
from openmall.contract.journal.record import Action
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice.page_context import PageContext

LONGEST_FORM: Final = 128 * 1024
_LONGEST: Final = 500
"""Characters of a field of the company's data."""
PARTS: Final = (
    (
        marked("Company"),
        (
            ("company_name", marked("Company name")),
            ("president_name", marked("Representative")),
            ("company_registration_no", marked("Business registration number")),
            ("mail_order_sales_registration_number", marked("Mail-order registration number")),
            ("zipcode", marked("Postal code")),
            ("address1", marked("Address")),
            ("address2", marked("Address line 2")),
            ("phone", marked("Phone")),
            ("fax", marked("Fax")),
            ("email", marked("E-mail")),
        ),
    ),
    (
        marked("Customer service"),
        (
            ("customer_service_phone", marked("Phone of customer service")),
            ("customer_service_fax", marked("Fax of customer service")),
            ("customer_service_email", marked("E-mail of customer service")),
            ("customer_service_hours", marked("Hours of customer service")),
        ),
    ),
    (
        marked("Privacy officer"),
        (
            ("privacy_officer_name", marked("Name of the privacy officer")),
            ("privacy_officer_position", marked("Position of the privacy officer")),
            ("privacy_officer_phone", marked("Phone of the privacy officer")),
            ("privacy_officer_email", marked("E-mail of the privacy officer")),
        ),
    ),
)
"""Groups of fields of the company's data: heading, and name and label of each."""
FIELDS: Final = tuple(name for _, fields in PARTS for name, _ in fields)
EMAILS: Final = ("email", "customer_service_email", "privacy_officer_email")
_REQUIRED_BY_LAW: Final = (
    "company_name", "president_name", "company_registration_no", "address1", "phone", "email",
    "privacy_officer_name",
)  # fmt: skip
"""What the foot of a Korean shop must show (E-Commerce Act, article 10; a mail-order number where
the business has one)."""
CLOSINGS: Final = (
    ("", marked("Open for business")),
    ("orders", marked("Show products, but take no orders")),
    ("shop", marked("Close the shop to shoppers and show the notice only")),
)
_DONE: Final = {
    "company": marked("The company data was saved."),
    "closing": marked("The opening of the shop was saved."),
    "same": marked("No changes to save."),
}
_EMAIL: Final = re.compile(patterns.EMAIL)
_NO_EMAIL: Final = marked("Enter an e-mail address such as help@example.com.")
_TOO_LONG: Final = marked("This is too long.")
_NO_DAY: Final = marked("Enter a day such as 2026-12-24.")
_WRONG_ORDER: Final = marked("The last day is before the first one.")


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/company`: show both forms."""
    async with context.database.reading(context.mall_id) as db:
        stored = await shop_settings.read(db, context.shop.shop_no, StoreProfile, ClosingSetting)
    profile, closing = stored.of(StoreProfile), stored.of(ClosingSetting)
    return _page(context, profile, closing)


_DEEDS: Final = Deeds("company", "closing", without="company")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/company`: save the company's data, or when the shop is closed."""
    context.require_no_approval()
    form = await context.form(deeds=_DEEDS, longest=LONGEST_FORM)
    is_closing = form.deed == "closing"
    shop_no = context.shop.shop_no
    async with invalidating_transaction(context.database, context.counters, context.mall_id) as db:
        stored = await shop_settings.read(db, shop_no, StoreProfile, ClosingSetting)
        profile, closing = stored.of(StoreProfile), stored.of(ClosingSetting)
        before: Setting
        after: Setting
        if is_closing:
            before, (closing, problems) = closing, _closing(closing, form)
            after = closing
        else:
            before, (profile, problems) = profile, _profile(profile, form)
            after = profile
        if not problems and after != before:
            await shop_settings.write(db, after)
            action: Action = "closing change" if is_closing else "company change"
            await record.write_browser_action(
                db,
                context.clock,
                context.user,
                action=action,
                shop_no=shop_no,
                subject=f"shop {shop_no}",
                changes=differences(before, after),
            )
    if problems:
        return _page(context, profile=profile, closing=closing, problems=problems)
    done = "same" if after == before else "closing" if is_closing else "company"
    return redirect(f"{context.page.path}?{urlencode({'shop_no': shop_no, 'done': done})}")


def _profile(before: StoreProfile, form: Fields) -> tuple[StoreProfile, dict[str, str]]:
    """Return the company's data of a form, and what is wrong with it by field."""
    values = {name: form.text(name).strip() for name in FIELDS}
    problems = {name: _TOO_LONG for name, value in values.items() if len(value) > _LONGEST}
    problems |= {
        name: _NO_EMAIL
        for name in EMAILS
        if name not in problems and not _EMAIL.fullmatch(values[name])
    }
    number = values["mail_order_sales_registration_number"]
    values["mail_order_sales_registration"] = "T" if number else "F"
    return replace(before, **values), problems


def _closing(before: ClosingSetting, form: Fields) -> tuple[ClosingSetting, dict[str, str]]:
    """Return when the shop is closed as a form says, and what is wrong with it by field."""
    values = {
        "closes": form.choice("closes", dict(CLOSINGS)),
        "notice": form.text("notice").replace("\r\n", "\n").strip(),
        "first_day": form.text("first_day").strip(),
        "last_day": form.text("last_day").strip(),
    }
    problems = {name: _NO_DAY for name in ("first_day", "last_day") if not _is_day(values[name])}
    if len(values["notice"]) > 2_000:
        problems["notice"] = _TOO_LONG
    first, last = values["first_day"], values["last_day"]
    if not problems and first and last and last < first:
        problems["last_day"] = _WRONG_ORDER
    return replace(before, **values), problems


def _is_day(text: str) -> bool:
    """Return whether a text is empty or a day of the calendar as `YYYY-MM-DD`."""
    if not text:
        return True
    try:
        return msgspec.convert(text, date).isoformat() == text
    except msgspec.ValidationError:
        return False


def _page(
    context: PageContext,
    profile: StoreProfile,
    closing: ClosingSetting,
    problems: Mapping[str, str] = {},
) -> Response:
    is_korean = context.visit.mall.country == "KR"
    missing = [
        context.translate(label)
        for _, fields in PARTS
        for name, label in fields
        if is_korean and name in _REQUIRED_BY_LAW and not getattr(profile, name)
    ]
    return context.show(
        "company.html",
        status=422 if problems else 200,
        shop=context.shop,
        shops=sorted(context.visit.mall.shops.values(), key=lambda each: each.shop_no),
        parts_of_form=[
            (
                context.translate(title),
                [
                    (name, context.translate(label), getattr(profile, name))
                    for name, label in fields
                ],
            )
            for title, fields in PARTS
        ],
        required=_REQUIRED_BY_LAW if is_korean else (),
        missing=missing,
        closing=closing,
        closings=[(code, context.translate(label)) for code, label in CLOSINGS],
        state=closed_at(closing, context.clock.now()),
        problems={name: context.translate(text) for name, text in problems.items()},
        policy_page=f"{menu_pages.SETTINGS.path}/policy?shop_no={context.shop.shop_no}",
        shop_home=context.in_shop(
            "/" if context.shop.shop_no == 1 else f"/shop{context.shop.shop_no}"
        ),
        done=context.translate(_DONE.get(context.visit.query.text("done"), "")),
    )
