"""Articles: written on boards, answered in threads, found again, and deleted."""

from typing import Any

import pytest

from tests.commerce.community.board_setup import (
    ADDRESS,
    FREE,
    QUESTIONS,
    announced,
    draft,
    passwords,
    post,
    refused,
    reply,
    titles,
    write,
)
from tests.every_operation.operation_calls import lines, rows
from tests.world import World

FILE = {"name": "apron.PNG", "url": "https://files.example.com/apron.png"}
HELLO = {
    "shop_no": 1,
    "article_no": 1,
    "parent_article_no": 1,
    "board_no": 5,
    "product_no": None,
    "category_no": None,
    "board_category_no": None,
    "reply_sequence": 1,
    "reply_depth": 0,
    "created_date": "2026-11-21T09:00:00+09:00",
    "writer": "Kim",
    "writer_email": "",
    "member_id": "",
    "title": "Hello",
    "content": "All of you",
    "client_ip": ADDRESS,
    "nick_name": "",
    "rating": 0,
    "reply_mail": "N",
    "display": "T",
    "secret": "F",
    "notice": "F",
    "fixed": "F",
    "deleted": "F",
    "input_channel": "P",
    "order_id": "",
    "hit": 0,
    "reply": "F",
    "reply_user_id": "",
    "reply_status": None,
    "portalpay_review_id": "",
}
ALWAYS = {
    "display_time": "F",
    "display_time_start_hour": None,
    "display_time_end_hour": None,
}


def change(world: World, article: dict[str, Any], **said: Any) -> Any:
    path = f"boards/{article['board_no']}/articles/{article['article_no']}"
    return world.call("PUT", path, json={"request": said})


def delete(world: World, article: dict[str, Any]) -> Any:
    path = f"boards/{article['board_no']}/articles/{article['article_no']}"
    return world.call("DELETE", path)


def test_an_article_is_kept_as_it_was_sent_and_shows_its_files_in_each_answer(world: World) -> None:
    made = write(world, attach_file_urls=[FILE])

    assert made == {
        **HELLO,
        "attached_file_detail": [
            {
                "no": 1,
                "path": FILE["url"],
                "name": FILE["url"],
                "size": None,
                "source": "apron.PNG",
                "type": "image/png",
                "ext": "png",
                "width": None,
                "height": None,
                "thumb": None,
            }
        ],
    }
    files = [{"no": 1, **FILE}]
    assert world.get("boards/5/articles") == {
        "articles": [{**HELLO, "supplier_id": "", "attach_file_urls": files, **ALWAYS}]
    }
    changed = change(world, made, title="Good day", rating=4)
    assert changed.json() == {
        "article": {
            **HELLO, "title": "Good day", "rating": 4, "attached_file_urls": files, **ALWAYS
        }
    }  # fmt: skip
    assert announced(world) == [
        (90033, {"board_no": 5, "no": 1, "has_parent": "F", "member_id": "", "writer": "Kim"}),
        (90039, {"board_no": 5, "no": 1, "has_parent": "F", "member_id": "", "writer": "Kim"}),
    ]
    assert change(world, made, title="Good day").status_code == 409
    assert world.get("boards/5/articles", shop_no=2) == {"articles": []}


def test_of_ten_at_once_the_good_ones_are_written_and_the_others_told_apart(world: World) -> None:
    answer = post(
        world,
        FREE,
        draft(title="One", client_ip="2001:DB8::1"),
        draft(title="Two", client_ip="here"),
        draft(title="Three", product_no=7),
        draft(title="Four", reply_article_no=99),
        draft(title="Five", board_category_no=1),
        draft(title="Six", category_no=2_000),
    )

    assert answer.status_code == 207
    first, *others = answer.json()["articles"]
    assert (first["status"], first["title"], first["client_ip"]) == (201, "One", "2001:db8::1")
    said = [
        (each["title"], each["status"], each["message"], each["more_info"]["parameter"])
        for each in others
    ]
    assert said == [
        ("Two", 422, "Expected an IP address.", "client_ip"),
        ("Three", 404, "The product does not exist.", "product_no"),
        ("Four", 404, "The article does not exist.", "reply_article_no"),
        ("Five", 404, "The board has no such category.", "board_category_no"),
        ("Six", 404, "The category does not exist.", "category_no"),
    ]
    assert titles(world) == ["One"]
    assert len(announced(world)) == 1
    before = rows(world)
    assert post(world, FREE, *[draft()] * 11).status_code == 400
    assert rows(world) == before


def test_a_password_is_kept_so_that_nobody_can_read_it(world: World) -> None:
    answer = post(world, FREE, draft(password="open sesame"))

    assert answer.status_code == 201
    [kept] = passwords(world)
    assert kept.startswith("$argon2id$")
    everything = repr([answer.json(), world.get("boards/5/articles"), rows(world)])
    assert "open sesame" not in everything


