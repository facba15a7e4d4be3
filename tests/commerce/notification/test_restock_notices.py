"""Who asked for a notice gets one when the product is back in stock, and only one."""

from typing import Any

import pytest
from msgspec.structs import replace

from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.notification.restock import rules as restock_rules
from openmall.commerce.notification.restock import sending as restock_sending
from openmall.commerce.notification.restock import store as restock_store
from openmall.commerce.notification.restock.store import Target
from openmall.commerce.notification.restock.takes import Asked, RestockDraft, RestockPath
from openmall.commerce.privacy.data_subject import rules as data_subject_rules
from openmall.commerce.product.stock import reservation_expiry
from openmall.contract.call import Call, Shopper
from openmall.contract.errors import ApiError
from openmall.contract.moments import Clocks
from openmall.database.session import Session
from openmall.events.messages.store import Listed
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.notification.outbox_reading import may_send, written
from tests.commerce.order.order_setup import order, wanted
from tests.commerce.product.stock_setup import stocked
from tests.world import World

pytestmark = pytest.mark.both_stores

HANA = "hana"
A_DAY = 86_400


def offers(world: World, **setting: Any) -> None:
    """Let the shop offer notices that are sent by themselves."""
    world.put("restocknotification/setting", use="T", send_method="A", **setting)


def customer(world: World, member_id: str = HANA, **said: Any) -> None:
    known = {"name": member_id.title(), "email": f"{member_id}@example.com"}
    join(world, member_id, **(known | said))


def ask(world: World, number: int, member_id: str = HANA, **said: Any) -> Asked:
    """Ask for a notice; an empty member id: a guest does."""

    async def work(call: Call) -> Asked:
        asking = replace(call, shopper=shopper(world, member_id), limited_by_address=False)
        return await restock_rules.ask(asking, RestockDraft(shop_no=1, product_no=number, **said))

    return do(world, work)


def shopper(world: World, member_id: str) -> Shopper | None:
    now = int(world.stage.clock.now())
    if not member_id:
        return None
    return Shopper(shop_no=1, kind="member", name=member_id, issued_at=now, expires_at=now + A_DAY)


def refused(world: World, number: int, member_id: str = HANA, **said: Any) -> tuple[int, str]:
    with pytest.raises(ApiError) as error:
        ask(world, number, member_id, **said)
    return error.value.status, str(getattr(error.value, "parameter", ""))


def restock(world: World, number: int, code: str, quantity: int) -> None:
    world.put(f"products/{number}/variants/{code}/inventories", quantity=quantity)


def told(world: World) -> list[Listed]:
    return [each for each in written(world) if each.occasion == "restock_notice"]


def test_a_customer_is_told_once_when_the_product_is_back(world: World) -> None:
    customer(world)
    offers(world)
    number, code = stocked(world, 0)
    ask(world, number)
    sold_out = told(world)

    restock(world, number, code, 5)
    first = told(world)
    restock(world, number, code, 0)
    restock(world, number, code, 5)

    assert sold_out == []
    assert [each.recipient for each in first] == ["hana@example.com"]
    name = world.get(f"products/{number}")["product"]["product_name"]
    assert name in first[0].body
    assert told(world) == first


def test_who_asks_again_after_a_notice_is_told_again(world: World) -> None:
    customer(world)
    offers(world)
    number, code = stocked(world, 0)
    for _ in range(2):
        ask(world, number)
        restock(world, number, code, 5)
        told(world)
        restock(world, number, code, 0)

    assert len(told(world)) == 2


def test_a_text_message_is_sent_where_the_shop_sends_them(world: World) -> None:
    may_send(world)
    customer(world, cellphone="010-1111-2222", sms="T")
    offers(world)
    number, code = stocked(world, 0)
    ask(world, number)

    restock(world, number, code, 5)

    assert {each.channel for each in told(world)} == {"email", "sms"}


def test_a_variant_that_is_waited_for_alone_is_told_of_alone(world: World) -> None:
    customer(world)
    offers(world, button_show_method="G")
    first, code = stocked(world, 0)
    second, other = stocked(world, 0)
    ask(world, first, variant_code=code)
    ask(world, second, variant_code=other)

    restock(world, second, other, 1)

    [mail] = told(world)
    assert world.get(f"products/{second}")["product"]["product_name"] in mail.body


