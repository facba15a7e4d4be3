"""The Python client (`clients/python`) works with a running mall, over HTTPS and with limits."""

import asyncio
import json
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

import openmall_client as client
from tests.journeys.consent_browser import consent
from tests.journeys.demo_server import ENVIRONMENT, ROOT, DemoServer
from tests.journeys.filled_malls import FilledMalls
from tests.journeys.trial import Trial

PRODUCTS = 130
SOURCE = ROOT / "clients" / "python" / "src"


@pytest.fixture(scope="module")
def running(filled: FilledMalls) -> Iterator[DemoServer]:
    """A mall of this module, which enforces its limits."""
    with tempfile.TemporaryDirectory() as folder:
        data_dir = Path(folder) / "data"
        started = DemoServer(data_dir, *filled.copy(data_dir), "--products", str(PRODUCTS))
        yield started
        assert started.stop() == 0


@pytest.fixture(scope="module")
def trusted(running: DemoServer) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=running.demo.ca_file)


@pytest.fixture
def admin(running: DemoServer, trusted: ssl.SSLContext) -> Iterator[client.Admin]:
    token = running.demo.app("full").access_token
    # the name of the mall, which Python's resolver does not know
    with client.Admin(running.demo.base_url, token, verify=trusted) as opened:
        yield opened


def test_a_list_is_walked_by_numbers_and_by_offsets(admin: client.Admin) -> None:
    whole = admin.count_products()["count"]
    by_number = [each["product_no"] for each in admin.iterate_products()]
    by_offset = [each["product_no"] for each in admin.iterate_products(sort="created_date")]

    assert len(by_number) == whole > 100
    assert by_number == sorted(set(by_number))
    assert sorted(by_offset) == by_number


def test_a_client_that_never_stops_is_never_refused(
    running: DemoServer, admin: client.Admin
) -> None:
    before = refused(running)

    for _ in range(55):
        admin.list_products(limit=1, fields=["product_no"])

    assert refused(running) == before


def refused(running: DemoServer) -> int:
    calls = running.openmall("app", "calls", running.demo.app("full").client_id, "--json")
    return sum(json.loads(line)["status"] == 429 for line in calls.splitlines())


def test_errors_name_what_is_wrong(admin: client.Admin) -> None:
    with pytest.raises(client.NotFound) as missing:
        admin.get_product(2_000_000_000)
    with pytest.raises(client.InvalidRequest, match="limit") as wrong:
        admin.list_products(limit=1000)

    assert missing.value.request_id
    assert (missing.value.status, wrong.value.status) == (404, 422)
    with pytest.raises(client.OpenmallError, match="https://"):
        client.Admin("demo.example.com", "token")


def test_a_product_changes_only_as_it_was_read(admin: client.Admin) -> None:
    call = client.Call("GET /products/{product_no}", "GET", "/products/1")
    etag = admin.transport.send(call).headers["etag"]
    text = f"Changed at {time.time_ns()}"

    done = admin.update_product(
        1, request={"summary_description": text}, headers={"If-Match": etag}
    )
    with pytest.raises(client.PreconditionFailed):
        admin.update_product(1, request={"model_name": "x"}, headers={"If-Match": etag})

    assert done["product"]["summary_description"] == text


def test_what_was_lost_is_created_once(running: DemoServer, trusted: ssl.SSLContext) -> None:
    trial = Trial(running)
    trial.refresh()
    rule = {"effect": "drop", "method": "POST", "path": "products", "first": 2}
    trial.call("PUT", "sandbox/faults", json={"request": {"rules": [rule]}})
    name = f"Lost twice {trial.mall_id}"

    with client.Admin(f"https://{trial._host}", trial.token, verify=trusted) as admin:
        admin.create_product(request={"product_name": name, "supply_price": "1000"})
        made = [each for each in admin.iterate_products() if each["product_name"] == name]

    assert len(made) == 1


def test_one_of_many_processes_refreshes(running: DemoServer, tmp_path: Path) -> None:
    kept = tmp_path / "tokens.json"
    store = client.FileTokenStore(kept)
    oauth = authorised(running, store)
    first = oauth.access_token()
    tokens = store.load()
    assert tokens is not None
    # when the access token is about to end, eight processes begin at once
    store.save(client.Tokens(**{**vars(tokens), "expires_at": time.time() + 1}))
    app = running.demo.app("full")
    program = (
        "import sys, openmall_client as c\n"
        "url, ca, id, secret, path = sys.argv[1:]\n"
        "import ssl; ca = ssl.create_default_context(cafile=ca)\n"
        "oauth = c.OAuth(url, id, secret, c.FileTokenStore(path), verify=ca)\n"
        "with c.Admin(url, oauth, verify=ca) as admin: admin.list_shops()\n"
        "print(oauth.access_token())\n"
    )
    words = (running.demo.base_url, str(running.demo.ca_file), app.client_id, app.client_secret)

    def run(_: int) -> str:
        command = [sys.executable, "-c", program, *words, str(kept)]
        environment = {**ENVIRONMENT, "PYTHONPATH": str(SOURCE)}
        done = subprocess.run(command, capture_output=True, text=True, env=environment)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(run, range(8)))

    assert len(found) == 1
    assert first not in found
    assert kept.stat().st_mode & 0o777 == 0o600


