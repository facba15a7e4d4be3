"""Segments and newsletters in the back office."""

import re

import pytest

from openmall.commerce.customer.customers import subscriber_store
from openmall.contract.call import Call
from tests.access.oauth.authorization_requests import Browser
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.notification.outbox_reading import outbox, written
from tests.media.images import picture
from tests.pages.backoffice.page_forms import form_of, forms, problem, said, send
from tests.pages.backoffice.test_roles import sub_admin
from tests.world import World

SEGMENTS, NEWSLETTERS = "/admin/segments", "/admin/newsletters"
NEW = f"{NEWSLETTERS}/new"
TEXT = {"subject": "Spring", "body": "Hello [NAME]"}


def mails(world: World) -> list[str]:
    return [each.recipient for each in outbox(world) if each.occasion == "newsletter"]


def three(world: World) -> None:
    join(world, "ann", gender="F", news_mail="T", email="ann@example.com")
    join(world, "eve", gender="F", news_mail="F", email="eve@example.com")
    join(world, "ben", gender="M", news_mail="T", email="ben@example.com")


def women(owner: Browser) -> None:
    send(owner, f"{SEGMENTS}/new", "save", group_name="Women", gender="F")


def test_a_segment_is_made_shown_and_edited(world: World, owner: Browser) -> None:
    three(world)

    made = send(owner, f"{SEGMENTS}/new", "save", group_name="Women", gender="F")
    listed = owner.open(SEGMENTS).text
    edited = send(owner, f"{SEGMENTS}/1", "save", news_mail="T")
    same = send(owner, f"{SEGMENTS}/1", "save")

    assert said(made) == "The segment was created."
    assert re.findall(r'href="/admin/customers/(\w+)"', made.text) == ["ann", "eve"]
    assert "Gender: Female" in listed
    assert '<td class="figure">2</td>' in listed
    assert re.findall(r'href="/admin/customers/(\w+)"', edited.text) == ["ann"]
    assert said(same) == "No changes to save."


def test_a_condition_is_taken_back_by_an_empty_field(world: World, owner: Browser) -> None:
    three(world)
    send(
        owner, f"{SEGMENTS}/new", "save", group_name="All", orders_min="3", spent_min="10,000",
        ordered_within_days="30", birthday_month="12",
    )  # fmt: skip
    before = owner.open(f"{SEGMENTS}/1").text

    after = send(
        owner, f"{SEGMENTS}/1", "save", orders_min="", spent_min="", ordered_within_days="",
        birthday_month="",
    )  # fmt: skip

    assert 'name="spent_min" type="text" value="10000"' in before
    assert "Nobody meets these conditions now." in before
    assert len(re.findall(r'href="/admin/customers/(\w+)"', after.text)) == 3


def test_wrong_conditions_are_refused_beside_their_field(owner: Browser) -> None:
    page = send(owner, f"{SEGMENTS}/new", "save", group_name="X", orders_min="many")
    days = send(
        owner, f"{SEGMENTS}/new", "save", group_name="X", joined_from="2026-02-01",
        joined_to="2026-01-01",
    )  # fmt: skip

    assert problem(page, "orders_min") == "This is not a number."
    assert problem(days, "joined_to")
    assert owner.open(f"{SEGMENTS}/5").status_code == 404
    assert owner.open(f"{SEGMENTS}/x").status_code == 404


def test_a_segment_is_deleted(world: World, owner: Browser) -> None:
    women(owner)

    page = send(owner, f"{SEGMENTS}/1", "delete")

    assert said(page) == "The segment was deleted."
    assert "There are no segments yet." in page.text


def test_the_customers_of_a_large_segment_have_pages(world: World, owner: Browser) -> None:
    for number in range(55):
        join(world, f"member{number:02d}")
    send(owner, f"{SEGMENTS}/new", "save", group_name="All")

    first = owner.open(f"{SEGMENTS}/1").text
    [older] = re.findall(r'href="([^"]*)" rel="next"', first)
    second = owner.open(older.replace("&amp;", "&")).text

    shown = [re.findall(r'href="/admin/customers/(\w+)"', page) for page in (first, second)]
    assert [len(each) for each in shown] == [50, 5]
    assert sorted(shown[0] + shown[1]) == [f"member{number:02d}" for number in range(55)]


