"""A write that is rehearsed, the plan of what would follow, and applying it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from sqlalchemy import bindparam, update

from openmall.contract import scopes as scope_names
from openmall.contract.moments import Clocks
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.events.plans import plan_expiry
from openmall.events.plans import store as plan_store
from openmall.events.plans.tables import PLAN
from tests.commerce.customer import customer_setup
from tests.media.images import base64_of, picture
from tests.world import World

REHEARSE = {"Prefer": "handling=rehearse"}
EXPIRE = Statement(
    update(PLAN).where(PLAN.c.mall_id == bindparam("mall_id")).values(expires_at=bindparam("now"))
)
ARTICLES = "boards/5/articles"


def rehearse(world: World, method: str, path: str, **values: Any) -> httpx.Response:
    return world.call(method, path, json={"request": values}, headers=REHEARSE)


def plan_no(answer: httpx.Response) -> int:
    assert answer.is_success, answer.text
    return int(answer.headers["Link"].partition(">")[0].rpartition("/")[2])


def token(answer: httpx.Response) -> str:
    return answer.headers["X-Platform-Plan-Token"]


def apply(world: World, answer: httpx.Response, **rest: Any) -> httpx.Response:
    body = {"request": {"token": token(answer)}}
    return world.call("POST", f"plans/{plan_no(answer)}/apply", json=body, **rest)


def plan(world: World, answer: httpx.Response) -> dict[str, Any]:
    found: dict[str, Any] = world.get(f"plans/{plan_no(answer)}")["plan"]
    return found


def changes(world: World, answer: httpx.Response) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = world.get(f"plans/{plan_no(answer)}/changes", limit=100)[
        "changes"
    ]
    return found


def at_once(work: Callable[[], int]) -> list[int]:
    """Return what four calls at the same time return."""
    with ThreadPoolExecutor(4) as pool:
        return list(pool.map(lambda _: work(), range(4)))


def price(world: World, number: int) -> str:
    found: str = world.get(f"products/{number}")["product"]["price"]
    return found


def test_a_plan_shows_what_changes_in_terms_of_the_api(world: World) -> None:
    number = world.product(price="12000")["product_no"]

    answer = rehearse(world, "PUT", f"products/{number}", price="9900")

    assert (answer.status_code, answer.json()["product"]["price"]) == (200, "9900.00")
    assert answer.headers["Preference-Applied"] == "handling=rehearse"
    assert answer.headers["Link"] == '</api/v2/admin/plans/1>; rel="plan"'
    assert price(world, number) == "12000.00"
    assert changes(world, answer) == [
        {
            "change_no": 1,
            "resource": "products",
            "object": str(number),
            "shop_no": 1,
            "change": "updated",
            "fields": ["price", "price_excluding_tax"],
            "before": {
                "price": "12000.00",
                "price_excluding_tax": "10909.09",
            },
            "after": {"price": "9900.00", "price_excluding_tax": "9000.00"},
        }
    ]
    found = plan(world, answer)
    assert found | {"effects": None} == {
        "plan_no": 1,
        "operation": "PUT products/{product_no}",
        "state": "open",
        "status": 200,
        "total": 1,
        "changes": 1,
        "reason": None,
        "created_date": "2026-11-21T09:00:00+09:00",
        "expires_date": "2026-11-22T09:00:00+09:00",
        "effects": None,
        "rate_limit": {"calls": 1, "limit": 40},
        "decision": None,
        "comments": [],
        "successor": None,
        "outcome": None,
    }
    assert found["effects"]["events"] == [{"event_no": 90002, "count": 1}]
    assert {"table": "product", "created": 0, "updated": 1, "deleted": 0} in (
        found["effects"]["rows"]
    )


def test_an_applied_plan_is_done_once(world: World) -> None:
    number = world.product(price="12000")["product_no"]
    answer = rehearse(world, "PUT", f"products/{number}", price="9900")

    first, second = apply(world, answer), apply(world, answer)

    assert first.status_code == 201
    assert first.json()["plan"]["state"] == "applied"
    assert first.json()["plan"]["outcome"] == {"status": 200, "body": answer.json()}
    assert price(world, number) == "9900.00"
    assert second.status_code == 409
    assert second.json()["error"]["message"] == "The plan was applied. (parameter.plan_no)"
    assert plan(world, answer)["state"] == "applied"
    lines = world.get("activitylogs", start_date="2026-11-21", end_date="2026-11-21")
    assert [each["type"] for each in lines["activitylogs"][:2]] == ["plan", "product"]


def test_an_application_that_is_repeated_with_its_key_is_answered_alike(world: World) -> None:
    number = world.product(price="12000")["product_no"]
    answer = rehearse(world, "PUT", f"products/{number}", price="9900")
    key = {"Idempotency-Key": "apply-once"}

    first, second = apply(world, answer, headers=key), apply(world, answer, headers=key)

    assert (first.status_code, first.json()) == (second.status_code, second.json())
    assert first.status_code == 201


@pytest.mark.both_stores
def test_a_plan_that_is_applied_at_the_same_time_is_done_once(world: World) -> None:
    answer = rehearse(world, "POST", "categories", category_name="Once")
    statuses = at_once(lambda: apply(world, answer).status_code)
    assert sorted(statuses) == [201, 409, 409, 409]
    assert world.get("categories/count", category_name="Once")["count"] == 1


def test_a_plan_whose_rows_have_moved_is_refused_with_a_fresh_one(world: World) -> None:
    number = world.product(price="12000")["product_no"]
    answer = rehearse(world, "PUT", f"products/{number}", price="9900")
    world.put(f"products/{number}", price="13000")

    refused = apply(world, answer)

    error = refused.json()["error"]
    assert refused.status_code == 409
    assert error["message"] == (
        f"What the plan changes is another since: products {number}. There is a fresh plan."
        " (parameter.plan_no)"
    )
    assert error["more_info"]["moved"] == [f"products {number}"]
    fresh = error["more_info"]["plan"]
    assert price(world, number) == "13000.00"
    assert plan(world, answer)["state"] == "open"
    [change] = world.get(f"plans/{fresh['plan_no']}/changes")["changes"]
    assert (change["before"]["price"], change["after"]["price"]) == ("13000.00", "9900.00")

    body = {"request": {"token": fresh["token"]}}
    applied = world.call("POST", f"plans/{fresh['plan_no']}/apply", json=body)

    assert applied.status_code == 201
    assert price(world, number) == "9900.00"


@pytest.mark.parametrize("seconds", [0, 1, 7_000])
def test_a_plan_of_what_has_just_been_written_is_applied_later(world: World, seconds: int) -> None:
    # rehearsed in the second of the write, `updated_date` stays; applied later, it changes
    number, other = (world.product(price="12000")["product_no"] for _ in range(2))
    code = world.get(f"products/{other}/variants")["variants"][0]["variant_code"]
    priced = rehearse(world, "PUT", f"products/{number}", price="9900")
    stocked = rehearse(world, "PUT", f"products/{other}/variants/{code}", quantity=7)

    world.stage.clock.pass_(seconds)

    applied = [apply(world, each) for each in (stocked, priced)]
    assert [each.status_code for each in applied] == [201, 201], applied
    assert price(world, number) == "9900.00"


def test_a_plan_whose_call_fails_now_is_refused_without_a_fresh_one(world: World) -> None:
    world.product()
    answer = rehearse(world, "DELETE", "products/1")
    world.call("DELETE", "products/1")

    refused = apply(world, answer)

    assert refused.status_code == 409
    assert refused.json()["error"]["message"] == (
        "The call of the plan fails now: The product does not exist. (parameter.product_no)"
        " (parameter.plan_no)"
    )
    assert refused.json()["error"]["more_info"]["plan"] is None


def test_several_objects_are_rehearsed_together_and_refused_ones_are_answered(
    world: World,
) -> None:
    numbers = [world.product(price="12000")["product_no"] for _ in range(3)]
    codes = [world.get(f"products/{n}/variants")["variants"][0]["variant_code"] for n in numbers]
    objects = [{"variant_code": codes[0], "quantity": 5}, {"variant_code": "P00000ZZZZZZ"}]

    answer = world.call(
        "PUT", f"products/{numbers[0]}/variants", json={"requests": objects}, headers=REHEARSE
    )

    assert answer.status_code == 207
    [change] = [each for each in changes(world, answer) if each["resource"] == "variants"]
    assert (change["object"], change["fields"]) == (codes[0], ["quantity"])
    assert plan(world, answer)["effects"]["stock"] == [{"variant_code": codes[0], "quantity": 5}]
    applied = apply(world, answer).json()["plan"]["outcome"]
    assert applied == {"status": 207, "body": answer.json()}
    variants = world.get(f"products/{numbers[0]}/variants")["variants"]
    assert variants[0]["quantity"] == 5


def test_a_rehearsal_takes_as_many_objects_as_a_job_and_is_answered_at_once(world: World) -> None:
    article = {"writer": "Mina", "title": "t", "content": "c", "client_ip": "1.2.3.4"}
    objects = {"requests": [article] * 101}
    headers = {"Prefer": "respond-async, handling=rehearse"}

    answer = world.call("POST", ARTICLES, json=objects, headers=headers)

    assert (answer.status_code, len(answer.json()["articles"])) == (201, 101)
    assert plan(world, answer)["total"] == 101
    assert world.get("jobs")["jobs"] == []
    assert world.get(ARTICLES)["articles"] == []
    assert apply(world, answer).status_code == 201
    assert len(world.get(ARTICLES, limit=100)["articles"]) == 100


def test_points_show_as_a_balance(world: World) -> None:
    customer_setup.join(world, "haneul")
    answer = rehearse(
        world, "POST", "points", member_id="haneul", amount="500", type="increase", reason="Sorry"
    )
    assert plan(world, answer)["effects"]["balances"] == [
        {"member_id": "haneul", "balance": "points", "amount": "500.00"}
    ]


def test_a_picture_is_named_and_not_stored(world: World) -> None:
    answer = world.call(
        "POST",
        "products/images",
        json={"requests": [{"image": base64_of(picture(64, 48, "PNG"))}]},
        headers=REHEARSE,
    )

    [file] = plan(world, answer)["effects"]["files"]
    assert file["bytes"] > 0
    assert file["path"] in answer.json()["images"][0]["path"]
    assert world.request("GET", file["path"]).status_code == 404
    assert apply(world, answer).status_code == 201
    assert world.request("GET", file["path"]).status_code == 200


def test_rows_that_the_token_may_not_read_are_named_without_their_values(world: World) -> None:
    number = world.product(price="12000")["product_no"]
    writer = world.install([scope_names.WRITE_PRODUCT, scope_names.READ_APPLICATION])
    body = {"request": {"price": "9900"}}
    answer = world.call("PUT", f"products/{number}", json=body, app=writer, headers=REHEARSE)

    path = f"plans/{plan_no(answer)}/changes"
    [change] = world.call("GET", path, app=writer).json()["changes"]

    assert change["fields"] == ["price", "price_excluding_tax"]
    assert (change["before"], change["after"]) == (None, None)


def test_another_app_and_a_token_that_may_not_write_do_not_see_or_apply_it(world: World) -> None:
    number = world.product(price="12000")["product_no"]
    answer = rehearse(world, "PUT", f"products/{number}", price="9900")
    stranger = world.install()

    seen = world.call("GET", f"plans/{plan_no(answer)}", app=stranger)
    applied = apply(world, answer, app=stranger)

    assert (seen.status_code, applied.status_code) == (404, 404)
    assert price(world, number) == "12000.00"


@pytest.mark.parametrize("wrong", ["x", "A" * 43])
def test_another_token_is_refused(world: World, wrong: str) -> None:
    number = world.product(price="12000")["product_no"]
    answer = rehearse(world, "PUT", f"products/{number}", price="9900")

    body = {"request": {"token": wrong}}
    refused = world.call("POST", f"plans/{plan_no(answer)}/apply", json=body)

    assert refused.status_code == 422
    assert refused.json()["error"]["more_info"]["parameter"] == "token"
    assert price(world, number) == "12000.00"


def test_an_expired_plan_is_refused_and_removed(world: World) -> None:
    number = world.product(price="12000")["product_no"]
    answer = rehearse(world, "PUT", f"products/{number}", price="9900")
    world.in_transaction(lambda db: db.run(EXPIRE, now=int(world.stage.clock.now())))

    refused = apply(world, answer)

    assert refused.status_code == 409
    assert refused.json()["error"]["message"] == "The plan has expired. (parameter.plan_no)"
    assert plan(world, answer)["state"] == "expired"
    clocks = Clocks(world.stage.clock)
    database = world.stage.app.database
    removed = world.stage.run(plan_expiry.remove_expired, database, clocks, [world.mall_id])
    assert removed == 1
    assert world.call("GET", f"plans/{plan_no(answer)}").status_code == 404

    async def left(db: Session) -> int:
        return len(await plan_store.changes(db, 1, limit=10, offset=0))

    assert world.in_transaction(left) == 0


def test_a_discarded_plan_is_gone(world: World) -> None:
    number = world.product(price="12000")["product_no"]
    answer = rehearse(world, "PUT", f"products/{number}", price="9900")
    assert world.call("DELETE", f"plans/{plan_no(answer)}").status_code == 200
    assert apply(world, answer).status_code == 404
    assert world.get("plans")["plans"] == []


def test_a_call_that_fails_has_no_plan(world: World) -> None:
    answer = rehearse(world, "PUT", "products/99", price="9900")
    assert answer.status_code == 404
    assert not {"link", "preference-applied", "x-platform-plan-token"} & {*answer.headers}
    assert world.get("plans")["plans"] == []


def test_a_rehearsal_with_an_idempotency_key_leaves_the_key_free(world: World) -> None:
    body = {"request": {"category_name": "Keyed"}}
    key = {"Idempotency-Key": "a-key"}
    first = world.call("POST", "categories", json=body, headers={**REHEARSE, **key})
    second = world.call("POST", "categories", json=body, headers=key)
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert world.get("categories/count", category_name="Keyed")["count"] == 1


@pytest.mark.parametrize(
    "sent", ["Handling=Rehearse", 'handling="rehearse"', "handling = rehearse; x, wait=3"]
)
def test_the_preference_is_read_as_http_has_it(world: World, sent: str) -> None:
    body = {"request": {"category_name": "Kept"}}
    answer = world.call("POST", "categories", json=body, headers={"Prefer": sent})
    assert answer.headers["Preference-Applied"] == "handling=rehearse"
    assert world.get("categories/count", category_name="Kept")["count"] == 0


def test_another_handling_and_a_read_are_answered_as_ever(world: World) -> None:
    body = {"request": {"category_name": "Done"}}
    done = world.call("POST", "categories", json=body, headers={"Prefer": "handling=strict"})
    read = world.call("GET", "categories", headers=REHEARSE)
    assert (done.status_code, read.status_code) == (201, 200)
    assert "preference-applied" not in {*done.headers, *read.headers}
    assert world.get("categories/count", category_name="Done")["count"] == 1


@pytest.mark.both_stores
def test_concurrent_rehearsals_leave_nothing_and_each_has_a_plan(world: World) -> None:
    number = world.product(price="12000")["product_no"]

    def once() -> int:
        return plan_no(rehearse(world, "PUT", f"products/{number}", price="9900"))

    assert sorted(at_once(once)) == [1, 2, 3, 4]
    assert price(world, number) == "12000.00"
