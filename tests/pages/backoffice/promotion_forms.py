"""Forms of promotions as a browser without scripts fills them in, and the preview they show."""

import html
import re
from typing import Any

import httpx

from tests.access.oauth.authorization_requests import Browser
from tests.pages.backoffice.page_forms import form_of
from tests.world import World

COUPONS, CODES, BENEFITS = "/admin/coupons", "/admin/discount-codes", "/admin/benefits"


def press(browser: Browser, page: httpx.Response, button: str, **typed: str | None) -> Any:
    """Fill in the form that has a button, press it, and return the page that follows."""
    form = form_of(page.text, button)
    sent = {**form.values, **{dotted(name): value for name, value in typed.items()}}
    answer = browser.submit(
        html.unescape(form.action), {name: v for name, v in sent.items() if v is not None}
    )
    if answer.status_code == 303:
        return browser.open(answer.headers["location"])
    return answer


def dotted(name: str) -> str:
    return name.replace("__", ".")


def rows(page: httpx.Response) -> list[list[str]]:
    """Return the texts of the preview's rows."""
    table = page.text.partition('<h2 id="preview">')[2].partition("</table>")[0]
    found = []
    for row in re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)[1:]:
        cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)
        found.append([" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in cells])
    return found


def priced(world: World, price: str = "10000.00") -> int:
    number: int = world.product(price=price, display="T", selling="T")["product_no"]
    return number
