"""The pages of the change history, as a test reads and sends them."""

import html
import re
from typing import Any

import httpx

from tests.access.oauth.authorization_requests import Browser
from tests.pages.backoffice.page_forms import forms
from tests.world import World

HISTORY = "/admin/history"


def newest(world: World) -> int:
    number: int = world.get("writes", limit=1)["writes"][0]["write_no"]
    return number


def lines(page: httpx.Response) -> list[str]:
    """Return what the lines of the list say, without the hidden number."""
    found = re.findall(r'<p class="what"><a href="[^"]*">(.*?)<span class="unseen">', page.text)
    return [" ".join(each.split()) for each in found]


def press(browser: Browser, page: httpx.Response, deed: str, **typed: Any) -> httpx.Response:
    """Send the form of a write's page by one of its buttons; None leaves a field out."""
    [form] = [each for each in forms(page.text) if ("deed", deed) in each.buttons]
    values = {**form.values, "deed": deed, **typed}
    sent = {name: value for name, value in values.items() if value is not None}
    answer = browser.submit(form.action, sent)
    if answer.status_code == 303:
        answer = browser.open(answer.headers["location"])
    return answer


def made_for_good(world: World) -> None:
    """Make a write that cannot be undone: a manufacturer, which products may name meanwhile."""
    world.post("manufacturers", manufacturer_name="Haneul", president_name="Kim")


def price(world: World, number: int) -> str:
    found: str = world.get(f"products/{number}")["product"]["price"]
    return found


def repriced(world: World, *, name: str = "Apron") -> tuple[int, int]:
    """Change the price of a new product from 12000 to 9900; return its number and the write's."""
    number = world.product(price="12000", product_name=name)["product_no"]
    world.put(f"products/{number}", price="9900")
    return number, newest(world)


def changes(page: str) -> list[tuple[str, ...]]:
    """Return label, before and after of the fields in a part of a page, by the columns of tables.

    A picture is its address, a shortened text with its whole behind it.
    """
    found = []
    for table in re.findall(r'<table class="compared">(.*?)</table>', page, re.S):
        for row in re.findall(r"<tr><th scope=\"row\">(.*?)</th>(.*?)</tr>", table, re.S):
            cells = re.findall(r"<td[^>]*>(.*?)</td>", row[1], re.S)
            found.append((row[0], *map(_shown, cells)))
    return found


def heads(page: str) -> list[str]:
    """Return the heads of the columns of the first table with fields side by side."""
    table = page.partition('<table class="compared">')[2].partition("</thead>")[0]
    return re.findall(r'<th scope="col">(.*?)</th>', table)


def _shown(cell: str) -> str:
    if pictures := re.findall(r'<img[^>]* src="([^"]*)"', cell):
        return ", ".join(pictures)
    cell = re.sub(r'<span class="unseen">.*?</span>', "", cell, flags=re.S)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", cell)).split())
