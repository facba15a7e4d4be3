"""Imports that are killed, run twice at once, or run while the server is at work."""

import subprocess
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.random_cases import cases
from tests.transfer.imports.import_commands import fill, kill_after, many, started, tally
from tests.world import World

pytestmark = pytest.mark.journey

PRODUCTS = cases(2_000, usual=200)


def count(world: World) -> int:
    found: int = world.get("products/count")["count"]
    return found


def content(world: World) -> list[dict[str, Any]]:
    """Return every product, without what tells when and in which order it was made."""
    found: list[dict[str, Any]] = []
    for offset in range(0, count(world), 100):
        page = world.get("products", limit=100, offset=offset, embed="variants")["products"]
        for product in page:
            for name in ("product_no", "product_code", "created_date", "updated_date"):
                del product[name]
            for variant in product["variants"]:
                del variant["variant_code"]
        found += page
    return sorted(found, key=lambda product: str(product["custom_product_code"]))


def wait_for(world: World, process: "subprocess.Popen[bytes]", number: int) -> None:
    latest = time.monotonic() + 240  # only what hangs takes so long, however busy the machine is
    while count(world) < number:
        assert process.poll() is None, process.communicate()[1].decode()
        assert time.monotonic() < latest, "the import does not get on"
        time.sleep(0.02)


def test_a_killed_import_goes_on_and_ends_with_the_same_content(
    world: World, tmp_path: Path
) -> None:
    file = many(tmp_path, range(PRODUCTS))
    with file.open("a") as more:
        more.write("bad,Cup,dear,1,T,1\n")
    errors = tmp_path / "errors.jsonl"
    undisturbed = world.stage.new_world(f"{world.mall_id}-whole")

    kill_after(100, world, file, "--batch", "20", "--errors", str(errors))
    between = count(world)
    summary = fill(world, file, "--batch", "20", "--errors", str(errors))

    assert 0 < between <= 100
    assert summary["resumed_at"] == between
    assert tally(summary) == (PRODUCTS, 0, 0, 1)
    assert len(errors.read_bytes().splitlines()) == 1
    assert fill(undisturbed, file)["created"] == PRODUCTS
    assert content(world) == content(undisturbed)
    again = fill(world, file)
    assert (again["resumed_at"], tally(again)) == (0, (0, 0, PRODUCTS, 1))


def test_another_mapping_of_the_same_file_is_another_import(world: World, tmp_path: Path) -> None:
    file = many(tmp_path, range(PRODUCTS))
    kill_after(100, world, file, "--batch", "20")
    between = count(world)

    summary = fill(world, file, "--set", "model_name=M1")

    assert summary["resumed_at"] == 0
    assert (summary["created"], summary["updated"]) == (PRODUCTS - between, between)
    assert between > 0


@pytest.mark.nightly
def test_two_imports_at_once_make_each_product_once(world: World, tmp_path: Path) -> None:
    half = cases(300, usual=150)
    one = started(world, many(tmp_path, range(2 * half), "one.csv"), "--batch", "10")
    two = started(world, many(tmp_path, range(half, 3 * half), "two.csv"), "--batch", "10")

    summaries = [msgspec.json.decode(each.communicate()[0]) for each in (one, two)]

    assert (one.returncode, two.returncode) == (0, 0)
    assert sum(each["created"] for each in summaries) == count(world) == 3 * half
    assert sum(each["unchanged"] for each in summaries) == half


@pytest.mark.nightly
def test_the_server_answers_while_an_import_runs(world: World, tmp_path: Path) -> None:
    world.product()
    number = cases(2_000, usual=1_000)
    process = started(world, many(tmp_path, range(number)))
    wait_for(world, process, 50)
    calls = 0

    # a call that waited too long for the import would be answered 503
    while process.poll() is None:
        world.get("products", limit=20)
        world.put("products/1", model_name=f"M{calls}")
        calls += 1
        time.sleep(0.02)

    process.communicate()
    assert process.returncode == 0
    assert count(world) == number + 1
    assert calls >= 3
