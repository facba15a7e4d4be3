"""Category trees: made once, found again, at most four levels deep."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from openmall.cli.imports.import_products import import_
from openmall.commerce.category.categories import bulk as category_bulk
from openmall.commerce.category.categories.bulk import folded
from openmall.contract.call import Mall
from openmall.database.session import Session
from tests.transfer.imports.import_commands import where
from tests.world import World


def ensure(world: World, *paths: tuple[str, ...]) -> dict[tuple[str, ...], int]:
    async def work(db: Session) -> dict[tuple[str, ...], int]:
        mall = await world.stage.app.directory.mall(world.mall_id)
        assert isinstance(mall, Mall)
        return await category_bulk.ensure(db, mall, world.stage.clock, set(paths))

    return world.in_transaction(work)


def categories(world: World, **params: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = world.get("categories", limit=100, **params)["categories"]
    return found


def test_a_category_is_as_the_api_would_have_made_it(world: World) -> None:
    top = world.post("categories", category_name="Kitchen")["category"]["category_no"]
    theirs = world.post("categories", category_name="Cups", parent_category_no=top)["category"]

    numbers = ensure(world, ("Kitchen", "Plates"))

    for shop_no in (1, 2):
        [ours] = categories(world, shop_no=shop_no, category_no=numbers["Kitchen", "Plates"])
        assert ours == {
            **theirs,
            "shop_no": shop_no,
            "category_no": 4,
            "category_name": "Plates",
            "display_order": 4,
            "full_category_no": {**theirs["full_category_no"], "2": 4},
            "full_category_name": {**theirs["full_category_name"], "2": "Plates"},
        }


def test_paths_are_found_again_in_any_language(world: World) -> None:
    made = ensure(world, ("주방", "컵"), ("주방",))
    for name, number in (("Kitchen", made["주방",]), ("Cups", made["주방", "컵"])):
        world.put(f"categories/{number}", 2, category_name=name)

    again = ensure(world, ("Kitchen", "Cups"), ("주방", "컵"), ("컵",))

    assert again["Kitchen", "Cups"] == again["주방", "컵"] == made["주방", "컵"]
    assert again["컵",] not in made.values()
    assert len(categories(world)) == 3


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ((" a ", "b"), ("a", "b")),
        (("a", "b", "c", "d"), ("a", "b", "c", "d")),
        (("a", "b", "c", "d", "e", "f"), ("a", "b", "c", "d > e > f")),
        (("a", "b", "c", "d" * 30, "e" * 30), ("a", "b", "c", "d" * 30 + " > " + "e" * 16 + "…")),
    ],
)
def test_deeper_names_are_joined_into_the_fourth(
    path: category_bulk.Path, kept: category_bulk.Path
) -> None:
    assert folded(path) == kept


@pytest.mark.parametrize("path", [(), ("",), ("a", " "), ("x" * 51,)])
def test_a_path_without_proper_names_is_refused(path: category_bulk.Path) -> None:
    with pytest.raises(ValueError, match="A category n"):
        folded(path)


def test_a_file_of_categories_is_imported(world: World, tmp_path: Path) -> None:
    tree = [
        {"path": [{"name": "Audio"}, {"name": "Speakers"}]},
        {"path": ["Audio"]},
        {"path": [{"name": None}]},
        {"name": "no path"},
    ]
    file = tmp_path / "tree.json"
    file.write_bytes(msgspec.json.encode(tree))
    arguments = ["categories", str(file), *where(world), "--json"]

    result = CliRunner().invoke(import_, arguments, standalone_mode=False)

    assert result.return_value == 1
    summary = msgspec.json.decode(result.stdout)
    assert (summary["paths"], summary["failed"]) == (2, 2)
    assert [each["category_name"] for each in categories(world)] == ["Audio", "Speakers"]


def test_categories_are_read_once_for_all_batches_of_an_import(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[set[str] | None] = []
    known = category_bulk._known

    async def counted(db: Session, names: set[str] | None) -> dict[tuple[str, ...], list[int]]:
        read.append(names)
        return await known(db, names)

    monkeypatch.setattr(category_bulk, "_known", counted)
    remembered = category_bulk.Remembered()

    def batch(*paths: tuple[str, ...]) -> tuple[dict[tuple[str, ...], int], int]:
        async def work(db: Session) -> dict[tuple[str, ...], int]:
            mall = await world.stage.app.directory.mall(world.mall_id)
            assert isinstance(mall, Mall)
            return await category_bulk.ensure(
                db, mall, world.stage.clock, paths, remembered=remembered
            )

        return world.in_transaction(work), remembered.added

    first = batch(("Kitchen",), ("Kitchen", "Cups"))
    second = batch(("Kitchen", "Plates"), ("Garden",))
    again = batch(("Kitchen", "Cups"))
    alone = len(read)
    theirs = world.post("categories", category_name="Attic")["category"]["category_no"]
    found = batch(("Attic",))
    world.call("DELETE", f"categories/{theirs}")
    anew = batch(("Attic", "Lamps"))

    assert [added for _, added in (first, second, again, found, anew)] == [2, 2, 0, 0, 2]
    assert again[0]["Kitchen", "Cups"] == first[0]["Kitchen", "Cups"]
    assert found[0] == {("Attic",): theirs}
    assert (alone, len(read)) == (1, 3), "again after others have changed the tree"
    names = {each["category_no"]: each["full_category_name"] for each in categories(world)}
    assert names[anew[0]["Attic", "Lamps"]]["1"] == "Attic"
    assert theirs not in names
