"""The decorator of commands: what it opens, prints and refuses."""

import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

import openmall.cli
from openmall.access.sandbox.refusals import NO_SANDBOX
from openmall.cli.command import Work, command, command_with
from openmall.cli.installation import Installation
from openmall.cli.main import openmall as root
from openmall.cli.output import Output
from openmall.configuration import Configuration
from openmall.contract.errors import Forbidden

RUN_THEMSELVES = {
    "command.py": "the decorator",
    "apps/calls.py": "ends quietly at Ctrl-C",
    "apps/logs.py": "ends quietly at Ctrl-C, with a status",
    "demo/command.py": "serves afterwards",
    "imports/import_access_log.py": "closes its file",
    "imports/import_orders.py": "closes its file",
    "imports/import_rows.py": "closes its file",
    "operating/backup.py": "opens scratch stores",
}


def call(body: click.Command, folder: Path, *words: str, language: str = "C") -> Result:
    """Call a command of this module as one of the command line."""
    runner = CliRunner(env={"OPENMALL_DATA_DIR": str(folder), "LC_ALL": language})
    original = type(root).get_command
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            type(root),
            "get_command",
            lambda self, ctx, name: body if name == "probe" else original(self, ctx, name),
        )
        return runner.invoke(root, ["probe", *words], prog_name="openmall")


@click.command()
@click.argument("name")
@command
def checked(name: str) -> Work:
    """Check before the store is opened."""
    if name == "wrong":
        raise click.UsageError("NAME is wrong")

    async def work(opened: Installation) -> Output:
        return Output({"malls": await opened.mall_ids(None)}, f"{name}: done")

    return work


def test_a_wrong_argument_opens_no_store(tmp_path: Path) -> None:
    wrong = call(checked, tmp_path / "data", "wrong")
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert wrong.stderr == "error: NAME is wrong (openmall probe --help)\n"
    assert not (tmp_path / "data").exists()
    right = call(checked, tmp_path / "data", "right", "--json")
    assert (right.exit_code, right.stdout) == (0, '{\n  "malls": []\n}\n')
    assert call(checked, tmp_path / "data", "right").stdout == "right: done\n"


@click.command()
@command
async def refusing(opened: Installation) -> Output:
    """Meet a refusal of a rule."""
    await opened.mall_ids(None)
    raise Forbidden(NO_SANDBOX)


def test_a_refusal_is_the_error_of_the_command(tmp_path: Path) -> None:
    done = call(refusing, tmp_path / "data")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == f"error: {NO_SANDBOX.message}\n"
    korean = call(refusing, tmp_path / "data", language="ko_KR.UTF-8").stderr
    assert korean.startswith("오류: ")
    assert NO_SANDBOX.message not in korean


@click.command()
@click.option("--json", "as_json", is_flag=True)
@command_with("domain")
def failing(configuration: Configuration) -> Output:
    """Print a result, and fail."""
    facts = {"domain": configuration.domain}
    return Output(facts, configuration.domain, notice="Look here.", failure="one is broken")


def test_a_failure_follows_the_result(tmp_path: Path) -> None:
    done = call(failing, tmp_path / "data", "--domain", "malls.example.com")
    assert (done.exit_code, done.stdout) == (1, "malls.example.com\n")
    assert done.stderr == "Look here.\nerror: one is broken\n"


def test_the_decorator_opens_the_installation() -> None:
    folder = Path(openmall.cli.__path__[0])
    found = {
        str(path.relative_to(folder))
        for path in folder.rglob("*.py")
        if re.search(r"installation\.run\(|(?<!def )configuration_from\(\*\*", path.read_text())
    }
    assert found == set(RUN_THEMSELVES)
