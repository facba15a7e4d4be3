"""An import takes what the shop leaves over, also where Linux shares cores between sessions."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from openmall.cli.imports import import_command


class Session:
    """A session as Linux tells of it, and what is to be done when the program ends."""

    def __init__(self, file: Path, nice: int) -> None:
        self.file = file
        self.at_the_end: list[tuple[Callable[..., Any], tuple[Any, ...]]] = []
        file.write_text(f"/autogroup-42 nice {nice}\n")

    def nice(self) -> str:
        return self.file.read_text().split()[-1]

    def end(self) -> None:
        for work, arguments in self.at_the_end:
            work(*arguments)


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    made = Session(tmp_path / "autogroup", 3)
    monkeypatch.setattr(import_command, "SESSION", made.file)
    monkeypatch.setattr(
        import_command.atexit, "register", lambda work, *rest: made.at_the_end.append((work, rest))
    )
    return made


def test_the_session_steps_aside_until_the_import_ends(session: Session) -> None:
    import_command.lower_session_priority(10)

    assert session.nice() == "10"
    session.end()
    assert session.nice() == "3"


def test_a_session_that_is_nicer_already_stays_so(session: Session) -> None:
    import_command.lower_session_priority(2)

    assert session.nice() == "3"
    assert session.at_the_end == []


def test_where_sessions_share_nothing_nothing_is_done(session: Session) -> None:
    session.file.unlink()

    import_command.lower_session_priority(10)

    assert session.at_the_end == []
    assert not session.file.exists()


def test_one_change_soon_after_another_is_tried_again(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = Path.write_text
    refusals = [BlockingIOError(), BlockingIOError()]
    waited: list[float] = []

    def sometimes(file: Path, text: str) -> int:
        if refusals:
            raise refusals.pop()
        return written(file, text)

    monkeypatch.setattr(Path, "write_text", sometimes)
    monkeypatch.setattr(import_command.time, "sleep", waited.append)

    import_command.lower_session_priority(10)

    assert session.nice() == "10"
    assert waited == [0.11, 0.11]


def test_who_may_not_is_let_be(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(file: Path, text: str) -> int:
        raise PermissionError

    monkeypatch.setattr(Path, "write_text", refused)

    import_command.lower_session_priority(10)

    assert session.at_the_end == []
