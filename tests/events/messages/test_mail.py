"""Mail is delivered by SMTP, lost never, and not sent again after the server accepted it."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from openmall.commerce.privacy.data_subject import rules as data_subject_rules
from openmall.contract.call import Mall
from openmall.database.seal import configured_seal
from openmall.database.session import Session
from openmall.events.messages import outbox
from openmall.events.messages import store as message_store
from openmall.events.messages.channels import Outgoing
from openmall.events.messages.delivery import RETRIES, Delivery
from openmall.events.messages.outbox import Draft
from openmall.events.messages.smtp import Server, SmtpChannel, as_mail
from openmall.events.messages.store import Listed
from tests.commerce.customer.customer_setup import do, join
from tests.events.messages.mail_server import Running, dying_server, mail_server
from tests.world import World

pytestmark = pytest.mark.both_stores

SENDER = "no-reply@shop.example"
DRAFT = Draft(
    shop_no=1,
    channel="email",
    occasion="order_received",
    recipient="haneul@example.com",
    sender="Kite Shop",
    reply_to="help@shop.example",
    language="en_US",
    subject="[Kite Shop] Order received",
    body="We have your order.\n.hidden dot\n",
    html="<p>We have your order.</p>",
    member_id="haneul",
)


@pytest.fixture
def mail() -> Iterator[Running]:
    with mail_server() as running:
        yield running


def enqueue(world: World, *drafts: Draft) -> None:
    clock = world.stage.clock
    world.in_transaction(lambda db: outbox.enqueue(db, clock, drafts))


def delivery(world: World, port: int, *, seconds: float = 5.0, **more: str) -> Delivery:
    server = Server(
        address=f"smtp+plain://127.0.0.1:{port}", sender=SENDER, seconds=seconds, **more
    )

    async def mall(mall_id: str) -> Mall | None:
        found = await world.stage.app.directory.mall(mall_id)
        # other malls of the run are none of this test
        return found if mall_id == world.mall_id else None

    channels = {"email": SmtpChannel(server)}
    seal = configured_seal(world.stage.app.configuration)
    return Delivery(world.stage.app.database, world.stage.clock, channels, mall, seal)


async def work_once(delivery: Delivery) -> None:
    """Deliver what is due, and close all connections."""
    await delivery.work()
    await delivery.end()


def deliver(world: World, port: int, **more: str) -> int:
    """Deliver what is due; return the number of attempts in this mall."""
    before = sum(each.attempts for each in listed(world))
    world.stage.run(lambda: work_once(delivery(world, port, **more)))
    return sum(each.attempts for each in listed(world)) - before


def listed(world: World) -> list[Listed]:
    async def read(db: Session) -> list[Listed]:
        return await message_store.listed(db, limit=10)

    return world.in_transaction(read)


def test_a_mail_has_the_shops_name_its_reply_address_and_both_texts(
    world: World, mail: Running
) -> None:
    enqueue(world, DRAFT)

    assert deliver(world, mail.port) == 1

    [sent] = mail.keeper.mails
    [message] = listed(world)
    assert sent["From"] == f"Kite Shop <{SENDER}>"
    assert sent["To"] == "haneul@example.com"
    assert sent["Reply-To"] == "help@shop.example"
    assert sent["Subject"] == "[Kite Shop] Order received"
    assert sent["Content-Language"] == "en"
    assert sent["Message-ID"].endswith("@shop.example>")
    texts = [
        part.get_payload(decode=True).decode().replace("\r\n", "\n")  # type: ignore[union-attr] # no parts in it
        for part in sent.walk()
        if not part.is_multipart()
    ]
    assert texts == ["We have your order.\n.hidden dot\n", "<p>We have your order.</p>\n"]
    assert (message.state, message.attempts, message.answer) == ("sent", 1, "250 accepted")


def test_an_accepted_mail_is_not_sent_again(world: World, mail: Running) -> None:
    enqueue(world, DRAFT)
    deliver(world, mail.port)

    world.stage.clock.pass_(7 * 86_400)

    assert deliver(world, mail.port) == 0
    assert len(mail.keeper.mails) == 1


def test_a_mail_refused_for_good_has_failed_and_its_answer_names_nobody(
    world: World, mail: Running
) -> None:
    mail.keeper.refused_recipients = {"haneul@example.com"}
    enqueue(world, DRAFT)

    deliver(world, mail.port)

    [message] = listed(world)
    assert (message.state, message.answer) == ("failed", "550 no mailbox ***")


def test_a_mail_refused_for_now_is_tried_again_with_the_same_id(
    world: World, mail: Running
) -> None:
    mail.keeper.answers = ["451 later"]
    enqueue(world, DRAFT)
    deliver(world, mail.port)
    first = listed(world)[0]

    too_early = deliver(world, mail.port)
    world.stage.clock.pass_(RETRIES[0])
    deliver(world, mail.port)

    assert (first.state, first.answer, too_early) == ("queued", "451 later", 0)
    [message], [sent] = listed(world), mail.keeper.mails
    assert (message.state, message.attempts) == ("sent", 2)
    assert f"<{message.message_no}." in sent["Message-ID"]


def test_a_server_that_is_away_costs_no_mail_until_a_day_has_passed(world: World) -> None:
    enqueue(world, DRAFT)
    with mail_server() as gone:
        port = gone.port

    for seconds in (*RETRIES, 0):
        assert deliver(world, port) == 1
        world.stage.clock.pass_(seconds)

    [message] = listed(world)
    assert (message.state, message.attempts) == ("failed", len(RETRIES) + 1)


def test_a_server_that_dies_within_the_data_gets_the_mail_again(
    world: World, mail: Running
) -> None:
    # longer than what the operating system takes before anybody reads
    enqueue(world, replace(DRAFT, body=("word " * 15 + "\n") * 60_000))
    with dying_server() as port:
        deliver(world, port)
    waiting = listed(world)[0].state

    world.stage.clock.pass_(RETRIES[0])
    mail_again = deliver(world, mail.port)

    assert (waiting, mail_again, len(mail.keeper.mails)) == ("queued", 1, 1)


def test_a_mail_whose_answer_never_came_is_unknown_and_sent_again_by_hand_only(
    world: World, mail: Running
) -> None:
    mail.keeper.dies_after_accepting = True
    enqueue(world, DRAFT)

    deliver(world, mail.port)
    world.stage.clock.pass_(7 * 86_400)

    assert deliver(world, mail.port) == 0
    [message] = listed(world)
    assert (message.state, len(mail.keeper.mails)) == ("unknown", 1)
    mail.keeper.dies_after_accepting = False
    assert world.in_transaction(lambda db: message_store.resend(db, message.message_no))
    assert deliver(world, mail.port) == 1
    assert (listed(world)[0].state, len(mail.keeper.mails)) == ("sent", 2)


def test_a_server_that_never_answers_is_given_up_after_its_time(world: World) -> None:
    enqueue(world, DRAFT)

    with dying_server(silent=True) as port:
        world.stage.run(lambda: work_once(delivery(world, port, seconds=0.5)))

    [message] = listed(world)
    assert message.state == "unknown"


def test_a_worker_that_died_before_the_end_of_the_data_is_followed_by_another(
    world: World, mail: Running
) -> None:
    enqueue(world, DRAFT)
    now = world.stage.clock.now()

    async def claim(db: Session) -> None:
        await message_store.claim(db, now=now, until=now + 300, lease="dead", most=10)

    world.in_transaction(claim)
    during_the_lease = deliver(world, mail.port)
    world.stage.clock.pass_(301)

    assert (during_the_lease, deliver(world, mail.port)) == (0, 1)
    assert (listed(world)[0].state, len(mail.keeper.mails)) == ("sent", 1)


def test_a_worker_that_died_after_handing_over_leaves_an_unknown_outcome(
    world: World, mail: Running
) -> None:
    enqueue(world, DRAFT)
    now = world.stage.clock.now()

    async def hand_over(db: Session) -> None:
        [each] = await message_store.claim(db, now=now, until=now + 300, lease="dead", most=10)
        number = each.message.message_no
        assert await message_store.hand_over(db, number, lease="dead", until=now + 300)

    world.in_transaction(hand_over)
    world.stage.clock.pass_(301)

    assert (deliver(world, mail.port), mail.keeper.mails) == (0, [])
    assert listed(world)[0].state == "unknown"


@pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS")
def test_mail_needs_the_account_of_a_server_that_asks_for_one(world: World) -> None:
    enqueue(world, DRAFT)
    with mail_server(user="shop", password="open sesame") as server:  # of a test
        deliver(world, server.port, user="shop", password="wrong")
        wrong = listed(world)[0]
        world.stage.clock.pass_(RETRIES[0])
        deliver(world, server.port, user="shop", password="open sesame")

        assert wrong.state == "queued"
        assert len(server.keeper.mails) == 1


def test_an_erased_customer_gets_no_mail_that_waited_and_others_do(
    world: World, mail: Running
) -> None:
    join(world, "haneul")
    enqueue(world, DRAFT, replace(DRAFT, member_id="minjun", recipient="minjun@example.com"))

    do(world, lambda call: data_subject_rules.erase(call, "haneul"))
    deliver(world, mail.port)

    assert [each.state for each in reversed(listed(world))] == ["failed", "sent"]
    assert [each["To"] for each in mail.keeper.mails] == ["minjun@example.com"]


def test_without_a_mail_server_mail_stays_in_the_mailbox(world: World) -> None:
    enqueue(world, DRAFT)

    world.stage.run(world.stage.app.periodic_tasks.messages.delivery.work)

    [message] = listed(world)
    assert (message.state, message.recipient) == ("mailbox", "haneul@example.com")


def test_a_name_adds_no_header_to_a_mail() -> None:
    message = Outgoing(
        mall_id="kite", message_no=7, shop_no=1, channel="email", occasion="joined",
        recipient="haneul@example.com", sender="Kite", reply_to="", language="en_US",
        subject="Hello\r\nBcc: everybody@example.com", body="Hello", html="", extra={},
        created_at=1_795_219_200,
    )  # fmt: skip

    mail = as_mail(message, SENDER)

    assert (mail["Bcc"], mail["Subject"]) == (None, "Hello Bcc: everybody@example.com")
