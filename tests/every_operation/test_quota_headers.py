"""`RateLimit` and `RateLimit-Policy` say what the documented headers say, on every API."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from typing import Any

import httpx
import pytest

from openmall.api import registry
from tests.world import World, open_stage

pytestmark = pytest.mark.one_store
Call = Callable[[], httpx.Response]


@contextmanager
def limited(**settings: Any) -> Iterator[World]:
    """Open a mall whose limits are enforced, on a store of its own."""
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder), limits="enforce", **settings) as stage,
    ):
        yield stage.new_world("limited")


def quota(answer: httpx.Response) -> tuple[str, str]:
    return answer.headers["ratelimit-policy"], answer.headers["ratelimit"]


def test_a_bucket_is_described_by_the_time_in_which_it_drains() -> None:
    with limited() as world:
        answers = [world.call("GET", "products/count") for _ in range(60)]

    policy = '"shop";q=40;w=20'
    assert quota(answers[0]) == (policy, '"shop";r=39;t=1')
    assert quota(answers[39]) == (policy, '"shop";r=0;t=1')
    assert quota(answers[41]) == (policy, '"shop";r=0;t=1')
    assert quota(answers[59]) == (policy, '"shop";r=0;t=6')
    assert answers[59].headers["retry-after"] == "6"


def test_the_bucket_of_an_operation_is_named() -> None:
    small = next(
        each
        for api in registry.apis().all
        for each in api.operations
        if (api.name, each.method) == ("admin", "GET") and each.limit < 40 and not each.placeholders
    )
    with limited(shop_capacity=60, shop_drain=0.7) as world:
        answer = world.call("GET", small.path)

    own = f'"operation";q={small.limit};w={ceil(small.limit / 0.7)}'
    assert quota(answer) == (f'"shop";q=60;w=86, {own}', f'"operation";r={small.limit - 1};t=2')


def test_an_error_before_the_limits_reports_them_without_counting() -> None:
    with limited() as world:
        world.call("GET", "products/count")
        app = world.install(["mall.read_store"])
        refused = [world.call("GET", "products/count", app=app) for _ in range(2)]

    assert [(each.status_code, quota(each)[1]) for each in refused] == [
        (403, '"shop";r=39;t=1')
    ] * 2


def test_the_partner_api_has_a_minute_of_an_address() -> None:
    with limited() as world:
        credentials = world.full.credentials
        url = "https://collection.openmall.localhost/api/nowhere"
        auth = (credentials.client_id, credentials.client_secret)
        answers = [world.stage.client.get(url, auth=auth) for _ in range(41)]

    policy = '"address";q=40;w=60'
    assert quota(answers[0]) == (policy, '"address";r=39')
    assert quota(answers[40]) == (policy, '"address";r=0;t=60')


def test_the_analytics_api_has_tokens_of_a_url() -> None:
    with limited() as world:
        url = "https://analytics.openmall.localhost/nowhere?mall_id=limited"
        answers = [world.stage.client.get(url, headers=world.full.headers) for _ in range(41)]

    policy = '"url";q=40;w=20'
    assert quota(answers[0]) == (policy, '"url";r=39;t=1')
    assert quota(answers[40]) == (policy, '"url";r=0;t=1')


def test_an_injected_refusal_has_the_headers_of_a_full_bucket() -> None:
    with limited() as first:
        world = first.stage.new_world(sandbox=True)
        rules = [{"effect": "429", "path": "products*", "first": 1}]
        put = world.call("PUT", "sandbox/faults", json={"request": {"rules": rules}})
        assert put.status_code == 200, put.text
        refused = world.call("GET", "products/count")

    assert (refused.status_code, quota(refused)) == (429, ('"shop";q=40;w=20', '"shop";r=0;t=1'))
    assert len(refused.headers.get_list("ratelimit")) == 1
