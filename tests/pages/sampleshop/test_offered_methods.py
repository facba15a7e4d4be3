"""An order can be placed with exactly the payment methods that are offered, however they came."""

import re
from collections.abc import Callable
from typing import get_args

import pytest

from openmall.access.oauth import apps as registered_apps
from openmall.commerce.order.billing.gateways.stripe_gateway.connection import StripeUse
from openmall.commerce.order.billing.gateways.testing import TestGatewayUse
from openmall.commerce.order.orders.shape import Method
from openmall.commerce.store import accounts
from openmall.commerce.store.accounts import Accounts
from openmall.contract.crud.settings import Setting, write_setting
from openmall.database.session import Session
from tests.commerce.product.stock_setup import as_call, quantity, stocked
from tests.commerce.store import gateway_app
from tests.pages.sampleshop import shop_browser
from tests.pages.sampleshop.shop_browser import Guest, said
from tests.storefront.shopper_client import BUYER, RECEIVER, Shopper
from tests.world import VERSION, World

_METHODS = sorted(get_args(Method))


def _write(setting: Setting) -> Callable[[World], None]:
    def write(world: World) -> None:
        seal = world.stage.app._pipeline._services.seal

        async def work(db: Session) -> None:
            await write_setting(db, seal, setting)

        world.in_transaction(work)

    return write


def _add_account(world: World) -> None:
    fields = {"bank_name": "Hana", "bank_code": "81", "bank_account_no": "1-2"}
    as_call(world, lambda call: accounts.add(call, {**fields, "bank_account_holder": "Kim"}))


def _show(method: str, provider: str, display: str) -> Callable[[World], None]:
    def change(world: World) -> None:
        name = provider or gateway_app.client(world)
        world.put(f"paymentmethods/{method}/paymentproviders/{name}", display=display)

    return change


def _register(world: World) -> None:
    gateway_app.register(world)
    gateway_app.offer(world, payment_method_code="1", payment_method="card")
    gateway_app.offer(world, payment_method_code="2", payment_method="icash")
    gateway_app.offer(world, payment_method_code="3", payment_method="cvs", available_shop_no="2")
    # a kind of payment that orders do not know
    gateway_app.offer(world, payment_method_code="4", payment_method="deferpay")


def _remove_card(world: World) -> None:
    path = f"paymentgateway/{gateway_app.client(world)}/paymentmethods/1"
    assert world.call("DELETE", path).status_code == 200


def _uninstall(world: World) -> None:
    app = world.stage.app
    assert world.stage.run(_uninstalled, world, app)


async def _uninstalled(world: World, app: object) -> bool:
    stage = world.stage
    return await registered_apps.uninstall(
        stage.app.database,
        stage.app.counters,
        stage.clock,
        mall_id=world.mall_id,
        client_id=gateway_app.client(world),
    )


def _install_again(world: World) -> None:
    world.stage.clock.pass_(60)

    async def install(db: Session) -> None:
        scopes = ["mall.read_store", "mall.write_store"]
        await registered_apps.install(db, world.stage.clock, gateway_app.client(world), scopes)

    world.in_transaction(install)


_STEPS: list[tuple[str, Callable[[World], object], set[str]]] = [
    ("no gateway, no account", lambda world: None, set()),
    ("an app has registered", _register, set()),
    ("it has endpoints", gateway_app.give_endpoints, set()),
    ("the merchant has enabled it", gateway_app.enable, {"card", "icash"}),
    ("an account", _add_account, {"card", "cash", "icash"}),
    ("card of the app is hidden", _show("card", "", "F"), {"cash", "icash"}),
    ("it is shown again", _show("card", "", "T"), {"card", "cash", "icash"}),
    ("bank transfer is hidden", _show("cash", "bank", "F"), {"card", "icash"}),
    ("it is shown again", _show("cash", "bank", "T"), {"card", "cash", "icash"}),
    ("the app offers no cards any more", _remove_card, {"cash", "icash"}),
    (
        "the test gateway is on",
        _write(TestGatewayUse(use_test_gateway="T")),
        {"card", "cash", "icash", "tcash"},
    ),
    ("the app is uninstalled", _uninstall, {"card", "cash", "tcash"}),
    ("the test gateway is off", _write(TestGatewayUse(use_test_gateway="F")), {"cash"}),
    ("Stripe is on without keys", _write(StripeUse(use_stripe="T")), {"cash"}),
    ("the app is installed again, not enabled", _install_again, {"cash"}),
    (
        "the account is closed",
        lambda world: as_call(world, lambda call: accounts.close(call, 1)),
        set(),
    ),
    ("no account was ever there", _write(Accounts()), set()),
]


