"""`demo.json`: the addresses and credentials of the demo mall, for programs."""

import os
from pathlib import Path
from typing import Final
from uuid import uuid4

import msgspec
from msgspec import Struct

NAME: Final = "demo.json"


class Partner(Struct, frozen=True):
    """A client of the partner-collection API."""

    client_id: str
    client_secret: str


class Admin(Struct, frozen=True):
    """A manager who may sign in to the mall."""

    user_id: str
    password: str


class Customer(Struct, frozen=True):
    """A customer of the mall."""

    member_id: str
    password: str


class DemoApp(Struct, frozen=True, kw_only=True):
    """An app with tokens issued at this start."""

    name: str
    client_id: str
    client_secret: str
    front_api_key: str
    redirect_uri: str
    scopes: list[str]
    restricted: bool
    access_token: str
    refresh_token: str


class DemoFile(Struct, frozen=True, kw_only=True):
    """Everything a program needs to know to use a demo mall."""

    base_url: str
    """The mall, by its name; needs a resolver that knows `*.localhost`, as browsers and curl."""
    local_url: str
    """The same mall, and all four APIs, by address."""
    http_url: str
    """The plain-HTTP listener, which refuses every call with 403."""
    collection_url: str
    analytics_url: str
    developers_url: str
    ca_file: str | None
    """PEM file of the authority to trust; None when the operator gave a certificate."""
    mall_id: str
    partner: Partner
    admin: Admin
    customer: Customer
    apps: list[DemoApp]
    staff_url: str = ""
    """The back office of the mall; `authorize` leads to the consent page below it. Empty in files
    of earlier releases."""

    def app(self, name: str) -> DemoApp:
        """Return the app called `name`. Raises KeyError."""
        for app in self.apps:
            if app.name == name:
                return app
        raise KeyError(name)


def read(data_dir: Path) -> DemoFile | None:
    """Return the file of an earlier start; None when it is lost or damaged."""
    try:
        return msgspec.json.decode((data_dir / NAME).read_bytes(), type=DemoFile)
    except (OSError, msgspec.DecodeError):
        return None


def write(data_dir: Path, content: DemoFile) -> None:
    """Replace the file in one step; only its owner may read it. Raises OSError."""
    unfinished = data_dir / f".{NAME}.{os.getpid()}.{uuid4().hex[:8]}"
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(content), indent=2) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(data_dir / NAME)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
