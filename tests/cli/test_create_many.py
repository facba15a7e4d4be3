"""An operator opens many malls by one file, and repeats it after it was stopped."""

import json
from pathlib import Path
from typing import Any

import pytest

from openmall.access.malls import rules as mall_rules
from tests.cli.command_line import Shell

CSV = """\
mall_id,name,country,shops,sandbox,undo_days
rose,장미가게,,,,
tulip,Tulip,JP,ja_JP:JPY;en_US:USD:Tulip abroad,,7
daisy,Daisy,US,en_US:USD,T,
"""


@pytest.fixture
def malls(tmp_path: Path) -> Path:
    path = tmp_path / "malls.csv"
    path.write_text(CSV, encoding="utf-8-sig")
    return path


def listed(shell: Shell) -> list[str]:
    shell.text("db", "migrate")
    return [each["mall_id"] for each in shell.json("mall", "list")]


def test_every_row_is_a_mall_and_a_repetition_changes_nothing(shell: Shell, malls: Path) -> None:
    dry = shell.json("mall", "create-many", str(malls), "--dry-run")
    assert dry["would_create"] == ["rose", "tulip", "daisy"]
    assert listed(shell) == []

    assert shell.json("mall", "create-many", str(malls)) == {
        "created": ["rose", "tulip", "daisy"],
        "existing": [],
        "errors": [],
    }
    again = shell.text("mall", "create-many", str(malls))
    assert again == "0 malls were opened, 3 were there already.\n"

    rose, tulip, daisy = (shell.json("mall", "show", each) for each in ("rose", "tulip", "daisy"))
    assert (rose["name"], rose["country"], rose["undo_days"]) == ("장미가게", "KR", 30)
    assert (tulip["country"], tulip["undo_days"]) == ("JP", 7)
    assert [(each["name"], each["currency"]) for each in tulip["shops"]] == [
        ("Tulip", "JPY"),
        ("Tulip abroad", "USD"),
    ]
    assert (daisy["sandbox"], rose["sandbox"]) == (True, False)


