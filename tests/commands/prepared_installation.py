"""An installation with something of everything that printed command lines are about."""

import asyncio
import gzip
import json
import os
import shutil
import socket
from datetime import UTC, datetime
from pathlib import Path

from click.testing import CliRunner

from openmall.cli.main import openmall
from openmall.commerce.customer.customergroups.shape import CustomerGroups, Group
from openmall.configuration import Configuration
from openmall.contract.crud import settings
from openmall.database.factory import open_database
from openmall.database.seal import configured_seal
from openmall.events.jobs import sealed_parts
from openmall.events.jobs import store as job_store
from openmall.events.webhooks import store as webhook_store
from openmall.running.server import certificates
from tests import launcher, postgres
from tests.commands import printed_lines
from tests.journeys.demo_server import ENVIRONMENT

APP = ("app", "create", "--name", "My app", "--all-scopes")
DEEDS = (
    ("world", "--mall", "myshop", "--seed", "7", "--shops", "3", "--days", "3", "--visits", "5"),
    ("mall", "create", "trial", "--name", "Trial", "--sandbox"),
    ("app", "install", "{client}", "--mall", "myshop"),
    ("app", "webhooks", "address", "{client}", "https://app.example.com/hooks"),
    ("app", "webhooks", "events", "{client}", "product_created", "order_received"),
    ("currency", "set", "KRW=1400"),
    ("partner", "shop", "enrol", "--mall", "myshop", "--score", "85", "--category", "D10/D1010"),
    ("partner", "category", "map", "3", "C10/C1010/C101010", "--mall", "myshop"),
)  # fmt: skip
"""What was done in it, by the command line."""


SALES = (
    "InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\n"
    "536365,85123A,Cup,6,2010-12-01 08:26:00,2.55,17850,United Kingdom\n"
)

WAITING = "TESTS_WAITING"
"""Variable that names the file which says that a command waits for what comes."""
TELLING = f'''
import asyncio, os, pathlib
slept = asyncio.sleep

def sleep(seconds, result=None):
    if seconds:
        pathlib.Path(os.environ["{WAITING}"]).touch()
    return slept(seconds, result)

asyncio.sleep = sleep
'''
"""Module that Python loads first in a command that prints nothing before it waits."""


class Prepared:
    """The installation, as it is copied for each case."""

    def __init__(self, folder: Path, store: str) -> None:
        self.store = store
        self.folder = folder
        self.data = folder / "data"
        self.database = postgres.server().new_database() if store == "postgresql" else ""
        self._runner = CliRunner(
            env={"OPENMALL_DATA_DIR": str(self.data), "OPENMALL_DATABASE": self.database}
        )
        self.client = ""
        self._do("db", "migrate")  # makes the store
        self.client = self._json(*APP)["client_id"]
        for deed in DEEDS:
            self._do(*deed)
        issue = ("token", "issue", "--mall", "myshop", "--app", self.client)
        self.token: str = self._json(*issue)["access_token"]
        self.sequence = asyncio.run(self._in_store())
        self.files = folder / "files"
        self.files.mkdir()
        self._write_files()
        self.programs = folder / "bin"
        self.programs.mkdir()
        launcher.write_program(self.programs / "openmall")
        self.telling = folder / "telling"
        self.telling.mkdir()
        (self.telling / "sitecustomize.py").write_text(TELLING)

    def _do(self, *words: str) -> str:
        words = tuple(word.replace("{client}", self.client) for word in words)
        done = self._runner.invoke(openmall, list(words), prog_name="openmall")
        assert done.exit_code == 0, (words, done.output)
        return done.stdout

    def _json(self, *words: str) -> dict[str, str]:
        made: dict[str, str] = json.loads(self._do(*words, "--json"))
        return made

    async def _in_store(self) -> int:
        """Let a call wait, add a group of customers; return the number of an announced event."""
        configuration = Configuration(data_dir=self.data, database=self.database)
        database, seal = open_database(configuration), configured_seal(configuration)
        async with database.writing("myshop") as db:
            job = job_store.Job(
                job_no=await job_store.new_number(db), client_id=self.client, user_id="",
                user_type="", scopes="", scope="mall.write_product", operation="POST products",
                key="product", good=201, path="/api/v2/admin/products", query="[]", wanted="{}",
                version="2026-03-01", origin="", ip="", total=1, created_at=1_795_219_200,
            )  # fmt: skip
            about = sealed_parts.about("myshop", job.job_no)
            await job_store.add(db, job, [seal.close("{}", about=about)])
            groups = (Group(group_no=1, group_name=""), Group(group_no=2, group_name="Friends"))
            await settings.write_setting(db, seal, CustomerGroups(shop_no=1, groups=groups))
        async with database.reading("myshop") as db:
            announced = await webhook_store.events_since(db, 0, frozenset({90001, 90023}), 1)
        await database.close()
        return announced[0][0]

    def _write_files(self) -> None:
        """Write the files that examples read; those that pages show are as they are shown."""
        shown = printed_lines.files()
        goods, log = shown["goods.csv"], shown["access.log"]
        tree = [{"path": ["Kitchen", "Bowls"]}]
        faults = [{"effect": "429", "method": "GET", "path": "products*", "every": 5}]
        texts = {
            **shown,
            "catalogue.csv": goods,
            "categories.csv": shown["sections.csv"],
            "script.json": json.dumps(faults),
            "malls.csv": "mall_id,name\nfirst,First\nsecond,Second\n",
            "malls.jsonl": '{"mall_id": "third", "name": "Third"}\n',
            "secret.txt": "a long password\n",
            "keys.txt": "sk_test_123\nwhsec_123\n",
            "key.txt": "0123456789012345678901234567890123456789\n",
        }
        for name, text in texts.items():
            (self.files / name).write_text(text)
        packed = {
            "goods.csv.gz": goods.replace("product_name", "title"),
            "tree.json.gz": json.dumps(tree),
            "sales.csv.gz": SALES,
            "access.log.gz": log,
            "access.log.1.gz": log,
        }
        for name, text in packed.items():
            (self.files / name).write_bytes(gzip.compress(text.encode()))
        shutil.copy(self.data / "secret.key", self.files / "secret.key.of.the.first")
        made = certificates.ensure(self.data, now=datetime.now(UTC))
        shutil.copy(made.certificate, self.files / "chain.pem")
        shutil.copy(made.key, self.files / "key.pem")
        self._do("backup", "create", str(self.files / "all.tar"))
        for name in ("copy.tar", "everything.tar"):
            shutil.copy(self.files / "all.tar", self.files / name)
        self._do("backup", "create", str(self.files / "myshop.tar"), "--mall", "myshop")

    def copy_store(self) -> str:
        """Return the address of a database of its own with all the rows; empty: SQLite."""
        return postgres.server().copy_database(self.database) if self.database else ""


def environment(prepared: Prepared, data: Path, database: str) -> dict[str, str]:
    """Return what a shell at an installation says: its folder, its store, ports that are free."""
    found = {
        **ENVIRONMENT,
        "PATH": f"{prepared.programs}{os.pathsep}{ENVIRONMENT['PATH']}",
        "OPENMALL_DATA_DIR": str(data),
        # what an authority that every machine trusts would have signed
        "SSL_CERT_FILE": str(data / "tls" / "ca.pem"),
        "OPENMALL_PORT": str(free_port()),
        # one per core would be begun for each server
        "OPENMALL_WORKERS": "1",
        "OPENMALL_HTTP_PORT": str(free_port()),
    }
    if database:
        found["OPENMALL_DATABASE"] = database
    return found


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number: int = free.getsockname()[1]
        return number
