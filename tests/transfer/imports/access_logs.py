"""Access logs, and what becomes of them."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from openmall.analytics.reports.registry import REPORTS
from openmall.database.seal import configured_seal
from openmall.transfer.imports.access_log import AccessLog, Summary
from openmall.transfer.imports.reading import Source
from openmall.transfer.imports.visits import LogOptions
from tests.analytics.reports.test_wire import ask
from tests.world import World

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0"
PHONE = "Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 Mobile Safari/537.36"
BOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
HOST = "shop.example.com"
APRIL = {"start_date": "2026-04-01", "end_date": "2026-05-31", "limit": 1000}


def line(
    time: str, path: str = "/", *, ip: str = "198.18.0.1", agent: str = FIREFOX, came: str = "-",
    status: int = 200, method: str = "GET", day: str = "10/Apr/2026", ) -> str:  # fmt: skip
    """Return a line of a log; `time` as 09:00:00, at +09:00."""
    request = f"{method} {path} HTTP/1.1"
    return f'{ip} - - [{day}:{time} +0900] "{request}" {status} 512 "{came}" "{agent}"'


def log(folder: Path, lines: Iterable[str], name: str = "access.log") -> Path:
    """Write lines as a log."""
    file = folder / name
    file.write_text("".join(f"{each}\n" for each in lines), encoding="utf-8")
    return file


def opened(world: World, file: Path, *, engine: Any = None, shop_no: int = 1) -> AccessLog:
    """Return an import of a log into the world's mall."""
    app = world.stage.app
    return AccessLog(
        Source(file, format_="csv"),
        world.mall_id,
        shop_no,
        database=app.database,
        engine=engine or world.stage.engine,
        clock=world.stage.clock,
        seal=configured_seal(app.configuration),
    )


def bring_in(
    world: World, file: Path, *, host: str = HOST, days_later: int = 0, leave_out: str = "",
    engine: Any = None, shop_no: int = 1, **more: Any,
) -> Summary:  # fmt: skip
    """Import a log."""
    made = opened(world, file, engine=engine, shop_no=shop_no)
    asked = LogOptions(host=host, days_later=days_later, leave_out=leave_out)

    async def run() -> Summary:
        return await made.bring_in(asked, **more)

    return world.stage.run(run)


def take_back(world: World, file: Path, *, engine: Any = None) -> Summary:
    """Take a log back."""
    return world.stage.run(opened(world, file, engine=engine).take_back)


def report(world: World, path: str, **params: Any) -> list[dict[str, Any]]:
    """Return the rows of a report of April and May."""
    answer = ask(world, path, **{**APRIL, **params})
    assert answer.status_code == 200, answer.text
    rows: list[dict[str, Any]] = answer.json()[REPORTS[path].key]
    return rows
