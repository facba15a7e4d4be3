"""Calls are counted and refused as documented, end to end, on a clock the test moves."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from tests.api.pipeline.test_closed_mall import close
from tests.error_bodies import error
from tests.hostile import wire
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
        assert refused.headers["x-platform-call-usage"] == "101.25"
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
        answers = _burst(call, 60)
        usages = [float(each.headers["x-platform-call-usage"]) for each in answers]
        assert usages == [
            *(2.5 * at for at in range(1, 40)),
            99.99,
            *(100.0 + 1.25 * at for at in range(1, 21)),
        ]
        assert answers[-1].headers["x-platform-call-remain"] == "6"
        assert answers[-1].headers["retry-after"] == "6"
        world.stage.clock.pass_(5)
        early = call()
        assert (early.status_code, early.headers["retry-after"]) == (429, "1")
        world.stage.clock.pass_(1)
        assert call().status_code == 200


def test_remain_headers_are_those_of_refused_calls(open_world: Open) -> None:
    with open_world() as world:
        answers = _burst(_counting(world), 45)
        for answer in answers:
            remain = answer.headers.get("x-platform-call-remain")
            assert remain == answer.headers.get("retry-after")
            assert (remain is not None) == (answer.status_code == 429)
            assert (remain is not None) == (float(answer.headers["x-platform-call-usage"]) >= 100)


def test_every_response_of_a_known_client_reports_the_current_usage(open_world: Open) -> None:
    with open_world(time_budget=1e-6) as world:
        _counting(world)()
        app = world.install(["mall.read_store"])
        wrong_type = {**world.full.headers, "Content-Type": "text/plain"}

        def answers() -> dict[int, Answer]:
            found = [
                world.request(
                    "POST", "/api/v2/admin/categories", headers=wrong_type, content=b"{}"
                ),
                world.request("GET", "/api/v2/admin/products/count"),
                world.call("GET", "products/count", app=app),
                _counting(world)(),
            ]
            return {each.status_code: each for each in found}

        seen = []
        for _ in range(2):
            seen.append(answers())
            world.stage.clock.pass_(1)

    assert [list(each) for each in seen] == [[400, 401, 403, 429]] * 2
    for each in seen:
        for answer in each.values():
            assert float(answer.headers["x-platform-time-usage"]) >= 100
    (first,), (second,) = (
        {int(answer.headers["x-platform-time-remain"]) for answer in each.values()} for each in seen
    )
    assert first == second + 1, "it counts down"
    assert seen[1][429].headers["retry-after"] == str(second)


@pytest.mark.parametrize(
    "target",
    [
        b"products/count?product_name=%zz",
        b"products/%zz",
        b"products/%ff",
        b"products/count?product_name=" + b"a" * 16_384,
    ],
)
def test_a_malformed_url_reports_the_usage_of_its_client(open_world: Open, target: bytes) -> None:
    with open_world(time_budget=0.01) as world:
        _burst(_counting(world), 2)
        answers = [wire.read(world, target) for _ in range(2)]
    for answer in answers:
        assert answer.status == 400
        assert answer.headers["x-api-call-limit"] == b"2/40", "it is not counted itself"
        assert float(answer.headers["x-platform-time-usage"]) > 0


def test_a_closed_mall_reports_the_usage_of_its_clients(open_world: Open) -> None:
    with open_world() as world:
        _burst(lambda: _proven(world)(), 3)
        close(world)
        proven, anonymous = _proven(world)(), _anonymous(world)()
        admin = _counting(world)()

    assert _statuses([proven, anonymous, admin]) == [503] * 3
    counted = [each.headers["x-api-call-limit"] for each in (proven, anonymous, admin)]
    assert counted == ["3/40", "0/10", "0/40"]


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

        answers = _burst(redirects, 11)
        assert _statuses(answers) == [200] * 10 + [429]
        assert [each.headers["x-api-call-limit"] for each in answers] == [
            *(f"{at}/10" for at in range(1, 11)),
            "10/10",
        ]
        assert answers[0].headers["x-platform-call-usage"] == "10.00"
        refused = redirects()
        assert refused.headers["x-api-call-limit"] == "10/10"
        assert refused.headers["retry-after"] == refused.headers["x-platform-call-remain"] == "1"
        other = world.call("POST", "redirects", json={"request": {"path": "/a", "target": "/b"}})
        assert other.status_code == 201, "each operation has its own"
        assert _counting(world)().headers["x-api-call-limit"] == "12/40"
        world.stage.clock.pass_(1)
        assert redirects().status_code == 200


def test_the_bucket_closest_to_full_is_reported(open_world: Open) -> None:
    with open_world() as world:
        _burst(_counting(world), 30)
        answers = [world.call("GET", "redirects") for _ in range(10)]

    assert [each.headers["x-api-call-limit"] for each in answers] == [
        *(f"{at}/40" for at in range(31, 40)),
        "10/10",
    ]


def test_a_call_that_two_buckets_refuse_waits_for_both(open_world: Open) -> None:
    with open_world() as world:
        _burst(lambda: world.call("GET", "redirects"), 10)
        _burst(_counting(world), 50)
        refused = world.call("GET", "redirects")
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "6")
        assert refused.headers["x-platform-call-remain"] == "6"
        world.stage.clock.pass_(6)
        assert world.call("GET", "redirects").status_code == 200


@pytest.mark.parametrize("path", ["products/count", "redirects", "financials/store"])
def test_two_calls_a_second_are_never_limited_on_any_operation(open_world: Open, path: str) -> None:
    chance = Random(path)
    with open_world() as world:
        at = 0.0
        for number in range(60):
            due = 0.5 * number + chance.uniform(-0.1, 0.1)
            world.stage.clock.pass_(max(0.0, due - at))
            at = max(at, due)
            answer = world.call("GET", path, params={"payment_method": "card"})
            assert answer.status_code == 200
            assert "x-platform-call-remain" not in answer.headers


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
        assert {"1/40", "0.00"} <= set(answers[0].headers.values())


def test_calls_that_are_not_let_in_are_not_counted(open_world: Open) -> None:
    with open_world() as world:
        for path in ("products/count", "nowhere"):
            _burst(lambda at=path: world.request("GET", f"/api/v2/admin/{at}"), 50)
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
        assert answers[-1].headers["x-platform-call-usage"] == "125.00"
        assert answers[-1].headers["x-platform-call-remain"] == "6"
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
