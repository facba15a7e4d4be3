"""`openmall settings`: every setting with its value, and the printed pages."""

import os
import re
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

import click

from openmall.cli import output, setting_options
from openmall.configuration import PREFIX, Configuration

RENEW: Final = "openmall settings --page --output docs/settings.md"
"""The command that prints the page anew."""
RENEW_FILE: Final = "openmall settings --file --output deploy/openmall.env"
"""The command that prints the file of the environment anew."""
BESIDE: Final = frozenset(
    {
        "OPENMALL_TRACEBACK",
        "OPENMALL_LISTEN_SECRET",
        "OPENMALL_MIRROR_TOKEN",
        "OPENMALL_NICE",
    },
)
"""Environment variables with the prefix that are not settings of an installation."""
_HIDDEN: Final = "(hidden)"
_PASSWORD: Final = re.compile(r"(password=)[^&]*")
_WIDTH: Final = 98


@click.command("settings")
@click.option("--page", "as_page", is_flag=True, help="As the page docs/settings.md.")
@click.option("--file", "as_file", is_flag=True, help="As a file of the environment to fill in.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
@click.option(
    "--output",
    "target",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File to write; without it, standard output.",
)
def settings_(*, as_page: bool, as_file: bool, as_json: bool, target: Path | None) -> None:
    """Show what every setting is, and whether the environment says so; never a secret.

    \b
    Examples:
      openmall settings
      OPENMALL_DOMAIN=malls.example.com openmall settings --json
      openmall settings --file --output openmall.env
    """
    if as_page or as_file:
        text = page() if as_page else file()
        if target is None:
            click.echo(text, nl=False)
        else:
            target.write_text(text, encoding="utf-8")
        return
    configuration = setting_options.configuration_from()
    rows = [
        {
            "setting": name,
            "value": displayed_value(name, getattr(configuration, name)),
            "from": "environment" if variable(name) in os.environ else "default",
        }
        for name in Configuration.__struct_fields__
    ]
    columns = ("setting", "value", "from")
    cells = [[row[name] or "-" for name in columns] for row in rows]
    output.show(rows, as_json=as_json, text=output.table(columns, cells, empty=""))


def variable(name: str) -> str:
    """Return the environment variable of a setting."""
    return PREFIX + name.upper()


def unknown() -> list[str]:
    """Return environment variables that look like settings but are not."""
    known_variables = {variable(name) for name in Configuration.__struct_fields__} | BESIDE
    return sorted(
        name for name in os.environ if name.startswith(PREFIX) and name not in known_variables
    )


def displayed_value(name: str, value: Any) -> str:
    """Return a setting's value as in the environment, secrets hidden."""
    text = _text(value)
    if not text or name not in (*setting_options.ENVIRONMENT_ONLY, "database"):
        return text
    if "://" not in text:
        return _HIDDEN
    parts = urlsplit(text)
    user, at, host = parts.netloc.rpartition("@")
    hidden = f"{user.partition(':')[0]}:{_HIDDEN}" if ":" in user else user
    query = _PASSWORD.sub(rf"\1{_HIDDEN}", parts.query)
    return urlunsplit(parts._replace(netloc=f"{hidden}{at}{host}", query=query))


def description_of(name: str) -> str:
    """Return the description of a setting, one or two sentences."""
    words = [f"`{each}`" for each in setting_options.choices(name)]
    values = f" Values: {', '.join(words)}." if words else ""
    numbers = setting_options.range_of(name)
    if numbers:
        values = f" Range: {numbers}."
    return setting_options.description(name) + values


def page() -> str:
    """Return `docs/settings.md`."""
    lines = [
        "# Settings",
        "",
        f"Printed from the code by `{RENEW}`; do not edit.",
        "",
        "A setting `data_dir` is the environment variable `OPENMALL_DATA_DIR` and, where a",
        "command takes it, the option `--data-dir`, which wins. `openmall settings` shows what is",
        "in force. Those marked * are secrets, and only the environment says them.",
        "",
        "| setting | default | decides |",
        "|---|---|---|",
    ]
    for name in Configuration.__struct_fields__:
        secret = " *" if name in setting_options.ENVIRONMENT_ONLY else ""
        default = _text(_default(name))
        description = description_of(name).replace("|", "\\|")
        lines.append(f"| `{name}`{secret} | {f'`{default}`' if default else ''} | {description} |")
    return "\n".join(lines) + "\n"


def file() -> str:
    """Return `deploy/openmall.env`: every setting with its default, for an operator to fill in."""
    lines = [
        f"# Printed from the code by `{RENEW_FILE}`.",
        "# What stands behind a # is the default. Secrets go here: 0640, root, group openmall.",
    ]
    for name in Configuration.__struct_fields__:
        description = click.wrap_text(description_of(name).replace("`", ""), _WIDTH, "# ", "# ")
        lines += ["", description, f"#{variable(name)}={_text(_default(name))}"]
    return "\n".join(lines) + "\n"


def _default(name: str) -> Any:
    return Configuration.__struct_defaults__[Configuration.__struct_fields__.index(name)]


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, tuple):
        return ",".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)
