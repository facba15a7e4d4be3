"""A visitor subscribes to newsletters by a block of the shop, and confirms by the mail's link."""

import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import bindparam, select

from openmall.commerce.customer.customers.tables import SUBSCRIBER
from openmall.commerce.notification.newsletters import rules as newsletter_rules
from openmall.commerce.notification.newsletters.shape import NewsletterDraft
from openmall.commerce.notification.subscribers import expiry as subscriber_expiry
from openmall.commerce.notification.subscribers import rules as subscriber_rules
from openmall.commerce.privacy.data_subject import rules as data_subject_rules
from openmall.contract.moments import Clocks
from openmall.contract.params import ShopParams
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.events.messages.store import Listed
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.notification.outbox_reading import outbox, written
from tests.events.messages.mail_server import mail_server
from tests.events.messages.test_mail import deliver
from tests.pages.sampleshop.shop_browser import Guest, said
from tests.world import World, open_stage

pytestmark = pytest.mark.both_stores
EMAIL = "ann@example.com"
A_DAY = 86_400
_ROWS = Statement(
    select(SUBSCRIBER.c.shop_no, SUBSCRIBER.c.email, SUBSCRIBER.c.confirmed_at)
    .where(SUBSCRIBER.c.mall_id == bindparam("mall_id"))
    .order_by(SUBSCRIBER.c.email)
)


def rows(world: World) -> list[tuple[int, str, bool]]:
    """Return shop, address and whether it is confirmed, of every stored row."""

    async def read(db: Session) -> list[Any]:
        return list(await db.all(_ROWS))

    return [(shop, email, at is not None) for shop, email, at in world.in_transaction(read)]


def confirmations(world: World) -> list[Listed]:
    return [each for each in outbox(world) if each.occasion == "newsletter_confirmation"]


def newsletters(world: World) -> list[Listed]:
    draft = NewsletterDraft(subject="Spring", body="Hello [NAME]")
    before = len([each for each in outbox(world) if each.occasion == "newsletter"])
    do(world, lambda call: newsletter_rules.create(call, draft))
    return [each for each in written(world) if each.occasion == "newsletter"][before:]


def path_in(mail: Listed) -> str:
    [path] = re.findall(r"https://[^/]+(/[^ \n]*\?token=[^ \n]+)", mail.body)
    found: str = path
    return found


def ask(world: World, guest: Guest, email: str = EMAIL) -> str:
    """Ask for newsletters a minute after others; return the path of the link in the mail."""
    world.stage.clock.pass_(61)
    guest.done("/newsletter", email=email)
    return path_in(confirmations(world)[-1])


def post(guest: Guest, path: str) -> tuple[int, str]:
    """Open the link of a mail and press its button."""
    page = guest.see(path)
    token = re.search('name="token" value="([^"]+)"', page)
    assert token is not None
    answer = guest.submit(path.partition("?")[0], {"token": token[1]})
    if answer.status_code == 303:
        answer = guest.open(answer.headers["location"])
    return answer.status_code, said(answer.text)


def subscribe(world: World, guest: Guest, email: str = EMAIL) -> None:
    status, text = post(guest, ask(world, guest, email))
    assert status == 200
    assert "You get our newsletter from now on." in text


def consent(world: World, member_id: str) -> Any:
    return world.get("customers", member_id=member_id)["customers"][0]["news_mail"]


def test_a_guest_subscribes_by_the_button_behind_the_link_and_unsubscribes(
    world: World, guest: Guest
) -> None:
    path = ask(world, guest, "Ann@Example.com")
    guest.see(path)
    opened = newsletters(world)

    status, _ = post(guest, path)
    [mail] = newsletters(world)
    ended = post(guest, path_in(mail))

    assert opened == []
    assert status == 200
    assert (mail.recipient, mail.body.partition("\n")[0]) == (EMAIL, "Hello ann")
    assert EMAIL not in path_in(mail)
    assert "You get no more advertising mail" in ended[1]
    assert rows(world) == []
    assert newsletters(world) == []


