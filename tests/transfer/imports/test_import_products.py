"""Products from a file: which column means what, what is at fault, and what happens again."""

import gzip
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.transfer.imports.import_commands import called, csv_file, fill, many, tally
from tests.world import World

HEAD = "custom_product_code,product_name,supply_price,price"


def products(world: World, **params: Any) -> list[dict[str, Any]]:
    found = world.get("products", limit=100, **params)["products"]
    return sorted(found, key=lambda each: int(each["product_no"]))


def faults(summary: dict[str, Any]) -> list[tuple[int, str]]:
    return [(each["line"], each["field"]) for each in summary["first_errors"]]


def test_products_are_created_updated_and_left_alone(world: World, tmp_path: Path) -> None:
    first = csv_file(tmp_path, HEAD, "A,Apron,1,11000", "B,Bowl,1,2000")
    second = csv_file(tmp_path, HEAD, "A,Apron,1,12000", "B,Bowl,1,2000", "C,Cup,1,3", name="2.csv")

    summaries = [fill(world, first), fill(world, first), fill(world, second)]

    assert [tally(each) for each in summaries] == [(2, 0, 0, 0), (0, 0, 2, 0), (1, 1, 1, 0)]
    assert [(each["product_no"], each["price"]) for each in products(world)] == [
        (1, "12000.00"),
        (2, "2000.00"),
        (3, "3.00"),
    ]


def test_an_empty_cell_leaves_a_field_as_it_is(world: World, tmp_path: Path) -> None:
    fill(world, csv_file(tmp_path, HEAD + ",model_name", "A,Apron,1,11000,M1"))

    summary = fill(world, csv_file(tmp_path, HEAD + ",model_name", "A,,,11500,", name="2.csv"))

    assert tally(summary) == (0, 1, 0, 0)
    [product] = products(world)
    assert (product["product_name"], product["model_name"]) == ("Apron", "M1")


def test_rows_beside_each_other_are_variants_of_one_product(world: World, tmp_path: Path) -> None:
    file = csv_file(
        tmp_path,
        HEAD + ",option1_name,option1_value,option2_name,option2_value,stock,custom_variant_code",
        "A,Apron,1,,,,,,,",
        "A,,,100,Colour,Sand,Size,S,4,A-SS",
        "A,,,120,Colour,Ink,Size,L,,A-IL",
        "B,Bowl,1,5,,,,,9,B-1",
    )

    summary = fill(world, file)

    assert tally(summary) == (2, 0, 0, 0)
    assert world.get("products/1")["product"]["price"] == "100.00"
    rows = world.get("products/1/variants")["variants"]
    shown = [
        (
            *(choice["value"] for choice in row["options"]),
            row["quantity"],
            row["use_inventory"],
            row["additional_amount"],
            row["display"],
        )
        for row in rows
    ]
    assert shown == [
        ("Sand", "S", 4, "T", "0.00", "T"),
        ("Sand", "L", 0, "F", "0.00", "F"),
        ("Ink", "S", 0, "F", "0.00", "F"),
        ("Ink", "L", 0, "F", "20.00", "T"),
    ]
    assert rows[0]["custom_variant_code"] == "A-SS"
    assert world.get("products/2/variants")["variants"][0]["quantity"] == 9
    assert tally(fill(world, file)) == (0, 0, 2, 0)


def test_categories_are_made_along_their_path(world: World, tmp_path: Path) -> None:
    file = csv_file(
        tmp_path,
        HEAD + ",category,recommend",
        "A,Apron,1,1,Kitchen > Textile,T",
        "B,Bowl,1,1,Kitchen->Tableware | Gifts,",
        "C,Cup,1,1,Kitchen -> Tableware -> Cups -> Small -> With a handle,",
    )

    fill(world, file)

    made = world.get("categories", limit=100)["categories"]
    paths = {
        each["category_no"]: tuple(name for name in each["full_category_name"].values() if name)
        for each in made
    }
    assert sorted(paths.values()) == [
        ("Gifts",),
        ("Kitchen",),
        ("Kitchen", "Tableware"),
        ("Kitchen", "Tableware", "Cups"),
        ("Kitchen", "Tableware", "Cups", "Small > With a handle"),
        ("Kitchen", "Textile"),
    ]
    places = [
        [(paths[p["category_no"]][-1], p["recommend"]) for p in each["category"]]
        for number in (1, 2)
        for each in [world.get(f"products/{number}")["product"]]
    ]
    assert places[0] == [("Textile", "T")]
    assert sorted(places[1]) == [("Gifts", "F"), ("Tableware", "F")]
    assert tally(fill(world, file)) == (0, 0, 3, 0)
    assert len(world.get("categories", limit=100)["categories"]) == 6


