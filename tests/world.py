"""A stage is the application on a store; a world is one mall on it, with apps that are in it."""

import itertools
import os
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from copy import copy
from pathlib import Path
from typing import Any, TypeVar

import httpx

from openmall.access.limits.local_counters import LocalCounters
from openmall.access.malls import rules as mall_rules
from openmall.access.malls.possible import Language
from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import tokens
from openmall.analytics.engine.duckdb import DuckFile, Embedded
from openmall.app import Application
from openmall.commerce.store.accounts import Account, Accounts
from openmall.configuration import Configuration
from openmall.contract import api_versions
from openmall.contract import scopes as scope_names
from openmall.contract.crud.settings import write_setting
from openmall.database.factory import open_database
from openmall.database.session import Database, Session
from tests import new_store
from tests.client import Client

T = TypeVar("T")
_NUMBERS = itertools.count(1)
EVERY_SCOPE = list(scope_names.SENTENCES)
NOVEMBER_2026 = 1_795_219_200.0
"""2026-11-21 09:00 at +09:00: 2024-03-01, 2026-02-01 and 2026-03-01 are the valid versions."""
VERSION = api_versions.NEWEST
"""What the apps of a world speak that names no other version, as a new app does."""
CALLBACK = "https://app.example.com/callback"
PASSWORD = "correct horse battery staple"


class MovableClock:
    """Time stands still until a test moves it."""

    def __init__(self) -> None:
        self.at = NOVEMBER_2026

    def now(self) -> float:
        return self.at

    def pass_(self, seconds: float) -> None:
        self.at += seconds


def bank_account(shop_no: int = 1) -> Accounts:
    """Return the accounts of a shop that can be paid by transfer."""
    account = Account(
        shop_no=shop_no,
        bank_account_id=1,
        bank_name="Kookmin",
        bank_code="bank_06",
        bank_account_no="100-200-300",
        bank_account_holder="The shop",
    )
    return Accounts(shop_no=shop_no, accounts=[account])


class Stage:
    """An application on a fresh store."""

    def __init__(
        self, app: Application, clock: MovableClock, client: Client, engine: Embedded
    ) -> None:
        self.app = app
        self.engine = engine
        self.clock = clock
        self.client = client
        self.after_test = ExitStack()
        """What restores the application when the test that runs has ended."""

    def run(self, work: Callable[..., Coroutine[Any, Any, T]], *arguments: Any) -> T:
        """Run a coroutine function on the application's own event loop."""
        return self.client.run(work(*arguments))

    def forget_counts(self) -> None:
        """Let every limit and every wait begin anew."""
        assert isinstance(self.app.counters, LocalCounters)
        self.app.counters._states.clear()

    def new_world(
        self,
        mall_id: str = "",
        languages: tuple[str, ...] = ("ko_KR", "en_US"),
        *,
        currencies: tuple[str, ...] = (),
        sandbox: bool = False,
        accounts: bool = True,
    ) -> "World":
        """Make a mall with shops in `languages` and a full app installed in it.

        `accounts`: each shop has a bank account, so that it can be paid by transfer.

        `mall_id`: one that no other mall of the run has when it is empty.
        `currencies`: of the shops; won in all of them when there is none.
        """
        mall_id = mall_id or f"m{os.getpid()}-{next(_NUMBERS)}"
        shops = [
            Language(f"{mall_id} {each}", each, currency)
            for each, currency in zip(
                languages, currencies or ("KRW",) * len(languages), strict=True
            )
        ]

        async def make() -> None:
            database = self.app.database
            await mall_rules.create(
                database, self.clock, mall_id, mall_id, "KR", shops, sandbox=sandbox
            )

            if not accounts:
                return
            async with database.writing(mall_id) as db:
                for shop_no in range(1, len(shops) + 1):
                    await write_setting(db, None, bank_account(shop_no))

        self.run(make)
        return World(self, mall_id)


class Installed:
    """An app in a mall, with its credentials and a token."""

    def __init__(self, credentials: registered_apps.Credentials, token: tokens.TokenAnswer) -> None:
        self.credentials = credentials
        self.token = token

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token.access_token}"}

    @property
    def basic(self) -> tuple[str, str]:
        return (self.credentials.client_id, self.credentials.front_api_key)


