"""Reports as pages and as files: rows, comparisons, plots, pages, and what cannot be read."""

import html
import json
import re
from typing import Any

import msgspec
import pytest

from openmall.analytics.engine.engine import EngineAway
from openmall.analytics.reports.registry import REPORTS
from openmall.contract import spreadsheets
from openmall.pages.backoffice.number_format import format_number
from openmall.pages.backoffice.reports import report_labels, report_rows
from openmall.pages.backoffice.reports.definitions import DEFINITIONS
from tests.access.oauth.authorization_requests import SIGN_IN, Browser, manager
from tests.analytics.reports import visit_facts
from tests.commerce.order.order_setup import paid, wanted
from tests.commerce.product.stock_setup import stocked
from tests.world import World

JUNE = "start=2026-06-01&end=2026-06-30"
ANALYTICS = [slug for slug, definition in DEFINITIONS.items() if definition.api == "analytics"]


@pytest.fixture
def visited(owner: Browser) -> Browser:
    """The head admin's browser at a shop that was visited in June."""
    visit_facts.made(owner.world)
    return owner


def at(slug: str, query: str = JUNE) -> str:
    return f"/admin/reports/{slug}?{query}"


def table(browser: Browser, address: str) -> list[list[str]]:
    """Return the rows of a report's table, not those of its plot."""
    page = browser.open(address)
    assert page.status_code == 200, page.text
    rows = page.text.rpartition("<tbody>")[2].partition("</tbody>")[0].split("<tr>")[1:]
    cells = (re.findall(r"<td[^>]*>(.*?)</td>", row) for row in rows)
    return [[html.unescape(re.sub(r"</?a[^>]*>", "", each)) for each in row] for row in cells]


def plot(browser: Browser, address: str) -> Any:
    found = re.search(r'data-plot="([^"]*)"', browser.open(address).text)
    return json.loads(html.unescape(found[1])) if found else None


def asked(world: World, path: str) -> list[dict[str, Any]]:
    answer = world.stage.client.get(
        f"https://analytics.openmall.localhost/{path}",
        params={"mall_id": world.mall_id, "start_date": "2026-06-01", "end_date": "2026-06-30"},
        headers=world.full.headers,
    )
    rows: list[dict[str, Any]] = answer.json()[REPORTS[path].key]
    return rows


@pytest.mark.parametrize("slug", ANALYTICS)
def test_a_report_shows_what_the_operation_answers(visited: Browser, slug: str) -> None:
    definition = DEFINITIONS[slug]

    rows = table(visited, at(slug))
    told = asked(visited.world, definition.path)

    def shown(name: str, kind: str, value: Any) -> str:
        if kind == "percent":
            return f"{format_number(value)}%"
        if kind == "hour":
            return f"{value:02d}:00"
        if kind in ("number", "money"):
            return format_number(value)
        return report_labels.VALUES.get(name, {}).get(value, str(value))

    assert rows == [
        [
            shown(column.name, column.kind, row[column.name])
            for column in definition.columns
            if row[column.name] is not None
        ]
        for row in told
    ]
    assert rows


def test_all_reports_are_listed(owner: Browser) -> None:
    text = owner.open("/admin/reports").text

    listed = re.findall(r'<a href="/admin/reports/([\w-]+)">([^<]*)</a>', text)
    assert sorted(listed) == sorted((slug, report_labels.TITLES[slug][0]) for slug in DEFINITIONS)
    assert len(ANALYTICS) == 24


def test_the_days_before_are_compared_day_by_day(visited: Browser) -> None:
    rows = table(visited, at("visitors-view", "start=2026-06-02&end=2026-06-02&compare=before"))
    drawn = plot(visited, at("visitors-view", "start=2026-06-02&end=2026-06-02&compare=before"))

    # two visits on the first of June, one of them a first one; one on the second, none a first
    assert rows == [["2026-06-02", "1", "−1 (−50.0%)", "0", "−1 (−100.0%)", "1", "0"]]
    assert [(each["name"], each["values"], each["dashed"]) for each in drawn["series"]] == [
        ("Visits", [1], False),
        ("Visits, earlier", [2], True),
        ("First visits", [0], False),
        ("Returning visits", [1], False),
    ]


