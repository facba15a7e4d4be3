"""An operator runs an installation of their own, with settings of their own."""

import json
import os
import signal
import ssl
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

import apsw
import httpx

from tests.journeys.conftest import database_options
from tests.journeys.demo_server import COMMAND, ENVIRONMENT, FREE_PORTS, WAIT, command, soon
from tests.journeys.filled_malls import FilledMalls
from tests.random_cases import cases

SETTINGS = (
    "--domain=shops.example",
    "--default-mall=second",
    "--shop-capacity=3",
    "--shop-drain=0.01",
)


def test_an_installation_from_nothing(store: str) -> None:
    """Given an empty folder, when the operator follows the help, then a client gets in."""
    with tempfile.TemporaryDirectory() as folder:
        options = database_options(store)
        where = ["--data-dir", folder, *options[:2]]

        def done(*words: str, given: str = "") -> str:
            made = command(*words, *where, given=given)
            assert made.returncode == 0, made.stderr
            return made.stdout

        done("mall", "create", "myshop", "--name", "My shop")
        done("mall", "create", "second", "--name", "Second shop")
        app = json.loads(done("app", "create", "--name", "App", "--all-scopes", "--json"))
        done("app", "install", app["client_id"], "--mall", "second")
        issue = ["token", "issue", "--mall", "second", "--app", app["client_id"], "--json"]
        token = json.loads(done(*issue))["access_token"]
        terminal, seen = os.openpty()
        server = subprocess.Popen(
            [*COMMAND, "serve", *where, *options[2:], *FREE_PORTS, *SETTINGS],
            stderr=seen,
            env={**ENVIRONMENT, "OPENMALL_JOBS": "elsewhere"},
            start_new_session=True,
        )
        try:
            os.close(seen)
            printed = os.fdopen(terminal, encoding="utf-8")
            ready = printed.readline()
            assert ready.startswith("ready https://127.0.0.1:")
            url = ready.removeprefix("ready ").strip()
            port = url.rpartition(":")[2]
            for mall_id in ("myshop", "second"):
                assert printed.readline().split() == [
                    *("back", "office", f"https://admin.shops.example:{port}/{mall_id}")
                ]
                command_of_manager = printed.readline().partition(": ")[2]
                assert command_of_manager.startswith(
                    f"openmall manager create --mall {mall_id} owner --data-dir {folder}"
                )
                shop = printed.readline().split()
                assert shop == ["shop", f"https://{mall_id}.shops.example:{port}"]
            trusting = ssl.create_default_context(cafile=str(Path(folder) / "tls/ca.pem"))
            with httpx.Client(base_url=url, verify=trusting, timeout=WAIT) as client:
                client.headers["Authorization"] = f"Bearer {token}"
                named = {"Host": "second.shops.example"}
                other = {"Host": "myshop.shops.example"}
                path = "/api/v2/admin/products"
                statuses = [
                    client.get(path).status_code,
                    client.get(path, headers=named).status_code,
                    client.get(path, headers=other).status_code,
                    client.get(path, headers={"Host": "second.openmall.localhost"}).status_code,
                    client.get(path).status_code,
                    client.get(path).status_code,
                ]
            assert statuses == [200, 200, 401, 404, 200, 429]
            server.send_signal(signal.SIGTERM)
            assert server.wait(WAIT) == 0
            with suppress(OSError):  # how a terminal says that its other end is closed
                assert printed.read() == ""
        finally:
            if server.poll() is None:
                server.kill()
                server.wait(WAIT)
            printed.close()


def test_a_loader_that_was_killed_goes_on_where_it_stopped(filled: FilledMalls) -> None:
    with tempfile.TemporaryDirectory() as folder:
        # one goes on in a filled mall, the other is killed while it fills an empty one
        filled.copy(Path(folder) / "b")
        demo = ["demo", "--no-serve", "--products", str(cases(1500, usual=100))]
        loading = subprocess.Popen(
            [*COMMAND, *demo, "--data-dir", f"{folder}/a"],
            stdout=subprocess.DEVNULL,
            env=ENVIRONMENT,
        )
        drawn = Path(folder) / "a/files/demo/products"
        # a new store is made and a shop is filled until then
        assert soon(lambda: drawn.is_dir() and len(os.listdir(drawn)) > 150, patience=6 * WAIT)
        loading.kill()
        assert loading.wait(WAIT) == -signal.SIGKILL
        for name in ("a", "b"):
            done = command(*demo, "--data-dir", f"{folder}/{name}")
            assert done.returncode == 0, done.stderr
        assert codes(f"{folder}/a") == codes(f"{folder}/b")


def codes(data_dir: str) -> list[tuple[int, str]]:
    """Return the numbers and codes of all products."""
    connection = apsw.Connection(f"{data_dir}/openmall.sqlite")
    try:
        query = "SELECT product_no, custom_product_code FROM product WHERE shop_no = 1 ORDER BY 1"
        return [(row[0], row[1]) for row in connection.execute(query)]
    finally:
        connection.close()
