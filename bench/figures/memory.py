"""What processes have in memory after load, and how it grows with what they did.

Resident memory counts libraries that processes share in each of them; the proportional one divides
them, so that its sum is what the installation takes. Two workers serve 100,000 products; they are
looked at after the start, after every kind of call, and after 30,000 more.
"""

from bench import load, postgres, seeding, servers
from bench.figures import malls
from bench.figures.figure import FigureResult, Place
from bench.figures.workers import scripts

PRODUCTS = 100_000
ALLOWED = 120.0


def make(place: Place) -> FigureResult:
    """Measure the processes of both stores."""
    rows: list[list[object]] = []
    with postgres.running(servers.BOTH_CORES, place.folder / "postgres") as server:
        for store in ("sqlite", "postgresql"):
            mall = malls.demo(place, PRODUCTS if store == "sqlite" else 10_000,
                              server if store == "postgresql" else None)  # fmt: skip
            rows += _grown(place, mall, store)
    reached = all(float(str(row[2])) < ALLOWED for row in rows if "worker" in str(row[0]))
    head = ["process", "moment", "resident, MB", "proportional, MB"]
    return FigureResult(head, rows, "memory of a worker under 120 MB resident", reached)


def _grown(place: Place, mall: malls.Installation, store: str) -> list[list[object]]:
    rows: list[list[object]] = []
    with servers.mall(
        mall.data_dir, place.port, database=mall.database, workers=2, core=servers.BOTH_CORES
    ) as server:
        access = seeding.Access(mall.data_dir)
        rows += _looked_at(server, store, "started")
        for script in scripts(mall.data_dir).values():
            load.run(server.url, script, seconds=place.seconds)
        rows += _looked_at(server, store, "every kind of call")
        some = load.reads(
            f'"/api/v2/admin/products?limit=100&offset=" .. (n % {PRODUCTS // 100})',
            authorization=access.token,
        )
        load.run(server.url, some, seconds=place.seconds * 3, connections=100)
        rows += _looked_at(server, store, "lists of 100 over 100 connections")
    return rows


def _looked_at(server: servers.Server, store: str, moment: str) -> list[list[object]]:
    """Return the largest worker, and the largest of the other processes."""
    found = server.memories().values()
    worker = max((each for each in found if each.is_worker), key=lambda each: each.rss)
    rows = [[f"worker, {store}", moment, round(worker.rss), round(worker.pss)]]
    owners = [each for each in found if "analytics own" in each.command]
    rows += [["owner of the facts", moment, round(each.rss), round(each.pss)] for each in owners]
    return [list[object](row) for row in rows]
