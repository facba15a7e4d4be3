"""An operator makes a mall with a past, once, and is given what its reports must say."""

from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from openmall.contract.moments import SystemClock, moment
from tests.cli.command_line import Shell
from tests.cli.test_demo import rows

SHORT = ("world", "--seed", "7", "--shops", "1", "--days", "4", "--visits", "20")
DAY = ("--until", "2026-10-31")


def test_a_mall_with_a_past_and_a_file_of_answers(shell: Shell, tmp_path: Path) -> None:
    # when
    file = tmp_path / "known.json"
    told = shell.json(*SHORT, *DAY, "--answers", str(file))

    # then it says what there is
    assert (told["mall_id"], told["since"], told["until"]) == ("world", "2026-10-28", "2026-10-31")
    assert told["answers"] == str(file)
    assert rows(shell, "SELECT count(*) FROM shop_order") == [(told["orders"],)]
    assert rows(shell, "SELECT count(*) FROM customer") == [(told["customers"],)]
    # and the file names the world, and every report of it
    known = msgspec.json.decode(file.read_bytes())
    assert (known["seed"], known["shops"], known["visits_a_day"]) == (7, [1], 20)
    assert len({each["path"] for each in known["answers"]}) == 24
    visits = [
        sum(row["visit_count"] for row in each["rows"])
        for each in known["answers"]
        if each["path"] == "visitors/view" and each["params"]["device_type"] == "total"
    ]
    assert visits[0] == told["visits"]
    # and its orders agree with everything that is kept of them
    assert shell.run("verify").exit_code == 0
    assert shell.json("analytics", "sessionise")["events"] == 0


def test_a_second_time_changes_nothing(shell: Shell) -> None:
    shell.text(*SHORT, *DAY)
    file = shell.data_dir / "world-answers.json"
    before = file.read_bytes(), rows(shell, "SELECT * FROM event")

    assert shell.fails(*SHORT, *DAY) == "there is a mall 'world' already"
    assert shell.fails("world", "--seed", "8", *DAY) == "there is a mall 'world' already"
    assert (file.read_bytes(), rows(shell, "SELECT * FROM event")) == before
    # another mall of the same seed has the same past
    shell.text(*SHORT, *DAY, "--mall", "other")
    known = [
        msgspec.json.decode((shell.data_dir / f"{name}-answers.json").read_bytes())["answers"]
        for name in ("world", "other")
    ]
    assert known[0] == known[1]


def test_it_ends_yesterday_unless_told(shell: Shell) -> None:
    yesterday = moment(SystemClock().now()).date() - timedelta(days=1)
    assert shell.json(*SHORT)["until"] == str(yesterday)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--until", "2999-01-01"), "a world ends yesterday at the latest"),
        (("--until", "2023-01-03"), "a world begins on 2023-01-01 at the earliest"),
    ],
)
def test_days_that_cannot_be_past_or_told_of(
    shell: Shell, words: tuple[str, ...], said: str
) -> None:
    assert shell.fails(*SHORT, *words, status=2) == f"{said} (openmall world --help)"
    assert not (shell.data_dir / "openmall.sqlite").exists()


def test_a_name_that_is_none(shell: Shell) -> None:
    assert shell.fails(*SHORT, "--mall", "No") == (
        "'No' is no mall id: 3 to 50 of a-z, 0-9 and -, and no reserved name"
    )


def test_answers_that_cannot_be_kept(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "known.json"
    said = shell.fails(*SHORT, "--answers", str(file))
    assert said == f"cannot write {file}: No such file or directory"
    assert not (shell.data_dir / "openmall.sqlite").exists()