def test_threads_stand_newest_first_and_replies_below_what_they_reply_to(world: World) -> None:
    old = write(world, title="old")
    world.stage.clock.pass_(60)
    new = write(world, title="new")
    world.stage.clock.pass_(60)
    first = reply(world, old, title="old 1")
    second = reply(world, old, title="old 2")
    deep = reply(world, first, title="old 1 a")
    reply(world, new, title="new 1")
    reply(world, first, title="old 1 b")

    listed = world.get("boards/5/articles")["articles"]

    assert [
        (each["title"], each["reply_depth"], each["reply_sequence"], each["parent_article_no"])
        for each in listed
    ] == [
        ("new", 0, 1, new["article_no"]),
        ("new 1", 1, 2, new["article_no"]),
        ("old", 0, 1, old["article_no"]),
        ("old 1", 1, 2, old["article_no"]),
        ("old 1 a", 2, 3, first["article_no"]),
        ("old 1 b", 2, 4, first["article_no"]),
        ("old 2", 1, 5, old["article_no"]),
    ]
    assert (second["reply_sequence"], deep["reply"], deep["reply_depth"]) == (3, "T", 2)
    assert announced(world)[-1] == (
        90033,
        {"board_no": 5, "no": 7, "has_parent": "T", "member_id": "", "writer": "Kim"},
    )


def test_notices_stand_above_fixed_articles_and_those_above_the_rest(world: World) -> None:
    notice = write(world, title="notice", notice="T")
    write(world, title="fixed", fixed="T")
    plain = write(world, title="plain")
    reply(world, notice, title="about the notice")
    assert titles(world) == ["notice", "about the notice", "fixed", "plain"]

    change(world, notice, notice="F")
    change(world, plain, fixed="T")

    assert titles(world) == ["plain", "fixed", "notice", "about the notice"]


def test_an_article_may_be_older_than_the_board(world: World) -> None:
    write(world, title="today")
    made = write(world, title="long ago", created_date="2019-04-30T16:44:21+09:00")

    assert made["created_date"] == "2019-04-30T16:44:21+09:00"
    assert titles(world) == ["today", "long ago"]


def test_a_question_waits_until_somebody_else_answers_it(world: World) -> None:
    question = write(world, QUESTIONS, member_id="kim")
    assert question["reply_status"] == "N"

    more = reply(world, question, member_id="kim", title="And in blue?")
    assert [each["title"] for each in _waiting(world)] == ["Hello"]
    answer = reply(world, question, reply_user_id="owner", title="Yes")

    assert _waiting(world) == []
    assert (more["reply_status"], answer["reply_status"]) == (None, None)
    assert titles(world, QUESTIONS, reply_status="C") == ["Hello"]


def _waiting(world: World) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = world.get("boards/6/articles", reply_status="N")["articles"]
    return found


def test_on_a_board_of_secrets_every_article_is_one(world: World) -> None:
    assert write(world, 9)["secret"] == "T"
    assert write(world, FREE, secret="T")["secret"] == "T"
    assert write(world, FREE)["secret"] == "F"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"board_category_no": 1}, ["apron"]),
        ({"input_channel": "M"}, ["parcel"]),
        ({"search": "subject", "keyword": "APR"}, ["apron"]),
        ({"search": "content", "keyword": "blue"}, ["parcel"]),
        ({"search": "writer_name", "keyword": "lee"}, ["parcel"]),
        ({"search": "product", "keyword": "linen"}, ["apron"]),
        ({"search": "member_id", "keyword": "kim"}, ["apron"]),
        ({"keyword": "blue"}, ["parcel"]),
        ({"keyword": "%"}, []),
        ({"search": "subject"}, ["notice", "parcel", "apron"]),
        ({"reply_status": "P"}, ["parcel"]),
        ({"comment": "T"}, ["parcel"]),
        ({"comment": "F"}, ["notice", "apron"]),
        ({"attached_file": "T"}, ["apron"]),
        ({"attached_file": "F"}, ["notice", "parcel"]),
        ({"article_type": "normal"}, ["parcel", "apron"]),
        ({"article_type": "notice,fixed"}, ["notice"]),
        ({"article_type": "all,fixed"}, ["notice", "parcel", "apron"]),
        ({"product_no": 1}, ["apron"]),
        ({"has_product": "F"}, ["notice", "parcel"]),
        ({"is_notice": "T"}, ["notice"]),
        ({"is_display": "F"}, ["parcel"]),
        ({"supplier_id": "supplier1"}, []),
        ({"start_date": "2026-11-21", "end_date": "2026-11-21"}, ["notice", "parcel"]),
        ({"end_date": "2026-11-20"}, ["apron"]),
        ({"limit": 1, "offset": 1}, ["parcel"]),
    ],
    ids=str,
)
def test_a_list_is_narrowed_by_what_is_asked(
    world: World, query: dict[str, Any], found: list[str]
) -> None:
    world.product()
    category = {"board_category_no": 1, "category_name": "Talk"}
    world.put("boards/5", categories=[category])
    write(
        world, title="apron", product_no=1, board_category_no=1, member_id="kim",
        attach_file_urls=[FILE], created_date="2026-11-01",
    )  # fmt: skip
    parcel = write(
        world, title="parcel", content="Blue ones", writer="Lee", input_channel="M",
        reply_status="P",
    )  # fmt: skip
    change(world, parcel, display="F")
    path = f"boards/5/articles/{parcel['article_no']}/comments"
    world.post(path, content="Me too", writer="Lee", password="sesame")
    write(world, title="notice", notice="T")

    assert titles(world, **query) == found


