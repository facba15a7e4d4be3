"""An operator sees which messages wait for a decision, and sends them again."""

import pytest

from openmall.database.session import Session
from openmall.events.messages import store as message_store
from openmall.pages.operator import messages
from tests import kept_messages
from tests.pages.operator.operator_browser import OperatorBrowser
from tests.pages.operator.test_pages import audit
from tests.world import World

PAGE = "/operator/messages"
HOUR = 3_600


def keep(world: World, *kinds: tuple[str, str], hours: int = 0) -> None:
    """Keep a message of the mall in each state and channel, written some hours ago."""
    created_at = int(world.stage.clock.now()) - hours * HOUR

    async def add(db: Session) -> None:
        for number, (state, channel) in enumerate(kinds, 100 * (1 + hours)):
            await kept_messages.keep(db, number, state, channel, created_at)

    world.in_transaction(add)


def states(world: World) -> dict[int, str]:
    async def read(db: Session) -> dict[int, str]:
        found = await message_store.listed(db, limit=100)
        return {each.message_no: each.state for each in found}

    return world.in_transaction(read)


def rows(world: World, kim: OperatorBrowser) -> list[list[str]]:
    found = [row.split() for row in kim.rows(PAGE)]
    return [row[1:5] for row in found if row[0] == world.mall_id]


def test_messages_of_a_mall_are_counted_and_sent_again(world: World, kim: OperatorBrowser) -> None:
    unknown = ("unknown", "email")
    keep(world, unknown, ("sent", "email"), ("failed", "sms"), unknown)
    counted = rows(world, kim)
    form = {"mall_id": world.mall_id, "state": "unknown", "channel": "email", "hours": ""}
    sent = kim.send(PAGE, form)
    told = kim.open(sent.headers["location"]).text

    assert counted == [["Text", "message", "Failed", "1"], ["E-mail", "Outcome", "unknown", "2"]]
    assert sent.status_code == 303
    assert "Messages that are queued again: 2." in told
    assert states(world) == {100: "queued", 101: "sent", 102: "failed", 103: "queued"}
    assert rows(world, kim) == [["Text", "message", "Failed", "1"]]
    assert audit(kim) == [f"message resend {world.mall_id} email unknown done"]


def test_only_those_of_the_last_hours_are_sent_again(world: World, kim: OperatorBrowser) -> None:
    keep(world, ("failed", "email"))
    keep(world, ("failed", "email"), hours=2)
    keep(world, ("failed", "email"), hours=30)
    form = {"mall_id": world.mall_id, "state": "failed", "channel": "email"}
    kim.send(PAGE, {**form, "hours": "24"})

    assert states(world) == {100: "queued", 300: "queued", 3_100: "failed"}


def test_one_press_sends_no_more_than_the_page_says(
    world: World, kim: OperatorBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "MOST", 2)
    keep(world, *[("failed", "email")] * 3, ("failed", "sms"))
    form = {"mall_id": world.mall_id, "state": "failed", "channel": "email", "hours": ""}
    kim.send(PAGE, form)

    assert states(world) == {100: "queued", 101: "queued", 102: "failed", 103: "failed"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"mall_id": "no-such-mall"},
        {"state": "sent"},
        {"channel": "pigeon"},
        {"hours": "1e999999999"},
        {"hours": "-1"},
    ],
)
def test_what_there_is_none_of_is_refused_and_changes_nothing(
    world: World, kim: OperatorBrowser, wrong: dict[str, str]
) -> None:
    keep(world, ("failed", "email"))
    form = {"mall_id": world.mall_id, "state": "failed", "channel": "email", "hours": ""}

    assert kim.send(PAGE, {**form, **wrong}).status_code == 422
    assert states(world) == {100: "failed"}
    assert audit(kim) == []
