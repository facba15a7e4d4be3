"""What a line of the activity log says of a change."""

from decimal import Decimal
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from openmall.contract.journal import record
from tests.pages.backoffice.test_activity import kept
from tests.world import World


class Sender(Struct):
    name: str
    api_key: str


@pytest.mark.parametrize(
    ("changes", "content"),
    [
        ({}, "thing 5"),
        ({"price": (Decimal("1000.00"), Decimal("1200.00"))}, "price 1000.00 -> 1200.00"),
        ({"display": ("F", "T"), "no": (None, 3)}, "display F -> T, no null -> 3"),
        ({"name": ("", "two\n  lines")}, 'name "" -> two lines'),
        ({"tags": (["a"], ["a", "b"])}, 'tags ["a"] -> ["a","b"]'),
        ({"long": ("x", "y" * 61)}, f"long x -> {'y' * 59}…"),
        ({"just": ("x", "y" * 60)}, f"just x -> {'y' * 60}"),
        ({"wide": ("x", "y" + " " * 300 + "z")}, "wide x -> y…"),
        ({"client_secret": ("hidden", "covert")}, "client_secret *** -> ***"),
        ({"deep": (None, {"token": "hidden"})}, 'deep null -> {"token":"***"}'),
        ({"list": ([], [Sender("a", "hidden")])}, 'list [] -> [{"name":"a","api_key":"***"}]'),
    ],
)
def test_content_says_before_and_after(changes: Any, content: str) -> None:
    told, kept_changes = record.render_entries([("thing 5", changes)])

    assert told == (f"thing 5: {content}" if changes else content)
    assert list(msgspec.json.decode(kept_changes)) == list(changes)
    assert "hidden" not in told + kept_changes
    assert "covert" not in told + kept_changes


def test_content_is_cut_and_changes_are_not() -> None:
    changes = {f"field_{at}": ("x" * 80, "y" * 80) for at in range(20)}

    told, kept_changes = record.render_entries([("thing 5", changes)])

    assert len(told) == 500
    assert msgspec.json.decode(kept_changes)["field_19"] == ["x" * 80, "y" * 80]


def test_a_call_about_several_things_says_what_became_of_each() -> None:
    audit_entries: list[record.AuditEntry] = [
        ("variant A", {"quantity": (0, 1)}),
        ("variant B", {"quantity": (2, 3), "sender_key": ("hidden", "covert")}),
        ("variant C", {}),
    ]

    content, changes = record.render_entries(audit_entries)

    assert content == (
        "variant A: quantity 0 -> 1; variant B: quantity 2 -> 3, sender_key *** -> ***; variant C"
    )
    assert msgspec.json.decode(changes) == {
        "variant A: quantity": [0, 1],
        "variant B: quantity": [2, 3],
        "variant B: sender_key": ["***", "***"],
    }


def test_a_setting_of_the_shop(world: World) -> None:
    world.put("coupons/setting", use_coupon="F", recover_coupon_setting={"return": "M"})

    [line] = kept(world)

    assert line["content"].startswith(
        'coupons setting: use_coupon T -> F, recover_coupon_setting {"restore_viewpoint":"A",'
    )
    assert line["changes"]["use_coupon"] == ["T", "F"]
    assert line["manager_id"] == "owner"
