"""What people write on boards and ask: how to make each, for the sweeps."""

from collections.abc import Callable
from typing import Any

from tests.areas.community import asking
from tests.world import World

Values = dict[str, Any]

ADDRESS = "192.0.2.1"


def _of_mall(make: Callable[[World, Values], Any]) -> Callable[[World], None]:
    def made(world: World) -> None:
        make(world, {})

    return made


def _board(world: World, above: Values) -> int:
    return 5


def _article(world: World, above: Values) -> int:
    article = {"writer": "Kim", "title": "Hello", "content": "All of you", "client_ip": ADDRESS}
    body = {"requests": [article]}
    made = world.call("POST", f"boards/{above['board_no']}/articles", json=body)
    number: int = made.json()["articles"][0]["article_no"]
    return number


def _comment(world: World, above: Values) -> int:
    path = f"boards/{above['board_no']}/articles/{above['article_no']}/comments"
    made = world.post(path, content="Welcome", writer="Lee", password="sesame", rating=5)
    number: int = made["comment"]["comment_no"]
    return number


def _commented(world: World) -> None:
    above = {"board_no": 5}
    _comment(world, {**above, "article_no": _article(world, above)})


def _template(world: World, above: Values) -> int:
    words = {"title": "Thanks", "content": "Thank you", "board_type": 5}
    made = world.post("commenttemplates", **words)["commenttemplate"]
    number: int = made["comment_no"]
    return number


def _inquiry(world: World, above: Values) -> int:
    number: int = asking.receive(world)["article_no"]
    return number


def _answered_inquiry(world: World, above: Values) -> int:
    number = _inquiry(world, above)
    world.post(f"urgentinquiry/{number}/reply", content="Today", user_id="owner")
    return number


MAKES: dict[str, Callable[[World, Values], Any]] = {
    "boards/{board_no}": _board,
    "boards/{board_no}/articles/{article_no}": _article,
    "boards/{board_no}/articles/{article_no}/comments/{comment_no}": _comment,
    "commenttemplates/{comment_no}": _template,
    "urgentinquiry/{article_no}": _answered_inquiry,
}
INSTEAD: dict[tuple[str, str], Callable[[World, Values], Any]] = {
    ("POST urgentinquiry/{article_no}/reply", "urgentinquiry/{article_no}"): _inquiry,
}
MUST_BE_THERE: dict[str, Callable[[World], None]] = {
    "GET boards/{board_no}/articles": _commented,
    "GET boards/{board_no}/articles/{article_no}/comments": _commented,
    "GET boards/{board_no}/comments": _commented,
    "GET commenttemplates": _of_mall(_template),
    "GET urgentinquiry": _of_mall(_inquiry),
}
