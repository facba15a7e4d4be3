"""Script tags as apps see them: each its own only, in their order, gone with the app."""

from typing import Any

from openmall.access.oauth import apps as registered_apps
from openmall.commerce.application.scripttags.rules import MOST
from tests.world import Installed, World

SRC = "https://app.example.com/widget.js"
LATER = "2026-11-21T09:30:00+09:00"
WIDGET = {"src": SRC, "display_location": ["PRODUCT_DETAIL"]}


def create(world: World, app: Installed | None = None, **values: Any) -> dict[str, Any]:
    """Create a script tag as an app and return it."""
    answer = world.call("POST", "scripttags", app=app, json={"request": {**WIDGET, **values}})
    assert answer.status_code == 201, answer.text
    tag: dict[str, Any] = answer.json()["scripttag"]
    return tag


def numbers(world: World, app: Installed | None = None, **filters: Any) -> list[str]:
    """Return the numbers of an app's tags that a list answers."""
    answer = world.call("GET", "scripttags", app=app, params=filters)
    assert answer.status_code == 200, answer.text
    return [tag["script_no"] for tag in answer.json()["scripttags"]]


def test_a_new_tag_has_what_was_sent_and_the_app_that_sent_it(world: World) -> None:
    tag = create(world, exclude_path=["/cart"], skin_no=[2, 1], integrity="sha256-abc=")

    assert tag == {
        "shop_no": 1,
        "script_no": "1",
        "client_id": world.full.credentials.client_id,
        "src": SRC,
        "display_location": ["PRODUCT_DETAIL"],
        "exclude_path": ["/cart"],
        "skin_no": [2, 1],
        "integrity": "sha256-abc=",
        "created_date": "2026-11-21T09:00:00+09:00",
        "updated_date": "2026-11-21T09:00:00+09:00",
    }
    assert world.get("scripttags/1")["scripttag"] == tag


def test_an_app_neither_sees_nor_changes_the_tags_of_another(world: World) -> None:
    other = world.install()
    create(world)
    number = create(world, other)["script_no"]
    body = {"request": {"display_location": ["MAIN"]}}

    assert numbers(world) == ["1"]
    assert numbers(world, other) == [number] == ["2"]
    assert world.get("scripttags/count") == {"count": 1}
    assert world.call("GET", f"scripttags/{number}").status_code == 404
    assert world.call("PUT", f"scripttags/{number}", json=body).status_code == 404
    assert world.call("DELETE", f"scripttags/{number}").status_code == 404
    assert numbers(world, other) == [number]


def test_an_update_changes_what_is_sent_and_its_date_only(world: World) -> None:
    before = create(world, exclude_path=["/cart"], skin_no=[1])
    world.stage.clock.pass_(60)
    path = "scripttags/1"

    after = world.put(path, display_location=["all"], skin_no=[])["scripttag"]
    same = world.call("PUT", path, json={"request": {"display_location": ["all"], "skin_no": []}})

    changed = {"display_location": ["all"], "skin_no": None}
    assert after == {**before, **changed, "updated_date": "2026-11-21T09:01:00+09:00"}
    assert same.status_code == 409


def test_lists_and_counts_are_filtered(world: World) -> None:
    create(world, exclude_path=["/cart"], skin_no=[1, 2])
    create(world, src="https://app.example.com/b.js", display_location=["MAIN", "all"])
    world.stage.clock.pass_(3_600)
    create(world, integrity="sha256-abc=", skin_no=[3])

    found = {
        str(filters): numbers(world, **filters)
        for filters in (
            {"script_no": "2"},
            {"src": SRC},
            {"display_location": "MAIN,CART"},
            {"exclude_path": "/cart,/x"},
            {"skin_no": "2,3"},
            {"integrity": "sha256-abc="},
            {"created_start_date": LATER},
            {"created_end_date": LATER},
            {"updated_start_date": "2026-11-21", "updated_end_date": LATER},
        )
    }

    assert list(found.values()) == [
        ["2"], ["1", "3"], ["2"], ["1"], ["1", "3"], ["3"], ["3"], ["1", "2"], ["1", "2"],
    ]  # fmt: skip
    assert world.get("scripttags/count", display_location="MAIN") == {"count": 1}
    assert world.get("scripttags/count", created_start_date=LATER) == {"count": 1}
    assert world.get("scripttags/count", skin_no="2,3") == {"count": 2}


def test_tags_belong_to_a_shop(world: World) -> None:
    number = world.post("scripttags", 2, **WIDGET)["scripttag"]["script_no"]

    assert numbers(world) == []
    assert numbers(world, shop_no=2) == [number]
    assert world.call("GET", f"scripttags/{number}").status_code == 404
    assert world.call("DELETE", f"scripttags/{number}").json() == {
        "scripttag": {"script_no": number}
    }
    assert numbers(world, shop_no=2) == []


def test_an_address_that_is_no_https_file_is_refused(world: World) -> None:
    for src in (
        "http://app.example.com/a.js",
        "https://app.example.com",
        "https://app.example.com/",
        "https://app.example.com/scripts/",
        "https://app.example.com/a.js#b",
        "https://app.example.com/a b.js",
        "https://user@app.example.com/a.js",
        "https://app.example.com/a.js'",
        "javascript:alert(1)",
    ):
        answer = world.call("POST", "scripttags", json={"request": {**WIDGET, "src": src}})
        assert answer.status_code == 422, src
        assert answer.json()["error"]["more_info"]["parameter"] == "src"


def test_an_app_has_a_hundred_tags_in_a_shop_at_most(world: World) -> None:
    for _ in range(MOST):
        create(world)

    answer = world.call("POST", "scripttags", json={"request": WIDGET})

    assert answer.status_code == 422
    assert len(numbers(world)) == MOST == 100
    create(world, world.install())


def test_tags_are_gone_when_the_app_is_deleted_and_do_not_come_back(world: World) -> None:
    app, stage = world.install(), world.stage
    create(world, app)
    create(world)
    client_id = app.credentials.client_id

    async def remove_and_install_again() -> None:
        database, clock = stage.app.database, stage.clock
        assert await registered_apps.uninstall(
            database, stage.app.counters, clock, mall_id=world.mall_id, client_id=client_id
        )
        async with database.writing(world.mall_id) as db:
            await registered_apps.install(db, clock, client_id, ["mall.read_application"])

    stage.run(remove_and_install_again)

    tags = stage.run(stage.app._script_tags.tags.of, world.mall_id, 1)
    assert [tag.client_id for tag in tags] == [world.full.credentials.client_id]
