"""Messages about orders state the order's amounts, items, address, account and link."""

from decimal import Decimal
from typing import Any

import pytest
from babel.numbers import format_currency

from openmall.commerce.messages.message_catalogue import CATALOGUE
from openmall.commerce.notification.intake import order_details
from openmall.commerce.notification.templates import rules as template_rules
from openmall.commerce.notification.templates.shape import Parts
from openmall.commerce.store import accounts
from openmall.contract.call import Call
from openmall.events.messages.store import Listed
from tests.commerce.customer.customer_setup import join
from tests.commerce.notification.outbox_reading import may_send, written
from tests.commerce.notification.test_automatic_messages import PEOPLE
from tests.commerce.order.checkout_setup import HANA
from tests.commerce.order.claim_setup import claim, sent
from tests.commerce.order.order_setup import order, pay, wanted
from tests.commerce.product.stock_setup import as_call, stocked
from tests.world import World

ACCOUNT = {
    "bank_name": "Hana Bank",
    "bank_code": "081",
    "bank_account_no": "123-456-789",
    "bank_account_holder": "Sky Store",
}


def won(amount: Any, language: str = "ko_KR") -> str:
    return format_currency(Decimal(amount), "KRW", locale=language)


def last(world: World, occasion: str) -> Listed:
    found = [each for each in written(world) if each.occasion == occasion]
    assert found, occasion
    return [each for each in found if each.channel == "email"][-1]


def holds_amounts_of(world: World, mail: Listed, number: str) -> None:
    """Compare every amount that a mail lists with the order's, as the API has it now."""
    found = world.get(f"orders/{number}")["order"]
    due, paid = Decimal(found["actual_order_amount"]["total_amount_due"]), found["payment_amount"]
    pending = sum(
        Decimal(each["refund_amount"])
        for each in world.get("refunds", start_date="2026-11-01", end_date="2026-12-31")["refunds"]
        if each["order_id"] == number and each["status"] != "T"
    )
    total = Decimal(paid) + due - pending
    for part in (mail.body, mail.html):
        assert won(total) in part
        assert (won(due) in part) or not due
        assert (won(paid) in part) or not Decimal(paid)
        assert won(0) not in part.replace(won(total), "")


def drafted(world: World, *items: tuple[dict[str, Any], int], **more: Any) -> str:
    """Let an app place an order, which is announced; return its number."""
    ordered = [
        {
            "product_no": product["product_no"],
            "product_code": product["product_code"],
            "option_id": "000A",
            "quantity": quantity,
        }
        for product, quantity in items
    ]
    [drawn] = world.post("draftorders", items=ordered, **{**PEOPLE, **more})["draftorders"]
    number: str = drawn["order_id"]
    return number


def two_items(world: World, **more: Any) -> str:
    apron = world.product(product_name="Linen apron")
    return drafted(world, (apron, 2), (world.product(product_name="Tea cup"), 1), **more)


@pytest.fixture
def account(world: World) -> None:
    as_call(world, lambda call: accounts.add(call, ACCOUNT))


def test_an_order_to_be_transferred_says_how_much_to_which_account(
    world: World, account: None
) -> None:
    number = two_items(world)

    mail = last(world, "order_received")

    holds_amounts_of(world, mail, number)
    for part in (mail.body, mail.html):
        assert "Hana Bank 123-456-789 (Sky Store)" in part
        assert "1 Sejong-daero" in part
        assert "× 2: " in part
        assert f"/orders/find?order_id={number}" in part
    assert f'<a href="https://{world.mall_id}.' in mail.html


@pytest.mark.parametrize(
    ("step", "occasion"),
    [
        ("paid", "payment_confirmed"),
        ("cancelled in part", "order_cancelled"),
        ("all cancelled", "order_cancelled"),
        ("paid, cancelled in part", "order_received"),
    ],
)
def test_no_amount_is_zero_that_is_not(
    world: World, account: None, step: str, occasion: str
) -> None:
    number = two_items(world)
    if step.startswith("paid"):
        pay(world, number)
    if "part" in step:
        claim(world, number, "cancellation", "canceled", (1, 1))
    if step == "all cancelled":
        claim(world, number, "cancellation", "canceled")

    mail = last(world, occasion)

    assert won(0) not in mail.body
    if occasion != "order_cancelled":
        holds_amounts_of(world, mail, number)


