"""Programs of a store that is upgraded, and the clients that read and write it meanwhile by HTTP.

A client sends again what was not answered, as `docs/reliability.md` tells clients to: a creation
with the same `Idempotency-Key`. It knows every address, as a proxy does, and takes them in turn.
"""

import itertools
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import httpx

from tests.database import release_store
from tests.database.release_store import ReleaseStore
from tests.database.releases import Program
from tests.journeys.demo_server import FREE_PORTS, WAIT, soon
from tests.random_cases import cases
from tests.server_logs import ServerLog
from tests.storefront.shopper_client import BUYER, RECEIVER

HOST: Final = f"{release_store.MALL}.openmall.localhost"
HANA: Final = "hana"
UNITS: Final = 100_000
CATEGORIES: Final = 3
_GUESTS: Final = f"orders/count?buyer_email={BUYER['email']}"
"""Not the orders of subscriptions, which the programs place by themselves."""
_PAUSE: Final = 0.05
"""Seconds before a client tries again."""
_REST: Final = 0.2
"""Seconds before a client begins its next round."""


class Server:
    """A program that serves a store, as a process of its own on a free port."""

    def __init__(self, program: Program, data_dir: Path, settings: Mapping[str, str]) -> None:
        self._log = ServerLog()
        words = ["serve", *FREE_PORTS, "--data-dir", str(data_dir)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "openmall", *words],
            env={**program.environment, **settings},
            stderr=self._log.file,
            text=True,
        )
        soon(lambda: self._url() != "" or self._process.poll() is not None, patience=4 * WAIT)
        self.url = self._url()
        if not self.url:
            self.stop()
            raise AssertionError(self._log.text())

    def _url(self) -> str:
        """Return the address that it says when it is ready; warnings may come before."""
        found = [each for each in self._log.text().splitlines() if each.startswith("ready ")]
        return found[0].split()[1] if found else ""

    def stop(self) -> int:
        """Ask it to stop, as a service manager does; return its exit status."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        status = self._process.wait(WAIT)
        self._log.ends()
        return status


class Load:
    """Clients of the mall of a release: buyers, merchants, and readers."""

    def __init__(self, release: ReleaseStore, token: str) -> None:
        """`token`: an access token of its app."""
        self.urls: list[str] = []
        """Addresses of the programs that serve."""
        self.busy: Counter[str] = Counter()
        """Answers 503 with `Retry-After`."""
        self.unanswered: Counter[str] = Counter()
        self.faults: list[str] = []
        """Answers that no client should get."""
        self.rounds: Counter[str] = Counter()
        """Client -> what it has done."""
        self.paid: dict[str, str] = {}
        """Order -> what it cost."""
        self.prices: dict[int, str] = {}
        """Product -> its last price that was acknowledged."""
        self.names: dict[int, str] = {}
        """Category -> its last name that was acknowledged."""
        self.points = 0
        """Points that were given to a member."""
        self._bearer = {"Authorization": f"Bearer {token}"}
        self._basic = httpx.BasicAuth(release.client_id, release.front_api_key)
        self._reads = [*release.answers, "products/count", "orders/count"]
        self._turns = itertools.count()
        self._ending = threading.Event()
        self._clients = [
            threading.Thread(target=self._go_on, args=[work], name=f"client-{at}", daemon=True)
            for at, work in enumerate((self._buy, self._buy, self._sell, self._sell, self._read))
        ]

    def begin(self) -> None:
        """Make what the clients need, and start them."""
        with self._connection() as client:
            made = self._admin(client, "POST", "products", key="stock", **_product("Cup", "1000"))
            self._cup = made["product"]["product_no"]
            path = f"products/{self._cup}/variants"
            [variant] = self._admin(client, "GET", path)["variants"]
            self._variant = variant["variant_code"]
            kept = {"use_inventory": "T", "quantity": UNITS}
            self._admin(client, "PUT", f"{path}/{self._variant}/inventories", **kept)
            for at in range(CATEGORIES):
                name = f"Category {at}"
                made = self._admin(
                    client, "POST", "categories", key=f"category-{at}", category_name=name
                )
                self.names[made["category"]["category_no"]] = name
            self._orders = self._admin(client, "GET", _GUESTS)["count"]
            self._points = self._member(client)
        for each in self._clients:
            each.start()

    def goes_on(self) -> None:
        """Wait until each client has begun and done some work since now, without a fault."""
        before = self.rounds.copy()
        # the round under way began before
        more = 1 + cases(5, usual=1)
        names = [each.name for each in self._clients]

        def all_did() -> bool:
            assert self.faults == []
            assert all(each.is_alive() for each in self._clients)
            return all(self.rounds[name] >= before[name] + more for name in names)

        assert soon(all_did, patience=2 * WAIT), (self.rounds - before, self.unanswered, self.busy)

    def end(self) -> None:
        """Let each client finish what it does."""
        self._ending.set()
        for each in self._clients:
            if each.is_alive():
                each.join(WAIT)

    def lost(self) -> list[str]:
        """Return what was acknowledged and is not there, or is there more than once."""
        with self._connection() as client:

            def get(path: str) -> Any:
                return self._admin(client, "GET", path)

            return [
                f"{what}: {there} instead of {wanted}"
                for what, there, wanted in (
                    ("orders", get(_GUESTS)["count"], self._orders + len(self.paid)),
                    ("points", self._member(client), self._points + self.points),
                    (
                        "stock",
                        get(f"products/{self._cup}/variants/{self._variant}")["variant"][
                            "quantity"
                        ],
                        UNITS - len(self.paid),
                    ),
                    *(
                        (f"product {no}", get(f"products/{no}")["product"]["price"], price)
                        for no, price in self.prices.items()
                    ),
                    *(
                        (
                            f"category {no}",
                            get(f"categories/{no}")["category"]["category_name"],
                            name,
                        )
                        for no, name in self.names.items()
                    ),
                    *(
                        (
                            order,
                            [
                                each["paid_amount"]
                                for each in get(f"orders/{order}/paymenttimeline")[
                                    "paymenttimeline"
                                ]
                            ],
                            [cost],
                        )
                        for order, cost in self.paid.items()
                    ),
                )
                if there != wanted
            ]

    def _go_on(self, work: Callable[[httpx.Client, str], None]) -> None:
        name = threading.current_thread().name
        with self._connection() as client:
            while not self._ending.is_set():
                work(client, f"{name}-{self.rounds[name]}-{'0' * 20}")
                self.rounds[name] += 1
                self._ending.wait(_REST)

    def _buy(self, client: httpx.Client, key: str) -> None:
        """Order and pay as a guest."""
        order = {
            "receiver": RECEIVER,
            "buyer": BUYER,
            "payment_method": "card",
            "variants": [{"variants_code": self._variant, "quantity": 1}],
        }
        placed = self._front(client, "orders", order, key)["order"]
        path = f"testgateway/payments/{placed['payment_id']}"
        said = self._front(client, path, {"outcome": "approved"}, key)["payment"]
        for callback in said["callbacks"]:
            self._send(client, "POST", urlsplit(said["callback_url"]).path, json=callback)
        self.paid[placed["order_id"]] = placed["amount"]

    def _sell(self, client: httpx.Client, key: str) -> None:
        """Make a product, change its price, name a category, and give a member points."""
        made = self._admin(client, "POST", "products", key=key, **_product(key, "1000"))
        number = made["product"]["product_no"]
        for price in ("1001", "1002"):
            changed = self._admin(client, "PUT", f"products/{number}", price=price)
            self.prices[number] = changed["product"]["price"]
        # each client its own, so that the last name is the one of its last call
        own = sorted(self.names)[int(threading.current_thread().name[-1]) % CATEGORIES]
        name = f"Named by {key}"
        self._admin(client, "PUT", f"categories/{own}", category_name=name)
        self.names[own] = name
        self._admin(client, "POST", "points", key=key, member_id=HANA, amount="10", type="increase")
        self.points += 10

    def _read(self, client: httpx.Client, key: str) -> None:
        for path in self._reads:
            self._admin(client, "GET", path)

    def _member(self, client: httpx.Client) -> int:
        """Return the points that the member has."""
        found = self._admin(client, "GET", f"customersprivacy/{HANA}")["customersprivacy"]
        return int(float(found["total_points"]))

    def _admin(
        self, client: httpx.Client, method: str, path: str, *, key: str = "", **request: Any
    ) -> Any:
        rest = {"json": {"request": request}} if method != "GET" else {}
        headers = {**self._bearer, **({"Idempotency-Key": key} if key else {})}
        return self._send(client, method, f"/api/v2/admin/{path}", headers=headers, **rest).json()

    def _front(self, client: httpx.Client, path: str, request: dict[str, Any], key: str) -> Any:
        # each as a guest of its own: what is not answered gives no session
        client.cookies.clear()
        return self._send(
            client,
            "POST",
            f"/api/v2/{path}",
            json={"request": request},
            headers={"Idempotency-Key": key},
            auth=self._basic,
        ).json()

    def _send(self, client: httpx.Client, method: str, path: str, **rest: Any) -> httpx.Response:
        """Send a call until it is answered with success; any other answer is a fault."""
        headers = {"Host": HOST, **rest.pop("headers", {})}
        while True:
            urls = tuple(self.urls)
            if not urls:  # a proxy without a server
                time.sleep(_PAUSE)
                continue
            url = urls[next(self._turns) % len(urls)]
            try:
                answer = client.request(method, url + path, headers=headers, **rest)
            except httpx.TransportError as error:
                self.unanswered[type(error).__name__] += 1
                time.sleep(_PAUSE)
                continue
            if answer.is_success:
                return answer
            said = f"{answer.status_code} {method} {path}: {answer.text[:500]}"
            if answer.status_code == 503 and "Retry-After" in answer.headers:
                self.busy[said] += 1
                time.sleep(_PAUSE)
                continue
            self.faults.append(said)
            raise AssertionError(said)

    def _connection(self) -> httpx.Client:
        # each program has an authority of its own
        return httpx.Client(verify=False, timeout=WAIT)


def _product(name: str, price: str) -> dict[str, str]:
    return {
        "product_name": name,
        "supply_price": "500",
        "price": price,
        "display": "T",
        "selling": "T",
    }
