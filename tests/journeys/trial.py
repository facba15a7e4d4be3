"""A sandbox at a running installation, with an app in it."""

import itertools
from typing import Any

import httpx
import msgspec

from tests.journeys.demo_server import DemoServer

_NUMBERS = itertools.count(1)


class Trial:
    """A sandbox at a running installation, with an app in it."""

    def __init__(self, running: DemoServer) -> None:
        self.running = running
        self.mall_id = f"trial{next(_NUMBERS)}"
        port = running.demo.local_url.rpartition(":")[2]
        self._host = f"{self.mall_id}.openmall.localhost:{port}"
        self.run("mall", "create", self.mall_id, "--name", "Trial", "--sandbox")
        app = self.run("app", "create", "--name", f"Try {self.mall_id}", "--all-scopes")
        self.client_id: str = app["client_id"]
        self.run("app", "install", self.client_id, "--mall", self.mall_id)
        self.token = ""

    def run(self, *words: str, given: str = "") -> Any:
        """Return what a command that must succeed prints."""
        return msgspec.json.decode(self.running.openmall(*words, "--json", given=given))

    def refresh(self) -> None:
        """Continue with a token of the mall's present time."""
        issue = ("token", "issue", "--app", self.client_id, "--mall", self.mall_id)
        self.token = self.run(*issue)["access_token"]

    def call(self, method: str, path: str, **rest: Any) -> httpx.Response:
        """Call the admin API on a connection of its own, which any worker may answer."""
        headers = {"Authorization": f"Bearer {self.token}", "Host": self._host}
        with self.running.new_client() as client:
            return client.request(method, f"/api/v2/admin/{path}", headers=headers, **rest)