def test_a_newsletter_is_previewed_and_nothing_is_sent(world: World, owner: Browser) -> None:
    three(world)
    women(owner)

    page = send(owner, NEW, "preview", audience="segment-1", **TEXT)

    assert "1 of 2 customers would get it." in page.text
    assert "Hello Hana" in page.text
    assert form_of(page.text, "plan").values["subject"] == "Spring"
    assert outbox(world) == []
    assert "There are no newsletters yet." in owner.open(NEWSLETTERS).text


def test_a_test_mail_goes_to_the_manager(world: World, owner: Browser) -> None:
    three(world)
    without = send(owner, NEW, "test", **TEXT)
    send_to = "/admin/managers/owner"
    page = owner.open(send_to)
    owner.submit(send_to, {**_values(page.text), "email": "owner@example.com"})

    page = send(owner, NEW, "test", **TEXT)

    assert "Your account has no e-mail address." in without.text
    assert said(page) == "A test mail was sent to you."
    assert [each.recipient for each in outbox(world)] == ["owner@example.com"]


def _values(page: str) -> dict[str, str]:
    [form] = [each for each in forms(page) if "email" in each.values]
    return form.values


def test_a_newsletter_is_sent_and_its_mails_are_counted(world: World, owner: Browser) -> None:
    three(world)
    women(owner)

    page = send(owner, NEW, "plan", audience="segment-1", **TEXT)
    written(world)
    [number] = re.findall(r'href="/admin/newsletters/(\w+)">Spring', owner.open(NEWSLETTERS).text)
    after = owner.open(f"{NEWSLETTERS}/{number}").text

    assert said(page) == "The newsletter is planned."
    assert mails(world) == ["ann@example.com"]
    assert ">Sent</span>" in after
    assert '<span class="quiet">Waiting</span><strong>1</strong>' in after
    assert "Women" in after


def test_a_form_that_is_sent_twice_plans_once(world: World, owner: Browser) -> None:
    three(world)
    page = owner.open(NEW).text
    values = {**form_of(page, "plan").values, **TEXT, "deed": "plan"}

    first, second = owner.submit(NEW, values), owner.submit(NEW, values)

    assert first.headers["location"] == second.headers["location"]
    written(world)
    assert sorted(mails(world)) == ["ann@example.com", "ben@example.com"]


def test_a_newsletter_that_nobody_takes_is_refused(world: World, owner: Browser) -> None:
    join(world, "eve", news_mail="F", email="eve@example.com")

    page = send(owner, NEW, "plan", **TEXT)

    assert problem(page, "audience") == "None of these customers agreed to news by mail."


@pytest.mark.parametrize("audience", ["group-x", "segment-", "nobody"])
def test_an_unknown_audience_is_not_everybody(world: World, owner: Browser, audience: str) -> None:
    three(world)

    page = send(owner, NEW, "plan", audience=audience, **TEXT)

    assert problem(page, "audience") == "None of these customers agreed to news by mail."
    written(world)
    assert mails(world) == []


def test_a_planned_newsletter_is_cancelled(world: World, owner: Browser) -> None:
    three(world)
    past = send(owner, NEW, "plan", send_at="2020-01-01T09:00", **TEXT)
    page = send(owner, NEW, "plan", send_at="2026-12-24T09:00", **TEXT)
    [address] = re.findall(r'action="(/admin/newsletters/\w+)"', page.text)

    after = send(owner, address, "cancel")

    assert problem(past, "send_at") == "This time has passed."
    assert "2026-12-24 09:00" in page.text
    assert said(after) == "The newsletter was cancelled."
    assert owner.open(address).status_code == 404
    world.stage.clock.pass_(40 * 24 * 3600)
    assert [each for each in written(world) if each.occasion == "newsletter"] == []


HTML = (
    '<h2>Spring</h2><p>Dear [NAME],<br>see <a href="/products/1">the <b>bowls</b></a>.</p>'
    '<script>alert(1)</script><p><img src="/files/a.png" alt="A bowl" onerror="x()"></p>'
)


