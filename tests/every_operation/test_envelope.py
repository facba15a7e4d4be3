"""Answers have the documented envelope, fields and headers, whatever the operation."""

import re
from collections import defaultdict
from typing import Any

import pytest

from openmall.contract import api_versions
from openmall.contract.fields import fields_of
from openmall.contract.operation import Operation
from tests.error_bodies import error
from tests.every_operation.operation_calls import (
    least,
    query_text,
    send,
    send_raw,
    things,
    url,
)
from tests.every_operation.prerequisites import (
    CALLER_PARAMETERS,
    IN_EVERY_MALL,
    NAMED_BY_KIND,
    UNKNOWN_VALUES,
    Row,
    Values,
)
from tests.every_operation.shared_malls import Lend, Ready
from tests.world import World

_POLICY = r'"[a-z]+";q=[0-9]+;w=[0-9]+(, "operation";q=[0-9]+;w=[0-9]+)?'
USAGE = ("x-api-call-limit", "x-platform-call-usage", "x-platform-time-usage")


def _kind(operation: Operation) -> type:
    return {"one": dict, "many": list, "count": int}[operation.answers]


def _whole(operation: Operation) -> set[str]:
    assert operation.gives is not None
    always = {
        name for name, field in fields_of(operation.gives).items() if name not in operation.embeds
    }
    optional = {"inventories"} if "variant_code" in always else set()
    if operation.writes:
        # only reads look whether a variant can be bought
        optional |= {"sold_out"} if "variant_code" in always else set()
    return set(operation.shows or always) - operation.embeds - optional


def _resources(operation: Operation, body: dict[str, Any]) -> list[dict[str, Any]]:
    found = body[operation.key]
    return found if isinstance(found, list) else [found]


def test_a_success_has_one_key_and_the_fields_of_its_resource(ready: Ready, row: Row) -> None:
    operation = row[1]
    world, path, values, _ = ready(row)
    answer = send(world, row, values, path)
    assert answer.status_code == (201 if operation.method == "POST" else 200), answer.text
    assert answer.headers["content-type"] == "application/json; charset=utf-8"
    body = answer.json()
    assert set(body) - ({"links"} if operation.links else set()) == {operation.key}
    assert type(body[operation.key]) is _kind(operation)
    if operation.answers == "count":
        return
    for resource in _resources(operation, body):
        elsewhere = _TO_SOME[operation.path] | _BY_OTHERS.get(operation.name, set())
        assert set(resource) - {"inventories"} == _whole(operation) - elsewhere
    assert _resources(operation, body), "a list sweep needs something to list"


_PARTS = "bundle_product_components"
_TO_SOME: defaultdict[str, set[str]] = defaultdict(
    set,
    {
        "products": {"discount_price"},
        "products/{product_no}": {"discount_price", _PARTS},
        "products/{product_no}/variants": {"discount_price"},
        "products/{product_no}/variants/{variant_code}": {"discount_price"},
        "carts": {_PARTS},
        "carts/{basket_product_no}": {_PARTS},
    },
)
"""Path of an operation -> what it answers to members who are let off something, or of bundles."""
_VARIANTS = "products/{product_no}/variants"
_BY_OTHERS = {
    "GET orders": {"customer_group_no_when_ordering"},
    f"GET {_VARIANTS}": {"duplicated_custom_variant_code"},
    f"PUT {_VARIANTS}": {"duplicated_custom_variant_code"},
    f"GET {_VARIANTS}/{{variant_code}}": {"duplicated_custom_variant_code"},
}
"""Operation -> fields of its resource that only another one answers."""
_GIVES_SESSIONS = {
    "POST carts",
    "POST customers",
    "POST customers/me/withdrawal",
    "POST sessions",
    "POST socials/customers",
    "POST socials/links",
    "POST socials/sessions",
    "DELETE sessions/current",
}
"""Operations that greet a shopper nobody knew."""


@pytest.mark.one_store
def test_every_answer_carries_the_usage_of_the_limits_and_an_id(ready: Ready, row: Row) -> None:
    world, path, values, _ = ready(row)
    nobody = {name: UNKNOWN_VALUES.get(name, 2_147_483_647) for name in path}
    for sent, to in ((values, nobody), ({**values, "shop_no": "x"}, path), (values, path)):
        answer = send(world, row, sent, to)
        # or the smallest bucket would be full, and speak for itself
        world.stage.clock.pass_(1)
        if row[0].limited_by == "bucket":
            used, capacity = answer.headers["x-api-call-limit"].split("/")
            assert 1 <= int(used) <= int(capacity)
            assert capacity in (str(row[1].limit), "40")
            assert float(answer.headers["x-platform-call-usage"]) > 0
            assert float(answer.headers["x-platform-time-usage"]) >= 0
        elif row[0].limited_by == "tokens":
            assert 0 <= int(answer.headers["x-ratelimit-remaining"]) < 40
            assert answer.headers["x-ratelimit-requested-tokens"] == "1"
            assert answer.headers["x-ratelimit-burst-capacity"] == "40"
            assert answer.headers["x-ratelimit-replenish-rate"] == "2"
        else:
            assert answer.headers["x-ratelimit-limit"] == "40"
            assert 0 <= int(answer.headers["x-ratelimit-remaining"]) < 40
        assert re.fullmatch(_POLICY, answer.headers["ratelimit-policy"])
        assert re.fullmatch(r'"[a-z]+";r=[0-9]+(;t=[0-9]+)?', answer.headers["ratelimit"])
        assert re.fullmatch(r"[0-9a-f]+-[0-9a-f]{8}-[0-9a-f]+", answer.headers["x-request-id"])
        assert answer.headers["x-platform-api-version"] == api_versions.NEWEST
        assert ("set-cookie" in answer.headers) <= (row[1].name in _GIVES_SESSIONS)


