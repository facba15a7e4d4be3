"""Programs of this machine create test malls, reset them and delete them."""

from pathlib import Path
from typing import Any

import pytest

from openmall.access import passwords
from openmall.access.malls import rules as mall_rules
from openmall.apptesting import rules as test_rules
from openmall.apptesting.service import DEMO_FILE, TestMalls
from openmall.cli.demo.file import NAME
from openmall.configuration import Configuration
from openmall.database.schema import metadata
from tests.apptesting.test_calls import LOCAL, admin, call, create, refused, rows_of
from tests.world import Stage, open_stage


def test_a_mall_comes_with_contents_an_app_and_a_token(stage: Stage) -> None:
    made = create(stage, name="My test")

    mall, app = made["mall"], made["app"]
    assert mall["url"] == f"https://{mall['mall_id']}.openmall.localhost:8443"
    assert mall["local_url"] == f"https://127.0.0.1:8443/@{mall['mall_id']}"
    assert (mall["name"], mall["contents"], len(mall["orders"])) == ("My test", "catalogue", 19)
    assert made["token"]["client_id"] == app["client_id"] == mall["client_id"]
    shop = admin(stage, made, "GET", "store")["store"]
    assert shop["shop_name"] == "My test"
    assert admin(stage, made, "GET", "products/count") == {"count": 24}
    orders = admin(stage, made, "GET", "orders?start_date=2026-11-01&end_date=2026-11-30&limit=50")
    assert sorted(each["order_id"] for each in orders["orders"]) == mall["orders"]
    # of another mall, it is unknown
    other = create(stage)
    assert other["mall"]["mall_id"] != mall["mall_id"]
    assert admin(stage, {**other, "token": made["token"]}, "GET", "store", status=401)


def test_its_customer_and_its_manager_can_sign_in(stage: Stage) -> None:
    made = create(stage)
    mall = made["mall"]

    basic = (made["app"]["client_id"], made["app"]["front_api_key"])
    answer = stage.client.request(
        "POST",
        f"{mall['local_url']}/api/v2/sessions",
        auth=basic,
        json={"request": {"member_id": mall["member_id"], "password": mall["password"]}},
    )
    assert answer.status_code == 201, answer.text

    async def password_of_the_manager() -> str:
        async with stage.app.database.reading(mall["mall_id"]) as db:
            manager = await mall_rules.manager(db, mall["user_id"])
        assert manager is not None
        return manager.password_hash

    assert passwords.matches(mall["password"], stage.run(password_of_the_manager))


def test_an_empty_mall_has_no_products(stage: Stage) -> None:
    made = create(stage, contents="empty")

    assert admin(stage, made, "GET", "products/count") == {"count": 0}
    assert made["mall"]["orders"] == []


def test_a_reset_restores_what_was_changed_and_ends_tokens(stage: Stage) -> None:
    made = create(stage)
    mall_id, token = made["mall"]["mall_id"], made["token"]
    before = admin(stage, made, "GET", "products?fields=product_no,price,product_name&limit=100")
    admin(stage, made, "DELETE", "products/1")
    admin(stage, made, "PUT", "products/2", {"price": "1.00"}, status=200)
    call(stage, "POST", f"/malls/{mall_id}/trigger", event="order_paid")
    call(stage, "POST", f"/malls/{mall_id}/clock", forward="40d")
    call(stage, "PUT", f"/malls/{mall_id}/faults", rules=[{"effect": "503"}])

    again = call(stage, "POST", f"/malls/{mall_id}/reset")

    assert again["mall"] == made["mall"]
    assert admin(stage, made, "GET", "store", status=401)
    made = {**made, "token": again["token"]}
    after = admin(stage, made, "GET", "products?fields=product_no,price,product_name&limit=100")
    assert after == before
    clock = call(stage, "GET", f"/malls/{mall_id}/clock")["clock"]
    assert (clock["ahead"], clock["status"]) == (0, "ready")
    assert token["access_token"] != again["token"]["access_token"]


