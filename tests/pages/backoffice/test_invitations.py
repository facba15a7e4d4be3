"""Invitations of staff and forgotten passwords: links in mail that work once."""

import re

import pytest

from tests.access.oauth.authorization_requests import SIGN_IN, Browser, hidden, manager
from tests.commerce.notification.outbox_reading import outbox
from tests.every_operation.operation_calls import rows
from tests.pages.backoffice.page_forms import forms
from tests.pages.backoffice.test_staff import NEW, PAGE, send
from tests.world import PASSWORD, World

INVITED = {**NEW, "password": "", "again": ""}
FORGOTTEN = "/admin/forgotten-password"
CHOSEN = {"password": "my own choice", "again": "my own choice"}


def mails(world: World) -> list[tuple[str, str, str]]:
    """Return recipient, subject and text of the messages of a mall, oldest first."""
    found = sorted(outbox(world), key=lambda each: each.message_no)
    return [(each.recipient, each.subject, each.body) for each in found]


def link(world: World) -> str:
    """Return the address in the newest mail: its page, below the address of the mall's staff."""
    address = f"https://admin.openmall.localhost/{world.mall_id}"
    found = re.search(rf"{address}(/password\?token=\S+)", mails(world)[-1][2])
    assert found
    return f"/admin{found[1]}"


def choose(browser: Browser, address: str, **form: str) -> tuple[int, str]:
    """Open a link and choose a password; return the status and the heading."""
    page = browser.open(address)
    if page.status_code == 200:
        page = browser.submit("/admin/password", {**hidden(page), **CHOSEN, **form})
        if page.status_code == 303:
            page = browser.open(page.headers["location"])
    heading = re.search(r"<h1>(.*?)</h1>", page.text)
    return page.status_code, heading[1] if heading else ""


def ask(browser: Browser, user_id: str, email: str) -> str:
    """Ask for a link as somebody who forgot the password; return what the page says."""
    page = browser.open(FORGOTTEN)
    sent = browser.submit(FORGOTTEN, {**hidden(page), "user_id": user_id, "email": email})
    answer = browser.open(sent.headers["location"])
    found = re.search(r'role="(?:status|alert)"[^>]*>(.*?)</p>', answer.text)
    return found[1] if found else ""


def test_an_invited_person_chooses_the_password_once(owner: Browser) -> None:
    world = owner.world
    done = send(owner, **INVITED)
    invited = owner.open(PAGE).text
    [(recipient, subject, _)] = mails(world)
    address = link(world)
    hana = Browser(world)
    early = hana.sign_in(SIGN_IN, "", user="hana").status_code
    chosen = choose(hana, address)
    again = choose(Browser(world), address, password="another one", again="another one")

    assert done == (303, f"{PAGE}?done=kept")
    assert "No mail was sent" in owner.open(f"{PAGE}?done=kept").text
    assert '<span class="badge warn">invited</span>' in invited
    assert recipient == "hana@example.com"
    assert subject == f"Invitation to the back office of {world.mall_id}"
    assert (early, chosen) == (400, (200, "Password saved"))
    assert again == (422, "Choose a password")
    assert hana.sign_in(SIGN_IN, CHOSEN["password"], user="hana").status_code == 200
    assert '<span class="badge warn">invited</span>' not in owner.open(PAGE).text


def test_without_a_mail_server_the_link_is_handed_over(owner: Browser) -> None:
    send(owner, **INVITED)
    manager(owner.world, "helper", "A")
    helper = Browser(owner.world)
    helper.sign_in(SIGN_IN, user="helper")
    page = owner.open(f"{PAGE}/hana").text
    [shown] = re.findall(r"<code tabindex=\"0\">https://[^/]*/[^/]*(/password\?token=[^<]*)<", page)

    assert "so no mail was sent" in page
    assert "/password?token=" not in helper.open(f"{PAGE}/hana").text
    assert choose(Browser(owner.world), f"/admin{shown}") == (200, "Password saved")
    assert "/password?token=" not in owner.open(f"{PAGE}/hana").text


def test_a_double_click_on_the_new_password_is_one(owner: Browser) -> None:
    send(owner, **INVITED)
    hana = Browser(owner.world)
    [shown] = forms(hana.open(link(owner.world)).text)
    form = {**shown.values, **CHOSEN}

    answers = [hana.submit("/admin/password", form) for _ in range(2)]
    other = hana.submit("/admin/password", {**form, "password": "x", "again": "x"})

    assert [each.headers.get("location") for each in answers] == ["/admin/password?done=saved"] * 2
    assert other.status_code == 422


def test_an_invitation_expires_after_seven_days(owner: Browser) -> None:
    send(owner, **INVITED)
    address = link(owner.world)
    owner.world.stage.clock.pass_(7 * 86_400 - 1)
    before = Browser(owner.world).open(address).status_code
    owner.world.stage.clock.pass_(1)

    assert before == 200
    assert choose(Browser(owner.world), address) == (422, "Choose a password")


