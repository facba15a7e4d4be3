"""Every date of files, mails and printed pages says its zone, or stands on a page that does."""

import re
from datetime import datetime
from itertools import product
from typing import get_args

import pytest

from openmall.commerce.messages import rendering
from openmall.commerce.messages.message_catalogue import CATALOGUE
from openmall.commerce.notification.reminders import customers
from openmall.contract.call import Call
from openmall.contract.moments import PLATFORM_ZONE, ZONE_NAME, seconds
from openmall.events.file_transfers.shape import ExportKind
from openmall.pages.backoffice.reports.csv import BYTE_ORDER_MARK
from openmall.pages.backoffice.reports.definitions import DEFINITIONS
from openmall.translations.catalogues import LANGUAGES
from tests.access.oauth.authorization_requests import Browser
from tests.commerce.customer.customer_setup import join
from tests.commerce.order.order_setup import paid, wanted
from tests.commerce.product.stock_setup import as_call, stocked
from tests.events.file_transfers.file_calls import carry_on
from tests.pages.backoffice.page_forms import forms
from tests.world import World

PAGE = "/admin/transfers"
_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?!\d)(?=(.{0,6}))")
_OFFSET = re.compile(r"Z|[+-]\d\d:\d\d")


def without_zone(text: str) -> list[str]:
    """Return the times of a text that no offset follows."""
    return [found[0] for found in _TIME.finditer(text) if not _OFFSET.match(found[1])]


def test_what_is_without_a_zone_is_found() -> None:
    good = "2026-11-30T10:00:00+09:00 2026-11-30 10:00:00Z 2026-11-30T10:00:00.5+09:00"

    assert without_zone(good) == []
    assert len(without_zone("2026-11-30 10:00:00,x 2026-11-30T10:00")) == 2


@pytest.mark.parametrize("kind", get_args(ExportKind))
def test_times_of_exported_files_have_an_offset(
    world: World, owner: Browser, kind: ExportKind
) -> None:
    join(world, "haneul", name="Kim")
    world.post("categories", category_name="Bowls", parent_category_no=1)
    paid(world, wanted(stocked(world, 5)[1]))
    [form] = [form for form in forms(owner.open(PAGE).text) if "reason" in form.values]
    sent = owner.submit(PAGE, {**form.values, "data": kind, "reason": "Books"})
    assert sent.status_code == 303, sent.text
    carry_on(world)
    page = owner.open(sent.headers["location"]).text

    file = owner.open("/exports/" + page.partition("/exports/")[2].partition('"')[0]).text

    assert file.count("\n") > 1
    assert without_zone(file) == []
    assert kind not in ("orders", "customers") or _TIME.search(file)


def test_days_months_and_hours_of_reports_name_their_zone(owner: Browser) -> None:
    timed = 0
    for slug, report in DEFINITIONS.items():
        head = owner.open(f"/admin/reports/{slug}.csv?start=2026-06-01&end=2026-06-02").text
        names = head.partition("\r\n")[0].removeprefix(BYTE_ORDER_MARK).split(",")
        kinds = {each.kind for each in report.columns} & {"day", "month", "hour"}
        named = [each for each in names if each.endswith(f"({ZONE_NAME})")]
        assert bool(named) == bool(kinds), (slug, names)
        timed += bool(named)

    assert timed >= 10


def test_pages_of_the_shop_and_the_back_office_name_the_zone_of_their_times(
    world: World, owner: Browser
) -> None:
    said = f"Times are at {ZONE_NAME}."
    visitor = Browser(world)
    visitor.cookies["openmall-language"] = "en"

    assert said in owner.open("/admin/orders").text
    for path in ("/", "/boards/1", "/nowhere"):
        assert said in visitor.open(path).text
    assert datetime.fromisoformat(f"2026-01-01T00:00:00{ZONE_NAME}").utcoffset()


def test_times_in_messages_name_their_zone(world: World, owner: Browser) -> None:
    """Of every text in every language, with values as they are sent."""
    alone = re.compile(r"\d\d:\d\d(?! \(\+09:00\))(?<!\+\d\d:\d\d)")
    values = rendering.samples("en")

    async def named(call: Call) -> list[str]:
        start = seconds(datetime(2026, 11, 24, tzinfo=PLATFORM_ZONE))
        return [customers.until(call, start + hour * 3_600) for hour in range(24)]

    ends = as_call(world, named)
    for occasion, language in product(CATALOGUE.occasions, LANGUAGES):
        for end in ends:
            filled = {**values, "DUE_DATE": end, "EXPIRY_DATE": end}
            text = rendering.render(occasion, language, filled)
            assert alone.findall(text) == [], (occasion, language, text)
            # nothing of a time is cut off
            assert text.count(":00 (") == text.count("(+09:00)")
