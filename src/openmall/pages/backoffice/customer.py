"""One customer: who they are, what they ordered, their points, coupons, group, and notes."""

import datetime
from collections.abc import Awaitable, Callable
from typing import Any, Final
from urllib.parse import quote, unquote

from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.contract.errors import ApiError, Invalid, NotFound, NotModified
from openmall.contract.moments import moment
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import customers, refusals
from openmall.pages.backoffice.desk import Desk
from openmall.pages.backoffice.order_words import STATES, kind
from openmall.pages.backoffice.places import address
from openmall.pages.backoffice.places import shop as shop_of
from openmall.pages.backoffice.refusals import NOTHING_REFUSED, Sheet
from openmall.pages.backoffice.showing import gone, show

ROWS: Final = 10
"""Orders, movements of points, coupons and notes that are shown."""

_DEEDS: Final = {
    "points": marked("The points were changed."),
    "coupon": marked("The coupon was issued."),
    "unissue": marked("The coupon was revoked."),
    "group": marked("The group was changed."),
    "memo": marked("The note was saved."),
    "forget": marked("The note was deleted."),
}
Deed = Callable[[Desk, Fields, str, dict[str, str]], Awaitable[None]]


async def show_one(desk: Desk) -> Response:
    """`GET /admin/customers/{member_id}`."""
    try:
        return await _page(desk, NOTHING_REFUSED)
    except ApiError as error:
        return gone(desk, error)


def _member(desk: Desk) -> str:
    """Return who is meant. Raises NotFound for what is nobody's name."""
    member_id = unquote(desk.below)
    if "/" in member_id:
        raise NotFound("The customer does not exist.")
    return member_id


async def _page(desk: Desk, refused: Sheet, *, status: int = 200) -> Response:
    member_id, shop = _member(desk), shop_of(desk)
    customer = (await desk.ask(f"customersprivacy/{member_id}", shop)).content
    told = await desk.ask("customers", {"member_id": [member_id], **shop})
    mine = {"member_id": member_id, "limit": ROWS, **shop}
    orders = (await desk.ask("orders", mine, embed=["items"])).content
    today = moment(desk.clock.now()).date()
    period = {
        "start_date": (today - datetime.timedelta(days=364)).isoformat(),
        "end_date": today.isoformat(),
    }
    points = (await desk.ask("points", {**mine, **period})).content
    asked = {"search_field": "id", "keyword": member_id, "limit": ROWS, **period, **shop}
    credits_ = (await desk.ask("credits", asked)).content
    here = f"customers/{member_id}"
    some = {"limit": ROWS, **shop}
    shop_no = customer["shop_no"]
    return show(
        desk,
        "customer.html",
        status=status,
        deeds=_DEEDS,
        sheet=refused,
        customer=customer,
        account=told.content[0] if told.content else {},
        currency=desk.visit.mall.shops[shop_no].currency,
        orders=orders,
        points=points,
        credits=credits_,
        issued=(await desk.ask(f"{here}/coupons", some)).content,
        coupons=await _coupons(desk, shop),
        memos=(await desk.ask(f"{here}/memos", some)).content,
        tier=await _tier(desk, member_id, shop),
        groups=await customers.groups(desk),
        address=_address(desk, member_id),
        states=STATES,
        kind=kind,
    )


async def _tier(desk: Desk, member_id: str, shop: dict[str, str]) -> dict[str, Any] | None:
    """Return what is missing for the next group; None where groups do not change by themselves."""
    try:
        told = await desk.ask(f"customers/{member_id}/autoupdate", shop)
    except ApiError:
        return None
    tier: dict[str, Any] = told.content
    return tier if tier.get("next_grade") else None


async def _coupons(desk: Desk, shop: dict[str, str]) -> list[tuple[str, str]]:
    """Return the coupons a manager may give somebody."""
    sent = {"issue_type": ["M"], "deleted": ["F"], **shop}
    told = await desk.ask("coupons", sent)
    return [
        (each["coupon_no"], each["coupon_name"])
        for each in told.content
        if each["is_stopped_issued_coupon"] != "T"
    ]


def _address(desk: Desk, member_id: str, **more: str) -> str:
    return address(desk, f"{desk.page.path}/{quote(member_id)}", **more)


async def change(desk: Desk) -> Response:
    """`POST /admin/customers/{member_id}`: one of the page's forms."""
    form = await desk.form()
    deed = form.text("deed")
    try:
        member_id = _member(desk)
        if deed in _CHANGES:
            await _CHANGES[deed](desk, form, member_id, shop_of(desk))
    except NotModified:
        return redirect(_address(desk, member_id, done="same"))
    except ApiError as error:
        refused = refusals.sheet(desk, deed, form, error, {"memo": "note"})
        try:
            return await _page(desk, refused, status=error.status)
        except ApiError as missing:
            return gone(desk, missing)
    return redirect(_address(desk, member_id, done=deed))


async def _points(desk: Desk, form: Fields, member_id: str, shop: dict[str, str]) -> None:
    sent = {
        "member_id": member_id,
        "amount": form.text("amount").replace(",", "").strip(),
        "type": form.text("type"),
        "reason": form.text("reason").strip(),
    }
    await desk.ask("points", {**sent, **shop}, method="POST")


async def _coupon(desk: Desk, form: Fields, member_id: str, shop: dict[str, str]) -> None:
    number = form.text("coupon_no")
    if not number.isdigit():
        raise Invalid("A required parameter is missing.", parameter="coupon_no")
    sent = {"issued_member_scope": "M", "member_id": member_id, **shop}
    await desk.ask(f"coupons/{number}/issues", sent, method="POST")


async def _unissue(desk: Desk, form: Fields, member_id: str, shop: dict[str, str]) -> None:
    number = form.text("coupon_no")
    if not number.isdigit():
        raise NotFound("There is no such coupon.")
    sent = {"issue_no": [form.text("issue_no")], **shop}
    await desk.ask(f"customers/{member_id}/coupons/{number}", sent, method="DELETE")


async def _group(desk: Desk, form: Fields, member_id: str, shop: dict[str, str]) -> None:
    group = form.text("group_no")
    if not group.isdigit():
        raise Invalid("A required parameter is missing.", parameter="group_no")
    sent = {"member_id": member_id, "fixed_group": form.text("fixed_group") or "F", **shop}
    await desk.ask(f"customergroups/{group}/customers", sent, method="POST")


async def _memo(desk: Desk, form: Fields, member_id: str, shop: dict[str, str]) -> None:
    text = form.text("note").strip()
    if not text:
        raise Invalid("A required parameter is missing.", parameter="memo")
    sent = {
        "author_id": desk.user.user_id,
        "memo": text,
        "important_flag": form.text("important_flag") or "F",
        **shop,
    }
    await desk.ask(f"customers/{member_id}/memos", sent, method="POST")


async def _forget(desk: Desk, form: Fields, member_id: str, shop: dict[str, str]) -> None:
    number = form.text("memo_no")
    if not number.isdigit():
        raise NotFound("There is no such note.")
    await desk.ask(f"customers/{member_id}/memos/{number}", shop, method="DELETE")


_CHANGES: Final[dict[str, Deed]] = {
    "points": _points,
    "coupon": _coupon,
    "unissue": _unissue,
    "group": _group,
    "memo": _memo,
    "forget": _forget,
}
