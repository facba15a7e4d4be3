"""A client that heard nothing sends the same call once more, and it is done once."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from sqlalchemy import bindparam, select

from openmall.api.pipeline.idempotency import rules as idempotency_rules
from openmall.api.pipeline.idempotency import store
from openmall.database.statements import Statement
from tests.commerce.personal.cart_client import USUAL
from tests.world import World

EVERY = Statement(
    select(store.STORED_RESPONSE.c.key, store.STORED_RESPONSE.c.session).where(
        store.STORED_RESPONSE.c.mall_id == bindparam("mall_id")
    )
)
KEY = "order-2026-11-21-0001"


def post(world: World, path: str, key: str = KEY, /, **request: Any) -> httpx.Response:
    answer: httpx.Response = world.call(
        "POST", path, json={"request": request}, headers={"Idempotency-Key": key}
    )
    return answer


def redirects(world: World) -> list[str]:
    return [each["path"] for each in world.get("redirects")["redirects"]]


def test_the_same_call_is_done_once_and_answered_twice(world: World) -> None:
    first = post(world, "redirects", path="/old", target="/new")
    second = post(world, "redirects", target="/new", path="/old")

    assert (first.status_code, second.status_code) == (201, 201)
    assert second.content == first.content
    assert redirects(world) == ["/old"]
    assert "Idempotency-Replayed" not in first.headers
    assert second.headers["Idempotency-Replayed"] == "true"


def test_an_update_and_a_deletion_are_done_once(world: World) -> None:
    path = f"products/{world.product()['product_no']}"
    headers = {"Idempotency-Key": KEY}

    def send(method: str, **rest: Any) -> httpx.Response:
        answer: httpx.Response = world.call(method, path, headers=headers, **rest)
        return answer

    change = {"request": {"price": "9000.00"}}
    updates = [send("PUT", json=change)]
    world.put(path, price="8000.00")
    updates.append(send("PUT", json=change))
    price = world.get(path)["product"]["price"]
    deletions = [send("DELETE"), send("DELETE")]

    assert [each.status_code for each in updates + deletions] == [200] * 4
    assert updates[0].content == updates[1].content
    assert price == "8000.00"
    assert deletions[0].content == deletions[1].content
    assert deletions[1].headers["Idempotency-Replayed"] == "true"
    assert world.call("GET", path).status_code == 404


def test_a_read_ignores_a_key_and_says_so(world: World) -> None:
    answer = world.call("GET", "products", headers={"Idempotency-Key": KEY})

    assert answer.status_code == 200
    assert answer.headers["X-Platform-Ignored"] == "Idempotency-Key"


def test_without_a_key_a_call_is_done_as_often_as_it_is_sent(world: World) -> None:
    made = [world.product()["product_no"] for _ in range(2)]

    assert made[0] != made[1]


def test_a_key_is_good_for_one_body(world: World) -> None:
    post(world, "redirects", path="/old", target="/new")

    other = post(world, "redirects", path="/older", target="/new")

    assert (other.status_code, other.json()["error"]) == (
        422,
        {
            "code": "422",
            "message": "The key was used for another call. (parameter.Idempotency-Key)",
            "more_info": {"parameter": "Idempotency-Key", "reason": "idempotency_key_reused"},
        },
    )
    assert redirects(world) == ["/old"]


def test_a_key_is_good_for_one_operation_and_one_app(world: World) -> None:
    post(world, "redirects", path="/old", target="/new")
    brand = post(world, "brands", brand_name="Kite")
    other = world.call(
        "POST",
        "redirects",
        app=world.install(restricted=True),
        json={"request": {"path": "/other", "target": "/new"}},
        headers={"Idempotency-Key": KEY},
    )

    assert (brand.status_code, other.status_code) == (201, 201)
    assert sorted(redirects(world)) == ["/old", "/other"]


def test_what_was_refused_may_be_sent_again(world: World) -> None:
    post(world, "redirects", path="/old", target="/new")
    twice = post(world, "redirects", "another", path="/old", target="/new")
    world.call("DELETE", f"redirects/{world.get('redirects')['redirects'][0]['id']}")
    again = post(world, "redirects", "another", path="/old", target="/new")

    assert (twice.status_code, again.status_code) == (422, 201)


def test_several_objects_are_one_call(world: World) -> None:
    def send() -> httpx.Response:
        answer: httpx.Response = world.call(
            "POST",
            "boards/4/articles",
            json={
                "requests": [
                    {"writer": "Kim", "title": "Good", "content": "x", "client_ip": "192.0.2.1"},
                    {"writer": "Kim", "title": "Bad", "content": "x", "client_ip": "nowhere"},
                ]
            },
            headers={"Idempotency-Key": KEY},
        )
        return answer

    first, second = send(), send()

    assert (first.status_code, second.status_code) == (207, 207)
    assert second.content == first.content
    assert len(world.get("boards/4/articles")["articles"]) == 1


def test_in_time_a_key_is_free_again_and_nothing_is_kept(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idempotency_rules, "SECONDS", 3600)
    made = [post(world, "redirects", f"key-{at}", path=f"/{at}", target="/new") for at in range(3)]
    world.stage.clock.pass_(3600)

    anew = post(world, "redirects", "key-0", path="/later", target="/new")

    assert [each.status_code for each in (*made, anew)] == [201] * 4
    assert _kept(world) == ["key-0"]


@pytest.mark.parametrize("key", ["", "x" * 256, "two words"])
def test_what_is_no_key_is_refused(world: World, key: str) -> None:
    answer = post(world, "redirects", key, path="/old", target="/new")

    assert answer.json()["error"]["message"] == (
        "A key has 1 to 255 visible ASCII characters. (parameter.Idempotency-Key)"
    )
    assert redirects(world) == []


def test_an_answer_that_is_too_long_to_keep_is_not_done_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idempotency_rules, "MAX_STORED_BODY", 10)
    post(world, "redirects", path="/old", target="/new")

    again = post(world, "redirects", path="/old", target="/new")

    assert (again.status_code, again.json()["error"]["message"]) == (
        409,
        "The call was carried out; its answer is not kept. (parameter.Idempotency-Key)",
    )
    assert redirects(world) == ["/old"]


def test_a_reply_that_is_lost_after_the_commit_is_answered_once_more(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    road = world.stage.app._pipeline

    def die(*_: Any, **__: Any) -> None:
        raise MemoryError("the process is gone")

    with monkeypatch.context() as dying:
        dying.setattr(road._admission, "record_processing_time", die)  # what comes after the commit
        lost = post(world, "redirects", path="/old", target="/new")
    again = post(world, "redirects", path="/old", target="/new")

    assert (lost.status_code, again.status_code) == (500, 201)
    assert again.json()["redirects"]["path"] == "/old"
    assert redirects(world) == ["/old"]


def test_twins_sent_at_once_are_one_call(world: World) -> None:
    with ThreadPoolExecutor(6) as many:
        sent = [
            many.submit(post, world, "products", product_name="Apron", price="1", supply_price="1")
            for _ in range(6)
        ]
        answers = [each.result() for each in sent]

    assert {each.status_code for each in answers} == {201}
    assert len({each.content for each in answers}) == 1
    assert world.get("products/count") == {"count": 1}


def test_a_stranger_on_the_storefront_gets_the_same_session(world: World) -> None:
    number = world.product()["product_no"]

    def put(key: str) -> httpx.Response:
        world.stage.client.cookies.clear()
        return world.request(
            "POST",
            "/api/v2/carts",
            auth=world.full.basic,
            headers={"Idempotency-Key": key},
            json={"request": {**USUAL, "product_no": number}},
        )

    first, second = (
        put("4f1d1f7e-0000-4000-8000-000000000001"),
        put("4f1d1f7e-0000-4000-8000-000000000001"),
    )
    short = put("guessed")

    assert (first.status_code, second.status_code) == (201, 201)
    session = first.headers["x-openmall-session"]
    assert second.headers["x-openmall-session"] == session
    assert session not in str(_sessions(world)), "what is kept is sealed"
    assert short.json()["error"]["message"] == (
        "Without a session a key has at least 20 characters. (parameter.Idempotency-Key)"
    )
    carts = world.request("GET", f"/api/v2/products/{number}/carts/count", auth=world.full.basic)
    assert carts.json() == {"count": 1}


def _rows(world: World) -> list[Any]:
    return world.in_transaction(lambda db: db.all(EVERY))


def _kept(world: World) -> list[str]:
    return [row[0] for row in _rows(world)]


def _sessions(world: World) -> list[str]:
    return [row[1] for row in _rows(world)]
