"""A shopper's program: a session of its own, and what it asks of the shop."""

from typing import Any

import httpx

from openmall.commerce.order.billing.gateways.testing import TestGatewayUse
from openmall.contract.crud.settings import Setting, write_setting
from openmall.database.seal import configured_seal
from openmall.database.session import Session
from tests.world import World

PASSWORD = "correct horse battery"
RECEIVER = {
    "name": "Min Kim",
    "cellphone": "010-1111-1111",
    "zipcode": "04524",
    "address1": "1 Sejong-daero",
    "address2": "Room 3",
    "country_code": "KR",
}
BUYER = {"name": "Guest", "email": "guest@example.com", "cellphone": "010-2222-2222"}
USUAL = {"basket_type": "A0000", "duplicated_item_check": "F", "prepaid_shipping_fee": "P"}


class Shopper:
    """Somebody who shops in the first shop of a world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.session = ""

    def ask(self, method: str, path: str, /, **rest: Any) -> httpx.Response:
        """Call the storefront, and keep the session it gives."""
        self.world.stage.client.cookies.clear()
        headers = dict(rest.pop("headers", {}))
        if self.session:
            headers["X-Openmall-Session"] = self.session
        answer = self.world.request(
            method, f"/api/v2/{path}", auth=self.world.full.basic, headers=headers, **rest
        )
        self.session = answer.headers.get("x-openmall-session", self.session)
        return answer

    def get(self, path: str, /, **params: Any) -> Any:
        """Return what is answered under the one key of an answer."""
        answer = self.ask("GET", path, params=params)
        assert answer.status_code == 200, answer.text
        return next(iter(answer.json().values()))

    def send(self, method: str, path: str, /, **request: Any) -> Any:
        """Write something that must be taken, and return what is answered."""
        sent = {"json": {"request": request}} if method != "DELETE" else {"params": request}
        answer = self.ask(method, path, **sent)
        assert answer.is_success, answer.text
        return next(iter(answer.json().values()))

    def refused(self, method: str, path: str, /, **request: Any) -> tuple[int, str]:
        """Write something that must be refused, and return what is said."""
        sent = {"json": {"request": request}} if method in ("POST", "PUT") else {"params": request}
        answer = self.ask(method, path, **sent)
        assert answer.is_error, answer.text
        return answer.status_code, answer.json()["error"]["message"]

    def sign_up(self, member_id: str = "hana", **said: Any) -> Any:
        """Become a customer; each has an e-mail address of its own."""
        email = f"{member_id}@example.com"
        person = {"name": "Hana Kim", "email": email, "cellphone": "010-0000-0000"}
        known = {"member_id": member_id, "password": PASSWORD, **person}
        agreed = {"agree_terms": "T", "agree_privacy": "T"}
        return self.send("POST", "customers", **{**known, **agreed, **said})

    def put(self, product_no: int, **more: Any) -> Any:
        """Put a product into the cart."""
        return self.send("POST", "carts", product_no=product_no, **{**USUAL, **more})

    def order(self, method: str = "card", **more: Any) -> Any:
        """Order what lies in the cart."""
        return self.send(
            "POST", "orders", **{"receiver": RECEIVER, "payment_method": method, **more}
        )

    def pay(self, payment_id: str, outcome: str = "approved") -> Any:
        """Pay at the test gateway; nobody carries its callbacks yet."""
        return self.send("POST", f"testgateway/payments/{payment_id}", outcome=outcome)

    def carry(self, paid: Any) -> list[Any]:
        """Carry the callbacks of the test gateway to the shop; return the payment after each."""
        return [self._carried(paid["callback_url"], each) for each in paid["callbacks"]]

    def _carried(self, url: str, callback: dict[str, Any]) -> Any:
        answer = self.world.stage.client.post(url, json=callback)
        assert answer.status_code == 204, answer.text
        payments = self.get(f"orders/{callback['order_id']}")["payments"]
        return next(each for each in payments if each["payment_id"] == callback["payment_id"])


def offer_test_gateway(world: World) -> None:
    """Switch the test gateway on in the first shop."""
    set_setting(world, TestGatewayUse(use_test_gateway="T"))


def set_setting(world: World, setting: Setting) -> None:
    """Write a setting of a shop of the mall."""
    seal = configured_seal(world.stage.app.configuration)

    async def work(db: Session) -> None:
        await write_setting(db, seal, setting)

    world.in_transaction(work)


def refund_at_gateways(world: World) -> int:
    """Make the refunds that gateways were requested to make; return how many succeeded."""
    tasks = world.stage.app.periodic_tasks
    made: int = world.stage.run(tasks.make_gateway_refunds, [world.mall_id])
    return made


def benefit(world: World, percent: str = "10.00", **said: Any) -> int:
    """Make a group whose members are let off a part of each price; return its number."""
    made = world.post(
        "customergroups",
        group_name="Gold",
        group_description="Ten percent",
        buy_benefits="D",
        discount_information={
            "amount_product": "0.00",
            "discount_unit": "P",
            "amount_discount": percent,
            "truncation_unit": "1",
            "max_discount": "0.00",
        },
        **said,
    )
    number: int = made["customergroup"]["group_no"]
    return number
