"""Sessions of shoppers: signed for one shop, for a time, and of no use to anybody else."""

import base64
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from openmall.access import shopper_sessions
from openmall.contract.errors import Unauthorized
from openmall.database.seal import Seal
from tests.commerce.personal.cart_client import member, moved, put, shopper_of
from tests.world import Stage, World

OLD, NEW, OTHER = b"a" * 32, b"b" * 32, b"c" * 32
BROKEN = "The shopper's session is broken. (invalid_session)"
EXPIRED = "The shopper's session has expired. (invalid_session)"
ELSEWHERE = "The shopper's session is of another shop. (invalid_session)"
DAY = 86_400


def _issued(*keys: bytes, **known: Any) -> str:
    shopper = replace(shopper_sessions.member(1, "kim", now=1_000.0), session_id="id")
    return shopper_sessions.issue(Seal(lambda: keys), "demo", shopper, **known)


def _refusal(session: str, *keys: bytes, mall_id: str = "demo", now: float = 1_000.0) -> str:
    with pytest.raises(Unauthorized) as refused:
        shopper_sessions.read(Seal(lambda: keys), mall_id, session.encode(), now=now)
    return refused.value.message


def test_a_session_says_who_shops() -> None:
    shopper = shopper_sessions.read(Seal(lambda: [OLD]), "demo", _issued(OLD).encode(), now=1_000.0)

    assert (shopper.kind, shopper.member_id) == ("member", "kim")
    assert (shopper.issued_at, shopper.expires_at) == (1_000, 1_000 + DAY)


def test_a_key_that_another_one_was_put_in_front_of_still_proves_what_it_signed() -> None:
    session = _issued(OLD)

    known = shopper_sessions.read(Seal(lambda: [NEW, OLD]), "demo", session.encode(), now=1_000.0)

    assert known.name == "kim"
    assert _issued(NEW, OLD) == _issued(NEW) != session
    assert _refusal(session, NEW) == BROKEN


def test_a_session_holds_until_it_expires_and_in_its_mall() -> None:
    session = _issued(OLD)
    seal = Seal(lambda: [OLD])

    assert (
        shopper_sessions.read(seal, "demo", session.encode(), now=1_000.0 + DAY - 1).name == "kim"
    )
    assert _refusal(session, OLD, now=1_000.0 + DAY) == EXPIRED
    assert _refusal(session, OLD, mall_id="other") == ELSEWHERE


def test_whoever_changes_a_session_breaks_it() -> None:
    session = _issued(OLD)
    version, claims, signature = session.split(".")
    octets = base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4))
    lee = base64.urlsafe_b64encode(octets.replace(b"kim", b"lee")).decode().rstrip("=")

    for broken in (
        "",
        ".",
        "..",
        "x",
        session[:-1],
        f"{session}=",
        f"{version}.{lee}.{signature}",
        f"2.{claims}.{signature}",
        f"{version}.{claims}.",
        f"{version}..{signature}",
        f"{claims}.{signature}",
        f"{session}é",
        f"{session}.{signature}",
    ):
        assert _refusal(broken, OLD) == BROKEN, broken


def test_what_signs_sessions_is_not_what_seals_secrets() -> None:
    seal = Seal(lambda: [OLD, NEW])

    derived = seal.keys_for("shopper session 1")

    assert len({*derived, *seal.keys_for("another purpose"), OLD, NEW}) == 6
    assert [len(key) for key in derived] == [32, 32]


def _get(world: World, **headers: str) -> httpx.Response:
    world.stage.client.cookies.clear()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return world.request("GET", "/api/v2/products", auth=world.full.basic, headers=named)


def _said(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["message"]


def test_the_storefront_takes_a_session_as_header_or_cookie(world: World) -> None:
    kim = member(world)

    assert _get(world).status_code == 200
    assert _get(world, x_openmall_session=kim).status_code == 200
    assert _get(world, cookie=f"a=b; openmall_session={kim}; c=d").status_code == 200
    assert _get(world, cookie="a=b").status_code == 200


def test_a_broken_session_is_refused_and_a_browser_forgets_it(world: World) -> None:
    by_header = _get(world, x_openmall_session="broken")
    by_cookie = _get(world, cookie="openmall_session=broken")
    both = _get(world, x_openmall_session=member(world), cookie="openmall_session=broken")

    assert _said(by_header) == _said(by_cookie) == (401, BROKEN)
    assert "set-cookie" not in by_header.headers
    assert by_cookie.headers["set-cookie"] == (
        "openmall_session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax"
    )
    assert both.status_code == 200


def test_a_session_is_of_no_use_in_another_shop_or_mall_or_later(
    stage: Stage, world: World
) -> None:
    kim, other = member(world), stage.new_world(f"other-{world.mall_id}")
    number = world.product()["product_no"]
    world.put(f"products/{number}", 2, display="T", selling="T")
    asked = {"params": {"shop_no": 2}, "headers": {"X-Openmall-Session": kim}}

    in_another_shop = world.request("GET", "/api/v2/products", auth=world.full.basic, **asked)
    written_there = put(world, number, session=kim, shop_no=2)
    in_another_mall = _get(other, x_openmall_session=kim)
    with moved(world, DAY):
        later = _get(world, x_openmall_session=kim)

    assert _said(in_another_shop) == _said(written_there) == (401, ELSEWHERE)
    assert _said(in_another_mall) == (401, ELSEWHERE)
    assert _said(later) == (401, EXPIRED)


def test_the_admin_api_knows_no_shoppers(world: World) -> None:
    answer = world.call("GET", "products", headers={"X-Openmall-Session": "broken"})
    assert answer.status_code == 200


def test_a_session_alone_opens_nothing(world: World) -> None:
    """What a form on a page of another site can make a browser send: the cookie, no header."""
    number = world.product()["product_no"]
    cookie = {"Cookie": f"openmall_session={member(world)}"}
    body = {
        "product_no": number,
        "basket_type": "A0000",
        "duplicated_item_check": "F",
        "prepaid_shipping_fee": "P",
    }

    answer = world.request("POST", "/api/v2/carts", headers=cookie, json={"request": body})

    assert _said(answer) == (401, "The client ID is missing.")


def test_a_guest_who_comes_back_late_gets_the_session_anew(world: World) -> None:
    number = world.product()["product_no"]
    session = put(world, number).headers["x-openmall-session"]

    with moved(world, 15 * DAY):
        in_time = put(world, number, session=session)
    with moved(world, 15 * DAY + 1):
        late = put(world, number, session=session)
        renewed = shopper_of(world, late.headers["x-openmall-session"])

    assert "x-openmall-session" not in in_time.headers
    assert renewed.name == shopper_of(world, session).name
    assert renewed.expires_at == shopper_of(world, session).expires_at + 15 * DAY + 1


def test_answers_are_kept_apart_by_who_shops(world: World) -> None:
    """No cache between may give to one what another was answered."""
    world.product()
    answer = _get(world, x_openmall_session=member(world))

    assert answer.headers["cache-control"] == "private, no-cache"
    assert {"x-openmall-session", "cookie"} <= set(answer.headers["vary"].split(", "))
