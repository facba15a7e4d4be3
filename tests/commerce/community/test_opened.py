"""How often articles are opened in the storefront: counted in passing, written a little later."""

from msgspec.structs import replace

from openmall.commerce.community.article_service import rules as article_rules
from openmall.contract.tally import Tally
from openmall.database.session import Session
from tests.commerce.community.board_setup import write
from tests.commerce.community.inquiry_setup import call_of
from tests.every_operation.operation_calls import rows
from tests.world import World


def test_opening_an_article_is_counted_once_it_is_written(world: World) -> None:
    article = write(world)

    before = rows(world)
    tally = Tally()

    async def look(db: Session) -> None:
        call = replace(call_of(world, db), tally=tally)
        article_rules.opened(call, article["article_no"])
        article_rules.opened(call, article["article_no"])

    async def write_down(db: Session) -> None:
        for (mall_id, keep), counted in tally.take().items():
            assert mall_id == world.mall_id
            await keep(db, counted)

    world.in_transaction(look)
    assert rows(world) == before
    world.in_transaction(write_down)

    assert world.get("boards/5/articles")["articles"][0]["hit"] == 2
