"""Discount codes are created, found, changed and deleted; what they take off is exact."""

from decimal import Decimal
from typing import Any

import pytest

from openmall.commerce.promotion.code_uses.arithmetic import discount, why_not
from openmall.commerce.promotion.code_uses.shape import CodeTerms
from openmall.commerce.promotion.uses.shape import Basket, BasketLine
from tests.commerce.promotion.code_setup import SPRING, code
from tests.world import World

WON = Decimal(1)


def terms(**said: Any) -> CodeTerms:
    return CodeTerms(
        **{
            "discount_code_no": 1,
            "discount_code": "SPRING",
            "discount_code_name": "Spring",
            "discount_value": 10,
            "discount_max_price": 999_999_999,
            **said,
        }
    )


def line(product_no: int, amount: int, **more: Any) -> BasketLine:
    return BasketLine(
        product_no=product_no, amount=Decimal(amount), **{"paid": Decimal(amount), **more}
    )


BASKET = Basket(
    lines=[
        line(1, 20_005, category_nos=frozenset({7})),
        line(2, 5_000, paid=Decimal(4_000)),
        line(3, 1_000, takes_coupons=False),
    ]
)


def off(said: CodeTerms, *, of_line: int = 0, of_order: int = 0) -> int:
    taken = discount(
        said,
        BASKET,
        of_lines=[Decimal(of_line), Decimal(0), Decimal(0)],
        of_order=Decimal(of_order),
        unit=WON,
    )
    assert taken == int(taken)
    return int(taken)


def test_a_code_takes_a_part_of_what_covered_products_still_cost() -> None:
    assert off(terms()) == 2_400  # of 24,005; a benefit excludes the third
    assert off(terms(discount_truncation_unit="H")) == 2_000
    assert off(terms(discount_max_price=500)) == 500
    assert off(terms(available_product_type="P", available_product=[2])) == 400
    assert off(terms(available_product_type="C", available_category=[7])) == 2_000
    assert off(terms(), of_line=10_005) == 1_400
    assert off(terms(), of_order=20_005) == 500  # 5,000 are left of the whole order
    assert off(terms(discount_value=99), of_line=20_005, of_order=5_000) == 0


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"available_min_price": 25_005}, None),
        ({"available_min_price": 25_006}, "The order is too small for the discount code."),
        (
            {"available_product_type": "P", "available_product": [3]},
            "The discount code is for other products.",
        ),
        (
            {"available_product_type": "C", "available_category": [8]},
            "The discount code is for other products.",
        ),
        (
            {
                "available_product_type": "P",
                "available_product": [2],
                "available_min_price": 5_001,
            },
            "The order is too small for the discount code.",
        ),
    ],
)
def test_an_order_qualifies_by_its_covered_products(said: dict[str, Any], why: str | None) -> None:
    refusal = why_not(terms(**said), BASKET)

    assert (None if refusal is None else refusal.message) == why


def test_a_code_is_answered_with_everything_it_says(world: World) -> None:
    sent = {
        **SPRING,
        "available_product_type": "P",
        "available_product": [10, 12],
        "available_min_price": 1_000,
        "available_issue_count": 100,
        "available_user": "M",
        "max_usage_per_user": 3,
    }
    created = world.post("discountcodes", **sent)["discountcode"]

    assert created == {
        **sent,
        "shop_no": 1,
        "discount_code_no": 1,
        "available_start_date": "2026-11-01T00:00:00+09:00",
        "available_end_date": "2026-12-31T23:59:59+09:00",
        "available_category": None,
    }
    assert world.get("discountcodes/1") == {"discountcode": created}
    assert world.get("discountcodes") == {
        "discountcodes": [
            {
                "shop_no": 1,
                "discount_code_no": 1,
                "discount_code": "SPRING",
                "discount_code_name": "Spring",
                "available_product_type": "P",
                "available_start_date": "2026-11-01T00:00:00+09:00",
                "available_end_date": "2026-12-31T23:59:59+09:00",
                "created_date": "2026-11-21T09:00:00+09:00",
                "issued_count": 0,
                "available_issue_count": 100,
            }
        ]
    }


def test_an_update_changes_what_is_sent(world: World) -> None:
    number = code(world)
    before = world.get(f"discountcodes/{number}")["discountcode"]

    changed = world.put(
        f"discountcodes/{number}",
        discount_code="autumn",
        discount_code_name="Autumn",
        discount_value=20,
    )["discountcode"]

    assert changed == {
        **before,
        "discount_code": "autumn",
        "discount_code_name": "Autumn",
        "discount_value": 20,
    }
    assert world.get(f"discountcodes/{number}")["discountcode"] == changed


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (
            {"discount_code": "spring"},
            "There is a discount code like this. (parameter.discount_code)",
        ),
        (
            {"available_end_date": "2026-10-31"},
            "The end lies before the start. (parameter.available_end_date)",
        ),
        (
            {"available_product_type": "P"},
            "A discount code for products needs at least one product."
            " (parameter.available_product)",
        ),
        (
            {"available_product_type": "C", "available_category": []},
            "A discount code for categories needs at least one category."
            " (parameter.available_category)",
        ),
        (
            {"discount_code": "   "},
            "Expected string of length 1 to 35. (parameter.discount_code)",
        ),
    ],
)
def test_what_nobody_could_use_is_refused(world: World, said: dict[str, Any], message: str) -> None:
    code(world)
    request = {**SPRING, "discount_code": "OTHER", **said}

    answer = world.call("POST", "discountcodes", json={"request": request})

    assert (answer.status_code, answer.json()["error"]["message"]) == (422, message)
    assert len(world.get("discountcodes")["discountcodes"]) == 1


def test_a_list_finds_by_name_code_and_date_and_sorts(world: World) -> None:
    code(world, discount_code="B-2", discount_code_name="Second")
    code(world, discount_code="a-1", discount_code_name="First", available_end_date="2026-11-30")

    def found(**query: Any) -> list[int]:
        rows = world.get("discountcodes", **query)["discountcodes"]
        return [each["discount_code_no"] for each in rows]

    assert found() == [2, 1]
    assert found(order="asc") == [1, 2]
    assert found(sort="discount_code", order="asc") == [2, 1]
    assert found(sort="discount_code_name", order="desc") == [1, 2]
    assert found(discount_code_name="irs") == [2]
    assert found(discount_code="-2") == [1]
    assert found(search_date_type="available_end_date", end_date="2026-12-01") == [2]
    assert found(start_date="2026-11-22") == []


def test_a_deleted_code_is_gone_and_may_be_created_again(world: World) -> None:
    number = code(world)

    answer = world.call("DELETE", f"discountcodes/{number}")

    assert answer.json() == {"discountcode": {"discount_code_no": number}}
    assert world.call("GET", f"discountcodes/{number}").status_code == 404
    assert code(world) == number + 1