class World:
    """A mall, and calls to it."""

    def __init__(self, stage: Stage, mall_id: str) -> None:
        self.stage = stage
        self.mall_id = mall_id
        self.base_url = f"https://{mall_id}.openmall.localhost"
        self.staff_address = f"https://admin.openmall.localhost/{mall_id}"
        self.full = self.install(restricted=True)

    def install(
        self,
        scopes: list[str] | None = None,
        *,
        in_mall: bool = True,
        version: str = VERSION,
        **columns: Any,
    ) -> Installed:
        """Register an app, put it into the mall and issue it a token."""
        granted = EVERY_SCOPE if scopes is None else scopes
        app = self.stage.app

        async def make() -> Installed:
            mall = await app.directory.mall(self.mall_id)
            assert mall is not None
            clock = mall.clock(self.stage.clock)
            credentials = await registered_apps.register(
                app.database,
                clock,
                name="Test app",
                scopes=granted,
                version=version,
                **{"redirect_uris": [CALLBACK], **columns},
            )
            async with app.database.writing(self.mall_id) as db:
                if in_mall:
                    await registered_apps.install(db, clock, credentials.client_id, granted)
                grant = tokens.Grant(
                    credentials.client_id, "owner", "P", 1, granted, credentials.client_id
                )
                return Installed(credentials, await tokens.issue(db, clock, grant))

        return self.stage.run(make)

    def speaking(self, version: str) -> "World":
        """Return the same mall, called by an app of another version."""
        other = copy(self)
        other.full = self.install(restricted=True, version=version)
        return other

    def in_transaction(self, work: Callable[[Session], Awaitable[T]]) -> T:
        """Run `work(session)` in one transaction of the mall."""

        async def run() -> T:
            async with self.stage.app.database.writing(self.mall_id) as db:
                return await work(db)

        return self.stage.run(run)

    def call(self, method: str, path: str, *, app: Installed | None = None, **rest: Any) -> Any:
        """Call the admin API as the full app, or as `app`; path as in the registry."""
        headers = {**(app or self.full).headers, **rest.pop("headers", {})}
        return self.request(method, f"/api/v2/admin/{path}", headers=headers, **rest)

    def request(self, method: str, path: str, **rest: Any) -> httpx.Response:
        """Send any request to the mall's host."""
        return self.stage.client.request(method, self.base_url + path, **rest)

    def get(self, path: str, /, **params: Any) -> Any:
        """Return the JSON of a GET that must succeed."""
        answer = self.call("GET", path, params=params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, shop_no: int | None = None, /, **request: Any) -> Any:
        """Return the JSON of a POST that must succeed."""
        answer = self.call("POST", path, json=_envelope(shop_no, request))
        assert answer.status_code == 201, answer.text
        return answer.json()

    def put(self, path: str, shop_no: int | None = None, /, **request: Any) -> Any:
        """Return the JSON of a PUT that must succeed."""
        answer = self.call("PUT", path, json=_envelope(shop_no, request))
        assert answer.status_code == 200, answer.text
        return answer.json()

    def product(self, **request: Any) -> dict[str, Any]:
        """Create a product on display and return what was answered."""
        request = {
            "product_name": "Linen apron",
            "supply_price": "5000.00",
            "price": "11000.00",
            "display": "T",
            "selling": "T",
            **request,
        }
        made: dict[str, Any] = self.post("products", **request)["product"]
        return made


def _envelope(shop_no: int | None, request: dict[str, Any]) -> dict[str, Any]:
    beside = {} if shop_no is None else {"shop_no": shop_no}
    return {**beside, "request": request}


@contextmanager
def open_stage(
    folder: Path, *, opened: Callable[..., Database] = open_database, **settings: Any
) -> Iterator[Stage]:
    """Open an application on a fresh store; limits are counted but not enforced by default.

    `opened`: opens the store of a configuration, with a `recorder` of writes.
    """
    # most tests ask for paths of the APIs alone
    known = {
        "data_dir": folder,
        # links of messages are at the address that worlds are called at
        "port": 443,
        "limits": "count",
        "sample_shop": False,
        "test_malls": "on",
    }
    configuration = Configuration(**{**known, **settings})
    new_store.prepare(configuration)
    clock = MovableClock()
    engine = Embedded(DuckFile(":memory:"))
    counters = LocalCounters()
    database = opened(configuration, recorder=counters)
    app = Application(configuration, database, counters, clock, engine=engine)
    with Client(app, ip="127.0.0.1") as client:
        yield Stage(app, clock, client, engine)
