"""The keys that secrets are sealed with are replaced while the shop is served."""

import ast
import base64
import functools
import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Table, bindparam, select

from openmall.access import shopper_sessions
from openmall.cli import key_check
from openmall.cli.sealed_secrets import SEALED_SECRETS
from openmall.configuration import Configuration
from openmall.contract.call import Shopper
from openmall.database.keys import KEY_BYTES, KeyFile
from openmall.database.schema import metadata
from openmall.database.seal import MARK, Seal, SealBroken
from openmall.database.statements import Statement
from tests import postgres
from tests.cli.command_line import Shell
from tests.every_operation.operation_calls import least, send, things
from tests.every_operation.prerequisites import FRESH, shopping
from tests.every_operation.registry_rows import every_row
from tests.guards.sources import sources
from tests.journeys.demo_server import COMMAND, ENVIRONMENT
from tests.pages.console.developer_browser import signed_up
from tests.world import Stage, World, open_stage

GIVEN = "entrusted-to-us"
PORTAL = {
    "shop_id": "shop-1",
    "authentication_key": GIVEN,
    "certi_key": GIVEN,
    "image_key": GIVEN,
}
KEYED = {"Idempotency-Key": "k" * 30}


@functools.cache
def _rows(table: Table) -> Statement:
    return Statement(select(table), across_malls="a test reads everything")


@functools.cache
def _rows_of_mall(table: Table) -> Statement:
    """Return the statement that reads a table's rows of a mall, or all where no mall has them."""
    if "mall_id" not in table.c:
        return _rows(table)
    return Statement(select(table).where(table.c.mall_id == bindparam("mall_id")))


class Served(Shell):
    """An installation that is served in this process, and a shell at it."""

    def __init__(self, stage: Stage, world: World, folder: Path, database: str) -> None:
        super().__init__(folder)
        self.stage = stage
        self.world = world
        self.database = database

    def secrets(self, verb: str) -> Any:
        words = ("--database", self.database) if self.database else ()
        return self.json("secrets", verb, *words)

    def keys(self) -> list[str]:
        return (self.data_dir / "secret.key").read_text().split()

    def texts(self) -> dict[str, list[str]]:
        """Return every sealed text of the store, by table and column."""
        return self.stage.run(self._texts)

    async def _texts(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for table in metadata().sorted_tables:
            async with self.stage.app.database.reading(self.world.mall_id) as db:
                for row in await db.all(_rows_of_mall(table)):
                    for column, value in zip(table.c, row, strict=True):
                        if MARK in str(value):
                            found.setdefault(f"{table.name}.{column.name}", []).append(str(value))
        return found

    def with_secrets(self) -> dict[str, Any]:
        """Return what the shop's settings with secrets are answered as."""
        return {
            path: self.world.get(path) for path in ("portalpay/setting", "chatpay/setting")
        }  # fmt: skip


@pytest.fixture(params=["sqlite", "postgresql"])
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Served]:
    """A mall with every kind of secret."""
    database = postgres.server().new_database() if request.param == "postgresql" else ""
    with open_stage(tmp_path, database=database) as stage:
        world = stage.new_world(f"sealed{next(FRESH)}")
        answer = world.call("POST", "portalpay/setting", json={"request": PORTAL}, headers=KEYED)
        assert answer.status_code == 201, answer.text
        world.put("chatpay/setting", shop_key=GIVEN)
        world.put("chatpay/setting", 2, shop_key=GIVEN)
        made = Served(stage, world, tmp_path, database)
        words = ("--database", database) if database else ()
        client_id = world.full.credentials.client_id
        made.json("app", "webhooks", "address", client_id, "https://shop.example/", *words)
        _joined_with_a_key(world)
        yield made


def _joined_with_a_key(world: World) -> None:
    """Let a shopper's session go out with an answer that is kept."""
    row = next(r for r in every_row() if (r[0].name, r[1].name) == ("storefront", "POST sessions"))
    path = things(world, row[1])
    answer = send(world, row, least(world, row[1], path), path, headers=KEYED)
    assert answer.is_success, answer.text


def _opens(served: Served, key: bytes) -> bool:
    """Say whether a key opens what is sealed in the settings, as a thief would try."""
    seal = Seal(lambda: [key])
    [kept] = [json.loads(each) for each in served.texts()["setting.content"] if "certi" in each]
    try:
        about = f"{served.world.mall_id} 1 PortalpaySetting.certi_key"
        return seal.open(kept["certi_key"], about=about) == GIVEN
    except SealBroken:
        return False


