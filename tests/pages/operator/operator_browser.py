"""What the tests of the operator console do over and over: add operators, sign in, send forms."""

import html
import itertools
import re
from typing import Any

import httpx
import pyotp

from openmall.access import passwords
from openmall.pages.operator import store as operator_store
from tests.access.oauth.authorization_requests import Browser
from tests.page_content import form_token
from tests.world import PASSWORD, Stage, World

HOST = "developers.openmall.localhost"
_NUMBERS = itertools.count(1)
_ROW = re.compile(r"<tr>\s*<th scope=\"row\".*?</tr>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")


class OperatorBrowser(Browser):
    """An operator's browser, which keeps cookies; requests go to the console's host."""

    def __init__(self, world: World, operator_id: str = "", host: str = HOST) -> None:
        super().__init__(world)
        self.operator_id = operator_id
        self.host = host

    def token(self, page: str) -> str:
        """Return what forms of a page send along."""
        return form_token(self.open(page).text)

    def send(self, path: str, form: dict[str, str], page: str = "") -> httpx.Response:
        """Send a form as it stands on `page`, or on the page of the same address."""
        return self.submit(path, {"form_token": self.token(page or path), **form})

    def sign_in(self, password: str = PASSWORD) -> httpx.Response:
        """Send the sign-in form."""
        known = {"operator_id": self.operator_id, "password": password}
        return self.send("/operator/sign-in", known)

    def rows(self, path: str) -> list[str]:
        """Return the text of each row of the tables of a page."""
        return [
            " ".join(html.unescape(_TAG.sub(" ", row)).split())
            for row in _ROW.findall(self.open(path).text)
        ]

    def set_up_two_step(self) -> tuple[pyotp.TOTP, list[str]]:
        """Switch two-step sign-in on; return the authenticator, and the recovery codes."""
        form = {"act": "start", "current_two_step": PASSWORD}
        assert self.send("/operator/account", form).status_code == 303
        found = re.search(r'data-copy="([A-Z2-7]+)"', self.open("/operator/account").text)
        assert found is not None
        totp = pyotp.TOTP(found[1])
        now = int(self.world.stage.clock.now())
        shown = self.send("/operator/account", {"act": "confirm", "code": totp.at(now)})
        assert shown.status_code == 200, shown.text
        codes = re.search(r'data-copy="([^"]+)"', shown.text)
        assert codes is not None
        assert not re.search(rf">[^<]*{codes[1].split()[0]}", shown.text.partition("</pre>")[2])
        return totp, codes[1].split()

    def _sent(
        self, method: str, path: str, *, more: dict[str, str] | None = None, **rest: Any
    ) -> httpx.Response:
        return super()._sent(method, path, more={"Host": self.host, **(more or {})}, **rest)


def add_operator(stage: Stage, operator_id: str = "") -> str:
    """Add an operator; return the name."""
    name = operator_id or f"operator{next(_NUMBERS)}"

    async def add() -> None:
        async with stage.app.database.writing("") as db:
            await operator_store.add(db, stage.clock, name, passwords.hash_password(PASSWORD))

    stage.run(add)
    return name


def signed_in(world: World) -> OperatorBrowser:
    """Return the browser of a new operator who has signed in."""
    browser = OperatorBrowser(world, add_operator(world.stage))
    answer = browser.sign_in()
    assert (answer.status_code, answer.headers["location"]) == (303, "/operator")
    return browser
