"""Recipient groups, senders and push messages, for the sweeps."""

from collections.abc import Callable
from typing import Any

from openmall.access.malls import rules as mall_rules
from openmall.access.malls.rules import Manager
from openmall.commerce.notification.sms import balance, senders
from openmall.contract.moments import SystemClock
from tests.commerce.customer import customer_setup
from tests.every_operation.prerequisites.kinds import FRESH, Values
from tests.world import World

_PHONE = "010-1234-5678"
_NAME = "Regulars"
CONDITIONS = {
    "news_mail": "T", "sms": "T", "member_group_no": 1, "member_class": "p", "member_type": "vip",
    "join_path": "P", "date_type": "join", "start_date": "2026-01-01", "end_date": "2026-12-31",
    "solar_calendar": "T", "age_min": 1, "age_max": 99, "gender": "M",
    "available_points_min": "0.00", "available_points_max": "1000.00", "use_mobile_app": "F",
    "plusapp_member_join": "F",
}  # fmt: skip
"""Every condition of a group."""


def _group(world: World, above: Values) -> int:
    made = world.post("recipientgroups", group_name=_NAME, **CONDITIONS)["recipientgroup"]
    number: int = made["group_no"]
    return number


def _push(world: World, above: Values) -> str:
    made = world.post(
        "push",
        send_type="reservation",
        reserve_day="2036-05-01",
        reserve_hour=9,
        content_os_a="Sale",
        title=f"push {next(FRESH)}",
    )
    code: str = made["push"]["push_code"]
    return code


def _sender(world: World) -> int:
    """Let the mall send text messages, and pay for them; return its sender."""
    world.call("PUT", "sms/setting", json={"request": {"use_sms": "T"}})
    world.in_transaction(lambda db: balance.top_up(db, 10_000))
    number: int = world.in_transaction(lambda db: senders.add(db, SystemClock(), _PHONE))
    return number


def _manager(world: World) -> None:
    name = f"aide{next(FRESH)}"
    manager = Manager(name, "Kim Haneul", "A", "no password has this hash", phone=_PHONE)
    world.in_transaction(lambda db: mall_rules.admit(db, SystemClock(), manager))


def fill(world: World, times: int) -> None:
    """Make `times` of everything that is listed."""
    for _ in range(times):
        _group(world, {})
        _push(world, {})
        _sender(world)
        _manager(world)


def _invited(world: World, above: Values) -> str:
    """Return a customer who can be invited by mail and by text message."""
    _sender(world)
    world.call("PUT", "sms/setting", json={"request": {"default_sender": _PHONE}})
    member_id = f"invited{next(FRESH)}"
    customer_setup.join(
        world, member_id, name="Kim Haneul", email="haneul@example.com", cellphone="010-2727-2727"
    )
    return member_id


def _receivers(world: World) -> Values:
    """Return a recipient group and a customer, for push messages to either."""
    member_id = f"push{next(FRESH)}"
    customer_setup.join(world, member_id)
    return {"group_no": [_group(world, {})], "member_id": member_id}


CREATORS: dict[str, Callable[[World, Values], Any]] = {
    "recipientgroups/{group_no}": _group,
    "push/{push_code}": _push,
}


OPERATION_CREATORS: dict[tuple[str, str], Callable[[World, Values], Any]] = {
    ("POST customers/{member_id}/invitation", "customers/{member_id}"): _invited,
}
EXISTING_FIRST: dict[str, Callable[[World], Any]] = {
    "GET recipientgroups": lambda world: _group(world, {}),
    "GET sms/senders": _sender,
    "GET sms/receivers": _manager,
    "GET push": lambda world: _push(world, {}),
}


EXTRA_VALUES: dict[str, Values] = {
    "PUT automails": {"type": "order_received", "use_admin": "T"},
    "POST sms": {"recipients": [_PHONE]},
    "POST push": {"content_os_a": "Sale"},
    "POST recipientgroups": {"date_type": "join"},
    "PUT recipientgroups/{group_no}": {"date_type": "join"},
}


EXTRA_VALUES_FROM_MALL: dict[str, Callable[[World], Values]] = {"POST push": _receivers}
DEFAULT_VALUES: dict[str, Values] = {"PUT recipientgroups/{group_no}": {"group_name": _NAME}}
COMPANION_VALUES: dict[str, Callable[[Any], Values]] = {
    "age_max": lambda value: {"age_min": 1},
    "available_points_min": lambda value: {"available_points_max": "999999999"},
    "available_points_max": lambda value: {"available_points_min": "0"},
    "send_type": lambda value: {"reserve_day": "2036-05-01", "reserve_hour": 9},
    "os_type": lambda value: {"content_os_b": "Sale"},
    "use_link": lambda value: {"link_type": "coupon"},
    "use_benefit": lambda value: {"benefit_points": "500.00", "benefit_end_day": 3},
}
VALUES_FROM_MALL: dict[str, Callable[[World], Any]] = {"sender_no": _sender}
