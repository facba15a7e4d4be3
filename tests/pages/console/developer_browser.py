"""What the tests of the console do over and over: sign up, send forms, register apps."""

import html
import itertools
import re
from typing import Any

import httpx
from msgspec.structs import replace

from openmall.access.oauth import apps as registered_apps
from tests.access.oauth.authorization_requests import Browser
from tests.page_content import form_token
from tests.world import CALLBACK, PASSWORD, World

HOST = "developers.openmall.localhost"
SCOPES = ("mall.read_product", "mall.write_product")
APP = {"name": "Stock keeper", "redirect_uris": CALLBACK, "launch_url": ""}
_NUMBERS = itertools.count(1)
_ONCE = re.compile(r'<input type="hidden" name="once" value="[^"]*">')
_COPIED = re.compile(r'data-copy="([^"]*)"')


class Developer(Browser):
    """A developer's browser, which keeps cookies; requests go to the console's host."""

    def __init__(self, world: World, host: str = HOST) -> None:
        super().__init__(world)
        self.host = host
        self.email = f"dev{next(_NUMBERS)}@example.com"

    def token(self, page: str) -> str:
        """Return what forms of a page send along."""
        return form_token(self.open(page).text)

    def send(self, path: str, form: dict[str, str], page: str = "") -> httpx.Response:
        """Send a form as it stands on `page`, or on the page of the same address."""
        return self.submit(path, {"form_token": self.token(page or path), **form})

    def app(self, *scopes: str, **form: str) -> "Registered":
        """Register an app."""
        ticked = dict.fromkeys(scopes or SCOPES, "T")
        page = self.send("/developers/apps/new", {**APP, **ticked, **form})
        assert page.status_code == 200, page.text
        return Registered(*copied(page))

    def mall(self, app: "Registered", content: str = "empty") -> "Opened":
        """Create a test mall with an app in it."""
        page = self.send("/developers/malls", {"client_id": app.client_id, "content": content})
        assert page.status_code == 200, page.text
        token, curl, user_id, password = copied(page)
        found = re.search(r"https://([a-z0-9-]+)\.openmall\.localhost/api", curl)
        assert found is not None, curl
        return Opened(found[1], token, curl, user_id, password)

    def _sent(
        self, method: str, path: str, *, more: dict[str, str] | None = None, **rest: Any
    ) -> httpx.Response:
        return super()._sent(method, path, more={"Host": self.host, **(more or {})}, **rest)


def without_keys(page: str) -> str:
    """Return a page without the keys of its rendering, which differ each time."""
    return _ONCE.sub("", page)


def give_scopes(world: World, app: "Registered", *scopes: str) -> None:
    """Let an app have more, as its operator may."""

    async def widen() -> None:
        async with world.stage.app.database.writing("") as db:
            found = await registered_apps.find(db, app.client_id)
            assert found is not None
            await registered_apps.change(db, replace(found, scopes=[*found.scopes, *scopes]))
        world.stage.app.counters.advance_cache_epoch()

    world.stage.run(widen)


class Registered:
    """An app, with the credentials that were shown once."""

    def __init__(self, client_id: str, secret: str, key: str) -> None:
        self.client_id = client_id
        self.secret = secret
        self.key = key
        self.home = f"/developers/apps/{client_id}"


class Opened:
    """A test mall, with what was shown once."""

    def __init__(self, mall_id: str, token: str, curl: str, user_id: str, password: str) -> None:
        self.mall_id = mall_id
        self.token = token
        self.curl = curl
        self.user_id = user_id
        self.password = password
        self.home = f"/developers/malls/{mall_id}"


def signed_up(world: World, name: str = "Kim Haneul") -> Developer:
    """Return the browser of somebody who has just signed up."""
    browser = Developer(world)
    form = {"email": browser.email, "name": name, "password": PASSWORD}
    answer = browser.send("/developers/sign-up", form)
    assert answer.status_code == 200, answer.text
    known = {"email": browser.email, "password": PASSWORD}
    assert browser.send("/developers/sign-in", known).status_code == 303
    return browser


def copied(page: httpx.Response) -> list[str]:
    """Return the texts a page offers to copy."""
    return [html.unescape(each) for each in _COPIED.findall(page.text)]


def admin(
    world: World, mall_id: str, token: str, path: str = "products", version: str = ""
) -> httpx.Response:
    """Call the admin API of a mall, in the app's version or in another."""
    named = {"X-Platform-Api-Version": version} if version else {}
    return world.stage.client.get(
        f"https://{mall_id}.openmall.localhost/api/v2/admin/{path}",
        headers={"Authorization": f"Bearer {token}", **named},
    )
