"""Hold `form-action` of the Content-Security-Policy against forms, as Chromium does.

A browser that sends a form compares the address of the form, and of every redirect that follows
it, with the policy of the page that has the form; where one is not allowed it stays on the page
without a message. `tests/client.py` has every answer of the application looked at, so that each
test which opens a page and sends its form finds a redirect that a browser would block.
"""

import re
from collections import OrderedDict
from typing import Final
from urllib.parse import urljoin, urlsplit

import httpx2

_FORM: Final = re.compile(r"<form\b([^>]*)>", re.I)
_BUTTON: Final = re.compile(r"<(?:button|input)\b[^>]*\bformaction=\"([^\"]*)\"", re.I)
_ATTRIBUTE: Final = re.compile(r"\b(action|method)=\"([^\"]*)\"", re.I)
_POLICY: Final = re.compile(r"(?:^|;)\s*form-action\s+([^;]*)")
_KEPT: Final = 2_000
"""Forms that are remembered, the latest."""
_NO_POLICY: Final = ("*",)


class FormTargets:
    """The forms of the pages that were answered, and what their pages allow."""

    def __init__(self) -> None:
        self._forms: OrderedDict[tuple[str, str], tuple[str, tuple[str, ...]]] = OrderedDict()
        """Method and address without query -> origin of the page and the sources it allows."""
        self._redirects: dict[str, tuple[str, tuple[str, ...]]] = {}
        """Address that a form was redirected to -> the same of the form's page."""

    def look_at(self, request: httpx2.Request, response: httpx2.Response) -> None:
        """Remember the forms of an answer. Raises AssertionError for a redirect it blocks."""
        address = f"{request.url.scheme}://{request.headers['host']}{request.url.raw_path.decode()}"
        policy = self._redirects.pop(address, None) if request.method == "GET" else None
        policy = policy or self._forms.get((request.method, address.partition("?")[0]))
        if 300 <= response.status_code < 400 and "location" in response.headers and policy:
            target = urljoin(address, response.headers["location"])
            page, sources = policy
            assert is_allowed(target, page, sources), (
                f"A form of {page} is redirected by {request.method} {address} to {target}, but "
                f"its page has form-action {' '.join(sources)}: Chromium blocks it."
            )
            self._redirects[target] = policy
        if response.headers.get("content-type", "").startswith("text/html"):
            self._remember(address, response)

    def _remember(self, address: str, response: httpx2.Response) -> None:
        # not read: the response is still on its way to the test
        html = b"".join(response.stream).decode("utf-8", "replace")
        found = _POLICY.search(response.headers.get("content-security-policy", ""))
        sources = tuple(found[1].split()) if found else _NO_POLICY
        targets = [("POST", each) for each in _BUTTON.findall(html)]
        for attributes in _FORM.findall(html):
            named = {name.lower(): value for name, value in _ATTRIBUTE.findall(attributes)}
            targets.append((named.get("method", "get").upper(), named.get("action", "")))
        for method, action in targets:
            target = urljoin(address, action.replace("&amp;", "&"))
            assert is_allowed(target, address, sources), (
                f"The page {address} has a form for {target}, but form-action {' '.join(sources)}."
            )
            key = (method, target.partition("?")[0])
            self._forms[key] = (address, sources)
            self._forms.move_to_end(key)
        while len(self._forms) > _KEPT:
            self._forms.popitem(last=False)


def is_allowed(target: str, page: str, sources: tuple[str, ...]) -> bool:
    """Say whether a page's form may lead to an address, by the sources of its `form-action`."""
    there, here = urlsplit(target), urlsplit(page)
    for source in sources:
        if source == "*" or source == f"{there.scheme}:":
            return True
        if source == "'self'" and (there.scheme, there.netloc) == (here.scheme, here.netloc):
            return True
        scheme, mark, host = source.partition("://")
        if mark and scheme == there.scheme:
            if host == there.netloc:
                return True
            if host.startswith("*.") and there.netloc.endswith(host[1:]):
                return True
    return False