def test_columns_are_mapped_joined_left_out_and_filled_up(world: World, tmp_path: Path) -> None:
    file = csv_file(
        tmp_path, "sku;title;kind;price;note;site", "1;Apron;linen;5;x;kr", "2;Bowl;;6;x;en"
    )
    options = (
        "--map", "sku=custom_product_code", "--map", "title+kind=product_name",
        "--map", "price=", "--set", "supply_price=7", "--only", "site=kr",
    )  # fmt: skip

    summary = fill(world, file, *options)

    assert tally(summary) == (1, 0, 0, 0)
    assert summary["unused_columns"] == ["note"]
    [product] = products(world)
    assert (product["custom_product_code"], product["product_name"]) == ("1", "Apron linen")
    assert (product["supply_price"], product["price"]) == ("7.00", "7.00")


def test_each_language_is_a_file_of_its_own(world: World, tmp_path: Path) -> None:
    fill(world, csv_file(tmp_path, HEAD + ",display", "A,앞치마,1,100,T", "B,湯のみ,1,5,T"))

    file = csv_file(
        tmp_path, "custom_product_code,product_name,display", "A,Apron,T", name="en.csv"
    )
    summary = fill(world, file, "--shop-no", "2")

    assert tally(summary) == (0, 1, 0, 0)
    assert [each["product_name"] for each in products(world)] == ["앞치마", "湯のみ"]
    english = [(each["product_name"], each["display"]) for each in products(world, shop_no=2)]
    assert english == [("Apron", "T"), ("湯のみ", "F")]


def test_rows_at_fault_are_named_and_the_rest_is_imported(world: World, tmp_path: Path) -> None:
    file = csv_file(
        tmp_path,
        HEAD + ",display,option1_name,option1_value,category_no",
        "A,Apron,1,ten,,,,",
        ",Nameless,1,1,,,,",
        "C,Cup,1,1,yes,,,",
        "D,Dish,1,2147483648,,,,",
        "E,Ewer,1,1,,Size,S,",
        "E,Ewer,1,1,,Size,S,",
        "F,Fork,1,1,,,,99",
        f"G,{'x' * 251},1,1,,,,",
        "H,Hat,1,1,,,,",
        "H,Hat,1,1,,,,",
        "I,Ink,,1,,,,",
        "J,Jar",
        "K,Knife,1,1,,,,",
        "A,Again,1,1,,,,",
    )
    errors = tmp_path / "errors.jsonl"

    summary = fill(world, file, "--errors", str(errors))

    assert tally(summary) == (1, 0, 0, 11)
    written = [msgspec.json.decode(line) for line in errors.read_bytes().splitlines()]
    assert written == summary["first_errors"]
    by_line = {each["line"]: (each["field"], each["reason"]) for each in written}
    assert by_line == {
        2: ("price", "Invalid decimal string."),
        3: ("custom_product_code", "A required parameter is missing."),
        4: ("display", "Invalid enum value 'yes'."),
        5: ("price", "Expected an amount from 0 to 2147483647."),
        7: ("option1_value", "An earlier row has the options S."),
        8: ("category", "There is no such category."),
        9: ("product_name", "Expected string of length 1 to 250."),
        11: (
            "custom_product_code",
            "Line 10 has this code too, and no options tell the rows apart.",
        ),
        12: ("supply_price", "A required parameter is missing."),
        13: ("", "the row has 2 columns, the first line names 8"),
        15: (
            "custom_product_code",
            "Line 2 has this code too; rows of one product stand together.",
        ),
    }
    assert [each["product_name"] for each in products(world)] == ["Knife"]


