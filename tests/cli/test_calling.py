"""The command line teaches, fails in one line, and says how it went by its exit status."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from openmall import __version__
from openmall.cli import setting_options
from openmall.cli.main import COMMANDS, openmall
from openmall.configuration import Configuration
from tests.cli.command_line import Shell


def test_help_lists_every_command(shell: Shell) -> None:
    page = shell.text("--help")
    for name, (_, sentence) in COMMANDS.items():
        assert f"  {name} " in page
        assert sentence in page


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(shell: Shell, name: str) -> None:
    assert shell.text(name, "--help").startswith(f"Usage: openmall {name} ")


def test_every_setting_is_an_option_of_serve(shell: Shell) -> None:
    typed = [
        name
        for name in Configuration.__struct_fields__
        if name not in setting_options.ENVIRONMENT_ONLY
    ]
    assert list(setting_options.OPTIONS) == typed
    page = shell.text("serve", "--help")
    assert "--jobs process|workers|elsewhere" in page
    assert [name for name in typed if not setting_options.description(name).endswith(".")] == []
    for name in typed:
        assert f"--{name.replace('_', '-')} " in page
    for name in setting_options.ENVIRONMENT_ONLY:
        assert f"--{name.replace('_', '-')} " not in page


def test_help_imports_no_store() -> None:
    told = "import sys; from openmall.cli.main import openmall as o; o(['--help'])"
    seen = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr))"
    done = subprocess.run(
        [sys.executable, "-c", f"{seen}; {told}"], capture_output=True, text=True, timeout=30
    )
    assert done.returncode == 0
    modules = set(done.stderr.split())
    assert "click" in modules
    assert modules.isdisjoint({"sqlalchemy", "apsw", "asyncpg", "granian", "rich", "openmall.app"})


def test_version(shell: Shell) -> None:
    assert shell.text("--version") == f"openmall {__version__}\n"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["nothing"], "No such command 'nothing'. (openmall --help)"),
        (["mall", "create"], "Missing argument 'MALL_ID'. (openmall mall create --help)"),
        (["serve", "--prot", "1"], "No such option '--prot'."),
        (["serve", "--port", "abc"], "setting port: 'abc' is not a whole number, 0 to 65,535"),
        (
            ["serve", "--abnormal-calls", "100000"],
            "setting abnormal_calls: '100000' is not a whole number, 2 to 255",
        ),
        (["serve", "--limits", "off"], "setting limits: 'off' is none of enforce, count"),
        (["serve", "--certificate", "a.pem"], "--certificate and --certificate-key come together"),
        (["token", "revoke", "--mall", "myshop"], "name either a TOKEN or an --app"),
        (
            ["mall", "create", "myshop", "--name", "x", "--shop", "ko_KR"],
            "--shop 'ko_KR' is not LANGUAGE:CURRENCY[:NAME]",
        ),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, list) else "",
)
def test_called_wrongly_is_status_2(shell: Shell, words: list[str], line: str) -> None:
    assert shell.fails(*words, status=2).startswith(line)


def test_a_group_without_a_command_is_called_wrongly(shell: Shell) -> None:
    done = shell.run("mall")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "Usage: openmall mall" in done.stderr


def test_no_traceback_when_the_store_is_away(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    line = Shell(tmp_path / "file").fails("mall", "list")
    assert line.startswith("cannot use the store: ")


def test_no_traceback_when_postgresql_is_away(shell: Shell) -> None:
    away = "postgresql://nobody@127.0.0.1:1/none"
    assert shell.fails("mall", "list", "--database", away).startswith("cannot use the store: ")


def test_no_colours_where_nobody_looks(shop: Shell) -> None:
    assert "\x1b" not in shop.text("mall", "list")


def test_no_line_of_a_help_page_is_too_wide() -> None:
    wide = [
        (" ".join(path), line)
        for path, command in _commands(openmall, ())
        for line in command.get_help(
            click.Context(command, info_name=path[-1] if path else "")
        ).splitlines()
        if len(line) > 100
    ]

    assert wide == []


def _commands(
    command: click.Command, path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from _commands(below, (*path, name))


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_a_shell_is_told_how_to_complete(shell: Shell, name: str) -> None:
    assert "_OPENMALL_COMPLETE" in shell.text("completion", name)


def test_bash_completes_commands(shell: Shell) -> None:
    script = shell.text("completion", "bash")
    words = "COMP_WORDS=(openmall mall cre) COMP_CWORD=2; _openmall_completion openmall"
    said = subprocess.run(
        ["bash", "-c", f"{script}\n{words}; echo ${{COMPREPLY[@]}}"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
    )

    assert said.stdout.split() == ["create", "create-many"]


@pytest.mark.parametrize("words", [("app", "list"), ("mall", "list"), ("messages", "undecided")])
def test_a_command_that_reads_makes_no_store_in_a_folder_that_is_misspelled(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    folder = tmp_path / "tpyo"

    said = Shell(folder).fails(*words)

    assert said.startswith(f"there is no store in {folder}: ")
    assert not folder.exists()
