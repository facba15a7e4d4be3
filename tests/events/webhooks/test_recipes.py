"""Recipes decide which events of a kind are delivered to an app."""

from typing import Any

import pytest

from openmall.access.oauth import apps as registered_apps
from openmall.events.webhooks.recipes import conditions
from openmall.events.webhooks.recipes import store as recipe_store
from tests.events.webhooks.receiver import OrderCame, Post
from tests.world import Installed, World


def _filter(name: str, operator: str, value: str) -> dict[str, str]:
    return {"name": name, "operator": operator, "value": value}


def _send(world: World, app: Installed | None = None, **recipe: Any) -> Any:
    return world.call("POST", "recipes", app=app, json={"requests": [recipe]})


def _codes(world: World, app: Installed) -> list[tuple[str, str, str]]:
    listed = world.call("GET", "recipes", app=app).json()["recipes"]
    return [tuple(each.values()) for each in listed]


def test_an_event_is_delivered_when_one_recipe_of_the_app_matches(post: Post) -> None:
    # given an app with two recipes for new products, and one without recipes
    app = post.app(90001, 90023)
    required = [_filter("product_no", ">=", "10"), _filter("product_no", "<", "20")]
    alternatives = [
        {"condition": [_filter("product_no", "=", "1")]},
        {"condition": [_filter("product_no", "in", "2, 3")]},
    ]
    for code, settings in (
        ("90001-1", {"required_filters": required}),
        ("90001-2", {"optional_filters": alternatives}),
    ):
        answer = _send(post.world, app, recipe_code=code, trigger_settings=[settings])
        assert answer.status_code == 201, answer.text
        assert answer.json() == {"recipes": [{"recipe_code": code, "active": "T"}]}

    # when products are made, and an order comes, which no recipe names
    post.make(1, 2, 4, 9, 10, 19, 20)
    post.happen(OrderCame(order_id="20261121-0000001"))

    # then those that one of the recipes matches are delivered, and the order
    received = sorted(str(each.about) for each in post.deliver())
    assert received == ["1", "10", "19", "2", "20261121-0000001"]


def test_without_its_recipe_an_app_receives_everything_again(post: Post) -> None:
    app = post.app(90001)
    setting = {"required_filters": [_filter("product_no", "=", "1")]}
    _send(post.world, app, recipe_code="90001-1", trigger_settings=[setting])
    post.make(2)
    assert post.deliver() == []

    answer = post.world.call("DELETE", "recipes/90001-1", app=app)

    assert answer.json() == {"recipe": {"recipe_code": "90001-1"}}
    post.make(3)
    assert [each.about for each in post.deliver()] == [3]


def test_recipes_of_another_app_do_not_count(post: Post) -> None:
    post.app(90001)
    other = post.world.install()
    setting = {"required_filters": [_filter("product_no", "=", "1")]}
    _send(post.world, other, recipe_code="90001-1", trigger_settings=[setting])

    post.make(2)

    assert [each.about for each in post.deliver()] == [2]
    assert post.world.call("DELETE", "recipes/90001-1").status_code == 404


def test_a_recipe_is_active_while_its_event_is_delivered(post: Post) -> None:
    world = post.world
    app = post.app(90001)
    _send(world, app, recipe_code="90001-7")
    _send(world, app, recipe_code="90002-7")

    assert _codes(world, app) == [
        ("90001-7", "product_created", "T"),
        ("90002-7", "product_updated", "F"),
    ]
    off = {"request": {"reception_status": "F"}}
    world.call("PUT", "webhooks/setting", app=app, json=off)
    assert [active for _, _, active in _codes(world, app)] == ["F", "F"]


def test_recipes_go_with_the_app(post: Post) -> None:
    world = post.world
    app = post.app(90001)
    client_id = app.credentials.client_id
    _send(world, app, recipe_code="90001-1")

    stage = world.stage
    world.in_transaction(lambda db: registered_apps.remove(db, stage.clock, client_id))

    assert world.in_transaction(lambda db: recipe_store.of_app(db, client_id)) == []


@pytest.mark.parametrize(
    ("recipe", "parameter"),
    [
        ({"recipe_code": "12345-1"}, "recipe_code"),
        ({"recipe_code": "90001"}, "recipe_code"),
        (
            {
                "recipe_code": "90001-1",
                "trigger_settings": [{"required_filters": [_filter("a", "like", "1")]}],
            },
            "trigger_settings",
        ),
    ],
)
def test_a_recipe_of_no_event_or_with_an_unknown_operator_is_refused(
    world: World, recipe: dict[str, Any], parameter: str
) -> None:
    answer = _send(world, **recipe)

    assert answer.status_code == 422
    assert answer.json()["error"]["more_info"]["parameter"].startswith(parameter)
    assert world.get("recipes")["recipes"] == []


def test_a_recipe_of_the_same_code_is_replaced(post: Post) -> None:
    app = post.app(90001)
    for number in ("1", "2"):
        setting = {"required_filters": [_filter("product_no", "=", number)]}
        answer = _send(post.world, app, recipe_code="90001-1", trigger_settings=[setting])
        assert answer.status_code == 201

    post.make(1, 2)

    assert len(_codes(post.world, app)) == 1
    assert [each.about for each in post.deliver()] == [2]


RESOURCE: dict[str, Any] = {
    "price": "1000.00",
    "name": "abc",
    "nothing": None,
    "codes": ["A", "B"],
    "buyer": {"group_no": 3},
    "created": "2026-11-21T09:00:00+09:00",
}


@pytest.mark.parametrize(
    ("name", "sign", "value", "expected"),
    [
        ("price", "=", "1000", True),
        ("price", ">", "999.5", True),
        ("price", "<", "200", False),
        ("name", "=", "ABC", False),
        ("name", "!=", "ABC", True),
        ("codes", "=", "B", True),
        ("codes", "!=", "B", False),
        ("codes", "not in", "C,D", True),
        ("buyer.group_no", "in", "1,3", True),
        ("buyer", "!=", "x", False),
        ("missing", "!=", "x", False),
        ("nothing", "not in", "x", False),
        ("name.first", "=", "abc", False),
        ("created", ">=", "2026-11-21", True),
        ("created", "<", "2026-11-21", False),
    ],
)
def test_a_field_is_compared(name: str, sign: str, value: str, expected: bool) -> None:
    condition = conditions.Filter(name=name, operator=sign, value=value)
    setting = conditions.TriggerSetting(required_filters=[condition])

    assert conditions.is_triggered([setting], RESOURCE) is expected
