"""Every page of the back office and of the shop, as axe-core sees it: nothing of any impact.

Besides the pages of the menu, one page of each kind that these link to is visited.
"""

import re
from collections.abc import Callable, Iterator

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By

from openmall.commerce.store.backoffice_menu import pages as menu_pages
from tests.journeys.accessibility import barriers
from tests.journeys.demo_server import DemoServer

pytestmark = pytest.mark.one_store

SHOP_PAGES = ("/", "/search", "/cart", "/sign-in", "/join", "/orders", "/boards")
MOST_PAGES = 140
_NO_PAGES = re.compile(r"\.(css|csv|pdf|xml|txt|png|svg)\b|sign-out|/dispatch/|download|/images/")
_NAMED = re.compile(r"(?<=/)(settings|reports|messages|message-templates|design|customers)/[^/]+")
_NUMBERED = re.compile(r"[A-Za-z-]*\d[\w-]*")
_LINKS = """
return [...document.querySelectorAll("a[href^='/']")].map((a) => a.getAttribute("href"));
"""
_TOO_WIDE = "return document.documentElement.scrollWidth > innerWidth"


def _office(browser: webdriver.Chrome, mall: DemoServer) -> tuple[str, ...]:
    browser.get(f"{mall.demo.base_url}/admin")
    _sign_in(browser, mall.demo.admin.user_id, mall.demo.admin.password)
    browser.find_element(By.CSS_SELECTOR, "nav.side")
    return tuple(page.path for page in menu_pages.PAGES)


def _shop(browser: webdriver.Chrome, mall: DemoServer) -> tuple[str, ...]:
    return SHOP_PAGES


def _shop_as_member(browser: webdriver.Chrome, mall: DemoServer) -> tuple[str, ...]:
    browser.get(f"{mall.demo.base_url}/sign-in")
    _sign_in(browser, mall.demo.customer.member_id, mall.demo.customer.password)
    browser.find_element(By.CSS_SELECTOR, ".top-links")
    return SHOP_PAGES


def _sign_in(browser: webdriver.Chrome, name: str, password: str) -> None:
    browser.find_element(By.CSS_SELECTOR, "[autocomplete=username]").send_keys(name)
    field = browser.find_element(By.CSS_SELECTOR, "[type=password]")
    field.send_keys(password)
    field.submit()


@pytest.mark.parametrize(
    ("start", "scheme"),
    [(_office, "light"), (_office, "dark"), (_shop, "light"), (_shop_as_member, "dark")],
)
def test_axe_reports_nothing_on_any_page(
    mall: DemoServer,
    browser: webdriver.Chrome,
    start: Callable[[webdriver.Chrome, DemoServer], tuple[str, ...]],
    scheme: str,
) -> None:
    colours = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", colours)
    waiting = list(start(browser, mall))
    browser.implicitly_wait(0)
    menu = tuple(waiting)
    inside = "/admin" if start is _office else "/"
    seen: dict[str, str] = {}
    faults: dict[str, list[str]] = {}

    for path in _each(waiting):
        kind = _kind(path)
        if kind in seen or len(seen) >= MOST_PAGES:
            continue
        browser.get(mall.demo.base_url + path)
        seen[kind] = path
        found = barriers(browser, all_impacts=True)
        if browser.execute_script(_TOO_WIDE):
            found.append("it is wider than the window")
        if found:
            faults[path] = found
        links: list[str] = browser.execute_script(_LINKS)
        waiting += [each for each in links if _is_page(each, inside)]

    assert set(menu) <= set(seen.values())
    assert len(seen) > len(menu)
    assert faults == {}


def _each(waiting: list[str]) -> Iterator[str]:
    """Yield paths, those that are added meanwhile too."""
    while waiting:
        yield waiting.pop(0)


def _kind(path: str) -> str:
    """Return what pages have in common that show the same about different things."""
    return _NUMBERED.sub("*", _NAMED.sub(r"\1/*", path.partition("?")[0].partition("#")[0]))


def _is_page(link: str, inside: str) -> bool:
    path = link.partition("#")[0]
    if _NO_PAGES.search(path) or path.startswith(("//", "/api/", "/assets/")):
        return False
    return path.startswith(inside) and (inside != "/" or not path.startswith("/admin"))
