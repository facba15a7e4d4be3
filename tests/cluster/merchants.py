"""Programs that write to malls all the time, and count what was refused."""

import threading
import time
from typing import Final

from tests import citus
from tests.world import Stage, World

MALLS: Final = 6
"""Malls of a test: of two nodes, each has some."""


class Merchant(threading.Thread):
    """Creates products in one mall, each until it is acknowledged, as a patient program does."""

    def __init__(self, world: World) -> None:
        super().__init__(name=world.mall_id, daemon=True)
        self.ending = threading.Event()
        self.acknowledged: list[int] = []
        self.refused: list[tuple[int, bool]] = []
        """Status, and whether it says when to try again, of calls that were sent once more."""
        self.slowest = 0.0
        """Seconds of the call that took longest."""
        self.world = world

    def run(self) -> None:
        while not self.ending.is_set():
            name = f"{self.name}-{len(self.acknowledged)}"
            request = {"product_name": name, "supply_price": "1", "price": "2"}
            while not self.ending.is_set():
                started = time.monotonic()
                answer = self.world.call(
                    "POST", "products", json={"request": request}, headers={"Idempotency-Key": name}
                )
                self.slowest = max(self.slowest, time.monotonic() - started)
                if answer.status_code == 201:
                    self.acknowledged.append(answer.json()["product"]["product_no"])
                    break
                self.refused.append((answer.status_code, "Retry-After" in answer.headers))
                time.sleep(0.1)


class Market:
    """Malls on both nodes of a cluster, with a merchant that writes to each."""

    def __init__(self, stage: Stage, cluster: citus.Cluster, url: str) -> None:
        self.merchants = [Merchant(stage.new_world(f"mall-{at}")) for at in range(MALLS)]
        self._cluster, self._url = cluster, url
        for each in self.merchants:
            each.start()

    def on(self, node: citus.Node) -> list[Merchant]:
        """Return the merchants of malls that a node has."""
        return [
            each for each in self.merchants if self._cluster.node_of(self._url, each.name) is node
        ]

    @staticmethod
    def go_on(merchants: list[Merchant], *, more: int = 3, seconds: float = 60.0) -> bool:
        """Wait until each of them wrote `more` products; say whether they did in time."""
        wanted = {each: len(each.acknowledged) + more for each in merchants}
        deadline = time.monotonic() + seconds
        while any(len(each.acknowledged) < number for each, number in wanted.items()):
            if time.monotonic() > deadline:
                return False
            time.sleep(0.05)
        return True

    def stop(self) -> None:
        """Let every merchant finish its call, and end."""
        for each in self.merchants:
            each.ending.set()
        for each in self.merchants:
            each.join(60)

    def close(self, url: str = "") -> None:
        """Stop, and compare what was acknowledged with what is there.

        `url`: where the rows are, if another server has taken over.
        """
        self.stop()
        for each in self.merchants:
            found = citus.ask(
                url or self._url,
                "SELECT product_no FROM product WHERE mall_id = $1 AND shop_no = 1 ORDER BY 1",
                each.name,
            )
            kept = [row[0] for row in found]
            assert set(each.acknowledged) <= set(kept), "an acknowledged write is gone"
            # one more: what was sent last, and not answered before the end
            assert len(kept) - len(each.acknowledged) in (0, 1), "written once"

    def figures(self) -> dict[str, float]:
        """Return what was acknowledged and refused, and the slowest call in seconds."""
        return {
            "acknowledged": sum(len(each.acknowledged) for each in self.merchants),
            "refused": sum(len(each.refused) for each in self.merchants),
            "slowest": round(max(each.slowest for each in self.merchants), 1),
        }