def test_the_year_before_is_compared_row_by_row(visited: Browser) -> None:
    query = "start=2027-06-01&end=2027-06-30"
    visit_facts.keep(visited.world, visit_facts.views(visited.world, ["Apron"], 20270610), 2)

    rows = table(visited, at("products-view", f"{query}&compare=year"))
    other = table(visited, at("visitpaths-ads", f"{query}&compare=year"))

    assert rows == [["1", "Apron", "1", "+1"]]
    assert other == []


def test_shares_are_compared_in_points(visited: Browser) -> None:
    rows = table(
        visited, at("adeffect-addetails", "start=2026-06-02&end=2026-06-02&compare=before")
    )

    # 1 of 2 visits came from the ad on the day before, and all of them on this day
    assert rows[0][:6] == ["kite", "apron", "1", "0", "100%", "+50%p"]


def test_a_plot_has_every_day_also_those_without_visits(visited: Browser) -> None:
    drawn = plot(visited, at("visitors-pageview", "start=2026-05-31&end=2026-06-03"))

    assert drawn["labels"] == ["05-31", "06-01", "06-02", "06-03"]
    assert drawn["series"][0]["values"] == [0, 3, 1, 0]


def test_hours_are_told_apart_when_asked(visited: Browser) -> None:
    query = "start=2026-06-01&end=2026-06-01&unit=hour"

    rows = table(visited, at("visitors-pageview", query))
    drawn = plot(visited, at("visitors-pageview", query))
    long = visited.open(at("visitors-pageview", "start=2026-05-01&end=2026-06-01&unit=hour")).text

    assert rows == [["2026-06-01", "09:00", "2"], ["2026-06-01", "10:00", "1"]]
    assert len(drawn["labels"]) == 24
    assert (drawn["labels"][9], drawn["series"][0]["values"][9]) == ("06-01 09:00", 2)
    assert "Hourly charts cover up to 31 days." in long
    assert "data-plot" not in long


def test_hours_of_the_day_are_bars(visited: Browser) -> None:
    drawn = plot(visited, at("sales-times"))

    assert (drawn["kind"], len(drawn["labels"])) == ("bars", 24)
    assert drawn["series"] == [{"name": "Sales", "values": [*[0] * 23, 22346], "dashed": False}]


def test_a_device_alone(visited: Browser) -> None:
    assert table(visited, at("visitors-view", f"{JUNE}&device=mobile")) == [
        ["2026-06-01", "1", "0", "1"]
    ]


def test_one_order_alone(visited: Browser) -> None:
    rows = table(visited, at("sales-orderdetails", f"{JUNE}&order_id=20260602-0000002"))

    assert [row[0] for row in rows] == ["20260602-0000002"]


def test_columns_sort_and_pages_turn(owner: Browser) -> None:
    seen = [f"Product {number:03d}" for number in range(1, 61)]
    visit_facts.keep(owner.world, visit_facts.views(owner.world, seen))
    page = owner.open(at("products-view", f"{JUNE}&sort=product_name&order=desc")).text

    first = table(owner, at("products-view", f"{JUNE}&sort=product_name&order=desc"))
    older = re.search(r'href="([^"]*)" rel="next"', page)
    assert older is not None
    second = table(owner, html.unescape(older[1]))
    back = re.findall(
        r'href="([^"]*)" rel="(\w+)"',
        owner.open(html.unescape(older[1])).text.partition("<main")[2],
    )

    assert [row[1] for row in first + second] == seen[::-1]
    assert (len(first), [rel for _, rel in back]) == (50, ["prev"])
    assert 'aria-sort="descending"><a href="/admin/reports/products-view?' in page
    assert "sort=product_name&amp;order=asc" in page


