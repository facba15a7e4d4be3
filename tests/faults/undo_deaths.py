"""`python -m tests.faults.undo_deaths`: a server is killed while apps and people change a shop.

The callers are those of `tests/commerce/undo/interleavings.py`, at a real server: apps over HTTPS,
people by the forms of the back office. Its worker is killed (SIGKILL) at random moments and at
statements and commits. When the callers have ended, the store is compared with the model.
"""

import argparse
import asyncio
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
import msgspec

from openmall.configuration import Configuration
from tests import postgres
from tests.access.oauth.authorization_requests import hidden
from tests.commerce.undo.callers import Callers
from tests.commerce.undo.checked_shop import CheckedShop
from tests.commerce.undo.interleavings import EXPECTED
from tests.commerce.undo.known_calls import LOST, Answer, Known
from tests.faults.killed_server import KilledServer, random_moment
from tests.pages.backoffice.page_forms import forms
from tests.stores import STORES
from tests.world import PASSWORD, Installed, Stage, open_stage

CALLERS: Final = 4
STEPS: Final = 12
_MOVED: Final = "A fresh one waits"
_FRESH: Final = re.compile(r'href="/[\w-]+/approvals/(\d+)">Open the fresh proposal')
_RETRY_SECONDS: Final = 0.05


class OverHttps:
    """Calls a server that is killed again and again."""

    def __init__(self, server: KilledServer, shop: CheckedShop, known: Known) -> None:
        self._known = known
        self._client = server.client(shop.world.mall_id)
        self._office = f"/{shop.world.mall_id}"
        self._browsers = {each: server.client("admin") for each in shop.people}

    async def sign_in(self) -> None:
        """Let people sign in to the back office, while nobody is killed."""
        for person, browser in self._browsers.items():
            sign_in = f"{self._office}/sign-in"
            page = await browser.get(sign_in)
            form = {**hidden(page), "user_id": person, "password": PASSWORD}
            answer = await browser.post(sign_in, data=form)
            assert answer.status_code == 303, answer.text

    async def close(self) -> None:
        """Close every connection."""
        for each in (self._client, *self._browsers.values()):
            await each.aclose()

    async def send(
        self,
        app: Installed,
        method: str,
        path: str,
        body: Any = None,
        *,
        headers: dict[str, str] | None = None,
        random: Random | None = None,
    ) -> Answer:
        """See `callers.Transport`."""
        answer = await self._request(
            self._client,
            method,
            f"/api/v2/admin/{path}",
            repeats=random is None,
            headers={**app.headers, **(headers or {})},
            **({} if body is None else {"json": body}),
        )
        if answer is None:
            return Answer(LOST)
        content = msgspec.json.decode(answer.content)
        if answer.status_code not in EXPECTED:
            self._known.wrong.append(f"{method} {path}: {answer.status_code} {content}")
        return Answer(
            answer.status_code,
            content,
            answer.headers.get("Link", ""),
            answer.headers.get("X-Platform-Plan-Token", ""),
        )

    async def decide(
        self, person: str, plan_no: int, decision: dict[str, Any], random: Random | None = None
    ) -> Answer:
        """See `callers.Transport`."""
        typed = {"deed": decision["decision"], "comment": decision.get("comment", "")}
        [plan, *_] = [each for each in self._known.plans if each.number == plan_no]
        everything = list(range(1, len(plan.objects) + 1))
        return await self._press(person, plan_no, typed, decision.get("objects", everything))

    async def comment(
        self, person: str, plan_no: int, content: str, random: Random | None = None
    ) -> Answer:
        """See `callers.Transport`."""
        return await self._press(person, plan_no, {"deed": "comment", "comment": content}, [])

    async def _press(
        self, person: str, plan_no: int, typed: dict[str, str], objects: list[int]
    ) -> Answer:
        """Send the form of a proposal; `objects`: what is ticked of several."""
        browser, path = self._browsers[person], f"{self._office}/approvals/{plan_no}"
        page = await self._request(browser, "GET", path, repeats=True)
        assert page is not None
        if page.status_code != 200:
            return Answer(page.status_code)
        [form] = [each for each in forms(page.text) if each.action == path]
        sent = {
            **{name: value for name, value in form.values.items() if name != "object"},
            **typed,
            "object": [str(each) for each in objects],
        }
        answer = await self._request(browser, "POST", path, repeats=False, data=sent)
        if answer is None:
            return Answer(LOST)
        if answer.status_code == 303:
            return Answer(200)
        if answer.status_code not in EXPECTED:
            self._known.wrong.append(f"{person}: {path}: {answer.status_code} {answer.text[:400]}")
        fresh = _FRESH.search(answer.text) if _MOVED in answer.text else None
        plan = {"plan_no": int(fresh[1])} if fresh else None
        return Answer(answer.status_code, {"error": {"more_info": {"plan": plan}}})

    async def _request(
        self, client: httpx.AsyncClient, method: str, path: str, *, repeats: bool, **rest: Any
    ) -> httpx.Response | None:
        """Return the response; None: the server died meanwhile, and may have done it.

        `repeats`: such a call is sent again. One that reached nobody always is.
        """
        while True:
            try:
                answer = await client.request(method, path, **rest)
            except (httpx.ConnectError, httpx.ConnectTimeout):
                await asyncio.sleep(_RETRY_SECONDS)
            except httpx.TransportError:
                self._known.breaks += 1
                if not repeats:
                    return None
            else:
                if answer.status_code != LOST or not repeats:
                    return answer
                await asyncio.sleep(_RETRY_SECONDS)


