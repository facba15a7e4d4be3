"""Reports are saved with their filters, opened for the days of now, and mailed on Mondays, once."""

import re
from datetime import datetime
from typing import Any

import pytest

from openmall.commerce.store import saved_reports
from openmall.contract.moments import moment
from openmall.pages.backoffice.reports import report_mails
from tests.access.oauth.authorization_requests import SIGN_IN, Browser, manager
from tests.commerce.notification.outbox_reading import outbox
from tests.commerce.order.order_setup import paid, wanted
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.page_forms import form_of, forms, said
from tests.world import World

PAGE, SALES = "/admin/saved-reports", "/admin/reports/daily-sales"
DAY = 24 * 3600


def save(owner: Browser, address: str = SALES, **typed: str) -> Any:
    form = form_of(owner.open(address).text, "save")
    answer = owner.submit(form.action, {**form.values, **typed})
    return owner.open(answer.headers["location"])


def act(owner: Browser, deed: str) -> Any:
    form = form_of(owner.open(PAGE).text, deed)
    answer = owner.submit(form.action, {**form.values, "deed": deed})
    return owner.open(answer.headers["location"])


def with_address(
    owner: Browser, address: str = "owner@example.com", path: str = "/admin/managers/owner"
) -> None:
    [form] = [each for each in forms(owner.open(path).text) if "email" in each.values]
    owner.submit(path, {**form.values, "email": address})


def mails(world: World) -> list[Any]:
    """Let two workers mail what is due, and return the mails of reports."""
    for _ in range(2):
        world.stage.run(world.stage.app.periodic_tasks.write_report_mails)
    return [each for each in outbox(world) if each.occasion == "report"]


def test_a_report_is_saved_with_its_filters(owner: Browser) -> None:
    page = save(owner, f"{SALES}?compare=year&start=2026-01-01&end=2026-02-01", name="Mine")

    [link] = re.findall(r'<a href="(/admin/reports/[^"]*)">Mine</a>', page.text)
    assert said(page) == "The report was saved."
    assert link == "/admin/reports/daily-sales?start=2026-11-15&amp;end=2026-11-21&amp;compare=year"
    assert owner.open(link.replace("&amp;", "&")).status_code == 200


def test_the_days_of_a_saved_report_are_those_of_now(owner: Browser) -> None:
    save(owner, name="Mine", period="today")
    owner.world.stage.clock.pass_(DAY)
    owner.sign_in(SIGN_IN)

    assert "start=2026-11-22&amp;end=2026-11-22" in owner.open(PAGE).text


@pytest.mark.parametrize("name", ["", "x" * 101])
def test_a_name_that_is_none_is_refused(owner: Browser, name: str) -> None:
    page = save(owner, name=name)

    assert "Enter a name of at most 100 characters." in page.text
    assert "There are no saved reports yet." in page.text


def test_a_report_that_there_is_not(owner: Browser) -> None:
    form = form_of(owner.open(SALES).text, "save")

    for changed in ({"slug": "none"}, {"deed": "mail", "report_no": "7"}, {"deed": "remove"}):
        assert owner.submit(PAGE, {**form.values, **changed}).status_code == 404


def test_it_is_mailed_on_monday_morning_once(owner: Browser) -> None:
    world = owner.world
    with_address(owner)
    _, code = stocked(world, 10)
    paid(world, wanted(code, 2))
    page = save(owner, name="Sales & more", period="7", weekly="T")
    early = mails(world)
    world.stage.clock.pass_(2 * DAY)

    [mail] = mails(world)

    # it was Saturday, 2026-11-21
    assert "2026-11-23 08:00" in page.text
    assert early == []
    assert (mail.recipient, mail.subject) == (
        "owner@example.com", "Sales & more (2026-11-17 – 2026-11-23)",
    )  # fmt: skip
    assert "2026-11-21\t1\t22,000\t0" in mail.body
    address = f"https://admin.openmall.localhost/{world.mall_id}/reports/daily-sales"
    assert f"{address}?start=2026-11-17&end=2026-11-23" in mail.body
    assert "2026-11-17 – 2026-11-23 (+09:00)" in mail.body
    assert "<td>22,000</td>" in mail.html
    assert "Sales &amp; more" in mail.html
    [report] = world.in_transaction(saved_reports.listing)
    assert moment(report.next_at).isoformat()[:16] == "2026-11-30T08:00"


def test_no_mail_without_an_address_or_its_manager(owner: Browser) -> None:
    save(owner, name="Mine", weekly="T")
    owner.world.stage.clock.pass_(2 * DAY)

    assert mails(owner.world) == []
    [report] = owner.world.in_transaction(saved_reports.listing)
    assert moment(report.next_at).isoformat()[:16] == "2026-11-30T08:00"


def test_a_mail_is_switched_off_and_on_and_the_report_deleted(owner: Browser) -> None:
    world = owner.world
    with_address(owner)
    save(owner, name="Mine", weekly="T")
    off = act(owner, "unmail")
    on = act(owner, "mail")
    gone = act(owner, "remove")
    world.stage.clock.pass_(10 * DAY)

    assert (said(off), said(on)) == ("The report was changed.", "The report was changed.")
    assert "2026-11-23 08:00" not in off.text
    assert "2026-11-23 08:00" in on.text
    assert said(gone) == "The saved report was deleted."
    assert mails(world) == []


def test_only_who_saved_a_report_switches_its_mail(owner: Browser) -> None:
    save(owner, name="Mine", weekly="T")
    manager(owner.world, "helper", "A")
    helper = Browser(owner.world)
    helper.sign_in(SIGN_IN, user="helper")
    form = form_of(helper.open(PAGE).text, "remove")

    answer = helper.submit(PAGE, {**form.values, "deed": "unmail"})

    assert answer.status_code == 404
    assert "Stop mailing" not in helper.open(PAGE).text


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        ("2026-11-21T09:00:00+09:00", "2026-11-23T08:00"),
        ("2026-11-23T07:59:59+09:00", "2026-11-23T08:00"),
        ("2026-11-23T08:00:00+09:00", "2026-11-30T08:00"),
        ("2026-12-31T12:00:00+09:00", "2027-01-04T08:00"),
    ],
)
def test_the_next_monday(at: str, expected: str) -> None:
    found = report_mails.next_monday(datetime.fromisoformat(at).timestamp())

    assert moment(found).isoformat()[:16] == expected
