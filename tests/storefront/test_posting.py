"""Shoppers write on boards what the shop lets them, and read what they may."""

import pytest

from tests.commerce.community.board_setup import REVIEWS, write
from tests.storefront.shopper_client import Shopper
from tests.world import World

FREE = 5
GUEST = {"writer": "Guest", "password": "sesame"}


def test_a_member_writes_changes_and_deletes(world: World) -> None:
    shopper = Shopper(world)
    shopper.sign_up()

    made = shopper.send("POST", f"boards/{FREE}/articles", title="Hello", content="All")

    path = f"boards/{FREE}/articles/{made['article_no']}"
    assert (made["writer"], made["own"], made["secret"]) == ("Hana Kim", "T", "F")
    kept = world.get(f"boards/{FREE}/articles")["articles"][0]
    assert (kept["member_id"], kept["client_ip"]) == ("hana", "127.0.0.1")
    changed = shopper.send("PUT", path, title="Good day")
    assert changed == {**made, "title": "Good day"}
    assert shopper.get(path)["title"] == "Good day"
    shopper.send("DELETE", path)
    assert shopper.get(f"boards/{FREE}/articles") == []


def test_a_guest_writes_with_a_name_and_changes_with_the_password(world: World) -> None:
    guest, path = Shopper(world), f"boards/{FREE}/articles"
    said = {"title": "Hello", "content": "All"}
    assert (
        guest.refused("POST", path, **said)[1]
        == "`writer` is required of a guest. (parameter.writer)"
    )
    assert guest.refused("POST", path, **said, writer="Guest")[1] == (
        "`password` is required of a guest. (parameter.password)"
    )

    made = guest.send("POST", path, **said, **GUEST)

    own = f"{path}/{made['article_no']}"
    assert guest.refused("PUT", own, title="Changed", password="guess")[0] == 401
    world.stage.clock.pass_(60)
    assert guest.refused("PUT", own, title="Changed")[0] == 403
    assert guest.send("PUT", own, title="Changed", password="sesame")["title"] == "Changed"


def test_who_may_not_write_is_refused(world: World) -> None:
    world.put(f"boards/{FREE}", write_permission="V")
    said = {"title": "Hello", "content": "All"}

    status, text = Shopper(world).refused("POST", f"boards/{FREE}/articles", **said, **GUEST)

    assert (status, text) == (403, "You may not write on this board. (parameter.board_no)")
    member = Shopper(world)
    member.sign_up()
    member.send("POST", f"boards/{FREE}/articles", **said)


def test_what_is_secret_is_read_by_its_author_alone(world: World) -> None:
    author, other = Shopper(world), Shopper(world)
    author.sign_up()
    made = author.send(
        "POST", f"boards/{FREE}/articles", title="Hush", content="Secret", secret="T"
    )
    path = f"boards/{FREE}/articles/{made['article_no']}"

    [listed] = other.get(f"boards/{FREE}/articles")

    assert (listed["title"], listed["content"], listed["writer"], listed["secret"]) == (
        "",
        "",
        "",
        "T",
    )
    assert other.refused("GET", path)[0] == 404
    assert author.get(path)["content"] == "Secret"
    reply = {"title": "R", "content": "C", "reply_article_no": made["article_no"]}
    assert other.refused("POST", f"boards/{FREE}/articles", **reply, **GUEST)[0] == 404


def test_what_is_not_displayed_is_not_there(world: World) -> None:
    hidden = write(world, FREE)
    world.put(f"boards/{FREE}/articles/{hidden['article_no']}", display="F")
    guest = Shopper(world)

    assert guest.get(f"boards/{FREE}/articles") == []
    assert guest.refused("GET", f"boards/{FREE}/articles/{hidden['article_no']}")[0] == 404


def test_comments_are_written_read_and_deleted_by_their_author(world: World) -> None:
    number = write(world, FREE)["article_no"]
    path = f"boards/{FREE}/articles/{number}/comments"
    member, guest = Shopper(world), Shopper(world)
    member.sign_up()

    mine = member.send("POST", path, content="Hush", secret="T")
    guest.send("POST", path, content="Hello", **GUEST)

    assert [each["content"] for each in guest.get(path)] == ["", "Hello"]
    assert [each["content"] for each in member.get(path)] == ["Hush", "Hello"]
    assert guest.refused("DELETE", f"{path}/{mine['comment_no']}")[0] == 403
    member.send("DELETE", f"{path}/{mine['comment_no']}")
    assert [each["content"] for each in guest.get(path)] == ["Hello"]


@pytest.mark.parametrize("stars", [1, 5])
def test_a_review_has_a_product_and_stars(world: World, stars: int) -> None:
    product_no = world.product()["product_no"]
    shopper = Shopper(world)
    shopper.sign_up()

    shopper.send(
        "POST",
        f"boards/{REVIEWS}/articles",
        title="Good",
        content="Linen",
        product_no=product_no,
        rating=stars,
    )

    [found] = shopper.get(f"boards/{REVIEWS}/articles", product_no=product_no)
    assert (found["rating"], found["product_no"]) == (stars, product_no)