class Deaths:
    """Kills a server again and again, and compares its shops with the model."""

    def __init__(self, stage: Stage, server: KilledServer, seed: int) -> None:
        self._stage, self._server = stage, server
        self._seed = seed
        self.deaths = Counter[str]()
        self.tally = Counter[str]()
        self.wrong: list[str] = []

    def run(self, deaths: int, progress: Callable[["Deaths"], None] = lambda _: None) -> None:
        """Let callers call in one shop after the other until so many processes have died."""
        self._server.start()
        while self.deaths.total() < deaths:
            self._seed += 1
            found = self._one(Random(self._seed))
            self.wrong += [f"shop {self.tally['shops']}: {each}" for each in found]
            progress(self)

    def _one(self, random: Random) -> list[str]:
        # tokens are of now, for the server has the machine's clock
        self._stage.clock.at = time.time()
        shop, known = CheckedShop(self._stage, sign_in=True), Known()
        transport = OverHttps(self._server, shop, known)
        callers = Callers(shop, transport, known, CALLERS, steps=STEPS)
        self._stage.run(self._call, transport, callers, random)
        plans = [*self._stage.run(shop.stored_plans).values()]
        self.tally.update(
            {
                "shops": 1,
                "calls that were cut": known.breaks,
                "writes": sum(each < 300 for each in known.heard.values()),
                "plans": len(known.plans),
                "applied": sum(each.state == "applied" for each in plans),
                "approved": sum(each.state == "applied" and each.reason != "" for each in plans),
                "undo calls": sum(len(each) for each in known.attempts.values()),
            }
        )
        return shop.wrong(known)

    async def _call(self, transport: OverHttps, callers: Callers, random: Random) -> None:
        await transport.sign_in()
        killing = asyncio.create_task(self._kill(Random(random.random())))
        calling = asyncio.create_task(callers.run(random))
        await asyncio.wait((killing, calling), return_when=asyncio.FIRST_COMPLETED)
        if killing.done():
            calling.cancel()
            killing.result()
        self._stops = True
        await calling
        await killing
        await callers.complete()
        await transport.close()

    async def _kill(self, random: Random) -> None:
        """Kill the server in one way after the other until the callers have ended."""
        self._stops = False
        while not self._stops:
            # on an idle machine the calls of a shop take a quarter of a second
            await asyncio.sleep(random.uniform(0.02, 0.5))
            if self._stops:
                return
            if random.random() < 0.4:
                await self._server.kill()
                self.deaths["at random"] += 1
            else:
                moment = random_moment(random)
                died = await self._server.kill_at(moment)
                self.deaths[f"at a {moment.what}" if died else "at random"] += 1


def run(
    deaths: int,
    *,
    store: str,
    seed: int = 0,
    progress: Callable[[Deaths], None] = lambda _: None,
) -> Deaths:
    """Kill a server on a store so often; return what happened."""
    database = postgres.server().new_database() if store == "postgresql" else ""
    with (
        tempfile.TemporaryDirectory(prefix="undo-") as folder,
        open_stage(Path(folder), database=database) as stage,
    ):
        stage.app.undo.days = 1
        server = KilledServer(
            Configuration(
                data_dir=Path(folder), database=database, limits="count", undo_days=1, workers=1
            )
        )
        killed = Deaths(stage, server, seed)
        try:
            killed.run(deaths, progress)
        finally:
            with suppress(ProcessLookupError):
                server.end()
    return killed


def main() -> None:
    """Parse the command line, run, print; exit with 1 where something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.undo_deaths")
    parser.add_argument("--deaths", type=int, default=100)
    parser.add_argument("--store", choices=STORES, default="sqlite")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()

    def progress(killed: Deaths) -> None:
        print(_text(given.store, killed), *killed.wrong, sep="\n  ", file=sys.stderr, flush=True)

    killed = run(given.deaths, store=given.store, seed=given.seed, progress=progress)
    print(_text(given.store, killed))
    sys.exit(1 if killed.wrong else 0)


def _text(store: str, killed: Deaths) -> str:
    found = {"wrong": len(killed.wrong), "deaths": dict(killed.deaths), **killed.tally}
    return f"{store}: {msgspec.json.encode(found).decode()}"


if __name__ == "__main__":
    main()
