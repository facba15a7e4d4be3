"""A mall with many shops and themes costs what one with one costs."""

from typing import Any

from openmall.commerce.design.themes import publication_store
from openmall.commerce.design.themes import store as theme_store
from openmall.commerce.design.themes.publication_store import StoredThemeRow
from openmall.commerce.design.themes.store import StoredPage
from openmall.pages.sampleshop.themes.theme_directory import ThemeDirectory
from tests.world import World

THEMES = 99
SHOPS = 200


class Counted:
    """A database that counts the statements and rows that are read."""

    def __init__(self, world: World) -> None:
        self._database = world.stage.app.database
        self.statements = self.rows = 0

    def reading(self, mall_id: str) -> Any:
        counted, context = self, self._database.reading(mall_id)

        class Reading:
            async def __aenter__(self) -> Any:
                db = await context.__aenter__()
                return _Session(db, counted)

            async def __aexit__(self, *error: Any) -> Any:
                return await context.__aexit__(*error)

        return Reading()


class _Session:
    def __init__(self, db: Any, counted: Counted) -> None:
        self._db, self._counted = db, counted

    async def all(self, statement: Any, **values: Any) -> Any:
        rows = await self._db.all(statement, **values)
        self._counted.statements += 1
        self._counted.rows += len(rows)
        return rows

    async def one(self, statement: Any, **values: Any) -> Any:
        row = await self._db.one(statement, **values)
        self._counted.statements += 1
        self._counted.rows += row is not None
        return row


async def _fill(world: World, themes: int, shops: int) -> None:
    async with world.stage.app.database.writing(world.mall_id) as db:
        for skin_no in range(1, themes + 2):
            row = StoredThemeRow(skin_no, f"Theme {skin_no}", "pc", "ko_KR", None, 0, None)
            await publication_store.add_theme(db, row)
            page = StoredPage("/index.html", f"<p>{skin_no}</p>", "", version=1)
            await theme_store.add(db, skin_no, page, now=0)
        for shop_no in range(1, shops + 1):
            await publication_store.publish(
                db, shop_no, "pc", 1 + shop_no % (themes + 1), before=1, now=0
            )


def _cost(world: World) -> tuple[int, int, int, int]:
    """Return statements and rows of a first look at a shop's theme, and of the one after it."""

    async def look() -> tuple[int, int, int, int]:
        counted: Any = Counted(world)
        clock = world.stage.clock
        directory = ThemeDirectory(counted, clock, lambda: 0)
        design = await directory.design(world.mall_id, 1)
        assert design is not None
        first = counted.statements, counted.rows
        clock.pass_(6)
        again = await directory.design(world.mall_id, 1)
        assert again is not None
        assert again.theme("pc") is design.theme("pc")
        return *first, counted.statements - first[0], counted.rows - first[1]

    return world.stage.run(look)


def test_a_mall_with_many_themes_and_shops_reads_as_many_rows_as_one_with_two(
    world: World,
) -> None:
    other = world.stage.new_world()
    world.stage.run(_fill, world, 1, 2)
    other.stage.run(_fill, other, THEMES, SHOPS)

    few, many = _cost(world), _cost(other)

    assert few == many
    # which themes, pages, texts and icons; then only which themes and icons
    assert (few[0], few[2]) == (4, 2)