def test_an_invitation_stays_valid_with_another_role(owner: Browser) -> None:
    world = owner.world
    send(owner, **INVITED)
    address = link(world)
    send(owner, "/admin/roles", name="Desk", area_orders="edit")

    changed = send(owner, f"{PAGE}/hana", **{**INVITED, "act": "change", "manager_type": "A:1"})
    hana = Browser(world)
    chosen = choose(hana, address)

    assert changed == (303, f"{PAGE}/hana?done=changed")
    assert chosen == (200, "Password saved")
    assert hana.sign_in(SIGN_IN, CHOSEN["password"], user="hana").status_code == 200
    assert hana.open("/admin/orders").status_code == 200
    assert hana.open("/admin/products").status_code == 403


def test_another_invitation_ends_the_link_of_the_first(owner: Browser) -> None:
    send(owner, **INVITED)
    first = link(owner.world)

    done = send(owner, f"{PAGE}/hana", act="invite")
    second = link(owner.world)

    assert done == (303, f"{PAGE}/hana?done=kept")
    assert choose(Browser(owner.world), first)[0] == 422
    assert choose(Browser(owner.world), second)[0] == 200
    assert send(owner, f"{PAGE}/hana", act="invite") == (303, f"{PAGE}/hana")
    assert len(mails(owner.world)) == 2


def test_a_link_is_of_its_mall_and_cannot_be_changed(owner: Browser) -> None:
    world = owner.world
    send(owner, **INVITED)
    address = link(world)
    elsewhere = world.stage.new_world(f"{world.mall_id}-b")
    manager(elsewhere, "hana", "P")

    answers = [
        choose(Browser(elsewhere), address),
        choose(Browser(world), address[:-2]),
        choose(Browser(world), address.replace("token=", "token=x")),
        choose(Browser(world), "/admin/password"),
    ]

    assert {status for status, _ in answers} == {422}


def test_an_invitation_needs_an_address(owner: Browser) -> None:
    before = rows(owner.world)

    answer = send(owner, **{**INVITED, "email": ""})

    assert answer == (422, "An invitation needs an e-mail address.")
    assert rows(owner.world) == before


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"password": "short", "again": "short"}, 422),
        ({"again": "another one"}, 422),
        ({"form_token": "guessed"}, 403),
    ],
)
def test_a_password_that_cannot_be_leaves_the_link_usable(
    owner: Browser, form: dict[str, str], status: int
) -> None:
    send(owner, **INVITED)
    address = link(owner.world)
    before = rows(owner.world)

    refused = choose(Browser(owner.world), address, **form)

    assert refused == (status, "Choose a password")
    assert rows(owner.world) == before
    assert choose(Browser(owner.world), address)[0] == 200


def test_a_sub_admin_invites_nobody_and_reads_no_link(owner: Browser) -> None:
    world = owner.world
    send(owner, **INVITED)
    manager(world, "helper", "A")
    helper = Browser(world)
    helper.sign_in(SIGN_IN, user="helper")
    token = hidden(helper.open("/admin/account"))

    refused = helper.submit(f"{PAGE}/hana", {**token, "act": "invite"}).status_code
    message = helper.open("/admin/messages/1")

    assert refused == 403
    assert message.status_code == 200
    assert "token=" not in message.text
    assert "its text is not shown" in message.text


def test_a_forgotten_password_is_replaced_by_mail(owner: Browser) -> None:
    world = owner.world
    send(owner, **NEW)
    hana = Browser(world)
    hana.sign_in(SIGN_IN, NEW["password"], user="hana")

    said = ask(Browser(world), "hana", "Hana@Example.com")
    chosen = choose(Browser(world), link(world))

    assert said.startswith("If user ID and e-mail address belong together")
    assert chosen == (200, "Password saved")
    assert hana.open("/admin").status_code == 303
    assert hana.sign_in(SIGN_IN, CHOSEN["password"], user="hana").status_code == 200
    assert 'href="/admin/forgotten-password"' in Browser(world).open(SIGN_IN).text


@pytest.mark.parametrize(
    ("user_id", "email"),
    [("hana", "other@example.com"), ("nobody", "hana@example.com"), ("owner", ""), ("", "")],
)
def test_nobody_learns_who_has_an_account(owner: Browser, user_id: str, email: str) -> None:
    send(owner, **NEW)
    right = ask(Browser(owner.world), "hana", "hana@example.com")
    before = mails(owner.world)

    said = ask(Browser(owner.world), user_id, email)

    assert said == right
    assert mails(owner.world) == before


def test_links_that_one_manager_asks_for_are_limited(owner: Browser) -> None:
    send(owner, **NEW)

    said = {ask(Browser(owner.world), "hana", "hana@example.com") for _ in range(5)}

    assert len(said) == 1
    assert len(mails(owner.world)) == 3


def test_a_link_that_was_not_used_ends_with_the_next_password(owner: Browser) -> None:
    send(owner, **NEW)
    ask(Browser(owner.world), "hana", "hana@example.com")
    address = link(owner.world)
    person = {name: NEW[name] for name in ("name", "manager_type", "phone", "email")}

    send(owner, f"{PAGE}/hana", **person, password=PASSWORD, again=PASSWORD)

    assert choose(Browser(owner.world), address)[0] == 422


def test_a_link_expires_after_an_hour(owner: Browser) -> None:
    send(owner, **NEW)
    ask(Browser(owner.world), "hana", "hana@example.com")
    owner.world.stage.clock.pass_(3_600)

    assert choose(Browser(owner.world), link(owner.world))[0] == 422
