"""Webhooks list the changed fields of their object, and apps choose events by them."""

import json
from functools import partial
from typing import Any, get_args

import pytest

from openmall.commerce.changes.resources import RESOURCES, ResourceName
from openmall.contract import events
from openmall.events.webhooks import catalogue, field_choices
from openmall.events.webhooks import rules as webhook_rules
from openmall.events.webhooks.rules import Subscription
from tests.commerce.product.stock_setup import stocked
from tests.events.webhooks.receiver import Post, ProductChanged, Received
from tests.world import Installed, World


def _put(world: World, path: str, **request: Any) -> None:
    answer = world.call("PUT", path, json={"request": request})
    assert answer.status_code == 200, answer.text


def _choose(post: Post, app: Installed, **fields: list[str]) -> None:
    chosen = {int(number[1:]): names for number, names in fields.items()}
    _set(post, app, [90001, 90002], chosen)


def _set(
    post: Post, app: Installed, event_nos: list[int], fields: dict[int, list[str]]
) -> Subscription:
    work = partial(webhook_rules.set_events, changed_fields=fields)
    return post.world.stage.run(work, post.context, app.credentials.client_id, event_nos)


def _bodies(received: list[Received]) -> list[tuple[int, Any]]:
    bodies = [json.loads(each.raw) for each in received]
    return [(body["event_no"], body.get("changed_fields")) for body in bodies]


def test_a_delivery_lists_what_the_change_feed_lists(post: Post) -> None:
    # given an app, and a reader of the feed
    world = post.world
    number, code = stocked(world, 5)
    category = world.post("categories", category_name="Shoes")["category"]["category_no"]
    post.app(90002, 90043, 90075, 90150)
    head = world.get("changes")["changes"]["head"]

    # when fields of a product, stock and a category change
    _put(world, f"products/{number}", price="7000.00", description="Warm")
    world.call("PUT", "inventories", json={"requests": [{"variant_code": code, "quantity": 0}]})
    _put(world, f"categories/{category}", category_name="Boots")

    # then the events list the fields that the feed lists of these objects
    found: dict[int, set[str]] = {}
    for event_no, names in _bodies(post.deliver()):
        found.setdefault(event_no, set()).update(names)
    entries = world.get("changes", since=head)["changes"]["entries"]
    listed: dict[str, set[str]] = {}
    for each in entries:
        listed.setdefault(each["resource"], set()).update(each["changed_fields"])
    assert {"price", "description"} <= found[90002] <= listed["products"]
    assert found[90075] == {"quantity"} <= listed["variants"]
    assert found[90150] == {"sold_out"} <= listed["products"]
    assert found[90043] <= listed["categories"]
    assert "category_name" in found[90043]


def test_the_body_keeps_its_shape_where_no_field_is_known(post: Post) -> None:
    post.app(90001, 90002)

    post.world.product()
    post.happen(ProductChanged(product_no=7))

    assert [sorted(json.loads(each.raw)) for each in post.deliver()] == [
        ["event_no", "resource"],
        ["event_no", "resource"],
    ]


def test_an_app_receives_only_events_in_which_a_chosen_field_changed(post: Post) -> None:
    # given an app that wants to know of prices, and one that wants everything
    world = post.world
    number = world.product()["product_no"]
    choosy = post.app(90001, 90002)
    post.app(90002)
    _choose(post, choosy, e90002=["price", "retail_price"])

    # when its name changes, its price, and something that does not say what
    _put(world, f"products/{number}", product_name="Mug")
    _put(world, f"products/{number}", price="7000.00")
    post.happen(ProductChanged(product_no=number))

    # then it gets the change of the price, and the one that may be of a price
    post.deliver()
    log = post.log(choosy)
    assert ["changed_fields" in each.body for each in log] == [True, False]
    # and all again when it no longer chooses
    _choose(post, choosy)
    _put(world, f"products/{number}", product_name="Cup")
    post.deliver()
    assert len(post.log(choosy)) == 3


def test_recipes_choose_by_changed_fields(post: Post) -> None:
    world = post.world
    number = world.product()["product_no"]
    app = post.app(90002)
    setting = {
        "required_filters": [{"name": "changed_fields", "operator": "in", "value": "price,display"}]
    }
    recipe = {"recipe_code": "90002-1", "trigger_settings": [setting]}
    assert world.call("POST", "recipes", app=app, json={"requests": [recipe]}).status_code == 201

    _put(world, f"products/{number}", product_name="Mug")
    _put(world, f"products/{number}", display="F")
    post.happen(ProductChanged(product_no=number))

    assert _bodies(post.deliver()) == [(90002, ["display"]), (90002, None)]


def test_missed_events_list_changed_fields(post: Post) -> None:
    world = post.world
    number = world.product()["product_no"]
    _put(world, f"products/{number}", display="F")

    events = world.get("webhooks/events", event_no="90001,90002")["events"]

    assert [each["changed_fields"] for each in events] == [None, ["display"]]


@pytest.mark.parametrize(
    ("event_no", "names"),
    [
        (90001, ["price"]),
        (90024, ["price"]),
        (90002, ["Price"]),
        (90002, ["price", ""]),
        (90002, [f"field_{at}" for at in range(51)]),
    ],
)
def test_fields_that_an_event_never_lists_are_refused(
    post: Post, event_no: int, names: list[str]
) -> None:
    app = post.app(90001)
    run, client_id = post.world.stage.run, app.credentials.client_id

    with pytest.raises(ValueError, match=str(event_no)):
        _set(post, app, [event_no], {event_no: names})

    assert run(webhook_rules.show, post.context, client_id).events == [90001]


def test_what_is_chosen_of_an_event_goes_with_it(post: Post) -> None:
    app = post.app(90001, 90002)
    _choose(post, app, e90002=["price"])

    shown = post.subscribe(app, 90002)
    assert shown.changed_fields == {90002: ["price"]}
    assert post.subscribe(app, 90001).changed_fields == {}


def test_named_fields_are_fields_of_the_feed() -> None:
    known = {
        name
        for resource in get_args(ResourceName)
        for name in (
            *RESOURCES[resource].row.__struct_encode_fields__,
            *RESOURCES[resource].embed,
        )
    }

    for number in catalogue.KINDS:
        kind = events.kinds()[number]
        assert set(kind.changed_fields) <= known, kind
        # an id of the object that exists, and an example for documents
        assert not kind.audited_by or kind.audited_by in kind.__struct_fields__, kind
        assert field_choices.examples(number) or field_choices.listed(number) == (), kind
