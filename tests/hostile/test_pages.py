"""Every page of every room, in a mall full of hostile texts: what it shows, says and takes.

The pages are found by following links: as the manager in the back office, as a developer in the
console, as a guest and as a member in the sample shop.
"""

import itertools
import re
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import httpx
import pytest

from openmall.access.oauth.form_deeds import FIELDS, Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.contract.errors import NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from tests.access.oauth.authorization_requests import SIGN_IN, Browser, authorize_path, manager
from tests.coverage_scope import nothing_at_all
from tests.every_operation.operation_calls import rows
from tests.every_operation.prerequisites import shopping
from tests.hostile import hostile_mall
from tests.hostile.crawler import Page, alike, crawl, targets
from tests.page_content import form_token
from tests.pages.console.developer_browser import signed_up
from tests.pages.sampleshop.shop_browser import Guest
from tests.storefront.shopper_client import PASSWORD
from tests.world import World, open_stage

PRODUCT_OF_THE_EXPRESSION = str(83 * 111_119)
"""What stands in a page where a template did what a text said."""
OPENS_A_PROGRAM = ("javascript:", "vbscript:", "data:text", "data:application")
_NUMBERS = itertools.count(1)
FILES = ("/sitemap-1.xml", "/sitemap.xml?page=1", "/pictures/1.png", "/payments/1")
"""Addresses with a number that no link leads to."""


class Seen(NamedTuple):
    """Somebody's browser, and the pages they came to."""

    browser: Browser
    pages: list[Page]


class Place(NamedTuple):
    """A mall in which everything says the same, and who looked at it."""

    world: World
    said: str
    stored: int
    seen: dict[str, Seen]

    @property
    def pages(self) -> list[Page]:
        return [page for seen in self.seen.values() for page in seen.pages]


