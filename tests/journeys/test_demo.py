"""A developer starts the demo mall and finds everything as it was promised."""

import re
import shlex
import stat
import subprocess
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from openmall.analytics.reports.registry import REPORTS
from tests.journeys.demo_server import DemoServer

SECRET_LENGTH = 22
_NOW = datetime.now(UTC)
TODAY = f"start_date={_NOW - timedelta(1):%Y-%m-%d}&end_date={_NOW + timedelta(1):%Y-%m-%d}"


def test_ready_line_and_file_say_the_same(mall: DemoServer) -> None:
    assert mall.ready == f"ready {mall.demo.local_url}\n"
    port = int(mall.demo.local_url.rpartition(":")[2])
    assert mall.demo.base_url == f"https://demo.openmall.localhost:{port}"
    assert mall.demo.local_url == f"https://127.0.0.1:{port}"
    assert mall.demo.collection_url == f"https://collection.openmall.localhost:{port}"
    assert mall.demo.analytics_url == f"https://analytics.openmall.localhost:{port}"
    assert mall.demo.developers_url == f"https://developers.openmall.localhost:{port}"
    assert mall.demo.mall_id == "demo"
    assert mall.demo.ca_file == str(mall.data_dir / "tls" / "ca.pem")


def test_file_is_for_its_owner_alone(mall: DemoServer) -> None:
    assert stat.S_IMODE((mall.data_dir / "demo.json").stat().st_mode) == 0o600


def test_apps_are_those_promised(mall: DemoServer) -> None:
    names = [app.name for app in mall.demo.apps]
    assert names == ["full", "read-only", "unrestricted", "not-installed", "deleted"]
    secrets = [
        secret
        for app in mall.demo.apps
        for secret in (
            app.client_id,
            app.client_secret,
            app.front_api_key,
            app.access_token,
            app.refresh_token,
        )
    ]
    assert len(set(secrets)) == 25
    assert {len(secret) for secret in secrets} == {SECRET_LENGTH}
    assert not any("write" in scope for scope in mall.demo.app("read-only").scopes)
    assert [app.name for app in mall.demo.apps if not app.restricted] == ["unrestricted"]


@pytest.mark.parametrize(
    ("app", "method", "path", "status"),
    [
        ("full", "GET", f"activitylogs?{TODAY}", 200),
        ("full", "PUT", "products/1", 200),
        ("read-only", "GET", "products/1", 200),
        ("read-only", "PUT", "products/1", 403),
        ("unrestricted", "GET", "products/1", 200),
        ("unrestricted", "GET", f"activitylogs?{TODAY}", 403),
        ("not-installed", "GET", "products/1", 403),
        ("deleted", "GET", "products/1", 403),
    ],
    ids=lambda each: str(each).partition("?")[0],
)
def test_every_app_behaves_as_it_is_named(
    mall: DemoServer, app: str, method: str, path: str, status: int
) -> None:
    change = {"json": {"request": {"model_name": "M-1"}}} if method == "PUT" else {}
    answer = mall.call(method, path, app, **change)
    if answer.status_code == 409:  # written by an earlier try
        answer = mall.call("GET", path, app)
    assert answer.status_code == status, answer.text


def test_partner_credentials_open_the_collection_host(mall: DemoServer) -> None:
    partner = mall.demo.partner
    path = "/api/products?store_id=demo&shop_no=1&limit=1"
    answer = mall.client.get(
        path,
        auth=(partner.client_id, partner.client_secret),
        headers=mall.at(mall.demo.collection_url),
    )
    assert answer.status_code == 200
    assert int(answer.headers["x-ratelimit-limit"]) == 40
    assert "x-ratelimit-remaining" in answer.headers

    wrong = mall.client.get(
        path,
        auth=(partner.client_id, "wrong"),
        headers=mall.at(mall.demo.collection_url),
    )
    assert wrong.status_code == 401


