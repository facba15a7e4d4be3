"""The messages of a test mall are read by an app; those of an ordinary mall are not."""

from msgspec.structs import replace

from openmall.access.sandbox import store as sandbox_store
from openmall.database.session import Session
from openmall.events.messages import outbox
from openmall.events.messages.outbox import Draft
from tests.world import World

DRAFT = Draft(
    shop_no=1,
    channel="email",
    occasion="joined",
    recipient="hana@example.com",
    sender="Sky Store",
    reply_to="help@shop.example",
    language="en_US",
    subject="[Sky Store] Joined",
    body="Welcome.",
    html="<p>Welcome.</p>",
    member_id="hana",
)


def sandbox(world: World) -> None:
    async def open_as_one(db: Session) -> None:
        await sandbox_store.add(db)

    world.in_transaction(open_as_one)
    world.stage.app.counters.advance_cache_epoch()


def enqueue(world: World, *drafts: Draft) -> int:
    return world.in_transaction(lambda db: outbox.enqueue(db, world.stage.clock, drafts))


def test_an_app_reads_what_a_customer_of_a_sandbox_would_have_received(world: World) -> None:
    sandbox(world)
    number = enqueue(world, DRAFT)
    world.stage.run(world.stage.app.periodic_tasks.messages.delivery.work)

    [message] = world.get("sandbox/messages")["messages"]

    assert message == {
        "message_no": number,
        "shop_no": 1,
        "channel": "email",
        "occasion": "joined",
        "member_id": "hana",
        "recipient": "hana@example.com",
        "sender": "Sky Store",
        "reply_to": "help@shop.example",
        "language": "en_US",
        "subject": "[Sky Store] Joined",
        "body": "Welcome.",
        "html": "<p>Welcome.</p>",
        "state": "mailbox",
        "created_date": "2026-11-21T09:00:00+09:00",
    }


def test_messages_are_found_by_recipient_occasion_and_channel_a_page_at_a_time(
    world: World,
) -> None:
    sandbox(world)
    first = enqueue(world, DRAFT, DRAFT, replace(DRAFT, recipient="min@example.com"))
    enqueue(world, replace(DRAFT, channel="sms", occasion="birthday", recipient="010-1111-2222"))

    def numbers(**query: object) -> list[int]:
        return [each["message_no"] for each in world.get("sandbox/messages", **query)["messages"]]

    assert numbers(recipient="hana@example.com") == [first + 1, first]
    assert numbers(recipient="hana@example.com", limit=1) == [first + 1]
    assert numbers(recipient="hana@example.com", before_message_no=first + 1) == [first]
    assert numbers(occasion="birthday") == numbers(channel="sms") == [first + 3]


def test_an_ordinary_mall_shows_no_app_its_messages(world: World) -> None:
    enqueue(world, DRAFT)

    assert world.call("GET", "sandbox/messages").status_code == 403
