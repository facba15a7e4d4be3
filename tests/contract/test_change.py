"""What was not sent is left alone; what was sent must make a difference."""

import pytest
from msgspec import UNSET, Struct, UnsetType

from openmall.contract.change import differences, merged, patched, sent_fields
from openmall.contract.errors import NotModified


class Inner(Struct, frozen=True):
    width: int = 1
    height: int | None = 2


class InnerChange(Struct, frozen=True):
    width: int | UnsetType = UNSET
    height: int | None | UnsetType = UNSET


class Thing(Struct, frozen=True):
    name: str = "a"
    colour: str | None = "red"
    inner: Inner = Inner()


class ThingChange(Struct, frozen=True):
    name: str | UnsetType = UNSET
    colour: str | None | UnsetType = UNSET
    inner: InnerChange | UnsetType = UNSET
    elsewhere: str | UnsetType = UNSET


def test_null_counts_as_sent_and_absent_does_not() -> None:
    assert sent_fields(ThingChange(colour=None)) == {"colour": None}
    assert patched(Thing(), ThingChange(colour=None)) == Thing(colour=None)
    assert patched(Thing(), ThingChange(name="b")) == Thing(name="b")


def test_an_object_within_is_merged_field_by_field() -> None:
    changed = patched(Thing(), ThingChange(inner=InnerChange(height=None)))
    assert changed == Thing(inner=Inner(width=1, height=None))


def test_what_the_thing_does_not_have_is_passed_over() -> None:
    assert merged(Thing(), {"elsewhere": "x", "name": "b"}) == Thing(name="b")


@pytest.mark.parametrize(
    "change",
    [
        ThingChange(),
        ThingChange(name="a"),
        ThingChange(name="a", colour="red"),
        ThingChange(inner=InnerChange()),
        ThingChange(inner=InnerChange(width=1)),
        ThingChange(elsewhere="x"),
    ],
)
def test_what_makes_no_difference_is_refused(change: ThingChange) -> None:
    with pytest.raises(NotModified):
        patched(Thing(), change)


def test_differences_are_named_with_before_and_after() -> None:
    assert differences(Thing(), Thing(name="b", colour=None)) == {
        "name": ("a", "b"),
        "colour": ("red", None),
    }