def test_a_token_that_is_refused_is_refreshed_and_a_revoked_one_is_not(
    running: DemoServer, trusted: ssl.SSLContext
) -> None:
    store = client.MemoryTokenStore()
    oauth = authorised(running, store)
    tokens = store.load()
    assert tokens is not None
    store.save(client.Tokens(**{**vars(tokens), "access_token": "unknown to the server"}))

    with client.Admin(running.demo.base_url, oauth, verify=trusted) as admin:
        assert admin.list_shops()["shops"]
        oauth.revoke()
        with pytest.raises(client.SignInRequired):
            admin.list_shops()


def authorised(running: DemoServer, store: client.TokenStore) -> client.OAuth:
    """Return the app's authorisation after a manager has consented in a browser."""
    app = running.demo.app("full")
    trusting = ssl.create_default_context(cafile=running.demo.ca_file)
    oauth = client.OAuth(
        running.demo.local_url, app.client_id, app.client_secret, store, verify=trusting
    )
    url, verifier = oauth.authorization_url(
        app.redirect_uri, ["mall.read_product", "mall.read_store"], state="s"
    )
    location = consent(running, url.removeprefix(running.demo.local_url))
    [code] = parse_qs(urlsplit(location).query)["code"]
    oauth.exchange(code, app.redirect_uri, verifier)
    return client.OAuth(
        running.demo.base_url, app.client_id, app.client_secret, store, verify=trusting
    )


def test_asynchronous_programs_call_side_by_side(
    running: DemoServer, trusted: ssl.SSLContext
) -> None:
    token = running.demo.app("full").access_token

    async def read() -> tuple[list[int], int]:
        async with client.AsyncAdmin(running.demo.base_url, token, verify=trusted) as admin:
            read = await asyncio.gather(*(admin.get_product(each) for each in range(1, 11)))
            walked = [each async for each in admin.iterate_products()]
        return [each["product"]["product_no"] for each in read], len(walked)

    numbers, walked = asyncio.run(read())

    assert numbers == [*range(1, 11)]
    assert walked > 100


def test_a_shopper_keeps_a_cart(
    running: DemoServer, admin: client.Admin, trusted: ssl.SSLContext
) -> None:
    app = running.demo.app("full")
    made = admin.create_product(
        request={
            "product_name": "A bowl",
            "price": "9000",
            "supply_price": "1000",
            "display": "T",
            "selling": "T",
        }
    )["product"]
    [variant] = admin.list_product_variants(made["product_no"])["variants"]
    with client.Storefront(
        running.demo.base_url, app.client_id, app.front_api_key, verify=trusted
    ) as shop:
        shop.create_cart(
            request={
                "product_no": made["product_no"],
                "basket_type": "A0000",
                "duplicated_item_check": "F",
                "prepaid_shipping_fee": "P",
                "variants": [{"variants_code": variant["variant_code"], "quantity": 2}],
            }
        )
        kept = shop.transport.connection.headers["X-Openmall-Session"]
        counted = shop.count_carts()["count"]
    with client.Storefront(
        running.demo.base_url, app.client_id, app.front_api_key, session=kept, verify=trusted
    ) as again:
        assert again.count_carts()["count"] == counted == 1


def test_partners_and_analytics_are_called_alike(
    running: DemoServer, trusted: ssl.SSLContext
) -> None:
    port = running.demo.local_url.rpartition(":")[2]
    partner = running.demo.partner
    with client.Partner(
        f"https://collection.openmall.localhost:{port}",
        partner.client_id,
        partner.client_secret,
        verify=trusted,
    ) as collection:
        assert collection.count_products()["count"] > 0
    token = running.demo.app("full").access_token
    with client.Analytics(
        f"https://analytics.openmall.localhost:{port}", token, verify=trusted
    ) as analytics:
        found = analytics.list_visitors_view(
            mall_id=running.demo.mall_id, start_date="2026-11-01", end_date="2026-11-20"
        )
        assert found["view"]