def test_a_file_is_the_whole_report(visited: Browser) -> None:
    query = "start=2026-06-02&end=2026-06-02&compare=before"

    answer = visited.open(f"/admin/reports/visitors-view.csv?{query}")

    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == (
        'attachment; filename="visitors-view-2026-06-02-2026-06-02.csv"'
    )
    assert answer.content.decode() == (
        '\ufeffDay (+09:00),Visits,"Visits, earlier",Difference,First visits,'
        '"First visits, earlier",Difference,Returning visits,"Returning visits, earlier",'
        "Difference\r\n"
        "2026-06-02,1,2,-1,0,1,-1,1,1,0\r\n"
    )


def test_no_cell_of_a_file_is_a_formula(owner: Browser) -> None:
    seen = ['=HYPERLINK("https://x")', "+1", "-1+1", "@SUM(1)", "\tx", "plain, with a comma"]
    visit_facts.keep(owner.world, visit_facts.views(owner.world, seen))

    lines = owner.open(f"/admin/reports/products-view.csv?{JUNE}&sort=product_no&order=asc").text

    assert lines.split("\r\n")[1:-1] == [
        '1,"\'=HYPERLINK(""https://x"")",1',
        "2,'+1,1",
        "3,'-1+1,1",
        "4,'@SUM(1),1",
        "5,'\tx,1",
        '6,"plain, with a comma",1',
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [("-5", "-5"), ("-5.20", "-5.20"), ("+5", "'+5"), ("-", "'-"), (None, ""), (7, "7")],
)
def test_numbers_stay_numbers_in_a_file(value: Any, text: str) -> None:
    assert spreadsheets.safe(value) == text


def test_a_file_has_a_bound_and_says_so(owner: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    visit_facts.keep(owner.world, visit_facts.views(owner.world, [f"P{n}" for n in range(120)]))
    monkeypatch.setattr(report_rows, "MAX_ROWS_PER_CALL", 50)
    short = msgspec.structs.replace(DEFINITIONS["products-view"], max_rows=100)

    whole = owner.open(f"/admin/reports/products-view.csv?{JUNE}").text.split("\r\n")
    monkeypatch.setitem(DEFINITIONS, "products-view", short)
    cut = owner.open(f"/admin/reports/products-view.csv?{JUNE}").text.split("\r\n")

    assert len(whole) == 1 + 120 + 1
    assert len(cut) == 1 + 100 + 1 + 1
    assert cut[-2] == "The file ends here: it has the maximum number of rows."


def test_a_file_that_breaks_off_says_so(owner: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    visit_facts.keep(owner.world, visit_facts.views(owner.world, [f"P{n}" for n in range(60)]))
    monkeypatch.setattr(report_rows, "MAX_ROWS_PER_CALL", 50)
    engine = owner.world.stage.engine
    ask, calls = engine.ask, []

    async def twice(question: Any, values: Any) -> Any:
        calls.append(1)
        if len(calls) > 1:
            raise EngineAway("gone")
        return await ask(question, values)

    monkeypatch.setattr(engine, "ask", twice)

    lines = owner.open(f"/admin/reports/products-view.csv?{JUNE}").text.split("\r\n")

    assert len(lines) == 1 + 50 + 1 + 1
    assert lines[-2].startswith("This file is incomplete.,")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("start=yesterday&end=2026-06-30", "This is not a date. Use the format 2026-11-21."),
        ("start=2026-06-01&end=2026-02-30", "This is not a date. Use the format 2026-11-21."),
        ("start=0001-01-01&end=2026-02-28", "Choose a day from 2000-01-01 to 2100-12-31."),
        ("start=1900-01-01&end=2026-02-28", "Choose a day from 2000-01-01 to 2100-12-31."),
        ("start=2026-02-28&end=2101-01-01", "Choose a day from 2000-01-01 to 2100-12-31."),
        ("start=2026-06-30&end=2026-06-01", "The end date is before the start date."),
        ("start=2024-06-30&end=2026-06-01", "Choose up to 366 days."),
    ],
)
@pytest.mark.parametrize("form", ["", ".csv"])
def test_days_that_cannot_be_are_said_beside_their_field(
    owner: Browser, query: str, said: str, form: str
) -> None:
    page = owner.open(f"/admin/reports/visitors-view{form}?{query}&compare=before")

    assert page.status_code == 422
    assert re.search(
        rf'<p class="problem" id="f-(start|end)-problem">{re.escape(said)}</p>', page.text
    )
    assert f'value="{query[6:].partition("&")[0]}"' in page.text


