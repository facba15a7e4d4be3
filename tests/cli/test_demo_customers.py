"""The demo mall has customers, the same in every installation, until its owner deletes them."""

from typing import Any

from tests.cli.command_line import DEMO, Shell
from tests.cli.test_demo import rows

LISTED = ("customer", "list", "--mall", "demo", "--limit", "1000")
ALL = "SELECT member_id, name, email, birthday FROM customer_person ORDER BY member_id"
PEOPLE = ALL.replace("ORDER", "WHERE member_id NOT LIKE 'shopper%' ORDER")
"""Beside those who shopped in the mall's past, whose number goes by the day."""
LEAVE = "UPDATE customer SET left_at = 1, password_hash = NULL WHERE member_id = '{0}'"


def listed(shell: Shell, *words: str) -> list[dict[str, Any]]:
    found = shell.json(*LISTED, *words)
    return [each for each in found if not each["member_id"].startswith("shopper")]


def groups(shell: Shell, *words: str) -> dict[str, tuple[int, str]]:
    return {
        each["member_id"]: (each["group_no"], each["fixed_group"]) for each in listed(shell, *words)
    }


def test_a_handful_of_people_in_their_groups(demo: Shell) -> None:
    assert groups(demo) == {
        "demo-customer": (1, "F"),
        "emma": (1, "F"),
        "haneul": (3, "T"),
        "minjun": (2, "F"),
        "sakura": (2, "F"),
        "studio-nine": (1, "F"),
    }
    assert set(groups(demo, "--shop", "2").values()) == {(1, "F")}
    assert [each["use_mobile_app"] for each in listed(demo)] == [
        "F",
        "F",
        "T",
        "F",
        "F",
        "F",
    ]
    for table in ("customer_memo", "customer_social", "customer_payment_method"):
        assert rows(demo, f"SELECT count(*) FROM {table}") == [(1,)]


def test_the_same_people_everywhere_and_once(demo: Shell, tmp_path: Any) -> None:
    other = Shell(tmp_path / "other")
    for each in (other, demo):
        each.text(*DEMO)

    assert rows(demo, PEOPLE) == rows(other, PEOPLE)
    assert len(rows(demo, PEOPLE)) == 6
    assert rows(demo, ALL) == rows(other, ALL)
    assert len(rows(demo, ALL)) > 6


def test_who_was_deleted_stays_away_and_the_file_names_somebody_else(demo: Shell) -> None:
    with_all = rows(demo, PEOPLE)
    for member_id in ("emma", "demo-customer"):
        rows(demo, LEAVE.format(member_id))
        rows(demo, f"DELETE FROM customer_person WHERE member_id = '{member_id}'")

    made = demo.json(*DEMO)

    assert made["customer"]["member_id"] == "demo-customer-2"
    assert {row[0] for row in rows(demo, PEOPLE)} == {
        *(row[0] for row in with_all), "demo-customer-2",
    } - {"emma", "demo-customer"}  # fmt: skip
    assert demo.json(*DEMO)["customer"] == made["customer"]
