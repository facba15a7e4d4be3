"""The mailbox of a test mall in the console: what its customers would have received."""

from msgspec.structs import replace

from openmall.events.messages import outbox
from openmall.events.messages.outbox import Draft
from tests.commerce.notification.test_sandbox_mailbox import DRAFT
from tests.pages.console.developer_browser import Developer
from tests.world import World


def enqueue(world: World, mall_id: str, *drafts: Draft) -> None:
    async def write() -> None:
        async with world.stage.app.database.writing(mall_id) as db:
            await outbox.enqueue(db, world.stage.clock, drafts)

    world.stage.run(write)


def test_messages_of_a_test_mall_are_shown_with_their_text_and_html(
    world: World, kim: Developer
) -> None:
    mall = kim.mall(kim.app())
    html = "<p>Welcome <script>there</script></p>"
    enqueue(world, mall.mall_id, replace(DRAFT, html=html))

    home = kim.open(mall.home).text
    page = kim.open(f"{mall.home}/messages").text

    assert f'href="{mall.home}/messages"' in home
    assert "hana@example.com" in page
    assert "Welcome." in page
    assert "<script>there" not in page
    assert "&lt;script&gt;there" in page


def test_a_recipient_is_found_and_a_long_mailbox_has_pages(world: World, kim: Developer) -> None:
    mall = kim.mall(kim.app())
    enqueue(world, mall.mall_id, *[DRAFT] * 26, replace(DRAFT, recipient="min@example.com"))

    every = kim.open(f"{mall.home}/messages").text
    one = kim.open(f"{mall.home}/messages?recipient=min%40example.com").text

    assert "before=" in every
    assert ("min@example.com" in one, "hana@example.com" in one) == (True, False)
