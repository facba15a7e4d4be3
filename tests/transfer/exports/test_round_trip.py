"""Whatever is exported and imported again changes nothing: every kind, format and shop."""

import base64
from typing import Any, get_args

import msgspec
import pytest

from openmall.demo import mall_filling
from openmall.events.file_transfers.shape import ExportKind
from openmall.media.store_factory import open_store
from tests.commerce.customer.customer_setup import join
from tests.events.file_transfers.file_calls import counts, exported, fetch
from tests.every_operation.operation_calls import rows
from tests.world import World

TRACES = {
    "activity_log", "event", "event_outbox", "file_transfer", "file_part", "file_error",
    "file_plan", "file_picture", "counter",
}  # fmt: skip
"""Tables that tell of the export and the import themselves."""


_COUNTED = ("activity_log", "event", "file_transfer")
"""Counters of these tables."""


def fill(world: World) -> None:
    """Fill the mall as a demo is, and add what people write otherwise."""
    services = world.stage.app.periodic_tasks.file_transfers._services
    mall = world.stage.run(lambda: world.stage.app.directory.mall(world.mall_id))
    store = open_store(world.stage.app.configuration)
    filling = mall_filling.filling(services.database, services.clock, store, services.seal)
    world.stage.run(lambda: filling(mall, "shop"))
    unusual(world)


def unusual(world: World) -> None:
    """Add records with unusual texts."""
    product: dict[str, Any] = {"supply_price": "1", "price": "1000"}
    for name in (
        "Without a code",
        "'quoted",
        "=1+1",
        "'=quoted formula",
        "Two\nlines",
        "-5",
        "[a]",
    ):
        world.post("products", product_name=name, **product)
    world.post(
        "products",
        product_name="Tags and blanks",
        description="<p>ends with a line</p>\n",
        summary_description="'+82 10",
        custom_product_code="ODD-1",
        product_tag=["a, b", "c"],
        **product,
    )
    for tax_type in ("B", "C"):
        world.post("products", product_name=f"Tax {tax_type}", tax_type=tax_type, **product)
    for at in range(2):
        world.post(
            "products",
            product_name=f"Twice {at}",
            custom_product_code="TWICE",
            has_option="T",
            options=[{"name": "Size", "value": ["S", f"M{at}"]}],
            **product,
        )
    blanks = [{"name": "  lead", "value": ["  S", "M "]}, {"name": "\tTab", "value": "a"}]
    world.post("products", product_name="Blanks", has_option="T", options=blanks, **product)
    twin = [
        world.post("categories", category_name="Twin")["category"]["category_no"] for _ in range(2)
    ]
    for number in twin:
        places = [{"category_no": number, "recommend": "T", "new": "F"}]
        if number != twin[0]:
            places.append({"category_no": twin[0], "recommend": "F", "new": "T"})
        name = f"In {number}"
        world.post("products", product_name=name, add_category_no=places, **product)
    join(world, "unusual", name="'=Kim", address2=" Apt 2", cellphone="+82 10 1234 5678",
         additional_information=[{"key": "how", "name": "How", "value": "a, \"b\""}])  # fmt: skip


def changed(before: dict[str, list[str]], after: dict[str, list[str]]) -> dict[str, list[str]]:
    return {
        name: sorted(set(after[name]) ^ set(before[name]))[:4]
        for name in after
        if name not in TRACES and after[name] != before[name]
    }


