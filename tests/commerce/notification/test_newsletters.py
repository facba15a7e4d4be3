"""Newsletters go once to each customer of their audience who agreed to mail that advertises."""

from typing import Any

import pytest

from openmall.api import admin, office_pages
from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.notification import batch_expansion
from openmall.commerce.notification.newsletters import rules as newsletter_rules
from openmall.commerce.notification.newsletters.composing import text_and_html
from openmall.commerce.notification.newsletters.shape import (
    NewsletterDraft,
    NewsletterPath,
    NewsletterTest,
)
from openmall.commerce.notification.recipientgroups import segments
from openmall.commerce.notification.recipientgroups.segments import SegmentDraft
from openmall.contract.errors import Invalid, NotFound
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.notification.outbox_reading import written
from tests.world import World

BODY = "Hello [NAME]\n\nSee https://shop.example.com/new."


def plan(world: World, **more: Any) -> str:
    draft = NewsletterDraft(subject="Spring", body=BODY, **more)
    planned = do(world, lambda call: newsletter_rules.create(call, draft))
    return planned.code


def mails(world: World) -> list[str]:
    return [each.recipient for each in written(world) if each.occasion == "newsletter"]


def with_mail(world: World, member_id: str, **more: Any) -> None:
    join(world, member_id, email=f"{member_id}@example.com", **more)


def test_only_customers_who_agreed_get_it(world: World) -> None:
    with_mail(world, "agreed", news_mail="T")
    with_mail(world, "declined", news_mail="F")
    with_mail(world, "blocked", news_mail="T")
    do(world, lambda call: customer_rules.block(call, "blocked", "A"))
    join(world, "nomail", news_mail="T", email="")

    plan(world)

    assert mails(world) == ["agreed@example.com"]


def test_the_mail_has_the_name_links_and_a_way_to_unsubscribe(world: World) -> None:
    with_mail(world, "ann", news_mail="T", name="Ann <b>")
    plan(world)

    [mail] = [each for each in written(world) if each.occasion == "newsletter"]

    assert mail.subject == "(광고) Spring"
    assert mail.body.startswith("Hello Ann <b>\n\nSee https://shop.example.com/new.")
    assert "/unsubscribe?token=" in mail.body
    assert "<p>Hello Ann &lt;b&gt;</p>" in mail.html
    assert '<a href="https://shop.example.com/new">https://shop.example.com/new</a>.' in mail.html


def test_a_segment_gets_it_as_far_as_its_customers_agreed(world: World) -> None:
    with_mail(world, "ann", news_mail="T", gender="F")
    with_mail(world, "eve", news_mail="F", gender="F")
    with_mail(world, "ben", news_mail="T", gender="M")
    women = do(
        world, lambda call: segments.create(call, SegmentDraft(group_name="Women", gender="F"))
    )

    plan(world, segment_no=women.group_no)

    assert (women.group_member_count, women.takes_mail) == (2, 1)
    assert mails(world) == ["ann@example.com"]


def test_a_customer_group_gets_it(world: World) -> None:
    with_mail(world, "ann", news_mail="T")
    with_mail(world, "ben", news_mail="T")
    created = world.post("customergroups", group_name="Gold", group_description="")
    number = created["customergroup"]["group_no"]
    world.post(f"customergroups/{number}/customers", member_id="ben")

    plan(world, member_group_no=number)

    assert mails(world) == ["ben@example.com"]


def test_a_worker_that_dies_between_two_pages_sends_nothing_twice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ann", "ben", "cho"):
        with_mail(world, name, news_mail="T")
    plan(world)
    monkeypatch.setattr(batch_expansion, "AT_ONCE", 1)
    original, calls = batch_expansion.drafts_of, []

    async def dies_at_the_second(*arguments: Any) -> Any:
        calls.append(1)
        if len(calls) == 2:
            raise RuntimeError("the worker dies")
        return await original(*arguments)

    monkeypatch.setattr(batch_expansion, "drafts_of", dies_at_the_second)

    first, second = mails(world), mails(world)

    assert first == ["ann@example.com"]
    assert second == ["ann@example.com", "ben@example.com", "cho@example.com"]


def test_consent_withdrawn_before_the_time_counts(world: World) -> None:
    with_mail(world, "ann", news_mail="T")
    plan(world, send_at="2026-11-21T10:30")
    before = mails(world)
    world.put("customersprivacy/ann", news_mail="F")
    world.stage.clock.pass_(2 * 3600)

    assert (before, mails(world)) == ([], [])


def test_a_planned_newsletter_waits_for_its_time_and_can_be_cancelled(world: World) -> None:
    with_mail(world, "ann", news_mail="T")
    kept, cancelled = (plan(world, send_at="2026-11-21T10:30") for _ in range(2))
    do(world, lambda call: newsletter_rules.cancel(call, NewsletterPath(code=cancelled)))
    waiting = mails(world)
    world.stage.clock.pass_(2 * 3600)
    sent = mails(world)

    shown = do(world, lambda call: newsletter_rules.retrieve(call, NewsletterPath(code=kept)))

    assert (waiting, sent) == ([], ["ann@example.com"])
    assert (shown.state, shown.began) == ("sent", True)
    with pytest.raises(Invalid):
        do(world, lambda call: newsletter_rules.cancel(call, NewsletterPath(code=kept)))


@pytest.mark.parametrize("send_at", ["2026-11-20T10:00", "soon", "9999-12-31T23:59"])
def test_a_time_that_passed_or_is_none_is_refused(world: World, send_at: str) -> None:
    with pytest.raises(Invalid):
        plan(world, send_at=send_at)


def test_an_audience_that_there_is_not(world: World) -> None:
    for more in ({"segment_no": 99}, {"member_group_no": 99}):
        with pytest.raises(NotFound):
            plan(world, **more)


def test_a_test_mail_goes_to_one_address_alone(world: World) -> None:
    with_mail(world, "ann", news_mail="T")
    draft = NewsletterTest(subject="Spring", body=BODY, recipient="me@example.com", name="Kim")

    do(world, lambda call: newsletter_rules.test(call, draft))

    [mail] = [each for each in written(world) if each.occasion == "newsletter"]
    assert (mail.recipient, mail.member_id) == ("me@example.com", "")
    assert "Hello Kim" in mail.body


def test_paragraphs_lines_and_links_become_html() -> None:
    text, html = text_and_html('One\r\ntwo\n\n\n<b> "http://a.example/?x=1&y".', "")

    assert text == 'One\ntwo\n\n\n<b> "http://a.example/?x=1&y".'
    assert html == (
        "<p>One<br>two</p><p>&lt;b&gt; &#34;"
        '<a href="http://a.example/?x=1&amp;y">http://a.example/?x=1&amp;y</a>&#34;.</p>'
    )


def test_no_api_has_the_operations_of_the_pages(world: World) -> None:
    api, public = office_pages.api(), {each.name for each in admin.api().operations}

    for operation in api.operations:
        path = operation.path.replace("{code}", "x")
        if "{" not in path and operation.method == "GET" and operation.name not in public:
            assert world.request("GET", f"/{path}").status_code == 404
            # 422: an operation of the API reads the last part as a number
            assert world.call("GET", path).status_code in (404, 422)