def test_partners_read_the_shops_and_products_of_the_mall(mall: DemoServer) -> None:
    partner = mall.demo.partner

    def found(path: str) -> list[dict[str, object]]:
        answer = mall.client.get(
            path,
            auth=(partner.client_id, partner.client_secret),
            headers=mall.at(mall.demo.collection_url),
        )
        assert answer.status_code == 200, answer.text
        [listed] = answer.json().values()
        return list(listed)

    assert [(each["store_id"], each["shop_no"]) for each in found("/api/shops?order=asc")] == [
        ("demo", 1),
        ("demo", 2),
    ]
    products = found("/api/products?store_id=demo&shop_no=1&limit=5")
    assert [(each["shop_no"], each["shop_grade"]) for each in products] == [(1, "purple")] * 5


def test_curl_line_works_as_printed(mall: DemoServer) -> None:
    printed = mall.printed()
    [line] = re.findall(r"^ +(curl .*)$", printed, re.MULTILINE)
    done = subprocess.run(
        [*shlex.split(line), "--silent", "--show-error"], capture_output=True, text=True, timeout=30
    )
    assert done.returncode == 0, done.stderr
    [product] = httpx.Response(200, text=done.stdout).json()["products"]
    assert product["shop_no"] == 1


def test_plain_http_is_refused_with_the_error_body(mall: DemoServer) -> None:
    answer = httpx.get(f"{mall.demo.http_url}/api/v2/admin/products")
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "403"


def test_storefront_opens_with_its_key_and_with_the_client_id_alone(mall: DemoServer) -> None:
    app = mall.demo.app("full")
    proven = mall.client.get("/api/v2/products", auth=(app.client_id, app.front_api_key))
    alone = mall.client.get("/api/v2/products", headers={"X-Platform-Client-Id": app.client_id})
    nobody = mall.client.get("/api/v2/products")
    assert [each.status_code for each in (proven, alone, nobody)] == [200, 200, 401]
    assert proven.json() == alone.json()
    assert len(proven.json()["products"]) == 10


def test_catalogue_is_there_in_both_languages_with_its_pictures(mall: DemoServer) -> None:
    korean, english = (
        mall.call(
            "GET", "products", params={"shop_no": shop_no, "custom_product_code": "TW-MUG-SNOW"}
        ).json()["products"][0]
        for shop_no in (1, 2)
    )
    assert (korean["product_name"], korean["price"]) == ("첫눈 머그", "18000.00")
    assert (english["product_name"], english["price"]) == ("First Snow Mug", "14.50")
    assert korean["detail_image"] == f"{mall.demo.local_url}/files/products/TW-MUG-SNOW-detail.svg"
    picture = mall.client.get(korean["detail_image"])
    assert picture.status_code == 200
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg ")
    assert 'width="500" height="500"' in picture.text
    assert 'width="100" height="100"' in mall.client.get(korean["small_image"]).text


def test_both_languages_name_the_categories(mall: DemoServer) -> None:
    named = [
        mall.call("GET", "categories", params={"shop_no": shop_no, "category_depth": 1}).json()
        for shop_no in (1, 2)
    ]
    first = [each["categories"][0]["category_name"] for each in named]
    assert first == ["부엌", "Kitchen"]


def test_every_report_of_visitors_has_something_to_show(mall: DemoServer) -> None:
    # given the weeks before today, whose facts the engine gets while the mall is served
    today = datetime.now(UTC).date()
    days = {"start_date": str(today - timedelta(21)), "end_date": str(today)}
    headers = {
        **mall.at(mall.demo.analytics_url),
        "Authorization": f"Bearer {mall.demo.app('full').access_token}",
    }

    def rows(path: str) -> list[dict[str, Any]]:
        params = {"mall_id": "demo", **days}
        answer = mall.client.get(f"/{path}", params=params, headers=headers)
        assert answer.status_code == 200, answer.text
        found: list[dict[str, Any]] = answer.json()[REPORTS[path].key]
        return found

    patience = time.monotonic() + 30
    while not rows("visitors/view") and time.monotonic() < patience:
        time.sleep(1)
    # then none of them is empty, nor says that nothing was sold
    shown = {path: rows(path) for path in REPORTS}
    assert [path for path, found in shown.items() if not found] == []
    assert shown["sales/pervisitors"][0]["order_amount_per_visitor"] > 0
    assert len(shown["visitors/view"]) >= 20