def test_it_goes_on_where_it_was_stopped(
    shell: Shell, malls: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    create = mall_rules.create

    async def dies(database: Any, clock: Any, mall_id: str, *shops: Any, **options: Any) -> None:
        if mall_id == "daisy":
            raise KeyboardInterrupt
        await create(database, clock, mall_id, *shops, **options)

    with monkeypatch.context() as patched:
        patched.setattr(mall_rules, "create", dies)
        shell.run("mall", "create-many", str(malls))
    assert sorted(listed(shell)) == ["rose", "tulip"]

    again = shell.json("mall", "create-many", str(malls))
    assert (again["created"], again["existing"]) == (["daisy"], ["rose", "tulip"])


FAULTS = [
    ("", "Name", "", "", "", "", "mall_id", "is missing"),
    ("right", "", "", "", "", "", "name", "is missing"),
    ("A!", "Name", "", "", "", "", "", "'A!' is no mall id"),
    ("admin", "Name", "", "", "", "", "", "'admin' is no mall id"),
    ("right", "Name", "Korea", "", "", "", "country", "'Korea' is no country code"),
    ("right", "Name", "", "ko_KR", "", "", "shops", "'ko_KR' is not LANGUAGE:CURRENCY[:NAME]"),
    ("right", "Name", "", "ar_KW:KWD", "", "", "shops", "no shop can be in KWD"),
    ("right", "Name", "", "", "maybe", "", "sandbox", "'maybe' is neither T nor F"),
    ("right", "Name", "", "", "", "-1", "undo_days", "'-1' is not a whole number"),
    ("right", "Name", "", "", "", "9" * 5_000, "undo_days", "'999"),
    ("rose", "Other", "", "", "", "", "mall_id", "there is a mall 'rose' that differs"),
    ("iris", "Iris", "", "en_US:USD", "", "", "shops", "there is a mall 'iris' that differs"),
    ("first", "Name", "", "", "", "", "mall_id", "'first' is in line 2 as well"),
]


def test_rows_at_fault_are_named_and_no_mall_is_opened(shell: Shell, tmp_path: Path) -> None:
    shell.text("mall", "create", "rose", "--name", "Rose")
    shell.text("mall", "create", "iris", "--name", "Iris")
    lines = ["mall_id,name,country,shops,sandbox,undo_days", "first,First,,,,"]
    lines += [",".join(fault[:6]) for fault in FAULTS]
    path = tmp_path / "malls.csv"
    path.write_text("\n".join([*lines, "few,columns", "many,m,,,,,,"]) + "\n")

    done = shell.run("mall", "create-many", str(path))

    assert done.exit_code == 1
    printed = done.stdout.splitlines()
    assert len(printed) == len(FAULTS) + 2
    for number, (line, fault) in enumerate(zip(printed, FAULTS, strict=False), 3):
        field = f", {fault[6]}" if fault[6] else ""
        assert line.startswith(f"line {number}{field}: {fault[7]}")
    assert "too many or too few columns" in printed[-1]
    assert done.stderr == f"error: {len(FAULTS) + 2} of the rows are at fault: no mall was opened\n"
    assert sorted(listed(shell)) == ["iris", "rose"]


IMPOSSIBLE = [
    ("xn--mall", "Name", "", "", "", "", "", "'xn--mall' is no mall id"),
    ("unseen", "\u200b\u00a0", "", "", "", "", "name", "is missing"),
    ("bell", "a\x07b", "", "", "", "", "name", "'a\\x07b' is no name: one line of 1 to 100"),
    ("long", "x" * 101, "", "", "", "", "name", f"'{'x' * 101}' is no name"),
    ("nowhere", "Name", "ZZ", "", "", "", "country", "'ZZ' is no country code of two capitals"),
    ("speech", "Name", "", "xx_KR:KRW", "", "", "shops", "'xx_KR' is no language and country"),
    ("place", "Name", "", "ko_ZZ:KRW", "", "", "shops", "'ko_ZZ' is no language and country"),
    ("money", "Name", "", "ko_KR:KWR", "", "", "shops", "'KWR' is no currency that a country"),
    ("gold", "Name", "", "ko_KR:XAU", "", "", "shops", "'XAU' is no currency that a country"),
    ("small", "Name", "", "ko_KR:krw", "", "", "shops", "'krw' is no currency that a country"),
]


def test_what_no_mall_can_be_opens_none(shell: Shell, tmp_path: Path) -> None:
    lines = ["mall_id,name,country,shops,sandbox,undo_days", "first,First,,,,"]
    path = tmp_path / "malls.csv"
    path.write_text("\n".join([*lines, *(",".join(row[:6]) for row in IMPOSSIBLE)]) + "\n")

    done = shell.run("mall", "create-many", str(path), "--json")

    errors = json.loads(done.stdout)["errors"]
    assert [each["line"] for each in errors] == [*range(3, 3 + len(IMPOSSIBLE))]
    for error, row in zip(errors, IMPOSSIBLE, strict=True):
        assert error["field"] == row[6]
        assert error["error"].startswith(row[7])
    assert listed(shell) == []


def test_json_lines_have_lists_and_numbers(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "malls.jsonl"
    path.write_text(
        '{"mall_id": "rose", "name": "Rose", "shops": ["ko_KR:KRW", "en_US:USD"], "undo_days": 5}\n'
        '\n{"mall_id": "try-out", "name": "Try", "sandbox": true, "country": null}\n'
    )
    assert shell.json("mall", "create-many", str(path))["created"] == ["rose", "try-out"]
    assert len(shell.json("mall", "show", "rose")["shops"]) == 2

    path.write_text(
        '[1]\n{"mall_id": \n{"mall_id": "x", "name": "X", "colour": 1}\n'
        '{"mall_id": "rose", "mall_id": "iris", "name": "X"}\n'
        '{"mall_id": "half", "name": "\\ud800"}\n{"mall_id": "nul", "name": "x\\u0000"}\n'
        f"{'[' * 100_000}\n"
    )
    refused = shell.run("mall", "create-many", str(path), "--json")
    assert refused.exit_code == 1
    faults = [(each["line"], each["field"]) for each in json.loads(refused.stdout)["errors"]]
    assert faults == [
        *((1, ""), (2, ""), (3, "colour"), (4, "mall_id"), (5, "name"), (6, "name"), (7, "")),
    ]
    assert sorted(listed(shell)) == ["rose", "try-out"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "has no rows"),
        (b"mall_id,name\n", "has no rows"),
        (b"mall_id,colour\n", "has the column 'colour'"),
        (b"mall_id,name,mall_id\nrose,Rose,iris\n", "has the column 'mall_id' twice"),
        (b"mall_id,name\nrose,\xff\n", "cannot read"),
        (b'mall_id,name\nrose,"open\n', "cannot read"),
    ],
)
def test_a_file_that_is_none_of_malls_is_refused(
    shell: Shell, tmp_path: Path, content: bytes, said: str
) -> None:
    path = tmp_path / "malls.csv"
    path.write_bytes(content)

    assert said in shell.fails("mall", "create-many", str(path))


@pytest.mark.parametrize("name", ["malls.csv", "malls.jsonl"])
def test_a_file_without_an_end_is_refused(shell: Shell, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.symlink_to("/dev/zero")

    assert "has more than 67,108,864 bytes" in shell.fails("mall", "create-many", str(path))


@pytest.mark.parametrize("row", ['{"mall_id": "rose", "name": "Rose"}', "[]"])
def test_rows_are_counted_those_at_fault_too(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, row: str
) -> None:
    monkeypatch.setattr("openmall.cli.malls.create_many._MOST_ROWS", 3)
    path = tmp_path / "malls.jsonl"
    path.write_text(f"{row}\n" * 4)

    assert "has more than 3 rows" in shell.fails("mall", "create-many", str(path))
