"""The writes of an app in a range of time are undone together."""

from typing import Any

import httpx
import pytest

from openmall.commerce.undo import ranges
from tests.commerce.customer.customer_setup import join
from tests.commerce.mileage.balance_setup import balance, give, has, spend
from tests.commerce.undo.undo_calls import decide, differences, newest, undo, writes
from tests.world import Installed, World

REHEARSE = {"Prefer": "handling=rehearse"}
ALL_DAYS = {"start_date": "2026-11-01", "end_date": "2026-12-31"}


def undo_all(
    world: World,
    app: Installed | None = None,
    *,
    headers: dict[str, str] | None = None,
    **sent: Any,
) -> httpx.Response:
    """Undo the writes of an app, by the app of the world."""
    client_id = (app or world.full).credentials.client_id
    request = {"client_id": client_id, **ALL_DAYS, **sent}
    answer: httpx.Response = world.call(
        "POST", "writes/undo", json={"request": request}, headers=headers or {}
    )
    return answer


def put(world: World, app: Installed, number: int, **values: Any) -> int:
    """Change a product as an app; return the number of the write."""
    answer = world.call("PUT", f"products/{number}", json={"request": values}, app=app)
    assert answer.is_success, answer.text
    write_no: int = newest(world)["write_no"]
    return write_no


def price(world: World, number: int) -> str:
    found: str = world.get(f"products/{number}")["product"]["price"]
    return found


@pytest.fixture
def other(world: World) -> Installed:
    """Return a second app of the mall."""
    return world.install(restricted=True)


def test_every_write_of_an_app_is_undone_the_newest_first(world: World, other: Installed) -> None:
    number = world.product(price="12000", product_name="Apron")["product_no"]
    first = put(world, other, number, price="9900")
    second = put(world, other, number, price="8000", product_name="Towel")

    answer = undo_all(world, other)

    assert answer.status_code == 201, answer.text
    done = answer.json()["writes"]
    assert [each["write_no"] for each in done["undone"]] == [second, first]
    assert {each["state"] for each in done["undone"]} == {"undone"}
    assert (done["reverted"], done["skipped"], done["more"]) == (2, [], False)
    assert done["not_undone"] == [{"event_no": 90002, "count": 2}]
    shown = world.get(f"products/{number}")["product"]
    assert (shown["price"], shown["product_name"]) == ("12000.00", "Apron")
    assert [each["state"] for each in writes(world) if each["write_no"] in (first, second)] == [
        "undone",
        "undone",
    ]
    events = world.get("webhooks/events", limit=100)["events"]
    assert [each["event_no"] for each in events].count(90002) == 3
    assert undo_all(world, other).status_code == 409


def test_an_undone_range_is_one_write_that_can_be_undone(world: World, other: Installed) -> None:
    number = world.product(price="12000")["product_no"]
    put(world, other, number, price="9900")
    put(world, other, number, price="8000")
    undo_all(world, other)
    write = newest(world)
    assert (write["operation"], write["state"], write["undoes"]) == (
        "POST writes/undo",
        "open",
        None,
    )

    assert undo(world, write["write_no"]).status_code == 201

    assert price(world, number) == "8000.00"


def test_what_others_changed_since_is_a_conflict_of_every_write(
    world: World, other: Installed
) -> None:
    number = world.product(price="12000")["product_no"]
    elsewhere = world.product(price="500")["product_no"]
    first = put(world, other, number, price="9900")
    second = put(world, other, number, price="8000")
    put(world, other, elsewhere, price="700")
    world.put(f"products/{number}", price="7000")

    refused = undo_all(world, other)

    assert refused.status_code == 409
    conflicts = refused.json()["error"]["more_info"]["conflicts"]
    assert [each["write_no"] for each in conflicts] == [second, first]
    assert (price(world, number), price(world, elsewhere)) == ("7000.00", "700.00")
    kept = undo_all(world, other, decisions=decide("product", f"1,{number}", "keep"))
    assert kept.json()["writes"]["kept"] == [f"product 1,{number}"]
    assert (price(world, number), price(world, elsewhere)) == ("7000.00", "500.00")


