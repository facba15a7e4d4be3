"""Answers a shop gives often."""

from typing import Any

import pytest

from tests.world import World


def add(world: World, title: str, board_type: int = 5) -> dict[str, Any]:
    made: dict[str, Any] = world.post(
        "commenttemplates", title=title, content="Thank you", board_type=board_type
    )["commenttemplate"]
    return made


def test_an_answer_is_made_changed_and_deleted(world: World) -> None:
    made = add(world, "Thanks")
    assert made == {
        "shop_no": 1,
        "comment_no": 1,
        "title": "Thanks",
        "content": "Thank you",
        "board_type": 5,
        "created_date": "2026-11-21T09:00:00+09:00",
    }
    world.stage.clock.pass_(60)

    changed = world.put("commenttemplates/1", content="Thank you again", board_type=11)

    whole = {**made, "content": "Thank you again", "board_type": 11}
    assert changed == {"commenttemplate": whole}
    assert world.get("commenttemplates/1") == {"commenttemplate": whole}
    gone = world.call("DELETE", "commenttemplates/1")
    assert gone.json() == {"commenttemplate": {"comment_no": 1}}
    assert world.get("commenttemplates") == {"commenttemplates": []}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, [1, 2, 3]),
        ({"board_type": 5}, [1, 3]),
        ({"title": "SORRY"}, [2]),
        ({"since_comment_no": 1, "limit": 1}, [2]),
        ({"since_comment_no": 3}, []),
    ],
    ids=str,
)
def test_a_list_is_by_number_and_goes_on_after_the_last_that_was_seen(
    world: World, query: dict[str, Any], found: list[int]
) -> None:
    for title, board_type in (("Thanks", 5), ("Sorry", 2), ("Soon", 5)):
        add(world, title, board_type)

    listed = world.get("commenttemplates", **query)["commenttemplates"]

    assert [each["comment_no"] for each in listed] == found
    assert world.get("commenttemplates", shop_no=2) == {"commenttemplates": []}
