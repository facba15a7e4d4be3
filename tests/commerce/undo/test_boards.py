"""Posts, comments and answers become what they were, with their place in the thread."""

from typing import Any

from openmall.commerce.community import reviews
from openmall.commerce.community.articles import store as article_store
from openmall.commerce.privacy.data_subject import rules as data_subject_rules
from tests.commerce.community.board_setup import (
    FREE,
    QUESTIONS,
    REVIEWS,
    announced,
    reply,
    titles,
    write,
)
from tests.commerce.community.inquiry_setup import receive
from tests.commerce.community.test_reviews import asked
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.undo.test_customers import kept
from tests.commerce.undo.test_orders import undone
from tests.commerce.undo.undo_calls import decide, newest, undo
from tests.world import World


def article(world: World, number: int, board_no: int = FREE) -> dict[str, Any]:
    found = world.get(f"boards/{board_no}/articles", limit=100)["articles"]
    [one] = [each for each in found if each["article_no"] == number]
    return dict(one)


def comment(world: World, number: int, **said: Any) -> int:
    path = f"boards/{FREE}/articles/{number}/comments"
    made = world.post(path, content="Yes", writer="Lee", password="p", **said)["comment"]
    return int(made["comment_no"])


def comments(world: World, number: int) -> list[tuple[int, int | None]]:
    found = world.get(f"boards/{FREE}/articles/{number}/comments", limit=100)["comments"]
    return [(each["comment_no"], each["parent_comment_no"]) for each in found]


def conflicts(world: World, write_no: int) -> list[dict[str, Any]]:
    refused = undo(world, write_no)
    assert refused.status_code == 409, refused.text
    found: list[dict[str, Any]] = refused.json()["error"]["more_info"]["conflicts"]
    return found


def test_a_post_goes_changes_back_and_comes_back(world: World) -> None:
    write(world, title="Hello")
    undone(world)
    assert titles(world) == []

    number = write(world, title="Hello")["article_no"]
    before = article(world, number)
    world.put(f"boards/{FREE}/articles/{number}", title="Goodbye")
    undone(world)
    assert article(world, number) == before
    world.call("DELETE", f"boards/{FREE}/articles/{number}")
    undone(world)

    assert article(world, number) == before
    published = [number for number, _ in announced(world)]
    assert published == [90033, 90036, 90033, 90039, 90039, 90036, 90033]


def test_a_post_that_was_answered_since_is_a_conflict(world: World) -> None:
    above = write(world)
    write_no = newest(world)["write_no"]
    reply(world, above)
    comment(world, above["article_no"])

    [shown] = conflicts(world, write_no)
    assert (shown["resource"], shown["fields"]) == ("article", ["comments", "replies"])
    undone(world, write_no, decisions=decide("article", above["article_no"], "revert"))

    # its place in the thread stays, without content and author
    assert titles(world) == ["", "Hello"]


def test_a_view_of_a_post_is_no_conflict(world: World) -> None:
    number = write(world)["article_no"]
    write_no = newest(world)["write_no"]
    world.in_transaction(lambda db: article_store.add_hits(db, {(number,): 3}))

    assert undone(world, write_no)["reverted"] == 1
    assert titles(world) == []


def test_a_reply_goes_and_the_question_is_open_again(world: World) -> None:
    above = write(world, QUESTIONS, title="Question")
    reply(world, above, title="First")
    first = newest(world)["write_no"]
    assert article(world, above["article_no"], QUESTIONS)["reply_status"] == "C"
    undone(world)
    assert article(world, above["article_no"], QUESTIONS)["reply_status"] == "N"
    undone(world)
    assert titles(world, QUESTIONS) == ["Question", "First"]
    assert newest(world)["undoes"] == first + 1
    # the one who asked had the message when it was written
    assert [each for each, _ in announced(world)][-1] == 90039
    again = newest(world)["write_no"]
    reply(world, above, title="Second")

    undone(world, again)

    assert titles(world, QUESTIONS) == ["Question", "Second"]
    assert article(world, above["article_no"], QUESTIONS)["reply_status"] == "C"


