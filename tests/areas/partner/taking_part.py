"""Lets a mall of a test take part in the programme, and asks what partners read."""

from typing import Any

import httpx

from openmall.areas.partner import taking_part
from openmall.contract.call import Mall
from openmall.contract.scopes import READ_PARTNER_PRODUCT, READ_PARTNER_SHOP
from openmall.oauth.directory import Directory
from openmall.partner.shape import Figures, Terms
from tests.world import World

SCOPES = [READ_PARTNER_SHOP, READ_PARTNER_PRODUCT]
COLLECTION = "https://collection.openmall.localhost"


async def mall_of(world: World) -> Mall:
    app = world.stage.app
    mall = await Directory(app.database, app.clock, lambda: 0).mall(world.mall_id)
    assert mall is not None
    return mall


def enrol(world: World, shop_no: int = 1, **terms: Any) -> None:
    """Let a shop of the world's mall take part, as the command line does."""
    app = world.stage.app

    async def work() -> None:
        mall = await mall_of(world)
        async with app.database.writing(world.mall_id) as db:
            await taking_part.enrol(db, app.clock, mall, shop_no=shop_no, terms=Terms(**terms))

    world.stage.run(work)
    rebuild(world)


def leave(world: World, shop_no: int = 1) -> None:
    world.in_transaction(lambda db: taking_part.leave(db, shop_no))
    world.stage.app.counters.bump()


def rebuild(world: World) -> int:
    app = world.stage.app
    app.counters.bump()

    async def work() -> int:
        mall = await mall_of(world)
        return await taking_part.rebuild(app.database, app.clock, mall, lambda count: None)

    return world.stage.run(work)


def map_category(world: World, number: int, *codes: str) -> None:
    app = world.stage.app
    place = (*codes, "", "", "")[:3]

    async def work() -> None:
        mall = await mall_of(world)
        async with app.database.writing(world.mall_id) as db:
            await taking_part.map_category(
                db, app.clock, mall, number, (place[0], place[1], place[2])
            )

    world.stage.run(work)
    rebuild(world)


def know(world: World, product_no: int, shop_no: int = 1, **figures: Any) -> None:
    app = world.stage.app

    async def work() -> None:
        mall = await mall_of(world)
        async with app.database.writing(world.mall_id) as db:
            await taking_part.know(
                db,
                app.clock,
                mall,
                product_no=product_no,
                shop_no=shop_no,
                known=Figures(**figures),
            )

    world.stage.run(work)


def ask(world: World, path: str, **query: Any) -> httpx.Response:
    """Call the partner-collection API as the world's full app."""
    credentials = world.full.credentials
    answer: httpx.Response = world.stage.client.request(
        "GET",
        f"{COLLECTION}/api/{path}",
        params=query,
        auth=(credentials.client_id, credentials.client_secret),
    )
    return answer


def read(world: World, path: str, **query: Any) -> Any:
    """Return what a call that must succeed answers under its key, of the world's own mall."""
    answer = ask(world, path, **{"store_id": world.mall_id, **query})
    assert answer.status_code == 200, answer.text
    [found] = answer.json().values()
    return found
