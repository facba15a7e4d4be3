"""Links that open an account are not in clear in the store: neither rows, nor files, nor lists."""

import gzip
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from sqlalchemy import bindparam, select, update

from openmall.database.schema import metadata
from openmall.database.seal import configured_seal
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.events.messages import sealed_texts
from openmall.events.messages.channels import HandOver, Outcome, Outgoing
from openmall.events.messages.delivery import Delivery
from openmall.events.messages.tables import MESSAGE
from tests.access.oauth.authorization_requests import SIGN_IN, Browser, hidden, manager
from tests.commerce.customer.customer_setup import join
from tests.commerce.notification.outbox_reading import may_send
from tests.pages.backoffice.test_invitations import FORGOTTEN, INVITED
from tests.pages.backoffice.test_staff import send
from tests.world import Stage, World, open_stage

LINK = re.compile(r"https://\S+[?]token=([^\s\"<&]+)")
LINKS = 5
"""Those that are asked for; invitations of customers go by mail and by text message."""
KINDS = {"password_reset", "invitation", "staff_invitation", "staff_password"}


class Channel:
    """Keeps what it is given to deliver."""

    def __init__(self) -> None:
        self.sent: list[Outgoing] = []

    async def send(self, message: Outgoing, hand_over: HandOver) -> Outcome:
        await hand_over()
        self.sent.append(message)
        return Outcome("accepted", "250")

    async def close(self) -> None:
        return None


def ask_for_every_link(world: World) -> Browser:
    """Let links of every kind be written; return the browser of the head admin."""
    may_send(world)
    join(world, "haneul", name="Haneul", email="haneul@example.com", cellphone="010-1111-2222")
    manager(world)
    owner = Browser(world)
    assert owner.sign_in(SIGN_IN).status_code == 200
    asked = {"request": {"member_id": "haneul", "email": "haneul@example.com"}}
    path = "/api/v2/customers/passwordlinks"
    assert world.request("POST", path, json=asked, auth=world.full.basic).is_success
    for kind in ("email", "sms"):
        wanted = {"request": {"invitation_type": kind}}
        assert world.call("POST", "customers/haneul/invitation", json=wanted).is_success
    send(owner, **INVITED)
    stranger = Browser(world)
    form = {**hidden(stranger.open(FORGOTTEN)), "user_id": "hana", "email": "hana@example.com"}
    assert stranger.submit(FORGOTTEN, form).is_redirect
    return owner


def delivered(world: World) -> list[Outgoing]:
    """Deliver the messages, and return them as their channels got them."""
    app, channel = world.stage.app, Channel()
    seal = configured_seal(app.configuration)

    async def no_sandbox(_: str) -> Any:
        return await app.directory.mall(world.mall_id)

    channels: Any = {"email": channel, "sms": channel}
    world.stage.run(Delivery(app.database, app.clock, channels, no_sandbox, seal).work)
    return channel.sent


def rows_of_store(world: World) -> str:
    """Return every row of every table as text."""

    async def read() -> str:
        found = []
        async with world.stage.app.database.reading(world.mall_id) as db:
            for table in metadata().tables.values():
                why = "a test looks through the whole store"
                rows = await db.all(Statement(select(table), across_malls=why))
                found += [repr(tuple(row)) for row in rows]
        return "\n".join(found)

    return world.stage.run(read)


def tokens_of(texts: list[tuple[str, str]]) -> list[str]:
    """Return the tokens in texts, by channel; a link may need several text messages."""
    whole = [text for channel, text in texts if channel == "email"]
    whole.append("".join(text for channel, text in texts if channel == "sms"))
    return [token for text in whole for token in LINK.findall(text)]


def require_absent(tokens: list[str], text: str) -> None:
    for token in tokens:
        # part of it would do as well: it is signed as a whole, and half of it is in each part
        for part in (token, unquote(token), token[:40], token[-40:]):
            assert part not in text


@pytest.fixture
def shop(tmp_path: Path) -> Any:
    """A mall on a store of its own, whose files are looked through."""
    with open_stage(tmp_path, message_days=30) as stage:
        yield stage.new_world()


def test_no_link_that_opens_an_account_is_in_clear_in_the_store(
    shop: World, tmp_path: Path
) -> None:
    owner = ask_for_every_link(shop)
    before = rows_of_store(shop)

    sent = delivered(shop)

    assert {each.occasion for each in sent} >= KINDS
    tokens = tokens_of([(each.channel, each.body) for each in sent if each.occasion in KINDS])
    assert len(tokens) == LINKS
    require_absent(tokens, before)
    require_absent(tokens, rows_of_store(shop))
    for path in tmp_path.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            content = gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content
            require_absent(tokens, content.decode("latin-1"))
    pages = owner.open("/admin/messages").text
    for number in re.findall(r'href="/admin/messages/(\d+)"', pages):
        pages += owner.open(f"/admin/messages/{number}").text
    require_absent(tokens, pages)


def test_a_link_works_as_it_is_delivered(shop: World) -> None:
    ask_for_every_link(shop)
    [mail] = [each for each in delivered(shop) if each.occasion == "password_reset"]
    found = LINK.search(mail.body)
    assert found is not None
    assert found[0] in mail.html

    new = {"request": {"token": unquote(found[1]), "password": "a new password"}}
    answer = shop.request("POST", "/api/v2/customers/password", json=new, auth=shop.full.basic)

    assert answer.is_success


def test_a_text_that_no_key_opens_or_of_another_message_is_not_sent(shop: World) -> None:
    ask_for_every_link(shop)

    async def exchange(db: Session) -> None:
        read = Statement(
            select(MESSAGE.c.message_no, MESSAGE.c.sealed)
            .where(MESSAGE.c.mall_id == bindparam("mall_id"), MESSAGE.c.sealed != "")
            .order_by(MESSAGE.c.message_no)
        )
        write = Statement(
            update(MESSAGE)
            .where(
                MESSAGE.c.mall_id == bindparam("mall_id"), MESSAGE.c.message_no == bindparam("at")
            )
            .values(sealed=bindparam("text"))
        )
        first, *others = await db.all(read)
        await db.run(write, at=first[0], text=others[-1][1])

    before = len(delivered_count(shop))
    shop.in_transaction(exchange)
    sent = delivered(shop)

    assert len([each for each in sent if each.occasion in KINDS]) == before - 1
    assert all(each.body != sealed_texts.NOT_SHOWN for each in sent)


def delivered_count(world: World) -> list[int]:
    """Return the numbers of the sealed messages."""
    read = Statement(
        select(MESSAGE.c.message_no).where(
            MESSAGE.c.mall_id == bindparam("mall_id"), MESSAGE.c.sealed != ""
        )
    )
    return [row[0] for row in world.in_transaction(lambda db: db.all(read))]


def test_an_app_reads_the_link_of_a_sandbox(stage: Stage) -> None:
    trial = stage.new_world(sandbox=True)
    ask_for_every_link(trial)

    found = trial.get("sandbox/messages", limit=50)["messages"]

    linked = [each for each in found if each["occasion"] in KINDS]
    # the newest message is first
    assert len(tokens_of([(each["channel"], each["body"]) for each in linked[::-1]])) == LINKS
