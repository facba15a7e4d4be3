"""No money of a mall moves by what another mall names: payments, refunds, points, subscriptions.

Every operation that can move some, of the APIs and of pages, is called with all the numbers of the
other mall at once: in the path, in the query or body, and in both.
"""

from typing import Any

import pytest

from openmall.contract.errors import ApiError
from tests.events.plans.people import Person
from tests.every_operation.approval_kinds import every_kind, managing_writes
from tests.every_operation.operation_calls import least, rows, send, things
from tests.every_operation.prerequisites import Row, Values
from tests.every_operation.registry_rows import every_row, named
from tests.hostile import two_malls
from tests.hostile.test_cross_mall import Victim
from tests.storefront.shopper_client import Shopper, offer_test_gateway
from tests.world import Stage, World

pytestmark = pytest.mark.one_store

_MONEY_PATHS = (
    "appstore",
    "cashreceipt",
    "customers/me/coupons",
    "customers/me/paymentmethods",
    "customers/me/subscriptions",
    "customers/{member_id}/paymentinformation",
    "orders/{order_id}/cancellationrequests",
    "orders/{order_id}/claims",
    "orders/{order_id}/confirmations",
    "orders/{order_id}/exchangerequests",
    "orders/{order_id}/gifts",
    "orders/{order_id}/payments",
    "orders/{order_id}/returnrequests",
    "paymentgateway",
    "subscription",
    "testgateway",
)
"""Beginnings of paths of operations about payments, beside those that move money of orders."""
_OFFICE: dict[tuple[str, str], Values] = {
    ("PUT", "orders/{order_id}/items"): {"items": [], "added": []},
    ("POST", "writes/{write_no}/undo"): {},
}
"""Operations of pages that name an order or a write."""
_REFUSED = (400, 401, 403, 404, 409, 422)


def _of_money() -> list[Row]:
    """Return the writes that can move money, those of shoppers first."""
    known = every_kind()
    return [
        row
        for row in two_malls.called()
        if row[1].writes and (row[1].path.startswith(_MONEY_PATHS) or "money" in _kinds(known, row))
    ]


def _kinds(known: dict[tuple[str, ...], Any], row: Row) -> frozenset[str]:
    found = known.get((row[0].name, row[1].method, row[1].path))
    return found.shown | found.also if found else frozenset()


def test_every_operation_that_moves_money_is_tried() -> None:
    names = {named(row) for row in _of_money()}
    assert len(names) > 70
    paying = ("payment", "refund", "charge", "subscription", "gateway")
    written = [row for row in every_row() if row[1].writes and row[0].name != "partner"]
    missed = {
        named(row)
        for row in written
        if any(word in row[1].path for word in paying)
        and not any(word in row[1].path for word in ("setting", "surcharge"))
    } - names
    assert missed == {
        "admin PUT paymentmethods/{code}/paymentproviders/{name}",  # how a shop is set up
        "admin PUT webhooks/subscription",
        "storefront POST customers/unsubscriptions",
    }


def test_no_money_moves_by_numbers_of_another_mall(stage: Stage, world: World) -> None:
    # given two malls with orders, payments, refunds, points and subscriptions
    own: dict[str, tuple[Values, Values]] = {}
    for row in _of_money():
        stage.forget_counts()
        path = things(world, row[1])
        own[named(row)] = (path, least(world, row[1], path))
    victim = two_malls.victim(stage, world, fewest=15)
    theirs: dict[str, tuple[Values, Values]] = {}
    for row in _of_money():
        stage.forget_counts()
        path = things(victim, row[1])
        theirs[named(row)] = (path, least(victim, row[1], path))
    clerk = Person(world, "clerk", "P")
    watched = Victim(victim, world)
    wrong: list[Any] = []

    # when one of them names what is the other's, wherever it can be named
    for row in _of_money():
        own_path, own_values = own[named(row)]
        their_path, their_values = theirs[named(row)]
        for path, values in (
            (their_path, their_values),
            (their_path, own_values),
            (own_path, their_values),
        ):
            stage.forget_counts()
            answer = send(world, row, values, path)
            told = watched.told(answer.text, (values, path))
            names_theirs = any(
                path[name] == their_path[name] != own_path[name] for name in two_malls.whose(row[1])
            )
            if told or answer.status_code >= 500:
                wrong.append((named(row), answer.status_code, told))
            if names_theirs and answer.status_code not in _REFUSED:
                wrong.append((named(row), answer.status_code, answer.text[:200]))
    order_id = next(path["order_id"] for path, _ in theirs.values() if "order_id" in path)
    for (method, declared), values in _OFFICE.items():
        path = declared.format(order_id=order_id, write_no=two_malls.AHEAD + 1)
        with pytest.raises(ApiError):
            clerk.call(method, path, permits=None, **values)

    # then nothing of theirs has moved, and nothing was told
    assert wrong == []
    assert rows(victim) == watched.before


def test_the_office_operations_that_move_money_are_known() -> None:
    known = every_kind()
    moving = {
        (row.method, row.path)
        for api, row in managing_writes()
        if api.name == "office pages" and "money" in _kinds(known, (api, row))
    }
    # credits name a member, who is one's own wherever the name is the same
    assert moving == {*_OFFICE, ("POST", "credits")}


def test_a_payment_is_opened_settled_and_returned_from_in_its_mall_alone(
    stage: Stage, world: World
) -> None:
    other = stage.new_world(f"{world.mall_id}-payer")
    for each in (world, other):
        offer_test_gateway(each)
    shopper = Shopper(other)
    shopper.sign_up()
    shopper.put(other.product()["product_no"])
    order = shopper.order()
    payment_id = order["payment_id"]
    paid = shopper.pay(payment_id)
    before = rows(other)

    for path in (f"/payments/{payment_id}", f"/payments/{payment_id}/return"):
        assert world.request("GET", path).status_code == 404
    for callback in paid["callbacks"]:
        url = paid["callback_url"].replace(other.base_url, world.base_url)
        stage.client.post(url, json=callback)

    assert rows(other) == before
    assert [each["state"] for each in shopper.carry(paid)][-1] == "approved"