def _look(world: World, said: str) -> dict[str, Seen]:
    manager(world)
    owner, guest, member = Browser(world), Guest(world), Guest(world)
    assert owner.sign_in("/api/v2/oauth/sign-in").status_code == 200
    kim = signed_up(world, said[:50])
    app = kim.app(name=said[:50])
    kim.mall(app)
    world.stage.forget_counts()
    member.done("/sign-in", member_id=shopping.MEMBER, password=PASSWORD)
    entry = authorize_path(world.full, state=said)
    return {
        "office": Seen(owner, crawl(owner, "/admin", entry, below="/admin")),
        "console": Seen(kim, crawl(kim, "/developers", but="/reference/")),
        "guest": Seen(guest, crawl(guest, "/", "/api/v2/oauth/sign-in", "/nowhere")),
        "member": Seen(member, crawl(member, "/")),
    }


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(hostile_mall.MARKUP, id="markup"),
        pytest.param(hostile_mall.ADDRESS, id="address", marks=pytest.mark.nightly),
    ],
)
def place(request: pytest.FixtureRequest) -> Iterator[Place]:
    """A mall of its own that was filled and looked at."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        stage = stack.enter_context(open_stage(folder, sample_shop=True))
        stack.enter_context(nothing_at_all(stage.client.run))
        world = stage.new_world(f"marked{next(_NUMBERS)}")
        stored = hostile_mall.fill(world, request.param)
        stage.forget_counts()
        yield Place(world, request.param, stored, _look(world, request.param))


def test_there_is_much_to_see(place: Place) -> None:
    assert place.stored > 500
    found = {name: len(seen.pages) for name, seen in place.seen.items()}
    wanted = {"office": 120, "console": 20, "guest": 25, "member": 35}
    assert {name for name, least in wanted.items() if found[name] < least} == set(), found
    for seen in place.seen.values():
        # what was written is shown there: the sweep can find what is wrong
        assert any(place.said[-9:] in each.answer.text.replace("&gt;", ">") for each in seen.pages)


def test_no_text_becomes_part_of_a_page(place: Place) -> None:
    wrong = []
    for page in place.pages:
        text = page.answer.text
        if any(each in text for each in ("<img src=x>", "<i x>", PRODUCT_OF_THE_EXPRESSION)):
            wrong.append((page.path, "markup"))
        wrong += [
            (page.path, tag, name, address)
            for tag, name, address in targets(text)
            if address.strip().lower().startswith(OPENS_A_PROGRAM)
        ]
    assert wrong == []


def test_no_page_has_an_attribute_that_no_browser_reads(place: Place) -> None:
    printed = re.compile(r"""\s[\w-]+="(?:True|False|None)"[\s>]""")
    wrong = [
        (page.path, found)
        for page in place.pages
        for tag in re.findall(r"<[a-z][^>]*>", page.answer.text)
        for found in (*printed.findall(tag), *_FILE_WITH_VALUE.findall(tag))
    ]
    assert wrong == []


REFERRERS = ("same-origin", "strict-origin", "no-referrer", "strict-origin-when-cross-origin")
HEADERS = {
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    "content-type": "text/html; charset=utf-8",
}
POLICY = ("default-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'")


def test_every_page_is_answered_with_the_headers_that_shut_it_in(place: Place) -> None:
    wrong: list[Any] = []
    for page in place.pages:
        headers = page.answer.headers
        policy = headers.get("content-security-policy", "")
        wrong += [(page.path, name) for name, said in HEADERS.items() if headers.get(name) != said]
        wrong += [(page.path, each) for each in POLICY if each not in policy]
        wrong += [(page.path, each) for each in ("unsafe", "*") if each in policy]
        if headers.get("referrer-policy") not in REFERRERS:
            wrong.append((page.path, "referrer"))
    assert wrong == []


def test_every_cookie_is_of_this_host_over_https_and_of_no_script(place: Place) -> None:
    cookies = [each for page in place.pages for each in page.answer.headers.get_list("set-cookie")]
    wrong = [
        each
        for each in cookies
        if not each.startswith("__Host-")
        or not {"Path=/", "HttpOnly", "Secure"} <= set(each.split("; "))
        or "samesite=lax" not in each.lower()
        or "Domain=" in each
    ]
    assert wrong == []
    assert cookies


def _different(pages: list[Page]) -> Iterator[tuple[Page, str, dict[str, str]]]:
    """Yield each form that changes something once: page, where it is sent, what stands in it."""
    known = set()
    for page in pages:
        for form in page.forms:
            what = (alike(form.action or page.path), form.values.get("deed", ""), *form.values)
            if "form_token" in form.values and what not in known:
                known.add(what)
                yield page, form.action or page.path, form.values


def test_no_form_of_another_site_or_sign_in_is_taken(place: Place) -> None:
    strangers = _look_again(place)
    before = rows(place.world)
    wrong: list[Any] = []
    tried = 0
    for name, seen in place.seen.items():
        for page, action, values in _different(seen.pages):
            for token in ("", "0" * 64, strangers[name]):
                place.world.stage.forget_counts()
                answer = seen.browser.submit(action, {**values, "form_token": token})
                tried += 1
                if answer.status_code != 403:
                    wrong.append((name, page.path, action, answer.status_code))
    assert wrong == []
    assert tried > 150
    assert rows(place.world) == before


def _buttons(seen: Seen) -> Iterator[tuple[Page, str, dict[str, str], set[str]]]:
    """Yield each form once, as of `_different`, with the deeds of its buttons and hidden fields.

    Not those of signing in and out, whose one button says nothing.
    """
    known = set()
    for page in seen.pages:
        for form in page.forms:
            said = {value for name, value in form.buttons if name in FIELDS}
            said |= {form.values[name] for name in FIELDS if name in form.values}
            action = form.action or page.path
            what = (alike(action), *sorted(said), *form.values)
            if "form_token" in form.values and what not in known and "/oauth/sign-" not in action:
                known.add(what)
                rest = {name: each for name, each in form.values.items() if name not in FIELDS}
                yield page, action, rest, said


def test_no_form_does_what_it_has_no_button_for(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deed of no button is refused, and those of the buttons that are shown are all admitted."""
    before = rows(place.world)
    admitted: list[str] = []
    wrong: list[Any] = []
    tried = 0
    declare = Fields.declare

    def only_read(form: Fields, deeds: Deeds) -> Fields:
        admitted.append(declare(form, deeds).deed)
        raise NotFound(NO_SUCH, resource=Phrase("page"))

    monkeypatch.setattr(Fields, "declare", only_read)
    for name, seen in place.seen.items():
        for page, action, values, said in _buttons(seen):
            for field in FIELDS[:2]:
                place.world.stage.forget_counts()
                answer = seen.browser.submit(action, {**values, field: "no-such-deed"})
                tried += 1
                if answer.status_code != 400 or "<html" not in answer.text:
                    wrong.append((name, page.path, action, answer.status_code))
            for deed in said:
                admitted.clear()
                place.world.stage.forget_counts()
                seen.browser.submit(action, {**values, FIELDS[0]: deed})
                if admitted != [deed]:
                    wrong.append((name, page.path, action, deed, "not admitted"))
    assert wrong == []
    assert tried > 150
    assert rows(place.world) == before


ENDS = ("0", "49999", str(2**31), str(2**63 - 1), str(2**63), "9" * 18, "9" * 40, "-1", "\u0669")
DATES = ("9999-12-31", "9999-12", "0001-01-01", "9999-12-31T23:59", "99999-01-01", "2026-02-30")
_DIGITS = re.compile(r"\d+")
_FILE_WITH_VALUE = re.compile(r'<input(?=[^>]*type="file")(?=[^>]*\svalue=)[^>]*>')
_BEYOND = "beyond what can be calculated"


