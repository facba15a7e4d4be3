"""A developer declares pages and actions of an app."""

import html
import re

import httpx
import pytest

from openmall.events.webhooks import rules as webhook_rules
from tests.pages.console.developer_browser import Developer, Registered
from tests.world import World

ACTION = {
    "deed": "add",
    "place": "order",
    "kind": "call",
    "label": "Print a label",
    "label_ko": "라벨 인쇄",
    "address": "https://app.example.com/labels",
}


@pytest.fixture
def app(kim: Developer, world: World) -> Registered:
    """An app with keys that sign."""
    made = kim.app("mall.read_product")
    context = world.stage.app.periodic_tasks.webhooks.context
    world.stage.run(lambda: webhook_rules.rotate(context, made.client_id))
    return made


def send(kim: Developer, app: Registered, **changed: str) -> httpx.Response:
    return kim.send(f"{app.home}/actions", {**ACTION, **changed})


def test_an_action_is_declared_and_removed(kim: Developer, app: Registered) -> None:
    added = send(kim, app)
    page = html.unescape(kim.open(f"{app.home}/actions?done=added").text)
    found = re.search(r'name="action_id" value="(\w+)"', page)
    assert found is not None
    removed = kim.send(f"{app.home}/actions", {"deed": "remove", "action_id": found[1]})

    assert added.headers["location"] == f"{app.home}/actions?done=added"
    for text in ("Print a label", "라벨 인쇄", ACTION["address"], "Page of an order"):
        assert text in page
    assert removed.headers["location"] == f"{app.home}/actions?done=removed"
    assert "Print a label" not in kim.open(f"{app.home}/actions").text


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ({"label": ""}, "Please fill this in."),
        ({"place": "x"}, "There is no such choice."),
        ({"address": "http://app.example.com/"}, "the address does not begin with https://."),
        (
            {"address": "https://10.0.0.1/"},
            "The address cannot be used: 10.0.0.1 is not on the internet.",
        ),
        ({"address": "javascript:alert(1)"}, "the address does not begin with https://."),
    ],
)
def test_a_wrong_action_is_refused_beside_its_field(
    kim: Developer, app: Registered, changed: dict[str, str], text: str
) -> None:
    answer = send(kim, app, **changed)

    assert answer.status_code == 422
    assert text in html.unescape(answer.text)
    assert "Declared actions" not in answer.text


def test_an_app_without_keys_declares_none(kim: Developer) -> None:
    app = kim.app("mall.read_product")

    answer = send(kim, app)

    assert answer.status_code == 422
    assert "create the keys on the page Webhooks first" in answer.text


def test_actions_of_other_developers_are_not_removed(
    kim: Developer, app: Registered, lee: Developer
) -> None:
    send(kim, app)

    assert lee.open(f"{app.home}/actions").status_code == 404
    assert kim.send(f"{app.home}/actions", {"deed": "x"}).status_code in (400, 404, 422)
