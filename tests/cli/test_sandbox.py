"""A developer opens a sandbox, moves its clock and lets calls go wrong, at a command line."""

from pathlib import Path

import msgspec
import pytest

from tests.cli.command_line import Shell

NO_SANDBOX = "The mall is no sandbox. A sandbox is made as one, when it is opened."


@pytest.fixture
def trial(shop: Shell) -> Shell:
    """A shell at an installation with a sandbox, beside a mall that is none."""
    shop.text("mall", "create", "trial", "--name", "Trial", "--sandbox")
    return shop


def test_a_mall_says_whether_it_is_a_sandbox(trial: Shell) -> None:
    assert trial.json("mall", "show", "trial")["sandbox"] is True
    assert trial.json("mall", "show", "trial")["undo_days"] is None
    assert trial.json("mall", "show", "myshop")["sandbox"] is False


def test_no_mall_becomes_a_sandbox_later(trial: Shell) -> None:
    again = ("mall", "create", "myshop", "--name", "My shop", "--sandbox")
    assert trial.fails(*again) == "there is a mall 'myshop' already"
    assert trial.json("mall", "show", "myshop")["sandbox"] is False


def test_the_clock_is_moved_on_and_never_back(trial: Shell) -> None:
    assert trial.json("mall", "clock", "trial")["ahead"] == 0

    assert trial.json("mall", "clock", "trial", "--forward", "1d12h")["ahead"] == 129_600
    text = trial.text("mall", "clock", "trial", "--forward", "30m")
    assert text.startswith("In trial it is 20")
    assert text.endswith("+09:00, 131,400 seconds ahead.\n")

    back = trial.fails("mall", "clock", "trial", "--to", "2020-01-01")
    assert back == "The clock of a sandbox goes forward only. (--to)"
    until = trial.json("mall", "clock", "trial", "--to", "2040-01-01T10:00:00+09:00")
    assert until["now"].startswith("2040-01-01T10:00:0")
    assert trial.json("mall", "clock", "trial")["ahead"] == until["ahead"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--forward", "soon"), "'soon' is no duration: 3d, 12h, 90m, 45s or 1d12h."),
        (("--to", "soon"), "not a date, nor a date-time with offset."),
        (("--to", "2040-01-01", "--forward", "1d"), "say --forward or --to"),
    ],
)
def test_how_the_clock_is_called_wrongly(trial: Shell, words: tuple[str, ...], says: str) -> None:
    said = trial.fails("mall", "clock", "trial", *words, status=2)
    assert said == f"{says} (openmall mall clock --help)"


def test_what_is_issued_at_the_command_line_goes_by_the_malls_clock(trial: Shell) -> None:
    trial.text("mall", "clock", "trial", "--to", "2040-01-01")
    session = trial.json("shopper", "session", "--member", "hana", "--mall", "trial")
    assert session["expires_at"].startswith("2040-01-")


def test_faults_are_loaded_listed_and_cleared(trial: Shell, tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    script.write_text('[{"effect": "429", "path": "products*", "every": 5}, {"effect": "drop"}]')
    kept = [
        {
            "fault_no": number, "effect": effect, "api": "admin", "method": "*", "path": path,
            "client_id": "", "delay_ms": 0, "percent": 0, "first": 0, "every": every, "seed": 0,
            "matched": 0, "done": 0,
        }
        for number, effect, path, every in ((1, "429", "products*", 5), (2, "drop", "*", 0))
    ]  # fmt: skip

    assert trial.json("mall", "faults", "trial", "--load", str(script)) == kept
    assert trial.json("mall", "faults", "trial", "--list") == kept
    assert trial.json("mall", "faults", "trial", "--clear") == []
    assert trial.text("mall", "faults", "trial") == "Nothing goes wrong in trial on purpose.\n"


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("{}", "Expected `array`, got `object`"),
        ('[{"effect": "600"}]', "Invalid enum value '600' - at `$[0].effect`"),
        ('[{"effect": "500", "often": 1}]', "a fault has no 'often'"),
    ],
)
def test_a_script_that_cannot_be_read_is_refused(trial: Shell, script: str, says: str) -> None:
    said = trial.fails("mall", "faults", "trial", "--load", "-", status=2, given=script)
    assert said == f"the script: {says} (openmall mall faults --help)"


def test_a_script_that_contradicts_itself_is_refused(trial: Shell) -> None:
    script = msgspec.json.encode([{"effect": "delay"}]).decode()
    said = trial.fails("mall", "faults", "trial", "--load", "-", given=script)
    assert said == "A delay, and nothing else, has delay_ms. (parameter.rules.delay_ms)"


@pytest.mark.parametrize("words", [("clock",), ("clock", "--forward", "1d"), ("faults",)])
def test_other_malls_have_no_such_powers(trial: Shell, words: tuple[str, ...]) -> None:
    command, *rest = words
    assert trial.fails("mall", command, "myshop", *rest) == NO_SANDBOX
    assert trial.fails("mall", command, "nowhere", *rest) == "there is no mall 'nowhere'"
