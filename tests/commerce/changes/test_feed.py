"""The change feed: numbered changes with rows, causes and changed fields; snapshots and digests."""

import hashlib
import json
import threading
import time
from typing import Any

from tests.commerce.changes.reader import Reader, snapshot, whole
from tests.commerce.product.stock_setup import stocked
from tests.world import World


def changes(world: World, **query: Any) -> Any:
    return world.get("changes", **query)["changes"]


def test_changes_have_rows_causes_and_names_of_fields(world: World) -> None:
    number, code = stocked(world, 5)
    reader = Reader(world)

    answer = world.call("PUT", f"products/{number}", json={"request": {"price": "7000.00"}})
    [entry] = reader.follow()

    row = world.get(f"products/{number}")["product"]
    assert entry == {
        "sequence": reader.position,
        "resource": "products",
        "id": str(number),
        "deleted": False,
        "changed_fields": entry["changed_fields"],
        "cause": {
            "operation": "PUT products/{product_no}",
            "client_id": world.full.credentials.client_id,
            "user_id": entry["cause"]["user_id"],
            "request_id": answer.headers["x-request-id"],
        },
        "changed_at": entry["changed_at"],
        "row": row,
    }
    assert "price" in entry["changed_fields"]

    world.call("PUT", "inventories", json={"requests": [{"variant_code": code, "quantity": 9}]})
    stock = [each for each in reader.follow() if each["resource"] == "variants"]
    assert [(each["id"], each["changed_fields"]) for each in stock] == [(code, ["quantity"])]
    shown = world.get(f"products/{number}/variants/{code}")["variant"]
    # only reads look whether it can be bought
    assert {**stock[0]["row"], "sold_out": shown["sold_out"]} == shown

    world.call("DELETE", f"products/{number}")
    deleted = [each for each in reader.follow() if each["deleted"]]
    assert {(each["resource"], each["id"], each["row"]) for each in deleted} == {
        ("products", str(number), None),
        ("variants", code, None),
    }
    assert reader.copy == whole(world)


def test_nothing_is_recorded_where_nobody_reads(world: World) -> None:
    number, _ = stocked(world, 5)

    first = changes(world)
    later = changes(world, since=first["head"])

    assert first["oldest"] == first["head"] == later["head"]
    assert first["entries"] == later["entries"] == []
    assert str(number) in snapshot(world, "products")[1]


def test_a_position_that_is_not_kept_is_gone(world: World) -> None:
    head = changes(world)["head"]

    early = world.call("GET", "changes", params={"since": 3})
    late = world.call("GET", "changes", params={"since": head + 1})

    assert (early.status_code, late.status_code) == (410, 410)
    assert early.json()["error"]["more_info"]["parameter"] == "since"


def test_resources_need_their_scopes(world: World) -> None:
    app = world.install(["mall.read_application", "mall.read_product"])
    head = changes(world)["head"]
    world.product()
    world.post("categories", category_name="Shoes")

    refused = world.call("GET", "changes", app=app, params={"resource": "orders", "since": head})
    seen = world.call("GET", "changes", app=app, params={"since": head}).json()["changes"]
    unknown = world.call("GET", "changes", params={"resource": "nothing", "since": head})

    assert refused.status_code == 403
    assert refused.json()["error"]["more_info"] == {
        "parameter": "resource",
        "reason": "changes_need_scope",
        "values": {"resource": "orders", "scope": "mall.read_order"},
    }
    assert {each["resource"] for each in seen["entries"]} == {"products", "variants"}
    assert unknown.status_code == 422
    everything = {each["resource"] for each in changes(world, since=head)["entries"]}
    assert everything == {"products", "variants", "categories"}


def test_pages_of_changes_and_snapshots_continue(world: World) -> None:
    head = changes(world)["head"]
    numbers = [str(world.product()["product_no"]) for _ in range(5)]

    found, since = [], head
    while True:
        page = changes(world, since=since, limit=2, resource="products")
        found += [each["id"] for each in page["entries"]]
        since = page["next"]
        if since == page["head"]:
            break

    assert found == numbers
    assert snapshot(world, "products", limit=2)[1] == snapshot(world, "products")[1]


def test_a_waiting_call_is_answered_at_once_by_a_change(world: World) -> None:
    head = changes(world)["head"]
    answers: list[Any] = []

    def wait() -> None:
        began = time.monotonic()
        found = changes(world, since=head, wait=20, resource="products")
        answers.append((found, time.monotonic() - began))

    waiting = threading.Thread(target=wait)
    waiting.start()
    time.sleep(0.5)
    number = world.product()["product_no"]
    waiting.join(timeout=20)

    [(found, seconds)] = answers
    assert [each["id"] for each in found["entries"]] == [str(number)]
    assert 0.4 < seconds < 15


def test_waiting_ends_and_takes_no_processing_time(world: World) -> None:
    head = changes(world)["head"]

    answer = world.call("GET", "changes", params={"since": head, "wait": 2})

    assert answer.json()["changes"]["entries"] == []
    # two seconds of processing would be 2 % and more of the shop's time
    assert float(answer.headers["x-platform-time-usage"]) < 2


