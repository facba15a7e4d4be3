"""Comments: written below articles, listed with the replies to each, walked through by number."""

from typing import Any

from tests.commerce.community.board_setup import FREE, announced, refused, titles, write
from tests.every_operation.operation_calls import lines, rows
from tests.world import World

FILE = {"name": "a.png", "url": "https://files.example.com/a.png"}


def comment(world: World, article: dict[str, Any], **said: Any) -> dict[str, Any]:
    words = {"content": "Welcome", "writer": "Lee", "password": "sesame", **said}
    path = f"boards/{article['board_no']}/articles/{article['article_no']}/comments"
    made: dict[str, Any] = world.post(path, **words)["comment"]
    return made


def below(world: World, article: dict[str, Any], **query: Any) -> list[dict[str, Any]]:
    path = f"boards/{article['board_no']}/articles/{article['article_no']}/comments"
    found: list[dict[str, Any]] = world.get(path, **query)["comments"]
    return found


def delete(world: World, made: dict[str, Any]) -> Any:
    above = f"boards/{made['board_no']}/articles/{made['article_no']}"
    return world.call("DELETE", f"{above}/comments/{made['comment_no']}")


def test_a_comment_is_kept_as_it_was_sent_without_its_password(world: World) -> None:
    article = write(world, member_id="kim")

    made = comment(world, article, member_id="lee", rating=5, secret="T", attach_file_urls=[FILE])

    whole = {
        "shop_no": 1,
        "board_no": FREE,
        "article_no": 1,
        "comment_no": 1,
        "content": "Welcome",
        "writer": "Lee",
        "member_id": "lee",
        "created_date": "2026-11-21T09:00:00+09:00",
        "client_ip": "",
        "rating": 5,
        "secret": "T",
        "parent_comment_no": None,
        "input_channel": "P",
        "attach_file_urls": [{"no": 1, **FILE}],
    }
    assert made == whole
    assert below(world, article) == [whole]
    kept = repr(rows(world))
    assert "sesame" not in kept
    assert "$argon2id$" in kept
    assert announced(world)[-1] == (
        90034,
        {
            "board_no": FREE,
            "member_id": "kim",
            "writer": "Kim",
            "comment_member_id": "lee",
            "comment_writer": "Lee",
        },
    )


def test_replies_stand_below_the_comment_they_reply_to(world: World) -> None:
    article, other = write(world), write(world)
    first = comment(world, article, content="1")
    comment(world, article, content="2")
    comment(world, other, content="elsewhere")
    reply = comment(world, article, content="1 a", parent_comment_no=first["comment_no"])
    comment(world, article, content="1 a 1", parent_comment_no=reply["comment_no"])

    listed = below(world, article)

    assert [(each["content"], each["parent_comment_no"]) for each in listed] == [
        ("1", None),
        ("1 a", 1),
        ("1 a 1", 4),
        ("2", None),
    ]
    assert [each["content"] for each in below(world, article, comment_no=4)] == ["1 a"]
    assert [each["content"] for each in below(world, article, limit=2, offset=1)] == [
        "1 a", "1 a 1"
    ]  # fmt: skip


def test_a_comment_replies_to_one_of_its_own_article(world: World) -> None:
    article, other = write(world), write(world)
    elsewhere = comment(world, other)
    before = rows(world)
    words = {"content": "A", "writer": "Lee", "password": "b"}

    answer = world.call(
        "POST",
        f"boards/5/articles/{article['article_no']}/comments",
        json={"request": {**words, "parent_comment_no": elsewhere["comment_no"]}},
    )

    told = "The comment does not exist. (parameter.parent_comment_no)"
    assert refused(answer, 404) == told
    assert rows(world) == before


def test_what_replied_to_a_deleted_comment_stays_one_level_up(world: World) -> None:
    article = write(world)
    first = comment(world, article)
    second = comment(world, article, parent_comment_no=first["comment_no"])
    comment(world, article, parent_comment_no=second["comment_no"], content="still here")
    before = lines(world)

    answer = delete(world, second)

    assert answer.json() == {
        "comment": {"shop_no": 1, "board_no": FREE, "article_no": 1, "comment_no": 2}
    }
    left = [(each["comment_no"], each["parent_comment_no"]) for each in below(world, article)]
    assert left == [(1, None), (3, 1)]
    assert lines(world) == before + 1
    assert announced(world)[-1] == (
        90037,
        {
            "board_no": FREE,
            "member_id": "",
            "writer": "Kim",
            "comment_member_id": "",
            "comment_writer": "Lee",
        },
    )
    assert refused(delete(world, second), 404).endswith("(parameter.comment_no)")
    delete(world, first)
    assert titles(world, comment="T") == ["Hello"]
    delete(world, {**first, "comment_no": 3})
    assert titles(world, comment="T") == []


def test_comments_of_a_board_are_walked_through_newest_first(world: World) -> None:
    articles = [write(world), write(world)]
    for at in range(5):
        comment(world, articles[at % 2], content=str(at))
    met: list[str] = []
    path = "/api/v2/admin/boards/5/comments?limit=2"

    while True:
        answer = world.request("GET", path, headers=world.full.headers).json()["comments"]
        met += [each["content"] for each in answer]
        if not answer[-1]["links"]:
            break
        [link] = answer[-1]["links"]
        assert link["rel"] == "next"
        path = link["href"].removeprefix(world.base_url)

    assert met == ["4", "3", "2", "1", "0"]
    assert path == "/api/v2/admin/boards/5/comments?since_comment_no=2&limit=2"
