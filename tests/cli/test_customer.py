"""The operator lets people join a mall, looks at them, and keeps some of them out."""

import pytest

from openmall.access import passwords
from openmall.commerce.customer.customers.tables import CUSTOMER, PERSON
from openmall.database import sqlite_file
from tests.cli.command_line import Shell
from tests.cli.test_demo import rows

MALL = ("--mall", "myshop")
HANEUL = (*MALL, "--member-id", "haneul")


def test_somebody_joins_and_is_listed(shop: Shell) -> None:
    words = (
        "--name",
        "Kim Haneul",
        "--email",
        "haneul@example.com",
        "--cellphone",
        "010-0000-0001",
    )

    made = shop.json("customer", "add", *HANEUL, *words, "--password-stdin", given="a password\n")

    assert (made["member_id"], made["group_no"], made["blacklist_type"]) == ("haneul", 1, "")
    assert shop.json("customer", "list", *MALL) == [made]
    [[hashed]] = rows(shop, f"SELECT password_hash FROM {CUSTOMER.name}")
    assert passwords.matches("a password", hashed)
    person = rows(shop, f"SELECT name, email, cellphone FROM {PERSON.name}")
    assert list(map(list, person)) == [["Kim Haneul", "haneul@example.com", "010-0000-0001"]]


def test_what_is_done_is_announced_and_logged_without_naming_anybody(shop: Shell) -> None:
    shop.text("customer", "add", *HANEUL, "--name", "Kim Haneul")

    [[event_no]] = rows(shop, "SELECT event_no FROM event")
    [[action, content]] = rows(shop, "SELECT action, content FROM activity_log")
    assert event_no == 90032
    assert (action, content) == ("customer add", "customer haneul: joined false -> true")


def test_people_read_a_table(shop: Shell) -> None:
    assert shop.text("customer", "list", *MALL) == "Nobody has joined yet.\n"
    assert shop.text("customer", "add", *HANEUL) == "haneul is a customer of myshop.\n"
    shop.text("customer", "add", *MALL, "--member-id", "minjun")

    [head, first, second] = shop.text("customer", "list", *MALL).splitlines()

    assert head.split() == [
        "member_id", "group_no", "fixed_group", "blacklist_type", "created_date",
    ]  # fmt: skip
    assert first.split()[:3] == ["haneul", "1", "F"]
    assert second.split()[:3] == ["minjun", "1", "F"]
    [only] = shop.json("customer", "list", *MALL, "--after", "haneul", "--limit", "5")
    assert only["member_id"] == "minjun"


def test_somebody_is_kept_out_and_let_in_again(shop: Shell) -> None:
    shop.text("customer", "add", *HANEUL)

    kept_out = shop.json("customer", "block", *HANEUL, "--type", "A")
    again = shop.fails("customer", "block", *HANEUL, "--type", "A")
    let_in = shop.json("customer", "block", *HANEUL, "--type", "none")

    assert (kept_out["use_blacklist"], kept_out["blacklist_type"]) == ("T", "A")
    assert again == "The content is identical to what is stored, nothing was changed."
    assert (let_in["use_blacklist"], let_in["blacklist_type"]) == ("F", "")


def test_the_settings_of_groups_are_looked_at_and_changed(shop: Shell) -> None:
    before = shop.json("customer", "settings", *MALL)

    said = ("use_auto_update=T", "interval_month=5", "discount_limit_begin_date=2026-12-05")
    shop.text("customer", "settings", *MALL, *said)

    after = shop.json("customer", "settings", *MALL)
    assert after == {
        **before,
        "use_auto_update": "T",
        "interval_month": 5,
        "discount_limit_begin_date": "2026-12-05",
    }
    assert shop.json("customer", "settings", *MALL, "interval_month=")["interval_month"] is None


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("add", *HANEUL, "--group", "2"), "The shop has no such group. (--group)"),
        (("add", "--mall", "nobody", "--member-id", "haneul"), "there is no mall 'nobody'"),
        (("add", *HANEUL, "--shop", "2"), "the mall myshop has no shop 2"),
        (("block", *HANEUL, "--type", "P"), "The customer does not exist. (--member-id)"),
    ],
    ids=str,
)
def test_what_cannot_be(shop: Shell, words: tuple[str, ...], line: str) -> None:
    assert shop.fails("customer", *words) == line
    assert shop.json("customer", "list", *MALL) == []


@pytest.mark.parametrize("member_id", ["abc", "a" * 21, "Haneul", "ha neul", "-haneul"])
def test_a_name_that_cannot_be(shop: Shell, member_id: str) -> None:
    line = shop.fails("customer", "add", *MALL, f"--member-id={member_id}", status=2)

    assert "(--member-id)" in line
    assert "$" not in line


def test_a_name_that_is_taken(shop: Shell) -> None:
    shop.text("customer", "add", *HANEUL)

    assert shop.fails("customer", "add", *HANEUL) == "This name is taken. (--member-id)"


def test_a_password_that_is_too_short(shop: Shell) -> None:
    line = shop.fails("customer", "add", *HANEUL, "--password-stdin", given="short\n")

    assert line == "A password has 8 to 128 characters. (parameter.password)"
    assert shop.json("customer", "list", *MALL) == []


@pytest.mark.parametrize("said", ["shop_no=2", "speed=9"])
def test_a_setting_that_is_none(shop: Shell, said: str) -> None:
    line = shop.fails("customer", "settings", *MALL, said, status=2)

    assert line.startswith(f"there is no setting {said.split('=')[0]}")


def test_a_setting_of_a_wrong_value(shop: Shell) -> None:
    before = shop.json("customer", "settings", *MALL)

    wrong = shop.fails("customer", "settings", *MALL, "use_auto_update=yes", status=2)

    assert "(parameter.use_auto_update)" in wrong
    assert shop.json("customer", "settings", *MALL) == before


OCTETS = b"zq-octets-of-nobody-else"


def _holding(shop: Shell) -> list[str]:
    """Return the files of an installation in which the octets stand."""
    files = [path for path in shop.data_dir.rglob("*") if path.is_file()]
    return sorted(path.name for path in files if OCTETS in path.read_bytes())


def test_nothing_of_an_erased_customer_is_left_in_the_files_of_the_store(shop: Shell) -> None:
    path = shop.data_dir / "openmall.sqlite"
    served = sqlite_file.connect(path, "normal")  # while it is open the log stays
    served.execute("SELECT count(*) FROM shop").fetchall()
    shop.text("customer", "add", *HANEUL, "--email", f"{OCTETS.decode()}@example.com")
    assert _holding(shop) == ["openmall.sqlite-wal"]
    sqlite_file.checkpoint(path)
    assert _holding(shop) == ["openmall.sqlite", "openmall.sqlite-wal"]

    shop.text("customer", "erase", *HANEUL)

    assert _holding(shop) == []
    served.close()


def test_a_log_that_is_being_read_cannot_be_emptied(shop: Shell) -> None:
    path = shop.data_dir / "openmall.sqlite"
    reader = sqlite_file.connect(path, "normal")
    shop.text("customer", "add", *HANEUL)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM customer").fetchall()
    shop.text("customer", "add", *MALL, "--member-id", "minjun")

    assert not sqlite_file.empty_log(path, seconds=0)

    reader.execute("ROLLBACK")
    assert sqlite_file.empty_log(path, seconds=0)
    reader.close()