def test_the_newest_version_finds_articles_by_number_and_older_ones_pass_over_it(
    world: World,
) -> None:
    for title in ("one", "two", "three"):
        write(world, title=title)

    def asked(version: str) -> list[str]:
        headers = {"X-Platform-Api-Version": version}
        answer = world.call(
            "GET", "boards/5/articles", params={"article_no": "1,3"}, headers=headers
        )
        return [each["title"] for each in answer.json()["articles"]]

    assert asked("2026-03-01") == ["three", "one"]
    assert asked("2024-03-01") == ["three", "two", "one"]


def test_a_period_is_a_year_at_most(world: World) -> None:
    query: dict[str, Any] = {"start_date": "2025-01-01", "end_date": "2026-01-02"}
    answer = world.call("GET", "boards/5/articles", params=query)
    assert refused(answer, 422) == "A period is a year at most. (parameter.end_date)"
    assert titles(world, **{**query, "end_date": "2026-01-01"}) == []


def test_an_article_is_shown_from_one_hour_to_another_or_always(world: World) -> None:
    article = write(world)
    before = rows(world)
    half = change(world, article, display_time_start_hour="22")
    assert refused(half, 422) == (
        "The hours `display_time_start_hour` and `display_time_end_hour` come together."
        " (parameter.display_time_end_hour)"
    )
    assert rows(world) == before

    answer = change(world, article, display_time_start_hour="22", display_time_end_hour="6")

    hours = {"display_time": "T", "display_time_start_hour": "22", "display_time_end_hour": "6"}
    assert hours.items() <= answer.json()["article"].items()
    [listed] = world.get("boards/5/articles")["articles"]
    assert (listed["display_time_start_hour"], listed["display_time_end_hour"]) == (22, 6)
    answer = change(world, article, display_time_start_hour="", display_time_end_hour="")
    assert ALWAYS.items() <= answer.json()["article"].items()


def test_files_are_set_one_by_one(world: World) -> None:
    article = write(world, attach_file_urls=[FILE, {**FILE, "name": "two"}])

    answer = change(
        world, article, attach_file_url1="", attach_file_url2="/files/b.pdf?v=1",
        attach_file_url3=FILE["url"],
    )  # fmt: skip

    assert answer.json()["article"]["attached_file_urls"] == [
        {"no": 1, "name": "b.pdf", "url": "/files/b.pdf?v=1"},
        {"no": 2, "name": "apron.png", "url": FILE["url"]},
    ]
    same = change(world, article, attach_file_url1="/files/b.pdf?v=1")
    assert same.status_code == 409


def test_an_article_without_replies_is_deleted_with_its_comments(world: World) -> None:
    article = write(world)
    number = article["article_no"]
    world.post(f"boards/5/articles/{number}/comments", content="A", writer="Lee", password="b")
    before = lines(world)

    answer = delete(world, article)

    assert answer.json() == {"article": {"shop_no": 1, "board_no": 5, "article_no": number}}
    assert (titles(world), world.get("boards/5/comments")) == ([], {"comments": []})
    assert announced(world)[-1] == (
        90036, {"board_no": 5, "no": number, "member_id": "", "writer": "Kim"}
    )  # fmt: skip
    assert lines(world) == before + 1
    assert refused(delete(world, article), 404).endswith("(parameter.article_no)")


def test_a_deleted_article_with_replies_keeps_its_place_and_nothing_else(world: World) -> None:
    top = write(world, title="top", password="sesame", notice="T", attach_file_urls=[FILE])
    middle = reply(world, top, title="middle")
    leaf = reply(world, middle, title="leaf")

    assert [delete(world, each).status_code for each in (top, middle)] == [200, 200]

    listed = world.get("boards/5/articles")["articles"]
    gone = {
        "title": "", "content": "", "writer": "", "client_ip": "", "deleted": "T", "display": "F",
        "notice": "F", "attach_file_urls": [],
    }  # fmt: skip
    assert [each["title"] for each in listed] == ["", "", "leaf"]
    assert gone.items() <= listed[0].items()
    assert passwords(world)[0] == ""
    for answer in (delete(world, top), change(world, top, title="Back")):
        assert refused(answer, 404) == "The article does not exist. (parameter.article_no)"
    missing = post(world, FREE, draft(reply_article_no=top["article_no"]))
    assert missing.status_code == 404
    delete(world, leaf)
    assert titles(world) == []