@pytest.mark.both_stores
def test_what_is_exported_and_imported_again_changes_nothing(world: World) -> None:
    world = world.stage.new_world(currencies=("KRW", "USD"))
    fill(world)
    numbers = rows(world)["counter"]
    before = rows(world)
    shops = [each["shop_no"] for each in world.get("shops")["shops"]]
    wrong: dict[str, Any] = {}
    for kind in get_args(ExportKind):
        for shop_no in shops:
            for form in ("csv", "jsonl"):
                done = exported(world, kind=kind, format=form, shop_no=shop_no, reason="test")
                assert done["state"] == "succeeded", done
                file = fetch(world, done).content
                assert done["done"] or shop_no != 1, kind
                again = imported_bytes(world, file, kind=kind, format=form, shop_no=shop_no)
                now = rows(world)
                if differences := changed(before, now):
                    wrong[f"{kind} {form} {shop_no}"] = differences
                    before = now
                if kind != "orders" and (counts(again)[:2], counts(again)[3:]) != ((0, 0), (0, 0)):
                    number = again["import_no"]
                    wrong[f"{kind} {form} {shop_no} counts"] = (
                        again, world.get(f"imports/{number}/errors", limit=20),
                    )  # fmt: skip
    made = {each for each in rows(world)["counter"] if each not in numbers}
    assert [each for each in made if not any(name in each for name in _COUNTED)] == []
    assert wrong == {}, msgspec.json.format(msgspec.json.encode(wrong)).decode()[:8000]


def imported_bytes(world: World, content: bytes, **draft: Any) -> dict[str, Any]:
    """Import a file of any size; return what came of it."""
    number = world.post("imports", **draft)["import"]["import_no"]
    for at in range(0, max(len(content), 1), 1_000_000):
        part = base64.b64encode(content[at : at + 1_000_000]).decode()
        world.post(f"imports/{number}/parts", part_no=at // 1_000_000 + 1, content=part)
    world.call("POST", f"imports/{number}/start", json={"request": {}})
    world.stage.run(world.stage.app.periodic_tasks.file_transfers.work)
    found: dict[str, Any] = world.get(f"imports/{number}")["import"]
    return found


HEAD = "custom_product_code,product_name,price,supply_price\n"


def test_a_product_code_names_a_product_without_a_code_of_its_own_alone(world: World) -> None:
    number, coded = (
        world.post("products", product_name=name, price="1000", supply_price="1", **own)["product"]
        for name, own in (("Plain", {}), ("Coded", {"custom_product_code": "OWN"}))
    )
    text = HEAD + f"{number['product_code']},Named,2000,1\n{coded['product_code']},New,3000,1\n"

    done = imported_bytes(world, text.encode(), kind="products", format="csv")
    again = imported_bytes(world, text.encode(), kind="products", format="csv")

    assert (counts(done), counts(again)) == ((1, 1, 0, 0, 0), (0, 0, 2, 0, 0))
    found = {
        each["product_no"]: (each["product_name"], each["price"], each["custom_product_code"])
        for each in world.get("products")["products"]
    }
    assert found.pop(number["product_no"]) == ("Named", "2000.00", "")
    assert found.pop(coded["product_no"]) == ("Coded", "1000.00", "OWN")
    assert list(found.values()) == [("New", "3000.00", coded["product_code"])]


def test_a_file_may_not_tax_a_product_at_no_rate(world: World) -> None:
    text = (
        "custom_product_code,product_name,price,supply_price,tax_type,tax_rate\n"
        "FREE,Free,1000,1,B,0\nTAXED,Taxed,1000,1,A,0\nPLAIN,Plain,1000,1,,0\n"
    )

    done = imported_bytes(world, text.encode(), kind="products", format="csv")
    change = "custom_product_code,tax_type,tax_rate\nFREE,A,0\n"
    again = imported_bytes(world, change.encode(), kind="products", format="csv")

    assert (counts(done)[0], counts(again)[1]) == (1, 0)
    for found, lines in ((done, {3, 4}), (again, {2})):
        errors = world.get(f"imports/{found['import_no']}/errors")["errors"]
        assert {(each["line"], each["column"]) for each in errors} == {
            (line, "tax_rate") for line in lines
        }


def test_codes_of_another_platform_name_no_product_by_the_code_of_the_mall(world: World) -> None:
    plain = world.post("products", product_name="Plain", price="1000", supply_price="1")["product"]
    text = HEAD + f"{plain['product_code']},Other,2000,1\n"

    done = imported_bytes(world, text.encode(), kind="products", own_codes="T")

    assert counts(done) == (1, 0, 0, 0, 0)
    assert {each["product_name"] for each in world.get("products")["products"]} == {
        "Plain", "Other",
    }  # fmt: skip
