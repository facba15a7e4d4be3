"""The mailbox of a mall in the back office: what became of messages, and sending one again."""

from msgspec.structs import replace

from openmall.events.messages import outbox
from openmall.events.messages.outbox import Draft
from tests.access.oauth.authorization_requests import Browser, hidden
from tests.commerce.notification.outbox_reading import outbox as messages_of
from tests.world import World

MAILBOX = "/admin/messages"
DRAFT = Draft(
    shop_no=1,
    channel="email",
    occasion="order_received",
    recipient="haneul@example.com",
    sender="Kite Shop",
    language="en_US",
    subject="[Kite Shop] Order received",
    body="We have your order.",
    html="<p>We have <script>your</script> order.</p>",
)


def enqueue(world: World, *drafts: Draft, refused: str = "") -> int:
    clock = world.stage.clock
    return world.in_transaction(lambda db: outbox.enqueue(db, clock, drafts, refused=refused))


def test_messages_are_listed_with_what_became_of_them(world: World, owner: Browser) -> None:
    enqueue(world, DRAFT)
    enqueue(world, replace(DRAFT, recipient="min@example.com"), refused="550 no mailbox ***")

    every = owner.open(MAILBOX).text
    undelivered = owner.open(f"{MAILBOX}?state=undelivered").text
    to_one = owner.open(f"{MAILBOX}?recipient=haneul%40example.com").text

    assert "haneul@example.com" in every
    assert "550 no mailbox ***" in every
    assert ("min@example.com" in undelivered, "haneul@example.com" in undelivered) == (True, False)
    assert ("550 no mailbox" in to_one, "<code>" in to_one) == (False, False)


def test_a_long_mailbox_has_pages(world: World, owner: Browser) -> None:
    first = enqueue(world, *[DRAFT] * 51)

    page = owner.open(MAILBOX).text
    rest = owner.open(f"{MAILBOX}?before={first + 1}").text

    assert f"before={first + 1}" in page
    assert f'{MAILBOX}/{first}"' not in page
    assert f'{MAILBOX}/{first}"' in rest


def test_a_message_shows_its_html_where_no_script_of_it_runs(world: World, owner: Browser) -> None:
    number = enqueue(world, DRAFT)

    page = owner.open(f"{MAILBOX}/{number}").text

    assert "We have your order." in page
    assert '<iframe class="mail" sandbox srcdoc="&lt;p&gt;We have &lt;script&gt;' in page
    assert "Send again" not in page


def test_a_failed_message_is_sent_again_and_that_is_logged(world: World, owner: Browser) -> None:
    number = enqueue(world, DRAFT, refused="550 no mailbox ***")
    address = f"{MAILBOX}/{number}"

    answer = owner.submit(address, hidden(owner.open(address)))
    again = owner.submit(address, hidden(owner.open("/admin/managers")))

    assert answer.headers["location"] == f"{address}?done=again"
    assert again.headers["location"] == f"{address}?done=not"
    assert [each.state for each in messages_of(world)] == ["queued"]
    assert "Message sent again" in owner.open("/admin/activity").text


def test_the_text_with_a_link_for_its_customer_alone_is_not_shown(
    world: World, owner: Browser
) -> None:
    secret = replace(DRAFT, occasion="password_reset", body="here: https://x/token", html="")
    number = enqueue(world, secret)

    page = owner.open(f"{MAILBOX}/{number}").text

    assert "https://x/token" not in page
    assert "its text is not shown" in page


def test_a_message_that_is_not_there_is_not_found(world: World, owner: Browser) -> None:
    assert {owner.open(f"{MAILBOX}/{each}").status_code for each in ("9", "x", "0")} == {404}
