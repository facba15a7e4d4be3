"""A member's session ends with sign-out, a new password and the membership, before it expires."""

import pytest
from sqlalchemy import bindparam, select

from openmall.access import shopper_sessions
from openmall.commerce.customer.member_sessions import LIFETIME, SESSION_ENDED, MemberSessions
from openmall.contract.call import Shopper as Session
from openmall.database.session import Session as Rows
from openmall.database.statements import Statement
from tests.commerce.personal.cart_client import moved, shopper_of
from tests.storefront.shopper_client import PASSWORD, Shopper
from tests.world import World

pytestmark = pytest.mark.both_stores

ENDED = (401, "The shopper's session has ended. (invalid_session)")
NEW = "staple battery horse"
DAY = 86_400
_ENDED_ROWS = Statement(
    select(SESSION_ENDED.c.member_id, SESSION_ENDED.c.session_id).where(
        SESSION_ENDED.c.mall_id == bindparam("mall_id")
    )
)


def _signed_in(world: World) -> Shopper:
    shopper = Shopper(world)
    shopper.send("POST", "sessions", member_id="hana", password=PASSWORD)
    return shopper


def _copy(shopper: Shopper) -> Shopper:
    """Return somebody who has a copy of the session, and keeps it."""
    copied = Shopper(shopper.world)
    copied.session = shopper.session
    return copied


def test_after_sign_out_a_copy_of_the_session_is_of_no_use(world: World) -> None:
    hana = Shopper(world)
    hana.sign_up()
    other_browser, thief = _signed_in(world), _copy(hana)
    assert thief.ask("GET", "customers/me").status_code == 200

    hana.send("DELETE", "sessions/current")

    assert shopper_of(world, hana.session).kind == "guest"
    assert thief.refused("GET", "customers/me") == ENDED
    assert thief.refused("PUT", "customers/me", email="thief@example.com") == ENDED
    assert thief.refused("GET", "carts") == ENDED
    assert thief.refused("GET", "products") == ENDED
    assert other_browser.get("customers/me")["email"] == "hana@example.com"
    assert _signed_in(world).get("customers/me")["member_id"] == "hana"


def test_a_new_password_ends_every_session_but_that_of_who_sets_it(world: World) -> None:
    hana = Shopper(world)
    hana.sign_up()
    others = [_copy(hana), _signed_in(world)]
    for each in others:
        assert each.ask("GET", "customers/me").status_code == 200

    hana.send("PUT", "customers/me", current_password=PASSWORD, password=NEW)

    for each in others:
        assert each.refused("GET", "customers/me") == ENDED
        assert each.refused("PUT", "customers/me", email="thief@example.com") == ENDED
    assert hana.get("customers/me")["email"] == "hana@example.com"


def test_other_changes_of_the_account_end_no_session(world: World) -> None:
    hana = Shopper(world)
    hana.sign_up()
    other = _signed_in(world)

    hana.send("PUT", "customers/me", email="han@example.com")

    assert other.get("customers/me")["email"] == "han@example.com"


def test_the_session_of_who_has_left_opens_nothing(world: World) -> None:
    hana = Shopper(world)
    hana.sign_up()
    other = _signed_in(world)

    hana.send("POST", "customers/me/withdrawal", current_password=PASSWORD, is_point_check="F")

    assert other.refused("GET", "carts") == ENDED


def test_a_cookie_of_an_ended_session_is_taken_back(world: World) -> None:
    hana = Shopper(world)
    hana.sign_up()
    cookie = f"openmall_session={hana.session}"
    hana.send("DELETE", "sessions/current")

    world.stage.client.cookies.clear()
    answer = world.request(
        "GET", "/api/v2/customers/me", auth=world.full.basic, headers={"Cookie": cookie}
    )

    assert (answer.status_code, answer.json()["error"]["message"]) == ENDED
    assert answer.headers["set-cookie"].startswith("openmall_session=; Max-Age=0")


def test_another_worker_accepts_an_ended_session_for_five_seconds_at_most(world: World) -> None:
    hana = Shopper(world)
    hana.sign_up()
    session = shopper_of(world, hana.session)
    elsewhere = MemberSessions(world.stage.app.database, world.stage.clock)
    assert world.stage.run(elsewhere.valid, world.mall_id, session)
    hana.send("DELETE", "sessions/current")

    with moved(world, LIFETIME - 1):
        assert world.stage.run(elsewhere.valid, world.mall_id, session)
    with moved(world, LIFETIME):
        assert not world.stage.run(elsewhere.valid, world.mall_id, session)


def test_a_session_of_before_sessions_had_ids_ends_with_all_others(world: World) -> None:
    hana = Shopper(world)
    hana.sign_up()
    new = shopper_of(world, hana.session)
    old = Session(
        shop_no=1, kind="member", name="hana", issued_at=new.issued_at, expires_at=new.expires_at
    )
    former = Shopper(world)
    former.session = shopper_sessions.issue(
        world.stage.app._pipeline._services.seal, world.mall_id, old
    )
    assert former.get("customers/me")["member_id"] == "hana"
    copied = _copy(former)

    former.send("DELETE", "sessions/current")

    assert copied.refused("GET", "customers/me") == ENDED
    assert hana.refused("GET", "customers/me") == ENDED
    assert _signed_in(world).get("customers/me")["member_id"] == "hana"


def test_what_has_expired_is_not_kept(world: World) -> None:
    hana = Shopper(world)
    hana.sign_up()
    hana.send("DELETE", "sessions/current")
    with moved(world, DAY):
        again = _signed_in(world)
        last = shopper_of(world, again.session).session_id
        again.send("DELETE", "sessions/current")

    async def read(db: Rows) -> list[tuple[str, str]]:
        return [tuple(row) for row in await db.all(_ENDED_ROWS)]

    assert world.in_transaction(read) == [("hana", last)]