def test_a_newsletter_has_formatting_pictures_and_plain_text(world: World, owner: Browser) -> None:
    join(world, "ann", news_mail="T", email="ann@example.com", name="Ann")

    page = send(owner, NEW, "plan", subject="News", body=HTML)
    sent = [each for each in written(world) if each.occasion == "newsletter"]
    [mail] = [each for each in sent if each.recipient == "ann@example.com"]
    [origin] = re.findall(r'href="(https://[^"/]+)/unsubscribe', mail.html)

    assert said(page) == "The newsletter is planned."
    assert f'see <a href="{origin}/products/1" rel="noopener nofollow">' in mail.html
    assert f'<img style="max-width:100%;height:auto" src="{origin}/files/a.png" alt="A bowl">' in (
        mail.html
    )
    assert "script" not in mail.html
    assert "onerror" not in mail.html
    assert mail.body.startswith(
        f"Spring\n\nDear Ann,\nsee the bowls ({origin}/products/1).\n\n[A bowl]\n\n"
    )
    assert "/unsubscribe?token=" in mail.body
    assert "/unsubscribe?token=" in mail.html


def test_the_name_of_a_customer_is_no_markup(world: World, owner: Browser) -> None:
    join(world, "ann", news_mail="T", email="ann@example.com", name="<b>Ann</b>")

    send(owner, NEW, "plan", subject="News", body="<p>Dear [NAME]</p>")
    [mail] = [each for each in written(world) if each.occasion == "newsletter"]

    assert "<p>Dear &lt;b&gt;Ann&lt;/b&gt;</p>" in mail.html
    assert mail.body.startswith("Dear <b>Ann</b>\n")


def test_a_picture_of_a_newsletter_is_stored_by_who_may_write_one(world: World) -> None:
    clerk = sub_admin(world, "clerk", {"customers": "edit"})
    token = form_of(clerk.open(NEW).text, "plan").values["form_token"]
    fields = {"form_token": token, "deed": "text-picture"}

    stored = clerk._sent(
        "POST", NEW, data=fields, files={"file": ("a.png", picture(40, 30, "PNG"), "image/png")}
    )
    refused = clerk._sent(
        "POST", NEW, data=fields, files={"file": ("a.png", b"no picture", "image/png")}
    )

    assert stored.status_code == 200
    assert stored.text.startswith("/files/")
    assert clerk.open(stored.text).status_code == 200
    assert (refused.status_code, refused.text[:18]) == (422, "Choose a picture o")


def test_a_text_that_is_nested_too_deeply_is_said_beside_its_field(owner: Browser) -> None:
    page = send(owner, NEW, "plan", subject="News", body="<div>" * 5_000 + "Deep")

    assert page.status_code == 422
    assert problem(page, "body").startswith("The text is too long, or its elements")


def test_subscribers_without_an_account_are_counted_listed_exported_and_removed(
    world: World, owner: Browser
) -> None:
    for email in ("ann@example.com", "=cmd@example.com"):

        async def subscribe(call: Call, email: str = email) -> None:
            await subscriber_store.ask(call.db, 1, email, request_no=1, until=1)
            await subscriber_store.confirm(call.db, 1, email, now=int(call.clock.now()))

        do(world, subscribe)
    page = f"{NEWSLETTERS}/subscribers"

    listed = owner.open(NEWSLETTERS).text
    previewed = send(owner, NEW, "preview", **TEXT).text
    shown = owner.open(page).text
    file = owner.open(f"{page}?file=csv").text
    form = next(
        each.values for each in forms(shown) if each.values.get("email") == "ann@example.com"
    )
    removed = owner.open(owner.submit(page, form).headers["location"])

    assert "Subscribers: 2" in listed
    assert "2 subscribers without an account get it as well." in previewed
    assert "ann@example.com" in shown
    assert "\r\n'=cmd@example.com," in file
    assert said(removed) == "The address gets no more newsletters."
    assert "ann@example.com" not in removed.text
