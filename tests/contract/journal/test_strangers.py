"""Nobody writes into a shop's activity log but those who manage it, and it quotes nobody."""

from typing import Any

import pytest

from tests.commerce.community.board_setup import post
from tests.commerce.order.order_setup import BUYER
from tests.every_operation.operation_calls import envelope, least, send_raw, things, url
from tests.every_operation.prerequisites import Row, Values, shopping
from tests.every_operation.registry_rows import every_row
from tests.pages.backoffice.test_activity import kept
from tests.storefront.shopper_client import Shopper
from tests.world import World

SECRET = "Call me at 010-5555-1212, door code 4711#"
WRITER = "Zeta Visitor"
LAST = ("DELETE sessions/current", shopping.LEAVING)
"""Operations after which somebody is somebody else."""


def _storefront_writes() -> list[Row]:
    found = [row for row in every_row() if row[0].name == "storefront" and row[1].writes]
    return sorted(found, key=lambda row: row[1].name in LAST)


def _logged(world: World) -> str:
    """Return what the API tells of the activity log, and all that is stored of it."""
    world.stage.forget_counts()
    answer = world.call("GET", "activitylogs?start_date=2026-11-01&end_date=2026-11-30&limit=100")
    assert answer.status_code == 200
    return answer.text + repr(kept(world))


def test_a_guests_inquiry_that_was_deleted_is_told_by_no_line(world: World) -> None:
    guest, other = Shopper(world), Shopper(world)
    own = {"writer": WRITER, "password": "sesame"}
    made = guest.send("POST", "boards/6/articles", title=SECRET, content=SECRET, secret="T", **own)
    path = f"boards/6/articles/{made['article_no']}"
    assert other.ask("GET", path).status_code == 404
    guest.send("PUT", path, content=f"{SECRET}!", password="sesame")
    shown = guest.send("POST", "boards/5/articles", title=SECRET, content=SECRET, **own)
    above = f"boards/5/articles/{shown['article_no']}/comments"
    said = guest.send("POST", above, content=SECRET, **own)
    guest.send("PUT", f"{above}/{said['comment_no']}", content=f"{SECRET}!", password="sesame")
    assert kept(world) == []
    # a guest has no session to delete with, and asks the shop to do it
    for gone in (path, f"{above}/{said['comment_no']}"):
        assert world.call("DELETE", gone).status_code == 200

    logged = _logged(world)

    assert [each for each in (SECRET, "4711", WRITER, "127.0.0.1") if each in logged] == []
    assert [line["manager_id"] for line in kept(world)] == ["owner", "owner"]


def test_lines_of_managers_say_what_became_of_an_article_and_not_what_it_says(
    world: World,
) -> None:
    words = {"title": SECRET, "content": SECRET, "writer": WRITER, "client_ip": "192.0.2.77"}
    answer = post(world, 5, {**words, "member_id": "hana", "nick_name": WRITER})
    [made] = answer.json()["articles"]
    path = f"boards/5/articles/{made['article_no']}"
    world.put(path, title=f"{SECRET}!", display="F")
    comment = world.post(f"{path}/comments", content=SECRET, writer=WRITER, password="sesame")
    number = comment["comment"]["comment_no"]
    assert world.call("DELETE", f"{path}/comments/{number}").status_code == 200
    assert world.call("DELETE", path).status_code == 200

    logged = _logged(world)

    assert [each for each in (SECRET, "4711", WRITER, "192.0.2.77") if each in logged] == []
    added, changed, said, unsaid, gone = kept(world)
    hidden = ["***", "***"]
    assert added["changes"]["title"] == added["changes"]["client_ip"] == hidden
    assert added["changes"]["member_id"] == [None, "hana"]
    assert changed["changes"] == {"title": hidden, "display": ["T", "F"]}
    assert (said["changes"]["content"], said["changes"]["writer"]) == (hidden, hidden)
    assert unsaid["changes"] == {"member_id": ["", None], "content": hidden}
    assert gone["changes"] == {"member_id": ["hana", None], "title": hidden, "content": hidden}
    about = f"article {made['article_no']} of board 5"
    assert [line["content"].partition(": ")[0] for line in (added, changed, gone)] == [about] * 3


GUESTS_WORDS = {
    "writer": WRITER, "password": "sesame", "title": SECRET, "content": SECRET, "name": WRITER,
    "email": "zeta@example.com", "cellphone": "010-5555-1212", "phone": "010-5555-1212",
}  # fmt: skip
"""What is sent in fields that are called so."""


def _called(world: World, row: Row, session: str) -> int:
    """Call an operation of the storefront as whoever a session is of, and return its status."""
    door, operation = row
    path = things(world, operation)
    values: Values = least(world, operation, path)
    words = {name: text for name, text in GUESTS_WORDS.items() if name in operation.fields}
    if not session:
        values |= words
    before = kept(world)
    world.stage.forget_counts()
    world.stage.client.cookies.clear()
    rest: dict[str, Any] = {"headers": {shopping.HEADER: session} if session else {}}
    if operation.has_body:
        rest["json"] = envelope(operation, values)
    else:
        rest["params"] = {name: str(value) for name, value in values.items()}
    answer = send_raw(world, door, operation.method, url(row, path), **rest)
    assert answer.status_code < 500, answer.text
    assert kept(world) == before, operation.name
    status: int = answer.status_code
    return status


@pytest.mark.parametrize("who", ["nobody", "a member"])
def test_no_write_of_the_storefront_writes_into_the_activity_log(world: World, who: str) -> None:
    taken = set()
    for row in _storefront_writes():
        session = "" if who == "nobody" else shopping.session(world, row[1], 1)
        if who == "a member" and not session:
            session = shopping.member(world).session
        if _called(world, row, session) < 300:
            taken.add(row[1].name)

    said = _logged(world)
    assert [each for each in (SECRET, WRITER, BUYER.email, BUYER.cellphone) if each in said] == []
    assert {"POST boards/{board_no}/articles", "POST carts"} <= taken
    assert len(taken) >= (5 if who == "nobody" else 20), sorted(taken)
