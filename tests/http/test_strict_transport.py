"""Browsers are told to ask a real domain by HTTPS alone, on every answer."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.world import Stage, World, open_stage

pytestmark = pytest.mark.one_store

DOMAIN = "malls.example.com"
HEADER = "strict-transport-security"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A mall on a domain that is not this machine."""
    folder: Path = tmp_path_factory.mktemp("strict")
    with open_stage(folder, domain=DOMAIN, sample_shop=True) as stage:
        world = stage.new_world("myshop")
        world.base_url = f"https://myshop.{DOMAIN}"
        yield world


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/admin", 303),
        ("/api/v2/admin/products", 200),
        ("/api/v2/products", 401),
        ("/api/v2/oauth/authorize", 400),
        ("/api/nowhere", 404),
        ("/healthz", 200),
    ],
)
def test_every_answer_says_it(shop: World, path: str, status: int) -> None:
    headers = shop.full.headers if "admin/" in path else {}
    answer = shop.stage.client.get(shop.base_url + path, headers=headers, follow_redirects=False)

    assert answer.status_code == status
    assert answer.headers.get_list(HEADER) == ["max-age=31536000"]


def test_an_error_before_any_page_says_it(shop: World) -> None:
    answer = shop.stage.client.get(f"https://other.{DOMAIN}.evil.example/")

    assert (answer.status_code, HEADER in answer.headers) == (404, True)


def test_plain_http_is_refused_and_says_nothing_of_it(shop: World) -> None:
    answer = shop.stage.client.get(f"http://myshop.{DOMAIN}/api/v2/admin/products")

    assert (answer.status_code, HEADER in answer.headers) == (403, False)


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8443", "127.0.0.1", "127.0.0.1:8443", "[::1]", "[::1]:8443"]
)
def test_this_machine_and_addresses_keep_plain_http(shop: World, host: str) -> None:
    answer = shop.stage.client.get(f"https://{host}/api/v2/admin/products")

    assert HEADER not in answer.headers


def test_names_below_localhost_keep_plain_http(world: World, stage: Stage) -> None:
    answer = world.call("GET", "products")

    assert (answer.status_code, HEADER in answer.headers) == (200, False)
