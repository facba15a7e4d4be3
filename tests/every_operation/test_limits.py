"""Calls are counted and refused as documented, end to end, on a clock the test moves."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.every_operation.test_permission import error
from tests.world import Stage, World, open_stage

Answer = httpx.Response
Calls = Callable[[], Answer]


@contextmanager
def _a_world(**settings: Any) -> Iterator[World]:
    given = {"limits": "enforce", **settings}
    with tempfile.TemporaryDirectory() as folder, open_stage(Path(folder), **given) as stage:
        yield stage.new_world("limited")


Open = Callable[..., AbstractContextManager[World]]


@pytest.fixture
def open_world() -> Open:
    """Opens a mall whose limits are enforced, on a store of its own: limits keep to themselves."""
    return _a_world


def _counting(world: World) -> Calls:
    return lambda: world.call("GET", "products/count")


def _anonymous(world: World) -> Calls:
    named = {"X-Platform-Client-Id": world.full.credentials.client_id}
    return lambda: world.request("GET", "/api/v2/products/count", headers=named)


def _proven(world: World) -> Calls:
    return lambda: world.request("GET", "/api/v2/products/count", auth=world.full.basic)


def _burst(call: Calls, how_many: int) -> list[Answer]:
    return [call() for _ in range(how_many)]


def _statuses(answers: list[Answer]) -> list[int]:
    return [answer.status_code for answer in answers]


def test_forty_calls_at_once_are_served_and_the_next_is_429(open_world: Open) -> None:
    with open_world() as world:
        call = _counting(world)
        served = _burst(call, 40)
        assert _statuses(served) == [200] * 40
        assert [answer.headers["x-api-call-limit"] for answer in served] == [
            f"{at}/40" for at in range(1, 41)
        ]
        assert [answer.headers["x-platform-call-usage"] for answer in served[:2]] == [
            "2.50", "5.00",
        ]  # fmt: skip
        refused = call()
        assert (refused.status_code, refused.json()) == (
            429,
            error(429, "Too many requests. (40/40)"),
        )
        assert refused.headers["retry-after"] == "1"
        assert refused.headers["x-api-call-limit"] == "40/40"
        assert refused.headers["x-platform-call-usage"] == "102.50"
        assert refused.headers["x-platform-call-remain"] == "1"
        assert float(refused.headers["x-platform-time-usage"]) >= 0


def test_a_refused_call_changes_nothing_and_the_same_call_works_after_retry_after(
    open_world: Open,
) -> None:
    with open_world() as world:
        _burst(_counting(world), 40)
        body = {"request": {"category_name": "Aprons"}}
        refused = world.call("POST", "categories", json=body)
        assert refused.status_code == 429
        world.stage.clock.pass_(int(refused.headers["retry-after"]))
        assert world.get("categories/count") == {"count": 0}
        assert world.call("POST", "categories", json=body).status_code == 201


def test_two_calls_a_second_are_never_limited(open_world: Open) -> None:
    with open_world() as world:
        call = _counting(world)
        for _ in range(120):
            answer = call()
            assert answer.status_code == 200
            assert answer.headers["x-api-call-limit"] in ("1/40", "2/40")
            assert "x-platform-call-remain" not in answer.headers
            world.stage.clock.pass_(0.5)


def test_calls_made_while_limited_raise_the_usage_and_the_remaining_time(open_world: Open) -> None:
    with open_world() as world:
        call = _counting(world)
        usages = [float(each.headers["x-platform-call-usage"]) for each in _burst(call, 60)]
        assert usages == [2.5 * at for at in range(1, 61)]
        assert call().headers["x-platform-call-remain"] == "11"
        world.stage.clock.pass_(1)
        assert call().status_code == 200, "only calls that were let in fill the bucket"


def test_remain_headers_appear_at_a_hundred_percent_and_not_before(open_world: Open) -> None:
    with open_world() as world:
        answers = _burst(_counting(world), 40)
        assert "x-platform-call-remain" not in answers[38].headers
        assert answers[39].headers["x-platform-call-usage"] == "100.00"
        assert answers[39].headers["x-platform-call-remain"] == "1"


def test_a_shop_that_used_up_its_processing_time_waits(open_world: Open) -> None:
    with open_world(time_budget=1e-6) as world:
        call = _counting(world)
        first, second = _burst(call, 2)
        assert first.status_code == 200
        assert float(first.headers["x-platform-time-usage"]) >= 100
        assert int(first.headers["x-platform-time-remain"]) >= 1
        said = "The shop's calls have used up their processing time."
        assert (second.status_code, second.json()) == (429, error(429, said))
        assert second.headers["retry-after"] == second.headers["x-platform-time-remain"]


def test_an_operation_with_a_smaller_limit_has_a_bucket_of_its_own(open_world: Open) -> None:
    with open_world() as world:

        def redirects() -> Answer:
            return world.call("GET", "redirects")  # type: ignore[no-any-return] # of the world

        assert _statuses(_burst(redirects, 11)) == [200] * 10 + [429]
        refused = redirects()
        assert refused.headers["x-api-call-limit"] == "10/10"
        assert refused.headers["retry-after"] == "1"
        other = world.call("POST", "redirects", json={"request": {"path": "/a", "target": "/b"}})
        assert other.status_code == 201, "each operation has its own"
        assert _counting(world)().headers["x-api-call-limit"] == "12/40"
        world.stage.clock.pass_(0.5)
        assert redirects().status_code == 200


def test_apps_share_the_bucket_of_their_shop_unless_configured_otherwise(open_world: Open) -> None:
    for bucket_per, counted in (("shop", "2/40"), ("shop_and_app", "1/40")):
        with open_world(bucket_per=bucket_per) as world:
            other = world.install()
            _counting(world)()
            answer = world.call("GET", "products/count", app=other)
            assert answer.headers["x-api-call-limit"] == counted


def test_shops_do_not_share_a_bucket(open_world: Open) -> None:
    with open_world() as world:
        other = world.stage.new_world("unhurried")
        _burst(_counting(world), 41)
        assert _counting(other)().headers["x-api-call-limit"] == "1/40"


def test_a_storefront_client_without_its_key_has_a_tenth_of_a_minute(open_world: Open) -> None:
    with open_world() as world:
        answers = _burst(_anonymous(world), 11)
        assert _statuses(answers) == [200] * 10 + [429]
        assert [answer.headers["x-api-call-limit"] for answer in answers] == [
            *(f"{at}/10" for at in range(1, 11)),
            "10/10",
        ]
        assert _proven(world)().headers["x-api-call-limit"] == "1/40", "its own, with its key"
        assert _counting(world)().headers["x-api-call-limit"] == "1/40", "the admin API has its own"


def test_unknown_urls_count_as_well(open_world: Open) -> None:
    with open_world() as world:
        answers = _burst(lambda: world.call("GET", "nowhere"), 41)
        assert _statuses(answers) == [404] * 40 + [429]
        assert answers[0].headers["x-api-call-limit"] == "1/40"
        assert answers[0].headers["x-platform-time-usage"] == "0.00"


def test_calls_that_are_not_let_in_are_not_counted(open_world: Open) -> None:
    with open_world() as world:
        _burst(lambda: world.request("GET", "/api/v2/admin/products/count"), 50)
        app = world.install(["mall.read_store"])
        _burst(lambda: world.call("GET", "products/count", app=app), 50)
        assert _counting(world)().headers["x-api-call-limit"] == "1/40"


def test_ten_calls_a_second_are_abnormal_only_where_the_operator_says_so(open_world: Open) -> None:
    for refuse, expected in ((False, [200] * 12), (True, [200] * 9 + [429] * 3)):
        with open_world(refuse_abnormal=refuse) as world:
            assert _statuses(_burst(_counting(world), 12)) == expected


def test_counting_without_enforcing_refuses_nothing_and_reports_everything(
    open_world: Open,
) -> None:
    with open_world(limits="count") as world:
        answers = _burst(_counting(world), 60)
        assert _statuses(answers) == [200] * 60
        assert answers[-1].headers["x-api-call-limit"] == "40/40"
        assert answers[-1].headers["x-platform-call-usage"] == "150.00"
        assert answers[-1].headers["x-platform-call-remain"] == "11"
        assert "retry-after" not in answers[-1].headers


def _outside(stage: Stage, url: str, **rest: Any) -> Answer:
    answer: Answer = stage.client.request("GET", url, **rest)
    return answer


def test_a_partner_may_call_forty_times_a_minute(open_world: Open) -> None:
    with open_world() as world:
        credentials = world.full.credentials

        def call() -> Answer:
            return _outside(
                world.stage,
                "https://collection.openmall.localhost/api/nowhere",
                auth=(credentials.client_id, credentials.client_secret),
            )

        answers = _burst(call, 41)
        assert _statuses(answers) == [404] * 40 + [429]
        assert [answer.headers["x-ratelimit-remaining"] for answer in answers] == [
            *(str(left) for left in range(39, -1, -1)),
            "0",
        ]
        assert {answer.headers["x-ratelimit-limit"] for answer in answers} == {"40"}
        assert answers[-1].headers["retry-after"] == "60"
        world.stage.clock.pass_(59)
        assert call().headers["retry-after"] == "1"
        world.stage.clock.pass_(1)
        assert call().headers["x-ratelimit-remaining"] == "39"


def test_analytics_calls_cost_a_token_of_their_address_and_url(open_world: Open) -> None:
    with open_world() as world:

        def call(path: str = "nowhere") -> Answer:
            return _outside(
                world.stage,
                f"https://analytics.openmall.localhost/{path}?mall_id=limited",
                headers=world.full.headers,
            )

        answers = _burst(call, 41)
        assert _statuses(answers) == [404] * 40 + [429]
        first, last = answers[0].headers, answers[-1].headers
        assert first["x-ratelimit-remaining"] == "39"
        assert first["x-ratelimit-requested-tokens"] == "1"
        assert first["x-ratelimit-burst-capacity"] == "40"
        assert first["x-ratelimit-replenish-rate"] == "2"
        assert (last["x-ratelimit-remaining"], last["retry-after"]) == ("0", "1")
        assert call("elsewhere").headers["x-ratelimit-remaining"] == "39", "a bucket for each URL"
        world.stage.clock.pass_(0.5)
        assert _statuses(_burst(call, 2)) == [404, 429]


def test_a_visitor_cannot_use_up_the_bucket_of_others_who_read_the_same_key(
    open_world: Open,
) -> None:
    with open_world(trusted_proxies=["127.0.0.1"]) as world:

        def call(ip: str) -> httpx.Response:
            headers = {"X-Forwarded-For": ip}
            return world.request(
                "GET", "/api/v2/products/count", auth=world.full.basic, headers=headers
            )

        one = [call("192.0.2.1") for _ in range(41)]
        assert _statuses(one) == [200] * 40 + [429]
        assert call("192.0.2.2").headers["x-api-call-limit"] == "1/40"
        network = [call(f"2001:db8::{at}").headers["x-api-call-limit"] for at in range(3)]
        assert network == ["1/40", "2/40", "3/40"]