def test_an_order_can_be_placed_with_exactly_what_is_offered(world: World) -> None:
    shop = world.stage.new_world(accounts=False)
    number, code = stocked(shop, 1_000)
    # another app reads, because that of the gateway is uninstalled
    reader = shop.speaking(VERSION)
    guest = Guest(shop)
    guest.put(number)
    wanted = {"variants": [{"variants_code": code, "quantity": 1}], "buyer": BUYER}
    for name, change, expected in _STEPS:
        change(shop)
        shopper = Shopper(reader)
        page = guest.see("/checkout")
        radios = re.findall(r'name="payment_method" value="(\w+)"( checked)?', page)
        admin = reader.get("paymentmethods")["paymentmethods"]
        listed = {
            "admin": [each["code"] for each in admin],
            "checkout": [each for each, _ in radios],
            "options": [each["payment_method"] for each in shopper.get("paymentoptions")],
            "product page": shopper.get(f"productsdetail/{number}")["payment_methods"],
        }
        for place, methods in listed.items():
            assert sorted(methods) == sorted(expected), (name, place)
        assert [mark for _, mark in radios if mark] == [" checked"] * bool(expected), name
        assert ("This shop cannot take payments yet." in said(page)) is not bool(expected), name
        # without a way to pay nothing is asked for, and the cart stays
        assert ('name="receiver_address1"' in page) is bool(expected), name
        if not expected:
            assert "Orders cannot be placed at the moment. This shop" in said(page)
            assert "apron" in said(guest.see("/cart"))
        for method in _METHODS:
            sent = {"receiver": RECEIVER, "payment_method": method, **wanted}
            answer = shopper.ask("POST", "orders", json={"request": sent})
            if method in expected:
                assert answer.status_code == 201, (name, method, answer.text)
            else:
                assert (answer.status_code, answer.json()["error"]["message"]) == (
                    422, "The shop does not offer this payment method. (parameter.payment_method)",
                ), (name, method)  # fmt: skip


def test_a_gateway_for_account_holders_is_offered_to_members_alone_by_its_name(
    world: World,
) -> None:
    gateway_app.register(world, service_limit_type="M", membership_fee_type="PRE")
    gateway_app.offer(world)
    gateway_app.give_endpoints(world)
    gateway_app.enable(world)
    number, code = stocked(world, 9)
    wanted = {"variants": [{"variants_code": code, "quantity": 1}], "buyer": BUYER}
    sent = {"receiver": RECEIVER, "payment_method": "card", **wanted}
    visitors = {"no session": Shopper(world), "guest": Shopper(world), "member": Shopper(world)}
    visitors["guest"].put(number)
    visitors["member"].sign_up("jiwoo")
    guest = Guest(world)
    guest.put(number)
    pages = [guest.see("/checkout")]
    guest.join()
    pages.append(guest.see("/checkout"))

    options = {
        name: {each["payment_method"]: each for each in shopper.get("paymentoptions")}
        for name, shopper in visitors.items()
    }
    orders = {
        name: visitors[name].ask("POST", "orders", json={"request": sent}).status_code
        for name in ("guest", "member")
    }

    assert [sorted(each) for each in options.values()] == [["cash"], ["cash"], ["card", "cash"]]
    card = options["member"]["card"]
    assert card["payment_method_name"] == "Kite Card"
    assert card["payment_method_url"] == gateway_app.LOGO
    assert options["member"]["cash"]["payment_method_name"] == ""
    assert orders == {"guest": 422, "member": 201}
    assert ["Kite Card" in said(page) for page in pages] == [False, True]
    # the shop itself may use it, and nothing of its address is loaded by our page
    assert [each["code"] for each in world.get("paymentmethods")["paymentmethods"]] == [
        "cash", "card",
    ]  # fmt: skip
    assert gateway_app.LOGO not in pages[1]


def test_services_are_gone_with_their_app(world: World) -> None:
    _register(world)
    gateway_app.give_endpoints(world)
    gateway_app.enable(world)
    names = [
        each["payment_gateway_name"] for each in world.get("paymentservices")["paymentservices"]
    ]
    reader = world.install()

    _uninstall(world)

    assert names == [gateway_app.client(world)]
    left = world.call("GET", "paymentmethods", app=world.install(restricted=True)).json()
    assert [each["code"] for each in left["paymentmethods"]] == ["cash"]
    services = world.call("GET", "paymentservices", app=world.install(restricted=True)).json()
    assert services == {"paymentservices": []}
    plans = world.call("GET", "payment/freeinstallments", app=reader).json()
    assert plans == {"freeinstallments": []}


@pytest.mark.parametrize("method", [{}, {"payment_method": ""}, {"payment_method": "cash"}])
def test_a_guest_who_opened_the_checkout_before_its_last_method_was_gone(
    world: World, method: dict[str, str]
) -> None:
    number, code = stocked(world, 3)
    guest = Guest(world)
    guest.put(number)
    page = guest.see("/checkout")
    fields = {
        name: re.findall(rf'name="{name}" value="([^"]*)"', page)[0]
        for name in ("form_token", "once")
    }
    as_call(world, lambda call: accounts.close(call, 1))

    answer = guest.submit(
        "/checkout",
        {**fields, "act": "order", **shop_browser.BUYER, **shop_browser.RECEIVER, **method},
    )

    assert answer.status_code == 422
    assert "Orders cannot be placed at the moment." in said(answer.text)
    assert "apron" in said(guest.see("/cart"))
    assert world.get("orders/count", start_date="2026-11-01", end_date="2026-11-30")["count"] == 0
    assert quantity(world, number, code) == 3


def test_a_shop_that_cannot_be_paid_takes_an_order_that_costs_nothing(world: World) -> None:
    shop = world.stage.new_world(accounts=False)
    number = shop.product(price="0.00")["product_no"]
    guest = Guest(shop)
    guest.put(number)

    page = guest.see("/checkout")
    order = guest.order(payment_method="point")

    assert "There is nothing to pay." in said(page)
    assert "Order and pay" in said(page)
    assert shop.get(f"orders/{order}")["order"]["paid"] == "T"
