"""Nobody on the storefront sees or changes what is another's: every operation, by who it is not of.

Things are made for the member who shops in all sweeps, and asked for by somebody else. A new
operation is swept by being registered; what a new part of a path names has to be told below.
"""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.commerce.order.order_setup import BUYER
from tests.commerce.personal import cart_client
from tests.every_operation.operation_calls import (
    envelope,
    least,
    query_text,
    rows,
    send_raw,
    things,
    url,
)
from tests.every_operation.prerequisites import Row, Values, own, shopping
from tests.every_operation.prerequisites.order import ordered
from tests.every_operation.registry_rows import every_row
from tests.storefront.shopper_client import BUYER as GUEST
from tests.storefront.shopper_client import Shopper
from tests.world import World

HANA = BUYER.member_id
SECRET_WORDS = "Only the shop may read this"
ZETA = {"name": "Zeta Receiver", "cellphone": "010-9999-0001", "address1": "9 Zeta Road"}
MARKERS = (
    BUYER.name, BUYER.email, BUYER.phone, BUYER.cellphone, SECRET_WORDS, *ZETA.values(),
)  # fmt: skip
"""What tells who the member is, or what she said to the shop alone."""
HERS = {
    "order_id", "basket_product_no", "wishlist_no", "claim_code", "article_no", "comment_no",
    "subscription_id", "subscription_item_id", "method_id",
}  # fmt: skip
"""Parts of a path that name something of a shopper's own."""
EVERYBODYS = {
    "board_no", "category_no", "display_group", "product_no", "social_name", "variant_code",
}  # fmt: skip
"""Parts of a path that name something of the shop."""
PROVEN_OTHERWISE = {"payment_id"}
"""Parts of a path of what a gateway signs, or names to whoever pays; it is told the order."""
OWN_ACCOUNT = {"POST socials/sessions"}
"""Operations that tell whoever has signed in at another service about that account."""
REFUSED = (401, 403, 404)
LAST = ("DELETE sessions/current", shopping.LEAVING)
"""Operations after which somebody is somebody else."""


def _storefront() -> list[Row]:
    found = [row for row in every_row() if row[0].name == "storefront"]
    return sorted(found, key=lambda row: (row[1].name in LAST, row[1].writes))


def _minjun(world: World) -> str:
    shopper = Shopper(world)
    shopper.sign_up("minjun", name="Jun Lee", email="jun@example.com", cellphone="010-7777-7777")
    return shopper.session


def _guest(world: World) -> str:
    shopper = Shopper(world)
    shopper.put(world.product()["product_no"])
    shopper.order("cash", buyer=GUEST)
    return shopper.session


def _nobody(world: World) -> str:
    return ""


def _of_other_shop(world: World) -> str:
    return cart_client.member(world, HANA, 2)


def _of_other_mall(world: World) -> str:
    other = world.stage.new_world(f"{world.mall_id}-other")
    shopping.member(other)
    return cart_client.member(other, HANA)


def _hers(world: World) -> set[str]:
    """Let the member have some of everything; returns what its numbers are."""
    shopper = shopping.member(world)
    own.fill(world, 1)
    own.self_service(world)
    number = ordered(world, world.product()["product_no"])
    world.stage.forget_counts()
    shopper.send("PUT", f"orders/{number}/receiver", **ZETA)
    written = shopper.send(
        "POST", "boards/5/articles", title=SECRET_WORDS, content=SECRET_WORDS, secret="T"
    )
    shopper.send(
        "POST",
        f"boards/5/articles/{written['article_no']}/comments",
        content=SECRET_WORDS,
        secret="T",
    )
    shopper.send("POST", "urgentinquiry", title=SECRET_WORDS, content=SECRET_WORDS)
    coupons = [each["issue_no"] for each in shopper.get("customers/me/coupons")]
    return {number, *coupons}


