"""No message quotes the host of the request that caused it, whichever kind of message it is."""

from copy import copy
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import bindparam, select

from openmall.commerce.messages.message_catalogue import CATALOGUE
from openmall.commerce.messages.rendering import samples
from openmall.commerce.notification.intake import composing
from openmall.commerce.notification.intake.notices import Notice
from openmall.commerce.notification.newsletters import rules as newsletter_rules
from openmall.commerce.notification.newsletters.shape import NewsletterDraft, NewsletterTest
from openmall.contract.call import Call
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.events.messages import outbox
from openmall.events.messages.store import Listed
from openmall.events.messages.tables import MESSAGE
from openmall.pages.backoffice.accounts import staff_links
from tests import staff_host
from tests.access.oauth.authorization_requests import SIGN_IN, Browser, hidden, manager
from tests.commerce.customer.customer_setup import call_of, join
from tests.commerce.notification.outbox_reading import may_send, written
from tests.commerce.notification.test_automatic_messages import order
from tests.commerce.notification.test_restock_notices import ask, offers, restock
from tests.commerce.product.stock_setup import stocked
from tests.error_bodies import error
from tests.pages.backoffice.test_invitations import FORGOTTEN, INVITED
from tests.pages.backoffice.test_saved_reports import save, with_address
from tests.pages.backoffice.test_staff import send
from tests.world import World

FOREIGN_PORT = ":4711"
FOREIGN = f"https://203.0.113.66{FOREIGN_PORT}"
NAMES = (FOREIGN_PORT, "203.0.113.66")
WEEK = 7 * 86_400
BODY = '<p>[NAME] <a href="/products/1">new</a><img src="/files/1.png"></p>'


@pytest.fixture
def foreign(world: World) -> World:
    """The mall, asked at a port of the asker's choice."""
    other = copy(world)
    other.base_url += FOREIGN_PORT
    return other


def whole_outbox(world: World) -> list[tuple[Listed, Any]]:
    """Return every message with what its channel needs besides."""
    listed = written(world)
    rest = Statement(
        select(MESSAGE.c.message_no, MESSAGE.c.extra, MESSAGE.c.fallback).where(
            MESSAGE.c.mall_id == bindparam("mall_id")
        )
    )
    more = {row[0]: row[1:] for row in world.in_transaction(lambda db: db.all(rest))}
    return [(each, more[each.message_no]) for each in listed]


def of_foreign_call(world: World) -> Call:
    """Return a call that came to a foreign host."""
    return replace(call_of(world), origin=FOREIGN)


def enqueue_every_occasion(world: World) -> set[str]:
    """Write every message of the catalogue in a call that came to a foreign host."""
    foreign_call = of_foreign_call(world)

    async def write(db: Session) -> set[str]:
        call = foreign_call.on(db)
        settings = await composing.settings_of(call)
        for code in CATALOGUE.occasions:
            notice = Notice(
                occasion=code, shop_no=1, member_id="haneul", name="Haneul",
                email="haneul@example.com", cellphone="010-1111-2222", news_mail="T",
                values=samples("en_US"),
            )  # fmt: skip
            await outbox.enqueue(db, call.clock, await composing.drafts_of(call, notice, settings))
        return set(CATALOGUE.occasions)

    return world.in_transaction(write)


def test_no_message_quotes_the_host_of_the_request(foreign: World) -> None:
    may_send(foreign)
    with_phone = {"cellphone": "010-1111-2222", "email": "haneul@example.com", "news_mail": "T"}
    join(foreign, "haneul", name="Haneul", **with_phone)
    manager(foreign)
    owner = Browser(foreign)
    assert owner.sign_in(SIGN_IN).status_code == 200
    # what a person asks for
    front = {"auth": foreign.full.basic}
    asked = {"request": {"member_id": "haneul", "email": "haneul@example.com"}}
    assert foreign.request(
        "POST", "/api/v2/customers/passwordlinks", json=asked, **front
    ).is_success
    for kind in ("email", "sms"):
        invitation = {"request": {"invitation_type": kind}}
        assert foreign.call("POST", "customers/haneul/invitation", json=invitation).is_success
    send(owner, **INVITED)
    stranger = Browser(foreign)
    form = hidden(stranger.open(FORGOTTEN))
    assert stranger.submit(
        FORGOTTEN, {**form, "user_id": "hana", "email": "hana@example.com"}
    ).is_redirect
    # what is done in the shop
    order(foreign)
    number, code = stocked(foreign, quantity=0)
    offers(foreign)
    ask(foreign, number, "haneul")
    restock(foreign, number, code, 5)
    _newsletters(foreign)
    # what is due later
    with_address(owner)
    save(owner, name="Mine", weekly="T")
    every = enqueue_every_occasion(foreign)
    foreign.stage.clock.pass_(WEEK)
    foreign.stage.run(foreign.stage.app.periodic_tasks.write_report_mails)

    found = whole_outbox(foreign)

    kinds = {each.occasion for each, _ in found}
    assert kinds >= every | {*staff_links.SECONDS, "newsletter", "report"}
    assert [each for each in found if any(name in repr(each) for name in NAMES)] == []
    addresses = (f"https://{foreign.mall_id}.", foreign.staff_address)
    linked = {
        each.occasion for each, _ in found if any(address in each.body for address in addresses)
    }
    assert linked >= {
        "password_reset", "invitation", "restock_notice", "newsletter", "report",
        *staff_links.SECONDS,
    }  # fmt: skip


def _newsletters(world: World) -> None:
    foreign_call = of_foreign_call(world)
    draft = NewsletterDraft(subject="Spring", body=BODY, is_html="T")
    test = NewsletterTest(
        subject="Spring", body=BODY, is_html="T", recipient="me@example.com", name="Kim"
    )

    async def write(db: Session) -> None:
        call = foreign_call.on(db)
        await newsletter_rules.create(call, draft)
        await newsletter_rules.test(call, test)

    world.in_transaction(write)


@pytest.mark.parametrize("host", ["203.0.113.66", "10.1.2.3:8443", "[2001:db8::66]", "0.0.0.0"])
def test_an_address_that_is_not_configured_is_refused(world: World, host: str) -> None:
    def answered(path: str, method: str = "GET") -> Any:
        with staff_host.real_addresses():
            url = world.base_url + path
            return world.stage.client.request(method, url, headers={"Host": host})

    refused = answered("/api/v2/admin/products")
    body = error(421, refused.json()["error"]["message"])

    assert (refused.status_code, refused.json()) == (421, body)
    for method, path in (
        ("POST", "/api/v2/customers/passwordlinks"), ("GET", "/admin/forgotten-password"),
        ("GET", "/"), ("POST", "/_test/malls"), ("GET", "/developers"), ("POST", "/collect"),
        ("GET", "/feed.xml"), ("POST", "/api/mcp"),
    ):  # fmt: skip
        assert answered(path, method).status_code == 421, path
    for path in ("/healthz", "/readyz", "/metrics"):
        assert answered(path).status_code in (200, 403), path
