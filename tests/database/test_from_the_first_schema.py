"""A store of the first schema comes to the newest one whole, however often it is interrupted."""

import subprocess
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import inspect

from openmall.configuration import Configuration
from openmall.database.migrate import current, migrate, newest
from tests import postgres
from tests.cli.command_line import Shell
from tests.database import first_store
from tests.database.first_store import FIRST, FIRST_STORE
from tests.journeys.demo_server import ENVIRONMENT
from tests.launcher import write_program
from tests.world import NOVEMBER_2026, open_stage

pytestmark = pytest.mark.journey

STORES = ["sqlite", "postgresql"]
DEATHS = [
    "CREATE TABLE stock_reservation",  # the variants have their new columns, but no index
    "INSERT INTO customer_person",  # the customers of before are in a table of their own
    "COMMIT",
]
LONGEST = 600.0
HOST = "https://demo.openmall.localhost"


def installation(folder: Path, store: str) -> Configuration:
    """Return an installation with a store of the first schema."""
    database = postgres.server().new_database() if store == "postgresql" else ""
    made = Configuration(data_dir=folder / "data", database=database)
    made.data_dir.mkdir(parents=True)
    first_store.make(made)
    return made


WITHHELD = ".buy_member_id_list"
"""Names of members, which the storefront no longer tells."""


def lacks(before: Any, after: Any, at: str = "") -> list[str]:
    """Return where `after` is something else than `before`; what it has besides is no matter."""
    if isinstance(before, dict) and isinstance(after, dict):
        return [
            lost
            for name, value in before.items()
            for lost in (
                lacks(value, after[name], f"{at}.{name}") if name in after else [f"{at}.{name}"]
            )
        ]
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        return [lost for no, (old, new) in pairs for lost in lacks(old, new, f"{at}[{no}]")]
    return [] if before == after else [f"{at}: {before!r} became {after!r}"]


def test_there_are_rows_in_every_table_of_the_first_schema(tmp_path: Path) -> None:
    made = installation(tmp_path, "sqlite")
    names = first_store.on_store(made, lambda connection: inspect(connection).get_table_names())
    assert current(made) == FIRST
    assert set(FIRST_STORE.tables) == set(names) - {"alembic_version"}
    assert [name for name, kept in FIRST_STORE.tables.items() if not kept.rows] == []


@pytest.mark.parametrize("store", STORES)
def test_what_was_answered_is_answered_still(tmp_path: Path, store: str) -> None:
    made = installation(tmp_path, store)
    lost: dict[str, list[str]] = {}
    with open_stage(made.data_dir, database=made.database) as stage:
        stage.clock.at = NOVEMBER_2026 + 43_200
        bearer = {"Authorization": f"Bearer {FIRST_STORE.access_token}"}
        key = f"{FIRST_STORE.client_id}:{FIRST_STORE.front_api_key}"
        basic = {"Authorization": f"Basic {b64encode(key.encode()).decode()}"}
        for path, before in FIRST_STORE.answers.items():
            front = path.startswith("front ")
            url = f"/api/v2/{path.removeprefix('front ')}" if front else f"/api/v2/admin/{path}"
            headers = {**(basic if front else bearer), "X-Api-Version": "2024-03-01"}
            answer = stage.client.get(HOST + url, headers=headers)
            assert answer.status_code == 200, answer.text
            gone = lacks(before, answer.json())
            lost[path] = [each for each in gone if not (front and each.endswith(WITHHELD))]
        secret = f"{FIRST_STORE.client_id}:{FIRST_STORE.client_secret}"
        refreshed = stage.client.post(
            f"{HOST}/api/v2/oauth/token",
            data={"grant_type": "refresh_token", "refresh_token": FIRST_STORE.refresh_token},
            headers={"Authorization": f"Basic {b64encode(secret.encode()).decode()}"},
        )
        written = stage.client.put(
            f"{HOST}/api/v2/admin/products/1",
            json={"request": {"model_name": "After"}},
            headers={"Authorization": f"Bearer {refreshed.json().get('access_token')}"},
        )

    assert {path: each for path, each in lost.items() if each} == {}
    assert refreshed.status_code == 200, refreshed.text
    assert written.status_code == 200, written.text


@pytest.mark.parametrize("store", STORES)
def test_an_upgrade_that_died_is_done_again(tmp_path: Path, store: str) -> None:
    undisturbed = installation(tmp_path / "undisturbed", store)
    migrate(undisturbed)
    made = installation(tmp_path, store)
    where = [str(made.data_dir), made.database]
    died = []
    dying = write_program(tmp_path / "dying", "tests.database.interrupted_upgrade")
    for beginning in DEATHS:
        words = [str(dying), *where, beginning]
        died.append(subprocess.run(words, env=ENVIRONMENT, timeout=LONGEST).returncode)
        assert current(made) != newest()

    shell = Shell(made.data_dir)
    store_of = ["--database", made.database] if made.database else []
    told = shell.json("db", "migrate", *store_of)
    checked = shell.json("db", "check", *store_of)
    verified = shell.run("verify", *store_of)

    assert died == [-9] * len(DEATHS)
    assert (told["schema"], told["changed"]) == (newest(), True)
    assert checked["problem"] == ""
    assert verified.exit_code == 0, verified.output
    assert first_store.content(made) == first_store.content(undisturbed)


@pytest.mark.parametrize("store", STORES)
def test_of_two_upgrades_at_once_one_works_and_the_other_waits(tmp_path: Path, store: str) -> None:
    made = installation(tmp_path, store)
    where = [
        "--data-dir",
        str(made.data_dir),
        *(["--database", made.database] * bool(made.database)),
    ]
    words = [str(write_program(tmp_path / "openmall")), "db", "migrate", *where]
    both = [
        subprocess.Popen(words, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    ended = [(each.communicate(timeout=LONGEST)[1], each.returncode) for each in both]
    assert [status for _, status in ended] == [0, 0], ended
    assert current(made) == newest()