def _path(world: World, row: Row) -> Values:
    """Make what a path names as the member's; what she writes there, nobody else may read."""
    path = things(world, row[1])
    if not row[1].path.startswith("boards") or "article_no" not in path:
        return path
    world.stage.forget_counts()
    shopper = shopping.member(world)
    words = {"title": SECRET_WORDS, "content": SECRET_WORDS, "secret": "T"}
    made = shopper.send("POST", f"boards/{path['board_no']}/articles", **words)
    path["article_no"] = made["article_no"]
    if "comment_no" in path:
        above = f"boards/{path['board_no']}/articles/{made['article_no']}/comments"
        said = shopper.send("POST", above, content=SECRET_WORDS, secret="T")
        path["comment_no"] = said["comment_no"]
    return path


def _asked(world: World, row: Row, values: Values, path: Values, session: str) -> httpx.Response:
    """Call an operation as whoever a session is of; empty: as nobody."""
    world.stage.forget_counts()
    world.stage.client.cookies.clear()
    rest: dict[str, Any] = {"headers": {shopping.HEADER: session} if session else {}}
    if row[1].has_body:
        rest["json"] = envelope(row[1], values)
    else:
        rest["params"] = {name: query_text(value) for name, value in values.items()}
    return send_raw(world, row[0], row[1].method, url(row, path), **rest)


def _told(answer: httpx.Response, markers: set[str]) -> list[str]:
    said = answer.text + repr(answer.headers)
    return [marker for marker in markers if marker in said]


def test_every_part_of_a_path_is_told_whose_it_is() -> None:
    names = {name for _, operation in _storefront() for name in operation.placeholders}
    assert names == HERS | EVERYBODYS | PROVEN_OTHERWISE, "say above whose it is"


@pytest.mark.parametrize("somebody", [_minjun, _guest, _nobody])
def test_a_stranger_is_shown_and_changes_nothing_of_a_members(
    world: World, somebody: Callable[[World], str]
) -> None:
    numbers = _hers(world)
    session = somebody(world)
    wrong: dict[str, Any] = {}
    for row in _storefront():
        name = row[1].name
        path = _path(world, row)
        values = least(world, row[1], path)
        hers = {each["order_id"] for each in _orders(world)} | numbers
        before = rows(world)
        answer = _asked(world, row, values, path, session)
        silent = set() if PROVEN_OTHERWISE & path.keys() else hers - set(map(str, path.values()))
        told = _told(answer, {*MARKERS, *silent})
        if told and name not in OWN_ACCOUNT:
            wrong[name] = ("told", told)
        if HERS & path.keys() and answer.status_code not in REFUSED:
            wrong[name] = (answer.status_code, answer.text[:200])
        if answer.status_code >= 500:
            wrong[name] = (answer.status_code, answer.text[:200])
        if answer.is_error and rows(world) != before:
            wrong[name] = "refused, and changed something"
    assert wrong == {}


@pytest.mark.parametrize("session_of", [_of_other_shop, _of_other_mall])
def test_a_session_of_elsewhere_opens_nothing(
    world: World, session_of: Callable[[World], str]
) -> None:
    _hers(world)
    session = session_of(world)
    wrong: dict[str, Any] = {}
    for row in _storefront():
        path = _path(world, row)
        values = least(world, row[1], path)
        before = rows(world)
        answer = _asked(world, row, values, path, session)
        told = _told(answer, set(MARKERS))
        if answer.status_code != 401 or told or rows(world) != before:
            wrong[row[1].name] = (answer.status_code, told, answer.text[:200])
    assert wrong == {}


def test_what_is_ones_own_begins_empty(world: World) -> None:
    _hers(world)
    session = _minjun(world)
    found = {}
    for row in _storefront():
        if row[1].writes or row[1].placeholders or not row[1].scope.endswith("_personal"):
            continue
        answer = _asked(world, row, least(world, row[1], {}), {}, session)
        assert answer.status_code == 200, (row[1].name, answer.text)
        found[row[1].name] = answer.json()[row[1].key]
    me = found.pop("GET customers/me")
    assert (me["member_id"], me["name"], me["email"]) == ("minjun", "Jun Lee", "jun@example.com")
    assert {name for name, value in found.items() if value not in ([], 0)} == set()
    assert len(found) >= 11


def _orders(world: World) -> list[Any]:
    orders: list[Any] = world.get("orders", member_id=HANA, limit=100)["orders"]
    return orders
