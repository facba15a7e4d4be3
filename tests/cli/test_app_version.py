"""What another version changes for the calls of an app, and setting it."""

import asyncio

import pytest

from openmall.configuration import Configuration
from openmall.database.factory import open_database
from openmall.events.request_log import store
from tests.cli.command_line import Shell

DAY = 20_000


@pytest.fixture
def app(shop: Shell) -> str:
    created = shop.json(
        "app", "create", "--name", "My app", "--all-scopes", "--version", "2024-03-01"
    )
    client_id: str = created["client_id"]
    return client_id


def called(shop: Shell, app: str, operation: str) -> None:
    """Count a call, as a worker does."""

    async def work() -> None:
        database = open_database(Configuration(data_dir=shop.data_dir))
        async with database.writing("") as db:
            await store.count(db, {}, {(app, operation, DAY): store.Day(calls=1)})
        await database.close()

    asyncio.run(work())


def test_only_what_the_app_calls_is_told(shop: Shell, app: str) -> None:
    called(shop, app, "admin PUT products/{product_no}")

    found = shop.json("app", "version", app, "--to", "2026-03-01")

    assert (found["version"], found["to"], found["of_calls"]) == ("2024-03-01", "2026-03-01", True)
    kinds = {each["kind"] for each in found["changes"]}
    assert kinds == {"breaking", "behavioural", "additive"}
    for each in found["changes"]:
        assert each["operations"] == ["admin PUT products/{product_no}"]


def test_the_breaking_changes_come_first(shop: Shell, app: str) -> None:
    called(shop, app, "admin PUT products/{product_no}")

    lines = shop.text("app", "version", app).splitlines()

    assert lines[0].startswith("From 2024-03-01 to 2026-03-01")
    assert lines[1].startswith("- breaking: `tax_rate` starts at 1")


def test_of_an_app_that_called_nothing_all_is_told(shop: Shell, app: str) -> None:
    found = shop.json("app", "version", app)

    assert not found["of_calls"]
    assert len(found["changes"]) > 40


def test_the_version_is_set_when_asked_for(shop: Shell, app: str) -> None:
    shop.text("app", "version", app, "--to", "2026-03-01")
    assert shop.json("app", "show", app)["version"] == "2024-03-01"

    assert "is set to" in shop.text("app", "version", app, "--to", "2026-03-01", "--set")

    assert shop.json("app", "show", app)["version"] == "2026-03-01"
    assert "nothing changes" in shop.text("app", "version", app)


@pytest.mark.parametrize("version", ["2025-01-01", "2023-12-01", "newest"])
def test_a_version_that_is_not_served_is_refused(shop: Shell, app: str, version: str) -> None:
    done = shop.run("app", "version", app, "--to", version)

    assert done.exit_code == 2
    assert "is not served" in done.stderr
    assert shop.json("app", "show", app)["version"] == "2024-03-01"


def test_an_unknown_app_is_named(shop: Shell) -> None:
    assert "there is no app 'nobody'" in shop.fails("app", "version", "nobody")


def test_scopes_and_addresses_are_added(shop: Shell) -> None:
    created = shop.json("app", "create", "--name", "Small", "--scope", "mall.read_product")
    address = "http://127.0.0.1:8000/callback"

    words = ("--add-scope", "mall.write_product", "--add-redirect-uri", address)
    found = shop.json("app", "set", created["client_id"], *words)

    assert found["scopes"] == ["mall.read_product", "mall.write_product"]
    assert found["redirect_uris"] == [address]
    again = shop.json("app", "set", created["client_id"], *words)
    assert again == found


@pytest.mark.parametrize(
    "words", [("--add-scope", "mall.fly"), ("--add-redirect-uri", "not an address"), ()]
)
def test_what_is_no_scope_or_address_changes_nothing(
    shop: Shell, app: str, words: tuple[str, ...]
) -> None:
    before = shop.json("app", "show", app)

    assert shop.run("app", "set", app, *words).exit_code != 0

    assert shop.json("app", "show", app) == before


def test_an_app_is_registered_and_installed_to_propose(shop: Shell) -> None:
    created = shop.json(
        "app", "create", "--name", "Pricer", "--scope", "mall.read_product",
        "--scope", "mall.write_product",
    )  # fmt: skip
    client_id = created["client_id"]

    added = shop.json("app", "set", client_id, "--add-scope", "mall.write_order.propose")
    installed = shop.json(
        "app", "install", client_id, "--mall", "myshop",
        "--scope", "mall.write_product.propose", "--scope", "mall.write_order.propose",
    )  # fmt: skip
    wrong = shop.fails(
        "app", "install", client_id, "--mall", "myshop", "--scope", "mall.write_order"
    )

    assert added["scopes"][-1] == "mall.write_order.propose"
    assert installed["scopes"] == ["mall.write_product.propose", "mall.write_order.propose"]
    assert "was not registered for the scope 'mall.write_order'" in wrong
    shop.json(
        "token",
        "issue",
        "--app",
        client_id,
        "--mall",
        "myshop",
        "--scope",
        "mall.write_order.propose",
    )
    refused = shop.fails(
        "token", "issue", "--app", client_id, "--mall", "myshop", "--scope", "mall.write_product"
    )
    assert "was not allowed the scope 'mall.write_product'" in refused
