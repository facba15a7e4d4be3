"""Connections to the mail server stay open over several mails, and none is lost or sent twice."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from openmall.events.messages.channels import Outcome, Outgoing
from openmall.events.messages.smtp import Server, SmtpChannel
from tests.events.messages.mail_server import Running, dying_server, mail_server

MAIL = Outgoing(
    mall_id="kite", message_no=1, shop_no=1, channel="email", occasion="joined",
    recipient="haneul@example.com", sender="Kite", reply_to="", language="en_US",
    subject="Hello", body="Hello", html="", extra={}, created_at=1_795_219_200,
)  # fmt: skip


@pytest.fixture
def mail() -> Iterator[Running]:
    with mail_server() as running:
        yield running


async def _hand_over() -> None:
    """Do nothing: no outbox stands behind these mails."""


def channel(port: int, **limits: Any) -> SmtpChannel:
    server = Server(address=f"smtp+plain://127.0.0.1:{port}", sender="no-reply@shop.example")
    return SmtpChannel(server, **limits)


def send(channel: SmtpChannel, *recipients: str, pause: float = 0.0) -> list[Outcome]:
    """Send one mail after the other; return what became of each."""

    async def all_of_them() -> list[Outcome]:
        found = []
        for number, recipient in enumerate(recipients, 1):
            message = replace(MAIL, message_no=number, recipient=recipient)
            found.append(await channel.send(message, _hand_over))
            await asyncio.sleep(pause)
        await channel.close()
        return found

    return asyncio.run(all_of_them())


def results(outcomes: list[Outcome]) -> list[str]:
    return [each.result for each in outcomes]


def numbers(mail: Running) -> list[str]:
    return [each["Message-ID"].partition(".")[0].strip("<") for each in mail.keeper.mails]


def test_mails_one_after_the_other_need_one_connection(mail: Running) -> None:
    outcomes = send(channel(mail.port), "a@example.com", "b@example.com", "c@example.com")

    assert results(outcomes) == ["accepted"] * 3
    assert mail.keeper.connections == [3]
    assert [each["To"] for each in mail.keeper.mails] == [
        "a@example.com", "b@example.com", "c@example.com",
    ]  # fmt: skip


def test_a_refused_mail_is_reset_and_the_next_one_has_its_own_recipient_alone(
    mail: Running,
) -> None:
    mail.keeper.refused_recipients = {"nobody@example.com"}

    outcomes = send(channel(mail.port), "nobody@example.com", "b@example.com")

    assert results(outcomes) == ["refused", "accepted"]
    assert (mail.keeper.connections, mail.keeper.resets) == ([2], 1)
    assert [each["To"] for each in mail.keeper.mails] == ["b@example.com"]


def test_a_connection_takes_no_more_mails_than_its_limit(mail: Running) -> None:
    send(channel(mail.port, mails=2), *["a@example.com"] * 5)

    assert mail.keeper.connections == [2, 2, 1]


@pytest.mark.both_stores
def test_no_more_connections_are_open_at_once_than_the_limit(mail: Running) -> None:
    limited = channel(mail.port, connections=3)

    async def at_once() -> list[Outcome]:
        found = await asyncio.gather(
            *(limited.send(replace(MAIL, message_no=at), _hand_over) for at in range(1, 13))
        )
        await limited.close()
        return found

    assert results(asyncio.run(at_once())) == ["accepted"] * 12
    assert len(mail.keeper.connections) == 3
    assert sorted(numbers(mail), key=int) == [str(at) for at in range(1, 13)]


def test_a_connection_without_mail_is_closed_after_its_time(mail: Running) -> None:
    send(channel(mail.port, idle_seconds=0.05), "a@example.com", "b@example.com", pause=0.2)

    assert mail.keeper.connections == [1, 1]


def test_a_server_that_hung_up_in_between_gets_the_next_mail_once_over_a_new_connection(
    mail: Running,
) -> None:
    mail.keeper.hangs_up_after = 1

    outcomes = send(channel(mail.port), "a@example.com", "b@example.com", pause=0.1)

    assert results(outcomes) == ["accepted", "accepted"]
    assert (mail.keeper.connections, numbers(mail)) == ([1, 1], ["1", "2"])


def test_a_server_that_ends_a_connection_with_421_gets_the_mail_once_over_a_new_one(
    mail: Running,
) -> None:
    mail.keeper.busy_after = 2

    outcomes = send(channel(mail.port), *["a@example.com"] * 3)

    assert results(outcomes) == ["accepted"] * 3
    assert (mail.keeper.connections, numbers(mail)) == ([2, 1], ["1", "2", "3"])


def test_a_server_that_dies_after_it_accepted_over_a_kept_connection_is_not_sent_it_again(
    mail: Running,
) -> None:
    kept = channel(mail.port)

    async def first_and_second() -> list[Outcome]:
        first = await kept.send(MAIL, _hand_over)
        mail.keeper.dies_after_accepting = True
        second = await kept.send(replace(MAIL, message_no=2), _hand_over)
        await kept.close()
        return [first, second]

    assert results(asyncio.run(first_and_second())) == ["accepted", "unknown"]
    assert numbers(mail) == ["1", "2"]


def test_a_server_that_dies_within_the_data_leaves_a_mail_to_be_tried_again() -> None:
    with dying_server() as port:
        outcomes = send(channel(port), "a@example.com", "b@example.com")

    # whether the end is noticed before or after the hand-over is up to the operating system
    assert {each.result for each in outcomes} <= {"retry", "unknown"}


def test_a_mail_that_another_worker_took_over_is_never_ended(mail: Running) -> None:
    class Lost(Exception):
        pass

    async def lose() -> None:
        raise Lost

    async def lost_and_next() -> Outcome:
        kept = channel(mail.port)
        with pytest.raises(Lost):
            await kept.send(MAIL, lose)
        outcome = await kept.send(replace(MAIL, message_no=2), _hand_over)
        await kept.close()
        return outcome

    assert asyncio.run(lost_and_next()).result == "accepted"
    assert numbers(mail) == ["2"]
