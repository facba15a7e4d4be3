"""An answered question on a board is told to its author, once."""

from typing import Any

import pytest

from openmall.events.messages.store import Listed
from tests.commerce.community.board_setup import FREE, QUESTIONS, reply, write
from tests.commerce.customer.customer_setup import join
from tests.commerce.notification.outbox_reading import written
from tests.world import World

HANA = "hana"


def answered(world: World) -> list[Listed]:
    return [each for each in written(world) if each.occasion == "inquiry_answered"]


def question(world: World, board_no: int = QUESTIONS, **said: Any) -> dict[str, Any]:
    join(world, HANA, name="Hana Kim", email="hana@example.com")
    written(world)
    return write(world, board_no, **{"title": "How long is it?", "member_id": HANA, **said})


def test_who_asked_is_told_of_the_answer_once(world: World) -> None:
    asked = question(world)

    reply(world, asked)
    first, again = answered(world), answered(world)

    assert [each.recipient for each in first] == ["hana@example.com"]
    assert "How long is it?" in first[0].body
    assert again == first


def test_a_guest_who_asked_is_told_at_the_address_of_the_question(world: World) -> None:
    asked = question(world, member_id="", writer_email="guest@example.com")

    reply(world, asked)

    assert [each.recipient for each in answered(world)] == ["guest@example.com"]


def test_a_question_alone_is_no_answer(world: World) -> None:
    question(world)

    assert answered(world) == []


def test_who_adds_to_their_own_question_is_told_of_nothing(world: World) -> None:
    asked = question(world)

    reply(world, asked, member_id=HANA)

    assert answered(world) == []


def test_a_question_that_was_erased_in_the_meantime_is_told_of_nowhere(world: World) -> None:
    asked = question(world)
    answer = reply(world, asked)
    for each in (answer, asked):
        world.call("DELETE", f"boards/{each['board_no']}/articles/{each['article_no']}")

    assert answered(world) == []


@pytest.mark.parametrize(("wants", "number"), [("Y", 1), ("N", 0)])
def test_a_reply_on_another_board_is_told_to_who_wants_mail_of_replies(
    world: World, wants: str, number: int
) -> None:
    post = question(world, FREE, reply_mail=wants)

    reply(world, post)

    assert len(answered(world)) == number
