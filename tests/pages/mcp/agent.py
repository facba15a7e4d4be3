"""An agent that speaks MCP by hand: messages, registration, consent and tokens."""

import base64
import hashlib
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx

from tests.page_content import hidden_fields
from tests.pages.sampleshop.shop_browser import Guest
from tests.world import Installed, World

SHOP = "/api/mcp"
ADMIN = "/api/mcp/admin"
REDIRECT = "http://127.0.0.1:7777/callback"
VERIFIER = "v" * 64
CHALLENGE = (
    base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
)
MODERN = "2026-07-28"
HEADERS = {
    "Accept": "application/json, text/event-stream",
    "MCP-Protocol-Version": "2025-11-25",
}


class Agent:
    """An MCP client without the SDK, so that it can send what the SDK never would."""

    def __init__(self, world: World, path: str = SHOP, token: str = "") -> None:
        self.world = world
        self.path = path
        self.token = token

    def post(self, message: Any, **headers: str) -> httpx.Response:
        """Send a message."""
        sent = {**HEADERS, **headers}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        return self.world.request("POST", self.path, json=message, headers=sent)

    def ask(self, method: str, **params: Any) -> Any:
        """Return the result of a request that must succeed."""
        answer = self.post({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        assert answer.status_code == 200, answer.text
        assert "result" in answer.json(), answer.text
        return answer.json()["result"]

    def call(self, tool: str, **arguments: Any) -> Any:
        """Return the content of a tool's result that must be none of an error."""
        result = self.ask("tools/call", name=tool, arguments=arguments)
        assert not result.get("isError"), result
        return result["structuredContent"]

    def refused(self, tool: str, **arguments: Any) -> Any:
        """Return the content of a tool's result that must be one of an error."""
        result = self.ask("tools/call", name=tool, arguments=arguments)
        assert result["isError"], result
        return result["structuredContent"]

    def unauthorized(self, tool: str = "list_orders", **arguments: Any) -> httpx.Response:
        """Return the response to a call that must be answered 401."""
        answer = self.post(call_message(tool, **arguments))
        assert answer.status_code == 401, answer.text
        return answer


def call_message(tool: str, **arguments: Any) -> dict[str, Any]:
    """Return the message that calls a tool."""
    params = {"name": tool, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}


def admin(world: World, app: Installed | None = None) -> Agent:
    """Return an agent that acts as an app."""
    return Agent(world, ADMIN, (app or world.full).token.access_token)


def register(world: World, **metadata: Any) -> httpx.Response:
    """Register an agent."""
    known = {"client_name": "Shopping helper", "redirect_uris": [REDIRECT]}
    return world.request("POST", f"{SHOP}/register", json={**known, **metadata})


def authorize_path(world: World, client_id: str, **changed: str) -> str:
    """Return the path of the consent page."""
    query = {
        "client_id": client_id,
        "redirect_uri": REDIRECT,
        "response_type": "code",
        "state": "a state",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
        "resource": f"{world.base_url}{SHOP}",
        **changed,
    }
    return f"/agents/authorize?{urlencode({name: one for name, one in query.items() if one})}"


def consent(guest: Guest, path: str, decision: str = "allow") -> dict[str, list[str]]:
    """Answer the consent page as a member; return what the agent is told."""
    form = hidden_fields(guest.see(path))
    answer = guest.submit("/agents/authorize", {**form, "decision": decision})
    assert answer.status_code == 302, answer.text
    assert answer.headers["location"].startswith(REDIRECT)
    return parse_qs(urlsplit(answer.headers["location"]).query)


def token_request(world: World, client_id: str, **form: str) -> httpx.Response:
    """Send a token request."""
    return world.request("POST", f"{SHOP}/token", data={"client_id": client_id, **form})


def exchange(world: World, client_id: str, code: str, **changed: str) -> httpx.Response:
    """Exchange a code."""
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": REDIRECT,
        "code_verifier": VERIFIER,
        "resource": f"{world.base_url}{SHOP}",
        **changed,
    }
    return token_request(world, client_id, **form)


def allowed(world: World, guest: Guest) -> tuple[str, dict[str, Any]]:
    """Return the client id and the tokens of an agent that a member, who is signed in, allowed."""
    client_id = register(world).json()["client_id"]
    [code] = consent(guest, authorize_path(world, client_id))["code"]
    answer = exchange(world, client_id, code)
    assert answer.status_code == 200, answer.text
    return client_id, answer.json()
