"""Apps of a developer that rehearse, propose and write in a mall, and the console's pages of it."""

import html
import re
from typing import Any

import httpx
from sqlalchemy import bindparam, select

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import tokens
from openmall.contract.journal.tables import EVENT
from openmall.database.statements import Statement
from tests.pages.console.developer_browser import Developer, Registered
from tests.world import World

PROPOSES = ("mall.read_product", "mall.write_product.propose", "mall.read_application")
WRITES = (
    "mall.read_product",
    "mall.write_product",
    "mall.read_application",
    "mall.write_application",
)
REHEARSE = {"Prefer": "handling=rehearse"}
TEXT = re.compile(r"<[^>]+>")
_EVENTS = Statement(
    select(EVENT.c.event_no)
    .where(EVENT.c.mall_id == bindparam("mall_id"), EVENT.c.event_no >= 91003)
    .order_by(EVENT.c.sequence)
)


def shown(page: httpx.Response) -> str:
    """Return what a page says, without its tags."""
    return " ".join(html.unescape(TEXT.sub(" ", page.text)).split())


class InMall:
    """An app of a developer in a mall, which calls the admin API."""

    def __init__(self, kim: Developer, app: Registered, mall_id: str, token: str) -> None:
        self.world, self.kim, self.app = kim.world, kim, app
        self.mall_id, self.token = mall_id, token
        self.home = app.home

    def call(self, method: str, path: str, **rest: Any) -> httpx.Response:
        """Call the admin API of the mall."""
        headers = {"Authorization": f"Bearer {self.token}", **rest.pop("headers", {})}
        answer: httpx.Response = self.world.stage.client.request(
            method,
            f"https://{self.mall_id}.openmall.localhost/api/v2/admin/{path}",
            headers=headers,
            **rest,
        )
        return answer

    def change(self, product_no: int, *, rehearsed: bool = False, **values: Any) -> int:
        """Rehearse or propose a change of a product; return the number of its plan."""
        answer = self.call(
            "PUT",
            f"products/{product_no}",
            json={"request": values},
            headers=REHEARSE if rehearsed else {},
        )
        assert answer.status_code == (200 if rehearsed else 202), answer.text
        found = re.search(r"/plans/(\d+)>", answer.headers["link"])
        assert found is not None
        return int(found[1])

    def product(self) -> dict[str, Any]:
        """Return a product of the mall."""
        found: dict[str, Any] = self.call("GET", "products?limit=1").json()["products"][0]
        return found

    def price(self, product_no: int) -> str:
        found: str = self.call("GET", f"products/{product_no}").json()["product"]["price"]
        return found

    def write_log(self) -> None:
        """Write what is buffered of the log of calls."""
        self.world.stage.run(self.world.stage.app.request_log_writer.write)

    def page(self, path: str) -> httpx.Response:
        """Open a page of the app, with the log of calls written."""
        self.write_log()
        return self.kim.open(f"{self.home}/{path}")

    def plan(self, plan_no: int) -> httpx.Response:
        return self.page(f"plans/{self.mall_id}/{plan_no}")

    def decide(self, plan_no: int, deed: str, **form: str) -> httpx.Response:
        """Send the form of a plan in the console."""
        path = f"{self.home}/plans/{self.mall_id}/{plan_no}"
        return self.kim.submit(
            path, {"form_token": self.kim.token("/developers"), "deed": deed, **form}
        )

    def announced(self) -> list[int]:
        """Return the numbers of the events about plans in the mall."""

        async def read() -> list[int]:
            async with self.world.stage.app.database.reading(self.mall_id) as db:
                return [row[0] for row in await db.all(_EVENTS)]

        return self.world.stage.run(read)


def in_test_mall(kim: Developer, *scopes: str) -> InMall:
    """Return a new app of a developer in a new test mall with a small catalogue."""
    app = kim.app(*scopes)
    mall = kim.mall(app, "catalogue")
    return InMall(kim, app, mall.mall_id, mall.token)


def in_merchants_mall(kim: Developer, world: World, app: Registered, *scopes: str) -> InMall:
    """Install a developer's app in the mall of the world, which is a merchant's."""

    async def install() -> str:
        async with world.stage.app.database.writing(world.mall_id) as db:
            await registered_apps.install(db, world.stage.clock, app.client_id, list(scopes))
            grant = tokens.Grant(app.client_id, "owner", "P", 1, list(scopes), app.client_id)
            return (await tokens.issue(db, world.stage.clock, grant)).access_token

    return InMall(kim, app, world.mall_id, world.stage.run(install))
