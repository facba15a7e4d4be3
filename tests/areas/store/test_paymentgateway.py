"""An app registers itself as a payment gateway of a shop, and the ways to pay it offers there."""

import asyncio
from typing import Any

import httpx
import pytest
from sqlalchemy import bindparam, select

from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.journal.tables import ACTIVITY
from openmall.versions import calendar
from tests.every_operation.populated import rows
from tests.every_operation.test_permission import error
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
NO_METHOD = "The paymentmethod does not exist. (parameter.payment_method_code)"
NO_SHOP = "The mall has no such shop. (parameter.available_shop_no)"


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
    rest: dict[str, Any] = {"headers": {calendar.HEADER: calendar.NEWEST}}
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


def offered(world: World) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = world.get(f"paymentgateway/{client(world)}/paymentmethods")[
        "paymentmethods"
    ]
    return found


def refused(said: tuple[int, Any]) -> tuple[int, str]:
    status, body = said
    return status, body["error"]["message"]


class TestGateways:
    def test_an_app_registers_itself(self, world: World) -> None:
        status, body = call(world, "POST", "paymentgateway", GATEWAY)

        made = {"shop_no": 1, "client_id": client(world), **GATEWAY}
        assert (status, body) == (201, {"paymentgateway": made})

    def test_what_a_new_one_has_when_nobody_says_otherwise(self, world: World) -> None:
        assert register(world) == {
            "shop_no": 1,
            "partner_id": "kite-0001",
            "client_id": client(world),
            "additional_information": [],
            "membership_fee_type": None,
            "service_limit_type": "A",
            "review_status": "AWAITING_PAYMENT",
        }

    def test_a_client_id_that_is_sent_is_passed_over(self, world: World) -> None:
        assert register(world, client_id="somebody else")["client_id"] == client(world)

    def test_one_of_an_app_in_a_shop_and_another_in_the_next(self, world: World) -> None:
        register(world)
        before = rows(world)

        again = call(world, "POST", "paymentgateway", {"partner_id": "kite-0002"})
        assert rows(world) == before
        second = register(world, 2, partner_id="kite-0002")

        said = "The app has a payment gateway in this shop already: update it, or delete it first."
        assert again == (422, error(422, f"{said} (parameter.shop_no)", parameter="shop_no"))
        assert (second["shop_no"], second["partner_id"]) == (2, "kite-0002")

    def test_two_apps_may_serve_one_shop(self, world: World) -> None:
        other = world.install(restricted=True)
        register(world)

        status, body = call(world, "POST", "paymentgateway", GATEWAY, app=other)

        made = {"shop_no": 1, "client_id": other.credentials.client_id, **GATEWAY}
        assert (status, body) == (201, {"paymentgateway": made})

    def test_an_update_leaves_alone_what_it_does_not_say(self, world: World) -> None:
        call(world, "POST", "paymentgateway", GATEWAY)
        path = f"paymentgateway/{client(world)}"

        status, body = call(world, "PUT", path, {"membership_fee_type": "PRE"})

        whole = {"shop_no": 1, "client_id": client(world), **GATEWAY, "membership_fee_type": "PRE"}
        assert (status, body) == (200, {"paymentgateway": whole})
        # and it is what was kept: the same once more makes no difference
        assert call(world, "PUT", path, {**GATEWAY, "membership_fee_type": "PRE"})[0] == 409

    def test_an_update_replaces_additional_information(self, world: World) -> None:
        call(world, "POST", "paymentgateway", GATEWAY)
        path = f"paymentgateway/{client(world)}"
        new = [{"key": "a", "value": "1"}, {"key": "b", "value": ""}]

        changed = call(world, "PUT", path, {"additional_information": new})
        emptied = call(world, "PUT", path, {"additional_information": []})

        assert changed[1]["paymentgateway"]["additional_information"] == new
        assert emptied[1]["paymentgateway"]["additional_information"] == []

    def test_an_update_is_of_one_shop(self, world: World) -> None:
        register(world)
        register(world, 2)
        path = f"paymentgateway/{client(world)}"

        status, body = call(world, "PUT", path, {"partner_id": "second"}, shop_no=2)

        assert (status, body["paymentgateway"]["shop_no"]) == (200, 2)
        assert call(world, "PUT", path, {"partner_id": "kite-0001"})[0] == 409

    @pytest.mark.parametrize(
        "name", [*GATEWAY, "additional_information.key", "additional_information.value"]
    )
    @pytest.mark.parametrize("method", ["POST", "PUT"])
    def test_nothing_of_a_gateway_can_be_null(self, world: World, method: str, name: str) -> None:
        path = "paymentgateway"
        if method == "PUT":
            register(world)
            path = f"paymentgateway/{client(world)}"
        before = rows(world)
        top, _, inner = name.partition(".")
        null = [{"key": "a", "value": "b", inner: None}] if inner else None

        status, message = refused(call(world, method, path, {**GATEWAY, top: null}))

        assert status == 422
        assert message.endswith(f"(parameter.{name})")
        assert rows(world) == before

    def test_another_apps_gateway_is_forbidden(self, world: World) -> None:
        register(world)
        other = world.install(restricted=True)
        before = rows(world)
        path = f"paymentgateway/{client(world)}"

        for method, request in (("PUT", {"partner_id": "x"}), ("DELETE", None)):
            said = call(world, method, path, request, app=other)
            assert said == (403, error(403, OTHERS, parameter="client_id"))
        assert rows(world) == before

    def test_without_a_gateway_there_is_nothing_to_change(self, world: World) -> None:
        path = f"paymentgateway/{client(world)}"
        said = (404, error(404, NO_GATEWAY, parameter="client_id"))

        assert call(world, "PUT", path, {"partner_id": "x"}) == said
        assert call(world, "DELETE", path) == said
        register(world, 2)
        assert call(world, "PUT", path, {"partner_id": "x"}) == said
        assert call(world, "DELETE", path) == said

    def test_the_last_gateway_takes_the_methods_along(self, world: World) -> None:
        register(world)
        register(world, 2)
        card = offer(world)
        path = f"paymentgateway/{client(world)}"

        first = call(world, "DELETE", path)
        left = offered(world)
        second = call(world, "DELETE", path, shop_no=2)
        register(world)

        keys = [{"paymentgateway": {"shop_no": at, "client_id": client(world)}} for at in (1, 2)]
        assert [first, second] == [(200, keys[0]), (200, keys[1])]
        assert left == [card]
        assert offered(world) == []

    def test_another_apps_methods_stay(self, world: World) -> None:
        other = world.install(restricted=True)
        register(world)
        card = offer(world)
        call(world, "POST", "paymentgateway", GATEWAY, app=other)

        gone = f"paymentgateway/{other.credentials.client_id}"
        assert call(world, "DELETE", gone, app=other)[0] == 200

        assert offered(world) == [card]

    def test_the_activity_log_keeps_no_value_of_additional_information(self, world: World) -> None:
        call(world, "POST", "paymentgateway", GATEWAY)
        new = [{"key": "version", "value": "s1.7"}]
        path = f"paymentgateway/{client(world)}"
        call(world, "PUT", path, {"additional_information": new})

        made, changed = changes(world)

        assert '"additional_information":[null,["version"]]' in made
        assert '"partner_id":[null,"kite-0001"]' in made
        assert changed == '{"additional_information":[["version"],["version"]]}'


