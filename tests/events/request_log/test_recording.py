"""Every call of an app is in its log once, with what was asked and what was answered."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from openmall.contract import api_versions
from openmall.database.session import DatabaseAway
from openmall.events.request_log import store
from openmall.events.request_log.buffer import Buffer
from openmall.events.request_log.store import Row
from openmall.events.request_log.writer import RequestLogWriter
from tests.commerce.partner.programme_setup import SCOPES, ask, enrol
from tests.events.request_log.log_reader import Log
from tests.world import NOVEMBER_2026, open_stage

APRON = {"product_name": "Linen apron", "supply_price": "5000.00", "price": "11000.00"}


def told(row: Row) -> tuple[Any, ...]:
    return row.operation, row.method, row.path, row.status, row.parameter, row.message


def test_a_read_is_recorded_with_all_that_is_known_of_it(log: Log) -> None:
    made = log.world.product()
    log.world.stage.clock.pass_(1)

    answer = log.world.call(
        "GET",
        f"products/{made['product_no']}?fields=product_no&colour=red",
        headers={api_versions.HEADER: "2026-03-01"},
    )

    row = log.last()
    assert row == Row(
        client_id=log.client_id,
        number=row.number,
        at=int((NOVEMBER_2026 + 1) * 1e6),
        mall=log.world.mall_id,
        operation="admin GET products/{product_no}",
        method="GET",
        path=f"/api/v2/admin/products/{made['product_no']}",
        query="fields=product_no&colour=red",
        status=200,
        took=row.took,
        used=1,
        capacity=40,
        limits=row.limits,
        version="2026-03-01",
        request_id=answer.headers["x-request-id"],
        ip="127.0.0.1",
        parameter="",
        message="",
        sent_size=0,
        answered_size=len(answer.content),
        unproven=0,
        sent="",
        answered="",
    )
    assert 0 < row.took < 60_000_000
    assert row.limits.splitlines()[0] == f"x-api-call-limit: {answer.headers['x-api-call-limit']}"
    assert "x-platform-ignored: colour" in row.limits


def test_a_write_is_recorded_with_what_was_sent_and_answered(log: Log) -> None:
    answer = log.world.call("POST", "products", json={"shop_no": 1, "request": APRON})

    row = log.last()
    assert told(row) == ("admin POST products", "POST", "/api/v2/admin/products", 201, "", "")
    assert msgspec.json.decode(row.sent) == {"shop_no": 1, "request": APRON}
    assert msgspec.json.decode(row.answered) == answer.json()
    assert (row.sent_size, row.answered_size) == (
        len(answer.request.content),
        len(answer.content),
    )


def test_every_refusal_is_recorded_once_with_its_reason(log: Log) -> None:
    world = log.world
    made = world.product()
    number = made["product_no"]
    narrow = world.install(["mall.read_product"])
    admin = "/api/v2/admin"
    world.call("PUT", f"products/{number}", content=b"{}", headers={"Content-Type": "text/plain"})
    world.call("POST", "products", content=b"{", headers={"Content-Type": "application/json"})
    world.call("GET", "prodcts")
    world.call("PATCH", f"products/{number}")
    world.call("GET", "products/999999")
    world.call("PUT", f"products/{number}", json={"request": {"product_name": "Linen apron"}})
    world.call("GET", "products", params={"limit": "many"})
    world.call("POST", "products", app=narrow, json={"request": APRON})

    found = [(row.operation, row.path, row.status, row.parameter) for row in log.rows()[1:]]
    assert found == [
        ("admin PUT products/{product_no}", f"{admin}/products/{number}", 400, ""),
        ("admin POST products", f"{admin}/products", 400, ""),
        ("", f"{admin}/prodcts", 404, ""),
        ("", f"{admin}/products/{number}", 404, ""),
        ("admin GET products/{product_no}", f"{admin}/products/999999", 404, "product_no"),
        ("admin PUT products/{product_no}", f"{admin}/products/{number}", 409, ""),
        ("admin GET products", f"{admin}/products", 422, "limit"),
    ]
    assert all(row.message for row in log.rows()[1:])
    [refused] = Log(world, narrow).rows()
    assert (refused.operation, refused.status, refused.sent) == ("admin POST products", 403, "")


def test_an_app_is_known_though_its_token_is_over_or_it_was_deleted(log: Log) -> None:
    world = log.world
    gone = world.install(in_mall=False)
    world.call("GET", "products", app=gone)
    world.call("GET", "products", headers={"Authorization": "Bearer aTokenThatNobodyEverGave"})
    world.stage.clock.pass_(3 * 3_600)

    world.call("GET", "products")

    assert [(row.status, row.message) for row in log.rows()] == [
        (401, "access_token time expired. (invalid_token)")
    ]
    assert [(row.status, row.message) for row in Log(world, gone).rows()] == [
        (403, "The app has been deleted from the shop.")
    ]


def test_the_storefront_knows_clients_by_their_id_and_shoppers_by_their_network(log: Log) -> None:
    world = log.world
    client_id = world.full.credentials.client_id
    world.request("GET", "/api/v2/products", auth=world.full.basic)
    world.request("GET", "/api/v2/products", auth=(client_id, "a wrong key of somebody"))
    world.request("GET", "/api/v2/products", headers={"X-Platform-Client-Id": client_id})
    world.request("GET", "/api/v2/products", headers={"X-Platform-Client-Id": "nobody"})

    assert [(row.operation, row.status, row.capacity, row.ip) for row in log.rows()] == [
        ("storefront GET products", 200, 40, "127.0.0.0/24"),
        ("storefront GET products", 401, 10, "127.0.0.0/24"),
        ("storefront GET products", 200, 10, "127.0.0.0/24"),
    ]


def test_partners_and_analytics_are_recorded_as_well(log: Log) -> None:
    world = log.world
    enrol(world)
    world.full = partner = world.install(SCOPES)
    ask(world, "shops", store_id=world.mall_id)
    [row] = Log(world, partner).rows()
    assert (row.operation, row.mall, row.path, row.status) == (
        "partner GET shops", "", "/api/shops", 200,
    )  # fmt: skip
    assert (row.used, row.capacity) == (1, 40)

    world.full = reporter = world.install(restricted=True)
    world.stage.client.get(
        "https://analytics.openmall.localhost/visitors/view",
        params={"mall_id": world.mall_id, "start_date": "2026-06-01", "end_date": "2026-06-02"},
        headers=reporter.headers,
    )
    [row] = Log(world, reporter).rows()
    assert (row.operation, row.mall, row.status) == (
        "analytics GET visitors/view", world.mall_id, 200,
    )  # fmt: skip
    assert (row.used, row.capacity) == (1, 40)


def test_several_objects_in_one_call_are_one_line(log: Log) -> None:
    made = log.world.product()
    variant = log.world.get(f"products/{made['product_no']}/variants")["variants"][0]
    objects = [
        {"variant_code": variant["variant_code"], "custom_variant_code": "A1"},
        {"variant_code": "P000000Z000Z", "custom_variant_code": "A2"},
    ]

    answer = log.world.call(
        "PUT", f"products/{made['product_no']}/variants", json={"requests": objects}
    )

    row = log.last()
    assert (answer.status_code, row.status, row.message) == (207, 207, "")
    assert msgspec.json.decode(row.answered) == answer.json()


def test_several_objects_that_fail_alike_are_one_error(log: Log) -> None:
    made = log.world.post("customergroups", group_name="VIP", group_description="")
    number = made["customergroup"]["group_no"]
    objects = [{"member_id": "nobody"}, {"member_id": "nobodytoo"}]

    answer = log.world.call(
        "POST", f"customergroups/{number}/customers", json={"requests": objects}
    )

    row = log.last()
    assert (answer.status_code, row.status, row.parameter) == (404, 404, "member_id")
    assert row.message.startswith("The customer does not exist.")
    assert "nobodytoo" in answer.text
    assert "nobodytoo" not in row.answered + row.sent


@pytest.mark.one_store
def test_full_buckets_and_faults_of_ours_are_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_stage(tmp_path, limits="enforce", shop_capacity=3) as stage:
        world = stage.new_world("busy")
        log = Log(world)
        world.get("products")

        def away(*_: Any, **__: Any) -> Any:
            raise DatabaseAway("gone")

        with monkeypatch.context() as patch:
            patch.setattr(type(stage.app.database), "reading", away)
            world.call("GET", "products")
        with monkeypatch.context() as patch:
            patch.setattr(type(stage.app.database), "reading", lambda *_, **__: None)
            world.call("GET", "products")
        refused = world.call("GET", "products")

        rows = log.rows()
        assert [(row.status, row.used) for row in rows] == [(200, 1), (503, 2), (500, 3), (429, 3)]
        assert rows[2].message == "Internal error. Quote … when you report it."
        assert f"retry-after: {refused.headers['retry-after']}" in rows[3].limits
        [minute] = log.minutes()
        assert (minute.calls, minute.errors, minute.refused, minute.fullest) == (4, 3, 1, 100)


def test_a_body_that_is_too_long_is_recorded_by_its_length(log: Log) -> None:
    long = {"request": {**APRON, "description": "x" * 70_000}}

    answer = log.world.call("POST", "products", json=long)

    row = log.last()
    assert (row.status, row.sent, row.sent_size) == (201, "", len(answer.request.content))


def test_what_a_body_holds_is_cut(log: Log) -> None:
    log.world.call("POST", "products", json={"request": {**APRON, "description": "x" * 3_000}})

    row = log.last()
    assert msgspec.json.decode(row.sent)["request"]["description"] == "x" * 2_000 + "…"


def test_what_does_not_fit_is_counted(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = log.world.stage.app.request_log_writer
    buffer = Buffer(most=3)
    monkeypatch.setattr(calls, "buffer", buffer)
    monkeypatch.setattr(log.world.stage.app._pipeline, "_request_log", buffer)

    for _ in range(5):
        log.world.get("products")

    assert len(log.rows()) == 3
    [minute] = log.minutes()
    assert (minute.calls, minute.not_recorded) == (3, 2)
    # when: there is room again
    log.world.get("products")
    assert len(log.rows()) == 4


def test_what_cannot_be_written_waits(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    database = log.world.stage.app.database
    log.world.get("products")
    log.world.get("products/count")

    def away(*_: Any, **__: Any) -> Any:
        raise DatabaseAway("gone")

    with monkeypatch.context() as patch:
        patch.setattr(type(database), "writing", away)
        log.write()

    assert [row.path for row in log.rows()] == [
        "/api/v2/admin/products",
        "/api/v2/admin/products/count",
    ]
    [minute] = log.minutes()
    assert (minute.calls, minute.not_recorded) == (2, 0)


def test_what_can_never_be_written_holds_nothing_up(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    log.world.get("products")

    async def broken(*_: Any) -> None:
        raise ValueError("no such row")

    with monkeypatch.context() as patch:
        patch.setattr(store, "add", broken)
        log.write()
    log.world.get("products/count")

    assert [row.path for row in log.rows()] == ["/api/v2/admin/products/count"]
    [minute] = log.minutes()
    assert (minute.calls, minute.not_recorded) == (1, 1)


def test_a_nul_that_was_sent_is_left_out(log: Log) -> None:
    strict = log.world.install(strict=True)
    log.world.call("GET", "products?a%00b=1&c=d%00e", app=strict)

    [row] = Log(log.world, strict).rows()
    assert (row.status, row.parameter) == (422, "ab")
    assert row.query == "a%00b=1&c=d%00e"


@pytest.mark.one_store
def test_others_have_their_turn_while_much_is_written(tmp_path: Path) -> None:
    with open_stage(tmp_path) as stage:
        log = Log(stage.new_world("much"))
        log.world.get("products")
        calls, _ = stage.app.request_log_writer.buffer.take()
        stage.app.request_log_writer.buffer.give_back(calls * 350, {})

        async def both() -> int:
            writing = asyncio.ensure_future(stage.app.request_log_writer.write())
            await asyncio.sleep(0)
            # who writes meanwhile, to read the log afterwards, waits for what was taken
            another = asyncio.ensure_future(stage.app.request_log_writer.write())
            turns = 0
            while not another.done():
                await asyncio.sleep(0)
                turns += 1
            assert writing.done()
            return turns

        assert stage.run(both) > 3
        [minute] = log.minutes()
        assert (minute.calls, len(log.lines())) == (350, 350)


@pytest.mark.both_stores
def test_two_workers_write_at_once(log: Log) -> None:

    app = log.world.stage.app
    for _ in range(4):
        log.world.get("products")
    waiting, lost = app.request_log_writer.buffer.take()
    other = RequestLogWriter(app.configuration, app.database, app.clock, app.directory, [])
    app.request_log_writer.buffer.give_back(waiting[:2], lost)
    other.buffer.give_back(waiting[2:], {})

    async def both() -> None:
        await asyncio.gather(app.request_log_writer.write(), other.write())

    log.world.stage.run(both)

    assert len({row.number for row in log.rows()}) == 4
    [minute] = log.minutes()
    assert minute.calls == 4
    [used] = log.operations()
    assert (used.operation, used.calls) == ("admin GET products", 4)


@pytest.mark.one_store
def test_only_errors_are_kept_when_so_configured_and_all_are_counted(tmp_path: Path) -> None:
    with open_stage(tmp_path, call_log="errors") as stage:
        log = Log(stage.new_world("errors"))
        log.world.get("products")
        log.world.call("GET", "prodcts")

        assert [row.status for row in log.rows()] == [404]
        [minute] = log.minutes()
        assert (minute.calls, minute.errors) == (2, 1)


@pytest.mark.one_store
def test_nothing_is_kept_when_it_is_off(tmp_path: Path) -> None:
    with open_stage(tmp_path, call_log="off") as stage:
        log = Log(stage.new_world("off"))
        log.world.get("products")

        assert (log.rows(), log.minutes(), log.called()) == ([], [], set())