def test_a_mail_program_ends_it_by_one_post(world: World, guest: Guest) -> None:
    subscribe(world, guest)
    [mail] = newsletters(world)

    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    content = b"List-Unsubscribe=One-Click"
    answer = world.request("POST", path_in(mail), content=content, headers=headers)

    assert answer.status_code == 200
    assert rows(world) == []


def test_a_link_is_valid_once_for_a_day_and_until_the_next_one(world: World, guest: Guest) -> None:
    replaced = ask(world, guest)
    used = ask(world, guest)

    refused = [post(guest, replaced)[0]]
    taken = post(guest, used)[0]
    refused.append(post(guest, used)[0])
    expired = ask(world, guest, "late@example.com")
    world.stage.clock.pass_(A_DAY)
    refused.append(post(guest, expired)[0])

    assert taken == 200
    assert refused == [422, 422, 422]
    assert rows(world) == [(1, EMAIL, True), (1, "late@example.com", False)]


def test_what_was_not_confirmed_vanishes(world: World, guest: Guest) -> None:
    subscribe(world, guest)
    ask(world, guest)
    ask(world, guest, "late@example.com")

    def sweep() -> None:
        app, clocks = world.stage.app, Clocks(world.stage.clock)
        world.stage.run(
            lambda: subscriber_expiry.delete_expired(app.database, clocks, [world.mall_id])
        )

    sweep()
    before = rows(world)
    world.stage.clock.pass_(A_DAY)
    sweep()

    assert before == [(1, EMAIL, True), (1, "late@example.com", False)]
    assert rows(world) == [(1, EMAIL, True)]


def test_the_answer_is_the_same_for_every_address_and_mails_are_few(
    world: World, guest: Guest
) -> None:
    join(world, "bea", email="bea@example.com", news_mail="T")
    subscribe(world, guest)
    answers = set()
    for email in (EMAIL, "bea@example.com", "new@example.com", *["new@example.com"] * 9):
        world.stage.clock.pass_(61)
        answers.add(guest.done("/newsletter", email=email))

    to_new = [each for each in confirmations(world) if each.recipient == "new@example.com"]

    assert answers == {"/newsletter?done=newsletter-asked"}
    assert "open the email we have sent you" in guest.see(*answers)
    assert len(to_new) == 3


def test_one_client_asks_five_times_a_minute(tmp_path: Path) -> None:
    with open_stage(tmp_path, limits="enforce", sample_shop=True) as stage:
        world = stage.new_world("limited")
        guest = Guest(world)
        statuses = [
            guest.send("/newsletter", email=f"a{number}@example.com").status_code
            for number in range(7)
        ]

        assert statuses == [303] * 5 + [429] * 2
        assert len(confirmations(world)) == 5


@pytest.mark.parametrize(
    "email",
    [
        "",
        "nobody",
        "<script>alert(1)</script>@example.com",
        "a@example.com\r\nBcc: b@example.com",
        "a@example.com, b@example.com",
        f"{'a' * 250}@example.com",
    ],
)
def test_what_is_no_address_is_refused_and_stored_nowhere(
    world: World, guest: Guest, email: str
) -> None:
    answer = guest.send("/newsletter", email=email)

    assert answer.status_code == 422
    assert "<script>alert" not in answer.text
    assert (rows(world), confirmations(world)) == ([], [])


def test_a_form_of_another_site_is_refused(world: World, guest: Guest) -> None:
    guest.see("/newsletter")

    assert guest.submit("/newsletter", {"email": EMAIL}).status_code == 403
    assert rows(world) == []


