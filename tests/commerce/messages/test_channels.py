"""Which way a message takes: every setting, with a customer who takes push and one who does not."""

from itertools import product

import pytest
from msgspec import Struct

from openmall.commerce.messages.channels import Recipient, channels


class Set(Struct, frozen=True, kw_only=True):
    use_sms: str = "T"
    use_chatappalimtalk: str = "T"
    use_push: str = "T"
    send_method: str = "S"
    send_method_push: str = "F"


TAKES, LEAVES = Recipient(takes_push=True), Recipient(takes_push=False)


@pytest.mark.parametrize(
    ("setting", "takes", "leaves"),
    [
        (Set(), ["sms"], ["sms"]),
        (Set(use_sms="F"), [], []),
        (Set(send_method="K"), ["chatapp", "sms"], ["chatapp", "sms"]),
        (Set(send_method="K", use_sms="F"), ["chatapp"], ["chatapp"]),
        (Set(send_method="K", use_chatappalimtalk="F"), ["sms"], ["sms"]),
        (Set(send_method="K", use_chatappalimtalk="F", use_sms="F"), [], []),
        (Set(send_method_push="T"), ["push", "sms"], ["sms"]),
        (Set(send_method_push="T", use_sms="F"), ["push"], []),
        (Set(send_method_push="T", use_push="F"), ["sms"], ["sms"]),
        (
            Set(send_method_push="T", send_method="K"),
            ["push", "chatapp", "sms"],
            ["chatapp", "sms"],
        ),
        (
            Set(send_method_push="T", send_method="K", use_sms="F"),
            ["push", "chatapp"],
            ["chatapp"],
        ),
        (Set(send_method_push="T", use_push="F", use_sms="F"), [], []),
    ],
    ids=str,
)
def test_ways_in_order(setting: Set, takes: list[str], leaves: list[str]) -> None:
    assert list(channels(setting, TAKES)) == takes
    assert list(channels(setting, LEAVES)) == leaves


def test_whatever_is_set_no_way_is_taken_that_is_switched_off() -> None:
    names = Set.__struct_fields__
    for values in product("TF", "TF", "TF", "SK", "TF"):
        setting = Set(**dict(zip(names, values, strict=True)))
        for customer in (TAKES, LEAVES):
            ways = channels(setting, customer)
            assert len(set(ways)) == len(ways)
            assert ("sms" in ways) == (setting.use_sms == "T")
            if "push" in ways:
                assert customer.takes_push
                assert setting.use_push == "T"
            if "chatapp" in ways:
                assert setting.use_chatappalimtalk == "T"
                assert setting.send_method == "K"
