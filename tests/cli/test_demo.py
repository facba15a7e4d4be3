"""The demo mall is the same for the same seed, and what was done to it stays."""

import asyncio
import socket
from collections import Counter
from pathlib import Path
from typing import Any

import apsw
import msgspec
import pytest

from openmall.access import passwords
from openmall.access.malls import rules as mall_rules
from openmall.cli.demo import file
from openmall.commerce.customer.customers import store as customer_store
from openmall.configuration import Configuration
from openmall.contract.moments import SystemClock
from openmall.database.factory import open_database
from tests.cli.command_line import DEMO, Shell

CATALOGUE = 71


def rows(shell: Shell, query: str) -> list[Any]:
    connection = apsw.Connection(str(shell.data_dir / "openmall.sqlite"))
    try:
        return list(connection.execute(query))
    finally:
        connection.close()


WORLD = """SELECT product_no, shop_no, custom_product_code, product_name, price, sold_out, options,
    listed, detail FROM product ORDER BY 1, 2"""
POSTS = """SELECT article_no, shop_no, board_no, product_no, writer, title, content, rating,
    created_date, reply_status FROM article ORDER BY 1"""
STOCK = "SELECT product_no, variant_code, choice, quantity FROM variant ORDER BY 1, 2"


def test_the_same_seed_makes_the_same_world(tmp_path: Path) -> None:
    worlds, posts = [], []
    for name, seed in (("a", "7"), ("b", "7"), ("c", "8")):
        shell = Shell(tmp_path / name)
        shell.text(*DEMO, "--products", "60", "--seed", seed)
        worlds.append((rows(shell, WORLD), rows(shell, STOCK)))
        posts.append(rows(shell, POSTS))
    assert worlds[0] == worlds[1]
    assert worlds[0] != worlds[2]
    assert posts[0] == posts[1] == posts[2]
    # beside what the shoppers of the mall's past wrote, whose number goes by the day
    written = [each for each in posts[0] if not each[4].startswith("Shopper ")]
    assert len(written) < len(posts[0])
    counted = Counter((shop_no, board_no) for _, shop_no, board_no, *_ in written)
    assert counted == {
        (shop, board): n for shop in (1, 2) for board, n in ((1, 1), (4, 60), (6, 13))
    }
    assert len(worlds[0][0]) == 2 * (CATALOGUE + 60)


def test_more_products_are_added_to_those_that_are_there(tmp_path: Path) -> None:
    at_once, bit_by_bit = Shell(tmp_path / "a"), Shell(tmp_path / "b")
    at_once.text(*DEMO, "--products", "120")
    for number in ("10", "0", "120", "50"):
        bit_by_bit.text(*DEMO, "--products", number)
    assert rows(bit_by_bit, WORLD) == rows(at_once, WORLD)


def test_a_second_start_changes_nothing_in_the_mall(demo: Shell) -> None:
    queries = (WORLD, STOCK, POSTS, "SELECT * FROM event")
    before = [rows(demo, query) for query in queries]
    pictures = {path: path.stat().st_mtime_ns for path in (demo.data_dir / "files").rglob("*.svg")}
    demo.text(*DEMO)
    assert [rows(demo, query) for query in queries] == before
    # and the two of the home page
    assert len(pictures) == 4 * CATALOGUE + 2
    assert all(path.stat().st_mtime_ns == at for path, at in pictures.items())


def test_the_contract_with_a_payment_gateway_is_there_until_it_is_removed(demo: Shell) -> None:
    [shown] = demo.json("gateway", "contract", "list", "--mall", "demo")
    named = (shown["payment_gateway_name"], shown["partner_id"])
    assert named == ("gateway_a", "demo0001")
    demo.text("gateway", "contract", "remove", *named, "--mall", "demo")
    demo.text(*DEMO, "--products", "1")
    assert demo.json("gateway", "contract", "list", "--mall", "demo") == []


def test_json_is_what_is_in_the_file(shell: Shell) -> None:
    printed = shell.json(*DEMO)
    kept = file.read(shell.data_dir)
    assert kept is not None
    assert printed["base_url"] == kept.base_url == "https://demo.openmall.localhost:9443"
    assert printed["http_url"] == "http://127.0.0.1:9080"
    assert [each["name"] for each in printed["apps"]] == [each.name for each in kept.apps]


def test_the_page_says_when_limits_are_off(demo: Shell) -> None:
    assert "--no-limits" in demo.text(*DEMO, "--no-limits")
    assert "--no-limits" not in demo.text(*DEMO)