def test_a_reply_comes_back_to_its_place(world: World) -> None:
    above = write(world, title="A")
    first = reply(world, above, title="B")
    world.call("DELETE", f"boards/{FREE}/articles/{first['article_no']}")
    write_no = newest(world)["write_no"]
    reply(world, above, title="C")
    world.put(f"boards/{FREE}/articles/{above['article_no']}", notice="T")

    undone(world, write_no)

    assert titles(world) == ["A", "B", "C"]


def test_a_reply_to_what_is_gone_does_not_come_back(world: World) -> None:
    above = write(world)
    below = reply(world, above)
    for each in (below, above):
        world.call("DELETE", f"boards/{FREE}/articles/{each['article_no']}")
    write_no = newest(world)["write_no"] - 1

    answer = undo(world, write_no)

    assert answer.status_code == 409
    assert "belongs to an article that is gone" in answer.json()["error"]["message"]


def test_a_deleted_post_comes_back_with_its_comments(world: World) -> None:
    number = write(world)["article_no"]
    first = comment(world, number)
    comment(world, number, parent_comment_no=first)
    before = comments(world, number)
    world.call("DELETE", f"boards/{FREE}/articles/{number}")

    undone(world)

    assert comments(world, number) == before


def test_a_comment_goes_and_comes_back_above_its_replies(world: World) -> None:
    number = write(world)["article_no"]
    first = comment(world, number)
    created = newest(world)["write_no"]
    second = comment(world, number, parent_comment_no=first)
    [shown] = conflicts(world, created)
    assert (shown["resource"], shown["fields"]) == ("article_comment", ["replies"])
    world.call("DELETE", f"boards/{FREE}/articles/{number}/comments/{first}")
    assert comments(world, number) == [(second, None)]

    undone(world)

    assert comments(world, number) == [(first, None), (second, first)]
    undone(world, created, decisions=decide("article_comment", first, "revert"))
    assert comments(world, number) == [(second, None)]
    published = [number for number, _ in announced(world)]
    assert published == [90033, 90034, 90034, 90037, 90034, 90037]


def test_the_score_of_a_product_follows(world: World) -> None:
    product = world.product()["product_no"]
    write(world, REVIEWS, product_no=product, rating=5)
    number = write(world, REVIEWS, product_no=product, rating=1)["article_no"]
    world.call("DELETE", f"boards/{REVIEWS}/articles/{number}")
    assert asked(world, reviews.summary, product)[product].number == 1

    undone(world)

    assert asked(world, reviews.summary, product)[product].number == 2


def test_an_answer_to_an_inquiry_goes_and_changes_back(world: World) -> None:
    receive(world)
    path = "urgentinquiry/1/reply"
    world.post(path, content="Tomorrow", user_id="owner")
    created = newest(world)["write_no"]
    world.put(path, content="Today", status="I")
    undone(world)
    assert world.get(path)["reply"]["content"] == "Tomorrow"

    undone(world, created)

    assert world.call("GET", path).status_code == 404
    assert world.get("urgentinquiry")["urgentinquiry"][0]["reply_status"] == "F"


def test_a_post_of_a_customer_who_left_does_not_come_back(world: World) -> None:
    join(world)
    number = write(world, member_id="haneul", title="Mine")["article_no"]
    reply(world, {"article_no": number, "board_no": FREE}, title="Dear Haneul")
    world.call("DELETE", f"boards/{FREE}/articles/{number + 1}")
    below = newest(world)["write_no"]
    world.call("DELETE", f"boards/{FREE}/articles/{number}")
    own = newest(world)["write_no"]
    assert kept(world) == 4

    do(world, lambda call: data_subject_rules.erase(call, "haneul"))

    assert kept(world) == 0
    for write_no in (own, below):
        assert undone(world, write_no)["reverted"] == 0
    assert titles(world) == []
    write(world, member_id="haneul")
    assert newest(world)["reason"] == "it changed what is of a customer who left"
