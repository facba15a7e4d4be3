"""What the demo mall shows on one page or API agrees with what it shows on the others."""

import html
import re
import time
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import Any
from urllib.parse import urldefrag, urljoin, urlsplit

import httpx
import pytest

from openmall.contract.moments import moment
from openmall.demo.simulated_history.open_orders import STATES
from tests.access.oauth.authorization_requests import hidden
from tests.journeys.demo_server import DemoServer

SHOPS = (1, 2)
OFFERED = ["cash", "card", "tcash"]
NOT_OFFERED = "icash,cell,cvs,deferpay"
_LINK = re.compile(r'href="([^"]+)"')
_NUMBER = re.compile(r"\d+|P0[0-9A-Z]+")
MOST_PAGES = 150
"""Pages that are followed, one for each kind of address."""


def count(mall: DemoServer, path: str, **query: Any) -> int:
    answer = mall.call("GET", f"{path}/count", app="full", params=query)
    assert answer.status_code == 200, answer.text
    number: int = answer.json()["count"]
    return number


def today() -> date:
    return moment(time.time()).date()


@pytest.mark.parametrize("shop_no", SHOPS)
def test_orders_were_paid_as_the_shop_offers(mall: DemoServer, shop_no: int) -> None:
    listed = mall.call("GET", "paymentmethods", params={"shop_no": shop_no}).json()

    assert [each["code"] for each in listed["paymentmethods"]] == OFFERED
    for first, last in months(14):
        period = {"shop_no": shop_no, "start_date": str(first), "end_date": str(last)}
        assert count(mall, "orders", payment_method=NOT_OFFERED, **period) == 0


@pytest.mark.parametrize("shop_no", SHOPS)
def test_sold_out_products_are_as_many_everywhere(mall: DemoServer, shop_no: int) -> None:
    dashboard = mall.call("GET", "dashboard", params={"shop_no": shop_no}).json()["dashboard"][0]
    query = {"shop_no": shop_no, "limit": 100, "fields": "product_no,sold_out"}
    products = mall.call("GET", "products", params=query).json()["products"]

    shown = sum(each["sold_out"] == "T" for each in products)
    assert len(products) < 100
    assert dashboard["sold_out_products_count"] == shown > 0
    assert count(mall, "products", shop_no=shop_no, sold_out="T") == shown


def test_partners_read_a_category_of_each_product_and_no_setting_that_is_not_there(
    mall: DemoServer,
) -> None:
    shops = partner(mall, "shops?limit=100")["shops"]
    codes = {each["collection_store_category"]["depth1"] for each in shops}
    products = partner(mall, "products?limit=100&collection_product_category=D02")["products"]
    setting = [mall.call("GET", f"portalpay/setting?shop_no={each}").status_code for each in SHOPS]

    assert codes == {"D02"}
    assert products
    assert all(all(each["collection_product_category"].values()) for each in products)
    assert [each["use_portalpay"] for each in shops] == [status == 200 for status in setting]


@pytest.mark.parametrize("shop_no", SHOPS)
def test_sales_of_a_year_follow_the_seasons(mall: DemoServer, shop_no: int) -> None:
    orders = {
        first: count(mall, "orders", shop_no=shop_no, start_date=str(first), end_date=str(last))
        for first, last in months(13)
    }
    by_month = {first.month: number for first, number in orders.items()}

    assert min(orders.values()) > 0
    assert by_month[12] > by_month[2]


@pytest.mark.parametrize("shop_no", SHOPS)
def test_reports_show_the_sales_of_the_orders(mall: DemoServer, shop_no: int) -> None:
    """By order in each month of the year, and by the sums of each of the last days."""
    # the engine gets the facts of the history, oldest first, while the mall is served
    yesterday, patience = today() - timedelta(days=1), time.monotonic() + 30
    expected = len(paid_orders(mall, shop_no, yesterday, yesterday))
    while time.monotonic() < patience:
        rows = report(mall, "sales/times", shop_no, yesterday, yesterday)
        if sum(row["order_count"] for row in rows) == expected:
            break
        time.sleep(0.5)
    for first, last in months(13):
        paid = paid_orders(mall, shop_no, first, last)
        reported = report(mall, "sales/orderdetails", shop_no, first, last)
        assert paid
        assert {row["order_id"]: Decimal(str(row["order_amount"])) for row in reported} == {
            number: amount for number, (_, amount) in paid.items()
        }
    days = [today() - timedelta(days=back) for back in range(1, 40)]
    paid = paid_orders(mall, shop_no, days[-1], days[0])
    for day in days:
        reported = report(mall, "sales/times", shop_no, day, day)
        amounts = [amount for at, amount in paid.values() if at == str(day)]
        assert sum(row["order_count"] for row in reported) == len(amounts), day
        assert sum(Decimal(str(row["order_amount"])) for row in reported) == sum(amounts), day


