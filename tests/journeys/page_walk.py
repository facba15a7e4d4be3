"""Every page that somebody reaches in a browser: who signs in where, which links are followed."""

import re
from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct
from selenium import webdriver
from selenium.webdriver.common.by import By

from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.pages.console.menu import DOCUMENTATION, GUIDES
from openmall.pages.operator.menu import ENTRIES
from tests.journeys import chromium
from tests.journeys.consent_browser import authorize_url
from tests.journeys.demo_server import DemoServer

PASSWORD: Final = "correct horse battery"
MOST_PAGES: Final = 140
"""Pages of an area that are visited at most."""
_SHOP: Final = ("/", "/search", "/cart", "/sign-in", "/join", "/orders", "/boards")
_REFERENCE: Final = (
    "",
    "/admin/2024-03-01",
    "/admin/2026-03-01/order",
    "/admin/2026-03-01/get-orders",
    "/admin/2026-03-01/post-products",
    "/storefront/2026-03-01/post-carts",
    "/none",
)
_NO_PAGES: Final = re.compile(
    r"\.(css|csv|pdf|pem|xml|txt|png|svg|json)\b"
    r"|sign-out|/authority|/dispatch/|download|/images/|/reference/.*/.*/"
)
_NAMED: Final = re.compile(
    r"(?<=/)(settings|reports|messages|message-templates|design|customers)/[^/]+"
)
_OF_APPS: Final = re.compile(r"(?<=/apps/)(?!new\b)[^/]+")
_NUMBERED: Final = re.compile(r"[A-Za-z-]*\d[\w-]*")
_STATUS: Final = "return performance.getEntriesByType('navigation')[0].responseStatus"
_LINKS: Final = """
return [...document.querySelectorAll("a[href^='/']")].map((a) => a.getAttribute("href"));
"""


class Start(Struct, frozen=True):
    """Where a walk begins, after whoever walks has signed in."""

    origin: str
    paths: tuple[str, ...]
    inside: tuple[str, ...] = ()
    """Beginnings of the paths of links that are followed; empty: none is."""
    outside: tuple[str, ...] = ()
    """Beginnings of those that are not."""


Area = Callable[[webdriver.Chrome, DemoServer], Start]


def walk(browser: webdriver.Chrome, start: Start) -> Iterator[str]:
    """Open one page of each kind, and yield its path while the browser shows it.

    Raises AssertionError for one that the server could not show: its error page has no barriers.
    """
    browser.implicitly_wait(0)
    waiting = list(start.paths)
    seen: set[str] = set()
    while waiting:
        path = waiting.pop(0)
        kind = kind_of(path)
        if kind in seen or len(seen) >= MOST_PAGES:
            continue
        browser.get(start.origin + path)
        status = browser.execute_script(_STATUS)
        assert 200 <= status < 500, f"{path} is answered {status}"
        seen.add(kind)
        links: list[str] = browser.execute_script(_LINKS)
        waiting += [each for each in links if _is_followed(each, start)]
        yield path


def kind_of(path: str) -> str:
    """Return what pages have in common that show the same about different things."""
    bare = path.partition("?")[0].partition("#")[0]
    if bare.startswith("/developers/apps/"):
        bare = _OF_APPS.sub("*", bare)
    return _NUMBERED.sub("*", _NAMED.sub(r"\1/*", bare))


def _is_followed(link: str, start: Start) -> bool:
    path = link.partition("#")[0]
    if _NO_PAGES.search(path) or path.startswith(("//", "/api/", "/assets/")):
        return False
    return path.startswith(start.inside) and not (start.outside and path.startswith(start.outside))


def office(browser: webdriver.Chrome, mall: DemoServer) -> Start:
    """The back office, as its head admin, who has exported something."""
    _sign_in_as_manager(browser, mall)
    browser.get(f"{mall.demo.staff_url}/transfers")
    browser.find_element(By.CSS_SELECTOR, "form[aria-labelledby=export-title]").submit()
    browser.find_element(By.CSS_SELECTOR, "main .crumbs")
    origin, _, mall_id = mall.demo.staff_url.rpartition("/")
    paths = tuple(f"/{mall_id}{page.at}" for page in menu_pages.PAGES)
    return Start(origin, paths, (f"/{mall_id}",))


def shop(browser: webdriver.Chrome, mall: DemoServer) -> Start:
    """The sample shop, as a visitor."""
    return Start(mall.demo.base_url, _SHOP, ("/",))


