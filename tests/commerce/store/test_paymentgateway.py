"""An app registers itself as a payment gateway of a shop."""

import pytest
from sqlalchemy import bindparam, select

from openmall.contract.journal.tables import ACTIVITY
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.commerce.store.gateway_app import (
    CARD,
    GATEWAY,
    NO_GATEWAY,
    OTHERS,
    call,
    client,
    offer,
    offered,
    refused,
    register,
    together,
)
from tests.error_bodies import error
from tests.every_operation.operation_calls import rows
from tests.world import World

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


def test_an_app_registers_itself(world: World) -> None:
    status, body = call(world, "POST", "paymentgateway", GATEWAY)

    made = {"shop_no": 1, "client_id": client(world), **GATEWAY}
    assert (status, body) == (201, {"paymentgateway": made})


def test_what_a_new_one_has_when_nobody_says_otherwise(world: World) -> None:
    assert register(world) == {
        "shop_no": 1,
        "partner_id": "kite-0001",
        "client_id": client(world),
        "additional_information": [],
        "membership_fee_type": None,
        "service_limit_type": "A",
        "review_status": "AWAITING_PAYMENT",
    }


def test_a_client_id_that_is_sent_is_passed_over(world: World) -> None:
    assert register(world, client_id="somebody else")["client_id"] == client(world)


def test_one_of_an_app_in_a_shop_and_another_in_the_next(world: World) -> None:
    register(world)
    before = rows(world)

    again = call(world, "POST", "paymentgateway", {"partner_id": "kite-0002"})
    assert rows(world) == before
    second = register(world, 2, partner_id="kite-0002")

    said = "The app has a payment gateway in this shop already: update it, or delete it first."
    assert again == (422, error(422, f"{said} (parameter.shop_no)", parameter="shop_no"))
    assert (second["shop_no"], second["partner_id"]) == (2, "kite-0002")


def test_two_apps_may_serve_one_shop(world: World) -> None:
    other = world.install(restricted=True)
    register(world)

    status, body = call(world, "POST", "paymentgateway", GATEWAY, app=other)

    made = {"shop_no": 1, "client_id": other.credentials.client_id, **GATEWAY}
    assert (status, body) == (201, {"paymentgateway": made})


def test_an_update_leaves_alone_what_it_does_not_say(world: World) -> None:
    call(world, "POST", "paymentgateway", GATEWAY)
    path = f"paymentgateway/{client(world)}"

    status, body = call(world, "PUT", path, {"membership_fee_type": "PRE"})

    whole = {"shop_no": 1, "client_id": client(world), **GATEWAY, "membership_fee_type": "PRE"}
    assert (status, body) == (200, {"paymentgateway": whole})
    # and it is what was kept: the same once more makes no difference
    assert call(world, "PUT", path, {**GATEWAY, "membership_fee_type": "PRE"})[0] == 409


def test_an_update_replaces_additional_information(world: World) -> None:
    call(world, "POST", "paymentgateway", GATEWAY)
    path = f"paymentgateway/{client(world)}"
    new = [{"key": "a", "value": "1"}, {"key": "b", "value": ""}]

    changed = call(world, "PUT", path, {"additional_information": new})
    emptied = call(world, "PUT", path, {"additional_information": []})

    assert changed[1]["paymentgateway"]["additional_information"] == new
    assert emptied[1]["paymentgateway"]["additional_information"] == []


def test_an_update_is_of_one_shop(world: World) -> None:
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
def test_nothing_of_a_gateway_can_be_null(world: World, method: str, name: str) -> None:
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


def test_another_apps_gateway_is_forbidden(world: World) -> None:
    register(world)
    other = world.install(restricted=True)
    before = rows(world)
    path = f"paymentgateway/{client(world)}"

    for method, request in (("PUT", {"partner_id": "x"}), ("DELETE", None)):
        said = call(world, method, path, request, app=other)
        assert said == (403, error(403, OTHERS, parameter="client_id"))
    assert rows(world) == before


def test_without_a_gateway_there_is_nothing_to_change(world: World) -> None:
    path = f"paymentgateway/{client(world)}"
    said = (404, error(404, NO_GATEWAY, parameter="client_id"))

    assert call(world, "PUT", path, {"partner_id": "x"}) == said
    assert call(world, "DELETE", path) == said
    register(world, 2)
    assert call(world, "PUT", path, {"partner_id": "x"}) == said
    assert call(world, "DELETE", path) == said


def test_the_last_gateway_takes_the_methods_along(world: World) -> None:
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


def test_another_apps_methods_stay(world: World) -> None:
    other = world.install(restricted=True)
    register(world)
    card = offer(world)
    call(world, "POST", "paymentgateway", GATEWAY, app=other)

    gone = f"paymentgateway/{other.credentials.client_id}"
    assert call(world, "DELETE", gone, app=other)[0] == 200

    assert offered(world) == [card]


def test_the_activity_log_keeps_no_value_of_additional_information(world: World) -> None:
    call(world, "POST", "paymentgateway", GATEWAY)
    new = [{"key": "version", "value": "s1.7"}]
    path = f"paymentgateway/{client(world)}"
    call(world, "PUT", path, {"additional_information": new})

    made, changed = changes(world)

    assert '"additional_information":[null,["version"]]' in made
    assert '"partner_id":[null,"kite-0001"]' in made
    assert changed == '{"additional_information":[["version"],["version"]]}'


@pytest.mark.both_stores
def test_one_of_two_registrations_succeeds(world: World) -> None:
    body = {"request": {"partner_id": "kite-0001"}}
    tries = [("POST", "paymentgateway", body)] * 8

    statuses = together(world, tries)

    assert sorted(statuses) == [201] + [422] * 7
    assert len(rows(world)["payment_gateway"]) == 1


@pytest.mark.both_stores
def test_gateways_that_go_together_leave_no_method(world: World) -> None:
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