def paid_orders(
    mall: DemoServer, shop_no: int, first: date, last: date
) -> dict[str, tuple[str, Decimal]]:
    """Return the orders paid from one day to another: the day of the payment, and its amount."""
    query = {
        "shop_no": shop_no, "date_type": "pay_date", "limit": 500,
        "start_date": str(first), "end_date": str(last),
        "fields": "order_id,payment_date,initial_order_amount",
    }  # fmt: skip
    answer = mall.call("GET", "orders", params=query)
    assert answer.status_code == 200, answer.text
    rows = answer.json()["orders"]
    assert len(rows) < 500
    return {
        row["order_id"]: (
            row["payment_date"][:10],
            Decimal(row["initial_order_amount"]["payment_amount"]),
        )
        for row in rows
    }


def report(mall: DemoServer, path: str, shop_no: int, first: date, last: date) -> Any:
    answer = mall.client.get(
        f"/{path}",
        params={
            "mall_id": "demo", "shop_no": shop_no, "limit": 1000,
            "start_date": str(first), "end_date": str(last),
        },
        headers={
            "Authorization": f"Bearer {mall.demo.app('full').access_token}",
            **mall.at(mall.demo.analytics_url),
        },
    )  # fmt: skip
    assert answer.status_code == 200, answer.text
    [rows] = answer.json().values()
    return rows


@pytest.mark.parametrize("shop_no", SHOPS)
def test_there_is_an_order_in_every_state(mall: DemoServer, shop_no: int) -> None:
    period = {"start_date": str(today() - timedelta(days=6)), "end_date": str(today())}

    missing = [
        status
        for status in STATES
        if not count(mall, "orders", shop_no=shop_no, order_status=status, **period)
    ]

    assert missing == []


@pytest.mark.parametrize("what", ["orders", "points", "stock"])
def test_the_mall_agrees_with_its_ledgers(mall: DemoServer, what: str) -> None:
    mall.openmall("verify", what)


def test_boards_of_the_dashboard_lead_to_their_pages(mall: DemoServer) -> None:
    # at the address at which the API is called, which Python can resolve
    office = back_office(mall, f"{mall.demo.local_url}/admin")
    for shop_no, language in zip(SHOPS, ("ko", "en"), strict=True):
        params = {"shop_no": shop_no}
        [dashboard] = mall.call("GET", "dashboard", params=params).json()["dashboard"]
        for board in dashboard["board_list"]:
            page = office.get(board["page_url"], headers={"accept-language": language})
            assert page.status_code == 200, board
            assert html.escape(board["board_name"]) in page.text, board


def test_every_link_of_the_start_page_leads_to_a_page(mall: DemoServer) -> None:
    client = mall.new_client()
    client.headers.update(mall.at(mall.demo.base_url))

    assert [each for each in crawled(client, "/") if each[1] != 200] == []


def test_every_link_of_the_back_office_leads_to_a_page(mall: DemoServer) -> None:
    staff = mall.demo.staff_url
    found = list(crawled(back_office(mall, staff), urlsplit(staff).path))

    assert [each for each in found if each[1] != 200] == []
    assert len(found) > 50


def months(number: int) -> Iterator[tuple[date, date]]:
    """Yield the first and last day of the months before this one, the newest first."""
    first = today().replace(day=1)
    for _ in range(number - 1):
        last = first - timedelta(days=1)
        first = last.replace(day=1)
        yield first, last


def partner(mall: DemoServer, path: str) -> Any:
    credentials = (mall.demo.partner.client_id, mall.demo.partner.client_secret)
    host = mall.at(mall.demo.collection_url)
    answer = mall.client.get(f"/api/{path}", auth=credentials, headers=host)
    assert answer.status_code == 200, answer.text
    return answer.json()


def back_office(mall: DemoServer, address: str) -> httpx.Client:
    """Return a client that is signed in to the back office at its address."""
    staff = urlsplit(address)
    client = mall.new_client()
    client.headers.update({"Host": staff.netloc, "Origin": f"https://{staff.netloc}"})
    page = client.get(staff.path, follow_redirects=True)
    form = {
        **hidden(page),
        "user_id": mall.demo.admin.user_id,
        "password": mall.demo.admin.password,
    }
    answer = client.post(page.url.raw_path.decode(), data=form)
    assert answer.status_code == 303, answer.text
    return client


def crawled(client: httpx.Client, start: str) -> Iterator[tuple[str, int]]:
    """Follow links from page to page; yield each address with its status.

    Of addresses that differ in numbers or parameters alone one is followed.
    """
    waiting, met = [start], {start}
    while waiting:
        path = waiting.pop(0)
        page = client.get(path, follow_redirects=True)
        yield path, page.status_code
        if "html" not in page.headers.get("content-type", "") or len(met) > MOST_PAGES:
            continue
        for link in _LINK.findall(page.text):
            there = urldefrag(urljoin(path, link.replace("&amp;", "&"))).url
            kind = _NUMBER.sub("0", there.partition("?")[0])
            if there.startswith("/") and kind not in met:
                met.add(kind)
                waiting.append(there)
