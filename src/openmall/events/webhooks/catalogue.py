"""Every event an app can subscribe to: its scopes and its subjects.

Events of features that do not exist here are not listed; `docs/webhooks.md` says which and why.
Specification: "Events"; the events and their scopes as catalogued.
"""

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec import Struct

_PRODUCT: Final = ("category", "collection", "product", "promotion", "supply")
_STORE: Final = ("store", "supply")
_BENEFIT: Final = ("store", "promotion")
_CATEGORY: Final = ("category", "product")
# the catalogue names further scopes here, under which nobody expects whole orders or birthdays
_ORDER: Final = ("order",)
_CUSTOMER: Final = ("customer", "privacy")

APP_DELETED: Final = 90077


class Kind(Struct, frozen=True):
    """An event that apps can subscribe to."""

    event_no: int
    name: str
    scopes: frozenset[str]
    """An app needs any one of them in the mall."""
    fields: tuple[str, ...]
    """Fields of the resource that identify its subject; a text may name several, by commas."""


def _kinds(scopes: Iterable[str], fields: tuple[str, ...], **named: int) -> list[Kind]:
    any_of = frozenset(f"mall.read_{scope}" for scope in scopes)
    return [Kind(number, name, any_of, fields) for name, number in named.items()]


_ALL: Final = [
    *_kinds(
        _PRODUCT, ("product_no",),
        product_created=90001, product_updated=90002, product_deleted=90003,
        product_inventory_changed=90075, product_stock_status_changed=90150,
    ),
    *_kinds(
        _ORDER, ("order_id",),
        order_received=90023, order_delivery_status_changed=90024,
        order_payment_status_changed=90025, order_cancellation_status_changed=90026,
        order_return_status_changed=90027, order_exchange_status_changed=90028,
        order_refund_status_changed=90029, product_added_to_order=90031,
        order_recipient_changed=90064, order_memo_added=90066, order_memo_updated=90068,
        order_memo_deleted=90069, orders_delivery_status_changed=90071,
        orders_cancellation_status_changed=90072, orders_refund_status_changed=90073,
        orders_return_status_changed=90074, order_shipping_code_changed=90162,
    ),
    *_kinds(_ORDER, ("member_id",), product_added_to_cart=90084),
    *_kinds(
        _CUSTOMER, ("member_id",),
        member_joined=90032, member_changed=90080, member_login=90143, member_group_changed=90144,
        member_rests=90145, member_returned=90146, member_withdrawal=90147,
        member_points_changed=90148,
    ),
    *_kinds(("customer",), ("member_id",), member_linked_account=90063),
    *_kinds(
        ("community",), ("board_no", "no"),
        article_created=90033, article_deleted=90036, article_updated=90039,
    ),
    *_kinds(("community",), ("board_no",), comment_added=90034, comment_deleted=90037),
    *_kinds(
        ("community",), ("member_id",),
        urgent_inquiry_received=90035, urgent_inquiry_deleted=90038,
    ),
    *_kinds(
        _CATEGORY, ("category_no",),
        category_added=90042, category_updated=90043, category_deleted=90044,
    ),
    *_kinds(
        _BENEFIT, ("benefit_no",), benefit_added=90047, benefit_changed=90048, benefit_deleted=90050
    ),
    *_kinds(
        _BENEFIT, ("coupon_no",),
        coupon_deleted=90152, coupon_added=90153,
        coupon_issuance_changed=90154,
    ),
    *_kinds(
        ("supply",), ("supplier_code",),
        supplier_added=90090, supplier_updated=90091,
        supplier_deleted=90093,
    ),
    *_kinds(
        ("shipping",), ("sc_id",), carrier_added=90100, carrier_updated=90101, carrier_deleted=90102
    ),
    *_kinds(
        _STORE, ("sub_admin_id",),
        suboperator_added=90113, suboperator_updated=90114, suboperator_deleted=90115,
    ),
    *_kinds(
        ("application",), ("client_id",),
        app_deleted=APP_DELETED, app_expired=90078, app_expiration_extended=90079,
    ),
    *_kinds(
        ("application",), ("order_id",),
        app_payment=90157, app_payment_refund_requested=90158, app_payment_refund_completed=90159,
    ),
    # openmall's own
    *_kinds(("application",), ("import_no",), import_ended=91001),
    *_kinds(("application",), ("export_no",), export_ended=91002),
    *_kinds(
        ("application",), ("plan_no",),
        plan_waiting=91003, plan_approved=91004, plan_rejected=91005, plan_applied=91006,
    ),
]  # fmt: skip

KINDS: Final = {kind.event_no: kind for kind in _ALL}
"""Number -> event."""
SCOPES: Final = frozenset().union(*(kind.scopes for kind in _ALL))
"""The scopes of all events."""

OF_ONE_APP: Final = frozenset(
    {APP_DELETED, 90078, 90079, 90157, 90158, 90159} | {91001, 91002, 91003, 91004, 91005, 91006}
)
"""Events that only the app which they name as `client_id` may learn of."""

_RESOURCE: Final = msgspec.json.Decoder(dict[str, Any])


def permitted(scopes: Iterable[str]) -> frozenset[int]:
    """Return the numbers of the events that an app with `scopes` may receive."""
    granted = frozenset(scopes)
    return frozenset(number for number, kind in KINDS.items() if kind.scopes & granted)


def subjects(event_no: int, resource: str) -> tuple[str, ...]:
    """Return the subjects of an event, one text each; events about a subject are sent in order.

    `resource`: its JSON. Empty: no later event waits for it.
    """
    fields = KINDS[event_no].fields
    found = _RESOURCE.decode(resource)
    if len(fields) == 1:
        value = found.get(fields[0])
        text = "" if value is None else str(value)
        named = value if isinstance(value, list) else text.split(",")
        return tuple(
            dict.fromkeys(f"{fields[0]} {str(each).strip()}" for each in named if each != "")
        )
    about = [f"{name} {found[name]}" for name in fields if found.get(name) is not None]
    return (" ".join(about),) if about else ()


def example(event_no: int, mall_id: str) -> dict[str, Any]:
    """Return the resource of a test event, without real data."""
    return {"mall_id": mall_id, "event_shop_no": "1", **dict.fromkeys(KINDS[event_no].fields, "1")}
