"""Contracts with payment gateways, and what a shop was paid through them."""

from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from openmall.commerce.salesreport import financials
from openmall.commerce.salesreport.financials import GatewayContract, Settlement
from openmall.database.session import Session
from tests.commerce.order.order_setup import order, paid, wanted
from tests.commerce.product.stock_setup import stocked
from tests.error_bodies import error
from tests.world import World, open_stage

NONE = (200, {"paymentgateway": []})

CONTRACT = GatewayContract(
    partner_id="shop-1",
    payment_gateway_name="gateway_a",
    contract_date=date(2025, 1, 1),
    setting_date=date(2025, 1, 2),
    status="T",
    bank_code="013",
    bank_account_no="000-000000-00-000",
    bank_account_name="Sample Name",
    payment_method_information=[
        Settlement(payment_method="card", period="M", period_information="1")
    ],
)


def contract(name: str, signed: date, *methods: Any, **columns: Any) -> GatewayContract:
    information = [
        Settlement(payment_method=each, period="D", period_information="") for each in methods
    ]
    return msgspec.structs.replace(
        CONTRACT,
        payment_gateway_name=name,
        contract_date=signed,
        payment_method_information=information,
        **columns,
    )


def keep(world: World, *contracts: GatewayContract) -> None:
    async def all_of_them(db: Session) -> None:
        for each in contracts:
            await financials.keep_contract(db, each)

    world.in_transaction(all_of_them)


def found(world: World, **filters: str) -> tuple[int, Any]:
    answer = world.call("GET", "financials/paymentgateway", params=filters)
    return answer.status_code, answer.json()


def test_a_contract_is_answered_whole(world: World) -> None:
    keep(world, CONTRACT)

    assert world.get("financials/paymentgateway") == {
        "paymentgateway": [
            {
                "partner_id": "shop-1",
                "payment_gateway_name": "gateway_a",
                "contract_date": "2025-01-01",
                "setting_date": "2025-01-02",
                "status": "T",
                "bank_code": "013",
                "bank_account_no": "000-000000-00-000",
                "bank_account_name": "Sample Name",
                "payment_method_information": [
                    {"payment_method": "card", "period": "M", "period_information": "1"}
                ],
            }
        ]
    }


def test_those_that_match_are_listed_the_newest_first(world: World) -> None:
    keep(
        world,
        contract("gateway_b", date(2025, 6, 1), partner_id="b1"),
        contract("gateway_a", date(2024, 6, 1), partner_id="a1"),
        contract("gateway_a", date(2025, 3, 1), partner_id="a2"),
    )

    def answered(**filters: str) -> list[str]:
        status, body = found(world, **filters)
        assert status == 200, body
        return [each["partner_id"] for each in body["paymentgateway"]]

    assert answered() == ["b1", "a2", "a1"]
    assert answered(payment_gateway_name="gateway_a") == ["a2", "a1"]
    assert answered(partner_id="a1") == ["a1"]
    assert answered(payment_gateway_name="gateway_a", partner_id="a1") == ["a1"]


def test_of_one_day_the_one_set_up_last_is_the_newest(world: World) -> None:
    day = date(2025, 6, 1)
    keep(
        world,
        contract("gateway_a", day, setting_date=date(2025, 6, 2)),
        contract("gateway_b", day, setting_date=date(2025, 6, 3)),
        contract("gateway_c", day, setting_date=date(2025, 6, 2)),
    )

    status, body = found(world)
    listed = world.in_transaction(financials.contracts)

    assert (status, body["paymentgateway"][0]["payment_gateway_name"]) == (200, "gateway_b")
    names = [each.payment_gateway_name for each in listed]
    assert names == ["gateway_b", "gateway_a", "gateway_c"]


def test_without_a_match_it_is_404(world: World) -> None:
    assert found(world) == NONE
    keep(world, CONTRACT)

    assert found(world, payment_gateway_name="gateway_b") == NONE
    assert found(world, partner_id="shop-2") == NONE
    assert found(world, payment_gateway_name="gateway_a", partner_id="shop-2") == NONE
    other = world.stage.new_world(f"other-{world.mall_id}")
    assert found(other) == NONE


