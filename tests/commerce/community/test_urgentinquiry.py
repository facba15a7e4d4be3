"""Urgent inquiries: handed in, listed newest first, answered once and changed after."""

from typing import Any

from openmall.commerce.community.articles.shape import File
from tests.commerce.community.board_setup import announced, refused
from tests.commerce.community.inquiry_setup import receive
from tests.every_operation.operation_calls import lines, rows
from tests.world import World

FILE = {"name": "a.png", "url": "https://files.example.com/a.png"}
ATTACHED = [{"no": 1, "source": "a.png", "name": "https://files.example.com/a.png"}]


def listed(world: World, **query: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = world.get("urgentinquiry", **query)["urgentinquiry"]
    return found


def test_what_a_customer_hands_in_is_listed_and_announced(world: World) -> None:
    receive(
        world, article_type="Delivery", member_id="kim", writer_email="kim@example.com",
        phone="010-0000-0000", search_type="O", keyword="20261120-0000013", files=[File(**FILE)],
    )  # fmt: skip

    assert listed(world) == [
        {
            "shop_no": 1,
            "article_no": 1,
            "article_type": "Delivery",
            "title": "Where is it?",
            "writer": "Kim",
            "member_id": "kim",
            "start_date": "2026-11-21T09:00:00+09:00",
            "reply_status": "F",
            "hit": 0,
            "content": "My order",
            "writer_email": "kim@example.com",
            "phone": "010-0000-0000",
            "search_type": "O",
            "keyword": "20261120-0000013",
            "attached_file_detail": ATTACHED,
        }
    ]
    receive(world)
    assert announced(world) == [
        (90035, {"member_id": "kim", "writer": "Kim"}),
        (90035, {"member_id": None, "writer": "Kim"}),
    ]


def test_the_newest_stands_first_and_a_period_narrows(world: World) -> None:
    clock = world.stage.clock
    began = clock.at
    for _ in range(3):
        receive(world)
        clock.pass_(86_400)
    clock.at = began

    assert [each["article_no"] for each in listed(world)] == [3, 2, 1]
    period = {"start_date": "2026-11-22", "end_date": "2026-11-22"}
    assert [each["article_no"] for each in listed(world, **period)] == [2]


def test_an_answer_says_how_far_it_is_and_that_it_was_not_sent(world: World) -> None:
    receive(world)
    assert refused(world.call("GET", "urgentinquiry/1/reply"), 404) == (
        "The inquiry is not answered. (parameter.article_no)"
    )
    before = lines(world)

    made = world.post(
        "urgentinquiry/1/reply", content="Today", user_id="owner", attach_file_urls=[FILE]
    )

    reply = {
        "shop_no": 1,
        "article_no": 1,
        "created_date": "2026-11-21T09:00:00+09:00",
        "status": "F",
        "content": "Today",
        "method": None,
        "count": 0,
        "user_id": "owner",
        "attached_file_detail": ATTACHED,
    }
    assert made == {"reply": reply}
    world.stage.clock.pass_(60)
    changed = world.put("urgentinquiry/1/reply", content="Tomorrow", status="T")
    assert changed == {"reply": {**reply, "content": "Tomorrow", "status": "T"}}
    assert world.get("urgentinquiry/1/reply") == changed
    assert [each["reply_status"] for each in listed(world)] == ["T"]
    assert lines(world) == before + 2
    same = {"request": {"content": "Tomorrow"}}
    assert world.call("PUT", "urgentinquiry/1/reply", json=same).status_code == 409


def test_an_inquiry_is_answered_once(world: World) -> None:
    receive(world)
    receive(world)
    body = {"request": {"content": "Today", "user_id": "owner"}}
    change = {"request": {"content": "Tomorrow"}}
    assert world.call("POST", "urgentinquiry/1/reply", json=body).status_code == 201
    before = rows(world)

    answers = [
        world.call("POST", "urgentinquiry/1/reply", json=body),
        world.call("POST", "urgentinquiry/9/reply", json=body),
        world.call("PUT", "urgentinquiry/2/reply", json=change),
    ]

    assert [refused(answers[0], 422), refused(answers[1], 404), refused(answers[2], 404)] == [
        "The inquiry is answered already. (parameter.article_no)",
        "The inquiry does not exist. (parameter.article_no)",
        "The inquiry is not answered. (parameter.article_no)",
    ]
    assert rows(world) == before
