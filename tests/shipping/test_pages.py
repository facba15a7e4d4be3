"""What readers are told to type exists: commands, their options, settings, files."""

import re
from importlib import import_module

import click
import pytest

from openmall.cli.main import COMMANDS
from openmall.cli.operating import settings_command
from openmall.configuration import Configuration
from tests.shipping.built_packages import ROOT

PAGES = [
    page.read_text(encoding="utf-8")
    for page in (*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md")
]
FENCED = re.compile(r"^```\w*\n(.*?)^```", re.M | re.S)
INLINE = re.compile(r"`([^`\n]+)`")
TYPED = re.compile(r"^(?:# )?(?:om|openmall) (.+)", re.M)

NO_COMMAND = {"COMMAND", "...", "worker", "command"}
"""What stands for any of them, and what connections to PostgreSQL are called by."""


def typed() -> list[str]:
    """Return what follows `openmall`, or its short name, wherever a page types it."""
    words = set()
    for page in PAGES:
        blocks = "\n".join(FENCED.findall(page)).replace("\\\n", " ")
        inline = INLINE.findall(FENCED.sub("", page).replace("docker compose ", ""))
        words |= {each for code in (blocks, *inline) for each in TYPED.findall(code)}
    return sorted(each for each in words if each.split()[0] not in NO_COMMAND)


def command_of(line: str) -> click.Command:
    """Return the command that a line calls. Raises KeyError when there is none."""
    first, *rest = line.split()
    module, _, attribute = COMMANDS[first][0].partition(":")
    found: click.Command = getattr(import_module(module), attribute)
    for word in rest:
        if not isinstance(found, click.Group) or word.startswith("-"):
            break
        found = found.commands[word]
    return found


def test_enough_is_typed_to_be_looked_at() -> None:
    assert {"doctor", "health", "db migrate", "verify"} < set(typed())


@pytest.mark.parametrize("line", typed())
def test_commands_and_their_options_exist(line: str) -> None:
    known = {
        name for each in command_of(line).params for name in (*each.opts, *each.secondary_opts)
    }
    assert set(re.findall(r"(?<!\S)--[a-z-]+", line)) <= known


def test_settings_exist() -> None:
    known = {settings_command.variable(name) for name in Configuration.__struct_fields__}
    named = {each for page in PAGES for each in re.findall(r"OPENMALL_[A-Z_]+[A-Z]", page)}
    not_settings = {"OPENMALL_TEST_CITUS", "OPENMALL_TEST_IMAGE", "OPENMALL_IMAGE_BASE"}
    assert named - set(settings_command.BESIDE) - not_settings <= known


def test_files_that_are_named_are_there() -> None:
    named = {
        each
        for page in PAGES
        for each in re.findall(r"`?(deploy/[a-z.-]+[a-z]|Containerfile)", page)
    }
    assert named >= {"deploy/openmall.service", "deploy/nginx.conf", "deploy/compose.yaml"}
    assert [each for each in named if not (ROOT / each).exists() and "/" in each] == []
