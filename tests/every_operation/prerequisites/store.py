"""Settings, gateways and what else a shop itself has, for the sweeps."""

from collections.abc import Callable
from datetime import date
from typing import Any

from sqlalchemy import bindparam, delete

from openmall.commerce.salesreport import financials
from openmall.contract.crud.settings import SETTING
from openmall.database.statements import Statement
from tests.every_operation.prerequisites.kinds import FRESH, Values
from tests.world import World

_FORGET_SETTING = Statement(
    delete(SETTING).where(
        SETTING.c.mall_id == bindparam("mall_id"), SETTING.c.name == bindparam("name")
    )
)


def _redirect(world: World, above: Values) -> int:
    path = f"/old/{next(FRESH)}"
    number: int = world.post("redirects", path=path, target="/new")["redirects"]["id"]
    return number


def _line(world: World, above: Values) -> int:
    _redirect(world, above)
    period = {"start_date": "2026-01-01", "end_date": "2030-12-31"}
    number: int = world.get("activitylogs", **period)["activitylogs"][0]["process_no"]
    return number


LOGO = "https://shop.example.com/img/logo.png"


def _gateway(world: World, above: Values) -> str:
    """Make the app's gateway, unless it has one, and a method of it to list."""
    client_id = world.full.credentials.client_id
    body = {"request": {"partner_id": "shop-1"}}
    assert world.call("POST", "paymentgateway", json=body).status_code in (201, 422)
    _method(world, {"client_id": client_id})
    return client_id


def _method(world: World, above: Values) -> str:
    path = f"paymentgateway/{above['client_id']}/paymentmethods"
    code = f"method-{next(FRESH)}"
    words = {"payment_method": "etc", "payment_method_name": "Kite Pay", "payment_method_url": LOGO}
    made = world.post(path, payment_method_code=code, **words)["paymentmethod"]
    found: str = made["payment_method_code"]
    return found


def _endpoints(world: World) -> None:
    """Register endpoints of the app's gateway, with addresses that no example has."""
    client_id = _gateway(world, {})
    names = ("start_url", "confirm_url", "refund_url", "reconciliation_url")
    addresses = {name: f"https://pay.example.com/{name}/{next(FRESH)}" for name in names}
    path = f"paymentgateway/{client_id}/endpoints"
    assert world.call("PUT", path, json={"request": addresses}).status_code == 200


def _contract(world: World) -> None:
    contract = financials.GatewayContract(
        partner_id="shop-1",
        payment_gateway_name="gateway_a",
        contract_date=date(2026, 1, 5),
        setting_date=date(2026, 1, 12),
        status="T",
        bank_code="013",
        bank_account_no="000-000000-00-000",
        bank_account_name="Shop",
        payment_method_information=[
            financials.Settlement(payment_method="card", period="M", period_information="15")
        ],
    )
    world.in_transaction(lambda db: financials.keep_contract(db, contract))


def _no_gateway(world: World) -> None:
    path = f"paymentgateway/{world.full.credentials.client_id}"
    assert world.call("DELETE", path).status_code in (200, 404)


def _portalpay(world: World) -> None:
    _no_portalpay(world)
    keys = {"authentication_key": "key", "certi_key": "certi", "image_key": "image"}
    body = {"request": {"shop_id": "c_1", **keys}}
    for shop_no in (1, 2):
        made = world.call("POST", "portalpay/setting", json={"shop_no": shop_no, **body})
        assert made.status_code == 201, made.text


def _no_portalpay(world: World) -> None:
    world.in_transaction(lambda db: db.run(_FORGET_SETTING, name="PortalpaySetting"))


CREATORS: dict[str, Callable[[World, Values], Any]] = {
    "redirects/{id}": _redirect,
    "activitylogs/{process_no}": _line,
    "paymentgateway/{client_id}": _gateway,
    "paymentgateway/{client_id}/paymentmethods/{payment_method_code}": _method,
}


EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    "GET financials/paymentgateway": _contract,
    "GET financials/store": _contract,
    "GET paymentgateway/{client_id}/endpoints": _endpoints,
    "PUT paymentgateway/{client_id}/endpoints": _endpoints,
    "GET portalpay/setting": _portalpay,
    "PUT portalpay/setting": _portalpay,
}


REMOVED_FIRST: dict[str, Callable[[World], None]] = {
    "POST paymentgateway": _no_gateway,
    "POST portalpay/setting": _no_portalpay,
}


CALLER_PARAMETERS: dict[str, int] = {
    "client_id": 403,
}


SAMPLE_VALUES: dict[str, Any] = {"send_method": "S"}
