"""A call is frozen; it is in another shop for a block, and in another transaction as a copy."""

from typing import Any

import pytest
from msgspec import Struct

from openmall.contract.call import Call, Services, Shopper
from openmall.contract.call_state import CallState
from openmall.contract.operation import Operation, get
from openmall.contract.scopes import READ_PRODUCT


class Clock:
    def now(self) -> float:
        return 0.0


class Path(Struct, frozen=True):
    shop_no: int = 1


MEMBER = Shopper(shop_no=1, kind="member", name="haneul", issued_at=0, expires_at=9)


async def _one(call: Call, params: Path) -> Path:
    return params


def operation() -> Operation:
    return get("things", _one, takes=Path, gives=Path, key="thing", scope=READ_PRODUCT)


@pytest.mark.parametrize("name", Call.__struct_fields__)
def test_no_attribute_is_assigned_to(name: str) -> None:
    call = Call(Clock())

    with pytest.raises(AttributeError):
        setattr(call, name, None)
    with pytest.raises(AttributeError):
        call.began_at = 1  # type: ignore[attr-defined] # there is none


def test_it_is_in_another_shop_for_a_block() -> None:
    call = Call(Clock(), shop_no=2)

    with call.in_shop(3):
        inside = call.shop_no
        with call.in_shop(1):
            deeper = call.shop_no

    assert (inside, deeper, call.shop_no) == (3, 1, 2)


def test_it_is_back_in_its_shop_after_an_error() -> None:
    call = Call(Clock(), shop_no=2)

    with pytest.raises(ValueError, match="no"), call.in_shop(3):
        raise ValueError("no")

    assert call.shop_no == 2


def test_in_another_transaction_its_effects_are_the_same() -> None:
    call = Call(Clock())
    db: Any = object()
    event: Any = object()

    call.on(db).publish(event)
    call.on(db).journal("thing 1", {"name": ("a", "b")})
    call.on(db).effects.more = True

    assert call.on(db).db is db
    assert call.effects.events == [event]
    assert call.effects.audit_entries == [("thing 1", {"name": ("a", "b")})]
    assert call.effects.more
    assert Call(Clock()).effects.events == []


def test_what_it_was_not_given_is_an_error_to_use() -> None:
    call = Call(Clock())

    with pytest.raises(AttributeError, match="mall_id"):
        _ = call.mall.mall_id
    with pytest.raises(AttributeError, match="decide"):
        _ = call.counters.decide


def test_a_shopper_who_signs_in_is_the_calls_from_then_on() -> None:
    call = Call(Clock())

    call.sign_in(MEMBER, "sealed")

    assert (call.shopper, call.effects.session) == (MEMBER, "sealed")


def test_the_pipeline_sets_what_it_learns() -> None:
    state = CallState(Call(Clock()), operation(), version="2026-03-01")
    db: Any = object()

    state.db, state.shop_no, state.deadline, state.dry_run = db, 2, 5.0, True
    state.embed = frozenset({"parts"})

    call = state.call
    assert (call.db, call.shop_no, call.deadline, call.dry_run) == (db, 2, 5.0, True)
    assert (call.embeds("parts"), state.shop_no, state.params) == (True, 2, None)


def test_a_response_for_others_depends_on_no_counters() -> None:
    given: Any = {name: object() for name in Services._fields}
    services = Services(**given)

    shared = services.of_shared_responses()

    kept = {name for name in Services._fields if getattr(shared, name) is given[name]}
    assert {*Services._fields} - kept == {"counters", "engine", "database", "outgoing", "plans"}
