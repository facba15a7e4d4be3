"""A loop of the calls to see them at work."""

from typing import Any

import pytest

from tests.world import Stage

LOCAL = "https://127.0.0.1:8443/_test"


def call(stage: Stage, method: str, path: str = "", **rest: Any) -> Any:
    answer = stage.client.request(method, LOCAL + path, **rest)
    assert answer.status_code < 300, answer.text
    return answer.json()


def test_all(stage: Stage) -> None:
    import time
    made = call(stage, "POST", "/malls", json={})
    t = time.perf_counter()
    made = call(stage, "POST", "/malls", json={})
    print("create", time.perf_counter() - t)
    mall_id = made["mall"]["mall_id"]
    print(made)
    get = lambda path, token: stage.client.request("GET", made["mall"]["local_url"] + "/api/v2/admin/" + path, headers={"Authorization": f"Bearer {token}"})
    token = made["token"]["access_token"]
    print(get("products?limit=2&fields=product_no,product_name,price", token).text, get("orders/count?start_date=2026-11-01&end_date=2026-12-01", token).text)
    t = time.perf_counter()
    again = call(stage, "POST", f"/malls/{mall_id}/reset")
    print("reset", time.perf_counter() - t)
    assert get("products", token).status_code == 401
    token = again["token"]["access_token"]
    assert get("products", token).status_code == 200
    print(call(stage, "GET"))
    for each in call(stage, "GET")["triggers"]:
        print(each, [(e["name"]) for e in call(stage, "POST", f"/malls/{mall_id}/trigger", json={"event": each, "member_id": "shopper" if each.startswith("order") else ""})["events"]])
    t = time.perf_counter()
    print(call(stage, "POST", f"/malls/{mall_id}/clock", json={"forward": "3d"}), time.perf_counter() - t)
    print(call(stage, "GET", f"/malls/{mall_id}"))
    print(call(stage, "GET", "/openapi.json").keys())
    print(call(stage, "DELETE", f"/malls/{mall_id}"))
    assert False