_CHANGES = Statement(
    select(ACTIVITY.c.changes)
    .where(ACTIVITY.c.mall_id == bindparam("mall_id"))
    .order_by(ACTIVITY.c.process_no)
)


def changes(world: World) -> list[str]:
    """Return what each line of the mall's activity log says was changed."""

    async def read(db: Session) -> list[str]:
        return [row[0] for row in await db.all(_CHANGES)]

    return world.in_transaction(read)


class TestMethods:
    def test_a_method_lives(self, world: World) -> None:
        register(world)
        path = f"paymentgateway/{client(world)}/paymentmethods"

        made = call(world, "POST", path, {**CARD, "available_shop_no": "1"})
        changed = call(world, "PUT", f"{path}/kite-card", {"payment_method_name": "Kite"})
        kept = offered(world)
        gone = call(world, "DELETE", f"{path}/kite-card")

        whole = {"client_id": client(world), **CARD, "available_shop_no": "1"}
        renamed = {**whole, "payment_method_name": "Kite"}
        assert made == (201, {"paymentmethod": whole})
        assert changed == (200, {"paymentmethod": renamed})
        assert kept == [renamed]
        keys = {"client_id": client(world), "payment_method_code": "kite-card"}
        assert gone == (200, {"paymentmethod": keys})
        assert offered(world) == []

    def test_methods_are_listed_by_code(self, world: World) -> None:
        register(world)
        for code in ("b", "_", "C", "a", "B"):
            offer(world, payment_method_code=code)

        codes = [each["payment_method_code"] for each in offered(world)]
        assert codes == ["B", "C", "_", "a", "b"]

    def test_without_shops_a_method_is_in_all_there_are(self, world: World) -> None:
        register(world)

        assert offer(world)["available_shop_no"] == "1,2"

    @pytest.mark.parametrize("said", ["2,1", "1,2,1", " 2 , 1", "1,2"])
    def test_shops_are_kept_in_order_and_once(self, world: World, said: str) -> None:
        register(world)

        assert offer(world, available_shop_no=said)["available_shop_no"] == "1,2"
        path = f"paymentgateway/{client(world)}/paymentmethods/kite-card"
        assert call(world, "PUT", path, {"available_shop_no": said})[0] == 409

    @pytest.mark.parametrize(
        "said", ["3", "1,3", "", ",", "1,", "0", "01", "-1", "1.0", "one", "²"]
    )
    def test_a_shop_the_mall_has_not_is_refused(self, world: World, said: str) -> None:
        register(world)
        offer(world)
        before = rows(world)
        path = f"paymentgateway/{client(world)}/paymentmethods"
        body = {**CARD, "payment_method_code": "other", "available_shop_no": said}

        answers = [
            call(world, "POST", path, body),
            call(world, "PUT", f"{path}/kite-card", {"available_shop_no": said}),
        ]

        assert answers == [(422, error(422, NO_SHOP, parameter="available_shop_no"))] * 2
        assert rows(world) == before

    def test_a_code_is_given_once_by_each_gateway(self, world: World) -> None:
        register(world)
        offer(world)
        other = world.install(restricted=True)
        theirs = other.credentials.client_id
        before = rows(world)

        again = call(world, "POST", f"paymentgateway/{client(world)}/paymentmethods", CARD)
        assert rows(world) == before
        call(world, "POST", "paymentgateway", GATEWAY, app=other)
        status, _ = call(world, "POST", f"paymentgateway/{theirs}/paymentmethods", CARD, app=other)

        name = "payment_method_code"
        said = f"The gateway has a payment method of this code already. (parameter.{name})"
        assert again == (422, error(422, said, parameter=name))
        assert status == 201

    @pytest.mark.parametrize(
        "url",
        [
            "http://a/b.png",
            "HTTPS://pay.example.com:8443/x/y.JPG",
            "https://pay.example.com/x.JpEg",
            "https://pay.example.com/x.png?size=2#top",
            "https://pay.example.com/%EB%A1%9C.png",
            f"https://a/{'b' * 186}.png",
        ],
    )
    def test_a_picture(self, world: World, url: str) -> None:
        register(world)

        assert offer(world, payment_method_url=url)["payment_method_url"] == url

    @pytest.mark.parametrize(
        "url",
        [
            "",
            "logo.png",
            "/img/logo.png",
            "//pay.example.com/logo.png",
            "ftp://pay.example.com/logo.png",
            "javascript://x/a.png",
            "https:///logo.png",
            "https://logo.png",
            "https://pay.example.com/logo.gif",
            "https://pay.example.com/logopng",
            "https://pay.example.com/logo.svg?x=.png",
            "https://pay.example.com/logo#.png",
            "https://pay.example.com/logo.png/",
            "https://pay.example.com/a b.png",
            "https://pay.example.com/a.png\n",
            f"https://a/{'b' * 187}.png",
        ],
    )
    def test_what_is_no_picture_is_refused(self, world: World, url: str) -> None:
        register(world)
        offer(world)
        before = rows(world)
        path = f"paymentgateway/{client(world)}/paymentmethods"
        request = {**CARD, "payment_method_code": "other", "payment_method_url": url}

        for said in (
            call(world, "POST", path, request),
            call(world, "PUT", f"{path}/kite-card", {"payment_method_url": url}),
        ):
            status, message = refused(said)
            assert status == 422
            assert message.endswith("(parameter.payment_method_url)")
        assert rows(world) == before

    @pytest.mark.parametrize("name", ["payment_method", *list(CARD)[2:], "available_shop_no"])
    def test_nothing_of_a_method_can_be_null(self, world: World, name: str) -> None:
        register(world)
        offer(world)
        path = f"paymentgateway/{client(world)}/paymentmethods"
        request = {**CARD, "payment_method_code": "other", name: None}

        for said in (
            call(world, "POST", path, request),
            call(world, "PUT", f"{path}/kite-card", {name: None}),
        ):
            status, message = refused(said)
            assert (status, message.endswith(f"(parameter.{name})")) == (422, True)
        assert offered(world) == [{"client_id": client(world), **CARD, "available_shop_no": "1,2"}]

    def test_an_update_with_identical_content_is_409(self, world: World) -> None:
        register(world)
        offer(world)
        before = rows(world)

        path = f"paymentgateway/{client(world)}/paymentmethods/kite-card"
        assert call(world, "PUT", path, CARD)[0] == 409
        assert call(world, "PUT", path, {})[0] == 409

        assert rows(world) == before

    def test_methods_need_a_gateway_of_their_app(self, world: World) -> None:
        path = f"paymentgateway/{client(world)}/paymentmethods"
        said = (404, error(404, NO_GATEWAY, parameter="client_id"))

        assert call(world, "GET", path) == said
        assert call(world, "POST", path, CARD) == said
        assert call(world, "PUT", f"{path}/kite-card", {"payment_method": "etc"}) == said
        assert call(world, "DELETE", f"{path}/kite-card") == said

    def test_a_gateway_in_any_shop_will_do(self, world: World) -> None:
        register(world, 2)

        assert offer(world)["available_shop_no"] == "1,2"

    def test_what_is_not_offered_cannot_be_changed(self, world: World) -> None:
        register(world)
        path = f"paymentgateway/{client(world)}/paymentmethods/kite-card"
        said = (404, error(404, NO_METHOD, parameter="payment_method_code"))

        assert call(world, "PUT", path, {"payment_method": "etc"}) == said
        assert call(world, "DELETE", path) == said

    def test_another_apps_methods_are_forbidden(self, world: World) -> None:
        register(world)
        offer(world)
        other = world.install(restricted=True)
        call(world, "POST", "paymentgateway", GATEWAY, app=other)
        before = rows(world)
        path = f"paymentgateway/{client(world)}/paymentmethods"

        answers = [
            call(world, "GET", path, app=other),
            call(world, "POST", path, {**CARD, "payment_method_code": "other"}, app=other),
            call(world, "PUT", f"{path}/kite-card", {"payment_method": "etc"}, app=other),
            call(world, "DELETE", f"{path}/kite-card", app=other),
        ]

        assert answers == [(403, error(403, OTHERS, parameter="client_id"))] * 4
        assert rows(world) == before

    def test_a_code_may_hold_what_an_url_must_escape(self, world: World) -> None:
        register(world)
        offer(world, payment_method_code="a/b 결제")
        path = f"paymentgateway/{client(world)}/paymentmethods/a%2Fb%20%EA%B2%B0%EC%A0%9C"

        status, body = call(world, "DELETE", path)

        assert (status, body["paymentmethod"]["payment_method_code"]) == (200, "a/b 결제")