def shop_as_member(browser: webdriver.Chrome, mall: DemoServer) -> Start:
    """The sample shop, as the demo's customer."""
    browser.get(f"{mall.demo.base_url}/sign-in")
    _sign_in(browser, mall.demo.customer.member_id, mall.demo.customer.password)
    browser.find_element(By.CSS_SELECTOR, ".account-drop")
    return shop(browser, mall)


def console(browser: webdriver.Chrome, mall: DemoServer) -> Start:
    """The developer console with an app and a test mall, as a new developer."""
    address = f"walk{browser.session_id[:12]}@example.com"
    origin = mall.demo.developers_url
    browser.get(f"{origin}/developers/sign-up")
    _write(browser, email=address, name="Kim Haneul", password=PASSWORD)
    _press(browser, "Sign up")
    _write(browser, password=PASSWORD)
    _press(browser, "Sign in")
    browser.get(f"{origin}/developers/apps/new")
    _write(browser, name="Stock sync", redirect_uris="https://app.example.com/callback")
    browser.find_element(By.NAME, "mall.read_product").click()
    _press(browser, "Register the app")
    _press(browser, "Next: create a test mall")
    _press(browser, "Create the test mall")
    paths = ("/developers", "/developers/apps", "/developers/malls", "/developers/account")
    return Start(origin, paths, ("/developers",), ("/developers/docs", "/developers/reference"))


def operator(browser: webdriver.Chrome, mall: DemoServer) -> Start:
    """The operator console."""
    origin = mall.demo.developers_url
    mall.openmall(
        "operator", "create", "walker", "--password-stdin", "--replace", given=f"{PASSWORD}\n"
    )
    browser.get(f"{origin}/operator")
    _sign_in(browser, "walker", PASSWORD)
    browser.find_element(By.CSS_SELECTOR, "nav.side")
    paths = (*(path for path, _name, _icon in ENTRIES), "/operator/account")
    return Start(origin, paths, ("/operator",))


def reference(browser: webdriver.Chrome, mall: DemoServer) -> Start:
    """A page of each kind of the API reference, and the guides."""
    paths = [f"/developers/reference{each}" for each in _REFERENCE]
    paths += [path for path, _ in GUIDES]
    return Start(mall.demo.developers_url, (*paths, DOCUMENTATION))


def signed_out(browser: webdriver.Chrome, mall: DemoServer) -> Start:
    """The pages of those who are not signed in yet."""
    mall.openmall(
        "operator", "create", "walker", "--password-stdin", "--replace", given=f"{PASSWORD}\n"
    )
    of_staff = ("", "/forgotten-password")
    developers = ("/developers/sign-in", "/developers/sign-up", "/operator/sign-in")
    return Start(
        "",
        (
            *(mall.demo.staff_url + path for path in of_staff),
            mall.demo.base_url + authorize_url(mall),
            *(mall.demo.developers_url + path for path in developers),
        ),
    )


def consent(browser: webdriver.Chrome, mall: DemoServer) -> Start:
    """The page on which a manager allows an app what it asks for."""
    _sign_in_as_manager(browser, mall)
    return Start(mall.demo.base_url, (authorize_url(mall),))


AREAS: Final[dict[str, Area]] = {
    "office": office,
    "shop": shop,
    "member": shop_as_member,
    "console": console,
    "operator": operator,
    "reference": reference,
    "signed-out": signed_out,
    "consent": consent,
}


def _sign_in_as_manager(browser: webdriver.Chrome, mall: DemoServer) -> None:
    browser.get(f"{mall.demo.staff_url}")
    _sign_in(browser, mall.demo.admin.user_id, mall.demo.admin.password)
    browser.find_element(By.CSS_SELECTOR, "nav.side")


def _sign_in(browser: webdriver.Chrome, name: str, password: str) -> None:
    browser.find_element(By.CSS_SELECTOR, "[autocomplete=username]").send_keys(name)
    field = browser.find_element(By.CSS_SELECTOR, "[type=password]")
    field.send_keys(password)
    field.submit()


def _write(browser: webdriver.Chrome, **fields: str) -> None:
    for name, text in fields.items():
        browser.find_element(By.CSS_SELECTOR, f"main [name='{name}']").send_keys(text)


def _press(browser: webdriver.Chrome, words: str) -> None:
    xpath = f"//main//*[self::a or self::button][starts-with(normalize-space(), '{words}')]"
    with chromium.another_page(browser):
        browser.find_element(By.XPATH, xpath).click()
