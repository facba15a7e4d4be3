"""What the tests of the console do over and over: sign up, send forms, register apps."""

import html
import itertools
import re
from typing import Any

import httpx

from tests.oauth.at_the_door import Browser
from tests.world import CALLBACK, PASSWORD, World

_NUMBERS = itertools.count(1)
_TOKEN = re.compile(r'name="form_token" value="([0-9a-f]{64})"')
_COPIED = re.compile(r'data-copy="([^"]*)"')
SCOPES = ["mall.read_product", "mall.write_product"]


class Developer(Browser):
    """A developer's browser, which keeps cookies; requests go to the console's host."""

    def __init__(self, world: World, host: str = "developers.openmall.localhost") -> None:
        super().__init__(world)
        self.host = host
        self.email = f"dev{next(_NUMBERS)}@example.com"

    def send(
        self, path: str, form: dict[str, Any], page: str = "", **headers: str
    ) -> httpx.Response:
        """Send a form as it stands on `page`, or on the page of the same address."""
        shown = self.open(page or path)
        token = _TOKEN.search(shown.text)
        assert token is not None, shown.text
        return self.submit(path, {"form_token": token[1], **form}, **headers)

    def app(self, **form: Any) -> tuple[str, httpx.Response]:
        """Register an app; returns its client id and the page that shows its credentials."""
        asked = {
            "name": "Stock keeper",
            "redirect_uris": CALLBACK,
            "scope": SCOPES,
            "launch_url": "",
            **form,
        }
        page = self.send("/developers/apps/new", asked)
        assert page.status_code == 200, page.text
        return copied(page)[0], page

    def sent(self, method: str, path: str, **rest: Any) -> httpx.Response:
        """Send any request with the browser's cookies."""
        return self._sent(method, path, **rest)

    def _sent(
        self, method: str, path: str, *, more: dict[str, str] | None = None, **rest: Any
    ) -> httpx.Response:
        return super()._sent(method, path, more={"Host": self.host, **(more or {})}, **rest)


def signed_up(world: World, name: str) -> Developer:
    """Return the browser of somebody who has just signed up."""
    browser = Developer(world)
    form = {"email": browser.email, "name": name, "password": PASSWORD}
    answer = browser.send("/developers/sign-up", form)
    assert answer.status_code == 303, answer.text
    return browser


def copied(page: httpx.Response) -> list[str]:
    """Return the texts a page offers to copy."""
    return [html.unescape(each) for each in _COPIED.findall(page.text)]
