"""Every filter and look-up by an e-mail address finds it in any case and with blanks around it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import inspect
from msgspec.structs import replace

from openmall.commerce.customer.customers.credentials import hash_new
from openmall.contract.fields import Field
from openmall.events.messages import outbox
from openmall.events.messages.outbox import Draft
from tests.commerce.customer import customer_setup
from tests.commerce.notification.outbox_reading import outbox as kept
from tests.commerce.order import order_setup
from tests.commerce.order.claim_setup import claim
from tests.commerce.product.stock_setup import stocked
from tests.every_operation.prerequisites import EXISTING_FIRST, shopping
from tests.every_operation.registry_rows import every_row, named
from tests.storefront.shopper_client import PASSWORD, Shopper
from tests.world import World

STORED = "Ann.Lee@Example.COM"
TYPED = ("ann.lee@example.com", "  ANN.lee@EXAMPLE.com ", "ann.lee\u200b@example.com", STORED)
OTHER = ("ann.lee@example.co", "nn.lee@example.com", "ann_lee@example.com", "%@example.com")
"""Addresses of no one; the last ones would match as patterns."""
MEMBER = "annlee"
_DAYS = {"start_date": "2026-11-01", "end_date": "2026-11-30"}
_CALLED_SO = re.compile(r"(.*_)?(e?mail|recipient)")


def _is_text(field: Field) -> bool:
    return not isinstance(field.type, inspect.LiteralType | inspect.ListType)


def _filters() -> set[tuple[str, str]]:
    """Return the filters by an address: operation, and parameter or code of `search_field`."""
    found = set()
    for row in every_row():
        if row[1].writes:
            continue
        for name, field in row[1].fields.items():
            if _CALLED_SO.fullmatch(name) and _is_text(field):
                found.add((named(row), name))
            if name.endswith("field") and isinstance(field.type, inspect.LiteralType):
                codes = [str(code) for code in field.type.values if _CALLED_SO.fullmatch(str(code))]
                found |= {(named(row), f"{name}={code}") for code in codes}
    return found


def _member(world: World) -> None:
    said = {"name": "Ann", "email": STORED, "cellphone": "010-1234-5678"}
    customer_setup.join(world, MEMBER, password_hash=hash_new(PASSWORD), **said)


def _order(world: World) -> str:
    buyer = replace(order_setup.BUYER, member_id=MEMBER, email=STORED)
    return order_setup.paid(world, order_setup.wanted(stocked(world, 5)[1]), buyer=buyer)


def _refund(world: World) -> None:
    assert claim(world, _order(world), "cancellation", "canceled")


def _points(world: World) -> None:
    _member(world)
    said = {"amount": "100", "type": "increase", "reason": "Hello"}
    world.post("points", member_id=MEMBER, **said)


def _booking(world: World) -> None:
    who = shopping.member(world).get("customers/me")["member_id"]
    world.put(f"customersprivacy/{who}", email=STORED)
    shopping.book(world, world.product()["product_no"])


def _message(world: World) -> None:
    EXISTING_FIRST["GET sandbox/messages"](world)
    draft = Draft(
        shop_no=1, channel="email", occasion="joined", recipient=STORED, sender="Sky Store",
        language="en_US", subject="Joined", body="Welcome.", html="", member_id=MEMBER,
    )  # fmt: skip
    world.in_transaction(lambda db: outbox.enqueue(db, world.stage.clock, [draft]))


Make = Callable[[World], Any]
MADE: dict[tuple[str, str], tuple[Make, dict[str, str]]] = {
    ("admin GET orders", "buyer_email"): (_order, {}),
    ("admin GET orders", "member_email"): (_order, {}),
    ("admin GET orders/count", "buyer_email"): (_order, {}),
    ("admin GET orders/count", "member_email"): (_order, {}),
    ("admin GET reservations", "buyer_email"): (_booking, {}),
    ("admin GET reservations", "member_email"): (_booking, {}),
    ("admin GET refunds", "buyer_email"): (_refund, _DAYS),
    ("admin GET refunds", "member_email"): (_refund, _DAYS),
    ("admin GET points", "email"): (_points, _DAYS),
    ("admin GET points/report", "email"): (_points, _DAYS),
    ("admin GET customersprivacy", "search_field=mail"): (_member, {}),
    ("admin GET customersprivacy/count", "search_field=mail"): (_member, {}),
    ("admin GET sandbox/messages", "recipient"): (_message, {}),
}
"""Filter -> what makes an object with the address, and the other parameters of the call."""


def test_every_filter_by_an_address_is_tried() -> None:
    assert _filters() == MADE.keys()


def _found(world: World, operation: str, parameter: str, typed: str, more: dict[str, str]) -> bool:
    name, _, code = parameter.partition("=")
    asked = {name: code, "keyword": typed} if code else {name: typed}
    answer = world.get(operation.removeprefix("admin GET "), **more, **asked)
    value = next(iter(answer.values()))
    if isinstance(value, dict):
        return bool(value["available_points_increase"] != "0.00")
    return bool(value)


@pytest.mark.both_stores
@pytest.mark.parametrize(("operation", "parameter"), MADE, ids=" ".join)
def test_a_filter_finds_an_address(world: World, operation: str, parameter: str) -> None:
    make, more = MADE[operation, parameter]
    make(world)

    found = {typed: _found(world, operation, parameter, typed, more) for typed in (*TYPED, *OTHER)}

    assert found == dict.fromkeys(TYPED, True) | dict.fromkeys(OTHER, False)


def test_a_link_for_a_password_is_sent(world: World) -> None:
    _member(world)
    for typed in (*TYPED[:3], *OTHER):
        Shopper(world).send(
            "POST", "customers/passwordlinks", member_id=MEMBER, email=typed.strip()
        )

    assert [each.recipient for each in kept(world)] == [STORED] * 3
