"""Advertising is withheld from customers after a withdrawal of their consent."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from openmall.commerce.notification.intake.message_settings import MARKETING
from openmall.events.messages import consents, resending
from openmall.events.messages.delivery import RETRIES
from tests.commerce.customer.customer_setup import join
from tests.commerce.notification.outbox_reading import may_send, written
from tests.events.messages.mail_server import Running, mail_server
from tests.events.messages.test_mail import DRAFT, deliver, enqueue, listed
from tests.world import World

pytestmark = pytest.mark.both_stores
INCLUDED = {"exclude_unsubscriber": "F"}
TO = ({"group_no": 0}, {"member_id": ["haneul"]}, {"recipients": ["+82 10 0000 0001"]})
NEWSLETTER = replace(DRAFT, occasion="newsletter")


@pytest.fixture
def mail() -> Iterator[Running]:
    with mail_server() as running:
        yield running


def outcome(world: World) -> tuple[str, str]:
    [message] = listed(world)
    return message.state, message.answer


def test_a_newsletter_that_is_sent_again_needs_the_consent_again(
    world: World, mail: Running
) -> None:
    join(world, "haneul", news_mail="T")
    mail.keeper.answers = ["550 no such mailbox"]
    enqueue(world, NEWSLETTER)
    deliver(world, mail.port)
    [failed] = listed(world)
    world.put("customersprivacy/haneul", news_mail="F")

    database, mall_id = world.stage.app.database, world.mall_id
    world.stage.run(lambda: resending.resend(database, mall_id, [failed.message_no]))
    deliver(world, mail.port)

    assert failed.state == "failed"
    assert mail.keeper.mails == []
    assert outcome(world) == ("failed", consents.ANSWER)


def test_a_newsletter_that_is_tried_later_needs_the_consent_then(
    world: World, mail: Running
) -> None:
    join(world, "haneul", news_mail="T")
    mail.keeper.answers = ["451 later"]
    enqueue(world, NEWSLETTER)
    deliver(world, mail.port)
    world.put("customersprivacy/haneul", news_mail="F")

    world.stage.clock.pass_(RETRIES[0])
    deliver(world, mail.port)

    assert mail.keeper.mails == []
    assert outcome(world) == ("failed", consents.ANSWER)


@pytest.mark.parametrize("occasion", sorted(MARKETING))
@pytest.mark.parametrize(("news_mail", "state"), [("T", "sent"), ("F", "failed")])
def test_every_occasion_that_advertises_needs_the_consent(
    world: World, mail: Running, occasion: str, news_mail: str, state: str
) -> None:
    join(world, "haneul", news_mail=news_mail)
    enqueue(world, replace(DRAFT, occasion=occasion))

    deliver(world, mail.port)

    assert outcome(world)[0] == state


def test_other_messages_and_those_of_no_customer_need_none(world: World, mail: Running) -> None:
    join(world, "haneul", news_mail="F")
    enqueue(world, DRAFT, replace(NEWSLETTER, member_id=""))

    deliver(world, mail.port)

    assert [each.state for each in listed(world)] == ["sent", "sent"]


@pytest.mark.parametrize(("excluded", "state"), [({}, "failed"), (INCLUDED, "mailbox")])
@pytest.mark.parametrize("to", TO)
def test_a_text_message_for_subscribers_needs_the_consent_again(
    world: World, mail: Running, to: dict[str, Any], excluded: dict[str, str], state: str
) -> None:
    """`exclude_unsubscriber` is T where it is not sent, of every kind of receivers."""
    sender = may_send(world)
    join(world, "haneul", cellphone="010-0000-0001", sms="T")
    world.post("sms", sender_no=sender, content="Sale", **to, **excluded)
    written(world)
    world.put("customersprivacy/haneul", sms="F")

    deliver(world, mail.port)

    assert [each.state for each in listed(world) if each.occasion == "batch"] == [state]
