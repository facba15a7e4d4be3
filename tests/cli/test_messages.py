"""An operator reads the messages of a shop as its customers would."""

import asyncio
from typing import Any

import msgspec
import pytest

from openmall.commerce.messages.message_catalogue import CATALOGUE
from openmall.commerce.store.automessages import AutomessagesSetting
from openmall.commerce.store.chatapp_setting import ChatappSetting
from openmall.configuration import Configuration
from openmall.contract.crud import settings
from openmall.database.factory import open_database
from tests import kept_messages
from tests.cli.command_line import Shell


def keep_messages(shell: Shell, *states: str) -> None:
    """Keep an email of `myshop` in each state, numbered from 1, and a text message in the last."""

    async def work() -> None:
        database = open_database(Configuration(data_dir=shell.data_dir))
        channels = [*["email"] * len(states), "sms"]
        try:
            async with database.writing("myshop") as db:
                for number, state in enumerate((*states, states[-1]), 1):
                    await kept_messages.keep(
                        db, number, state, channels[number - 1], number * 3_600
                    )
        finally:
            await database.close()

    asyncio.run(work())


def test_what_nobody_knows_to_be_received_is_counted_and_sent_again(abroad: Shell) -> None:
    keep_messages(abroad, "unknown", "sent", "failed", "unknown", "unknown")

    first = {"mall_id": "myshop", "state": "failed", "channel": "email", "messages": 1}
    counted = abroad.json("messages", "undecided")
    assert counted[0] == first | {
        "first_at": "1970-01-01T03:00:00+00:00",
        "last_at": "1970-01-01T03:00:00+00:00",
    }
    assert [(row["state"], row["channel"], row["messages"]) for row in counted[1:]] == [
        ("unknown", "email", 3),
        ("unknown", "sms", 1),
    ]

    resend = ("messages", "resend", "--mall", "myshop")
    assert abroad.json(*resend, "--state", "unknown", "--hours", "1") == {
        "queued": [],
        "skipped": [],
    }
    assert abroad.json(*resend, "4", "2") == {"queued": [4], "skipped": [2]}
    emails = (*resend, "--state", "unknown", "--channel", "email")
    assert abroad.text(*emails) == "2 messages are queued.\n"
    assert abroad.json(*emails) == {"queued": [], "skipped": []}
    left = [(row["state"], row["channel"]) for row in abroad.json("messages", "undecided")]
    assert left == [("failed", "email"), ("unknown", "sms")]


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ((), "give the numbers of messages, or --state"),
        (("7", "--state", "failed"), "give the numbers of messages, or --state"),
        (("7", "--hours", "2"), "--channel and --hours select from --state"),
        (("--state", "sent"), "Invalid value for '--state'"),
        (("--state", "failed", "--hours", "0"), "Invalid value for '--hours'"),
    ],
)
def test_messages_to_send_again_are_chosen_in_one_way(
    abroad: Shell, words: tuple[str, ...], refusal: str
) -> None:
    said = abroad.fails("messages", "resend", "--mall", "myshop", *words, status=2)

    assert said.startswith(refusal)


PREVIEW = ("messages", "preview", "--mall", "myshop")


@pytest.fixture
def abroad(shell: Shell) -> Shell:
    """A shell at an installation whose mall `myshop` has a Korean and an English shop."""
    shops = ("--shop", "ko_KR:KRW", "--shop", "en_US:USD")
    shell.text("mall", "create", "myshop", "--name", "My shop", *shops)
    return shell


def keep(shell: Shell, shop_no: int, *kept: settings.Setting) -> None:
    """Keep settings of a shop as they are kept, those that no app may change too."""

    async def work() -> None:
        database = open_database(Configuration(data_dir=shell.data_dir))
        try:
            async with database.writing("myshop") as db:
                for each in kept:
                    await db.run(
                        settings.WRITE,
                        shop_no=shop_no,
                        name=type(each).__name__,
                        content=msgspec.json.encode(each).decode(),
                    )
        finally:
            await database.close()

    asyncio.run(work())


def ways(shell: Shell, *words: str) -> Any:
    [found] = shell.json(*PREVIEW, "--occasion", "joined", *words)
    return found["channels"]


def test_one_message_for_programs(abroad: Shell) -> None:
    assert abroad.json(*PREVIEW, "--shop", "2", "--occasion", "payment_asked") == [
        {
            "occasion": "payment_asked",
            "name": "Payment asked for",
            "text": "Sky Store: Haneul Kim, please transfer $38.00 for order 20261121-0000012 "
            "by November 24. Account: Sky Bank 000-0000-000000",
            "channels": {"opted_in_to_push": ["sms"], "others": ["sms"]},
        }
    ]


def test_every_message_for_people_in_the_language_of_the_shop(abroad: Shell) -> None:
    parts = abroad.text(*PREVIEW).rstrip("\n").split("\n\n")

    assert [part.split()[0] for part in parts] == list(CATALOGUE.occasions)
    assert parts[0] == (
        "joined  회원 가입\n"
        "  하늘상점 김하늘님, 회원이 되신 것을 환영합니다. 아이디: haneul01\n"
        "  opted in to push: sms; others: sms"
    )


def test_the_ways_are_those_the_shop_has_set(abroad: Shell) -> None:
    keep(
        abroad,
        2,
        AutomessagesSetting(send_method="K", send_method_push="T"),
        ChatappSetting(use_chatappalimtalk="T"),
    )

    assert ways(abroad, "--shop", "1") == {"opted_in_to_push": ["sms"], "others": ["sms"]}
    assert ways(abroad, "--shop", "2") == {
        "opted_in_to_push": ["push", "chatapp", "sms"],
        "others": ["chatapp", "sms"],
    }
    line = abroad.text(*PREVIEW, "--shop", "2", "--occasion", "joined").splitlines()[-1]
    assert line == "  opted in to push: push, then chatapp, then sms; others: chatapp, then sms"


def test_a_shop_that_uses_nothing_sends_nothing(abroad: Shell) -> None:
    keep(abroad, 1, AutomessagesSetting(use_sms="F"))

    assert ways(abroad) == {"opted_in_to_push": [], "others": []}
    line = abroad.text(*PREVIEW, "--occasion", "joined").splitlines()[-1]
    assert line == "  opted in to push: none; others: none"


def test_what_is_not_there_is_named(abroad: Shell) -> None:
    assert abroad.fails("messages", "preview", "--mall", "none") == "there is no mall 'none'"
    assert abroad.fails(*PREVIEW, "--shop", "3") == "there is no shop 3 in myshop"
    line = abroad.fails(*PREVIEW, "--occasion", "wedding", status=2)
    assert line.startswith("Invalid value for '--occasion': 'wedding' is not one of 'joined',")


def test_the_command_shows_an_example(abroad: Shell) -> None:
    page = abroad.text("messages", "preview", "--help")

    assert "openmall messages preview --mall myshop --occasion payment_asked" in page
