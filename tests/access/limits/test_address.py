"""Who counts as one client."""

import pytest

from openmall.access.limits.address import holder


@pytest.mark.parametrize(
    ("ip", "counted_as"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("::1", "::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("not:an:address", "not:an:address"),
        ("", ""),
    ],
)
def test_one_client_is_an_address_or_a_network_of_64_bits(ip: str, counted_as: str) -> None:
    assert holder(ip) == counted_as
