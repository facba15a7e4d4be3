"""Invitations of staff and forgotten passwords: links in mail that work once."""

import re

import pytest

from tests.access.oauth.authorization_requests import SIGN_IN, Browser, hidden, manager
from tests.every_operation.operation_calls import rows
from tests.pages.backoffice.test_staff import NEW, PAGE, send
from tests.world import PASSWORD, World

INVITED = {**NEW, "password": "", "again": ""}
FORGOTTEN = "/admin/forgotten-password"
CHOSEN = {"password": "my own choice", "again": "my own choice"}


def mails(world: World) -> list[tuple[str, str, str]]:
    """Return recipient, subject and text of the messages of a mall, oldest first."""

    async def read(db: object) -> list[tuple[str, str, str]]:
        return await world.stage.fetch(world, db)  # type: ignore[attr-defined]

    found = [row for row in rows(world)["message"]]
    return [(row["recipient"], row["subject"], row["body"]) for row in found]


def link(world: World) -> str:
    """Return the address in the newest mail, below its host."""
    found = re.search(r"https://[^/]+(/admin/password\?token=\S+)", mails(world)[-1][2])
    assert found
    return found[1]


def choose(browser: Browser, address: str, **form: str) -> tuple[int, str]:
    """Open a link and choose a password; return the status and the heading."""
    page = browser.open(address)
    if page.status_code == 200:
        page = browser.submit("/admin/password", {**hidden(page), **CHOSEN, **form})
    heading = re.search(r"<h1>(.*?)</h1>", page.text)
    return page.status_code, heading[1] if heading else ""
