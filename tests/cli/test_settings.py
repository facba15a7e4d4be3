"""An operator sees what every setting is, and the printed pages say what the program knows."""

import re
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from openmall import setting_values
from openmall.cli import setting_options
from openmall.cli.operating import settings_command
from openmall.configuration import (
    _ADDRESSES,
    _AUTHORITIES,
    Configuration,
    from_environment,
    to_environment,
)
from tests.cli.command_line import Shell
from tests.guards.sources import ROOT, sources
from tests.world import open_stage


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


NUMBERS = [
    (name, numbers)
    for name in Configuration.__struct_fields__
    if (numbers := setting_values.number_range(Configuration, name)) is not None
]
WORDS = [name for name in Configuration.__struct_fields__ if setting_options.choices(name)]


def wrong_values() -> list[tuple[str, str]]:
    """Return every setting that has a range or some words, with values beyond them."""
    beyond = [
        (name, value)
        for name, numbers in NUMBERS
        for value in (
            "abc", "nan", "inf", "1e999", "", "1,5", "0x10", "-1", str(int(numbers.most) + 1),
            str(int(numbers.least) - (0 if numbers.excludes_least else 1)),
            *(["1.5"] if numbers.is_whole else []),
        )
        if value or name != "undo_days"
    ]  # fmt: skip
    return beyond + [(name, value) for name in WORDS for value in ("other", "", "TRUE ")]


@pytest.mark.parametrize(("name", "value"), wrong_values())
def test_a_value_that_a_setting_does_not_take_is_one_line_that_names_it(
    name: str, value: str
) -> None:
    with pytest.raises(ValueError, match=rf"^setting {name}: [^\n]+$") as refused:
        from_environment({settings_command.variable(name): value})

    numbers = setting_options.range_of(name)
    assert (numbers or setting_options.choices(name)[0]) in str(refused.value)


@pytest.mark.parametrize("name", _ADDRESSES)
@pytest.mark.parametrize("value", ["secret text", "/secret/x", "ftp://secret", "https://", "://"])
def test_a_setting_that_is_no_address_is_refused_without_its_text(name: str, value: str) -> None:
    with pytest.raises(ValueError, match=f"^setting {name}: an address begins with ") as refused:
        from_environment({settings_command.variable(name): value})

    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("name", _AUTHORITIES)
def test_a_file_without_certificates_is_refused_by_name(name: str, tmp_path: Path) -> None:
    missing, wrong = tmp_path / "missing.pem", tmp_path / "wrong.pem"
    wrong.write_text("no certificate")

    for file, said in ((missing, "No such file or directory"), (wrong, "holds no certificate")):
        with pytest.raises(ValueError, match=rf"^setting {name}: {file}[^\n]+$") as refused:
            from_environment({settings_command.variable(name): str(file)})
        assert said in str(refused.value)

    assert getattr(from_environment({settings_command.variable(name): ""}), name) is None


def test_every_number_has_a_range_that_is_documented_and_taken() -> None:
    hints = get_type_hints(Configuration)
    numeric = {name for name, hint in hints.items() if {int, float} & {hint, *get_args(hint)}}
    assert numeric == {name for name, _ in NUMBERS}
    page = settings_command.page()
    for name, numbers in NUMBERS:
        assert f"Range: {numbers}." in settings_command.description_of(name)
        assert f"Range: {numbers}." in page
        least = numbers.least + (0.001 if numbers.excludes_least else 0)
        for value in (least, numbers.most):
            text = str(int(value)) if numbers.is_whole else str(value)
            taken = from_environment({settings_command.variable(name): text})
            assert getattr(taken, name) == value


@pytest.mark.parametrize("edge", ["least", "most"])
def test_an_application_works_at_the_edges_of_all_ranges(tmp_path: Path, edge: str) -> None:
    numbers = {
        name: int(value) if each.is_whole else value + (0.001 if each.excludes_least else 0)
        for name, each in NUMBERS
        for value in [getattr(each, edge)]
    }
    # at the least there is no time to answer
    seconds = {name: 5.0 for name in numbers if name.endswith("_seconds")}
    with open_stage(tmp_path, **(numbers | (seconds if edge == "least" else {}))) as stage:
        world = stage.new_world("edges")
        assert world.call("GET", "products").status_code == 200


@pytest.mark.parametrize(
    ("words", "variables", "named"),
    [
        (("serve", "--port", "abc"), {}, "port"),
        (("doctor",), {"OPENMALL_CLIENTS": "many"}, "clients"),
        (("mall", "list"), {"OPENMALL_ABNORMAL_CALLS": "100000"}, "abnormal_calls"),
        (("settings",), {"OPENMALL_LOG": "xml"}, "log"),
    ],
)
def test_a_command_refuses_a_wrong_setting_by_name(
    shell: Shell,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    variables: dict[str, str],
    named: str,
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)

    assert shell.fails(*words, status=2).startswith(f"setting {named}: ")


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