def test_every_secret_is_sealed_anew_and_the_earlier_key_goes(served: Served) -> None:
    # given an installation with secrets, a shopper who is signed in, and its first key
    [first] = served.keys()
    before, shown = served.texts(), served.with_secrets()
    session = shopping.member(served.world).session
    assert set(before) == {
        "setting.content", "repeatable_answer.body", "repeatable_answer.session",
        "webhook_subscription.api_key", "webhook_subscription.secret",
    }  # fmt: skip
    assert _opens(served, base64.b64decode(first))
    assert served.secrets("check") == {"keys": 1, "sealed": 9, "earlier": 0, "broken": []}

    # when a new key is made
    told = served.secrets("rotate")

    # then everything is sealed with it, the application reads all of it, and the shopper stays
    assert told == {"keys": 2, "sealed": 9, "earlier": 9, "broken": []}
    after = served.texts()
    assert {name: len(found) for name, found in after.items()} == {
        name: len(found) for name, found in before.items()
    }
    assert not _opens(served, base64.b64decode(first))
    assert _opens(served, base64.b64decode(served.keys()[0]))
    assert served.with_secrets() == shown
    me = served.world.request("GET", "/api/v2/customers/me", auth=served.world.full.basic,
                              headers={shopping.HEADER: session})  # fmt: skip
    assert me.status_code == 200

    # and without the earlier key, too; what was signed with that is over
    assert served.secrets("drop") == {"dropped": 1, "sealed": 9}
    assert len(served.keys()) == 1
    assert served.with_secrets() == shown
    served.stage.client.cookies.clear()
    me = served.world.request("GET", "/api/v2/customers/me", auth=served.world.full.basic,
                              headers={shopping.HEADER: session})  # fmt: skip
    assert me.status_code == 401
    assert served.secrets("check") == {"keys": 1, "sealed": 9, "earlier": 0, "broken": []}


def test_a_call_is_known_again_after_a_new_key(served: Served) -> None:
    served.secrets("rotate")

    again = served.world.call("POST", "portalpay/setting", json={"request": PORTAL}, headers=KEYED)

    assert (again.status_code, again.json()["portalpay"]["certi_key"]) == (201, GIVEN)


@pytest.mark.parametrize("served", ["sqlite"], indirect=True)  # where it is kept does not matter
def test_a_form_of_a_console_is_known_again_after_a_new_key(served: Served) -> None:
    kim = signed_up(served.world)
    before = served.secrets("check")["sealed"]
    app = kim.app(once="k1")

    told = served.secrets("rotate")
    dropped = served.secrets("drop")

    assert app.client_id
    assert (told["sealed"], told["earlier"], told["broken"]) == (before + 1, before + 1, [])
    assert dropped["sealed"] == before + 1


def test_no_secret_stands_in_the_store_unsealed(served: Served) -> None:
    kept = served.stage.run(_everything, served)
    assert [row for row in kept if GIVEN in row] == []


async def _everything(served: Served) -> list[str]:
    found = []
    for table in metadata().sorted_tables:
        async with served.stage.app.database.reading("") as db:
            found += [f"{table.name} {tuple(row)}" for row in await db.all(_rows(table))]
    return found


@pytest.mark.parametrize("served", ["sqlite"], indirect=True)  # where it is kept does not matter
def test_every_place_is_gone_through(served: Served) -> None:
    # what is sealed anywhere, after everything there is was made, lies in a place of the list
    for row in every_row():
        served.stage.forget_counts()
        if row[0].name != "partner":
            things(served.world, row[1])
    listed = {f"{place.table}.{column}" for place in SEALED_SECRETS for column in place.columns}
    assert set(served.texts()) <= listed
    told = served.secrets("rotate")
    assert (told["sealed"], told["broken"]) == (told["earlier"], [])


def test_whoever_seals_is_in_the_list() -> None:
    sealing = set()
    for source in sources():
        for node in source.nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                named = {each.arg for each in node.keywords}
                if node.func.attr in ("close", "close_bytes") and "about" in named:
                    sealing.add("/".join(source.parts))
    assert sealing == {
        "database/seal", "contract/crud/settings", "events/webhooks/sealed_keys",
        "events/file_transfers/sealed_files", "events/messages/sealed_texts",
        "api/pipeline/idempotency/rules",
        "api/pipeline/job_deferral",
        "commerce/order/billing/stored_methods/store",
        "commerce/personal/social/sign_in_tokens",
        "commerce/store/paymentgateway/endpoints/store",
        "access/malls/second_factors",
        "access/malls/passkey_ceremonies",
        "api/pipeline/rehearsal", "api/pipeline/plan_execution", "commerce/undo/sealed_writes",
        "pages/openid_round_trip", "pages/sent_forms", "database/key_note",
        "commerce/notification/intake/composing",
    }  # fmt: skip
    # not the seal itself, not the note by which keys are recognised, which is written anew, and not
    # the tokens of sign-ins, of passkeys and of links in mails, which no table keeps; a rehearsal
    # seals rows of two, and answers to forms lie beside those to calls
    assert len(SEALED_SECRETS) == len(sealing) - 7 + 1


def test_what_no_key_opens_is_told_and_no_key_goes(served: Served) -> None:
    served.secrets("rotate")
    first = served.keys()[0]
    (served.data_dir / "secret.key").write_text(
        f"{first}\n{base64.b64encode(bytes(KEY_BYTES)).decode()}\n"
    )
    served.secrets("check")
    (served.data_dir / "secret.key").write_text(
        f"{base64.b64encode(bytes(KEY_BYTES)).decode()}\n{base64.b64encode(b'1' * 32).decode()}\n"
    )
    for verb in ("check", "drop"):
        words = ("--database", served.database) if served.database else ()
        done = served.run("secrets", verb, "--json", *words)
        assert done.exit_code == 1
        assert "9 secrets open with none of the keys" in done.stderr
    assert len(served.keys()) == 2


