"""What an order would come to is worked out without an order."""

from typing import Any

from tests.commerce.customer import customer_setup
from tests.commerce.order.order_detail_setup import refused
from tests.commerce.product.stock_setup import quantity, stocked
from tests.world import World


def item(product: int, code: str, quantity: int = 1, **more: Any) -> dict[str, Any]:
    price = {"product_price": "11000.00", **more}
    return {"product_no": product, "variant_code": code, "quantity": quantity, **price}


def ask(world: World, *items: dict[str, Any], **more: Any) -> Any:
    return world.call("POST", "orders/calculation", json={"request": {"items": items, **more}})


def charge(world: World) -> None:
    """Let the shop take 2,500 for a parcel, and nothing from 50,000 on."""
    world.put("shipping", shipping_fee_type="M", shipping_fee="2500", free_shipping_price="50000")


def test_an_order_would_come_to_goods_and_fee_less_what_the_group_gets(world: World) -> None:
    product, code = stocked(world, 5)
    charge(world)
    group = world.post(
        "customergroups",
        group_name="Friends",
        group_description="Old friends",
        buy_benefits="D",
        benefits_paymethod="B",
        discount_information={"amount_discount": "10", "discount_unit": "P"},
    )["customergroup"]
    customer_setup.join(world, "hana")
    world.call(
        "POST",
        f"customergroups/{group['group_no']}/customers",
        json={"requests": [{"member_id": "hana"}]},
    )

    answer = ask(world, item(product, code, 2), member_id="hana", payment_method="cash")

    assert answer.status_code == 201
    assert answer.json()["calculation"] == {
        "shop_no": 1,
        "mobile": "F",
        "member_id": "hana",
        "payment_method": "cash",
        "shipping_type": "A",
        "country_code": "KR",
        "carrier_id": None,
        "zipcode": "",
        "address_full": "",
        "address_state": "",
        "items": [
            {
                "product_no": product,
                "variant_code": code,
                "quantity": 2,
                "product_price": "11000.00",
                "option_price": "0.00",
                "product_bundle": "F",
                "product_bundle_no": None,
                "prepaid_shipping_fee": "P",
                "additional_discount_price": "0.00",
                "additional_discount_detail": {
                    "customer_discount_amount": None,
                    "new_product_discount_amount": None,
                    "individual_bundle_product_discount_amount": "0.00",
                    "repurchase_discount_amount": None,
                    "bulk_purchase_discount_amount": None,
                    "period_discount_amount": "0.00",
                },
            }
        ],
        "membership_discount_amount": "2200.00",
        "shipping_fee_discount_amount": "0.00",
        "product_discount_amount": "0.00",
        "coupon_discount_price": "0.00",
        "coupon_shipping_fee_amount": "0.00",
        "points_spent_amount": "0.00",
        "order_price_amount": "22000.00",
        "total_discount_amount": "2200.00",
        "shipping_fee": "2500.00",
        "total_amount_due": "22300.00",
        "shipping_fee_information": {
            "default_shipping_fee": "2500.00",
            "supplier_shipping_fee": None,
            "additonal_abroad_shipping_fee": None,
            "additional_handling_fee": None,
        },
        "tax_free_amount": "0.00",
        "vat_amount": "1800.00",
        "tax_amount": "19800.00",
    }
    by_card = ask(world, item(product, code, 2), member_id="hana", payment_method="card")
    assert by_card.json()["calculation"]["membership_discount_amount"] == "0.00"
    assert quantity(world, product, code) == 5
    assert world.get("orders/count") == {"count": 0}


def test_much_is_sent_free_and_a_price_may_be_another(world: World) -> None:
    product, code = stocked(world, 5)
    charge(world)

    dear = item(product, code, 2, product_price="20000", option_price="5000")
    found = ask(world, dear).json()["calculation"]

    assert found["order_price_amount"] == found["total_amount_due"] == "50000.00"
    assert found["shipping_fee"] == "0.00"


def test_what_cannot_be_worked_out_says_why(world: World) -> None:
    product, code = stocked(world, 5)
    other, _ = stocked(world, 5)

    said = [
        refused(ask(world), 422),
        refused(ask(world, item(other, code)), 422),
        refused(ask(world, item(product, code), member_id="nobody"), 404),
        refused(ask(world, item(product, code), shipping_type="B"), 422),
        refused(ask(world, item(product, code), country_code="US"), 422),
    ]

    assert said == [
        "At least one item is named. (parameter.items)",
        f"There is no such variant of product {other}. (parameter.items.product_no)",
        "The customer does not exist. (parameter.member_id)",
        "The country that the order is sent to is required. (parameter.country_code)",
        "The shop does not deliver abroad. (parameter.country_code)",
    ]
