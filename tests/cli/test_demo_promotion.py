"""The demo mall has two coupons and a benefit a shop, the same in every installation."""

from typing import Any

import msgspec

from tests.cli.command_line import DEMO, Shell
from tests.cli.test_demo import rows

COUPONS = "SELECT coupon_no, shop_no, coupon_name, benefit_type, issued FROM coupon ORDER BY 1"
HELD = "SELECT coupon_no, member_id FROM coupon_issue ORDER BY issue_no"
BENEFITS = "SELECT benefit_no, shop_no, benefit_name, benefit_type FROM benefit ORDER BY 1"


def test_two_coupons_and_a_benefit_everywhere_and_once(demo: Shell, tmp_path: Any) -> None:
    other = Shell(tmp_path / "other")
    for each in (other, demo):
        each.text(*DEMO)

    assert [row[1:] for row in rows(demo, COUPONS)][:2] == [
        (1, "신규 가입 쿠폰", "A", 0),
        (1, "10% 할인 쿠폰", "B", 2),
    ]
    assert [row[1] for row in rows(demo, HELD)] == ["haneul", "minjun"]
    assert rows(demo, BENEFITS)[0] == (1, 1, "회원 할인", "DM")
    for each in (COUPONS, HELD, BENEFITS):
        assert rows(demo, each) == rows(other, each)


def test_what_was_deleted_stays_away(demo: Shell) -> None:
    rows(demo, "DELETE FROM benefit")

    demo.text(*DEMO)

    assert rows(demo, BENEFITS) == []


def test_an_operator_sees_whether_coupons_are_what_their_ledger_says(demo: Shell) -> None:
    [first, *_] = [row[0] for row in rows(demo, COUPONS)]

    assert demo.json("verify", "coupons") == {"malls": 1, "differences": []}
    assert demo.text("verify", "coupons") == "Every coupon is what its ledger says.\n"
    rows(demo, f"UPDATE coupon SET issued = 5 WHERE coupon_no = '{first}'")

    told = demo.run("verify", "coupons", "--mall", "demo", "--json")
    assert told.exit_code == 1
    wrong = {"mall_id": "demo", "subject": "issued", "number": first, "kept": "5", "ledger": "0"}
    assert msgspec.json.decode(told.stdout) == {"malls": 1, "differences": [wrong]}
