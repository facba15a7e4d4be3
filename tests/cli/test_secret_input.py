"""Passwords, keys and tokens that a command reads have an end, though a device has none."""

import io
from pathlib import Path

import pytest

from openmall.cli import secret_input
from tests.cli.command_line import Shell
from tests.guards.sources import PACKAGE

_ENDLESS = "x" * (secret_input.MOST + 1)
COMMANDS = [
    "manager create owner --mall rose --password-stdin",
    "customer add --mall rose --member-id hana --password-stdin",
    "operator create kim --password-stdin",
    "developer create kim@example.com --name Kim --password-stdin",
    "mall sender-key rose --key-stdin",
    "gateway stripe --mall rose --on --publishable-key pk_test_1 --keys-stdin",
    "token revoke --mall rose -",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_line_without_an_end_is_refused(shell: Shell, command: str) -> None:
    shell.text("mall", "create", "rose", "--name", "Rose")

    said = shell.fails(*command.split(), status=2, given=_ENDLESS)

    assert said.startswith("a line of standard input has more than 4,096 characters")


def test_a_line_that_is_not_text_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff\n"), encoding="utf-8"))

    with pytest.raises(Exception, match="standard input is not UTF-8"):
        secret_input.read_line()


@pytest.mark.parametrize(
    ("content", "message"), [(_ENDLESS.encode(), "has more than 4,096"), (b"\xff", "cannot read")]
)
def test_a_file_of_a_key_that_can_be_none_is_refused(
    tmp_path: Path, content: bytes, message: str
) -> None:
    file = tmp_path / "secret.key"
    file.write_bytes(content)

    with pytest.raises(Exception, match=message):
        secret_input.read_file(file)


def test_every_command_reads_standard_input_in_one_place() -> None:
    found = {
        path.name
        for path in (PACKAGE / "cli").rglob("*.py")
        if "sys.stdin.read" in path.read_text(encoding="utf-8")
    }

    assert found == {"secret_input.py"}