def test_a_conflict_of_every_write_is_reverted_by_one_decision(
    world: World, other: Installed
) -> None:
    number = world.product(price="12000")["product_no"]
    put(world, other, number, price="9900")
    put(world, other, number, price="8000")
    world.put(f"products/{number}", price="7000")

    answer = undo_all(world, other, decisions=decide("product", f"1,{number}", "revert"))

    assert answer.status_code == 201, answer.text
    assert price(world, number) == "12000.00"


def test_only_the_range_is_undone(world: World, other: Installed) -> None:
    number = world.product(price="12000")["product_no"]
    put(world, other, number, price="9900")
    world.stage.clock.pass_(600)
    put(world, other, number, price="8000")

    answer = undo_all(world, other, start_date="2026-11-21T09:05:00+09:00")

    assert answer.json()["writes"]["reverted"] == 1
    assert price(world, number) == "9900.00"


def test_what_cannot_be_undone_is_named_and_stays(world: World, other: Installed) -> None:
    join(world)
    number = world.product(price="12000")["product_no"]
    put(world, other, number, price="9900")
    assert world.call("DELETE", "customers/haneul", app=other).is_success
    refused = newest(world)
    assert refused["state"] == "refused"

    done = undo_all(world, other).json()["writes"]

    assert done["skipped"] == [
        {
            "write_no": refused["write_no"],
            "operation": "DELETE customers/{member_id}",
            "reason": refused["reason"],
        }
    ]
    assert price(world, number) == "12000.00"


def test_a_write_and_its_undo_stay_as_they_are(world: World) -> None:
    number = world.product(price="12000")["product_no"]
    world.stage.clock.pass_(600)
    world.put(f"products/{number}", price="9900")
    undo(world, newest(world)["write_no"])
    world.put(f"products/{number}", model_name="M-1")

    answer = undo_all(world, start_date="2026-11-21T09:05:00+09:00")

    assert answer.status_code == 201, answer.text
    assert len(answer.json()["writes"]["undone"]) == 1
    shown = world.get(f"products/{number}")["product"]
    assert (shown["price"], shown["model_name"]) == ("12000.00", "")


@pytest.mark.parametrize(
    ("redone", "from_", "left"),
    [
        (False, "09:00:00", "12000.00"),
        (True, "09:00:00", "12000.00"),
        (False, "09:05:00", "9900.00"),
        (True, "09:05:00", "9900.00"),
        (True, "09:15:00", "12000.00"),
    ],
)
def test_undos_of_the_range_are_taken_back_as_far_as_they_have_an_effect(
    world: World, redone: bool, from_: str, left: str
) -> None:
    number = world.product(price="12000")["product_no"]
    world.stage.clock.pass_(60)
    world.put(f"products/{number}", price="9900")
    world.stage.clock.pass_(600)
    undo(world, newest(world)["write_no"])
    world.stage.clock.pass_(600)
    if redone:
        undo(world, newest(world)["write_no"])
    keep = "2026-11-21T09:00:30+09:00" if from_ == "09:00:00" else f"2026-11-21T{from_}+09:00"

    undo_all(world, start_date=keep)

    assert price(world, number) == left


def test_an_undone_range_within_a_range_stays_undone(world: World, other: Installed) -> None:
    number = world.product(price="12000")["product_no"]
    world.stage.clock.pass_(600)
    world.put(f"products/{number}", price="9900")
    world.put(f"products/{number}", price="8000")
    late = "2026-11-21T09:05:00+09:00"
    undo_all(world, start_date=late)
    assert price(world, number) == "12000.00"

    assert undo_all(world, start_date=late).status_code == 409
    put(world, other, number, model_name="M-1")
    assert price(world, number) == "12000.00"


