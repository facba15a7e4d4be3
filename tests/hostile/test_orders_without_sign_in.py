"""Nobody reads or changes an order, its lines or its claims without the session it belongs to.

The order is a guest's, whose number the others know. They come without a session, with one of
their own, with a changed one, with one of another mall, signed in as a customer, and without the
token of an app; by every operation and every page that names an order.
"""

import re
from typing import Any

import pytest

from openmall.pages.sampleshop.routes import PAGES
from tests.every_operation.operation_calls import (
    envelope,
    least,
    query_text,
    rows,
    send_raw,
    things,
    url,
)
from tests.every_operation.prerequisites import Row, Values
from tests.every_operation.registry_rows import every_row, named
from tests.page_content import form_token
from tests.pages.sampleshop.conftest import stage
from tests.pages.sampleshop.shop_browser import Guest
from tests.storefront.shopper_client import RECEIVER, Shopper
from tests.world import World

__all__ = ["stage"]

BUYER = {
    "name": "Zeta Buyer",
    "email": "zeta.buyer@example.com",
    "cellphone": "010-2222-2222",
}
_MARKERS = (BUYER["name"], BUYER["email"], "Zeta Receiver", "9 Zeta Road")
_HEADER = "X-Openmall-Session"
_ORDER_PATTERN = "([0-9]{8}-[0-9]{7,12})"
_REFUSED = (401, 403, 404, 405, 422, 429)
_CONTACTS = (
    "",
    "%",
    "_",
    "@",
    "0102",
    "2222",
    "guest@example.com",
    "zeta.buyer@example.co",
    "' OR 1=1 --",
)


@pytest.fixture
def victim(world: World) -> Shopper:
    """A guest with an order."""
    shopper = Shopper(world)
    shopper.put(world.product()["product_no"])
    receiver = {**RECEIVER, "name": "Zeta Receiver", "address1": "9 Zeta Road"}
    shopper.order("cash", buyer=BUYER, receiver=receiver)
    return shopper


@pytest.fixture
def order_id(victim: Shopper) -> str:
    [order] = victim.get("orders")
    number: str = order["order_id"]
    return number


def _sessions(victim: Shopper) -> dict[str, str]:
    """Return the sessions of those whose order it is not."""
    world = victim.world
    guest, member = Shopper(world), Shopper(world)
    guest.put(world.product()["product_no"])
    member.sign_up("thief", email="thief@example.com")
    other = Shopper(world.stage.new_world())
    other.put(other.world.product()["product_no"])
    changed = victim.session[:-6] + ("AAAAAA" if victim.session[-6:] != "AAAAAA" else "BBBBBB")
    return {
        "nobody": "",
        "another guest": guest.session,
        "a member": member.session,
        "a changed session": changed,
        "a session of another mall": other.session,
    }


def _of_orders() -> list[Row]:
    return [
        row
        for row in every_row()
        if row[0].name == "storefront" and {"order_id", "claim_code"} & row[1].fields.keys()
    ]


def test_operations_of_the_storefront(world: World, victim: Shopper, order_id: str) -> None:
    [item] = victim.get(f"orders/{order_id}")["items"]
    sessions = _sessions(victim)
    trials: list[tuple[Row, Values, Values]] = []
    for row in _of_orders():
        world.stage.forget_counts()
        path = things(world, row[1])
        values = least(world, row[1], path)
        for name in row[1].fields:
            if name == "order_item_code":
                values[name] = [item["order_item_code"]]
            elif name == "order_id" and name not in path:
                values[name] = order_id
        trials.append((row, {**path, **({"order_id": order_id} if path else {})}, values))
    before = _orders(world)
    assert len(trials) > 12
    wrong: list[Any] = []

    for row, path, values in trials:
        for who, session in sessions.items():
            answer = _ask(world, row, values, path, session)
            told = [each for each in _MARKERS if each in answer.text]
            if told or (path and answer.status_code not in _REFUSED):
                wrong.append((named(row), who, answer.status_code, told, answer.text[:200]))

    assert wrong == []
    assert _orders(world) == before
    assert victim.get(f"orders/{order_id}")["order_id"] == order_id


def _ask(world: World, row: Row, values: Values, path: Values, session: str) -> Any:
    world.stage.forget_counts()
    world.stage.client.cookies.clear()
    rest: dict[str, Any] = {"headers": {_HEADER: session} if session else {}}
    if row[1].has_body:
        rest["json"] = envelope(row[1], values)
    else:
        rest["params"] = {name: query_text(value) for name, value in values.items()}
    return send_raw(world, row[0], row[1].method, url(row, path), **rest)


def _orders(world: World) -> dict[str, list[str]]:
    return {
        name: each
        for name, each in rows(world).items()
        if name.startswith(("order_", "shop_order", "gateway_", "coupon_use"))
    }


def test_operations_of_the_admin_api_without_a_token(
    world: World, victim: Shopper, order_id: str
) -> None:
    before = _orders(world)
    tried = 0
    for row in every_row():
        if row[0].name != "admin" or not {"order_id"} & row[1].fields.keys():
            continue
        path = {name: order_id if name == "order_id" else 1 for name in row[1].placeholders}
        for authorization in ("", "Bearer ", f"Bearer {victim.session}", "Basic YTpi"):
            headers = {"Authorization": authorization} if authorization else {}
            rest: dict[str, Any] = {"json": {"request": {}}} if row[1].has_body else {}
            answer = world.request(row[1].method, url(row, path), headers=headers, **rest)
            assert answer.status_code == 401, (named(row), authorization, answer.text)
            tried += 1
    assert tried > 200
    assert _orders(world) == before


def test_pages_of_the_shop(world: World, victim: Shopper, order_id: str) -> None:
    pages = [page for page in PAGES if _ORDER_PATTERN in page.pattern.pattern]
    assert len(pages) >= 3
    before = _orders(world)
    member = Guest(world)
    Shopper(world).sign_up("thief", email="thief@example.com", cellphone="010-9999-9999")
    assert member.done("/sign-in", member_id="thief", password="correct horse battery")

    for page in pages:
        address = re.sub(r"\(\[.*?\}\)", order_id, page.pattern.pattern).replace("\\", "")
        address = address if page.pattern.fullmatch(address) else f"/orders/{order_id}"
        for browser in (Guest(world), member):
            answers = [browser.open(address)] if page.show else []
            token = form_token(browser.open("/orders/find").text)
            form = {"form_token": token, "reason": "A", **RECEIVER}
            acts = page.deeds.names if page.deeds.without is None else ("", *page.deeds.names)
            for act in acts if page.submit else ():
                answers.append(browser.submit(address, {**form, "act": act}))
            for answer in answers:
                assert not [each for each in _MARKERS if each in answer.text], address
                assert answer.status_code in (303, *_REFUSED), (address, answer.status_code)

    assert _orders(world) == before


def test_the_contact_of_a_guest_is_compared_as_a_whole(
    world: World, victim: Shopper, order_id: str
) -> None:
    before = _orders(world)
    for contact in _CONTACTS:
        world.stage.forget_counts()
        browser = Guest(world)
        form = {"order_id": order_id, "contact": contact}
        answer = browser.send("/orders/find", **form)
        assert answer.status_code in (200, 422), answer.status_code
        assert not [each for each in _MARKERS if each in answer.text]
    assert _orders(world) == before
    assert victim.get(f"orders/{order_id}")["order_id"] == order_id
