"""A row that contradicts itself stops the program, saying what and where."""

from typing import Annotated, Any

import pytest
from msgspec import Meta, Struct

from openmall.contract.call import Call
from openmall.contract.declaration_error import DeclarationError
from openmall.contract.fields import fields_of
from openmall.contract.operation import get, listing, post, put
from openmall.contract.params import EntityNo, Params


class Thing(Struct, frozen=True, kw_only=True):
    thing_no: int = 0


class ThingPath(Params, frozen=True, kw_only=True):
    thing_no: EntityNo


async def _one(call: Call, params: ThingPath) -> Thing:
    """Retrieve a thing.

    More is said here.
    """
    return Thing()


async def _many(call: Call, params: ThingPath) -> list[Thing]:
    return []


def _get(path: str = "things/{thing_no}", **columns: Any) -> Any:
    given = {"key": "thing", "scope": "mall.read_store", **columns}
    return get(path, _one, takes=ThingPath, gives=Thing, **given)


def test_a_row_knows_its_summary_parameters_and_placeholders() -> None:
    row = _get()
    assert (row.name, row.summary) == ("GET things/{thing_no}", "Retrieve a thing")
    assert (row.placeholders, list(row.fields)) == (("thing_no",), ["thing_no"])
    assert (row.limit, row.objects, row.restricted) == (40, 1, False)
    assert row.knows == {"thing_no", "fields", "embed"}


@pytest.mark.parametrize(
    ("path", "columns", "said"),
    [
        ("things", {"scope": "mall.read_nothing"}, "there is no scope 'mall.read_nothing'"),
        ("things/{other_no}", {}, "ThingPath has no field 'other_no' of the path"),
        ("things", {"objects": 2}, "only a write takes several objects"),
        ("things", {"limit": 0}, "limit and objects start at 1"),
        ("things", {"shows": ("colour",)}, "Thing has no field 'colour'"),
        ("things", {"embeds": ("colour",)}, "Thing has no field 'colour'"),
    ],
)
def test_a_contradiction_is_refused(path: str, columns: dict[str, Any], said: str) -> None:
    with pytest.raises(DeclarationError, match=f"GET {path}: {said}".replace("{", r"\{")):
        _get(path, **columns)


def test_links_need_a_page() -> None:
    with pytest.raises(DeclarationError, match="GET things: links need limit and offset"):
        listing(
            "things", _many, takes=ThingPath, gives=Thing, key="things", scope="mall.read_store",
            links=True,
        )  # fmt: skip


def test_a_write_of_several_objects_answers_a_list() -> None:
    columns = {"key": "things", "scope": "mall.write_store"}
    for make in (post, put):
        several = make("things", _one, takes=ThingPath, gives=Thing, objects=5, **columns)
        assert (several.answers, several.writes, several.has_body) == ("many", True, True)
        one = make("things", _one, takes=ThingPath, gives=Thing, **columns)
        assert one.answers == "one"


def test_a_default_outside_its_own_bounds_is_refused() -> None:
    class Wrong(Struct):
        limit: Annotated[int, Meta(ge=1, le=100)] = 0

    with pytest.raises(DeclarationError, match=r"Wrong.limit: default 0 is outside"):
        fields_of(Wrong)