def test_a_refund_states_what_was_refunded(world: World) -> None:
    number = two_items(world)
    pay(world, number)
    cancelled = claim(world, number, "cancellation", "canceled", (1, 1), refund_method_code="T")
    [refund] = world.get(f"orders/{number}", embed="refunds")["order"]["refunds"]

    mail = last(world, "refund_done")

    assert cancelled["claim_code"]
    assert won(refund["refund_amount"]) in mail.body
    assert Decimal(refund["refund_amount"]) > 0


def test_a_message_of_a_claim_is_about_the_claimed_items(world: World) -> None:
    number = two_items(world)
    pay(world, number)
    sent(world, number, "shipped")
    claim(world, number, "return", "accepted", (2, 1))

    mail = last(world, "return_accepted")

    assert "Tea cup" in mail.body
    assert "Linen apron" not in mail.body


def test_a_guest_gets_a_link_that_asks_for_the_contact(world: World) -> None:
    number = two_items(world)
    of_guest = last(world, "order_received").body
    join(world, HANA)
    of_member = two_items(world, member_id=HANA)

    assert f"/orders/find?order_id={number}" in of_guest
    assert f"/orders/{of_member}" in last(world, "order_received").body


def test_short_messages_stay_one_sentence(world: World, account: None) -> None:
    may_send(world)

    number = two_items(world)
    text = "".join(each.body for each in written(world) if each.channel == "sms")

    assert number in text
    assert "\n" not in text
    assert "123-456-789" not in text


def test_an_account_that_is_closed_is_not_named(world: World, account: None) -> None:
    as_call(world, lambda call: accounts.close(call, 2))

    two_items(world)

    body = last(world, "order_received").body
    assert "123-456-789" not in body
    assert "100-200-300" in body


def test_a_paid_order_names_no_account(world: World, account: None) -> None:
    number = two_items(world)
    pay(world, number)

    mail = last(world, "payment_confirmed")

    holds_amounts_of(world, mail, number)
    assert "123-456-789" not in mail.body


def test_names_of_products_and_people_add_no_lines_and_no_markup(world: World) -> None:
    drafted(world, (world.product(product_name="<b>Apron</b> {{ NAME }}"), 1))

    mail = last(world, "order_received")

    assert "<b>Apron" not in mail.html
    assert "<b>Apron</b> {{ NAME }}" in mail.body


@pytest.mark.parametrize(
    "occasion", [each.code for each in CATALOGUE.occasions.values() if each.details]
)
def test_a_template_may_hold_every_detail_of_its_occasion(world: World, occasion: str) -> None:
    mall = world.stage.run(lambda: world.stage.app.directory.mall(world.mall_id))
    assert mall is not None
    names = CATALOGUE.occasions[occasion].details
    text = " ".join(f"{{{{ {name} }}}}" for name in names)

    made = template_rules.preview(occasion, mall.shops[1], Parts(text=text))

    samples = template_rules.sample_values(mall.shops[1])
    assert made.text == " ".join(samples[name] for name in names)


@pytest.mark.parametrize("wishes", [{}, {"points": "1000"}, {"shipping_fee": "2500"}])
def test_the_amount_of_each_occasion_is_one_of_the_orders(
    world: World, wishes: dict[str, str]
) -> None:
    _, code = stocked(world, 10)
    number = order(world, wanted(code, 2), wishes=wishes)

    async def amounts(call: Call) -> dict[str, Decimal]:
        found = {}
        for occasion, declared in CATALOGUE.occasions.items():
            if declared.details:
                records = (await order_details.read(call, occasion, [number]))[number]
                found[occasion] = order_details.amount_of(occasion, records)
        return found

    unpaid = as_call(world, amounts)
    pay(world, number)
    paid = as_call(world, amounts)

    total = Decimal(world.get(f"orders/{number}")["order"]["payment_amount"])
    assert set(unpaid.values()) == set(paid.values()) == {total}


@pytest.mark.parametrize("steps", [["exchanged"], ["accepted", "exchanged"]])
def test_the_buyer_is_told_once_that_an_exchange_was_accepted(
    world: World, steps: list[str]
) -> None:
    number = two_items(world)
    pay(world, number)
    sent(world, number, "shipped")
    made = claim(world, number, "exchange", steps[0], (1, 1), same_product="T")
    for step in steps[1:]:
        world.stage.clock.pass_(60)
        world.put(f"orders/{number}/exchange/{made['claim_code']}", status=step)

    told = [each for each in written(world) if each.occasion == "exchange_accepted"]

    assert len({each.channel for each in told}) == len(told) >= 1
