"""Lets a mall of a test take part in the programme, and asks what partners read."""

from typing import Any

from openmall.access.oauth.directory import Directory
from openmall.commerce.partner import participation
from openmall.commerce.partner_projection.shape import Figures, Terms
from openmall.contract.call import Mall
from openmall.contract.moments import Clocks
from openmall.contract.scopes import READ_PARTNER_PRODUCT, READ_PARTNER_SHOP
from tests.commerce.promotion.coupon_setup import NEWEST
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
            await participation.enrol(db, app.clock, mall, shop_no=shop_no, terms=Terms(**terms))

    world.stage.run(work)
    rebuild(world)


def leave(world: World, shop_no: int = 1) -> None:
    world.in_transaction(lambda db: participation.leave(db, shop_no))
    world.stage.app.counters.advance_cache_epoch()


def rebuild(world: World) -> int:
    app = world.stage.app
    app.counters.advance_cache_epoch()

    async def work() -> int:
        mall = await mall_of(world)
        return await participation.rebuild(app.database, app.clock, mall, lambda count: None)

    return world.stage.run(work)


def map_category(world: World, number: int, *codes: str) -> None:
    app = world.stage.app
    place = (*codes, "", "", "")[:3]

    async def work() -> None:
        mall = await mall_of(world)
        async with app.database.writing(world.mall_id) as db:
            await participation.map_category(
                db, app.clock, mall, number, (place[0], place[1], place[2])
            )

    world.stage.run(work)
    rebuild(world)


def know(world: World, product_no: int, shop_no: int = 1, **figures: Any) -> None:
    app = world.stage.app

    async def work() -> None:
        mall = await mall_of(world)
        async with app.database.writing(world.mall_id) as db:
            await participation.set_figures(
                db,
                app.clock,
                mall,
                product_no=product_no,
                shop_no=shop_no,
                known=Figures(**figures),
            )

    world.stage.run(work)


def period_sale(world: World, product_no: int, off: str, **said: Any) -> None:
    """Let a product cost less from now on until the end of the year."""
    request = {
        "use_benefit": "T",
        "benefit_name": "Sale",
        "benefit_division": "D",
        "benefit_type": "DP",
        "use_benefit_period": "T",
        "benefit_start_date": "2026-11-01T00:00:00+09:00",
        "benefit_end_date": "2026-12-31T23:59:59+09:00",
        "platform_types": ["P", "M"],
        "product_binding_type": "P",
        "period_sale": {"product_list": [product_no], "discount_value": off},
        **said,
    }
    answer = world.call("POST", "benefits", json={"request": request}, headers=NEWEST)
    assert answer.status_code == 201, answer.text


def refresh_prices(world: World) -> int:
    """Let the periodic task compute the prices of the mall's products; return how many changed."""
    app = world.stage.app

    async def work() -> int:
        mall = await mall_of(world)

        async def find(mall_id: str) -> Mall | None:
            return mall if mall_id == mall.mall_id else None

        return await participation.refresh_due(app.database, Clocks(app.clock), find)

    return world.stage.run(work)


def ask(world: World, path: str, **query: Any) -> Any:
    """Call the partner-collection API as the world's full app."""
    credentials = world.full.credentials
    return world.stage.client.request(
        "GET",
        f"{COLLECTION}/api/{path}",
        params=query,
        auth=(credentials.client_id, credentials.client_secret),
    )


def read(world: World, path: str, **query: Any) -> Any:
    """Return what a call that must succeed answers under its key, of the world's own mall."""
    answer = ask(world, path, **{"store_id": world.mall_id, **query})
    assert answer.status_code == 200, answer.text
    [found] = answer.json().values()
    return found


def names(world: World, **query: Any) -> list[str]:
    """Return the names of the products that partners read of the world's mall."""
    return [each["product_name"] for each in read(world, "products", **query)]


def five(world: World) -> None:
    """Let the mall take part, with five products that differ, made a day apart."""
    enrol(world, score=95)
    for at in range(1, 6):
        made = world.product(
            product_name=f"Linen apron {at}" if at % 2 else f"Wool hat {at}",
            price=f"{at}000",
            product_condition="U" if at == 5 else "N",
            shipping_scope="C" if at == 4 else "A",
            country_hscode={"JPN": "1"} if at == 4 else {},
            additional_information=[{"key": "size", "name": "Size", "value": f"S{at}"}],
            shipping_fee_by_product="T" if at == 3 else "F",
            shipping_fee_type="T",
        )
        know(
            world,
            made["product_no"],
            brand_name="Linen & Co" if at == 1 else "",
            is_coupon_discount=at == 2,
            is_free_gift=at == 3,
            review_count=at,
            review_score=at,
            hits_count=10 - at,
            popularity_score=at * at,
            product_popular_age="forties" if at == 4 else "etc",
        )
        if at == 2:
            period_sale(world, made["product_no"], "1900.00", platform_types=["M"])
        world.stage.clock.pass_(86_400)
        world.full = world.install(restricted=True)  # tokens live two hours
    refresh_prices(world)