def test_links_of_other_shops_malls_and_purposes_subscribe_to_nothing(
    world: World, guest: Guest
) -> None:
    path = ask(world, guest)
    token = path.partition("token=")[2]
    guesses = ["", "a.b", token[:-4] + "AAAA"]

    refused = {guest.submit("/newsletter/confirm", {"token": each}).status_code for each in guesses}
    refused.add(guest.submit("/shop2/newsletter/confirm", {"token": token}).status_code)
    unsubscribed = guest.submit("/unsubscribe", {"token": token}).status_code
    other = Guest(world.stage.new_world())
    refused.add(other.submit("/newsletter/confirm", {"token": token}).status_code)

    assert refused == {422}
    assert unsubscribed == 422
    assert rows(world) == [(1, EMAIL, False)]


def test_a_member_subscribes_with_one_press(world: World, guest: Guest) -> None:
    guest.join()
    page = guest.see("/newsletter")

    led = guest.done("/newsletter")
    again = guest.done("/newsletter")

    assert 'type="email"' not in page
    assert led == again == "/newsletter?done=newsletter"
    assert consent(world, "hana") == "T"
    assert (rows(world), confirmations(world)) == ([], [])


def test_an_account_with_the_address_agrees_by_the_link_and_is_mailed_once(
    world: World, guest: Guest
) -> None:
    subscribe(world, guest, "bea@example.com")
    join(world, "bea", email="Bea@example.com")
    join(world, "cho", email="cho@example.com")
    subscribe(world, guest, "cho@example.com")

    mails = sorted(each.recipient.lower() for each in newsletters(world))

    assert (consent(world, "bea"), consent(world, "cho")) == ("T", "T")
    assert rows(world) == []
    assert mails == ["bea@example.com", "cho@example.com"]


def test_unsubscribing_anywhere_ends_it_everywhere(world: World, guest: Guest) -> None:
    subscribe(world, guest)
    [of_guest] = newsletters(world)
    join(world, "ann", email=EMAIL)
    [of_member] = newsletters(world)
    post(guest, path_in(of_guest))
    by_link_of_guest = consent(world, "ann")
    # an address that becomes that of an account later is both
    subscribe(world, guest, "new@example.com")
    world.put("customersprivacy/ann", email="new@example.com", news_mail="T")
    both = [each.recipient for each in newsletters(world)]
    post(guest, path_in(of_member))

    assert by_link_of_guest == "F"
    assert both == ["new@example.com"]
    assert consent(world, "ann") == "F"
    assert rows(world) == []


def test_a_newsletter_that_waits_is_not_sent_after_the_end(world: World, guest: Guest) -> None:
    subscribe(world, guest)
    subscribe(world, guest, "ben@example.com")
    first, _ = newsletters(world)
    post(guest, path_in(first))

    with mail_server() as running:
        deliver(world, running.port)
        sent = [each for each in running.keeper.mails if "Spring" in str(each["Subject"])]

    assert first.recipient == EMAIL
    assert [each["To"] for each in sent] == ["ben@example.com"]
    assert "/unsubscribe?token=" in sent[0]["List-Unsubscribe"]
    assert sent[0]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_an_erasure_ends_the_newsletters_of_the_address(world: World, guest: Guest) -> None:
    join(world, "ann", email="ann.old@example.com")
    subscribe(world, guest)
    world.put("customersprivacy/ann", email=EMAIL)
    exported = do(world, lambda call: data_subject_rules.export(call, "ann"))
    do(world, lambda call: data_subject_rules.erase(call, "ann"))

    assert [each["email"] for each in exported["newsletter_subscriber"]] == [EMAIL]
    assert rows(world) == []


def test_a_segment_gets_no_mail_to_guests(world: World, guest: Guest) -> None:
    subscribe(world, guest)
    number = do(world, lambda call: subscriber_rules.count(call, ShopParams()))
    created = world.post("customergroups", group_name="Gold", group_description="")
    draft = NewsletterDraft(
        subject="Gold", body="Hi", member_group_no=created["customergroup"]["group_no"]
    )
    do(world, lambda call: newsletter_rules.create(call, draft))

    assert number == 1
    assert [each for each in written(world) if each.occasion == "newsletter"] == []