def test_an_import_stops_when_there_are_too_many_errors(world: World, tmp_path: Path) -> None:
    file = csv_file(tmp_path, HEAD, *(f"C-{n},Cup,1,dear" for n in range(100)), "D,Dish,1,1")

    summary = fill(world, file, "--max-errors", "20", "--batch", "10")

    assert (summary["failed"], summary["stopped"]) == (30, "more than 20 errors")
    assert products(world) == []


def test_a_dry_run_counts_and_changes_nothing(world: World, tmp_path: Path) -> None:
    fill(world, csv_file(tmp_path, HEAD, "A,Apron,1,1", "B,Bowl,1,1", "E,Egg,1,1"))
    file = csv_file(
        tmp_path,
        HEAD + ",category",
        "A,Apron,1,2,",
        "B,Bowl,1,1,",
        "C,Cup,1,1,New",
        "D,Dish,1,x,",
        "E,Egg,1,1,New",
        name="2.csv",
    )

    dry = fill(world, file, "--dry-run")

    assert (tally(dry), dry["dry_run"]) == ((1, 2, 1, 1), True)
    assert len(products(world)) == 3
    assert world.get("categories")["categories"] == []
    assert tally(fill(world, file)) == tally(dry)


def test_json_lines_may_hold_lists_and_numbers(world: World, tmp_path: Path) -> None:
    rows = [
        {
            "custom_product_code": "A",
            "product_name": "앞치마",
            "supply_price": 1,
            "price": "1000.00",
            "product_tag": ["linen", "kitchen"],
            "category": [["Kitchen", "Textile"]],
            "additional_information": [{"key": "care", "name": "Care", "value": "30"}],
            "quantity": 5,
            "image": "/files/apron.png",
            "additional_image": ["https://cdn.example/a.png", {"big": "/files/b.png"}],
        },
        {"custom_product_code": "B", "product_name": True, "supply_price": 1},
    ]
    file = tmp_path / "goods.jsonl.gz"
    file.write_bytes(gzip.compress(b"\n".join(map(msgspec.json.encode, rows))))

    summary = fill(world, file)

    assert tally(summary) == (1, 0, 0, 1)
    assert faults(summary) == [(2, "product_name")]
    product = world.get("products/1", embed="variants")["product"]
    assert (product["price"], product["product_tag"]) == ("1000.00", ["linen", "kitchen"])
    assert product["list_image"].endswith("/files/apron.png")
    assert product["additional_image"] == [
        dict.fromkeys(("big", "medium", "small"), "https://cdn.example/a.png"),
        {"big": f"{world.base_url}/files/b.png", "medium": "", "small": ""},
    ]
    assert product["variants"][0]["quantity"] == 5
    found = products(world, additional_information_key="care", additional_information_value="30")
    assert [each["product_no"] for each in found] == [1]


def test_json_lines_are_held_to_the_same_bounds(world: World, tmp_path: Path) -> None:
    product = {"product_name": "Cup", "supply_price": 1}
    rows: list[dict[str, Any]] = [
        {"custom_product_code": 1, **product},
        {"custom_product_code": 2, **product, "description": "a\x00b"},
        {"custom_product_code": 3, **product, "category": [["a\x00b"]]},
        {"custom_product_code": 4, **product, "option1_name": "x" * 101, "option1_value": "S"},
        {"custom_product_code": 5, **product, "quantity": 2**31},
        {"custom_product_code": 6, **product, "category": "x" * 51},
        {"custom_product_code": 7, **product, "recommend": "yes"},
        {"custom_product_code": 8, **product, "option1_name": "Size"},
    ]
    file = tmp_path / "goods.jsonl"
    file.write_bytes(b"\n".join(map(msgspec.json.encode, rows)))

    summary = fill(world, file)

    assert tally(summary) == (1, 0, 0, 7)
    assert faults(summary) == [
        (2, "description"),
        (3, "category"),
        (4, "option1_name"),
        (5, "quantity"),
        (6, "category"),
        (7, "recommend"),
        (8, "option1_name"),
    ]


