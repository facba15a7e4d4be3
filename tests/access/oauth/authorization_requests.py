"""What the tests of the authorization server do over and over: give codes, ask for tokens."""

import base64
import hashlib
from typing import Any
from urllib.parse import urlencode

import httpx

from openmall.access.malls import rules as mall_rules
from openmall.access.oauth import codes, tokens
from openmall.database.session import Session
from tests.page_content import hidden_fields
from tests.world import CALLBACK, PASSWORD, Installed, World

SCOPES = ["mall.read_product", "mall.write_product"]
VERIFIER = "verifier-" * 6
CHALLENGE = (
    base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
)
AUTHORIZE = "/api/v2/oauth/authorize"
SIGN_IN = "/api/v2/oauth/sign-in"


def give_code(
    world: World, app: Installed | None = None, *, challenge: str = "", family: str = "one"
) -> str:
    """Return a code as the consent page gives it."""
    app = app or world.full

    async def give(db: Session) -> str:
        grant = tokens.Grant(app.credentials.client_id, "owner", "P", 1, SCOPES, family)
        clock = world.stage.clock
        return await codes.issue(db, clock, grant, redirect_uri=CALLBACK, challenge=challenge)

    return world.in_transaction(give)


def token(world: World, app: Installed | None = None, **form: str) -> httpx.Response:
    """Ask for tokens as an app, with HTTP Basic."""
    credentials = (app or world.full).credentials
    return world.request(
        "POST",
        "/api/v2/oauth/token",
        data=form,
        auth=(credentials.client_id, credentials.client_secret),
    )


def exchange(world: World, code: str, app: Installed | None = None, **form: str) -> httpx.Response:
    """Trade a code for tokens."""
    asked = {"grant_type": "authorization_code", "code": code, "redirect_uri": CALLBACK, **form}
    return token(world, app, **asked)


def refresh(
    world: World, refresh_token: str, app: Installed | None = None, **form: str
) -> httpx.Response:
    """Trade a refresh token for tokens."""
    return token(world, app, grant_type="refresh_token", refresh_token=refresh_token, **form)


def revoke(world: World, what: str, app: Installed | None = None, **form: str) -> httpx.Response:
    """Give a token back."""
    credentials = (app or world.full).credentials
    return world.request(
        "POST",
        "/api/v2/oauth/revoke",
        data={"token": what, **form},
        auth=(credentials.client_id, credentials.client_secret),
    )


def reads(world: World, access_token: str) -> int:
    """Return the status of a call with an access token."""
    headers = {"Authorization": f"Bearer {access_token}"}
    return world.request("GET", "/api/v2/admin/products", headers=headers).status_code


def error(answer: httpx.Response) -> tuple[int, str]:
    """Return status and code of a refusal, whose body is flat and complete."""
    body = answer.json()
    assert sorted(body) == ["error", "error_description"]
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.status_code, body["error"]


class Browser:
    """A browser without scripts, which keeps cookies; requests go to one mall."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.cookies: dict[str, str] = {}

    def open(self, path: str, **headers: str) -> httpx.Response:
        """Open an address. `headers`: more of them, by name."""
        return self._sent("GET", path, more=headers)

    def submit(self, path: str, form: dict[str, Any], **headers: str) -> httpx.Response:
        """Send a form. `headers`: more of them, by name."""
        return self._sent("POST", path, more=headers, data=form)

    def sign_in(self, path: str, password: str = PASSWORD, user: str = "owner") -> httpx.Response:
        """Sign in on the way to `path` and return the page that follows."""
        page = self.open(path)
        query = path.partition("?")[2]
        form = {**hidden(page), "user_id": user, "password": password}
        answer = self.submit(f"{SIGN_IN}?{query}" if query else SIGN_IN, form)
        if answer.status_code != 303:
            return answer
        return self.open(answer.headers["location"])

    def _sent(
        self, method: str, path: str, *, more: dict[str, str] | None = None, **rest: Any
    ) -> httpx.Response:
        client = self.world.stage.client
        client.cookies.clear()
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {**({"Cookie": cookies} if cookies else {}), **(more or {})}
        answer = self.world.request(method, path, headers=headers, follow_redirects=False, **rest)
        for cookie in answer.headers.get_list("set-cookie"):
            name, _, value = cookie.partition(";")[0].partition("=")
            if "Max-Age=0" in cookie:
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = value
        client.cookies.clear()
        return answer


def manager(world: World, user: str = "owner", manager_type: str = "P") -> None:
    """Let somebody sign in to the mall."""

    async def keep(db: Session) -> None:
        await mall_rules.keep_manager(
            db,
            world.stage.clock,
            user,
            PASSWORD,
            name="Kim Owner",
            manager_type=manager_type,
        )

    world.in_transaction(keep)


def authorize_path(app: Installed, **query: str | None) -> str:
    """Return the address an app sends a browser to; None takes a parameter away."""
    asked = {
        "response_type": "code",
        "client_id": app.credentials.client_id,
        "redirect_uri": CALLBACK,
        "state": "xyz",
        "scope": " ".join(SCOPES),
        **query,
    }
    return f"{AUTHORIZE}?{urlencode({k: v for k, v in asked.items() if v is not None})}"


def hidden(page: httpx.Response) -> dict[str, str]:
    """Return the hidden fields of the first form of a page's main content."""
    return hidden_fields(page.text)