def test_every_worker_has_a_new_key_at_once(tmp_path: Path) -> None:
    # given a worker that has used its keys, and a shopper
    file = KeyFile(tmp_path)
    worker, other = Seal(file), Seal(KeyFile(tmp_path))
    sealed = worker.close("text", about="x")
    shopper = Shopper(shop_no=1, kind="guest", name="g", issued_at=0, expires_at=2_000_000_000)
    session = shopper_sessions.issue(worker, "mall", shopper).encode()
    # when another process adds one
    assert file.add() == 2
    # then it is what seals, and signs, next; the earlier one opens and proves
    again = worker.close("text", about="x")
    with pytest.raises(SealBroken):
        Seal(lambda: other.keys()[1:]).open(again, about="x")
    assert (other.open(sealed, about="x"), worker.renewed(again, about="x")) == ("text", None)
    assert shopper_sessions.read(other, "mall", session, now=0.0) == shopper
    # and an added key that somebody else's `drop` did not see stays
    seen = worker.keys()
    file.add()
    with pytest.raises(ValueError, match="changed meanwhile"):
        file.keep_first(of=seen)
    assert len(worker.keys()) == 3


def test_keys_of_the_environment_are_the_operators_to_change(
    shop: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENMALL_SECRET_KEYS", base64.b64encode(bytes(KEY_BYTES)).decode())
    for verb in ("rotate", "drop"):
        assert "OPENMALL_SECRET_KEYS" in shop.fails("secrets", verb)
    assert shop.json("secrets", "reseal")["keys"] == 1


@pytest.mark.parametrize("after", [0.0, 0.02, 0.05])
def test_a_rotation_that_is_killed_is_ended_by_the_next(tmp_path: Path, after: float) -> None:
    # given an installation of many malls with secrets
    with open_stage(tmp_path) as stage:
        worlds = [stage.new_world(f"mall-{at}") for at in range(30)]
        for world in worlds:
            world.put("chatpay/setting", shop_key=GIVEN)
        shell = Shell(tmp_path)
        [first] = (tmp_path / "secret.key").read_text().split()
        # when a rotation is killed on its way
        killed = subprocess.Popen(
            [*COMMAND, "secrets", "rotate", "--data-dir", str(tmp_path)],
            env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        _wait_for_two_keys(tmp_path / "secret.key")
        time.sleep(after)
        os.kill(killed.pid, signal.SIGKILL)
        killed.wait()
        # then all is readable, the rest is done by the next, and the earlier key may go
        assert all(w.get("chatpay/setting")["chatpay"]["shop_key"] == GIVEN for w in worlds)
        told = shell.json("secrets", "reseal")
        assert (told["keys"], told["sealed"], told["broken"]) == (2, 30, [])
        assert shell.json("secrets", "drop") == {"dropped": 1, "sealed": 30}
        assert first not in (tmp_path / "secret.key").read_text()
        assert all(w.get("chatpay/setting")["chatpay"]["shop_key"] == GIVEN for w in worlds)
        assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".s")] == []


def _wait_for_two_keys(file: Path) -> None:
    deadline = time.monotonic() + 60
    while len(file.read_text().split()) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_a_key_that_opens_nothing_is_not_served_with(shop: Shell) -> None:
    """A command beside a SQLite file without its key does not make another one either."""
    shop.text("mall", "sender-key", "myshop", "--key-stdin", given="a sender key\n")
    path = shop.data_dir / "secret.key"
    key = path.read_text()

    path.write_text(base64.b64encode(b"k" * KEY_BYTES).decode() + "\n")
    wrong = shop.fails("serve")
    app = ("--name", "My app", "--redirect-uri", "https://app.example.com/callback")
    demo = ("demo", "--port", "0", "--http-port", "0")
    others = [
        shop.fails(*words)
        for words in (("jobs", "work"), demo, ("demo", "--no-serve"), ("app", "create", *app))
    ]
    found = shop.run("secrets", "check").stderr
    path.unlink()
    missing = [shop.fails("serve"), shop.fails("jobs", "work"), shop.fails("mall", "list")]
    is_made = path.exists()
    path.write_text(key)

    assert set(others) == {wrong}
    assert found == "error: 1 secrets open with none of the keys\n"
    assert wrong.startswith(f"{path} opens none of 1 secrets that are sealed in the store: put the")
    assert {each.partition(":")[0] for each in missing} == {
        f"secrets are sealed in the store, and {path} is not there"
    }
    assert not is_made
    assert [each["mall_id"] for each in shop.json("mall", "list")] == ["myshop"]


def test_a_store_recognises_its_key_at_a_start(shop: Shell) -> None:
    configuration = Configuration(data_dir=shop.data_dir)
    key_check.require_key(configuration)
    (shop.data_dir / "secret.key").write_text(base64.b64encode(b"k" * KEY_BYTES).decode() + "\n")

    # nothing is sealed that it would have to open
    key_check.require_key(configuration)
