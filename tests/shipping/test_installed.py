"""An installed wheel serves everything, where there is no source tree."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from openmall import __version__
from openmall.database import migrate
from openmall.http.web import assets
from openmall.pages.reference import operations as reference_operations
from tests.journeys.demo_server import DemoServer
from tests.shipping import built_packages
from tests.shipping.built_packages import PACKAGE, ROOT, Installed

KOREAN = {"Accept-Language": "ko"}
ASSET = re.compile(r'(?:href|src)="(/assets/([^?"]+)[^"]*)"')


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel, installed."""
    wheel, _ = built_packages.build(ROOT, tmp_path_factory.mktemp("dist"))
    return Installed(wheel, tmp_path_factory.mktemp("installed"))


@pytest.fixture(scope="module")
def mall(installed: Installed) -> Iterator[DemoServer]:
    """A demo mall that it serves."""
    running = installed.demo()
    yield running
    running.kill()


def test_it_is_the_installed_one_that_is_tested(installed: Installed) -> None:
    where = installed.python("import openmall; print(openmall.__file__)")
    assert where == f"{installed.site}/openmall/__init__.py\n"
    assert installed.openmall("--version") == f"openmall {__version__}\n"


def test_a_store_is_made_from_nothing(installed: Installed) -> None:
    made = installed.openmall("db", "migrate", "--data-dir", "data", "--json")
    newest = migrate.newest()
    assert msgspec.json.decode(made) == {"before": None, "schema": newest, "changed": True}


def test_what_is_printed_is_what_the_source_prints(installed: Installed) -> None:
    # docstrings of operations, the ledger of the specification, glossary and codes
    assert installed.openmall("operations", "--page") == reference_operations.page()


@pytest.mark.parametrize(
    ("host", "path", "said"),
    [
        ("", "/admin", "로그인"),
        ("developers", "/developers/sign-in", "로그인"),
        ("developers", "/developers/reference/admin/2026-03-01/get-orders", "주문"),
        ("demo", "/", "장바구니"),
    ],
    ids=["back office", "console", "reference", "sample shop"],
)
def test_pages_come_with_their_assets_and_in_korean(
    mall: DemoServer, host: str, path: str, said: str
) -> None:
    urls = {"": mall.demo.local_url, "demo": mall.demo.base_url}
    headers = mall.at(urls.get(host, mall.demo.developers_url)) if host else {}
    page = mall.client.get(path, headers={**KOREAN, **headers}, follow_redirects=True)
    assert page.status_code == 200
    assert said in page.text
    loaded = ASSET.findall(page.text)
    assert loaded
    # of their parts in the source: one that the wheel lacks makes another file
    joined = assets.files()
    for address, name in loaded:
        answer = mall.client.get(address)
        assert answer.content == joined[name], name


def test_a_call_a_report_and_the_script_of_visitors(mall: DemoServer) -> None:
    product = mall.call("GET", "products/1")
    assert product.json()["product"]["product_no"] == 1
    today = datetime.now(UTC)
    days = {"start_date": f"{today - timedelta(days=7):%Y-%m-%d}", "end_date": f"{today:%Y-%m-%d}"}
    report = mall.client.get(
        "/visitors/view",
        params={"mall_id": "demo", **days},
        headers={
            **mall.at(mall.demo.analytics_url),
            "Authorization": f"Bearer {mall.demo.app('full').access_token}",
        },
    )
    assert report.status_code == 200, report.text
    assert [*report.json()] == ["view"]
    script = mall.client.get("/analytics.js", headers=mall.at(mall.demo.base_url))
    small = PACKAGE / "analytics" / "collecting" / "openmall.min.js"
    assert script.text.splitlines()[-1] == small.read_text(encoding="utf-8").splitlines()[-1]


def test_it_stops_when_it_is_asked_to(mall: DemoServer) -> None:
    assert mall.stop() == 0
