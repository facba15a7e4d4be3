"""What the tests of the community area do and look at besides calls."""

from typing import Any

import msgspec
from sqlalchemy import bindparam, select

from openmall.commerce.community.articles.store import ARTICLE
from openmall.contract.journal.tables import EVENT
from openmall.database.statements import Statement
from tests.world import World

ADDRESS = "192.0.2.1"
REVIEWS = 4
FREE = 5
QUESTIONS = 6

_EVENTS = Statement(
    select(EVENT.c.event_no, EVENT.c.resource)
    .where(EVENT.c.mall_id == bindparam("mall_id"), EVENT.c.event_no > 90_030)
    .order_by(EVENT.c.sequence)
)
_PASSWORDS = Statement(select(ARTICLE.c.password).where(ARTICLE.c.mall_id == bindparam("mall_id")))


def draft(**said: Any) -> dict[str, Any]:
    """Return an article to send."""
    words = {"writer": "Kim", "title": "Hello", "content": "All of you", "client_ip": ADDRESS}
    return {**words, **said}


def post(world: World, board_no: int, *drafts: dict[str, Any], shop_no: int = 1) -> Any:
    """Post articles, and return the answer."""
    body = {"shop_no": shop_no, "requests": list(drafts)}
    return world.call("POST", f"boards/{board_no}/articles", json=body)


def write(world: World, board_no: int = FREE, **said: Any) -> dict[str, Any]:
    """Write an article that must be taken, and return it."""
    answer = post(world, board_no, draft(**said))
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()["articles"][0]
    return found


def reply(world: World, above: dict[str, Any], **said: Any) -> dict[str, Any]:
    """Reply to an article."""
    number = above["article_no"]
    return write(world, above["board_no"], reply_article_no=number, **said)


def titles(world: World, board_no: int = FREE, **query: Any) -> list[str]:
    """Return the titles a board lists."""
    listed = world.get(f"boards/{board_no}/articles", **{"limit": 100, **query})["articles"]
    return [each["title"] for each in listed]


def refused(answer: Any, status: int) -> str:
    """Return what a call that must be refused with `status` was told."""
    assert answer.status_code == status, answer.text
    message: str = answer.json()["error"]["message"]
    return message


def announced(world: World) -> list[tuple[int, dict[str, Any]]]:
    """Return what was announced of boards: event number and resource, without mall and shop."""
    rows = world.in_transaction(lambda db: db.all(_EVENTS))
    found = []
    for number, text in rows:
        resource = msgspec.json.decode(text)
        assert resource.pop("mall_id") == world.mall_id
        assert resource.pop("event_shop_no", "1") == "1"
        found.append((number, resource))
    return found


def passwords(world: World) -> list[str]:
    """Return the passwords of articles as they are kept."""
    return [row[0] for row in world.in_transaction(lambda db: db.all(_PASSWORDS))]
