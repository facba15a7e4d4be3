"""How long a start takes until the first call is answered, and what it takes of processors.

From the start of the process `openmall serve` to the first answer of a call that reads a product
over TLS, on both cores. Warm: what was read from the disk is still in memory; cold: it was dropped
before, which only the machine's owner may do (elsewhere these rows are missing).
"""

import http.client
import ssl
import statistics
import time
from pathlib import Path

from bench import postgres, seeding, servers
from bench.figures import malls
from bench.figures.figure import FigureResult, Place

PRODUCTS = 10_000
STARTS = 5
ALLOWED = 2.0
_DROP = Path("/proc/sys/vm/drop_caches")
_TRUST = ssl.create_default_context()
_TRUST.check_hostname = False
_TRUST.verify_mode = ssl.CERT_NONE


def make(place: Place) -> FigureResult:
    """Start again and again on both stores."""
    rows: list[list[object]] = []
    reached = True
    with postgres.running(servers.BOTH_CORES, place.folder / "postgres") as server:
        for store in ("sqlite", "postgresql"):
            mall = malls.demo(place, PRODUCTS, server if store == "postgresql" else None)
            for warm in (True, False):
                if not warm and not _dropped():
                    continue
                found = [_start(place, mall, warm=warm) for _ in range(STARTS if warm else 3)]
                answered = statistics.median(each[0] for each in found)
                work = statistics.median(each[1] for each in found)
                rows.append([f"{store}, {'warm' if warm else 'cold'}", answered, work])
                reached = reached and (answered < ALLOWED or not warm)
    head = ["start of `openmall serve`", "first answer, s", "processors' work, s"]
    return FigureResult(head, rows, "start to first answer under 2 s", reached)


def _dropped() -> bool:
    """Let the machine forget what it read from the disk, and say whether it did."""
    try:
        _DROP.write_text("3")
    except OSError:
        return False
    return True


def _start(place: Place, mall: malls.Installation, *, warm: bool) -> tuple[float, float]:
    """Return the seconds from a start to the first answer, and those of processors until then."""
    token = seeding.Access(mall.data_dir).token
    if not warm:
        _dropped()
    began = time.perf_counter()
    with servers.mall(
        mall.data_dir, place.port, database=mall.database, core=servers.BOTH_CORES
    ) as server:
        caller = http.client.HTTPSConnection("127.0.0.1", place.port, context=_TRUST)
        caller.request("GET", "/api/v2/admin/products/1", headers={"Authorization": token})
        answer = caller.getresponse()
        took = time.perf_counter() - began
        if answer.status != 200:
            raise SystemExit(f"{answer.status}: {answer.read().decode()}")
        caller.close()
        return took, server.busy()
