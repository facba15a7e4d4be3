"""Serial coupons: codes are generated and registered, and bring a customer the coupon once."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest
from sqlalchemy import bindparam, select, update

from openmall.commerce.promotion.serialcoupons import derivation
from openmall.commerce.promotion.serialcoupons import store as serial_store
from openmall.commerce.promotion.serialcoupons.store import CODE
from openmall.commerce.promotion.uses import store as use_store
from openmall.contract.crud.settings import SETTING
from openmall.database.statements import Statement
from tests.commerce.order.checkout_setup import Checkout, amounts
from tests.commerce.promotion.coupon_setup import issue
from tests.storefront.shopper_client import Shopper
from tests.world import World

SERIAL: dict[str, Any] = {
    "coupon_name": "Paper",
    "benefit_type": "A",
    "available_period_type": "F",
    "available_begin_datetime": "2026-11-01T00:00:00+09:00",
    "available_end_datetime": "2026-12-31T23:59:59+09:00",
    "available_site": ["W", "M"],
    "available_scope": "O",
    "available_product": "U",
    "available_category": "U",
    "available_amount_type": "E",
    "available_coupon_count_by_order": 1,
    "discount_amount": {"benefit_price": "3000.00"},
    "serial_generate_method": "M",
    "serial_code_type": "R",
}
AT_ONCE = 6
KEY = Statement(
    select(SETTING.c.content).where(
        SETTING.c.mall_id == bindparam("mall_id"), SETTING.c.name == "SerialCodeKey"
    )
)
ROWS = Statement(
    select(CODE.c.serial_code, CODE.c.member_id).where(CODE.c.mall_id == bindparam("mall_id"))
)


def serial(world: World, **said: Any) -> str:
    number: str = world.post("serialcoupons", **{**SERIAL, **said})["serialcoupons"]["coupon_no"]
    return number


def generated(world: World, number: int, **said: Any) -> str:
    auto = {"issue_max_count": number, "serial_code_length": 10}
    return serial(world, serial_generate_method="A", serial_generate_auto=auto, **said)


def codes(world: World, number: str, **query: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = world.get(f"serialcoupons/{number}/issues", **query)[
        "serialcoupons"
    ]
    return found


def member(world: World, name: str) -> Shopper:
    shopper = Shopper(world)
    shopper.sign_up(name)
    return shopper


def redeem(shopper: Shopper, code: str) -> tuple[int, str]:
    request = {"json": {"request": {"serial_code": code}}}
    answer = shopper.ask("POST", "customers/me/serialcoupons", **request)
    said = answer.json()
    return answer.status_code, said["error"]["message"] if "error" in said else ""


def check_books(world: World) -> None:
    assert world.in_transaction(use_store.differences) == []
    assert world.in_transaction(serial_store.differences) == []


def test_a_serial_coupon_is_answered_with_everything_it_says(world: World) -> None:
    created = world.post("serialcoupons", **SERIAL)["serialcoupons"]

    assert created == {
        **SERIAL,
        "shop_no": 1,
        "coupon_no": created["coupon_no"],
        "available_day_from_issued": None,
        "available_product_list": [],
        "available_category_list": [],
        "available_price_type": "U",
        "available_order_price_type": None,
        "available_min_price": None,
        "discount_rate": None,
        "serial_generate_auto": None,
    }
    [listed] = world.get("serialcoupons")["serialcoupons"]
    assert (listed["coupon_no"], listed["serial_no"], listed["serial_generate_method"]) == (
        created["coupon_no"],
        "",
        "M",
    )
    assert "3,000" in listed["benefit_text"]
    assert {each["coupon_no"]: each["coupon_type"] for each in world.get("coupons")["coupons"]} == {
        created["coupon_no"]: "S"
    }


def test_codes_are_generated_by_the_thousand_and_differ(world: World) -> None:
    number = generated(world, 2_500)

    found = [each["serial_code"] for each in codes(world, number, limit=500)]
    for offset in range(500, 3_000, 500):
        found += [each["serial_code"] for each in codes(world, number, limit=500, offset=offset)]

    assert len(found) == len(set(found)) == 2_500
    assert {len(code) for code in found} == {10}
    assert not set("".join(found)) & set("IO01")


def test_generated_codes_need_no_rows_until_they_are_used(world: World) -> None:
    number = generated(world, 100_000)
    last = codes(world, number, limit=2, offset=10_000)

    assert [each["verify"] for each in last] == ["N", "N"]
    assert world.in_transaction(lambda db: db.all(ROWS)) == []
    assert redeem(member(world, "haneul"), last[1]["serial_code"].lower()) == (201, "")

    assert world.in_transaction(lambda db: db.all(ROWS)) == [(last[1]["serial_code"], "haneul")]
    shown = codes(world, number, limit=2, offset=10_000)
    assert [(each["member_id"], each["verify"]) for each in shown] == [("", "N"), ("haneul", "Y")]
    check_books(world)


def test_the_end_of_a_batch_is_the_end_of_its_codes(world: World) -> None:
    first, second = generated(world, 3), generated(world, 2)

    found = [each["serial_code"] for each in codes(world, first)]
    assert (len(found), len(codes(world, first, offset=3))) == (3, 0)
    assert not set(found) & {each["serial_code"] for each in codes(world, second)}


def test_codes_of_another_length_are_not_those_of_a_batch(world: World) -> None:
    key = "00" * 32
    numbers = range(1, 2_000)
    for length in (8, 9, 15, 20):
        found = [derivation.code_of(no, length=length, key=key) for no in numbers]
        assert [derivation.number_of(code, key=key) for code in found] == list(numbers)
        assert len({code[:4] for code in found}) > 1_990
    assert derivation.number_of("SEVENLE", key=key) is None
    assert derivation.number_of("WITHZERO0", key=key) is None


def test_the_key_of_the_codes_is_kept_sealed(world: World) -> None:
    first = codes(world, generated(world, 1))
    [(content,)] = world.in_transaction(lambda db: db.all(KEY))
    second = codes(world, generated(world, 1))

    assert msgspec.json.decode(content)["key"].startswith("sealed:1:")
    assert world.in_transaction(lambda db: db.all(KEY)) == [(content,)]
    shopper = member(world, "haneul")
    assert [redeem(shopper, each["serial_code"]) for each in (*first, *second)] == [(201, "")] * 2


def test_a_code_is_not_registered_that_was_generated(world: World) -> None:
    [taken] = codes(world, generated(world, 1))
    path = f"serialcoupons/{serial(world)}/issues"

    request = {"request": {"serial_code_list": ["FREE-1", taken["serial_code"]]}}
    answer = world.call("POST", path, json=request)

    assert answer.status_code == 422
    assert answer.json()["error"]["message"].startswith("There is a code like this.")
    world.post(path, serial_code_list=["FREE-1"])


def test_a_code_brings_its_coupon_which_an_order_uses(world: World) -> None:
    shop = Checkout(world)
    number = serial(world)
    world.post(f"serialcoupons/{number}/issues", serial_code_list=["paper-1"])

    answer = shop.shopper.send("POST", "customers/me/serialcoupons", serial_code=" Paper-1 ")
    placed = shop.order(coupons=[{"issue_no": answer["issue_no"]}])

    assert amounts(placed)["coupon_discount_price"] == 3_000
    assert codes(world, number) == [
        {
            "shop_no": 1,
            "coupon_no": number,
            "serial_code": "PAPER-1",
            "member_id": "hana",
            "verify": "Y",
            "verify_datetime": "2026-11-21T09:00:00+09:00",
            "used_datetime": "2026-11-21T09:00:00+09:00",
            "deleted": "F",
        }
    ]
    shop.check_books()
    check_books(world)


def test_registered_codes_are_answered_and_wait_for_somebody(world: World) -> None:
    number = serial(world)

    sent = ["one1", "TWO2", "ONE1"]
    answer = world.post(f"serialcoupons/{number}/issues", serial_code_list=sent)

    assert answer == {
        "serialcoupons": [
            {"shop_no": 1, "coupon_no": number, "serial_code": code} for code in ("ONE1", "TWO2")
        ]
    }
    assert [(each["serial_code"], each["verify"]) for each in codes(world, number)] == [
        ("ONE1", "N"),
        ("TWO2", "N"),
    ]


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        (["ONE1"], "There is a code like this. (parameter.serial_code_list)"),
        (["NEW1", "one1"], "There is a code like this. (parameter.serial_code_list)"),
        (["a   "], "Expected string of length 4 to 35. (parameter.serial_code_list)"),
    ],
)
def test_codes_are_unique_in_the_mall(world: World, sent: list[str], message: str) -> None:
    world.post(f"serialcoupons/{serial(world)}/issues", serial_code_list=["ONE1"])
    number = serial(world)

    request = {"request": {"serial_code_list": sent}}
    answer = world.call("POST", f"serialcoupons/{number}/issues", json=request)

    assert (answer.status_code, answer.json()["error"]["message"]) == (422, message)
    assert codes(world, number) == []


def test_codes_of_a_coupon_that_generates_them_are_not_registered(world: World) -> None:
    request = {"request": {"serial_code_list": ["MINE1"]}}
    answer = world.call("POST", f"serialcoupons/{generated(world, 1)}/issues", json=request)
    assert answer.status_code == 422


@pytest.mark.both_stores
def test_a_code_is_redeemed_by_one_of_many_at_once(world: World) -> None:
    number = generated(world, 1)
    [code] = [each["serial_code"] for each in codes(world, number)]
    shoppers = [member(world, f"buyer{at}") for at in range(AT_ONCE)]

    with ThreadPoolExecutor(AT_ONCE) as pool:
        done = sorted(pool.map(lambda each: redeem(each, code), shoppers))

    used = "The coupon code has been used. (parameter.serial_code)"
    assert done == [(201, ""), *[(422, used)] * (AT_ONCE - 1)]
    [listed] = world.get("serialcoupons")["serialcoupons"]
    assert listed["issued_count"] == "1"
    assert sum(len(each.get("customers/me/coupons")) for each in shoppers) == 1
    check_books(world)


def test_a_customer_redeems_several_codes(world: World) -> None:
    number, haneul = generated(world, 2), member(world, "haneul")
    found = [each["serial_code"] for each in codes(world, number)]

    assert [redeem(haneul, code) for code in (*found, found[0])] == [
        (201, ""),
        (201, ""),
        (422, "The coupon code has been used. (parameter.serial_code)"),
    ]
    assert len(haneul.get("customers/me/coupons")) == 2
    check_books(world)


@pytest.mark.both_stores
def test_the_same_code_serves_each_customer_once_and_so_many(world: World) -> None:
    number = generated(world, 2, serial_code_type="S")
    [listed] = world.get("serialcoupons")["serialcoupons"]
    code = listed["serial_no"]
    assert [each["serial_code"] for each in codes(world, number)] == [code]
    first = member(world, "buyer0")
    assert redeem(first, code) == (201, "")

    assert redeem(first, code) == (422, "You have had this coupon. (parameter.serial_code)")
    others = [member(world, f"buyer{at}") for at in range(1, 4)]
    with ThreadPoolExecutor(3) as pool:
        done = sorted(pool.map(lambda each: redeem(each, code)[0], others))

    assert done == [201, 422, 422]
    check_books(world)


def test_the_same_code_may_be_registered_once(world: World) -> None:
    number = serial(world, serial_code_type="S")
    path = f"serialcoupons/{number}/issues"
    two = world.call("POST", path, json={"request": {"serial_code_list": ["ALL1", "ALL2"]}})
    world.post(path, serial_code_list=["ALL1"])
    more = world.call("POST", path, json={"request": {"serial_code_list": ["ALL3"]}})

    assert (two.status_code, more.status_code) == (422, 422)
    [listed] = world.get("serialcoupons")["serialcoupons"]
    assert listed["serial_no"] == "ALL1"
    assert redeem(member(world, "haneul"), "all1") == (201, "")


def test_codes_of_what_is_deleted_paused_or_over_bring_nothing(world: World) -> None:
    haneul = member(world, "haneul")
    deleted, paused = generated(world, 1), generated(world, 1)
    over = generated(world, 1, available_end_datetime="2026-11-20T00:00:00+09:00")
    [gone], [later], [late] = (codes(world, each) for each in (deleted, paused, over))
    assert world.call("DELETE", f"serialcoupons/{deleted}").json() == {
        "serialcoupon": {"coupon_no": deleted}
    }
    world.put(f"coupons/{paused}", status="pause")

    assert redeem(haneul, "NOSUCH1") == (
        422,
        "There is no such coupon code. (parameter.serial_code)",
    )
    assert redeem(haneul, gone["serial_code"]) == redeem(haneul, "NOSUCH1")
    assert redeem(haneul, later["serial_code"]) == (
        422,
        "This coupon is not issued at the moment. (parameter.serial_code)",
    )
    assert redeem(haneul, late["serial_code"]) == (
        422,
        "This coupon has expired. (parameter.serial_code)",
    )
    assert [each["deleted"] for each in codes(world, deleted)] == ["T"]
    assert [each["coupon_no"] for each in world.get("serialcoupons")["serialcoupons"]] == [
        over,
        paused,
    ]
    check_books(world)


def test_a_serial_coupon_is_issued_by_its_codes_alone(world: World) -> None:
    member(world, "haneul")

    answer = issue(world, serial(world), issued_member_scope="A")

    assert answer.json()["error"]["message"] == (
        "This coupon is issued by its codes. (parameter.coupon_no)"
    )


def test_a_code_without_its_coupon_is_found(world: World) -> None:
    number = serial(world)
    world.post(f"serialcoupons/{number}/issues", serial_code_list=["ONE1"])
    [code] = [each["serial_code"] for each in codes(world, number)]
    wrong = Statement(
        update(CODE).where(CODE.c.mall_id == bindparam("mall_id")).values(verified_at=1, issue_no=7)
    )
    world.in_transaction(lambda db: db.run(wrong))

    [found] = world.in_transaction(serial_store.differences)

    assert (found.subject, found.number, found.kept) == ("serial", code, number)
