"""The targets of the Makefile: few that `make help` prints, and every one that a text names."""

import re
import subprocess
from functools import cache
from typing import Final

import pytest

from tests.guards.sources import ROOT

MOST_DOCUMENTED: Final = 18
TARGET: Final = re.compile(r"^([a-z][a-z-]*):(?!=)(.*)$", re.M)
MENTION: Final = re.compile(
    r"""(?:[`"'(]|run:\ |^[\ \t#-]*(?:\$\ )?)make\ ([a-z][a-z-]*)
    ((?:\ [A-Z]+=(?:"[^"\n]*"|[^\s`",)]+))*)
    (?=[`"'),;]|[\ \t]*(?:[#|]|$|&&))""",
    re.MULTILINE | re.VERBOSE,
)
PARTED: Final = ("generated", "bench", "release-check")
TEXTS: Final = (
    ".md",
    ".py",
    ".yml",
    ".yaml",
    ".sh",
    ".in",
    ".ts",
    ".toml",
    "Containerfile",
    "/run",
)
NOT_COMMANDS: Final = {"CHANGELOG.md"}
"""Files that name targets of their time."""


@cache
def makefile() -> str:
    return (ROOT / "Makefile").read_text(encoding="utf-8")


def documented() -> set[str]:
    return {name for name, rest in TARGET.findall(makefile()) if "## " in rest}


@cache
def parts(target: str) -> frozenset[str]:
    """Return what ONLY may name for a target, as make itself refuses anything else."""
    done = subprocess.run(
        ["make", "-n", target, "ONLY=?"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    found = re.search(r"there is no ONLY=\?; there are: ([a-z -]+)", done.stderr)
    assert found is not None, done.stderr
    return frozenset(found[1].split())


def mentions() -> list[tuple[str, str, str]]:
    """Return file, target and variables of every `make` command in the repository's texts."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [
        (name, target, variables)
        for name in listed.stdout.splitlines()
        if name.endswith(TEXTS) and name not in NOT_COMMANDS and (ROOT / name).is_file()
        for target, variables in MENTION.findall((ROOT / name).read_text(encoding="utf-8"))
    ]


def test_few_targets_are_documented() -> None:
    assert len(documented()) <= MOST_DOCUMENTED
    assert {"run", "test", "check", "journeys", "nightly", "cluster", "generated"} <= documented()


@pytest.mark.parametrize("target", PARTED)
def test_every_part_is_a_target_that_help_names(target: str) -> None:
    targets = dict(TARGET.findall(makefile()))
    assert parts(target) <= targets.keys()
    unnamed = {each for each in parts(target) if not re.search(rf"\b{each}\b", targets[target])}
    assert unnamed <= {"calls"}  # what is measured without ONLY


def test_every_command_that_a_text_names_is_there() -> None:
    targets = dict(TARGET.findall(makefile()))
    named = mentions()
    wrong = [(file, target) for file, target, _ in named if target not in targets]
    for file, target, variables in named:
        for quoted, plain in re.findall(r"ONLY=(?:\"([^\"]*)\"|(\S+))", variables):
            known = parts(target) if target in PARTED else frozenset()
            wrong += [
                (file, f"{target} {each}")
                for each in (quoted or plain).split()
                if each not in known
            ]
    assert len(named) > 100
    assert wrong == []


def test_texts_name_documented_targets() -> None:
    """Outside of the program itself, whose docstrings name the part."""
    hidden = [(file, target) for file, target, _ in mentions() if target not in documented()]
    assert [each for each in hidden if not each[0].startswith("src/")] == []
