"""The page of a customer: profile, orders, points, coupons, group and notes."""

import datetime
from collections.abc import Awaitable, Callable
from typing import Final
from urllib.parse import quote, unquote

from msgspec.structs import asdict
from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.customer import autoupdate
from openmall.commerce.customer import memos as customer_memos
from openmall.commerce.customer import office as customer_office
from openmall.commerce.customer.autoupdate import Autoupdate
from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.customer.customers.shape import Customer
from openmall.commerce.customer.group_service import group_moves
from openmall.commerce.mileage import office as mileage_office
from openmall.commerce.mileage.credits import rules as credit_rules
from openmall.commerce.mileage.points import rules as point_rules
from openmall.commerce.privacy.customersprivacy import rules as customersprivacy_rules
from openmall.commerce.privacy.customersprivacy.shape import CustomerPrivacy
from openmall.commerce.promotion.coupons import rules as coupon_rules
from openmall.commerce.promotion.issues import rules as issue_rules
from openmall.contract.errors import ApiError, Invalid, NotFound, NotModified
from openmall.contract.json_values import Encodable
from openmall.contract.moments import moment
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, IDENTICAL, MISSING, NO_SUCH
from openmall.http.web import typed_numbers
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, sent_once, shown_values
from openmall.pages.backoffice.addresses import address
from openmall.pages.backoffice.addresses import shop_parameters as shop_parameters
from openmall.pages.backoffice.apps import app_actions
from openmall.pages.backoffice.customers import customer_orders, customers
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.order_labels import badge_kind
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import not_found_page, render_page

ROWS: Final = 10
"""Maximum number of point entries, credit entries, coupons and notes shown."""

