"""An operator sees what every setting is, and the printed pages say what the program knows."""

import re

import pytest

from openmall.cli import setting_options
from openmall.cli.operating import settings_command
from openmall.configuration import Configuration, from_environment, to_environment
from tests.cli.command_line import Shell
from tests.guards.sources import ROOT, sources


def test_the_page_of_settings_is_fresh() -> None:
    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    assert page == settings_command.page(), f"renew it with: {settings_command.RENEW}"


def test_the_file_of_the_environment_is_fresh() -> None:
    file = (ROOT / "deploy" / "openmall.env").read_text(encoding="utf-8")
    assert file == settings_command.file(), f"renew it with: {settings_command.RENEW_FILE}"


def test_the_file_filled_in_with_what_it_shows_is_the_default() -> None:
    lines = [
        line[1:] for line in settings_command.file().splitlines() if line.startswith("#OPENMALL_")
    ]
    environment = dict(line.split("=", 1) for line in lines)
    assert len(environment) == len(Configuration.__struct_fields__)
    said = {name: value for name, value in environment.items() if value}
    assert from_environment(said) == Configuration()


@pytest.mark.parametrize(("text", "days"), [(None, None), ("", None), ("0", 0), ("30", 30)])
def test_days_of_undo_that_are_not_set_differ_from_0(text: str | None, days: int | None) -> None:
    environment = {} if text is None else {"OPENMALL_UNDO_DAYS": text}

    configuration = from_environment(environment)

    assert configuration.undo_days == days
    # as worker processes get it
    assert from_environment(to_environment(configuration)).undo_days == days


def test_what_is_in_force_and_who_says_so(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENMALL_DOMAIN", "malls.example.com")
    monkeypatch.setenv("OPENMALL_TRUSTED_PROXIES", "10.0.0.1,10.1.0.0/16")
    rows = {row["setting"]: (row["value"], row["from"]) for row in shell.json("settings")}
    assert list(rows) == list(Configuration.__struct_fields__)
    assert rows["domain"] == ("malls.example.com", "environment")
    assert rows["trusted_proxies"] == ("10.0.0.1,10.1.0.0/16", "environment")
    assert rows["data_dir"] == (str(shell.data_dir), "environment")
    assert rows["sample_shop"] == ("true", "default")


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("database", "postgresql://u:hunter2@db:5432/shop", "postgresql://u:(hidden)@db:5432/shop"),
        ("database", "postgresql:///s?password=hunter2&a=b", "s?password=(hidden)&a=b"),
        ("database", "postgresql://u@db/shop", "postgresql://u@db/shop"),
        ("analytics_engine", "clickhouse://u:hunter2@ch/x", "clickhouse://u:(hidden)@ch/x"),
        ("metrics_token", "hunter2", "(hidden)"),
        ("files_secret_key", "hunter2", "(hidden)"),
    ],
)
def test_no_secret_is_shown(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, name: str, value: str, shown: str
) -> None:
    monkeypatch.setenv(settings_command.variable(name), value)
    printed = shell.text("settings")
    assert shown in printed
    assert "hunter2" not in printed


def test_variables_beside_the_settings_are_known() -> None:
    named = {
        name
        for source in sources()
        for name in re.findall(r'"(OPENMALL_[A-Z_]+)"', source.text)
        if source.parts != ("cli", "settings_command")
    }
    known = {settings_command.variable(name) for name in Configuration.__struct_fields__}
    assert named - known == settings_command.BESIDE
    assert set(setting_options.ENVIRONMENT_ONLY) < set(Configuration.__struct_fields__)
