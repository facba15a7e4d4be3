"""Addresses of staff pages: of a request, of a response and of a message."""

import pytest

from openmall.access import staff_site
from openmall.configuration import Configuration
from openmall.http.addressing import Address


@pytest.mark.parametrize(
    ("links", "port", "expected"),
    [
        ("", 443, "https://admin.malls.example/demo"),
        ("", 8443, "https://admin.malls.example:8443/demo"),
        ("https://{mall_id}.shop.example", 8443, "https://admin.shop.example/demo"),
        ("https://{mall_id}.shop.example:444/", 8443, "https://admin.shop.example:444/demo"),
        ("https://one.example", 8443, "https://one.example/admin"),
        ("https://demo.example", 8443, "https://demo.example/admin"),
    ],
)
def test_messages_name_the_configured_address(links: str, port: int, expected: str) -> None:
    configuration = Configuration(domain="malls.example", port=port, mail_links=links)

    assert configuration.staff_address("demo") == expected


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        (Address("mall", "demo", "https://demo.malls.example"), "https://admin.malls.example/demo"),
        (
            Address("mall", "demo", "https://demo.malls.example:8443"),
            "https://admin.malls.example:8443/demo",
        ),
        (Address("bare", "", "https://127.0.0.1:8443"), "https://127.0.0.1:8443/admin"),
        (Address("bare", "", "https://demo.example"), "https://demo.example/admin"),
        # a job that was deferred at an address
        (Address("mall", "demo", "https://[::1]:8443"), "https://[::1]:8443/admin"),
    ],
)
def test_responses_name_the_address_beside_that_of_the_call(
    address: Address, expected: str
) -> None:
    assert address.staff == expected


def test_the_address_of_a_page_is_that_of_the_request() -> None:
    with staff_site.entered("/demo"):
        outer = staff_site.office_url("/products?x=1")
        with staff_site.entered("/@other/admin"):
            inner = staff_site.office_url()
        again = staff_site.office_url()

    assert (outer, inner, again) == ("/demo/products?x=1", "/@other/admin", "/demo")
    with pytest.raises(LookupError):
        staff_site.office_url("/products")
