"""What people write on boards and ask: how to make each, for the sweeps."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import bindparam, delete

from openmall.commerce.community.articles.shape import File
from openmall.commerce.community.urgentinquiry_reply import REPLY
from openmall.database.statements import Statement
from tests.commerce.community import inquiry_setup
from tests.world import World

Values = dict[str, Any]

ADDRESS = "192.0.2.1"
FILES = [{"name": "apron.png", "url": "https://files.example.com/apron.png"}]
ARTICLE = {
    "writer": "Kim",
    "member_id": "hana",
    "title": "Hello",
    "content": "All of you",
    "client_ip": ADDRESS,
}
_FORGET_ANSWERS = Statement(delete(REPLY).where(REPLY.c.mall_id == bindparam("mall_id")))


def _board(world: World, above: Values) -> int:
    return 5


def _article(world: World, above: Values) -> int:
    body = {"requests": [ARTICLE]}
    made = world.call("POST", f"boards/{above['board_no']}/articles", json=body)
    number: int = made.json()["articles"][0]["article_no"]
    return number


def _comment(world: World, above: Values) -> int:
    path = f"boards/{above['board_no']}/articles/{above['article_no']}/comments"
    words = {"content": "Welcome", "writer": "Lee", "password": "sesame", "member_id": "hana"}
    made = world.post(path, **words, rating=5, attach_file_urls=FILES)
    number: int = made["comment"]["comment_no"]
    return number


def _commented(world: World) -> None:
    above = {"board_no": 5}
    above["article_no"] = _article(world, above)
    _comment(world, above)
    _comment(world, above)


def whole(world: World) -> Values:
    """Return what can be said of an article besides what must be."""
    categories = [{"board_category_no": 1, "category_name": "Talk"}]
    world.call("PUT", "boards/5", json={"request": {"categories": categories}})
    category = world.post("categories", category_name="Aprons")["category"]
    return {
        "product_no": world.product()["product_no"],
        "category_no": category["category_no"],
        "board_category_no": 1,
        "reply_status": "C",
        "attach_file_urls": FILES,
    }


def _whole_article(world: World, above: Values) -> int:
    path = f"boards/{above['board_no']}/articles"
    body = {"requests": [{**ARTICLE, **whole(world)}]}
    number: int = world.call("POST", path, json=body).json()["articles"][0]["article_no"]
    hours = {"display_time_start_hour": "8", "display_time_end_hour": "20"}
    world.put(f"{path}/{number}", **hours)
    return number


def _two(make: Callable[[World, Values], Any]) -> Callable[[World], None]:
    def made(world: World) -> None:
        for _ in range(2):
            make(world, {"board_no": 5})

    return made


def _template(world: World, above: Values) -> int:
    words = {"title": "Thanks", "content": "Thank you", "board_type": 5}
    made = world.post("commenttemplates", **words)["commenttemplate"]
    number: int = made["comment_no"]
    return number


def _inquiry(world: World, above: Values) -> int:
    number: int = inquiry_setup.receive(world, files=[File(**FILES[0])])["article_no"]
    return number


def _answered_inquiry(world: World, above: Values) -> int:
    number = _inquiry(world, above)
    world.post(
        f"urgentinquiry/{number}/reply", content="Today", user_id="owner", attach_file_urls=FILES
    )
    return number


def _no_answers(world: World) -> None:
    world.in_transaction(lambda db: db.run(_FORGET_ANSWERS))


CREATORS: dict[str, Callable[[World, Values], Any]] = {
    "boards/{board_no}": _board,
    "boards/{board_no}/articles/{article_no}": _article,
    "boards/{board_no}/articles/{article_no}/comments/{comment_no}": _comment,
    "commenttemplates/{comment_no}": _template,
    "urgentinquiry/{article_no}": _answered_inquiry,
}
OPERATION_CREATORS: dict[tuple[str, str], Callable[[World, Values], Any]] = {
    ("POST urgentinquiry/{article_no}/reply", "urgentinquiry/{article_no}"): _inquiry,
    (
        "PUT boards/{board_no}/articles/{article_no}",
        "boards/{board_no}/articles/{article_no}",
    ): _whole_article,
}
REQUIRED_STATE: dict[str, Callable[[World, Values], Any]] = {
    "GET boards/{board_no}/articles/{article_no}/comments": _comment,
}
REMOVED_FIRST: dict[str, Callable[[World], None]] = {
    "POST urgentinquiry/{article_no}/reply": _no_answers,
}
EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    "GET boards/{board_no}/articles": _two(_whole_article),
    "GET boards/{board_no}/comments": _commented,
    "GET commenttemplates": _two(_template),
    "GET urgentinquiry": _two(_inquiry),
}

SAMPLE_VALUES: dict[str, Any] = {
    "client_ip": ADDRESS,
    "start_month": "2026-10",
    "end_month": "2026-11",
}
DEFAULT_VALUES: dict[str, Values] = {
    "PUT urgentinquiry/{article_no}/reply": {"content": "Today"},
}