_MESSAGES: Final = {
    "points": marked("The points were changed."),
    "credits": marked("The credits were changed."),
    "coupon": marked("The coupon was issued."),
    "unissue": marked("The coupon was revoked."),
    "group": marked("The group was changed."),
    "memo": marked("The note was saved."),
    "forget": marked("The note was deleted."),
    "edit": marked("The customer was changed."),
    "block": marked("The customer was blocked."),
    "unblock": marked("The customer is no longer blocked."),
}
BLOCKS: Final = {
    "A": marked("May neither sign in nor buy"),
    "L": marked("May not sign in"),
    "P": marked("May not buy"),
}
_CONSENTS: Final = ("news_mail", "sms")
_EDITED: Final = (
    "email", "cellphone", "birthday", "gender", "zipcode", "address1", "address2", *_CONSENTS,
)  # fmt: skip
FormHandler = Callable[[PageContext, Fields, str, dict[str, str]], Awaitable[None]]


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/customers/{member_id}`."""
    try:
        return await _page(context, NO_ERROR)
    except ApiError as error:
        return not_found_page(context, error)


def _member_id(context: PageContext) -> str:
    """Return the member id of the address. Raises NotFound for an impossible one."""
    member_id = unquote(context.subpath)
    if "/" in member_id:
        raise NotFound(DOES_NOT_EXIST, resource=Phrase("customer"))
    return member_id


async def _page(context: PageContext, form_state: FormState, *, status: int = 200) -> Response:
    member_id, shop = _member_id(context), shop_parameters(context)
    customer, account = await _customer(context, member_id, shop)
    of_member: dict[str, Encodable] = {"member_id": member_id, "limit": ROWS, **shop}
    currency = context.visit.mall.shops[customer.shop_no].currency
    orders = await customer_orders.of_customer(context, member_id, shop, currency)
    today = moment(context.clock.now()).date()
    period = {
        "start_date": (today - datetime.timedelta(days=364)).isoformat(),
        "end_date": today.isoformat(),
    }
    points = (await context.call(point_rules.listing, {**of_member, **period})).content
    credit_filters: dict[str, Encodable] = {
        "search_field": "id",
        "keyword": member_id,
        "limit": ROWS,
        **period,
        **shop,
    }
    credits_ = (await context.call(credit_rules.listing, credit_filters)).content
    paging: dict[str, Encodable] = {"limit": ROWS, **shop}
    return render_page(
        context,
        "customer.html",
        status=status,
        messages=_MESSAGES,
        form_state=form_state,
        customer=customer,
        agreed=_consents(account),
        buttons=await app_actions.buttons(context, "customer", member_id),
        account=account,
        currency=currency,
        orders=orders,
        points=points,
        credits=credits_,
        issued=(await context.call(issue_rules.held, {**paging, "member_id": member_id})).content,
        coupons=await _coupons(context, shop),
        memos=(
            await context.call(
                customer_memos.OPERATIONS.listing, {**paging, "member_id": member_id}
            )
        ).content,
        tier=await _next_group(context, member_id, shop),
        groups=await customers.groups(context),
        blocks={code: context.translate(name) for code, name in BLOCKS.items()},
        address=_address(context, member_id),
        badge_kind=badge_kind,
    )


async def _customer(
    context: PageContext, member_id: str, shop: dict[str, str]
) -> tuple[CustomerPrivacy, Customer | None]:
    """Return the personal data of a customer, and the account."""
    customer = (
        await context.call(customersprivacy_rules.retrieve, {**shop, "member_id": member_id})
    ).content
    response = await context.call(customer_rules.listing, {"member_id": [member_id], **shop})
    return customer, response.content[0] if response.content else None


def _consents(account: Customer | None) -> dict[str, str]:
    return {name: getattr(account, name, "F") for name in _CONSENTS}


async def _next_group(
    context: PageContext, member_id: str, shop: dict[str, str]
) -> Autoupdate | None:
    """Return the requirements of the next group; None without automatic groups."""
    try:
        response = await context.call(autoupdate.retrieve, {**shop, "member_id": member_id})
    except ApiError:
        return None
    return response.content if response.content.next_grade else None


async def _coupons(context: PageContext, shop: dict[str, str]) -> list[tuple[str, str]]:
    """Return number and name of the coupons a manager may issue."""
    parameters = {"issue_type": ["M"], "deleted": ["F"], **shop}
    response = await context.call(coupon_rules.listing, parameters)
    return [
        (each.coupon_no, each.coupon_name)
        for each in response.content
        if each.is_stopped_issued_coupon != "T"
    ]


def _address(context: PageContext, member_id: str, **more: str) -> str:
    return address(context, f"{context.page.path}/{quote(member_id)}", **more)


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/customers/{member_id}`: process one of the page's forms."""
    form = await context.form(deeds=_DEEDS)
    action = form.deed
    try:
        member_id = _member_id(context)
        await _HANDLERS[action](context, form, member_id, shop_parameters(context))
    except NotModified:
        return redirect(_address(context, member_id, done="same"))
    except ApiError as error:
        form_state = form_errors.rejected_form(context, action, form, error, {"memo": "note"})
        try:
            return await _page(context, form_state, status=error.status)
        except ApiError as missing:
            return not_found_page(context, missing)
    return redirect(_address(context, member_id, done=action))


async def _balance(
    context: PageContext, form: Fields, member_id: str, shop: dict[str, str]
) -> None:
    """Give or deduct points or credits, with a reason."""
    kind = form.deed
    if not form.text("reason").strip():
        raise Invalid(MISSING, parameter="reason")
    parameters = {
        "member_id": member_id,
        "amount": typed_numbers.plain(form.text("amount")),
        "type": form.text("type"),
        "reason": form.text("reason").strip(),
    }
    sent, key = {**parameters, **shop}, sent_once.key(form, kind)
    if kind == "credits":
        await context.call(mileage_office.change_credits, sent, key=key)
    else:
        await context.call(point_rules.change, sent, key=key)


async def _coupon(context: PageContext, form: Fields, member_id: str, shop: dict[str, str]) -> None:
    number = form.text("coupon_no")
    if not number.isdigit():
        raise Invalid(MISSING, parameter="coupon_no")
    parameters = {"issued_member_scope": "M", "member_id": member_id, **shop}
    await context.call(issue_rules.create, {**parameters, "coupon_no": number})


