"""Find every command line that the help pages, README.md and docs print, as it is printed."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import click

from openmall.cli.main import openmall

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = (
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "apps").glob("*.md")),
)
_FENCED: Final = re.compile(r"^```([^\n]*)\n(.*?)^```", re.M | re.S)
_PROMPTED: Final = re.compile(r"^(?:\$|#) (?=(?:om|openmall) )", re.M)
_CRON: Final = re.compile(r"^[\d*]+ [\d*]+ [\d*]+ [\d*]+ [\d*]+ +")
_ENVIRONMENT: Final = re.compile(r"^(?:[A-Z_]+=\S+ )*")
_PROGRAMS: Final = ("openmall", "om", ".venv/bin/openmall")


class Line(NamedTuple):
    """A command line, or those of one block of a page, in their order."""

    place: str
    """`help of openmall backup` or `docs/backup.md`."""
    lines: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.place}: {self.lines[0]}"


def commands() -> dict[str, click.Command]:
    """Return every command and group by how it is called."""
    return dict(_below(openmall, "openmall"))


def leaves() -> list[str]:
    """Return how every command that is no group is called."""
    return [name for name, each in commands().items() if not isinstance(each, click.Group)]


def _below(command: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from _below(found, f"{path} {name}")


def of_help() -> list[Line]:
    """Return each example that a help page prints, once."""
    found: dict[str, Line] = {}
    for path, command in commands().items():
        for paragraph in (command.help or "").split("\n\n"):
            if not paragraph.lstrip().startswith("\b"):
                continue
            for line in _whole(paragraph):
                if line.startswith("openmall "):
                    found.setdefault(line, Line(f"help of {path}", (line,)))
    return list(found.values())


def of_pages() -> list[Line]:
    """Return the command lines of each block of README.md and docs, once."""
    found: dict[tuple[str, ...], Line] = {}
    for page in PAGES:
        for info, block in _FENCED.findall(page.read_text(encoding="utf-8")):
            prompted = _PROMPTED.search(block) is not None
            lines = tuple(
                re.sub(r"^om ", "openmall ", _CRON.sub("", line))
                for printed in _whole(block)
                if (line := _typed(printed, prompted=prompted))
            )
            if info.partition(" ")[0] in ("", "sh", "console") and lines:
                found.setdefault(lines, Line(str(page.relative_to(ROOT)), lines))
    return list(found.values())


def files() -> dict[str, str]:
    """Return the files that blocks of pages show under a name: name -> content."""
    found = {}
    for page in PAGES:
        for info, block in _FENCED.findall(page.read_text(encoding="utf-8")):
            if name := info.partition(" ")[2]:
                found[name] = block
    return found


def _whole(text: str) -> list[str]:
    """Return the lines of a text; what ends with a backslash goes on in the next."""
    return [line.strip() for line in re.sub(r"\\\n\s*", "", text).splitlines()]


def _typed(line: str, *, prompted: bool) -> str:
    """Return the part of a line that somebody types; empty: it shows what was printed."""
    if prompted:
        match = _PROMPTED.match(line)
        return line[match.end() :] if match else ""
    bare = _ENVIRONMENT.sub("", _CRON.sub("", line))
    typed = bare.split(" ")[0] in _PROGRAMS or line.startswith("export OPENMALL_")
    return line if typed else ""


def called(line: str) -> list[str]:
    """Return the commands that a line calls: `["openmall backup create"]`."""
    known = commands()
    found = []
    for part in re.findall(r"(?:^|[\s(/;&|])openmall ((?:[a-z-]+ ?)*)", line):
        path = "openmall"
        for word in part.split():
            if f"{path} {word}" not in known:
                break
            path = f"{path} {word}"
        if path != "openmall":
            found.append(path)
    return found


def without_repetitions(cases: Sequence[Line]) -> list[Line]:
    """Return the cases without single lines that another case runs.

    What stands in a block of several lines is kept there; of single lines the first is kept.
    """
    run = {_bare(line) for case in cases if len(case.lines) > 1 for line in case.lines}
    kept = []
    for case in cases:
        if len(case.lines) == 1:
            if _bare(case.lines[0]) in run:
                continue
            run.add(_bare(case.lines[0]))
        kept.append(case)
    return kept


def _bare(line: str) -> str:
    """Return a line without its comment."""
    return re.sub(r"\s+#.*$", "", line)
