"""A webhook goes to programs on the internet alone, however another place is spelled."""

import socket

import pytest

from openmall.events.webhooks.addresses import MOST_CHARACTERS, AddressRefused, Networks, checked
from openmall.events.webhooks.http_client import WebhookClient
from tests.events.webhooks.receiver import Post, Receiver

NOT_ON_THE_INTERNET = [
    "127.0.0.1", "127.255.255.254", "0.0.0.0", "10.1.2.3", "100.64.0.1", "169.254.169.254",
    "172.16.0.1", "172.31.255.255", "192.168.1.1", "192.0.0.8", "192.0.2.1", "192.88.99.1",
    "198.18.0.1", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.255.255.250", "240.0.0.1",
    "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe",
    "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "100::1", "fc00::1", "fd12:3456::1",
    "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "2001::1", "2001:db8::1", "2002:7f00:1::",
    "3fff::1", "5f00::1",
]  # fmt: skip
ON_THE_INTERNET = [
    "1.1.1.1", "8.8.8.8", "93.184.216.34", "172.15.255.255", "172.32.0.1", "192.167.255.255",
    "100.63.255.255", "100.128.0.1", "2606:4700:4700::1111", "2a00:1450:4001:80b::200e",
    "::ffff:8.8.8.8",
]  # fmt: skip


@pytest.mark.parametrize("text", NOT_ON_THE_INTERNET)
def test_an_address_beside_us_is_refused(text: str) -> None:
    assert not Networks().permit(text)


@pytest.mark.parametrize("text", ON_THE_INTERNET)
def test_an_address_on_the_internet_is_permitted(text: str) -> None:
    assert Networks().permit(text)


def test_what_is_no_address_is_refused() -> None:
    assert [Networks().permit(each) for each in ("", "localhost", "127.1", "0x7f.0.0.1")] == (
        [False] * 4
    )


def test_a_network_that_is_allowed_is_permitted_also_within_an_ipv6_address() -> None:
    networks = Networks(["127.0.0.0/8", "fd00::/8"])
    assert [
        networks.permit(each) for each in ("127.0.0.1", "::ffff:127.0.0.1", "fd00::1", "10.0.0.1")
    ] == [True, True, True, False]


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("http://shop.example/hooks", "https://"),
        ("ftp://shop.example/hooks", "https://"),
        ("shop.example/hooks", "https://"),
        ("https://", "no host"),
        ("https:///hooks", "no host"),
        ("https://user@shop.example/", "a name or password"),
        ("https://user:secret@shop.example/", "a name or password"),
        ("https://shop.example/#part", "fragment"),
        ("https://shop.example:99999/", "not an address"),
        ("https://shop.example:0/", "no host"),
        ("https://shop example/", "invisible"),
        ("https://shop.example/\r\nX-Evil: 1", "invisible"),
        ("https://shop.example/\u200b", "invisible"),
        ("https://127.0.0.1/", "not on the internet"),
        ("https://2130706433/", "not on the internet"),
        ("https://127.1/", "not on the internet"),
        ("https://[::1]/", "not on the internet"),
        ("https://[::ffff:127.0.0.1]/", "not on the internet"),
        ("https://[fe80::1%25eth0]/", "not on the internet"),
        ("https://\uff11\uff12\uff17.0.0.1/", "not on the internet"),
        ("https://localhost/", "not on the internet"),
        ("https://LOCALHOST./", "not on the internet"),
        ("https://db.internal/", "not on the internet"),
        (f"https://shop.example/{'x' * MOST_CHARACTERS}", "characters"),
    ],
)
def test_an_address_that_cannot_be_a_receivers_is_refused(address: str, reason: str) -> None:
    with pytest.raises(AddressRefused, match=reason):
        checked(address, Networks())


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("https://shop.example/hooks?key=1", "https://shop.example/hooks?key=1"),
        ("https://SHOP.example:8443", "https://shop.example:8443"),
        ("https://1.1.1.1/hooks", "https://1.1.1.1/hooks"),
        ("https://상점.example/", "https://xn--hg4bs7k.example/"),
    ],
)
def test_an_address_of_a_receiver_is_kept(address: str, kept: str) -> None:
    assert checked(address, Networks()) == kept


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "017700000001", "0177.0.0.1",
             "[::1]", "[::ffff:7f00:1]", "localhost", "\uff11\uff12\uff17.0.0.1"],
)  # fmt: skip
def test_nothing_is_sent_to_this_machine_however_it_is_spelled(
    post: Post, receiver: Receiver, host: str
) -> None:
    # given that the address came by whatever way, and the machine's own resolver
    http_client = WebhookClient(Networks(), authority=receiver.authority, seconds=2)

    async def send() -> object:
        outcome = await http_client.post(f"https://{host}:{receiver.port}/", {}, b"{}")
        await http_client.close()
        return (outcome.success, outcome.code)

    assert post.world.stage.run(send) == (False, None)
    assert receiver.taken() == []


def test_a_name_that_means_something_else_a_moment_later_leads_nowhere(
    world_of_lies: tuple[Post, list[str]], receiver: Receiver
) -> None:
    # given a name that was an address on the internet when it was looked at first
    post, asked = world_of_lies
    app = post.app(90001)
    post.make(1)

    # when it is this machine's at the next look
    received = post.deliver()

    # then nothing went there
    assert received == []
    assert set(asked) == {"receiver.test"}
    [line] = post.log(app)
    assert "has no address on the internet" in line.failure


def test_of_several_addresses_only_those_on_the_internet_are_tried(
    post: Post, receiver: Receiver
) -> None:
    async def both(host: str, port: int) -> list[str]:
        return ["10.0.0.1", "169.254.169.254", "127.0.0.1"]

    http_client = WebhookClient(
        Networks(["127.0.0.0/8"]), authority=receiver.authority, seconds=2, lookup=both
    )

    async def send() -> bool:
        outcome = await http_client.post(receiver.address, {}, b'{"event_no":1,"resource":{}}')
        await http_client.close()
        return outcome.success

    assert post.world.stage.run(send) is True


def test_the_socket_itself_looks_where_it_goes(post: Post, receiver: Receiver) -> None:
    http_client = WebhookClient(Networks(), authority=receiver.authority)
    to = ("127.0.0.1", receiver.port)
    with pytest.raises(OSError, match="not an address on the internet"):
        http_client._connections.opened()._socket((socket.AF_INET, socket.SOCK_STREAM, 6, "", to))
    post.world.stage.run(http_client.close)
