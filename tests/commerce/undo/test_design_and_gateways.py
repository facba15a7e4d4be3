"""Pages of themes and payment gateways become what they were."""

from typing import Any

from tests.commerce.store.gateway_app import call, client, offer, offered, register
from tests.commerce.undo.test_orders import undone
from tests.commerce.undo.undo_calls import decide, newest, undo
from tests.world import World

PAGE = {"path": "/about.html", "source": "<p>One</p>"}


def page(world: World) -> dict[str, Any]:
    found: dict[str, Any] = world.get("themes/1/pages", path="/about.html")["page"]
    return found


def test_a_page_of_a_theme_goes_changes_back_and_comes_back(world: World) -> None:
    world.post("themes/1/pages", **PAGE)
    created = newest(world)["write_no"]
    before = page(world)
    for text in ("<p>Two</p>", "<p>Three</p>"):
        world.put("themes/1/pages", path="/about.html", source=text)
        undone(world)
        assert page(world) == before
    # the versions that it had stay, and new ones follow them
    world.put("themes/1/pages", path="/about.html", source="<p>Four</p>")
    undone(world)
    world.call("DELETE", "themes/1/pages", params={"path": "/about.html"})
    undone(world)
    assert page(world) == before
    world.put("themes/1/pages", path="/about.html", source="<p>Five</p>")
    assert page(world)["source"] == "<p>Five</p>"
    undone(world)
    undone(world, created)

    gone = world.call("GET", "themes/1/pages", params={"path": "/about.html"})
    assert gone.status_code == 404


def test_a_page_of_a_theme_that_others_changed_is_a_conflict(world: World) -> None:
    world.post("themes/1/pages", **PAGE)
    world.put("themes/1/pages", path="/about.html", source="<p>Two</p>")
    write_no = newest(world)["write_no"]
    world.put("themes/1/pages", path="/about.html", source="<p>Three</p>")

    [shown] = undo(world, write_no).json()["error"]["more_info"]["conflicts"]

    assert (shown["resource"], shown["fields"]) == ("theme_page", ["source"])
    decided = decide("theme_page", "1,/about.html", "revert")
    undone(world, write_no, decisions=decided)
    assert page(world)["source"] == "<p>One</p>"


def test_texts_of_a_theme_become_what_they_were(world: World) -> None:
    texts = {"language_code": "ko_KR", "source": '{"About": "소개"}'}
    body = {"request": {"skin_translation": texts}}
    before = world.call("GET", "translations/themes/1/ko_KR").status_code
    answer = world.call("PUT", "translations/themes/1", json=body)
    assert answer.is_success, answer.text

    undone(world)

    assert world.call("GET", "translations/themes/1/ko_KR").status_code == before


def test_a_gateway_goes_unless_methods_were_added_to_it(world: World) -> None:
    register(world)
    write_no = newest(world)["write_no"]
    offer(world)
    method = newest(world)["write_no"]

    answer = undo(world, write_no)

    assert answer.status_code == 409
    assert "payment methods were added to it. Keep it." in answer.json()["error"]["message"]
    undone(world, method)
    assert offered(world) == []
    undone(world, write_no)
    assert call(world, "GET", f"paymentgateway/{client(world)}/paymentmethods")[0] == 404


def test_a_deleted_gateway_comes_back_with_its_methods(world: World) -> None:
    register(world)
    offer(world)
    before = offered(world)
    call(world, "DELETE", f"paymentgateway/{client(world)}")

    undone(world)

    assert offered(world) == before


def test_the_gateway_of_another_app_is_not_undone(world: World) -> None:
    register(world)
    write_no = newest(world)["write_no"]
    other = world.install()

    answer = world.call("POST", f"writes/{write_no}/undo", json={"request": {}}, app=other)

    assert answer.status_code == 403, answer.text
    undone(world, write_no)