def test_csv_cells_may_hold_lists_and_objects(world: World, tmp_path: Path) -> None:
    file = csv_file(
        tmp_path,
        HEAD + ",product_tag,product_volume",
        'A,Apron,1,1,"linen, kitchen","{""use_product_volume"": ""T"", ""product_width"": ""3""}"',
        "B,Bowl,1,1,,{",
    )

    summary = fill(world, file)

    assert faults(summary) == [(3, "product_volume")]
    product = world.get("products/1")["product"]
    assert product["product_tag"] == ["linen", "kitchen"]
    assert product["product_volume"]["product_width"] == "3"


def test_a_broken_file_keeps_what_was_complete(world: World, tmp_path: Path) -> None:
    whole = many(tmp_path, range(5_000))
    half = tmp_path / "half.csv.gz"
    content = gzip.compress(whole.read_bytes(), mtime=0)
    half.write_bytes(content[: len(content) // 3])

    summary = fill(world, half)

    assert summary["stopped"] == "the compressed file ends too early"
    assert (summary["errors"], summary["failed"]) == (1, 0)
    # the product the file breaks off after may have had more rows
    assert summary["first_errors"][0]["line"] == summary["created"] + 3
    assert world.get("products/count")["count"] == summary["created"] > 500
    after = fill(world, whole)
    assert (after["created"], after["unchanged"]) == (
        5_000 - summary["created"],
        summary["created"],
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--mall", "nobody"), "there is no mall 'nobody'"),
        (("--map", "price"), "--map 'price': write NAME=VALUE"),
        (("--map", "price=cost"), "there is no field 'cost' to fill"),
        (("--set", "cost=1"), "there is no field 'cost' to fill"),
        (("--map", "title=product_name"), "the file has no column 'title'"),
        (("--only", "title=x"), "the file has no column 'title'"),
        (("--shop-no", "9"), "the mall has no shop 9"),
        (("--delimiter", "::"), "--delimiter is one character"),
        (("--encoding", "klingon"), "'klingon' is no encoding"),
    ],
)
def test_a_wrong_call_is_2_and_imports_nothing(
    world: World, tmp_path: Path, options: tuple[str, ...], words: str
) -> None:
    result = called(world, csv_file(tmp_path, HEAD, "A,Apron,1,1"), *options)

    assert words in str(result.exception)
    assert getattr(result.exception, "exit_code", 0) == 2
    assert products(world) == []


def test_a_mall_sees_only_what_was_imported_into_it(world: World, tmp_path: Path) -> None:
    other = world.stage.new_world(f"{world.mall_id}-b")
    file = csv_file(tmp_path, HEAD, "A,Apron,1,1")

    assert tally(fill(world, file)) == (1, 0, 0, 0)
    assert tally(fill(other, file)) == (1, 0, 0, 0)
    assert len(products(world)) == len(products(other)) == 1


def test_the_activity_log_has_a_line_for_a_batch(world: World, tmp_path: Path) -> None:
    fill(world, many(tmp_path, range(30)), "--batch", "20")

    logs = world.get("activitylogs", start_date="2020-01-01", end_date="2099-12-31")["activitylogs"]
    assert [line["content"] for line in logs if line["type"] == "products"] == [
        "10 products created, 0 updated",
        "20 products created, 0 updated",
    ]


def test_people_read_a_summary(world: World, tmp_path: Path) -> None:
    result = called(world, csv_file(tmp_path, HEAD + ",shelf", "A,Apron,1,1,9", "B,Bowl,1,x,9"))

    lines = result.stdout.splitlines()
    assert lines[:5] == [
        "created        1",
        "updated        0",
        "unchanged      0",
        "failed         1",
        "rows at fault  1",
    ]
    assert lines[6:] == [
        "Columns that fill no field: shelf",
        "line 3, price: Invalid decimal string.",
    ]
