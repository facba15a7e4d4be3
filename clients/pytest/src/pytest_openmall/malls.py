"""A mall of a test: its clients, clock, faults and triggers."""

import contextlib
import ssl
import threading
from collections.abc import Iterator, Sequence
from typing import Any

import openmall_client
from pytest_openmall.connection import Connection
from pytest_openmall.receiver import WebhookReceiver


class _Tokens:
    """Gives the mall's token, and a new one when it was refused: a clock may have ended it."""

    def __init__(self, mall: "Mall") -> None:
        self._mall = mall
        self._lock = threading.Lock()

    def access_token(self, refused: str = "") -> str:
        with self._lock:
            if refused == self._mall.token:
                self._mall.issue_token()
            return self._mall.token


class Clock:
    """The clock of a mall, which goes forward only."""

    def __init__(self, mall: "Mall") -> None:
        self._mall = mall

    def now(self) -> str:
        """Return the mall's time, ISO 8601."""
        return str(self._mall.call("GET", "/clock")["clock"]["now"])

    def advance(self, by: str | int = "", *, to: str = "") -> str:
        """Advance it, and return the mall's time when everything that became due is done.

        `by`: `3d`, `12h`, `90m`, `45s`, `1d12h`, or seconds. `to`: a date-time, instead.
        """
        draft = {"to": to} if to else {"forward": by}
        return str(self._mall.steer("/clock", draft)["clock"]["now"])


class Mall:
    """A mall of a test, and an app that is installed in it."""

    def __init__(self, server: Connection, created: dict[str, Any]) -> None:
        """`created`: as `POST /_test/malls` is answered."""
        self._server = server
        self.facts: dict[str, Any] = created["mall"]
        """Where it is and what it holds: `orders`, `member_id`, `password`, ..."""
        self.app: dict[str, Any] = created["app"]
        """`client_id`, `client_secret`, `front_api_key`, `webhook_secret`, ..."""
        self.token: str = created["token"]["access_token"]
        """An access token of the app; another one after `reset` or `issue_token`."""
        self.mall_id: str = self.facts["mall_id"]
        self.clock = Clock(self)
        self._opened: list[openmall_client.Admin | openmall_client.Storefront] = []
        self._admin: openmall_client.Admin | None = None
        self._receiver: WebhookReceiver | None = None

    @property
    def url(self) -> str:
        """Its address by name, as `https://test-x.openmall.localhost:8443`."""
        return str(self.facts["url"])

    @property
    def local_url(self) -> str:
        """Its address for programs of the server's machine that do not resolve its name."""
        return str(self.facts["local_url"])

    @property
    def verify(self) -> ssl.SSLContext:
        """Trusts the server's certificate; for clients of the test's own."""
        return self._server.verify

    @property
    def orders(self) -> list[str]:
        """Ids of the orders it was created with, the oldest first."""
        return list(self.facts["orders"])

    @property
    def admin(self) -> openmall_client.Admin:
        """A client of the admin API, whose token never ends."""
        if self._admin is None:
            self._admin = openmall_client.Admin(self.url, _Tokens(self), verify=self.verify)
            self._opened.append(self._admin)
        return self._admin

    def async_admin(self) -> openmall_client.AsyncAdmin:
        """Return an asynchronous client of the admin API; the test closes it."""
        return openmall_client.AsyncAdmin(self.url, _Tokens(self), verify=self.verify)

    def storefront(self) -> openmall_client.Storefront:
        """Return a client of the storefront, as a shopper who has just come."""
        client_id, front_key = self.app["client_id"], self.app["front_api_key"]
        opened = openmall_client.Storefront(self.url, client_id, front_key, verify=self.verify)
        self._opened.append(opened)
        return opened

    def call(self, method: str, path: str, draft: dict[str, Any] | None = None) -> dict[str, Any]:
        """Make a call below `/_test/malls/{mall_id}`."""
        return self._server.call(method, f"/malls/{self.mall_id}{path}", draft)

    def fetch_webhooks_by(self, receiver: WebhookReceiver) -> None:
        """Let a receiver fetch the webhooks of this mall, from the server that cannot reach it."""
        self._receiver = receiver
        receiver.fetch_from(self)

    def steer(self, path: str, draft: dict[str, Any] | None = None) -> dict[str, Any]:
        """Make a call after which webhooks have been delivered."""
        answer = self.call("POST", path, draft)
        if self._receiver is not None:
            self._receiver.fetch()
        return answer

    def reset(self) -> None:
        """Make the mall what it was when it was created, with a new token."""
        answer = self.call("POST", "/reset")
        self.facts, self.token = answer["mall"], answer["token"]["access_token"]

    def issue_token(self, *, scopes: Sequence[str] | None = None, user_id: str = "") -> str:
        """Issue an access token without a browser; one with all rights takes the place of `token`.

        It is of the app that was created with the mall.
        """
        draft: dict[str, Any] = {"user_id": user_id}
        if scopes is not None:
            draft["scopes"] = list(scopes)
        issued = str(self.call("POST", "/tokens", draft)["token"]["access_token"])
        if scopes is None and not user_id:
            self.token = issued
        return issued

    def consent(self, url: str, *, allow: bool = True) -> str:
        """Decide about an authorization request as a manager would in the browser.

        `url`: to which the app sends the browser. Returns the address at which the app gets the
        code, or the error.
        """
        return str(self.call("POST", "/consent", {"url": url, "allow": allow})["redirect"])

    def trigger(self, event: str, **about: Any) -> dict[str, Any]:
        """Let something happen by the shop's own rules, as `order_paid`.

        Returns what it happened to, and the events; webhooks have been delivered. `about`: the
        `order_id`, `product_no`, `member_id`, `shop_no` or `quantity`.
        """
        return self.steer("/trigger", {"event": event, **about})

    def settle(self) -> None:
        """Do everything due now: messages, webhooks, jobs."""
        self.steer("/settle")

    @contextlib.contextmanager
    def faults(self, *rules: dict[str, Any]) -> Iterator["Faults"]:
        """Let calls fail as the rules say, until the block ends.

        A rule is as `{"effect": "503", "path": "orders*", "first": 1}`; docs/sandbox.md.
        """
        self.call("PUT", "/faults", {"rules": list(rules)})
        found = Faults(self)
        try:
            yield found
        finally:
            found.end()
            self.call("PUT", "/faults", {"rules": []})

    def close(self) -> None:
        """Close the clients."""
        for each in self._opened:
            each.close()
        self._opened, self._admin = [], None


class Faults:
    """The faults of a mall, now or at the end of their block."""

    def __init__(self, mall: Mall) -> None:
        self._mall = mall
        self._ended: list[dict[str, Any]] | None = None

    @property
    def rules(self) -> list[dict[str, Any]]:
        """The rules, with how many calls each `matched`, and how many of them failed (`done`)."""
        return self._read() if self._ended is None else self._ended

    def end(self) -> None:
        """Keep the counts, before the rules are removed."""
        self._ended = self._read()

    def _read(self) -> list[dict[str, Any]]:
        return list(self._mall.call("GET", "/faults")["faults"]["rules"])
