"""An app that takes payments: registers itself in a shop and offers ways to pay there."""

import asyncio
from functools import partial
from typing import Any

import httpx

from openmall.commerce.store.paymentgateway.endpoints import store as endpoint_store
from openmall.commerce.store.paymentgateway.endpoints.rules import AppGatewayUse, use_of
from openmall.commerce.store.paymentgateway.endpoints.store import StoredEndpoints
from openmall.contract import api_versions
from openmall.contract.crud.settings import write_setting
from openmall.database.session import Session
from tests.world import Installed, World

LOGO = "https://pay.example.com/img/logo.png"
GATEWAY = {
    "partner_id": "kite-0001",
    "additional_information": [{"key": "version", "value": "s1.6"}],
    "membership_fee_type": "FREE",
    "service_limit_type": "M",
    "review_status": "PENDING_REVIEW",
}
CARD = {
    "payment_method_code": "kite-card",
    "payment_method": "card",
    "payment_method_name": "Kite Card",
    "payment_method_url": LOGO,
}
OTHERS = "A payment gateway is open only to the app that registered it. (parameter.client_id)"
NO_GATEWAY = "The paymentgateway does not exist. (parameter.client_id)"


def client(world: World) -> str:
    return world.full.credentials.client_id


def call(
    world: World,
    method: str,
    path: str,
    request: dict[str, Any] | None = None,
    *,
    shop_no: int | None = None,
    app: Installed | None = None,
) -> tuple[int, Any]:
    """Call an operation in the newest version and return status and body."""
    rest: dict[str, Any] = {"headers": {api_versions.HEADER: api_versions.NEWEST}}
    if request is not None:
        rest["json"] = {"request": request} | ({"shop_no": shop_no} if shop_no else {})
    elif shop_no is not None:
        rest["params"] = {"shop_no": shop_no}
    answer = world.call(method, path, app=app, **rest)
    return answer.status_code, answer.json()


def register(world: World, shop_no: int | None = None, **request: Any) -> dict[str, Any]:
    sent = {"partner_id": "kite-0001", **request}
    status, body = call(world, "POST", "paymentgateway", sent, shop_no=shop_no)
    assert status == 201, body
    made: dict[str, Any] = body["paymentgateway"]
    return made


def offer(world: World, **request: Any) -> dict[str, Any]:
    path = f"paymentgateway/{client(world)}/paymentmethods"
    status, body = call(world, "POST", path, {**CARD, **request})
    assert status == 201, body
    made: dict[str, Any] = body["paymentmethod"]
    return made


def give_endpoints(world: World, app: Installed | None = None) -> None:
    """Write endpoints of an app's gateway, which no test calls."""
    client_id = (app or world.full).credentials.client_id
    addresses = {
        f"{each}_url": f"https://pay.example.com/{each}"
        for each in ("start", "confirm", "refund", "reconciliation")
    }

    async def put(db: Session) -> None:
        await endpoint_store.put(db, StoredEndpoints(client_id=client_id, secret="", **addresses))

    world.in_transaction(put)


def enable(world: World, shop_no: int = 1) -> None:
    """Let a shop use the gateways of all apps that registered one, with endpoints."""
    world.in_transaction(partial(_use, world, shop_no, True))


def disable(world: World, shop_no: int = 1) -> None:
    """Let a shop use no gateway of an app."""
    world.in_transaction(partial(_use, world, shop_no, False))


async def _use(world: World, shop_no: int, used: bool, db: Session) -> None:
    found = await endpoint_store.registered(db, shop_no) if used else []
    uses = AppGatewayUse(shop_no=shop_no, enabled=sorted(map(use_of, found)))
    await write_setting(db, world.stage.app.periodic_tasks._seal, uses)


def offered(world: World) -> list[dict[str, Any]]:
    body = world.get(f"paymentgateway/{client(world)}/paymentmethods")
    found: list[dict[str, Any]] = body["paymentmethods"]
    return found


def refused(said: tuple[int, Any]) -> tuple[int, str]:
    status, body = said
    return status, body["error"]["message"]


def together(world: World, calls: list[tuple[str, str, Any]]) -> list[int]:
    """Return the statuses of calls that are sent at the same time."""

    async def send_all() -> list[int]:
        transport = httpx.ASGITransport(world.stage.app)
        headers = world.full.headers
        async with httpx.AsyncClient(transport=transport, headers=headers) as http:
            answers = await asyncio.gather(
                *(
                    http.request(method, f"{world.base_url}/api/v2/admin/{path}", json=body)
                    for method, path, body in calls
                )
            )
        return [answer.status_code for answer in answers]

    return world.stage.run(send_all)
