"""Forms of pages as a browser without scripts reads and sends them."""

import re
from html.parser import HTMLParser
from typing import Any

import httpx

from tests.access.oauth.authorization_requests import Browser
from tests.page_content import main_content

COMMA = "Write the number like 1250.50 or 1,250.50: a comma only separates thousands."
"""What is said of a number with a comma in the wrong place."""


class Form:
    """A form of a page: where and how it is sent, and what would be sent as it stands."""

    def __init__(self, action: str, method: str) -> None:
        self.action = action
        self.method = method
        self.values: dict[str, str] = {}
        self.buttons: set[tuple[str, str]] = set()
        self.panels: set[str] = set()
        """Panels of a form that saves those which were changed."""


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._form: Form | None = None
        self._ids: dict[str, Form] = {}
        self._outside: list[tuple[str, str, str]] = []
        self._select = self._area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name, value = given.get("name") or "", given.get("value") or ""
        if tag == "form":
            self._form = Form(given.get("action") or "", (given.get("method") or "get").lower())
            self._ids[given.get("id") or ""] = self._form
            self.found.append(self._form)
        elif tag == "button" and given.get("form"):
            self._outside.append((given["form"] or "", name, value))
        elif self._form is None:
            return
        elif given.get("data-panel"):
            self._form.panels.add(given["data-panel"] or "")
        elif tag == "input" and given.get("type") in ("checkbox", "radio"):
            if "checked" in given:
                self._form.values[name] = value
        elif tag == "input" and name:
            if given.get("type") == "hidden":
                # a browser sends both, and a field that is sent twice is refused
                assert name not in self._form.values, f"{name} is in the form twice"
            self._form.values[name] = value
        elif tag == "button" and name:
            self._form.buttons.add((name, value))
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            if "selected" in given or self._select not in self._form.values:
                self._form.values[self._select] = value
        elif tag == "textarea":
            self._area = name
            self._form.values[name] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._area = ""

    def handle_data(self, data: str) -> None:
        if self._area and self._form is not None:
            self._form.values[self._area] += data


def forms(page: str) -> list[Form]:
    """Return the forms of the main content of a page."""
    reading = _Forms()
    reading.feed(main_content(page))
    for form, name, value in reading._outside:
        if form in reading._ids:
            reading._ids[form].buttons.add((name, value))
    return reading.found


def deeds(page: str) -> set[str]:
    """Return what the forms of a page do."""
    found = {form.values["deed"] for form in forms(page) if "deed" in form.values}
    found |= {panel for form in forms(page) for panel in form.panels}
    return found | {value for form in forms(page) for name, value in form.buttons if name == "deed"}


def form_of(page: str, deed: str) -> Form:
    """Return the first form of the main content that does a deed, or whose button does it."""
    for form in forms(page):
        if form.values.get("deed") == deed:
            return form
        if ("deed", deed) in form.buttons:
            form.values["deed"] = deed
            return form
        if deed in form.panels:
            return form
    raise AssertionError(f"no form does {deed!r}")


def form_with(page: str, field: str) -> Form:
    """Return the first form of the main content that has a field."""
    found = next((form for form in forms(page) if field in form.values), None)
    assert found, f"no form has {field!r}"
    return found


def send(browser: Browser, address: str, deed: str, **typed: Any) -> httpx.Response:
    """Open a page, fill in one of its forms, send it, and return the page that follows.

    A value of None is a box that is not ticked.
    """
    answer = send_only(browser, address, deed, **typed)
    if answer.status_code == 303:
        return browser.open(answer.headers["location"])
    return answer


def send_only(browser: Browser, address: str, deed: str, **typed: Any) -> httpx.Response:
    """Send a form as `send` does, and return what is answered at once."""
    page = browser.open(address)
    assert page.status_code == 200, page.text
    form = form_of(page.text, deed)
    sent = {**form.values, **{name.replace("__", "-"): value for name, value in typed.items()}}
    return browser.submit(form.action, {name: v for name, v in sent.items() if v is not None})


def said(page: httpx.Response) -> str:
    """Return what a page says has been done."""
    found = re.search(r'<p class="done" role="status">(.*?)</p>', page.text)
    return found[1] if found else ""


def problem(page: httpx.Response, field: str) -> str:
    """Return what a page says beside a field."""
    found = re.search(
        rf'<p class="problem" id="(?:f-|p-){field}(?:-problem)?">(.*?)</p>', page.text
    )
    return found[1] if found else ""