def _at_the_ends(pages: list[Page]) -> Iterator[str]:
    """Yield the addresses of pages with numbers of the path and values of the query at an end.

    The values are those of the address and of the forms that are sent in it.
    """
    known = set()
    for page in pages:
        parts = urlsplit(page.path)
        asking = [
            form
            for form in page.forms
            if form.method == "get" and urlsplit(form.action or parts.path).path == parts.path
        ]
        fields = {name for form in asking for name in form.values}
        query = {**dict(parse_qsl(parts.query)), **dict.fromkeys(fields, "")}
        if alike(page.path) in known:
            continue
        known.add(alike(page.path))
        for end in ENDS:
            for found in _DIGITS.finditer(parts.path):
                yield quote(parts.path[: found.start()] + end + parts.path[found.end() :]) + (
                    f"?{parts.query}" if parts.query else ""
                )
        for name in query:
            for end in (*ENDS, *DATES):
                yield f"{parts.path}?{urlencode({**query, name: end})}"


@pytest.mark.nightly
def test_no_page_fails_at_the_ends_of_numbers_and_of_the_calendar(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    if place.said != hostile_mall.MARKUP:
        pytest.skip("the addresses are those of the other mall")
    wrong: list[Any] = []
    tried = 0
    files = [Page(path, place.pages[0].answer, []) for path in FILES]
    for name, seen in place.seen.items():
        for path in _at_the_ends([*seen.pages, *files]):
            place.world.stage.forget_counts()
            answer = seen.browser.open(path)
            tried += 1
            if answer.status_code >= 500:
                wrong.append((name, path, answer.status_code))
    said = [each.getMessage() for each in caplog.records if _BEYOND in each.getMessage()]
    assert (wrong, said) == ([], [])
    assert tried > 2_000


_TIMED = re.compile(r'type="(?:date|datetime-local|month|number|time|week)"')
_NAME = re.compile(r'\sname="([^"]+)"')
_ENDING = {"delete", "remove", "close", "leave", "withdraw", "uninstall", "password", "end"}
"""Deeds after which a browser or its pages are no longer there."""


@pytest.mark.nightly
def test_no_form_fails_at_the_ends_of_numbers_and_of_the_calendar(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    if place.said != hostile_mall.MARKUP:
        pytest.skip("the forms are those of the other mall")
    wrong: list[Any] = []
    tried: dict[str, int] = {}
    for name, seen in place.seen.items():
        for page, action, values, said in _buttons(seen):
            inputs = [
                tag for tag in re.findall(r"<input[^>]*>", page.answer.text) if _TIMED.search(tag)
            ]
            timed = {found[1] for tag in inputs if (found := _NAME.search(tag))} & values.keys()
            if "sign-out" in action:
                continue
            for field, end, deed in itertools.product(
                sorted(timed), (*ENDS[2:6], "-1", *DATES[:4]), sorted(said - _ENDING) or [""]
            ):
                place.world.stage.forget_counts()
                sent = {**values, field: end} | ({FIELDS[0]: deed} if deed else {})
                answer = seen.browser.submit(action, sent)
                tried[name] = tried.get(name, 0) + 1
                if answer.status_code >= 500:
                    wrong.append((name, page.path, action, deed, field, end, answer.status_code))
        assert seen.browser.open(seen.pages[0].path).status_code == 200
    logged = [each.getMessage() for each in caplog.records if _BEYOND in each.getMessage()]
    assert (wrong, logged) == ([], [])
    assert tried["office"] > 500, tried


def test_a_session_of_one_mall_opens_no_page_of_another(place: Place) -> None:
    elsewhere = place.world.stage.new_world(f"{place.world.mall_id}-beside")
    before = rows(place.world)
    wrong: list[Any] = []
    for name in ("office", "member"):
        browser = Browser(elsewhere)
        for page in place.seen[name].pages:
            browser.cookies = dict(place.seen[name].browser.cookies)
            answer = browser.open(page.path)
            if name == "office" and page.path.startswith("/admin"):
                led = answer.headers.get("location", "")
                if (answer.status_code, led.partition("?")[0]) != (303, SIGN_IN):
                    wrong.append((page.path, answer.status_code))
            if place.said in answer.text or hostile_mall.SHORT in answer.text:
                wrong.append((page.path, "told"))
            if shopping.MEMBER in answer.text.partition("<main")[2]:
                wrong.append((page.path, "named"))
    assert wrong == []
    assert rows(place.world) == before


def _look_again(place: Place) -> dict[str, str]:
    """Return a token of forms that were shown to another browser, for each room."""
    manager(place.world, "second")
    other, lee, guest = Browser(place.world), signed_up(place.world, "Lee"), Guest(place.world)
    assert other.sign_in("/api/v2/oauth/sign-in", user="second").status_code == 200
    shop = _token(guest.open("/join"))
    return {
        "office": _token(other.open("/admin")),
        "console": lee.token("/developers"),
        "guest": shop,
        "member": shop,
    }


def _token(answer: httpx.Response) -> str:
    return form_token(answer.text)