def test_a_day_in_another_form_is_shown_in_its_field(owner: Browser) -> None:
    page = owner.open("/admin/reports/visitors-view?start=20261101&end=20261102").text

    tags = re.findall(r'<input[^>]*name="(?:start|end)"[^>]*>', page)
    found = [tag.partition('value="')[2].partition('"')[0] for tag in tags]
    assert found == ["2026-11-01", "2026-11-02"]


def test_what_makes_no_sense_is_as_if_it_was_not_said(visited: Browser) -> None:
    odd = "sort=x&order=up&page=-1&shop_no=99&device=fridge&compare=never&unit=week"

    assert table(visited, at("visitors-view", f"{JUNE}&{odd}")) == table(
        visited, at("visitors-view")
    )


def test_a_shop_nobody_visited(owner: Browser) -> None:
    page = owner.open("/admin/reports/visitors-view")

    assert page.status_code == 200
    assert "No data for this period" in page.text
    assert "Download CSV" not in page.text
    assert 'value="2026-10-23"' in page.text, "30 days, today being the last"
    assert 'value="2026-11-21"' in page.text


@pytest.mark.parametrize("form", ["", ".csv"])
def test_while_the_engine_is_away(
    owner: Browser, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    async def away(question: Any, values: Any) -> Any:
        raise EngineAway("gone")

    monkeypatch.setattr(owner.world.stage.engine, "ask", away)

    page = owner.open(f"/admin/reports/visitors-view{form}")

    assert page.status_code == 503
    assert "Reports are temporarily unavailable. Please try again." in page.text
    assert '<nav class="side"' in page.text


def test_sales_of_days_months_hours_and_products(owner: Browser) -> None:
    number, code = stocked(owner.world, 5)
    paid(owner.world, wanted(code, 2))

    assert table(owner, "/admin/reports/daily-sales") == [["2026-11-21", "1", "22,000", "0"]]
    assert table(owner, "/admin/reports/monthly-sales") == [["2026-11", "1", "22,000", "0"]]
    [hour] = table(owner, "/admin/reports/hourly-sales")
    assert hour[:5] == ["2026-11-21", "09:00", "1", "1", "22,000"]
    [product] = table(owner, "/admin/reports/product-sales")
    name = owner.world.get(f"products/{number}")["product"]["product_name"]
    assert product[:6] == ["2026-11-21", "09:00", name, code, "11,000", "2"]
    compared = table(owner, "/admin/reports/monthly-sales?compare=before")
    assert compared == [["2026-11", "1", "+1", "22,000", "+22,000", "0", "0"]]
    assert table(owner, "/admin/reports/daily-sales?shop_no=2") == []


def test_a_report_in_korean(visited: Browser) -> None:
    visited.cookies["openmall-language"] = "ko"

    text = visited.open(at("visitors-view", f"{JUNE}&compare=before")).text

    for said in ("<h1>방문</h1>", "CSV 내려받기", "최근 30일", "재방문", "차이"):
        assert said in text


def test_names_of_products_are_text(owner: Browser) -> None:
    visit_facts.keep(owner.world, visit_facts.views(owner.world, ["<script>alert(1)</script>"]))

    text = owner.open(at("products-view")).text

    assert "<script>alert(1)" not in text
    assert "&lt;script&gt;alert(1)" in text


def test_a_report_there_is_not(owner: Browser) -> None:
    page = owner.open("/admin/reports/visitors-nothing")

    assert page.status_code == 404
    assert "Report not found" in page.text
    assert '<nav class="side"' in page.text
    assert owner.open("/admin/reports/visitors-view/x").status_code == 404


@pytest.mark.parametrize("page", ["/admin/reports", "/admin/reports/visitors-view"])
def test_a_supplier_reads_no_report(browser: Browser, page: str) -> None:
    manager(browser.world, "seller", "S")
    browser.sign_in(SIGN_IN, user="seller")

    assert browser.open(page).status_code == 403
