"""A client takes the addresses that the server names: of a host, or by path on this machine."""

import httpx
import pytest

from openmall_client import Admin, AsyncAdmin, OpenmallError, Storefront


@pytest.mark.parametrize(
    ("address", "called"),
    [
        ("https://shop.example.com", "https://shop.example.com/api/v2/admin/products/count"),
        (
            "https://shop.example.com:8443/",
            "https://shop.example.com:8443/api/v2/admin/products/count",
        ),
        (
            "https://127.0.0.1:8443/@trial",
            "https://127.0.0.1:8443/@trial/api/v2/admin/products/count",
        ),
        (
            "https://127.0.0.1:8443/@trial/",
            "https://127.0.0.1:8443/@trial/api/v2/admin/products/count",
        ),
    ],
)
def test_a_mall_is_called_at_its_address(address: str, called: str) -> None:
    asked = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url))
        return httpx.Response(200, json={"count": 1})

    with Admin(address, "TOKEN") as admin:
        admin.transport._http = httpx.Client(transport=httpx.MockTransport(answer))
        admin.count_products()

    assert asked == [called]


def test_the_other_clients_of_a_mall_take_the_same() -> None:
    address = "https://127.0.0.1:8443/@trial"

    assert AsyncAdmin(address, "TOKEN").transport.connection.base_url == f"{address}/api/v2/admin"
    assert Storefront(address, "CLIENT").transport.connection.base_url == f"{address}/api/v2"


@pytest.mark.parametrize(
    "address",
    [
        "shop.example.com",
        "ftp://shop.example.com",
        "https://",
        "https://shop.example.com/api/v2/admin",
        "https://127.0.0.1:8443/@trial/api",
        "https://127.0.0.1:8443/@",
    ],
)
def test_another_address_is_refused(address: str) -> None:
    with pytest.raises(OpenmallError, match="the address of a mall"):
        Admin(address, "TOKEN")
