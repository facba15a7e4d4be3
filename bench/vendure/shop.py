"""A Vendure shop: installed from the registry once, filled once, then served."""

import asyncio
import contextlib
import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench import postgres, servers
from bench.client import Connection
from bench.vendure import calls
from bench.vendure.shoppers import TOKEN

PROGRAM = Path(__file__).parent / "program"
CUSTOMERS = 16
VARIANTS = 4
"""Of each product."""


class Shop:
    """A shop of so many products in a database of a server."""

    def __init__(self, folder: Path, server: postgres.Postgres, products: int, port: int) -> None:
        self.products = products
        self.variants = products * VARIANTS
        self._server = server
        self._name = f"vendure_{products}"
        self._place = folder / "vendure"
        self._port = port
        self.password = self._kept_password()

    def _kept_password(self) -> str:
        self._place.mkdir(parents=True, exist_ok=True)
        file = self._place / "password"
        if not file.exists():
            file.write_text(secrets.token_urlsafe(16))
        return file.read_text()

    def install(self) -> None:
        """Install what the lock file names, unless it is there already."""
        lock = "package-lock.json"
        done = self._place / "installed.json"
        for file in PROGRAM.iterdir():
            shutil.copy(file, self._place)
        wanted = (PROGRAM / lock).read_bytes()
        if done.exists() and done.read_bytes() == wanted:
            return
        npm = shutil.which("npm")
        if npm is None:
            raise SystemExit("Vendure needs Node.js 20 or newer: apt-get install nodejs npm")
        # nothing is built or fetched by scripts: what is compiled lies in the packages
        subprocess.run([npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
                       cwd=self._place, check=True, stdout=sys.stderr)  # fmt: skip
        done.write_bytes(wanted)

    def _environment(self, database: str) -> dict[str, str]:
        return {
            "NODE_ENV": "production",
            "PGHOST": self._server.folder,
            "PGUSER": "postgres",
            "PGDATABASE": database,
            "VENDURE_PORT": str(self._port),
            "VENDURE_PASSWORD": self.password,
            "VENDURE_DISABLE_TELEMETRY": "true",
        }

    def fill(self) -> None:
        """Make tables and products, unless they are there already."""
        if asyncio.run(self._server.has(self._name)):
            return
        begun = f"{self._name}_begun"
        asyncio.run(self._server.drop(begun))
        asyncio.run(self._server.create(begun))
        given = self._environment(begun) | {
            "VENDURE_MAKE_TABLES": "yes",
            # it writes row by row, and need not wait for the disk at each
            "PGOPTIONS": "-c synchronous_commit=off",
        }
        subprocess.run(["node", "fill.js", str(self.products), str(CUSTOMERS)], cwd=self._place,
                       env={**os.environ, **given}, check=True, stdout=sys.stderr)  # fmt: skip
        asyncio.run(self._server.rename(begun, self._name))

    @contextlib.contextmanager
    def served(self) -> Iterator[servers.Server]:
        """Serve it on the server's core; its worker is on the load's, with which it has time."""
        given = self._environment(self._name)
        worker = servers.started(
            "node", "worker.js", core=servers.LOAD_CORE, given=given, folder=self._place
        )
        serving = servers.started(
            "node", "server.js", given=given, folder=self._place, beside=self._server.processes
        )
        with worker, serving as server:
            asyncio.run(self._indexed(server.url))
            asyncio.run(self._server.tidy(self._name))
            yield server

    async def _indexed(self, url: str) -> None:
        """Return when the search finds every product."""
        reader = await Connection.open(url)
        for _ in range(1_800):
            found = (await reader.send("POST", "/shop-api", calls.body(calls.SEARCH))).json()
            if found["data"]["search"]["totalItems"] >= self.products:
                reader.close()
                return
            await asyncio.sleep(1)
        raise SystemExit("the search index was not made")

    def administrator(self, url: str) -> str:
        """Return what the owner's calls show."""

        async def signed_in() -> str:
            owner = await Connection.open(url)
            sent = calls.body(calls.LOGIN, name="superadmin", password=self.password)
            answer = await owner.send("POST", "/admin-api", sent)
            said: Any = answer.json()
            if refused := calls.refusals(said):
                raise SystemExit(f"refused: {refused}")
            owner.close()
            return f"Bearer {answer.headers[TOKEN]}"

        return asyncio.run(signed_in())
