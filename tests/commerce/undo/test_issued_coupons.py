"""Issued coupons are revoked where they are unused; codes go where nobody entered them."""

from sqlalchemy import bindparam, update

from openmall.commerce.promotion.coupons.tables import ISSUE
from openmall.commerce.promotion.serialcoupons.store import CODE
from openmall.database.statements import Statement
from tests.commerce.promotion.coupon_setup import coupon, issue, issues, members
from tests.commerce.promotion.test_serialcoupons import ROWS, generated, serial
from tests.commerce.undo.test_orders import undone
from tests.commerce.undo.undo_calls import decide, newest, undo
from tests.world import World

_USE = Statement(
    update(ISSUE)
    .where(ISSUE.c.mall_id == bindparam("mall_id"), ISSUE.c.member_id == bindparam("member"))
    .values(used_at=bindparam("now"), times=1)
)
_ENTER = Statement(
    update(CODE)
    .where(CODE.c.mall_id == bindparam("mall_id"), CODE.c.serial_code == bindparam("code"))
    .values(member_id=bindparam("member"), issue_no=1)
)


def holders(world: World, number: str) -> list[str]:
    return sorted(each["member_id"] for each in issues(world, number))


def issue_to_all(world: World, number: str) -> int:
    assert issue(world, number, issued_member_scope="A").status_code == 201
    write_no: int = newest(world)["write_no"]
    return write_no


def codes(world: World) -> list[str]:
    return sorted(row[0] for row in world.in_transaction(lambda db: db.all(ROWS)))


def test_issued_coupons_are_revoked_and_given_back(world: World) -> None:
    members(world, "hana", "duri")
    number = coupon(world)
    write_no = issue_to_all(world, number)
    whole = world.get(f"writes/{write_no}")["write"]
    assert whole["movements"] == [{"resource": "coupon_issue", "object": number, "amount": "2"}]
    assert holders(world, number) == ["duri", "hana"]

    done = undone(world)

    assert (done["reverted"], done["countered"]) == (0, 1)
    assert holders(world, number) == []
    undone(world)
    assert holders(world, number) == ["duri", "hana"]


def test_a_revoked_coupon_is_given_back(world: World) -> None:
    members(world, "hana")
    number = coupon(world)
    issue_to_all(world, number)
    world.call("DELETE", f"customers/hana/coupons/{number}")
    assert holders(world, number) == []

    undone(world)

    assert holders(world, number) == ["hana"]


def test_used_coupons_are_a_conflict_and_stay(world: World) -> None:
    members(world, "hana", "duri")
    number = coupon(world)
    write_no = issue_to_all(world, number)
    world.in_transaction(lambda db: db.run(_USE, member="hana", now=1))

    refused = undo(world, write_no)
    [shown] = refused.json()["error"]["more_info"]["conflicts"]
    assert (shown["resource"], shown["object"], shown["now"], shown["then"]) == (
        "coupon_issue",
        number,
        {"used": "1"},
        {"used": "0"},
    )
    undone(world, write_no, decisions=decide("coupon_issue", number, "revert"))

    assert holders(world, number) == ["hana"]


def test_kept_coupons_stay(world: World) -> None:
    members(world, "hana")
    number = coupon(world)
    write_no = issue_to_all(world, number)

    done = undone(world, write_no, decisions=decide("coupon_issue", number, "keep"))

    assert (done["countered"], done["kept"]) == (0, [f"coupon_issue {number}"])
    assert holders(world, number) == ["hana"]


def test_codes_go_unless_somebody_entered_them(world: World) -> None:
    number = serial(world)
    world.post(f"serialcoupons/{number}/issues", serial_code_list=["APRON01", "APRON02"])
    write_no = newest(world)["write_no"]
    world.in_transaction(lambda db: db.run(_ENTER, code="APRON01", member="hana"))

    refused = undo(world, write_no)
    [shown] = refused.json()["error"]["more_info"]["conflicts"]
    assert (shown["resource"], shown["object"]) == ("serial_code", "APRON01")
    decided = undo(world, write_no, decisions=decide("serial_code", "APRON01", "revert"))
    assert decided.status_code == 409
    assert "the code was used. Keep it." in decided.json()["error"]["message"]
    undone(world, write_no, decisions=decide("serial_code", "APRON01", "keep"))

    assert codes(world) == ["APRON01"]


def test_a_coupon_goes_with_its_generated_codes(world: World) -> None:
    generated(world, 3)

    assert undone(world)["reverted"] == 3
    assert world.get("serialcoupons")["serialcoupons"] == []