def test_events_after_a_reset_have_numbers_nobody_has_seen(stage: Stage) -> None:
    made = create(stage)
    mall_id = made["mall"]["mall_id"]
    path = f"/malls/{mall_id}/trigger"
    first = call(stage, "POST", path, event="order_paid")["events"]

    call(stage, "POST", f"/malls/{mall_id}/reset")
    second = call(stage, "POST", path, event="order_paid")["events"]

    assert [each["sequence"] for each in second] == [
        each["sequence"] + len(first) for each in first
    ]
    assert [each["name"] for each in second] == [each["name"] for each in first]


def test_a_deleted_mall_leaves_nothing(stage: Stage) -> None:
    made = create(stage)
    mall_id, client_id = made["mall"]["mall_id"], made["app"]["client_id"]
    call(stage, "POST", f"/malls/{mall_id}/trigger", event="order_shipped")
    assert "product" in rows_of(stage, "mall_id", mall_id)

    assert call(stage, "DELETE", f"/malls/{mall_id}") == {"mall_id": mall_id}

    left = rows_of(stage, "mall_id", mall_id) | rows_of(stage, "store_id", mall_id)
    assert left - {"api_call", "api_call_body"} == set()
    assert rows_of(stage, "client_id", client_id) - {"api_call", "api_call_body"} == set()
    assert refused(stage, "GET", f"/malls/{mall_id}") == (404, "")
    assert refused(stage, "DELETE", f"/malls/{mall_id}") == (404, "")
    assert refused(stage, "POST", f"/malls/{mall_id}/reset") == (404, "")


def test_only_malls_made_here_are_reset_or_deleted(stage: Stage) -> None:
    trial = stage.new_world(sandbox=True)
    production = stage.new_world()

    for mall_id in (trial.mall_id, production.mall_id):
        assert refused(stage, "POST", f"/malls/{mall_id}/reset") == (404, "")
        assert refused(stage, "DELETE", f"/malls/{mall_id}") == (404, "")
    for path in ("clock", "settle", "tokens"):
        assert refused(stage, "POST", f"/malls/{production.mall_id}/{path}", forward="1d")[0] in (
            403, 422
        )  # fmt: skip
    assert refused(
        stage, "POST", f"/malls/{production.mall_id}/trigger", event="product_created"
    ) == (403, "")
    assert refused(stage, "POST", f"/malls/{production.mall_id}/tokens") == (403, "")
    assert refused(stage, "POST", f"/malls/{production.mall_id}/clock", forward=60) == (403, "")
    assert production.get("products/count") == {"count": 0}


@pytest.mark.parametrize(
    ("draft", "status", "parameter"),
    [
        ({"contents": "everything"}, 422, "contents"),
        ({"nme": "x"}, 422, "nme"),
        ({"app": {"scopes": ["mall.read_moon"]}}, 422, "app.scopes"),
        ({"app": {"redirect_uris": ["javascript:alert(1)"]}}, 422, "app.redirect_uris"),
        ({"app": {"redirect_uris": ["http://[::1"]}}, 422, "app.redirect_uris"),
        ({"app": {"name": 5}}, 422, "app.name"),
        ({"app": {"version": "2020-01-01"}}, 422, "app.version"),
        ({"mall_id": "No"}, 422, "mall_id"),
        ({"mall_id": "collection"}, 422, "mall_id"),
        ({"client_id": "nobody"}, 422, "client_id"),
        ({"webhooks": {"address": "http://example.com"}}, 422, "webhooks.address"),
        ({"webhooks": {"address": "http://127.0.0.1:9"}}, 422, "webhooks.address"),
        ({"webhooks": {"address": "https://example.com", "events": ["x"]}}, 422, "webhooks.events"),
    ],
)
def test_a_wrong_draft_names_the_parameter_and_makes_no_mall(
    stage: Stage, draft: dict[str, Any], status: int, parameter: str
) -> None:
    before = call(stage, "GET", "/malls")

    assert refused(stage, "POST", "/malls", **draft) == (status, parameter)

    assert call(stage, "GET", "/malls") == before


def test_a_mall_id_is_taken_once(stage: Stage) -> None:
    made = create(stage, contents="empty")

    assert refused(stage, "POST", "/malls", mall_id=made["mall"]["mall_id"]) == (422, "mall_id")