def test_a_contract_is_replaced_and_removed(world: World) -> None:
    keep(world, CONTRACT, msgspec.structs.replace(CONTRACT, bank_code="020"))
    kept = world.in_transaction(financials.contracts)

    removed = [
        world.in_transaction(lambda db: financials.remove_contract(db, "gateway_a", "shop-1"))
        for _ in range(2)
    ]

    assert kept == [msgspec.structs.replace(CONTRACT, bank_code="020")]
    assert removed == [True, False]
    assert world.in_transaction(financials.contracts) == []


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"payment_gateway_name": ""}, "'' is no name of a gateway: 1 to 50 of a-z, 0-9 and _"),
        ({"payment_gateway_name": "A"}, "'A' is no name of a gateway: 1 to 50 of a-z, 0-9 and _"),
        ({"payment_gateway_name": "a" * 51}, "is no name of a gateway"),
        ({"payment_gateway_name": "a\n"}, "is no name of a gateway"),
        ({"partner_id": ""}, "a partner id has 1 to 50 characters"),
        ({"partner_id": "a" * 51}, "a partner id has 1 to 50 characters"),
        (
            {"payment_method_information": CONTRACT.payment_method_information * 2},
            "a payment method is settled in one way, not in two",
        ),
    ],
)
def test_what_is_no_contract(world: World, columns: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        keep(world, msgspec.structs.replace(CONTRACT, **columns))
    assert world.in_transaction(financials.contracts) == []


def test_nothing_was_paid_yet_and_without_a_contract_there_is_no_gateway(world: World) -> None:
    assert world.get("financials/store", payment_method="card") == {
        "store": {"shop_no": 1, "first_payment_date": None, "payment_gateway_name": None}
    }


def test_a_shop_is_paid_through_the_newest_contract_that_settles_the_method(world: World) -> None:
    keep(
        world,
        contract("gateway_a", date(2024, 6, 1), "card", "point"),
        contract("gateway_b", date(2025, 6, 1), "tcash", "card"),
        contract("gateway_c", date(2026, 6, 1), "cell"),
    )

    named = {
        method: world.get("financials/store", payment_method=method, shop_no=2)["store"]
        for method in ("card", "point", "cell", "etc")
    }

    through = {"card": "gateway_b", "point": "gateway_a", "cell": "gateway_c", "etc": None}
    assert named == {
        method: {"shop_no": 2, "first_payment_date": None, "payment_gateway_name": name}
        for method, name in through.items()
    }


def test_the_payment_method_must_be_named(world: World) -> None:
    answer = world.call("GET", "financials/store")

    said = "A required parameter is missing. (parameter.payment_method)"
    assert (answer.status_code, answer.json()) == (
        422,
        error(422, said, parameter="payment_method"),
    )


def test_transactions_are_looked_at_twice_a_second(tmp_path: Path) -> None:
    with open_stage(tmp_path, limits="enforce") as stage:
        world = stage.new_world("limited")

        def ask() -> tuple[int, str]:
            answer = world.call("GET", "financials/store", params={"payment_method": "card"})
            return answer.status_code, answer.headers["x-api-call-limit"]

        first, second, third = ask(), ask(), ask()
        stage.clock.pass_(1)
        later = ask()

    assert [first, second, third, later] == [
        (200, "1/1"),
        (200, "1/1"),
        (429, "1/1"),
        (200, "1/1"),
    ]


def test_the_first_payment_is_that_of_the_method(world: World) -> None:
    _, code = stocked(world, 50)
    order(world, wanted(code), methods=["cell"])
    paid(world, wanted(code), methods=["card", "point"])
    world.stage.clock.pass_(86_400)
    world.full = world.install(restricted=True)
    paid(world, wanted(code), methods=["card"])

    def first(method: str) -> str | None:
        world.stage.forget_counts()
        found = world.get("financials/store", payment_method=method)["store"]
        day: str | None = found["first_payment_date"]
        return day

    assert (first("card"), first("cell"), first("tcash")) == ("2026-11-21", None, None)