def test_many_who_wait_are_told_in_short_transactions(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    offers(world, button_show_target="A")
    number, code = stocked(world, 0)
    waiting, at_once = 450, []

    async def fill(db: Session) -> None:
        for each in range(waiting):
            await restock_store.ask(
                db,
                Target(shop_no=1, product_no=number),
                member_id="",
                email=f"guest{each}@example.com",
                number=10_000 + each,
                now=int(world.stage.clock.now()),
                until=int(world.stage.clock.now()) + A_DAY,
                due_at=None,
            )

    world.in_transaction(fill)
    notified = restock_store.notified

    async def counted(db: Session, request_nos: list[int], *, now: int) -> None:
        at_once.append(len(request_nos))
        await notified(db, request_nos, now=now)

    monkeypatch.setattr(restock_store, "notified", counted)
    restock(world, number, code, 5)

    assert len({each.recipient for each in told(world)}) == waiting
    assert at_once == [
        restock_sending.AT_ONCE,
        restock_sending.AT_ONCE,
        waiting - 2 * restock_sending.AT_ONCE,
    ]


def test_a_stock_that_is_gone_again_before_the_notices_keeps_everybody_waiting(
    world: World,
) -> None:
    customer(world)
    offers(world)
    number, code = stocked(world, 0)
    ask(world, number)

    restock(world, number, code, 5)
    restock(world, number, code, 0)
    in_between = told(world)
    restock(world, number, code, 5)

    assert in_between == []
    assert len(told(world)) == 1


def test_the_stock_that_returned_while_somebody_asked_is_noticed(world: World) -> None:
    customer(world)
    offers(world)
    number, code = stocked(world, 0)
    restock(world, number, code, 5)
    told(world)

    async def late(db: Session) -> None:
        now = int(world.stage.clock.now())
        await restock_store.ask(
            db, Target(shop_no=1, product_no=number), member_id=HANA, email="",
            number=1, now=now, until=now + A_DAY, due_at=now,
        )  # fmt: skip

    world.in_transaction(late)

    assert len(told(world)) == 1


def test_a_shop_that_sends_by_hand_sends_when_it_says_so(world: World) -> None:
    customer(world)
    world.put("restocknotification/setting", use="T", send_method="M")
    number, code = stocked(world, 0)
    ask(world, number)
    restock(world, number, code, 5)
    by_itself = told(world)

    target = Target(shop_no=1, product_no=number)
    world.in_transaction(lambda db: restock_sending.send_now(db, target, now=1))

    assert by_itself == []
    assert len(told(world)) == 1


def test_a_request_ends_after_the_months_that_the_shop_has_set(world: World) -> None:
    customer(world)
    offers(world, expiration_period="1")
    number, code = stocked(world, 0)
    ask(world, number)
    world.stage.clock.pass_(32 * A_DAY)
    world.full = world.install(restricted=True)

    restock(world, number, code, 5)
    clocks, database = Clocks(world.stage.clock), world.stage.app.database
    removed = world.stage.run(
        lambda: restock_sending.delete_expired(database, clocks, [world.mall_id])
    )

    assert (told(world), removed) == ([], 1)


def test_a_withdrawn_request_is_told_of_nothing(world: World) -> None:
    customer(world)
    offers(world)
    number, code = stocked(world, 0)
    ask(world, number)

    async def withdraw(call: Call) -> Asked:
        by_member = replace(call, shopper=shopper(world, HANA))
        return await restock_rules.withdraw(by_member, RestockPath(shop_no=1, product_no=number))

    do(world, withdraw)
    restock(world, number, code, 5)

    assert told(world) == []


def test_neither_erased_nor_blocked_customers_are_told(world: World) -> None:
    offers(world)
    number, code = stocked(world, 0)
    for each in ("blocked", "erased"):
        customer(world, each)
        ask(world, number, each)
    do(world, lambda call: customer_rules.block(call, "blocked", "L"))
    do(world, lambda call: data_subject_rules.erase(call, "erased"))

    restock(world, number, code, 5)

    assert told(world) == []


def test_a_guest_asks_where_the_shop_lets_everybody(world: World) -> None:
    offers(world)
    number, code = stocked(world, 0)
    members_only = refused(world, number, "", email="guest@example.com")

    offers(world, button_show_target="A")
    without_address = refused(world, number, "")
    ask(world, number, "", email="Guest@Example.com")
    restock(world, number, code, 5)

    assert (members_only, without_address) == ((403, "None"), (422, "email"))
    assert [each.recipient for each in told(world)] == ["guest@example.com"]


def test_what_is_in_stock_unknown_or_not_offered_is_refused(world: World) -> None:
    customer(world)
    number, _ = stocked(world, 5)
    not_offered = refused(world, number)
    offers(world)
    in_stock = refused(world, number)
    sold_out, _ = stocked(world, 0)
    world.put("restocknotification/setting", available_product="P", available_product_list=[number])
    not_listed = refused(world, sold_out)
    world.put("restocknotification/setting", available_product="A")

    assert not_offered[0] == 403
    assert in_stock == (422, "variant_code")
    assert not_listed[0] == 403
    assert refused(world, 999_999) == (404, "product_no")


def test_a_customer_waits_for_a_bounded_number(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restock_rules, "MOST", 1)
    customer(world)
    offers(world)
    first, _ = stocked(world, 0)
    second, _ = stocked(world, 0)
    ask(world, first)

    assert refused(world, second) == (422, "product_no")


def test_a_customer_is_told_when_the_last_unit_of_a_variant_is_not_reserved_any_more(
    world: World,
) -> None:
    offers(world, button_show_method="G")
    customer(world)
    options = [{"name": "Colour", "value": "Sand,Ink"}]
    number = world.product(has_option="T", options=options)["product_no"]
    sand, ink = (
        each["variant_code"] for each in world.get(f"products/{number}/variants")["variants"]
    )
    # as a page of the back office sets it: nothing says that it is displayed as sold out
    for code in (sand, ink):
        world.put(f"products/{number}/variants/{code}", use_inventory="T", quantity=1)
    unpaid = order(world, wanted(sand))
    ask(world, number, variant_code=sand)
    assert told(world) == []

    cancel = [{"order_id": unpaid, "status": "canceled"}]
    assert world.call("POST", "cancellation", json={"requests": cancel}).status_code == 201

    assert len(told(world)) == 1
    reserved_again = order(world, wanted(sand))
    ask(world, number, variant_code=sand)
    world.stage.clock.pass_(8 * A_DAY)
    app = world.stage.app
    removed = world.stage.run(
        reservation_expiry.remove_expired,
        app.database,
        Clocks(app.clock),
        app.directory.mall,
        [world.mall_id],
    )
    assert (bool(reserved_again), removed) == (True, 1)
    assert len(told(world)) == 2
