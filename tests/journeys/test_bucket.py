"""An operator serves a mall whose pictures lie in a bucket."""

import tempfile
from pathlib import Path

from tests.journeys.demo_server import DemoServer
from tests.s3 import Server


def test_a_demo_mall_on_a_bucket() -> None:
    """Given a bucket, when the demo mall starts, then its pictures are there until it goes away."""
    server = Server()
    bucket = server.new_bucket()
    settings = {
        f"OPENMALL_{name.upper()}": value for name, value in server.settings(bucket).items()
    }
    with tempfile.TemporaryDirectory() as folder:
        running = DemoServer(Path(folder) / "data", OPENMALL_JOBS="workers", **settings)
        try:
            product = running.call("GET", "products/1").json()["product"]
            path = "/files/" + product["detail_image"].partition("/files/")[2]
            seen = running.client.get(path)
            again = running.client.get(path, headers={"If-None-Match": seen.headers["etag"]})
            key = "shop/demo/" + path.removeprefix("/files/")
            kept = server.head(bucket, key)
            server.stop()
            away = running.client.get(path)
            sold = running.call("GET", "products/1")
        finally:
            running.kill()
        assert not (Path(folder) / "data/files").exists()
    assert (seen.status_code, seen.headers["content-type"]) == (200, "image/svg+xml")
    assert len(seen.content) == kept["ContentLength"]
    assert (kept["ContentType"], kept["CacheControl"]) == ("image/svg+xml", "public, max-age=300")
    assert (again.status_code, again.content) == (304, b"")
    assert (away.status_code, away.json()["error"]["code"]) == (503, "503")
    assert sold.json()["product"] == product
