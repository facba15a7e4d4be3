"""What a supplier's own people write says whose it is."""

from openmall.access.oauth import tokens
from tests.commerce.community.board_setup import FREE, draft, titles, write
from tests.world import EVERY_SCOPE, Installed, World


def of_supplier(world: World, user_id: str) -> Installed:
    """Return the full app with a token that a supplier's user gave it."""
    credentials = world.full.credentials
    client_id = credentials.client_id

    async def issue() -> tokens.TokenAnswer:
        async with world.stage.app.database.writing(world.mall_id) as db:
            grant = tokens.Grant(client_id, user_id, "S", 1, EVERY_SCOPE, client_id)
            return await tokens.issue(db, world.stage.clock, grant)

    return Installed(credentials, world.stage.run(issue))


def test_an_article_of_a_supplier_is_found_by_the_supplier(world: World) -> None:
    write(world, title="of the shop")
    theirs = of_supplier(world, "supplier1")

    body = {"requests": [draft(title="of a supplier")]}
    answer = world.call("POST", f"boards/{FREE}/articles", app=theirs, json=body)

    assert answer.status_code == 201
    assert titles(world, supplier_id="supplier1") == ["of a supplier"]
    listed = world.get(f"boards/{FREE}/articles")["articles"]
    assert [each["supplier_id"] for each in listed] == ["supplier1", ""]