def test_digests_find_the_range_that_differs(world: World) -> None:
    for _ in range(5):
        world.product()
    rows = snapshot(world, "products")[1]

    page = world.get("changes/digests", resource="products", rows=2, ranges=10)["digests"]

    ids = sorted(rows, key=int)
    parts = [ids[at : at + 2] for at in range(0, len(ids), 2)]
    assert page["next"] is None
    assert [each["count"] for each in page["ranges"]] == [len(each) for each in parts]
    assert page["ranges"][-1]["upto"] is None
    for part, found in zip(parts, page["ranges"], strict=True):
        lines = [
            each
            + "\t"
            + json.dumps(rows[each], sort_keys=True, ensure_ascii=False, separators=(",", ":"))
            + "\n"
            for each in part
        ]
        assert found["digest"] == hashlib.sha256("".join(lines).encode()).hexdigest()


def test_a_snapshot_is_json_lines_for_who_accepts_them(world: World) -> None:
    for _ in range(3):
        world.product()
    query = {"resource": "products", "limit": 2}
    page = world.get("changes/snapshot", **query)["snapshot"]

    answer = world.call(
        "GET", "changes/snapshot", params=query, headers={"accept": "application/jsonl"}
    )

    assert answer.headers["content-type"] == "application/jsonl; charset=utf-8"
    first, *rows = [json.loads(line) for line in answer.text.splitlines()]
    assert first == {"sequence": page["sequence"], "next": page["next"]}
    expected = [{"id": id_, "row": row} for id_, row in zip(page["ids"], page["rows"], strict=True)]
    assert rows == expected
    # a row is written as digests read it
    digest = world.get("changes/digests", resource="products", rows=2, ranges=1)["digests"]
    texts = [line.partition(',"row":')[2][:-1] for line in answer.text.splitlines()[1:]]
    lines = [f"{each['id']}\t{text}\n" for each, text in zip(rows, texts, strict=True)]
    assert digest["ranges"][0]["digest"] == hashlib.sha256("".join(lines).encode()).hexdigest()


def test_other_operations_and_errors_stay_json(world: World) -> None:
    lines = {"accept": "application/jsonl"}

    changes_ = world.call("GET", "changes", headers=lines)
    refused = world.call("GET", "changes/snapshot", params={"resource": "x"}, headers=lines)

    assert changes_.headers["content-type"] == "application/json; charset=utf-8"
    assert refused.headers["content-type"] == "application/json; charset=utf-8"
    assert refused.status_code == 422


def test_one_call_a_minute_keeps_up_with_a_quiet_shop(world: World) -> None:
    # given a reader that calls once a minute, and a shop with forty changes in each
    number, code = stocked(world, 5)
    position = changes(world)["head"]
    copy = whole(world)
    clock = world.stage.clock

    for minute in range(3):
        for at in range(20):
            request = {"price": f"{1000 + 100 * minute + at}.00"}
            world.call("PUT", f"products/{number}", json={"request": request})
            rows = [{"variant_code": code, "quantity": 100 * minute + at + 1}]
            world.call("PUT", "inventories", json={"requests": rows})
        clock.pass_(60)

        # when it calls once
        page = changes(world, since=position, limit=500)

        # then it is at the head, with the shop's rows
        assert page["next"] == page["head"]
        assert page["head"] - position >= 40
        position = page["next"]
        for each in page["entries"]:
            copy[each["resource"]][each["id"]] = each["row"]
        assert copy == whole(world)


def test_waiting_costs_a_call_and_nothing_more(world: World) -> None:
    # given an app whose calls have drained from its bucket
    app = world.install()
    head = changes(world)["head"]
    world.stage.clock.pass_(60)
    query = {"since": head, "resource": "products"}
    plain = world.call("GET", "changes", app=app, params=query)
    world.stage.clock.pass_(60)

    waited = world.call("GET", "changes", app=app, params={**query, "wait": 2})

    # then a call that waits two seconds uses what one uses that does not wait
    names = ("x-api-call-limit", "x-platform-call-usage")
    assert [waited.headers[name] for name in names] == [plain.headers[name] for name in names]
    assert float(waited.headers["x-platform-time-usage"]) < 2


def test_many_calls_wait_at_once_and_use_no_more(world: World) -> None:
    head = changes(world)["head"]
    world.stage.clock.pass_(60)
    used: list[float] = []

    def wait() -> None:
        answer = world.call("GET", "changes", params={"since": head, "wait": 2})
        used.append(float(answer.headers["x-platform-time-usage"]))

    waiting = [threading.Thread(target=wait) for _ in range(8)]
    began = time.monotonic()
    for each in waiting:
        each.start()
    for each in waiting:
        each.join(timeout=30)

    # sixteen seconds of waiting in two, none of them processing time
    assert len(used) == 8
    assert time.monotonic() - began < 12
    assert max(used) < 2