def test_filling_a_mall_that_is_served_leaves_its_addresses(demo: Shell) -> None:
    assert demo.json("demo", "--no-serve")["local_url"] == "https://127.0.0.1:9443"
    assert demo.json("demo", "--no-serve", "--port", "0")["http_url"] == "http://127.0.0.1:9080"
    moved = demo.json("demo", "--no-serve", "--port", "9444")
    assert (moved["local_url"], moved["http_url"]) == (
        "https://127.0.0.1:9444",
        "http://127.0.0.1:9080",
    )


def test_credentials_are_replaced_when_the_file_is_lost(demo: Shell) -> None:
    before = demo.json(*DEMO)
    (demo.data_dir / "demo.json").unlink()
    after = demo.json(*DEMO)
    for old, new in zip(before["apps"], after["apps"], strict=True):
        assert old["client_id"] == new["client_id"]
        assert old["client_secret"] != new["client_secret"]
    assert after["admin"]["password"] != before["admin"]["password"]
    assert len(rows(demo, "SELECT * FROM app")) == 6


def test_a_rotated_secret_is_noticed(demo: Shell) -> None:
    before = demo.json(*DEMO)
    demo.text("app", "rotate-secret", before["apps"][0]["client_id"])
    after = demo.json(*DEMO)
    assert before["apps"][0]["client_secret"] != after["apps"][0]["client_secret"]
    assert before["apps"][1]["client_secret"] == after["apps"][1]["client_secret"]


def test_apps_are_put_back_where_they_belong(demo: Shell) -> None:
    made = {each["name"]: each["client_id"] for each in demo.json(*DEMO)["apps"]}
    demo.text("app", "uninstall", made["full"], "--mall", "demo")
    demo.text("app", "install", made["deleted"], "--mall", "demo")
    demo.text("app", "install", made["not-installed"], "--mall", "demo")
    demo.text(*DEMO)
    inside = set(demo.json("mall", "show", "demo")["apps"])
    assert inside == {made["full"], made["read-only"], made["unrestricted"]}


def test_people_sign_in_with_what_the_file_says(demo: Shell) -> None:
    made = demo.json(*DEMO)

    async def look() -> tuple[mall_rules.Manager | None, customer_store.SignInRecord | None]:
        database = open_database(Configuration(data_dir=demo.data_dir))
        try:
            async with database.reading("demo") as db:
                admin = await mall_rules.manager(db, made["admin"]["user_id"])
                return admin, await customer_store.sign_in_record(db, made["customer"]["member_id"])
        finally:
            await database.close()

    admin, customer = asyncio.run(look())
    assert admin is not None
    assert passwords.matches(made["admin"]["password"], admin.password_hash)
    assert customer is not None
    assert customer.password_hash is not None
    assert passwords.matches(made["customer"]["password"], customer.password_hash)
    assert customer.password_hash.startswith("$argon2id$")


def test_a_taken_port_is_told_before_anything_is_done(shell: Shell) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        line = shell.fails("demo", "--port", port)
    assert line == f"cannot listen on 127.0.0.1 port {port}: Address already in use"
    assert not shell.data_dir.exists()


@pytest.mark.parametrize("words", [["--products", "-1"], ["--seed", "x"], ["--workers", "-1"]])
def test_called_wrongly(shell: Shell, words: list[str]) -> None:
    shell.fails(*DEMO, *words, status=2)


def test_now_is_when_the_tokens_begin(shell: Shell) -> None:
    shell.text(*DEMO)
    [[issued]] = rows(shell, "SELECT max(issued_at) FROM token")
    assert abs(issued - SystemClock().now()) < 60


def test_the_mall_ships_by_terms_that_its_owner_may_change(demo: Shell) -> None:
    settings = "SELECT content FROM setting WHERE name = 'Shipping' ORDER BY shop_no"
    before = [msgspec.json.decode(content) for (content,) in rows(demo, settings)]
    assert [(each["shipping_fee"], each["free_shipping_price"]) for each in before] == [
        ("3000.00", "50000.00"),
        ("2.50", "40.00"),
    ]
    suppliers = "SELECT supplier_code, shop_no FROM supplier ORDER BY 1, 2"
    assert rows(demo, suppliers) == [(f"S000000{a}", at) for a in "ABC" for at in (1, 2)]
    carriers = "SELECT shop_no, default_shipping_carrier FROM carrier ORDER BY 1, carrier_id"
    there = rows(demo, carriers)
    assert there == [(at, default) for at in (1, 2) for default in "TFF"]
    demo.text(*DEMO, "--products", "1")
    assert rows(demo, carriers) == there
