"""What any process of the machine writes is seen by the next anonymous read, in every worker."""

from pathlib import Path

import pytest

from tests.journeys.demo_server import DemoServer
from tests.journeys.filled_malls import FilledMalls

CONNECTIONS = 8


def names(mall: DemoServer, number: int) -> set[str]:
    """Return the name of a product as new connections are told it, twice each."""
    found = set()
    app = mall.demo.app("full")
    for _ in range(CONNECTIONS):
        with mall.new_client() as client:
            for _ in range(2):
                known = {"X-Platform-Client-Id": app.client_id}
                answer = client.get(f"/api/v2/products/{number}", headers=known)
                assert answer.status_code == 200, answer.text
                found.add(answer.json()["product"]["product_name"])
    return found


@pytest.mark.both_stores
def test_writes_of_workers_commands_and_jobs_are_seen_at_once(
    tmp_path: Path, filled: FilledMalls, store: str
) -> None:
    options = filled.copy(tmp_path / "data", store)
    mall = DemoServer(tmp_path / "data", *options, "--no-limits")
    try:
        made = mall.call(
            "POST",
            "products",
            json={
                "request": {
                    "product_name": "New",
                    "custom_product_code": "CROWD",
                    "price": "1000",
                    "supply_price": "500",
                    "display": "T",
                    "selling": "T",
                }
            },
        )
        number = made.json()["product"]["product_no"]
        assert names(mall, number) == {"New"}
        for at in range(5):
            # each time another worker may be the one that writes
            mall.reconnect()
            body = {"request": {"product_name": f"By a worker {at}"}}
            assert mall.call("PUT", f"products/{number}", json=body).status_code == 200
            assert names(mall, number) == {f"By a worker {at}"}
        goods = tmp_path / "goods.csv"
        goods.write_text("custom_product_code,product_name\nCROWD,By a command\n")
        mall.openmall("import", "products", str(goods), "--mall", mall.demo.mall_id)
        assert names(mall, number) == {"By a command"}
    finally:
        mall.kill()