def test_two_answers_never_share_an_id(world: World) -> None:
    ids = {world.call("GET", "products/count").headers["x-request-id"] for _ in range(20)}
    assert len(ids) == 20


@pytest.mark.one_store
def test_a_body_that_is_not_declared_as_json_is_400(unchanged: Lend, with_body: Row) -> None:
    world, path, _, _ = unchanged(with_body)
    said = error(400, "Content-Type must be application/json.")
    for declared in ("text/plain", "application/x-www-form-urlencoded", "application/jsonx", ""):
        headers = {"Content-Type": declared}
        answer = send(world, with_body, {}, path, content=b'{"request":{}}', headers=headers)
        assert (answer.status_code, answer.json()) == (400, said), declared


@pytest.mark.parametrize(
    "declared",
    [
        "application/json; charset=utf-8",
        "Application/JSON;",
        'application/json;Charset="UTF-8"',
        "application/json; profile=x; charset=utf8",
    ],
)
def test_a_content_type_may_carry_a_charset(world: World, declared: str) -> None:
    body = b'{"request":{"category_name":"Aprons"}}'
    headers = {**world.full.headers, "Content-Type": declared}
    answer = world.request("POST", "/api/v2/admin/categories", content=body, headers=headers)
    assert answer.status_code == 201


@pytest.mark.parametrize("charset", ["euc-kr", "EUC-KR", '"iso-8859-1"', "utf-16", ""])
def test_a_charset_other_than_utf_8_is_400_and_changes_nothing(world: World, charset: str) -> None:
    before = world.get("categories")
    body = '{"request":{"category_name":"앞치마"}}'.encode()
    headers = {**world.full.headers, "Content-Type": f"application/json; charset={charset}"}

    answer = world.request("POST", "/api/v2/admin/categories", content=body, headers=headers)

    said = error(400, "The body must be UTF-8: no other charset is read.")
    assert (answer.status_code, answer.json()) == (400, said)
    assert world.get("categories") == before


@pytest.mark.one_store
def test_a_body_without_its_request_is_400(unchanged: Lend, with_body: Row) -> None:
    world, path, _, _ = unchanged(with_body)
    several = with_body[1].objects > 1
    name = "requests" if several else "request"
    missing = (
        "The body needs a list `requests`." if several else "Enter the `request` parameter."
    ) + f" (parameter.{name})"
    for sent in ({}, {"shop_no": 1}, {"product": {"display": "T"}}, {name: None}):
        answer = send(world, with_body, {}, path, json=sent)
        assert answer.status_code == 400
        assert answer.json() == error(400, missing, parameter=name)
    for sent in ({name: 1}, {name: "x"}, {name: [1]}):
        answer = send(world, with_body, {}, path, json=sent)
        assert answer.status_code == 400
        assert answer.json()["error"]["more_info"]["parameter"] == name
    for body in (b"", b"null", b"[]", b'"request"', b"request=1"):
        headers = {"Content-Type": "application/json"}
        answer = send(world, with_body, {}, path, content=body, headers=headers)
        assert answer.status_code == 400
        assert set(answer.json()["error"]) == {"code", "message", "more_info"}


def test_what_does_not_exist_is_404_and_so_is_what_another_mall_has(
    unchanged: Lend, placed: Row
) -> None:
    api, operation = placed

    def of_another_mall(world: World) -> Values:
        other = world.stage.new_world()
        for _ in range(3):
            theirs = things(other, operation)
        if api.name == "storefront":
            there = send(other, placed, least(other, operation, theirs), theirs)
            assert there.is_success
        return theirs

    world, mine, values, theirs = unchanged(placed, of_another_mall)
    last = operation.placeholders[-1]
    nobody = {**mine, last: UNKNOWN_VALUES.get(last, 2_147_483_647)}
    everywhere = last in IN_EVERY_MALL or operation.path in NAMED_BY_KIND
    for missing in (nobody,) if everywhere else (nobody, theirs):
        status = next(
            (
                CALLER_PARAMETERS[name]
                for name in CALLER_PARAMETERS
                if missing.get(name) != mine.get(name)
            ),
            404,
        )
        answer = send(world, placed, values, missing)
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, str(status))


@pytest.mark.one_store
def test_a_head_is_a_get_without_a_body(unchanged: Lend, reading: Row) -> None:
    world, path, values, _ = unchanged(reading)
    query = {name: query_text(value) for name, value in values.items()}
    read, head = (
        send_raw(world, reading[0], method, url(reading, path), params=query)
        for method in ("GET", "HEAD")
    )
    assert (head.status_code, head.content) == (read.status_code, b"")
    assert head.headers["content-type"] == read.headers["content-type"]


@pytest.mark.one_store
def test_a_method_without_an_operation_is_404_and_names_those_there_are(
    unchanged: Lend, row: Row
) -> None:
    api, operation = row
    world = unchanged(row).world
    path = dict.fromkeys(operation.placeholders, "1")
    found = api.router.find(operation.path.format(**path).split("/"))
    assert found is not None
    served = {*found[0], *(["HEAD"] if "GET" in found[0] else [])}
    for method in {"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"} - served:
        named = {"params": {"mall_id": world.mall_id}} if api.mall_from == "query" else {}
        answer = send_raw(world, api, method, url(row, path), **named)
        assert answer.status_code == 404
        assert answer.headers["allow"] == ", ".join(found[0])
