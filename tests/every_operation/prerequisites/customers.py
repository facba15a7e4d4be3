"""How to make what operations on customers need to act on."""

import itertools
from collections.abc import Callable
from datetime import date
from typing import Any

from sqlalchemy import bindparam, delete

from openmall.commerce.customer import paymentinformation, plusapp, social
from openmall.commerce.customer.customergroups_setting import CustomergroupsSetting
from openmall.commerce.customer.customers import store as customer_store
from openmall.contract.call import Call
from openmall.contract.crud.settings import SETTING, write_setting
from openmall.database.statements import Statement
from tests.commerce.customer import customer_setup
from tests.world import World

Values = dict[str, Any]

_FRESH = itertools.count(1)
_FORGET_GROUPS = Statement(
    delete(SETTING).where(
        SETTING.c.mall_id == bindparam("mall_id"), SETTING.c.name == "CustomerGroups"
    )
)
SWEPT = "swept"
"""Whom operations find that name a customer in no path."""


def customer(world: World, above: Values) -> str:
    """Make a customer with everything an operation may ask for or take away."""
    member_id = f"member-{next(_FRESH)}"
    customer_setup.join(world, member_id, gender="F", authentication_method="e")
    for shop_no in (1, 2):
        customer_setup.do(world, lambda call: _used(call, member_id), shop_no)
    customer_setup.do(
        world,
        lambda call: social.link(
            call, member_id, social_name="chatapp", social_member_code="100001"
        ),
    )
    memo(world, {"member_id": member_id})
    return member_id


async def _used(call: Call, member_id: str) -> None:
    await plusapp.installed(
        call, member_id, device_id="phone", os_type="os_a", auto_login=True, push=False
    )
    await paymentinformation.remember(
        call, member_id, payment_method="card", payment_gateway="gateway_a"
    )


def swept(world: World) -> None:
    """Let the customer be there whom a body or a query names, in the general group."""
    if not world.get("customers", member_id=SWEPT)["customers"]:
        customer_setup.join(world, SWEPT, gender="F", authentication_method="e")
        customer_setup.do(world, lambda call: customer_store.note_sign_in(call, SWEPT))


def linked_account(world: World) -> None:
    """Let a customer be there who linked an account of another service."""
    customer(world, {})


def tier_setting(world: World) -> None:
    """Let the first shop have set everything about its groups that can be set."""
    setting = CustomergroupsSetting(
        auto_update_set_date="2026-12-05 03:00:00",
        discount_limit_begin_date=date(2026, 11, 5),
        discount_limit_end_date=date(2026, 12, 5),
    )
    customer_setup.do(world, lambda call: write_setting(call.db, call.seal, setting))


def group(world: World, above: Values) -> int:
    name = f"group {next(_FRESH)}"
    made = world.post("customergroups", group_name=name, group_description="Some")
    number: int = made["customergroup"]["group_no"]
    return number


def no_groups(world: World) -> None:
    world.in_transaction(lambda db: db.run(_FORGET_GROUPS))


def memo(world: World, above: Values) -> int:
    path = f"customers/{above['member_id']}/memos"
    number: int = world.post(path, author_id="owner", memo="Ask again")["memo"]["memo_no"]
    return number


def way_to_pay(world: World, above: Values) -> str:
    async def work(call: Call) -> paymentinformation.PaymentInformation:
        return await paymentinformation.remember(
            call, above["member_id"], payment_method="card", payment_gateway="gateway_a"
        )

    return customer_setup.do(world, work).payment_method_id


CREATORS: dict[str, Callable[[World, Values], Any]] = {
    "customers/{member_id}": customer,
    "customers/{member_id}/memos/{memo_no}": memo,
    "customers/{member_id}/paymentinformation/{payment_method_id}": way_to_pay,
    "customergroups/{group_no}": group,
}


EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    "GET customers": swept,
    "GET social": linked_account,
    "GET customergroups/setting": tier_setting,
    "POST customergroups/{group_no}/customers": swept,
}


REMOVED_FIRST: dict[str, Callable[[World], None]] = {
    "POST customergroups": no_groups,
}


UNKNOWN_VALUES: dict[str, Any] = {
    "member_id": "nobody",
    "payment_method_id": "20261121-9999999",
}


SAMPLE_VALUES: dict[str, Any] = {
    "member_id": SWEPT,
}


EXTRA_VALUES: dict[str, Values] = {
    "PUT customers/properties": {"properties": [{"key": "nick_name", "use": "T", "required": "T"}]},
    "GET customers": {"member_id": [SWEPT]},
}


DEFAULT_VALUES: dict[str, Values] = {
    "PUT customers/{member_id}/memos/{memo_no}": {"author_id": "owner"},
}
