"""The settings of an installation as options of the command line.

A setting is described once, by its docstring in `Configuration`.
"""

import ast
import functools
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, get_origin, get_type_hints

import click

from openmall import configuration, setting_values
from openmall.configuration import Configuration, from_environment

F = TypeVar("F", bound=Callable[..., Any])

ENVIRONMENT_ONLY: Final = (
    "secret_keys",
    "files_secret_key",
    "analytics_engine",
    "metrics_token",
    "test_malls_token",
    "limits_store",
    "mail_password",
    "staff_client_secret",
    "message_provider_secret",
)
"""Settings without an option: other users of the machine can read command lines."""

INSTALLATION_SETTINGS: Final = ("data_dir", "database")
"""Settings that select the installation; every command takes them."""


OPTIONS: Final = tuple(
    name for name in Configuration.__struct_fields__ if name not in ENVIRONMENT_ONLY
)
"""Settings with an option."""


class _SettingOption(click.Option):
    """An option whose description is read from the source only where help is shown."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        assert self.name is not None
        self.help, self.metavar = _help(self.name), _metavar(self.name)
        return super().get_help_record(ctx)


def options(*names: str) -> Callable[[F], F]:
    """Return a decorator that adds settings as options, such as `--data-dir`.

    Their values are text or None; pass them to `configuration_from`.
    """

    def add(command: F) -> F:
        for name in reversed(names):
            option = "--" + name.replace("_", "-")
            command = click.option(option, name, cls=_SettingOption)(command)
        return command

    return add


def installation_options(command: F) -> F:
    """Add `--data-dir`, `--database` and `--json`."""
    command = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")(
        command
    )
    return options(*INSTALLATION_SETTINGS)(command)


def configuration_from(**overrides: Any) -> Configuration:
    """Return the settings of the environment, replaced by `overrides`.

    Raises click.UsageError that names the invalid setting.
    """
    for name in ("addresses", "trusted_proxies", "webhook_networks"):
        if overrides.get(name) is not None:
            overrides[name] = [part for part in overrides[name].split(",") if part.strip()]
    try:
        return from_environment(**overrides)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def description(name: str) -> str:
    """Return the description of a setting; empty where the source is not installed."""
    return _descriptions().get(name, "")


def choices(name: str) -> tuple[str, ...]:
    """Return the values of a setting that is one of several words; empty: it is another value."""
    return setting_values.words(Configuration, name)


def range_of(name: str) -> str:
    """Return the range of a numeric setting; empty: it is another value."""
    found = setting_values.number_range(Configuration, name)
    return "" if found is None else str(found)


@functools.cache
def _types() -> dict[str, Any]:
    return get_type_hints(Configuration)


@functools.cache
def _descriptions() -> dict[str, str]:
    """Return the docstrings of the fields of `Configuration`."""
    source = Path(configuration.__file__)
    body = ast.parse(source.read_text(encoding="utf-8")).body if source.exists() else []
    [fields] = [each.body for each in body if isinstance(each, ast.ClassDef)] or [[]]
    found, name = {}, ""
    for each in fields:
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            name = each.target.id
        elif isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant) and name:
            found[name] = " ".join(str(each.value.value).split())
    return found


def _help(name: str) -> str:
    default = Configuration.__struct_defaults__[Configuration.__struct_fields__.index(name)]
    shown = "" if default in ("", None, ()) else f"  [{str(default).lower()}]"
    numbers = f" Range: {range_of(name)}." if range_of(name) else ""
    return description(name).replace("`", "") + numbers + shown


def _metavar(name: str) -> str:
    if words := choices(name):
        return "|".join(words)
    return "VALUE,..." if get_origin(_types()[name]) is tuple else "VALUE"


def print_notice(text: str) -> None:
    """Print a notice beside the result of a command, on standard error."""
    print(text, file=sys.stderr, flush=True)
