"""Where a person is told that shops and back offices are."""

import asyncio
from pathlib import Path

from openmall.access.malls import rules as mall_rules
from openmall.access.malls.possible import Language
from openmall.cli import served_addresses
from openmall.configuration import Configuration
from openmall.database.factory import open_database
from openmall.running.server.server_state import ServerState
from tests.cli.command_line import Shell
from tests.world import MovableClock


def test_an_empty_installation_says_how_to_make_a_mall(tmp_path: Path) -> None:
    configuration = Configuration(data_dir=tmp_path)
    Shell(tmp_path).text("db", "migrate")

    text = served_addresses.guidance(configuration, 9443)

    assert text.splitlines() == [
        "There is no mall yet. Make one, and an account for it, in another terminal:",
        f'  openmall mall create myshop --name "My shop" --data-dir {tmp_path}',
        f"  openmall manager create --mall myshop owner --data-dir {tmp_path}",
        "Its back office is then at https://admin.openmall.localhost:9443/myshop",
    ]


def test_few_malls_are_named_and_of_many_the_pattern(tmp_path: Path) -> None:
    configuration = Configuration(data_dir=tmp_path)
    Shell(tmp_path).text("mall", "create", "first", "--name", "First")
    few = served_addresses.guidance(configuration, 443)

    async def more() -> None:
        database = open_database(configuration)
        shops = [Language("S", "ko_KR", "KRW")]
        for number in range(served_addresses.MOST):
            clock = MovableClock()
            await mall_rules.create(database, clock, f"shop{number}", "S", "KR", shops)
        await database.close()

    asyncio.run(more())
    many = served_addresses.guidance(configuration, 443)

    assert few.splitlines() == [
        "back office  https://admin.openmall.localhost/first",
        f"  no account yet: openmall manager create --mall first owner --data-dir {tmp_path}",
        "shop         https://first.openmall.localhost",
    ]
    assert many.splitlines() == [
        "back office  https://admin.openmall.localhost/MALL, of 6 malls",
        "shop         https://MALL.openmall.localhost",
    ]


def test_a_new_mall_and_a_new_manager_are_told_where_to_go(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    made = shell.json("mall", "create", "first", "--name", "First")
    said = shell.text("mall", "create", "second", "--name", "Second")
    new = ("manager", "create", "owner", "--mall", "second", "--password-stdin")
    manager = shell.text(*new, given="a long password")

    assert (made["address"], made["back_office"]) == (
        "https://first.openmall.localhost:8443",
        "https://admin.openmall.localhost:8443/first",
    )
    assert said.splitlines() == [
        "The mall second is open.",
        "Shop: https://second.openmall.localhost:8443",
        "Back office: https://admin.openmall.localhost:8443/second",
        "Next, an account to sign in with: openmall manager create --mall second owner"
        f" --data-dir {tmp_path}",
    ]
    assert manager == (
        "owner may sign in to second: https://admin.openmall.localhost:8443/second\n"
    )


def test_commands_take_the_ports_of_the_server_of_the_folder(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    shell.text("db", "migrate")
    state = ServerState(tmp_path, (9443, 9080))
    try:
        text = shell.text("mall", "create", "first", "--name", "First")
        asked = served_addresses.as_served(Configuration(data_dir=tmp_path))
    finally:
        state.end()

    assert "https://first.openmall.localhost:9443" in text
    assert "https://admin.openmall.localhost:9443/first" in text
    assert (asked.port, asked.http_port) == (9443, 9080)
    assert served_addresses.as_served(Configuration(data_dir=tmp_path)).port == 8443
    assert not (tmp_path / "server.ports").exists()