async def _unissue(
    context: PageContext, form: Fields, member_id: str, shop: dict[str, str]
) -> None:
    number = form.text("coupon_no")
    if not number.isdigit():
        raise NotFound(NO_SUCH, resource=Phrase("coupon"))
    parameters = {"issue_no": [form.text("issue_no")], **shop}
    await context.call(
        issue_rules.revoke, {**parameters, "member_id": member_id, "coupon_no": number}
    )


async def _group(context: PageContext, form: Fields, member_id: str, shop: dict[str, str]) -> None:
    group = form.text("group_no")
    if not group.isdigit():
        raise Invalid(MISSING, parameter="group_no")
    parameters = {"member_id": member_id, "fixed_group": form.text("fixed_group") or "F", **shop}
    await context.call(group_moves.move, {**parameters, "group_no": group})


async def _memo(context: PageContext, form: Fields, member_id: str, shop: dict[str, str]) -> None:
    text = form.text("note").strip()
    if not text:
        raise Invalid(MISSING, parameter="memo")
    parameters = {
        "author_id": context.user.user_id,
        "memo": text,
        "important_flag": form.text("important_flag") or "F",
        **shop,
    }
    key = sent_once.key(form, "memo")
    await context.call(
        customer_memos.OPERATIONS.create, {**parameters, "member_id": member_id}, key=key
    )


async def _delete_memo(
    context: PageContext, form: Fields, member_id: str, shop: dict[str, str]
) -> None:
    number = form.text("memo_no")
    if not number.isdigit():
        raise NotFound(NO_SUCH, resource=Phrase("note"))
    await context.call(
        customer_memos.OPERATIONS.delete, {**shop, "member_id": member_id, "memo_no": number}
    )


async def _edit(context: PageContext, form: Fields, member_id: str, shop: dict[str, str]) -> None:
    typed = {name: form.text(name).strip() for name in _EDITED}
    typed |= {name: form.text(name) or "F" for name in _CONSENTS}
    stored, account = await _customer(context, member_id, shop)
    before = {**asdict(stored), **_consents(account)}
    shown_values.require_current(form, {name: before[name] for name in _EDITED})
    # empty dates and codes are no values of these fields, which the API cannot blank
    changed = {
        name: value
        for name, value in shown_values.changed(form, typed).items()
        if value != (before[name] or "") and (value or name not in ("birthday", "gender"))
    }
    if not changed:
        raise NotModified(IDENTICAL)
    await context.call(customersprivacy_rules.change, {**changed, **shop, "member_id": member_id})


async def _block(context: PageContext, form: Fields, member_id: str, shop: dict[str, str]) -> None:
    reason = form.text("block_reason").strip()
    if not reason:
        raise Invalid(MISSING, parameter="block_reason")
    await _set_blacklist(context, member_id, form.text("blacklist_type"), shop)
    memo = {"author_id": context.user.user_id, "memo": reason, "important_flag": "T", **shop}
    await context.call(customer_memos.OPERATIONS.create, {**memo, "member_id": member_id})


async def _unblock(
    context: PageContext, form: Fields, member_id: str, shop: dict[str, str]
) -> None:
    await _set_blacklist(context, member_id, "", shop)


async def _set_blacklist(
    context: PageContext, member_id: str, blacklist_type: str, shop: dict[str, str]
) -> None:
    values = {"blacklist_type": blacklist_type, **shop}
    await context.call(customer_office.block, {**values, "member_id": member_id})


_HANDLERS: Final[dict[str, FormHandler]] = {
    "points": _balance,
    "credits": _balance,
    "coupon": _coupon,
    "unissue": _unissue,
    "group": _group,
    "memo": _memo,
    "forget": _delete_memo,
    "edit": _edit,
    "block": _block,
    "unblock": _unblock,
}
_DEEDS: Final = Deeds(*_HANDLERS)
