"""The names of items' statuses: the shop's own, else the default ones in its language."""

from typing import Any

from sqlalchemy import bindparam, select

from openmall.commerce.order.orders.tables import ITEM
from openmall.commerce.order.states import STATES
from openmall.commerce.order.status_names import NUMBERS, ON_DELIVERY, WITHOUT_NUMBER
from openmall.commerce.store.orders_status.names import STATUSES
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.commerce.order.checkout_setup import Checkout
from tests.commerce.order.claim_setup import claim, sent
from tests.commerce.order.order_setup import order, paid, pay, wanted
from tests.commerce.order.reservation_setup import FIRST, book, bookable
from tests.commerce.product.stock_setup import stocked
from tests.world import World


def rename(world: World, number: int, **names: str) -> None:
    world.put("orders/status", status_name_id=number, **names)


def listed(world: World, number: str) -> str:
    [found] = world.get("orders", order_id=number, embed="items")["orders"]
    [item] = found["items"]
    text: str = item["status_text"]
    return text


def everywhere(world: World, number: str) -> dict[str, Any]:
    """Return the name of the only item's status by each way to read it."""
    return {
        "list": listed(world, number),
        "order": world.get(f"orders/{number}", embed="items")["order"]["items"][0]["status_text"],
        "items": world.get(f"orders/{number}/items")["items"][0]["status_text"],
    }


def test_every_status_has_a_name() -> None:
    assert NUMBERS.keys() | WITHOUT_NUMBER.keys() == set(STATES)
    assert not NUMBERS.keys() & WITHOUT_NUMBER.keys()
    assert set(NUMBERS.values()) <= STATUSES.keys()
    assert {STATUSES[number].status_type for number in ON_DELIVERY.values()} == {"D"}


def test_a_korean_shop_names_statuses_in_korean(world: World) -> None:
    _, code = stocked(world, 5)
    number = order(world, wanted(code))

    assert set(everywhere(world, number).values()) == {"입금 대기"}


def test_orders_that_are_there_take_a_new_name(world: World) -> None:
    _, code = stocked(world, 5)
    number = order(world, wanted(code))

    rename(world, 2, custom_name="돈 기다림")
    assert set(everywhere(world, number).values()) == {"돈 기다림"}

    rename(world, 2, custom_name="")
    assert set(everywhere(world, number).values()) == {"입금 대기"}


def test_names_are_not_stored(world: World) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code))
    sent(world, number)
    detail = Statement(select(ITEM.c.detail).where(ITEM.c.mall_id == bindparam("mall_id")))

    async def read(db: Session) -> list[str]:
        return [row[0] for row in await db.all(detail)]

    stored = world.in_transaction(read)
    assert len(stored) == 1
    assert "status_text" not in stored[0]


def test_the_name_follows_the_status(world: World) -> None:
    _, code = stocked(world, 5)
    number = order(world, wanted(code))
    rename(world, 3, custom_name="결제 확인")

    pay(world, number)

    assert set(everywhere(world, number).values()) == {"결제 확인"}


def test_cash_on_delivery_has_names_of_its_own(world: World) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code), methods=["cod"])
    sent(world, number)
    rename(world, 6, custom_name="가는 중")

    assert set(everywhere(world, number).values()) == {"배송 중"}

    rename(world, 13, custom_name="현금 준비")
    assert set(everywhere(world, number).values()) == {"현금 준비"}
    code = claim(world, number, "return", "accepted", (1, 1))["claim_code"]
    rename(world, 22, custom_name="반품 받음")
    assert world.get(f"return/{code}")["return"]["items"][0]["status_text"] == "반품 받음"


def test_claims_and_refunds_show_the_name(world: World) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code))
    rename(world, 20, custom_name="취소됨")
    claim_code = claim(world, number, "cancellation", "canceled", (1, 1))["claim_code"]

    embedded = world.get(f"orders/{number}", embed="cancellation")["order"]["cancellation"][0]
    alone = world.get(f"cancellation/{claim_code}")["cancellation"]
    refund = world.get(f"refunds/{claim_code}", embed="items")["refund"]

    for each in (embedded, alone, refund):
        assert [item["status_text"] for item in each["items"]] == ["취소됨"]


def test_an_added_item_shows_the_name(world: World) -> None:
    _, code = stocked(world, 5)
    number = order(world, wanted(code))
    rename(world, 2, custom_name="돈 기다림")

    [added] = world.post(f"orders/{number}/items", variant_code=code)["items"]

    assert added["status_text"] == "돈 기다림"


def test_names_for_bookings_are_those_of_booked_items(world: World) -> None:
    shop = Checkout(world)
    bookable(world, shop.apron)
    booked = book(shop, FIRST, variants=[
        {"variants_code": shop.apron_code, "quantity": 1},
        {"variants_code": shop.cup_code, "quantity": 1},
    ])  # fmt: skip
    plain = shop.order(0, 1)["order_id"]
    rename(world, 2, custom_name="돈 기다림", reservation_custom_name="예약 대기")

    names = {
        item["product_no"]: item["status_text"]
        for item in world.get(f"orders/{booked}/items")["items"]
    }

    assert names == {shop.apron: "예약 대기", shop.cup: "돈 기다림"}
    assert set(everywhere(world, plain).values()) == {"돈 기다림"}
    [own] = shop.shopper.get(f"orders/{plain}")["items"]
    assert own["status_text"] == "돈 기다림"
    world.put("orderform/setting", reservation_order="F")
    assert shop.shopper.get(f"orders/{booked}")["items"][0]["status_text"] == "예약 대기"