class TestAtOnce:
    """Calls that arrive together, through the whole application."""

    def test_one_of_two_registrations_succeeds(self, world: World) -> None:
        body = {"request": {"partner_id": "kite-0001"}}
        tries = [("POST", "paymentgateway", body)] * 8

        statuses = together(world, tries)

        assert sorted(statuses) == [201] + [422] * 7
        assert len(rows(world)["payment_gateway"]) == 1

    def test_one_of_two_equal_methods_is_offered(self, world: World) -> None:
        register(world)
        path = f"paymentgateway/{client(world)}/paymentmethods"

        statuses = together(world, [("POST", path, {"request": CARD})] * 8)

        assert sorted(statuses) == [201] + [422] * 7
        assert len(offered(world)) == 1

    def test_gateways_that_go_together_leave_no_method(self, world: World) -> None:
        for _ in range(5):
            register(world)
            register(world, 2)
            offer(world)
            path = f"paymentgateway/{client(world)}"
            more = {"request": {**CARD, "payment_method_code": "more"}}

            *gone, late = together(
                world,
                [
                    ("DELETE", path, None),
                    ("DELETE", f"{path}?shop_no=2", None),
                    ("POST", f"{path}/paymentmethods", more),
                ],
            )

            assert gone == [200, 200]
            assert late in (201, 404)
            assert rows(world)["payment_gateway_method"] == []


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