def test_bodies_and_paths_that_are_none_are_refused(stage: Stage) -> None:
    send = stage.client.request
    assert send("POST", f"{LOCAL}/malls", content=b"{}").status_code == 400
    headers = {"Content-Type": "application/json"}
    assert send("POST", f"{LOCAL}/malls", content=b"[1]", headers=headers).status_code == 400
    assert send("POST", f"{LOCAL}/malls", content=b"{", headers=headers).status_code == 400
    assert send("GET", f"{LOCAL}/moons").status_code == 404
    assert send("GET", f"{LOCAL}/malls/A_B").status_code == 404
    answer = send("PATCH", f"{LOCAL}/malls")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, POST")


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"X-Forwarded-For": "203.0.113.7"},
        {"Forwarded": "for=203.0.113.7"},
        {"Host": "shop.openmall.localhost:8443"},
    ],
)
def test_only_programs_of_this_machine_are_answered(stage: Stage, headers: dict[str, str]) -> None:
    answer = stage.client.request("GET", LOCAL, headers=headers)

    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "403")


@pytest.mark.parametrize(
    ("ip", "permitted"), [("127.0.0.1", True), ("203.0.113.7", False), ("", False)]
)
def test_programs_of_other_machines_are_refused(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, ip: str, permitted: bool
) -> None:
    monkeypatch.setattr(stage.client._transport, "_ip", ip)

    assert stage.client.get(LOCAL).status_code == (200 if permitted else 403)


@pytest.mark.parametrize(
    ("setting", "is_demo", "status"),
    [("off", True, 404), ("demo", False, 404), ("demo", True, 200), ("on", False, 200)],
)
def test_they_are_for_demos_unless_the_operator_says_so(
    tmp_path: Path, setting: str, is_demo: bool, status: int
) -> None:
    with open_stage(tmp_path, test_malls=setting) as stage:
        if is_demo:
            (tmp_path / NAME).write_bytes(b"{}")
        assert stage.client.request("GET", LOCAL).status_code == status


def test_without_a_setting_a_shop_has_none(tmp_path: Path) -> None:
    assert Configuration(data_dir=tmp_path).test_malls == "demo"
    assert DEMO_FILE == NAME


def test_with_a_token_whoever_shows_it_may_and_nobody_else(tmp_path: Path) -> None:
    with open_stage(tmp_path, test_malls_token="right") as stage:  # of a test

        def get(**headers: str) -> Any:
            return stage.client.get("https://shops.openmall.localhost/_test", headers=headers)

        assert get(Authorization="Bearer right").status_code == 200
        assert get(Authorization="Bearer wrong").status_code == 401
        assert get(Authorization="Basic right").status_code == 401
        assert get().status_code == 401
        assert stage.client.request("GET", LOCAL).status_code == 401


def test_malls_that_nobody_uses_are_deleted_after_a_day(tmp_path: Path) -> None:
    with open_stage(tmp_path) as stage:
        malls: TestMalls = stage.app._test_malls
        assert stage.run(malls.sweep) == 0
        old, used = (create(stage, contents="empty")["mall"]["mall_id"] for _ in range(2))
        stage.clock.pass_(test_rules.UNUSED_SECONDS - 10)
        call(stage, "POST", f"/malls/{used}/reset")
        assert stage.run(malls.sweep) == 0

        stage.clock.pass_(11)

        assert stage.run(malls.sweep) == 1
        assert call(stage, "GET", "/malls") == {"malls": [used]}
        assert old not in rows_of(stage, "mall_id", old)


def test_the_contents_are_made_anew_after_a_day(tmp_path: Path) -> None:
    with open_stage(tmp_path) as stage:
        first = create(stage)["mall"]["orders"]
        assert create(stage)["mall"]["orders"] == first

        stage.clock.pass_(86_400)

        assert create(stage)["mall"]["orders"][0] > first[0]
        # and what was prepared is no mall any more
        malls = call(stage, "GET", "/malls")["malls"]
        assert all(each.startswith("test-") for each in malls)


def test_there_are_not_more_than_the_most(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_rules, "MOST", 0)

    assert refused(stage, "POST", "/malls") == (422, "mall_id")


def test_every_table_of_malls_is_emptied(stage: Stage) -> None:
    """A table of a mall that a reset forgot would carry rows from one test into the next."""
    from openmall.apptesting import store as test_store

    emptied = set(test_store.tables_of_malls())
    assert {name for name, table in metadata().tables.items() if "mall_id" in table.c} == emptied