def test_a_rehearsed_undo_of_a_range_changes_nothing(world: World, other: Installed) -> None:
    number = world.product(price="12000")["product_no"]
    put(world, other, number, price="9900")
    put(world, other, number, price="8000")

    answer = undo_all(world, other, headers=REHEARSE)

    assert answer.status_code == 201
    assert len(answer.json()["writes"]["undone"]) == 2
    assert answer.headers["Link"].endswith('rel="plan"')
    assert price(world, number) == "8000.00"
    assert {each["state"] for each in writes(world)[:2]} == {"open"}


def test_ledgers_of_a_range(world: World, other: Installed) -> None:
    join(world)
    give(world, 100)
    body = {"request": {"member_id": "haneul", "amount": "50", "type": "increase"}}
    for _ in range(3):
        world.call("POST", "points", json=body, app=other)
    spend(world, 120)

    refused = undo_all(world, other)

    assert refused.status_code == 409
    assert len(refused.json()["error"]["more_info"]["conflicts"]) == 1
    give(world, 1000)
    assert undo_all(world, other).json()["writes"]["countered"] == 3
    assert has(world)[0] == 100 - 120 + 1000
    assert differences(world) == []


def test_an_undone_range_of_ledgers_is_undone(world: World, other: Installed) -> None:
    for member_id in ("haneul", "bada"):
        join(world, member_id)
        give(world, 100, member_id)
    for member_id, kind, amount in (
        ("haneul", "increase", "50"),
        ("bada", "decrease", "20"),
        ("haneul", "decrease", "30"),
    ):
        sent = {"member_id": member_id, "amount": amount, "type": kind}
        world.call("POST", "points", json={"request": sent}, app=other)
    undo_all(world, other)
    assert [balance(world, each).points for each in ("haneul", "bada")] == [10_000, 10_000]
    assert differences(world) == []

    assert undo(world, newest(world)["write_no"]).json()["write"]["countered"] == 2

    assert [balance(world, each).points for each in ("haneul", "bada")] == [12_000, 8_000]
    assert differences(world) == []


def test_a_range_is_undone_in_parts(
    world: World, other: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ranges, "MOST_WRITES", 2)
    number = world.product(price="12000")["product_no"]
    for amount in ("9900", "8000", "7000"):
        put(world, other, number, price=amount)

    answer = undo_all(world, other)

    assert answer.json()["writes"]["more"]
    assert price(world, number) == "9900.00"
    assert not undo_all(world, other).json()["writes"]["more"]
    assert price(world, number) == "12000.00"


def test_only_writes_that_the_token_may_make_are_undone(world: World, other: Installed) -> None:
    number = world.product(price="12000")["product_no"]
    put(world, other, number, price="9900")
    weak = world.install(["mall.write_application"])
    client_id = other.credentials.client_id
    body = {"request": {"client_id": client_id, **ALL_DAYS}}

    assert world.call("POST", "writes/undo", json=body, app=weak).status_code == 409

    assert price(world, number) == "9900.00"
    undo_all(world, other)
    undone = newest(world)["write_no"]
    answer = world.call("POST", f"writes/{undone}/undo", json={"request": {}}, app=weak)
    assert answer.status_code == 404


@pytest.mark.parametrize(
    ("sent", "parameter"),
    [
        ({"client_id": ""}, "client_id"),
        ({"start_date": "2026-12-02", "end_date": "2026-12-01"}, "end_date"),
        ({"start_date": "yesterday"}, "start_date"),
        ({"decisions": decide("brand", "B1", "keep")}, "decisions"),
    ],
)
def test_what_is_no_range_is_refused(world: World, sent: dict[str, Any], parameter: str) -> None:
    number = world.product(price="12000")["product_no"]
    world.put(f"products/{number}", price="9900")

    answer = undo_all(world, **sent)

    assert answer.status_code == 422
    assert answer.json()["error"]["more_info"]["parameter"] == parameter
    assert price(world, number) == "9900.00"
