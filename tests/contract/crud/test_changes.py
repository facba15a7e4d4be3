"""Parameters that update a setting, derived from the struct that stores it."""

from decimal import Decimal
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import UNSET, Meta, Struct, field

from openmall.contract.crud.changes import (
    READ_ONLY,
    Takes,
    changes_of,
    drafted_kind,
    stored_kind,
    updates_of,
)
from openmall.contract.declaration_error import DeclarationError
from openmall.contract.fields import fields_of
from openmall.contract.labels import Hint, Label, Texts, Values, texts_of
from openmall.contract.params import Price, ShopParams

Days = Annotated[int, Meta(ge=1, le=30)]
Colour = Annotated[Literal["R", "G"], Values({"G": Label("Green"), "R": Label("Red")})]


class Size(Struct, frozen=True, kw_only=True):
    width: Annotated[int, Label("Width"), Takes(Days)] = 5
    return_: Annotated[int, Label("Depth")] = field(name="return", default=1)


class Example(Struct, frozen=True, kw_only=True):
    shop_no: int = 1
    days: Annotated[int, Label("Days"), Hint("At most 30."), Takes(Days | None)] = 40
    colours: Annotated[list[Colour], Label("Colours")] = []
    fee: Annotated[Decimal, Label("Fee"), Takes(Price)] = Decimal(0)
    size: Annotated[Size, Label("Size")] = Size()
    shown: Annotated[str, READ_ONLY] = ""
    old: int = 0


Change = changes_of(Example, required=("fee",), after={"shop_no": ("old",)})


def test_fields_have_the_types_and_bounds_that_are_taken() -> None:
    taken = fields_of(Change)

    assert list(taken) == ["shop_no", "old", "days", "colours", "fee", "size"]
    assert [name for name, each in taken.items() if each.required] == ["fee"]
    assert [name for name, each in taken.items() if each.nullable] == ["days"]
    assert (taken["fee"].lowest, taken["fee"].highest) == (Decimal(0), Decimal(2_147_483_647))
    assert taken["days"].default is UNSET
    assert msgspec.convert({"fee": 1, "days": None}, Change).shop_no == 1


@pytest.mark.parametrize("sent", [{}, {"fee": 1, "days": 31}, {"fee": 1, "size": {"width": 0}}])
def test_what_is_out_of_bounds_or_missing_is_refused(sent: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(sent, Change)


def test_the_stored_struct_keeps_its_own_bounds() -> None:
    assert msgspec.convert({"days": 400, "size": {"width": 0}}, Example).days == 400


def test_a_nested_object_is_updated_field_by_field_under_its_wire_names() -> None:
    size = fields_of(changes_of(Example))["size"].type
    assert isinstance(size, msgspec.inspect.StructType)

    assert list(fields_of(size.cls)) == ["width", "return"]
    assert [each.default for each in fields_of(size.cls).values()] == [UNSET, UNSET]
    assert (stored_kind(size.cls), stored_kind(Change), stored_kind(Example)) == (
        Size, Example, None,
    )  # fmt: skip


def test_texts_come_with_the_fields() -> None:
    texts = texts_of(Change)

    assert texts["days"] == Texts(label="Days", hint="At most 30.")
    assert texts["colours"] == Texts(label="Colours", values={"G": "Green", "R": "Red"})
    assert list(texts["colours"].values) == ["G", "R"]
    assert texts["old"] == Texts()


@pytest.mark.parametrize("wrong", [{"required": ("no",)}, {"after": {"days": ("no",)}}])
def test_a_field_that_is_not_there_stops_the_program(wrong: dict[str, tuple[str, ...]]) -> None:
    with pytest.raises(DeclarationError, match="Example has no field 'no'"):
        changes_of(Example, **wrong)  # type: ignore[arg-type] # one keyword of two


def test_the_parameters_are_those_of_a_shop() -> None:
    assert issubclass(Change, ShopParams)
    assert Change.__module__ == __name__
    assert Change.__name__ == "ExampleChange"


class KeyPath(ShopParams, frozen=True, kw_only=True):
    key_no: int


class KeyDraft(ShopParams, frozen=True, kw_only=True):
    days: Days
    name: str = "new"
    note: str | None = field(name="text", default=None)


KeyChange = updates_of(KeyDraft, KeyPath, required=("name",))


def test_the_update_of_a_row_has_the_fields_of_a_new_one_beside_its_path() -> None:
    taken = fields_of(KeyChange)

    assert KeyChange.__name__ == "KeyChange"
    assert issubclass(KeyChange, KeyPath)
    assert list(taken) == ["shop_no", "key_no", "days", "name", "text"]
    assert [name for name, each in taken.items() if each.required] == ["key_no", "name"]
    assert [name for name, each in taken.items() if each.nullable] == ["text"]
    assert [taken[name].default for name in ("days", "text")] == [UNSET, UNSET]
    assert (drafted_kind(KeyChange), drafted_kind(KeyPath)) == (KeyDraft, None)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"key_no": 1, "name": "a", "days": 31}, KeyChange)


def test_the_draft_of_an_update_has_the_required_fields_and_is_called_one() -> None:
    with pytest.raises(DeclarationError, match="KeyDraft has no field 'gone'"):
        updates_of(KeyDraft, KeyPath, required=("gone",))
    with pytest.raises(DeclarationError, match="KeyPath is not called"):
        updates_of(KeyPath, KeyPath)
