"""`python -m bench.mixed`: calls of apps, visitors and shoppers in the proportions of a shop.

Each client keeps a connection and takes its next deed at random: most read, some change products,
few buy. The statements of all of them share a worker's caches, which loads of one kind do not show.
"""

import argparse
import asyncio
import itertools
import json
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

from bench.client import Connection
from bench.shopping import LYING, SESSION, buy, figures

_PRICES = itertools.count(int(time.time()) * 7919 % 9_000_000)
Deed = Callable[["Client"], Awaitable[int]]
"""Makes calls, and returns how many."""


class Client:
    """One connection, which an app, a visitor and a member use in turn."""

    def __init__(self, connection: Connection, options: argparse.Namespace, number: int) -> None:
        self.connection = connection
        self.options = options
        self.random = random.Random(number)
        self.session = options.sessions[number]
        self.refresh_token = options.refresh_tokens[number]

    @property
    def product_no(self) -> int:
        number: int = self.random.choice(self.options.products)
        return number

    async def admin(self, method: str, path: str, sent: Any = None) -> None:
        """Call the admin API; a call that fails ends the program."""
        self._as(self.options.token)
        (await self.connection.call(method, f"/api/v2/admin/{path}", sent)).json()

    async def visitor(self, method: str, path: str, sent: Any = None) -> None:
        """Call the storefront as somebody who just came."""
        self._as(f"Basic {self.options.key}")
        (await self.connection.call(method, f"/api/v2/{path}", sent)).json()

    def _as(self, authorization: str, session: str = "") -> None:
        self.connection.headers["Authorization"] = authorization
        self.connection.headers.pop(SESSION, None)
        if session:
            self.connection.headers[SESSION] = session

    async def order(self) -> int:
        """Buy two products as a member."""
        self._as(f"Basic {self.options.key}", self.session)
        await buy(self.connection, self.random.sample(self.options.products, 2))
        return 5

    async def refresh(self) -> int:
        """Trade the refresh token for another."""
        self._as(f"Basic {self.options.secret}")
        form = {"grant_type": "refresh_token", "refresh_token": self.refresh_token}
        answer = await self.connection.send("POST", "/api/v2/oauth/token", form)
        self.refresh_token = answer.json()["refresh_token"]
        return 1


def _admin(path: str) -> Deed:
    async def call(client: Client) -> int:
        await client.admin("GET", path.format(product_no=client.product_no))
        return 1

    return call


def _visitor(path: str) -> Deed:
    async def call(client: Client) -> int:
        await client.visitor("GET", path.format(product_no=client.product_no))
        return 1

    return call


async def _update(client: Client) -> int:
    await client.admin("PUT", f"products/{client.product_no}", {"price": f"{next(_PRICES)}.00"})
    return 1


async def _fill(client: Client) -> int:
    await client.visitor("POST", "carts", {"product_no": client.product_no, **LYING})
    return 1


DEEDS: Final[list[tuple[int, Deed]]] = [
    (22, _visitor("products")),
    (22, _visitor("products/{product_no}")),
    (14, _admin("products/{product_no}")),
    (10, _admin("products")),
    (5, _admin("products?embed=variants,options")),
    (6, _admin("orders?embed=items")),
    (2, _admin("products/count")),
    (8, _fill),
    (6, _update),
    (2, Client.refresh),
    (3, Client.order),
]
"""How often of a hundred, and what is done."""


def main() -> None:
    """Parse the command line, call, print what was measured as JSON."""
    parser = argparse.ArgumentParser(prog="python -m bench.mixed", description=__doc__)
    parser.add_argument("url")
    parser.add_argument("--token", required=True, help="the Authorization of an app's token")
    parser.add_argument("--key", required=True, help="client id and front API key, for Basic")
    parser.add_argument("--secret", required=True, help="client id and secret, for Basic")
    parser.add_argument("--products", type=int, nargs="+", required=True)
    parser.add_argument("--sessions", nargs="+", required=True, help="one for each client")
    parser.add_argument("--refresh-tokens", nargs="+", required=True, help="as many")
    parser.add_argument("--seconds", type=int, default=8)
    options = parser.parse_args()
    print(json.dumps(asyncio.run(_mix(options))))


async def _mix(options: argparse.Namespace) -> dict[str, float]:
    """Return calls a second; the times are those of deeds."""
    clients = [
        Client(await Connection.open(options.url), options, number)
        for number in range(len(options.sessions))
    ]
    times: list[float] = []
    began = time.perf_counter()
    counts = await asyncio.gather(
        *(_call(client, times, began + options.seconds) for client in clients)
    )
    found = figures(times, time.perf_counter() - began)
    calls = sum(counts)
    return {**found, "rate": found["rate"] * calls / len(times), "calls": calls}


async def _call(client: Client, times: list[float], end: float) -> int:
    weights = [weight for weight, _ in DEEDS]
    calls = 0
    while time.perf_counter() < end:
        [(_, deed)] = client.random.choices(DEEDS, weights)
        began = time.perf_counter()
        calls += await deed(client)
        times.append((time.perf_counter() - began) * 1000)
    client.connection.close()
    return calls


if __name__ == "__main__":
    main()
